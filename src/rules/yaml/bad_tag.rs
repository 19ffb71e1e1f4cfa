//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::yaml::problems;
use crate::rules::{Check, DocumentView, Report, Reporter, Rule, Scope};
use crate::yaml::ProblemKind;

/// `yaml/bad-tag`
pub static RULE: Rule = Rule {
    name: "yaml/bad-tag",
    origin: Origin::Input,
    severity: Severity::Error,
    summary: "An explicit tag that does not fit its value.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/yaml/bad-tag.md"),
    check: Check::Document(check),
};

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let ProblemKind::Tag(name) = &problem.kind else {
            continue;
        };
        let raw = view.text.get(problem.span.range()).unwrap_or_default();
        let what = match name.as_str() {
            "int" => "an integer",
            "bool" => "a boolean",
            "float" => "a number",
            "null" => "null",
            "timestamp" => "a timestamp",
            "binary" => "base64",
            _ => "what it says",
        };
        reporter.report(
            Report::new(
                problem.span,
                "",
                format!(
                    "the tag `!!{name}` says that this is {what}, which it is not: kubectl \
                    refuses the document"
                ),
            )
            .value(raw)
            .help(
                "remove the tag, or write a value that fits it; Kubernetes manifests hardly \
                ever need tags",
            ),
        );
    }
}
