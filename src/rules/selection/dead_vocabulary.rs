use crate::capability::{ARCHITECTURE, Definition};
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, words};

use super::named_values::{NamedValues, has};

rule!(
    "selection/dead-vocabulary",
    Selection,
    Note,
    Effective(check),
    "A capability or value that no machine type and no flavor names."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(named) = NamedValues::of_view(view) else {
        return;
    };
    let spec = Path::new("spec");
    let definitions = spec.field("machineCapabilities");
    for (i, written) in view.profile.machine_capabilities.iter().enumerate() {
        // A single architecture must be defined and need not be named; of repeated definitions the
        // last counts.
        let definition = view
            .vocabulary
            .get(*written.name)
            .filter(|definition| definition.name.span == written.name.span);
        let Some(definition) = definition
            .filter(|definition| *definition.name != ARCHITECTURE || definition.values.len() > 1)
        else {
            continue;
        };
        let path = definitions.index(i);
        if !named.names(*definition.name) {
            // A name that is misspelled is reported where it stands; so is a value.
            if !named.strange_names {
                reporter.report(capability(definition, &path));
            }
            continue;
        }
        if named.strange_values.contains(*definition.name) {
            continue;
        }
        let (flavors, machine_types) = (&named.flavors, &named.machine_types);
        let is_dead = |value: &str| {
            !has(flavors, *definition.name, value) && !has(machine_types, *definition.name, value)
        };
        let dead: Vec<usize> = (0..definition.values.len())
            .filter(|n| {
                definition
                    .values
                    .get(*n)
                    .is_some_and(|value| is_dead(value.value))
            })
            .collect();
        if let Some(report) = values(definition, &dead, &path) {
            reporter.report(report);
        }
    }
}

fn capability(definition: &Definition<'_>, path: &Path<'_>) -> Report {
    let name = words::quoted(*definition.name);
    let message = format!(
        "no machine type and no flavor names the capability {name}: everything counts as having \
         all of its values, so it has no effect"
    );
    Report::new(definition.name.span, path.field("name"), message)
        .value(*definition.name)
        .help(
            "remove the definition until you need it, or name it on the machine types and flavors \
             that it must separate",
        )
}

fn values(definition: &Definition<'_>, dead: &[usize], path: &Path<'_>) -> Option<Report> {
    let (first, rest) = dead.split_first()?;
    let name = words::quoted(*definition.name);
    let all: Vec<_> = dead
        .iter()
        .filter_map(|n| definition.values.get(*n))
        .collect();
    let first_value = definition.values.get(*first)?;
    let message = format!(
        "no machine type and no flavor names {} of capability {name}: only machine types and \
         flavors without {name} have {}, and nothing needs {}",
        words::all(all.iter().map(|value| value.value)),
        if rest.is_empty() { "it" } else { "them" },
        if rest.is_empty() { "it" } else { "them" },
    );
    let mut report = Report::new(
        first_value.span,
        path.field("values").index(*first),
        message,
    )
    .value(first_value.value)
    .help(format!(
        "remove {} from the definition until you need {}, or name {} where {} meant",
        if rest.is_empty() { "it" } else { "them" },
        if rest.is_empty() { "it" } else { "them" },
        if rest.is_empty() { "it" } else { "them" },
        if rest.is_empty() { "it is" } else { "they are" },
    ));
    for value in all.iter().skip(1).take(2) {
        report = report.also(value.span, "and this one");
    }
    Some(report)
}
