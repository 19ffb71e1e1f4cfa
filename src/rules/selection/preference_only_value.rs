use crate::capability::{ARCHITECTURE, Definition};
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, words};

use super::named_values::{NamedValues, has};

rule!(
    "selection/preference-only-value",
    Selection,
    Note,
    Effective(check),
    "A capability or value of flavors that only decides preference, because no machine type names \
     it."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(named) = NamedValues::of_view(view) else {
        return;
    };
    let spec = Path::new("spec");
    let definitions = spec.field("machineCapabilities");
    for (i, written) in view.profile.machine_capabilities.iter().enumerate() {
        let definition = view
            .vocabulary
            .get(*written.name)
            .filter(|definition| definition.name.span == written.name.span);
        // A missing architecture has rules of its own; a single value has nothing to choose from.
        let Some(definition) = definition
            .filter(|definition| *definition.name != ARCHITECTURE && definition.values.len() > 1)
        else {
            continue;
        };
        let (name, path) = (*definition.name, definitions.index(i));
        let Some(in_flavors) = named.flavors.get(name) else {
            continue;
        };
        // A misspelt value has its own finding.
        if named.strange_names || named.strange_values.contains(name) {
            continue;
        }
        if !named.machine_types.contains_key(name) {
            reporter.report(capability(definition, &path));
            continue;
        }
        // A flavor that has nothing but this value fits machine types that leave the capability
        // out, and no others.
        let only_preferred = |value: &str| {
            in_flavors.contains(value)
                && !has(&named.machine_types, name, value)
                && !named.alone.contains(&(name, value))
        };
        let found: Vec<usize> = (0..definition.values.len())
            .filter(|n| {
                definition
                    .values
                    .get(*n)
                    .is_some_and(|value| only_preferred(value.value))
            })
            .collect();
        if let Some(report) = values(definition, &found, &path) {
            reporter.report(report);
        }
    }
}

fn capability(definition: &Definition<'_>, path: &Path<'_>) -> Report {
    let name = words::quoted(*definition.name);
    let message = format!(
        "no machine type names the capability {name}, so each has all of its values: it excludes \
         no flavor, and only decides which flavor Gardener prefers"
    );
    Report::new(definition.name.span, path.field("name"), message)
        .value(*definition.name)
        .help(format!(
            "name {name} on the machine types that do not support all of {}; if all do, remove it \
         from the flavors",
            words::all(definition.values.iter().map(|value| value.value))
        ))
}

fn values(definition: &Definition<'_>, found: &[usize], path: &Path<'_>) -> Option<Report> {
    let (first, rest) = found.split_first()?;
    let (name, first_value) = (
        words::quoted(*definition.name),
        definition.values.get(*first)?,
    );
    let all: Vec<_> = found
        .iter()
        .filter_map(|n| definition.values.get(*n))
        .collect();
    let (them, they) = if rest.is_empty() {
        ("it", "it decides")
    } else {
        ("them", "they decide")
    };
    let message = format!(
        "no machine type names {} of capability {name}, and every flavor that lists {them} lists \
         another value too: {they} only which flavor Gardener prefers",
        words::all(all.iter().map(|value| value.value)),
    );
    let mut report = Report::new(
        first_value.span,
        path.field("values").index(*first),
        message,
    )
    .value(first_value.value)
    .help(format!(
        "name {them} on the machine types that support {them}, or leave {them} out \
            of the flavors and the definition"
    ));
    for value in all.iter().skip(1).take(2) {
        report = report.also(value.span, "and this one");
    }
    Some(report)
}
