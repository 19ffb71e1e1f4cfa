use crate::capability::written;
use crate::provider::fault::{Fault, What};
use crate::rules::{ProvidedView, Report, Reporter, edit, words};

use super::{faults_of_flavors, names};

rule!(
    "provider/unregistered-capability",
    Provider,
    Error,
    Provided(check),
    "A flavor of `providerConfig` with a capability or value that the vocabulary does \
        not define."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults_of_flavors(view, &RULE) {
        let at = names::at(view, &fault.field);
        let report = match fault.what {
            What::UnregisteredCapability(name) => capability(view, fault, name, &at),
            What::UnregisteredValue { capability, value } => {
                self::value(view, fault, (capability, value), &at)
            }
            _ => continue,
        };
        reporter.report(report);
    }
}

fn capability(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    name: &str,
    at: &names::At<'_>,
) -> Report {
    // A second key of the same name would be worse than the wrong one.
    let has = |near: &str| {
        at.flavor.is_some_and(|flavor| {
            flavor
                .capabilities
                .iter()
                .any(|capability| *capability.name == near)
        })
    };
    let near = words::near_beside(name, view.vocabulary.names(), has);
    let message = format!(
        "a flavor{} names capability {}, which `spec.machineCapabilities` does not define, so \
         nothing can match it",
        at.of(),
        words::quoted(name)
    );
    let mut report = names::report(view, fault, message)
        .value(name)
        .help(format!(
            "{}the defined capabilities are {}",
            words::did_you_mean(near),
            words::all(view.vocabulary.names())
        ));
    if let Some(first) = view.vocabulary.definitions().first() {
        report = report.also(first.name.span, "the vocabulary begins here");
    }
    replaced(report, view, fault, name, near)
}

fn value(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    (name, value): (&str, &str),
    at: &names::At<'_>,
) -> Report {
    let definition = view.vocabulary.get(name);
    let known = || {
        definition
            .into_iter()
            .flat_map(|definition| definition.values.iter().map(|value| value.value))
    };
    let listed = at
        .flavor
        .map_or(&[][..], |flavor| written(&flavor.capabilities, name));
    let near = words::near_beside(value, known(), |near| {
        listed.iter().any(|value| value.value == near)
    });
    let message = format!(
        "a flavor{} has value {} for capability {}, whose definition does not list it: no valid \
         machine type would match",
        at.of(),
        words::quoted(value),
        words::quoted(name)
    );
    let mut report = names::report(view, fault, message)
        .value(value)
        .help(format!(
            "{}the values of {} are {}",
            words::did_you_mean(near),
            words::quoted(name),
            words::all(known())
        ));
    if let Some(definition) = definition {
        report = report.also(
            definition.name.span,
            format!("{} is defined here", words::quoted(name)),
        );
    }
    replaced(report, view, fault, value, near)
}

fn replaced(
    report: Report,
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    old: &str,
    new: Option<&str>,
) -> Report {
    let edit = new.and_then(|new| {
        Some((
            new,
            edit::replace_name(view.item.text, fault.span, old, new)?,
        ))
    });
    match edit {
        Some((new, edit)) => report.unsafe_fix(format!("replace it by `{new}`"), vec![edit]),
        None => report,
    }
}
