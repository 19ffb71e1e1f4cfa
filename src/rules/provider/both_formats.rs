use crate::provider::config::Version;
use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, words};

use super::{faults, names};

rule!(
    "provider/both-formats",
    Provider,
    Error,
    Provided(check),
    "A version of `providerConfig` that mixes the legacy format with flavors.",
    Part
);

/// Fields of the legacy format that are refused by their own name.
const ALSO: &[&str] = &["architecture", "acceleratedNetworking"];

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        let at = names::at(view, &fault.field);
        let legacy = at.version.map(legacy_fields).unwrap_or_default();
        let name = fault.field.last_name();
        let misnomer = if legacy.is_empty() {
            String::new()
        } else {
            names::misnomer(&fault.field, &[legacy.as_slice(), ALSO].concat())
        };
        // Some paths end at the version.
        let is_real = misnomer.is_empty() && !fault.field.is_element();
        let fields = if is_real {
            words::all([name])
        } else {
            words::all(legacy.iter().copied())
        };
        let mut flavors = None;
        let (message, help) = match &fault.what {
            What::BothFormats(of) => {
                flavors = at.version.map(|version| version.flavors.span);
                (
                    format!(
                        "{} has both {fields} and `capabilityFlavors`: a version uses only one \
                         format{misnomer}",
                        names::version(*of)
                    ),
                    format!("move what {fields} says into a flavor, and remove it here"),
                )
            }
            What::ArtifactOutsideFlavors(of) => {
                flavors = at
                    .version
                    .filter(|version| !version.flavors.is_empty())
                    .map(|version| version.flavors.span);
                (
                    format!(
                        "{} names its artifact in {fields}, but the profile defines capabilities: \
                         {} takes artifacts only from flavors{misnomer}",
                        names::version(*of),
                        names::extension(view)
                    ),
                    format!(
                        "write `capabilityFlavors: [{{capabilities: {{…}}, {name}: …}}]`, with an \
                         entry for each artifact"
                    ),
                )
            }
            What::ArchitectureOutsideCapabilities(of) => (
                format!(
                    "a flavor of {} sets both {fields} and capabilities, which say the \
                     architecture already{misnomer}",
                    names::version(*of)
                ),
                format!("remove {fields} here; the flavor says it in `capabilities.architecture`"),
            ),
            _ => continue,
        };
        let report = names::report(view, fault, message).help(help);
        reporter.report(match flavors {
            Some(span) => report.also(span, "the flavors"),
            None => report,
        });
    }
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
