use crate::provider::fault::{Fault, Of};
use crate::rules::{ProvidedView, Report, words};
use crate::source::Span;

use super::compared::Compared;
use super::names;

rule!(
    "provider/already-in-parent",
    Provider,
    Error,
    ProviderFault,
    "An entry in `providerConfig` of a NamespacedCloudProfile that the parent has already.",
    Part
);

pub(super) fn version(
    view: &ProvidedView<'_>,
    compared: &Compared<'_>,
    fault: &Fault<'_>,
    of: Of<'_>,
) -> Report {
    let message = format!(
        "the parent {1} has {0} and maps it: a NamespacedCloudProfile maps only what it adds",
        names::version(of),
        names::parent(view)
    );
    let help = "remove the entry; another expiration date needs no mapping";
    let other = compared.parent(of).map(|version| version.version().span);
    also(names::report(view, fault, message).help(help), other)
}

pub(super) fn machine_type(view: &ProvidedView<'_>, fault: &Fault<'_>, name: &str) -> Report {
    let message = format!(
        "the parent {1} has machine type {0}",
        words::quoted(name),
        names::parent(view)
    );
    let help = "remove the entry: here only machine types that are added have settings";
    let mut types = view
        .parent
        .into_iter()
        .flat_map(|parent| parent.profile.machine_types.iter());
    let other = types.find(|machine_type| *machine_type.name == name);
    also(
        names::report(view, fault, message).help(help),
        other.map(|machine_type| machine_type.name.span),
    )
}

fn also(report: Report, other: Option<Span>) -> Report {
    match other {
        Some(span) => report.also(span, "in the parent"),
        None => report,
    }
}
