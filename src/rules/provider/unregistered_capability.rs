use crate::capability::written;
use crate::model::cursor::Spanned;
use crate::provider::fault::Fault;
use crate::rules::{ProvidedView, Report, edit, words};

use super::compared::Compared;
use super::names;

rule!(
    "provider/unregistered-capability",
    Provider,
    Error,
    ProviderFault,
    "A flavor of `providerConfig` with a capability or value that the vocabulary does \
        not define."
);

/// Nothing for a flavor that the core part has, too.
pub(super) fn capability(
    view: &ProvidedView<'_>,
    compared: &Compared<'_>,
    fault: &Fault<'_>,
    name: &str,
) -> Option<Report> {
    let at = names::at(view, &fault.field);
    if compared.is_copied(at.flavor) {
        return None;
    }
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
    let old = Spanned::new(name, fault.span);
    Some(edit::replace_by(report, view.item.text, old, near))
}

/// Nothing for a flavor that the core part has, too.
pub(super) fn value(
    view: &ProvidedView<'_>,
    compared: &Compared<'_>,
    fault: &Fault<'_>,
    name: &str,
    value: &str,
) -> Option<Report> {
    let at = names::at(view, &fault.field);
    if compared.is_copied(at.flavor) {
        return None;
    }
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
            words::each(known())
        ));
    if let Some(definition) = definition {
        report = report.also(
            definition.name.span,
            format!("{} is defined here", words::quoted(name)),
        );
    }
    let old = Spanned::new(value, fault.span);
    Some(edit::replace_by(report, view.item.text, old, near))
}
