use crate::capability::Selected;
use crate::rules::{ProfileView, Report, Reporter, words};

use super::duel::{Duels, Group};
use super::kinds::Kinds;
use super::names;

rule!(
    "selection/documented-tie-break-differs",
    Selection,
    Warning,
    Effective(check),
    "A machine type that gets another flavor than the operator guide says."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(kinds) = Kinds::with_vocabulary(view).map(|kinds| kinds.without_workers(view)) else {
        return;
    };
    let mut duels = Duels::default();
    for version in kinds.versions() {
        duels.add(&kinds, version, |machine| {
            let answer = kinds
                .matcher
                .answer_of_classes(machine.class, version.class);
            match (&answer.selected, &answer.documented) {
                (Selected::One(selected), Selected::One(documented)) if selected != documented => {
                    Some((*selected, *documented))
                }
                _ => None,
            }
        });
    }
    for group in duels.groups(&kinds) {
        reporter.report(report(&kinds, &group));
    }
}

fn report<'a>(kinds: &Kinds<'a>, group: &Group<'a>) -> Report {
    let duel = group.duel;
    let (because, help) = match group.deciding(kinds) {
        Some(bit) => {
            let (value, capability) = (words::quoted(bit.value), words::quoted(bit.capability));
            (
                format!(
                    ": it also lists {value} for {capability}, which counts before the next \
                     capability"
                ),
                format!(
                    "list {value} for {capability} in both flavors, or give it its own flavor. \
                     Both rules agree if the flavors of a version share all values of a \
                     capability or none"
                ),
            )
        }
        None => (
            String::new(),
            "let the flavors of a version share all values of a capability or none".to_owned(),
        ),
    };
    let message = format!(
        "{} get{} {} of {}, not {} as the operator guide has it{because}",
        names::machine_types(&group.machines),
        names::verb(&group.machines),
        names::flavor(duel.winner),
        names::versions(&group.versions),
        names::flavor(duel.loser),
    );
    group
        .report(kinds, message, "the flavor by the operator guide")
        .help(help)
}
