//! Flavors that no machine type selects, and why.

use std::collections::BTreeSet;

use crate::capability::{Row, Selected};
use crate::matching::Version;

use super::kinds::{Kind, Kinds};
use super::ties;

/// The reason why selection never chooses a flavor. Equal causes are one finding.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause<'a> {
    /// No machine type has any of its values for this capability.
    Value(&'a str, Vec<&'a str>),
    /// Each value has its machine types, but no machine type has them all.
    Combination(&'a Row<'a>),
    /// Selection always prefers these flavors.
    Beaten(&'a Row<'a>, Vec<&'a Row<'a>>),
}

/// A flavor that selection never chooses.
#[derive(Clone, Copy)]
pub(super) struct Unreached<'a> {
    pub(super) version: &'a Version<'a, 'a>,
    /// The flavor, by position.
    pub(super) flavor: usize,
    /// A flavor that wins instead.
    pub(super) winner: Option<usize>,
}

/// The flavors of a kind of versions that selection never chooses, with a flavor that wins instead.
pub(super) fn unreached<'a>(
    kinds: &Kinds<'a>,
    kind: &Kind<&'a Version<'a, 'a>>,
) -> Vec<(Cause<'a>, usize, Option<usize>)> {
    let mut chosen = BTreeSet::new();
    for machine in kinds.machines() {
        match kinds.selected(machine, kind) {
            Selected::Nothing => {}
            Selected::One(flavor) => {
                chosen.insert(*flavor);
            }
            Selected::Ambiguous(flavors) => chosen.extend(flavors.iter().copied()),
        }
    }
    // Where nothing fits at all, another rule reports the version.
    if chosen.is_empty() || chosen.len() == kind.first.flavors.len() {
        return Vec::new();
    }
    // Flavors that are equal to others are reported as such.
    chosen.extend(ties::equal(kind.first).into_iter().flatten());
    let mut unreached = Vec::new();
    for (index, row) in kind.first.flavors.iter().enumerate() {
        if chosen.contains(&index) || !kinds.is_sound_flavor(kind.first, index) {
            continue;
        }
        let fitting: Vec<_> = kinds
            .machines()
            .iter()
            .filter(|machine| kinds.fits(machine.first, row))
            .collect();
        let mut winners: Vec<usize> = Vec::new();
        for machine in &fitting {
            let winner = match kinds.selected(machine, kind) {
                Selected::Nothing => continue,
                Selected::One(winner) => *winner,
                Selected::Ambiguous(winners) => winners.first().copied().unwrap_or_default(),
            };
            if !winners.contains(&winner) {
                winners.push(winner);
            }
        }
        if let Some(winner) = winners.first().copied() {
            let rows = winners
                .iter()
                .filter_map(|winner| kind.first.flavors.get(*winner))
                .collect();
            unreached.push((Cause::Beaten(row, rows), index, Some(winner)));
        } else if fitting.is_empty()
            && !kinds
                .machines()
                .iter()
                .any(|machine| kinds.might_fit(machine.first, kind.first, index))
        {
            unreached.push((cause(kinds, kind.first, index, row), index, None));
        }
    }
    unreached
}

fn cause<'a>(
    kinds: &Kinds<'a>,
    version: &'a Version<'a, 'a>,
    flavor: usize,
    row: &'a Row<'a>,
) -> Cause<'a> {
    let layout = kinds.matcher.layout();
    let mut machines = kinds.machines().iter();
    let mut common = machines.next().map_or_else(Vec::new, |machine| {
        layout.clashes(&[&machine.first.row, row])
    });
    for machine in machines {
        let clashes = layout.clashes(&[&machine.first.row, row]);
        common.retain(|capability| clashes.contains(capability));
    }
    match (
        common.first(),
        version.version.capability_flavors.get(flavor),
    ) {
        (Some(capability), Some(written)) => {
            let capability = layout.name(*capability);
            Cause::Value(
                capability,
                kinds
                    .matcher
                    .values(&written.capabilities, capability)
                    .values,
            )
        }
        _ => Cause::Combination(row),
    }
}
