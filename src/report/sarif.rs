//! SARIF 2.1.0, the format of code scanning services: all rules, those that found something with
//! their pages; results with fingerprints, related places and fixes.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde::Serialize;

use crate::finding::{ErrorType, Finding, Fix, Label, Origin, Severity, Subject};
use crate::lint::Outcome;
use crate::model::path::FieldPath;
use crate::output::json;
use crate::report::checkout::has_drive;
use crate::report::fingerprint::fingerprints;
use crate::report::{Look, full_message};
use crate::rules::{self, Rule};
use crate::source::{Place, Source, Sources, Span};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The name of our fingerprints; the number rises when their computation changes.
const FINGERPRINT: &str = "cpcap/v1";
/// The base of relative files: by this name services know the root of the checkout.
const ROOT: &str = "%SRCROOT%";

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    column_kind: &'static str,
    original_uri_base_ids: BTreeMap<&'static str, Base>,
    results: Vec<SarifResult<'a>>,
}

/// The base of relative files. Its place on this machine stays private, and would differ between
/// two runs.
#[derive(Serialize)]
struct Base {
    description: Message,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Descriptor>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    short_description: Message,
    full_description: Message,
    help: Help,
    #[serde(skip_serializing_if = "Option::is_none")]
    help_uri: Option<String>,
    default_configuration: Configuration,
    properties: Tags,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
struct Help {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<&'static str>,
}

#[derive(Serialize)]
struct Configuration {
    /// Our severities are SARIF's levels.
    level: Severity,
}

#[derive(Serialize)]
struct Tags {
    tags: BTreeSet<&'static str>,
    since: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: Severity,
    message: Message,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix<'a>>,
    properties: Properties<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: Physical,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<Logical<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Artifact {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical<'a> {
    fully_qualified_name: &'a FieldPath,
    kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix<'a> {
    description: Message,
    artifact_changes: [Change<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    artifact_location: Artifact,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Content<'a>,
}

#[derive(Serialize)]
struct Content<'a> {
    text: &'a str,
}

/// Properties for which SARIF has no place.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Properties<'a> {
    origin: Origin,
    #[serde(flatten)]
    subject: &'a Subject,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    error_type: Option<ErrorType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
}

/// The texts of a run, and how their names are shown.
#[derive(Clone, Copy)]
struct Texts<'a> {
    sources: &'a Sources,
    look: Look<'a>,
}

pub(super) fn write(
    outcome: &Outcome,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let texts = Texts { sources, look };
    let index: BTreeMap<&str, usize> = rules::all()
        .enumerate()
        .map(|(index, rule)| (rule.name, index))
        .collect();
    let marks = fingerprints(outcome, sources, look);
    let results = outcome
        .findings
        .iter()
        .zip(marks)
        .map(|(finding, mark)| result(finding, mark, &index, texts));
    let found: BTreeSet<&str> = outcome
        .findings
        .iter()
        .map(|finding| finding.rule)
        .collect();
    let rules = rules::all().map(|rule| descriptor(rule, found.contains(rule.name)));
    let driver = Driver {
        name: "cpcap",
        semantic_version: env!("CARGO_PKG_VERSION"),
        rules: rules.collect(),
    };
    let root = Base {
        description: Message {
            text: "The root of the checkout, or the working directory outside of one.".to_owned(),
        },
    };
    let run = Run {
        tool: Tool { driver },
        // Our columns count characters.
        column_kind: "unicodeCodePoints",
        original_uri_base_ids: BTreeMap::from([(ROOT, root)]),
        results: results.collect(),
    };
    json::write(
        &Log {
            schema: SCHEMA,
            version: "2.1.0",
            runs: [run],
        },
        out,
    )
}

/// A rule. Its whole page is only there where it is wanted: all pages together take over a
/// megabyte.
fn descriptor(rule: &'static Rule, found: bool) -> Descriptor {
    let summary = || Message {
        text: rule.summary.to_owned(),
    };
    let text = format!(
        "{} `cpcap explain {}` prints the page of this rule.",
        rule.summary, rule.name
    );
    Descriptor {
        id: rule.name,
        short_description: summary(),
        full_description: summary(),
        help: Help {
            text,
            markdown: found.then_some(rule.docs),
        },
        help_uri: crate::docs_url(rule.name),
        default_configuration: Configuration {
            level: rule.severity,
        },
        properties: Tags {
            tags: BTreeSet::from([rule.group(), rule.origin.as_str()]),
            since: rule.since,
        },
    }
}

