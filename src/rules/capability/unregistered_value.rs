use std::collections::BTreeSet;

use crate::capability::Definition;
use crate::finding::ErrorType;
use crate::model::cloudprofile::Capability;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::rules::capability::worker_capability;
use crate::rules::{ProfileView, Report, Reporter, edit, walk, words};

rule!(
    "capability/unregistered-value",
    Static,
    Error,
    Spec(check),
    "A flavor or machine type with a value that the definition of the capability does \
        not list."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::flavors(view, |path, flavor| {
        judge(view, path, &flavor.capabilities, reporter);
    });
    walk::first_machine_types(view, |path, machine_type| {
        judge(
            view,
            &path.field("capabilities"),
            &machine_type.capabilities,
            reporter,
        );
    });
}

fn judge(
    view: &ProfileView<'_>,
    path: &Path<'_>,
    capabilities: &[Capability<'_>],
    reporter: &mut Reporter<'_>,
) {
    for capability in capabilities {
        let Some(definition) = view.vocabulary.get(*capability.name) else {
            worker_values(view, path, capability, reporter);
            continue;
        };
        if capability
            .values
            .iter()
            .all(|value| definition.has(value.value))
        {
            continue;
        }
        let path = path.field(*capability.name);
        let named: BTreeSet<&str> = capability.values.iter().map(|value| value.value).collect();
        for (n, value) in capability
            .values
            .iter()
            .enumerate()
            .filter(|(_, value)| !definition.has(value.value))
        {
            reporter.report(report(view, definition, &named, value, &path.index(n)));
        }
    }
}

/// The values of a worker capability are fixed.
fn worker_values(
    view: &ProfileView<'_>,
    path: &Path<'_>,
    capability: &Capability<'_>,
    reporter: &mut Reporter<'_>,
) {
    let Some(known) = worker_capability(view, *capability.name) else {
        return;
    };
    let path = path.field(*capability.name);
    for (n, value) in capability
        .values
        .iter()
        .enumerate()
        .filter(|(_, value)| !known.values.contains(&value.value))
    {
        let near = words::near_beside(value.value, known.values.iter().copied(), |near| {
            capability.values.iter().any(|value| value.value == near)
        });
        let name = words::quoted(known.name);
        let message = format!(
            "Unsupported value: {}: worker capability {name} does not have this value, so no \
             worker pool asks for it",
            value.value
        );
        let help = format!(
            "{}the values of {name} are {}",
            words::did_you_mean(near),
            words::each(known.values.iter().copied())
        );
        reporter.report(
            Report::new(value.span, path.index(n), message)
                .error(ErrorType::NotSupported)
                .value(value.value)
                .help(help),
        );
    }
}

fn report(
    view: &ProfileView<'_>,
    definition: &Definition<'_>,
    named: &BTreeSet<&str>,
    value: &Spanned<&str>,
    path: &Path<'_>,
) -> Report {
    let name = words::quoted(*definition.name);
    let known = || definition.values.iter().map(|value| value.value);
    let near = words::near_beside(value.value, known(), |near| named.contains(near));
    let message = format!(
        "Unsupported value: {}: the definition of capability {name} does not list it, so it would \
         match no valid flavor or machine type",
        value.value
    );
    let help = if definition.values.is_empty() {
        format!("the definition of {name} lists no value")
    } else {
        format!(
            "{}the values of {name} are {}; add a new value to the definition first",
            words::did_you_mean(near),
            words::each(known())
        )
    };
    let report = Report::new(value.span, path, message)
        .error(ErrorType::NotSupported)
        .value(value.value)
        .also(definition.name.span, format!("{name} is defined here"))
        .help(help);
    edit::replace_by(report, view.item.text, *value, near)
}
