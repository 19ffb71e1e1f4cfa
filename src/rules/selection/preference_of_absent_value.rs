use crate::capability::{Row, Selected, choose};
use crate::matching::{Machine, Version};
use crate::rules::{ProfileView, Report, Reporter, words};

use super::duel::{Duels, Group};
use super::kinds::Kinds;
use super::names;

rule!(
    "selection/preference-of-absent-value",
    Selection,
    Note,
    Effective(check),
    "A flavor that wins by a value that the machine type does not have."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(kinds) = Kinds::with_vocabulary(view).map(|kinds| kinds.without_workers(view)) else {
        return;
    };
    let mut duels = Duels::default();
    for version in kinds.versions() {
        duels.add(&kinds, version, |machine| {
            match kinds.selected(machine, version) {
                Selected::One(selected) => {
                    other_choice(&kinds, machine.first, version.first, *selected)
                        .map(|other| (*selected, other))
                }
                Selected::Nothing | Selected::Ambiguous(_) => None,
            }
        });
    }
    for group in duels.groups(&kinds) {
        reporter.report(report(&kinds, &group));
    }
}

/// A flavor that would be chosen as well or instead if only values counted that the machine type
/// has.
fn other_choice<'a>(
    kinds: &Kinds<'a>,
    machine: &Machine<'a, 'a>,
    version: &Version<'a, 'a>,
    selected: usize,
) -> Option<usize> {
    let fits = |row: &&Row<'a>| kinds.fits(machine, row);
    // A single fitting flavor leaves nothing to prefer.
    version.flavors.iter().filter(fits).nth(1)?;
    let rows: Vec<Row<'_>> = version
        .flavors
        .iter()
        .map(|row| row.common(&machine.row))
        .collect();
    match choose(kinds.matcher.layout(), &machine.row, &rows) {
        Selected::Nothing => None,
        Selected::One(other) => (other != selected).then_some(other),
        Selected::Ambiguous(others) => others.into_iter().find(|other| *other != selected),
    }
}

fn report<'a>(kinds: &Kinds<'a>, group: &Group<'a>) -> Report {
    let duel = group.duel;
    // The deciding value is never one of the machine type: then it would decide among its own
    // values, too.
    let because = group.deciding(kinds).map_or_else(String::new, |bit| {
        let lack = if group.machines.len() == 1 {
            "the machine type does"
        } else {
            "the machine types do"
        };
        format!(
            ": it lists {} for {}, which {lack} not have",
            words::quoted(bit.value),
            words::quoted(bit.capability)
        )
    });
    let message = format!(
        "{} get{} {} of {} rather than {}{because}",
        names::machine_types(&group.machines),
        names::verb(&group.machines),
        names::flavor(duel.winner),
        names::versions(&group.versions),
        names::flavor(duel.loser),
    );
    group.report(kinds, message, "fits as well").help(
        "if you want the other flavor for these machine types, remove the values that they have \
         from the flavor that wins. The machine type only decides which flavors fit; preference \
         looks at all values that a flavor lists",
    )
}
