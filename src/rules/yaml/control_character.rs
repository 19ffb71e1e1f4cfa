use crate::finding::Edit;
use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::yaml::ProblemKind;

rule!(
    "yaml/control-character",
    Input,
    Error,
    Document(check),
    "A control character, which no YAML reader accepts.",
    Part
);

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
