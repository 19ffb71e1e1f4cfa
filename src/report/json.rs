//! The JSON of `lint`, a contract with a version: own types, not a dump of the inner ones
//! (`docs/output.md`).

use std::borrow::Cow;
use std::io::{self, Write};

use schemars::JsonSchema;
use serde::Serialize;

use crate::finding::{ErrorType, Finding, Fix, Origin, Severity, Subject};
use crate::lint::{Fixable, Outcome, Skipped, Summary};
use crate::model::path::FieldPath;
use crate::output::json;
use crate::report::Look;
use crate::report::fold::fold;
use crate::report::statistics::counts;
use crate::source::{Source, Sources, Span};

/// The version of the contract. It rises when a part changes its meaning or goes; parts may come
/// without it.
pub const SCHEMA_VERSION: u32 = 1;

/// What `cpcap lint --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report<'a> {
    /// The version of this contract.
    schema_version: u32,
    /// The counts of the run.
    summary: Summary,
    /// The findings, sorted by file, document, position and rule.
    findings: Vec<JsonFinding<'a>>,
    /// The documents of other kinds, in the order of files and documents.
    skipped: Vec<JsonSkipped<'a>>,
    /// With `--summary`: the findings about Shoots, those together that differ in nothing but the
    /// names of Shoot and worker pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    folded: Option<Vec<JsonFolded<'a>>>,
    /// With `--statistics`: the rules with findings, most findings first.
    #[serde(skip_serializing_if = "Option::is_none")]
    statistics: Option<Vec<JsonCount<'a>>>,
}

/// How many findings a rule has.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonCount<'a> {
    /// The rule, `group/name`.
    rule: &'a str,
    /// How bad these findings are.
    #[schemars(with = "String", extend("enum" = ["error", "warning", "note"]))]
    severity: Severity,
    /// How many there are.
    count: usize,
    /// How many of them have a fix.
    fixable: Fixable,
}

/// Findings about Shoots that say the same.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonFolded<'a> {
    /// The rule, `group/name`.
    rule: &'a str,
    /// How bad it is.
    #[schemars(with = "String", extend("enum" = ["error", "warning", "note"]))]
    severity: Severity,
    /// What is wrong, with `…` for the names of worker pools and Shoots.
    message: String,
    /// How many findings there are.
    count: usize,
    /// How many Shoots they are about.
    shoots: usize,
    /// Position of the first of them in `findings`, from 0.
    first: usize,
}

/// A document that was skipped, because it is of none of the three kinds.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonSkipped<'a> {
    /// The file.
    file: &'a str,
    /// Position of the document in the file, from 0.
    document: usize,
    /// Its `apiVersion`.
    #[serde(skip_serializing_if = "Option::is_none")]
    api_version: Option<&'a str>,
    /// Its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
}

/// A finding.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonFinding<'a> {
    /// The rule, `group/name`.
    rule: &'a str,
    /// How bad it is.
    #[schemars(with = "String", extend("enum" = ["error", "warning", "note"]))]
    severity: Severity,
    /// Who would object.
    #[schemars(with = "String", extend("enum" = ["decode", "static", "admission", "provider", "documented", "selection", "design", "time", "size", "change", "input"]))]
    origin: Origin,
    /// The file.
    file: &'a str,
    #[serde(flatten)]
    subject: &'a Subject,
    /// The path as the API server prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a FieldPath>,
    /// The type of the field error that the server would report.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    error_type: Option<ErrorType>,
    /// The server would say it only once something is mended that it refuses before; left out where
    /// it is false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    afterwards: bool,
    /// The finding about the same object, or about its parent, that it most likely follows from:
    /// mend that first.
    #[serde(skip_serializing_if = "Option::is_none")]
    follows: Option<JsonFollows<'a>>,
    /// The offending value.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    /// What is wrong and why it matters.
    message: Cow<'a, str>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    /// The bytes; for something missing, the nearest enclosing key.
    span: JsonSpan,
    /// Further places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<Related<'a>>,
    /// A mechanical way out.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<JsonFix<'a>>,
}

/// A finding that another follows from.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Follows")]
struct JsonFollows<'a> {
    /// Its rule.
    rule: &'a str,
    /// Its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a FieldPath>,
    /// The file of the parent, where the other finding is about that.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// The parent, where the other finding is about that.
    #[serde(flatten)]
    subject: Option<&'a Subject>,
}

/// A labelled place.
#[derive(Debug, Serialize, JsonSchema)]
struct Related<'a> {
    /// The file.
    file: &'a str,
    /// The bytes.
    span: JsonSpan,
    /// What is there.
    message: &'a str,
}

