//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::yaml::problems;
use crate::rules::{Check, DocumentView, Report, Reporter, Rule, Scope};

/// `yaml/too-deep`
pub static RULE: Rule = Rule {
    name: "yaml/too-deep",
    origin: Origin::Input,
    severity: Severity::Error,
    summary: "Collections nested deeper than any Kubernetes object is.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/yaml/too-deep.md"),
    check: Check::Document(check),
};

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        reporter.report(
            Report::new(
                problem.span,
                "",
                "the text nests more than 100 collections: no Gardener \
                object does, so the rest was not read",
            )
            .help(
                "look for brackets that are opened by mistake; this is usually generated \
                    text that went wrong",
            ),
        );
    }
}
