//! See the page.

use crate::finding::{Edit, Origin, Severity};
use crate::rules::rewrite::newline;
use crate::rules::yaml::problems;
use crate::rules::{Check, DocumentView, Report, Reporter, Rule, Scope};
use crate::source::Span;

/// `yaml/bad-separator`
pub static RULE: Rule = Rule {
    name: "yaml/bad-separator",
    origin: Origin::Input,
    severity: Severity::Error,
    summary: "A line that begins with `---` and goes on, which kubectl takes for no separator.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/yaml/bad-separator.md"),
    check: Check::Document(check),
};

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let line = view.text.get(problem.span.range()).unwrap_or_default();
        let rest = line.trim_start_matches('-');
        let mut report = Report::new(
            problem.span,
            "",
            "behind `---` only a comment may stand: kubectl refuses the separator, and with it \
             the document before and after it",
        )
        .help("write `---` alone on its line and put what follows it on the next line");
        let dashes = problem.span.start as usize + line.len() - rest.len();
        let content = dashes + rest.len() - rest.trim_start().len();
        if rest.is_empty() {
            let edit = Edit {
                span: problem.span,
                text: "---".to_owned(),
            };
            report = report.safe_fix("write three dashes", vec![edit]);
        } else if content > dashes && line.starts_with("--- ") {
            let edit = Edit {
                span: Span::new(dashes, content),
                text: newline(view.text).to_owned(),
            };
            report = report.safe_fix("move the content to its own line", vec![edit]);
        }
        reporter.report(report);
    }
}
