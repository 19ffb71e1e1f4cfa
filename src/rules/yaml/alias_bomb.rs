//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::yaml::problems;
use crate::rules::{Check, DocumentView, Report, Reporter, Rule, Scope};

/// `yaml/alias-bomb`
pub static RULE: Rule = Rule {
    name: "yaml/alias-bomb",
    origin: Origin::Input,
    severity: Severity::Error,
    summary: "Aliases that multiply the text beyond what kubectl accepts.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/yaml/alias-bomb.md"),
    check: Check::Document(check),
};

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        reporter.report(
            Report::new(
                problem.span,
                "",
                "aliases repeat so much of the text that kubectl takes the document for an attack \
                 and refuses it",
            )
            .help(
                "write repeated parts out, or generate the file with a tool, and keep anchors \
                for small values",
            ),
        );
    }
}
