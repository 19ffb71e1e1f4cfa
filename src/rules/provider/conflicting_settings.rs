use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, words};

use super::{faults, names};

rule!(
    "provider/conflicting-settings",
    Provider,
    Error,
    Provided(check),
    "Settings of `providerConfig` that exclude each other.",
    Part
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        let What::Exclusive { fields } = fault.what else {
            continue;
        };
        let message = format!(
            "{} set the same thing in different ways, but {} takes only one of them",
            words::all(fields.iter().copied()),
            names::extension(view)
        );
        reporter.report(names::report(view, fault, message).help("keep one, and remove the rest"));
    }
}
