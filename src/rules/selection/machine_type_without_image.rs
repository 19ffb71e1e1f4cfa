use std::collections::BTreeMap;

use crate::matching::Machine;
use crate::rules::{ProfileView, Report, Reporter};

use super::kinds::{Kind, Kinds};
use super::names;
use super::nearest::{self, Cause, Nearest};

rule!(
    "selection/machine-type-without-image",
    Selection,
    Warning,
    Effective(check),
    "A machine type that no image version fits."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(kinds) = Kinds::with_vocabulary(view).filter(Kinds::are_complete) else {
        return;
    };
    let mut found: BTreeMap<Cause<'_>, (Nearest<'_>, Vec<usize>)> = BTreeMap::new();
    for machine in kinds
        .machines()
        .iter()
        .filter(|machine| kinds.is_sound(&machine.first.machine_type.capabilities))
    {
        if fits_some(&kinds, machine) {
            continue;
        }
        let versions = kinds.versions().iter().map(|kind| kind.first);
        if let Some(nearest) = Nearest::of(
            &kinds,
            std::iter::once(machine.first),
            &nearest::flavors(versions),
        ) {
            found
                .entry(nearest.cause())
                .or_insert_with(|| (nearest, Vec::new()))
                .1
                .push(machine.class);
        }
    }
    for (nearest, classes) in found.into_values() {
        reporter.report(report(&kinds, &nearest, &kinds.machines_of(&classes)));
    }
}

/// Whether some version fits, or would but for what is reported itself.
fn fits_some(kinds: &Kinds<'_>, machine: &Kind<&Machine<'_, '_>>) -> bool {
    kinds.versions().iter().any(|version| {
        let might_fit = |flavor| kinds.might_fit(machine.first, version.first, flavor);
        kinds
            .matcher
            .answer_of_classes(machine.class, version.class)
            .compatible
            || (0..version.first.flavors.len()).any(might_fit)
    })
}

fn report(kinds: &Kinds<'_>, nearest: &Nearest<'_>, machines: &[&Machine<'_, '_>]) -> Report {
    let machine = machines.first().copied().unwrap_or(nearest.machine);
    let message = format!(
        "no image version fits {}, so the server refuses every worker pool with {}; the nearest \
         is {} of {}: {}",
        names::machine_types(machines),
        if machines.len() == 1 { "it" } else { "them" },
        names::flavor(nearest.flavor),
        names::versions(&[nearest.version]),
        names::clashes(&nearest.clashes),
    );
    let mut report = Report::new(
        machine.machine_type.name.span,
        names::machine_path(machine, kinds.matcher.machines()),
        message,
    )
    .help(
        "add a flavor for these machine types to an image, correct their capabilities, or set \
         `usable: false` until there is an image. A capability that you leave out counts as all \
         its values",
    );
    if let Some(clash) = nearest.clashes.first() {
        report = report
            .also(
                clash.machine.span,
                format!("has {}", names::list(&clash.machine)),
            )
            .also(
                clash.flavor.span,
                format!("wants {}", names::list(&clash.flavor)),
            );
        if let Some(definition) = kinds.matcher.vocabulary().get(clash.capability) {
            report = report.also(definition.name.span, "defined here");
        }
    }
    report
}