/// A range of a text.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonSpan {
    /// The first character.
    start: Position,
    /// Just after the last character.
    end: Position,
}

/// A position in a text.
#[derive(Debug, Serialize, JsonSchema)]
struct Position {
    /// Line, from 1.
    line: u32,
    /// Column in characters, from 1.
    column: u32,
    /// Offset in bytes, from 0.
    byte: u32,
}

/// A mechanical way out.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonFix<'a> {
    /// What it does.
    title: &'a str,
    /// Whether it certainly means what the author meant.
    #[schemars(extend("enum" = ["safe", "unsafe"]))]
    applicability: &'a str,
    /// The edits, in the finding's own file, sorted and without overlap.
    edits: Vec<JsonEdit<'a>>,
}

/// A replacement of bytes.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonEdit<'a> {
    /// Offset of the first byte that goes.
    start: u32,
    /// Offset just after the last byte that goes.
    end: u32,
    /// The text that comes.
    text: &'a str,
}

pub(super) fn write(
    outcome: &Outcome,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    json::write(&report(outcome, sources, look), out)
}

fn report<'a>(outcome: &'a Outcome, sources: &'a Sources, look: Look<'_>) -> Report<'a> {
    Report {
        schema_version: SCHEMA_VERSION,
        summary: outcome.summary,
        findings: outcome
            .findings
            .iter()
            .map(|finding| json_finding(finding, sources))
            .collect(),
        folded: look.folded.then(|| json_folded(outcome)),
        statistics: look.statistics.then(|| json_counts(outcome)),
        skipped: outcome
            .skipped
            .iter()
            .map(|skipped| json_skipped(skipped, sources))
            .collect(),
    }
}

fn json_skipped<'a>(skipped: &'a Skipped, sources: &'a Sources) -> JsonSkipped<'a> {
    JsonSkipped {
        file: sources.get(skipped.file).name(),
        document: skipped.document,
        api_version: skipped.api_version.as_deref(),
        kind: skipped.kind.as_deref(),
    }
}

fn json_folded(outcome: &Outcome) -> Vec<JsonFolded<'_>> {
    let about_shoots = fold(&outcome.findings)
        .into_iter()
        .filter(|group| group.shoots() > 0);
    let folded = about_shoots.map(|group| JsonFolded {
        rule: group.first.rule,
        severity: group.first.severity,
        count: group.count,
        shoots: group.shoots(),
        first: group.at,
        message: group.message.into_owned(),
    });
    folded.collect()
}

fn json_counts(outcome: &Outcome) -> Vec<JsonCount<'_>> {
    let counts = counts(&outcome.findings).into_iter().map(|of| JsonCount {
        rule: of.rule,
        severity: of.severity,
        count: of.count,
        fixable: of.fixable,
    });
    counts.collect()
}

fn json_finding<'a>(finding: &'a Finding, sources: &'a Sources) -> JsonFinding<'a> {
    let source = sources.get(finding.place.file);
    let related = finding.related.iter().map(|label| {
        let source = sources.get(label.place.file);
        Related {
            file: source.name(),
            span: json_span(source, label.place.span),
            message: &label.text,
        }
    });
    JsonFinding {
        rule: finding.rule,
        severity: finding.severity,
        origin: finding.origin,
        file: source.name(),
        subject: &finding.subject,
        field: (!finding.field.is_root()).then_some(&finding.field),
        error_type: finding.error_type,
        afterwards: finding.afterwards,
        follows: finding.cause.as_ref().map(|cause| JsonFollows {
            rule: cause.rule,
            field: (!cause.field.is_root()).then_some(&cause.field),
            file: cause
                .subject
                .as_ref()
                .map(|_| sources.get(cause.place.file).name()),
            subject: cause.subject.as_deref(),
        }),
        value: finding.value.as_deref(),
        message: finding.says(),
        help: finding.help.as_deref(),
        span: json_span(source, finding.place.span),
        related: related.collect(),
        fix: finding.fix.as_ref().map(json_fix),
    }
}

fn json_fix(fix: &Fix) -> JsonFix<'_> {
    let edits = fix.edits.iter().map(|edit| JsonEdit {
        start: edit.span.start,
        end: edit.span.end,
        text: &edit.text,
    });
    JsonFix {
        title: &fix.title,
        applicability: if fix.safe { "safe" } else { "unsafe" },
        edits: edits.collect(),
    }
}

fn json_span(source: &Source, span: Span) -> JsonSpan {
    let position = |byte| {
        let at = source.position(byte);
        Position {
            line: at.line,
            column: at.column,
            byte,
        }
    };
    JsonSpan {
        start: position(span.start),
        end: position(span.end),
    }
}
