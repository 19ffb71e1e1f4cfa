use crate::provider::fault::Fault;
use crate::rules::{ProvidedView, Report, words};
use crate::source::Span;

use super::names;

rule!(
    "provider/repeated-setting",
    Provider,
    Error,
    ProviderFault,
    "Something that `providerConfig` sets twice, but may set only once.",
    Part
);

pub(super) fn repeated(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    value: &str,
    first: Option<Span>,
) -> Report {
    let message = format!(
        "this is the second entry for {}: {} takes each once",
        words::quoted(value),
        names::extension(view)
    );
    // Some paths end in the list.
    let renamed = match fault.field.last_name() {
        name @ ("name" | "region" | "version") => format!(", or give this one another `{name}`"),
        _ => String::new(),
    };
    let report = names::report(view, fault, message)
        .value(value)
        .help(format!("remove one of the two entries{renamed}"));
    match first {
        Some(first) => report.also(first, "first here"),
        None => report,
    }
}

pub(super) fn several_defaults(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    of: &str,
    first: Span,
) -> Report {
    let message = format!(
        "several load balancer classes are the {of} one, by purpose or name: {} takes one",
        names::extension(view)
    );
    names::report(view, fault, message)
        .help(format!("keep one {of} class"))
        .also(first, "the first one")
}
