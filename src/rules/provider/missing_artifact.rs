use crate::provider::fault::{Fault, Of};
use crate::rules::{ProvidedView, Report, words};

use super::names;

rule!(
    "provider/missing-artifact",
    Provider,
    Error,
    ProviderFault,
    "A version or flavor of `providerConfig` that names no artifact, or several."
);

pub(super) fn reference(view: &ProvidedView<'_>, fault: &Fault<'_>, field: &str) -> Report {
    let message = format!(
        "{} names no artifact: `{field}` is missing or empty{}",
        subject(&names::at(view, &fault.field)),
        names::misnomer(&fault.field, &[field])
    );
    report(view, fault, message, &[]).help(format!("set `{field}`"))
}

pub(super) fn no_format(view: &ProvidedView<'_>, fault: &Fault<'_>, of: Of<'_>) -> Report {
    let fields = view.provided.provider.fields.references;
    let message = format!(
        "{} names no artifact in `providerConfig`: it has neither flavors nor {}{}",
        names::version(of),
        if fields.is_empty() {
            words::all(["regions"])
        } else {
            words::all(fields.iter().copied())
        },
        names::misnomer(&fault.field, fields)
    );
    report(view, fault, message, fields)
        .help("add `capabilityFlavors`, one entry for each artifact")
}

pub(super) fn not_one(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    fields: &[&str],
    count: usize,
) -> Report {
    let (has, help, missing) = if count == 0 {
        ("names no artifact".to_owned(), "set one of them", fields)
    } else {
        let has = format!("names its artifact in {count} ways");
        (has, "keep one of them", &[][..])
    };
    let message = format!(
        "{} {has}: exactly one of {} must be set{}",
        subject(&names::at(view, &fault.field)),
        words::all(fields.iter().copied()),
        names::misnomer(&fault.field, fields)
    );
    report(view, fault, message, missing).help(help)
}

/// The entry that must name an artifact.
fn subject(at: &names::At<'_>) -> String {
    match (&at.flavor, at.name()) {
        (Some(flavor), Some(name)) => format!(
            "flavor {} of {name}",
            names::capabilities(&flavor.capabilities)
        ),
        (_, Some(name)) => name,
        (_, None) => "an entry".to_owned(),
    }
}

/// `missing`: the fields that may be there under a wrong name.
fn report(view: &ProvidedView<'_>, fault: &Fault<'_>, message: String, missing: &[&str]) -> Report {
    let report = names::report(view, fault, message);
    // Artifacts in flavors count with a vocabulary only.
    let report = if names::has_flavors(view, fault) && view.parent.is_none() {
        report.needs("spec.machineCapabilities")
    } else {
        report
    };
    let regions = (!missing.is_empty()).then_some("regions");
    missing
        .iter()
        .copied()
        .chain(regions)
        .fold(report, |report, field| {
            report.needs(names::beside(&fault.field, field))
        })
}
