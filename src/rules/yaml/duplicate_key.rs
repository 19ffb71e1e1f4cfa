//! See the page.

use std::collections::BTreeSet;

use crate::finding::{Origin, Severity};
use crate::rules::yaml::{manifests, problems};
use crate::rules::{Check, DocumentView, Report, Reporter, Rule, Scope};
use crate::source::Span;
use crate::yaml::ProblemKind;

/// `yaml/duplicate-key`
pub static RULE: Rule = Rule {
    name: "yaml/duplicate-key",
    origin: Origin::Input,
    severity: Severity::Error,
    summary: "A key that stands twice in one map.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/yaml/duplicate-key.md"),
    check: Check::Document(check),
};

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    let manifests = manifests::starts(view.document, view.text);
    let merged: BTreeSet<Span> = manifests.iter().flat_map(|manifest| &manifest.repeats).copied().collect();
    for problem in problems(view, &RULE) {
        let ProblemKind::DuplicateKey { key, random } = &problem.kind else { continue };
        // What two manifests in one document repeat is said once.
        if merged.contains(&problem.span) {
            continue;
        }
        let shown = view.text.get(problem.span.range()).unwrap_or(key);
        let message = if *random {
            format!("`{shown}` and the first key both mean `{key}`: which of the two values the server gets is random")
        } else if view.document.json {
            format!("`{key}` stands twice in this object: the server refuses JSON with duplicate fields")
        } else {
            format!("`{key}` stands twice in this map: kubectl sends the last one and silently drops the first")
        };
        let mut report = Report::new(problem.span, "", message).help("keep one of the two, or merge their values by hand");
        if let Some(first) = problem.related {
            report = report.also(first, "first here");
        }
        reporter.report(report);
    }
}
