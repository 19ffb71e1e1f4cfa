use crate::provider::fault::Fault;
use crate::rules::{ProvidedView, Report, words};

use super::names;

rule!(
    "provider/conflicting-settings",
    Provider,
    Error,
    ProviderFault,
    "Settings of `providerConfig` that exclude each other.",
    Part
);

pub(super) fn report(view: &ProvidedView<'_>, fault: &Fault<'_>, fields: &[&str]) -> Report {
    let message = format!(
        "{} set the same thing in different ways, but {} takes only one of them",
        words::all(fields.iter().copied()),
        names::extension(view)
    );
    names::report(view, fault, message).help("keep one, and remove the rest")
}
