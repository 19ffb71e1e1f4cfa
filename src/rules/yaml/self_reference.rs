//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::yaml::problems;
use crate::rules::{Check, DocumentView, Report, Reporter, Rule, Scope};
use crate::yaml::ProblemKind;

/// `yaml/self-reference`
pub static RULE: Rule = Rule {
    name: "yaml/self-reference",
    origin: Origin::Input,
    severity: Severity::Error,
    summary: "A node that contains itself through an alias.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/yaml/self-reference.md"),
    check: Check::Document(check),
};

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let ProblemKind::SelfReference(name) = &problem.kind else {
            continue;
        };
        let mut report = Report::new(
            problem.span,
            "",
            format!(
                "the alias `*{name}` stands inside the value that `&{name}` names, so the \
                value would contain itself: kubectl refuses the document"
            ),
        )
        .help("write the inner value out, or move the anchor to the part that is to be repeated");
        if let Some(anchor) = problem.related {
            report = report.also(anchor, "the anchor");
        }
        reporter.report(report);
    }
}
