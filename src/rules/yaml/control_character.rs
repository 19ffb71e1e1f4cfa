//! See the page.

use crate::finding::{Edit, Origin, Severity};
use crate::rules::yaml::problems;
use crate::rules::{Check, DocumentView, Report, Reporter, Rule, Scope};
use crate::yaml::ProblemKind;

/// `yaml/control-character`
pub static RULE: Rule = Rule {
    name: "yaml/control-character",
    origin: Origin::Input,
    severity: Severity::Error,
    summary: "A control character, which no YAML reader accepts.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/yaml/control-character.md"),
    check: Check::Document(check),
};

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let ProblemKind::ControlCharacter(character) = problem.kind else {
            continue;
        };
        let code = u32::from(character);
        let report = Report::new(
            problem.span,
            "",
            format!(
                "the control character U+{code:04X} is not \
                allowed in YAML: kubectl stops reading here"
            ),
        )
        .help(format!(
            "delete the character (it is invisible), or write it in double \
                    quotes as `\\x{code:02X}` if it is meant"
        ))
        .unsafe_fix(
            "delete the character",
            vec![Edit {
                span: problem.span,
                text: String::new(),
            }],
        );
        reporter.report(if code > 0xFF {
            report.help("delete the character; it is invisible")
        } else {
            report
        });
    }
}
