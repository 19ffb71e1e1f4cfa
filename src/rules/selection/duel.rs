//! Two flavors, one of which Gardener selects though one might expect the other: the common part of
//! the findings about that.

use std::collections::BTreeMap;

use crate::capability::{Bit, Row};
use crate::matching::{Machine, Version};
use crate::rules::{Report, words};

use super::kinds::{Kind, Kinds};
use super::names;

/// A flavor that is selected, and the one that might be expected.
#[derive(Clone, Copy)]
pub(super) struct Duel<'a> {
    pub(super) version: &'a Version<'a, 'a>,
    pub(super) winner: usize,
    pub(super) loser: usize,
}

/// Duels of the same flavors on the same machine types, with the versions in which they are fought.
#[derive(Default)]
pub(super) struct Duels<'a> {
    found: BTreeMap<(Rows<'a>, Vec<usize>), Vec<Duel<'a>>>,
}

type Rows<'a> = (Option<&'a Row<'a>>, Option<&'a Row<'a>>);

/// Duels that share one message.
pub(super) struct Group<'a> {
    pub(super) duel: Duel<'a>,
    pub(super) versions: Vec<&'a Version<'a, 'a>>,
    pub(super) machines: Vec<&'a Machine<'a, 'a>>,
}

impl<'a> Duels<'a> {
    /// Adds the duels of a kind of versions. `expected`: for a kind of machine types the selected
    /// flavor and the expected one, where they differ.
    pub(super) fn add(
        &mut self,
        kinds: &Kinds<'a>,
        version: &Kind<&'a Version<'a, 'a>>,
        mut expected: impl FnMut(&Kind<&'a Machine<'a, 'a>>) -> Option<(usize, usize)>,
    ) {
        let mut pairs: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for machine in kinds.machines() {
            if let Some(pair) = expected(machine) {
                pairs.entry(pair).or_default().push(machine.class);
            }
        }
        let flavors = &version.first.flavors;
        for ((winner, loser), machines) in pairs {
            let duels = self
                .found
                .entry(((flavors.get(winner), flavors.get(loser)), machines))
                .or_default();
            duels.extend(version.all.iter().map(|version| Duel {
                version,
                winner,
                loser,
            }));
        }
    }

    pub(super) fn groups(self, kinds: &Kinds<'a>) -> impl Iterator<Item = Group<'a>> {
        self.found
            .into_iter()
            .filter_map(|((_, machines), mut duels)| {
                duels.sort_by_key(|duel| duel.version.version.at());
                let versions = duels.iter().map(|duel| duel.version).collect();
                Some(Group {
                    duel: *duels.first()?,
                    versions,
                    machines: kinds.machines_of(&machines),
                })
            })
    }
}

impl<'a> Group<'a> {
    /// The value that decides: the winner lists it and the loser does not.
    pub(super) fn deciding(&self, kinds: &Kinds<'a>) -> Option<Bit<'a>> {
        let row = |flavor| self.duel.version.flavors.get(flavor);
        kinds
            .matcher
            .layout()
            .deciding(row(self.duel.winner)?, row(self.duel.loser)?)
    }

    /// A report at the flavor that wins.
    pub(super) fn report(&self, kinds: &Kinds<'a>, message: String, loser: &str) -> Report {
        let Duel {
            version,
            winner,
            loser: index,
        } = self.duel;
        let mut report = Report::new(
            names::flavor_span(version, winner),
            names::flavor_path(version, winner),
            message,
        )
        .also(names::flavor_span(version, index), loser);
        if let Some(machine) = self.machines.first() {
            let capabilities = &machine.machine_type.capabilities;
            let values = self
                .deciding(kinds)
                .map(|bit| kinds.matcher.values(capabilities, bit.capability));
            let has = values.map_or_else(String::new, |values| {
                format!(" and has {}", names::list(&values))
            });
            report = report.also(machine.machine_type.name.span, format!("fits both{has}"));
        }
        let definition = self
            .deciding(kinds)
            .and_then(|bit| kinds.matcher.vocabulary().get(bit.capability));
        match definition {
            Some(definition) => report.also(
                definition.values_at,
                format!(
                    "the order of preference of {}",
                    words::quoted(*definition.name)
                ),
            ),
            None => report,
        }
    }
}
