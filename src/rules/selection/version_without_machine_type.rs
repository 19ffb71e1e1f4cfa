use std::collections::BTreeMap;

use crate::finding::Severity;
use crate::matching::Version;
use crate::rules::{ProfileView, Report, Reporter, words};

use super::kinds::{Kind, Kinds};
use super::names;
use super::nearest::{self, Cause, Nearest};

rule!(
    "selection/version-without-machine-type",
    Selection,
    Warning,
    Effective(check),
    "An image version that fits no machine type."
);

/// The nearest pair, and the versions for which it holds.
type Found<'a> = (Nearest<'a>, Vec<&'a Version<'a, 'a>>);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(kinds) = Kinds::with_vocabulary(view) else {
        return;
    };
    if kinds.machines().is_empty() {
        return;
    }
    // A fit with unusable machine types only is another cause.
    let mut found: BTreeMap<(Option<&str>, Cause<'_>), Found<'_>> = BTreeMap::new();
    for kind in kinds
        .versions()
        .iter()
        .filter(|kind| !fits_some(&kinds, kind))
    {
        let sound =
            (0..kind.first.flavors.len()).any(|flavor| kinds.is_sound_flavor(kind.first, flavor));
        let might_fit = |flavor| {
            kinds
                .machines()
                .iter()
                .any(|machine| kinds.might_fit(machine.first, kind.first, flavor))
        };
        let sound = sound && !(0..kind.first.flavors.len()).any(might_fit);
        let machines = kinds.machines().iter().map(|machine| machine.first);
        let nearest = Nearest::of(
            &kinds,
            machines,
            &nearest::flavors(std::iter::once(kind.first)),
        );
        if let Some(nearest) = nearest.filter(|_| sound) {
            let fits = |row| {
                kinds
                    .unusable()
                    .iter()
                    .find(|machine| kinds.fits(machine, row))
            };
            let unusable = kind
                .first
                .flavors
                .iter()
                .find_map(fits)
                .map(|machine| *machine.machine_type.name);
            found
                .entry((unusable, nearest.cause()))
                .or_insert_with(|| (nearest, Vec::new()))
                .1
                .extend(&kind.all);
        }
    }
    for ((unusable, _), (nearest, mut versions)) in found {
        versions.sort_by_key(|version| version.version.at());
        reporter.report(report(&kinds, &nearest, &versions, unusable));
    }
}

/// Whether some usable machine type fits.
fn fits_some(kinds: &Kinds<'_>, version: &Kind<&Version<'_, '_>>) -> bool {
    kinds.machines().iter().any(|machine| {
        kinds
            .matcher
            .answer_of_classes(machine.class, version.class)
            .compatible
    })
}

fn report(
    kinds: &Kinds<'_>,
    nearest: &Nearest<'_>,
    versions: &[&Version<'_, '_>],
    unusable: Option<&str>,
) -> Report {
    let version = versions.first().copied().unwrap_or(nearest.version);
    let subject = format!("{} fit{}", names::versions(versions), names::verb(versions));
    let name = words::quoted(*nearest.machine.machine_type.name);
    let nearest_text = format!(
        "nearest is machine type {name}: {}",
        names::clashes(&nearest.clashes)
    );
    let (message, help) = match unusable {
        None => (
            format!(
                "{subject} no machine type, so nobody can use {}; {nearest_text}",
                if versions.len() == 1 { "it" } else { "them" }
            ),
            "add the intended machine types, correct its flavors, or remove the version and its \
             entry in `providerConfig`",
        ),
        Some(machine) => (
            format!(
                "{subject} only machine types that are not usable, such as {}, so no new worker \
                 pool can use it",
                words::quoted(machine)
            ),
            "remove the version together with these machine types, once no worker pool uses them",
        ),
    };
    let mut report = Report::new(
        version.version.version().span,
        names::version_path(version),
        message,
    )
    .help(help);
    if let Some(clash) = nearest.clashes.first() {
        report = report
            .also(
                clash.flavor.span,
                format!("wants {}", names::list(&clash.flavor)),
            )
            .also(
                clash.machine.span,
                format!(
                    "the nearest machine type has {}",
                    names::list(&clash.machine)
                ),
            );
        if let Some(definition) = kinds.matcher.vocabulary().get(clash.capability) {
            report = report.also(definition.name.span, "defined here");
        }
    }
    if unusable.is_some() {
        report.severity(Severity::Note)
    } else {
        report
    }
}
