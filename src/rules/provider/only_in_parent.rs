use crate::provider::fault::Fault;
use crate::rules::{ProvidedView, Report, words};

use super::names;

rule!(
    "provider/only-in-parent",
    Provider,
    Error,
    ProviderFault,
    "A setting in `providerConfig` of a NamespacedCloudProfile that only a CloudProfile \
        may have.",
    Part
);

pub(super) fn field(view: &ProvidedView<'_>, fault: &Fault<'_>, field: &str) -> Report {
    report(view, fault, &words::quoted(field)).help("remove it here")
}

/// Several fields beside the allowed ones and `machineImages`.
pub(super) fn fields(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    fields: &[&str],
    allowed: &[&str],
) -> Report {
    let allowed = ["machineImages"].iter().chain(allowed).copied();
    report(view, fault, &words::all(fields.iter().copied())).help(format!(
        "remove everything but {} here",
        words::all(allowed)
    ))
}

fn report(view: &ProvidedView<'_>, fault: &Fault<'_>, what: &str) -> Report {
    let message = format!(
        "{} takes {what} only from the parent {}: a NamespacedCloudProfile must not set it",
        names::extension(view),
        names::parent(view)
    );
    names::report(view, fault, message)
}
