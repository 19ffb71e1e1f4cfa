use crate::capability::ARCHITECTURE;
use crate::provider::fault::Fault;
use crate::rules::{ProvidedView, Report, words};

use super::compared::Compared;
use super::names;

rule!(
    "provider/not-one-architecture",
    Provider,
    Error,
    ProviderFault,
    "A flavor of `providerConfig` that is not for exactly one architecture."
);

/// Nothing for a flavor that the core part has, too.
pub(super) fn report(
    view: &ProvidedView<'_>,
    compared: &Compared<'_>,
    fault: &Fault<'_>,
    count: usize,
) -> Option<Report> {
    let at = names::at(view, &fault.field);
    if compared.is_copied(at.flavor) {
        return None;
    }
    let says = match count {
        0 => "names no architecture".to_owned(),
        count => format!("names {count} architectures"),
    };
    let architectures = view.vocabulary.architectures();
    let all = words::all(architectures.iter().map(|value| value.value));
    let message = format!(
        "a flavor{} {says}: a flavor is one artifact, so in a profile with {all} it must name \
         exactly one of them",
        at.of()
    );
    let help = if count == 0 {
        "add `architecture: [<the one of this artifact>]` to its `capabilities`"
    } else {
        "write one flavor for each architecture, otherwise identical, each with its own artifact"
    };
    let report = names::report(view, fault, message).help(help);
    Some(match view.vocabulary.get(ARCHITECTURE) {
        Some(definition) => report.also(definition.name.span, "`architecture` is defined here"),
        None => report,
    })
}
