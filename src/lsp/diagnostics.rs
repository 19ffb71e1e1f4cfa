//! Findings as diagnostics.

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, Uri,
};

use super::names::Names;
use super::{Encoding, Positions};
use crate::finding::{Finding, Severity};
use crate::output::clean::prose;
use crate::rules::{self, Role};
use crate::source::{FileId, Source, Sources, Span};

/// The findings of a text. Other places that explain one are related information.
#[must_use]
pub fn diagnostics(
    findings: &[Finding],
    file: FileId,
    sources: &Sources,
    names: &dyn Names,
    encoding: Encoding,
) -> Vec<Diagnostic> {
    findings
        .iter()
        .filter(|finding| finding.place.file == file)
        .map(|finding| diagnostic(finding, sources, names, encoding))
        .collect()
}

fn diagnostic(
    finding: &Finding,
    sources: &Sources,
    names: &dyn Names,
    encoding: Encoding,
) -> Diagnostic {
    let positions = |file| Positions::new(sources.get(file), encoding);
    let related = finding.related.iter().filter_map(|label| {
        Some(DiagnosticRelatedInformation {
            location: Location::new(
                names.uri(label.place.file)?,
                positions(label.place.file).range(label.place.span),
            ),
            message: prose(&label.text).into_owned(),
        })
    });
    let related: Vec<DiagnosticRelatedInformation> = related.collect();
    let text = format!("{}{}", finding.lead(), finding.says());
    let message = with_help(&text, finding.help.as_deref());
    Diagnostic {
        range: positions(finding.place.file).range(finding.place.span),
        severity: Some(severity(finding.severity)),
        code: Some(NumberOrString::String(finding.rule.to_owned())),
        code_description: page(finding.rule).map(|href| CodeDescription { href }),
        source: Some("cpcap".to_owned()),
        message,
        related_information: (!related.is_empty()).then_some(related),
        tags: tag(finding.rule).map(|tag| vec![tag]),
        data: None,
    }
}

/// Something wrong with a text that is no object.
#[derive(Debug)]
pub struct Fault {
    /// The fault, with the reason.
    pub message: String,
    /// Advice, as an imperative.
    pub help: Option<String>,
    /// Where it is.
    pub span: Span,
}

/// The faults of a text.
#[must_use]
pub fn faults(
    all: impl Iterator<Item = Fault>,
    source: &Source,
    encoding: Encoding,
) -> Vec<Diagnostic> {
    let positions = Positions::new(source, encoding);
    let one = |fault: Fault| Diagnostic {
        range: positions.range(fault.span),
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("cpcap".to_owned()),
        message: with_help(&fault.message, fault.help.as_deref()),
        ..Diagnostic::default()
    };
    all.map(one).collect()
}

/// A message with its advice.
fn with_help(text: &str, help: Option<&str>) -> String {
    let mut message = prose(text).into_owned();
    if let Some(help) = help {
        message.push_str("\nhelp: ");
        message.push_str(&prose(help));
    }
    message
}

fn severity(of: Severity) -> DiagnosticSeverity {
    match of {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

/// The page of a rule, for builds that know where the pages are.
fn page(rule: &str) -> Option<Uri> {
    crate::docs_url(rule)?.parse().ok()
}

fn tag(rule: &str) -> Option<DiagnosticTag> {
    match rules::role(rule) {
        Some(Role::Unused) => Some(DiagnosticTag::UNNECESSARY),
        Some(Role::Outdated) => Some(DiagnosticTag::DEPRECATED),
        _ => None,
    }
}
