use crate::provider::config::Version;
use crate::provider::fault::{Fault, Of};
use crate::rules::{ProvidedView, Report, words};

use super::names;

rule!(
    "provider/both-formats",
    Provider,
    Error,
    ProviderFault,
    "A version of `providerConfig` that mixes the legacy format with flavors.",
    Part
);

/// Fields of the legacy format that are refused by their own name.
const ALSO: &[&str] = &["architecture", "acceleratedNetworking"];

pub(super) fn both(view: &ProvidedView<'_>, fault: &Fault<'_>, of: Of<'_>) -> Report {
    let Legacy { fields, misnomer } = legacy(view, fault);
    let message = format!(
        "{} has both {fields} and `capabilityFlavors`: a version uses only one format{misnomer}",
        names::version(of)
    );
    let help = format!("move what {fields} says into a flavor, and remove it here");
    let report = names::report(view, fault, message).help(help);
    with_flavors(report, names::at(view, &fault.field).version)
}

pub(super) fn artifact(view: &ProvidedView<'_>, fault: &Fault<'_>, of: Of<'_>) -> Report {
    let Legacy { fields, misnomer } = legacy(view, fault);
    let message = format!(
        "{} names its artifact in {fields}, but the profile defines capabilities: {} takes \
         artifacts only from flavors{misnomer}",
        names::version(of),
        names::extension(view)
    );
    let help = format!(
        "write `capabilityFlavors: [{{capabilities: {{…}}, {}: …}}]`, with an entry for each \
         artifact",
        fault.field.last_name()
    );
    let version = names::at(view, &fault.field).version;
    with_flavors(
        names::report(view, fault, message).help(help),
        version.filter(|version| !version.flavors.is_empty()),
    )
}

pub(super) fn architecture(view: &ProvidedView<'_>, fault: &Fault<'_>, of: Of<'_>) -> Report {
    let Legacy { fields, misnomer } = legacy(view, fault);
    let message = format!(
        "a flavor of {} sets both {fields} and capabilities, which say the architecture \
         already{misnomer}",
        names::version(of)
    );
    let help = format!("remove {fields} here; the flavor says it in `capabilities.architecture`");
    names::report(view, fault, message).help(help)
}

fn with_flavors(report: Report, version: Option<&Version<'_>>) -> Report {
    match version {
        Some(version) => report.also(version.flavors.span, "the flavors"),
        None => report,
    }
}

/// The fields of the legacy format that a fault is about.
struct Legacy {
    fields: String,
    /// An addition where the server calls them otherwise.
    misnomer: String,
}

fn legacy(view: &ProvidedView<'_>, fault: &Fault<'_>) -> Legacy {
    let version = names::at(view, &fault.field).version;
    let legacy = version.map(legacy_fields).unwrap_or_default();
    let misnomer = if legacy.is_empty() {
        String::new()
    } else {
        names::misnomer(&fault.field, &[legacy.as_slice(), ALSO].concat())
    };
    // Some paths end at the version.
    let is_real = misnomer.is_empty() && !fault.field.is_element();
    let fields = if is_real {
        words::all([fault.field.last_name()])
    } else {
        words::all(legacy)
    };
    Legacy { fields, misnomer }
}

/// The fields that name artifacts in the legacy format of a version: its regions, or fields of the
/// version itself, which count even when empty.
fn legacy_fields(version: &Version<'_>) -> Vec<&'static str> {
    if version.regions.is_empty() {
        version
            .references
            .iter()
            .map(|reference| reference.field)
            .collect()
    } else {
        vec!["regions"]
    }
}
