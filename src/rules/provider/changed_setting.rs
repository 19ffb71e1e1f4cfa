use crate::provider::fault::Fault;
use crate::rules::{ProvidedView, Report, words};

use super::names;

rule!(
    "provider/changed-setting",
    Provider,
    Error,
    ProviderFault,
    "An update of `providerConfig` that changes an immutable setting.",
    Part
);

pub(super) fn isolation(view: &ProvidedView<'_>, fault: &Fault<'_>, partition: &str) -> Report {
    let message = format!(
        "the update removes the network isolation of partition {}, which clusters there may need",
        words::quoted(partition)
    );
    names::report(view, fault, message)
        .value(partition)
        .help("keep it as stored")
}

pub(super) fn count(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    list: &str,
    old: usize,
    new: usize,
) -> Report {
    let message = format!(
        "`{list}` had {old} entries and has {new}: an update must not make it longer or shorter"
    );
    names::report(view, fault, message)
        .value(new)
        .help("keep the stored number of entries")
}

pub(super) fn value(view: &ProvidedView<'_>, fault: &Fault<'_>, old: &str, new: &str) -> Report {
    let message = format!(
        "{} was {} in the stored object, and must not change",
        words::quoted(new),
        words::quoted(old)
    );
    names::report(view, fault, message)
        .value(new)
        .help(format!("keep {}", words::quoted(old)))
}
