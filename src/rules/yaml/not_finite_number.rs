//! See the page.

use crate::finding::{Edit, Origin, Severity};
use crate::rules::yaml::problems;
use crate::rules::{Check, DocumentView, Report, Reporter, Rule, Scope};

/// `yaml/not-finite-number`
pub static RULE: Rule = Rule {
    name: "yaml/not-finite-number",
    origin: Origin::Input,
    severity: Severity::Error,
    summary: "Infinity or not-a-number, which JSON and so the API server do not have.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/yaml/not-finite-number.md"),
    check: Check::Document(check),
};

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let raw = view.text.get(problem.span.range()).unwrap_or_default();
        let message = format!(
            "`{raw}` is a number that JSON cannot express, so kubectl cannot send the document"
        );
        let mut report = Report::new(problem.span, "", message)
            .value(raw)
            .help("put it in quotes if it is text, or write a finite number");
        if !view.document.json {
            report = report.unsafe_fix(
                "quote it",
                vec![Edit {
                    span: problem.span,
                    text: format!("\"{raw}\""),
                }],
            );
        }
        reporter.report(report);
    }
}
