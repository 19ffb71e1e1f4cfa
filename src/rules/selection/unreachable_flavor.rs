use std::collections::BTreeMap;

use crate::finding::Severity;
use crate::matching::Machine;
use crate::rules::{ProfileView, Report, Reporter, words};

use super::kinds::Kinds;
use super::names;
use super::nearest::Nearest;
use super::unreached::{Cause, Unreached, unreached};

rule!(
    "selection/unreachable-flavor",
    Selection,
    Warning,
    Effective(check),
    "A flavor that no machine type can get: it fits none, or another flavor always wins."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(kinds) = Kinds::with_vocabulary(view).map(|kinds| kinds.without_workers(view)) else {
        return;
    };
    let mut found: BTreeMap<Cause<'_>, Vec<Unreached<'_>>> = BTreeMap::new();
    for kind in kinds.versions() {
        for (cause, flavor, winner) in unreached(&kinds, kind) {
            // A child cannot change what it inherits, and can only add machine types: the finding
            // belongs to the parent.
            let own = kind
                .all
                .iter()
                .filter(|version| !names::flavor_span(version, flavor).is_elsewhere());
            found
                .entry(cause)
                .or_default()
                .extend(own.map(|version| Unreached {
                    version,
                    flavor,
                    winner,
                }));
        }
    }
    for (cause, mut found) in found {
        found.sort_by_key(|unreached| (unreached.version.version.at(), unreached.flavor));
        if let Some(first) = found.first().copied() {
            reporter.report(match cause {
                Cause::Beaten(..) => beaten(&kinds, first, &found),
                Cause::Value(capability, values) => {
                    unfit(&kinds, first, &found, Some((capability, &values)))
                }
                Cause::Combination(_) => unfit(&kinds, first, &found, None),
            });
        }
    }
}

fn named(found: &[Unreached<'_>]) -> String {
    let Some((first, rest)) = found.split_first() else {
        return String::new();
    };
    let name = format!(
        "{} of {}",
        names::flavor(first.flavor),
        names::versions(&[first.version])
    );
    if rest.is_empty() {
        name
    } else {
        format!("{name} and {}", words::count(rest.len(), "further flavor"))
    }
}

fn unfit(
    kinds: &Kinds<'_>,
    first: Unreached<'_>,
    found: &[Unreached<'_>],
    value: Option<(&str, &[&str])>,
) -> Report {
    let Unreached {
        version, flavor, ..
    } = first;
    let fits = |machine: &&Machine<'_, '_>| {
        version
            .flavors
            .get(flavor)
            .is_some_and(|row| kinds.fits(machine, row))
    };
    let unusable = kinds.unusable().iter().copied().find(fits);
    let usable = if kinds.unusable().is_empty() {
        ""
    } else {
        "usable "
    };
    let nearest = Nearest::of(
        kinds,
        kinds.machines().iter().map(|kind| kind.first),
        &std::iter::once((version, flavor)),
    );
    let (subject, verb) = (named(found), if found.len() == 1 { "is" } else { "are" });
    let mut message = match value {
        Some((capability, values)) => {
            format!(
                "{subject} {verb} never selected: no {usable}machine type has {} for {}",
                words::all(values.iter().copied()),
                words::quoted(capability)
            )
        }
        None => {
            let why = nearest.as_ref().map_or_else(String::new, |nearest| {
                let name = words::quoted(*nearest.machine.machine_type.name);
                format!(
                    "; {name} comes nearest: {}",
                    names::clashes(&nearest.clashes)
                )
            });
            format!(
                "{subject} {verb} never selected: no {usable}machine type has everything that it \
                 asks for{why}"
            )
        }
    };
    let mut help = "add the intended machine types, or remove the flavor and its entry in \
        `providerConfig`";
    let span = names::flavor_span(version, flavor);
    let report = |message: String, help: &str| {
        let mut report = Report::new(span, names::flavor_path(version, flavor), message).help(help);
        // Images come with flavors for machine types that not every landscape offers.
        report = report.severity(Severity::Note);
        for clash in nearest
            .iter()
            .flat_map(|nearest| nearest.clashes.iter().take(1))
        {
            report = report.also(
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
        report
    };
    if let Some(unusable) = unusable {
        message.push_str(&format!(
            "; only machine types that are not usable do, such as {}",
            words::quoted(*unusable.machine_type.name)
        ));
        help = "remove the flavor together with these machine types, once no worker pool uses them";
        return report(message, help);
    }
    report(message, help)
}

fn beaten(kinds: &Kinds<'_>, first: Unreached<'_>, found: &[Unreached<'_>]) -> Report {
    let Unreached {
        version,
        flavor,
        winner,
    } = first;
    let winner = winner.unwrap_or_default();
    let deciding = version.flavors.get(winner).zip(version.flavors.get(flavor));
    let deciding =
        deciding.and_then(|(winner, loser)| kinds.matcher.layout().deciding(winner, loser));
    let because = deciding.map_or_else(String::new, |bit| {
        format!(
            ", which lists the preferred value {} of {}",
            words::quoted(bit.value),
            words::quoted(bit.capability)
        )
    });
    let message = format!(
        "{} {} never selected: {}, such as {}{because}",
        named(found),
        if found.len() == 1 { "is" } else { "are" },
        words::artifacts::NEVER_PREFERRED,
        names::flavor(winner),
    );
    let mut report = Report::new(
        names::flavor_span(version, flavor),
        names::flavor_path(version, flavor),
        message,
    )
    .also(names::flavor_span(version, winner), "is preferred")
    .help(
        "remove the flavor and its entry in `providerConfig` if nobody needs it. Otherwise let \
         machine types that need it list only its values, or remove these values from the winning \
         flavor",
    );
    let fitting = version.flavors.get(flavor).and_then(|row| {
        kinds
            .machines()
            .iter()
            .find(|machine| kinds.fits(machine.first, row))
    });
    if let Some(machine) = fitting {
        report = report.also(machine.first.machine_type.name.span, "fits both");
    }
    if let Some(definition) =
        deciding.and_then(|bit| kinds.matcher.vocabulary().get(bit.capability))
    {
        report = report.also(definition.values_at, "the order of preference");
    }
    report
}
