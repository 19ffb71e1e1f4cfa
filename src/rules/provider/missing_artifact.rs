use crate::provider::fault::{Missing, What};
use crate::rules::{ProvidedView, Reporter, words};

use super::{faults, names};

rule!(
    "provider/missing-artifact",
    Provider,
    Error,
    Provided(check),
    "A version or flavor of `providerConfig` that names no artifact, or several."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let fields = view.provided.provider.fields.references;
    for fault in faults(view, &RULE) {
        let at = names::at(view, &fault.field);
        let subject = match (&at.flavor, at.name()) {
            (Some(flavor), Some(name)) => format!(
                "flavor {} of {name}",
                names::capabilities(&flavor.capabilities)
            ),
            (_, Some(name)) => name,
            (_, None) => "an entry".to_owned(),
        };
        let (message, help) = match &fault.what {
            What::Missing(Missing::Reference(field)) => (
                format!(
                    "{subject} names no artifact: `{field}` is missing or empty{}",
                    names::misnomer(&fault.field, &[field])
                ),
                format!("set `{field}`"),
            ),
            What::NoFormat(of) => (
                format!(
                    "{} names no artifact in `providerConfig`: it has neither flavors nor {}{}",
                    names::version(*of),
                    if fields.is_empty() {
                        words::all(["regions"])
                    } else {
                        words::all(fields.iter().copied())
                    },
                    names::misnomer(&fault.field, fields)
                ),
                "add `capabilityFlavors`, one entry for each artifact".to_owned(),
            ),
            What::NotOneReference { fields, count } => {
                let has = if *count == 0 {
                    "names no artifact".to_owned()
                } else {
                    format!("names its artifact in {count} ways")
                };
                (
                    format!(
                        "{subject} {has}: exactly one of {} must be set{}",
                        words::all(fields.iter().copied()),
                        names::misnomer(&fault.field, fields)
                    ),
                    if *count == 0 {
                        "set one of them"
                    } else {
                        "keep one of them"
                    }
                    .to_owned(),
                )
            }
            _ => continue,
        };
        let missing = match &fault.what {
            What::NotOneReference { fields, count: 0 } => *fields,
            What::NoFormat(_) => fields,
            _ => &[],
        };
        // A field with a wrong name is not missing.
        let report = names::report(view, fault, message).help(help);
        // Artifacts in flavors count with a vocabulary only.
        let has_flavors = at
            .version
            .is_some_and(|version| !version.flavors.is_empty());
        let report = if has_flavors && view.parent.is_none() {
            report.needs("spec.machineCapabilities")
        } else {
            report
        };
        let wanted = missing
            .iter()
            .copied()
            .chain((!missing.is_empty()).then_some("regions"));
        reporter.report(wanted.fold(report, |report, field| {
            report.needs(names::beside(&fault.field, field))
        }));
    }
}