fn result<'a>(
    finding: &'a Finding,
    fingerprint: String,
    index: &BTreeMap<&str, usize>,
    texts: Texts<'_>,
) -> SarifResult<'a> {
    let member = Logical {
        fully_qualified_name: &finding.field,
        kind: "member",
    };
    let related = finding
        .related
        .iter()
        .enumerate()
        .map(|(id, label)| related(id, label, texts));
    SarifResult {
        rule_id: finding.rule,
        rule_index: index.get(finding.rule).copied(),
        level: finding.severity,
        message: Message {
            text: full_message(finding),
        },
        locations: [Location {
            id: None,
            physical_location: physical(finding.place, texts),
            logical_locations: if finding.field.is_root() {
                Vec::new()
            } else {
                vec![member]
            },
            message: None,
        }],
        related_locations: related.collect(),
        partial_fingerprints: BTreeMap::from([(FINGERPRINT, fingerprint)]),
        fixes: finding
            .fix
            .iter()
            .map(|fix| sarif_fix(fix, texts.sources.get(finding.place.file), texts.look))
            .collect(),
        properties: Properties {
            origin: finding.origin,
            subject: &finding.subject,
            error_type: finding.error_type,
            value: finding.value.as_deref(),
        },
    }
}

fn related<'a>(id: usize, label: &Label, texts: Texts<'_>) -> Location<'a> {
    Location {
        id: Some(id),
        physical_location: physical(label.place, texts),
        logical_locations: Vec::new(),
        message: Some(Message {
            text: label.text.clone(),
        }),
    }
}

fn sarif_fix<'a>(fix: &'a Fix, source: &Source, look: Look<'_>) -> SarifFix<'a> {
    let replacements = fix.edits.iter().map(|edit| Replacement {
        deleted_region: region(source, edit.span),
        inserted_content: Content { text: &edit.text },
    });
    SarifFix {
        description: Message {
            text: fix.title.clone(),
        },
        artifact_changes: [Change {
            artifact_location: artifact(&look.name(source.name())),
            replacements: replacements.collect(),
        }],
    }
}

fn physical(place: Place, texts: Texts<'_>) -> Physical {
    let source = texts.sources.get(place.file);
    Physical {
        artifact_location: artifact(&texts.look.name(source.name())),
        region: region(source, place.span),
    }
}

fn region(source: &Source, span: Span) -> Region {
    let (start, end) = (source.position(span.start), source.position(span.end));
    Region {
        start_line: start.line,
        start_column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}

/// A file as a URI: absolute ones by themselves, others below the root.
fn artifact(name: &str) -> Artifact {
    let encoded = encoded(name);
    match () {
        () if name.starts_with('/') => Artifact {
            uri: format!("file://{encoded}"),
            uri_base_id: None,
        },
        () if has_drive(name) => Artifact {
            uri: format!("file:///{encoded}"),
            uri_base_id: None,
        },
        () => Artifact {
            uri: encoded,
            uri_base_id: Some(ROOT),
        },
    }
}

/// Percent-encoded but for what every part of a URI may hold, and slashes.
fn encoded(name: &str) -> String {
    let mut uri = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::artifact;

    #[test]
    fn files_are_uris() {
        assert_eq!(artifact("a b/ü%:.yaml").uri, "a%20b/%C3%BC%25%3A.yaml");
        assert_eq!(artifact("/srv/a.yaml").uri, "file:///srv/a.yaml");
        assert_eq!(artifact("C:/a.yaml").uri, "file:///C%3A/a.yaml");
        assert_eq!(artifact("<stdin>").uri, "%3Cstdin%3E");
        assert!(artifact("/srv/a.yaml").uri_base_id.is_none());
        assert_eq!(artifact("a.yaml").uri_base_id, Some("%SRCROOT%"));
    }
}
