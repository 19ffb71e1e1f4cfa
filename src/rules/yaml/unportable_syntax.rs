use crate::finding::Edit;
use crate::rules::yaml::problems;
use crate::rules::yaml::syntax_error::tab;
use crate::rules::{DocumentView, Report, Reporter};
use crate::yaml::ProblemKind;

rule!(
    "yaml/unportable-syntax",
    Input,
    Error,
    Document(check),
    "YAML that other readers accept but kubectl refuses.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    let mut all = view.document.problems.iter();
    let stops_at_tab = all.any(|problem| match &problem.kind {
        ProblemKind::Syntax(reason) => tab(view, reason, problem.span).is_some(),
        _ => false,
    });
    for problem in problems(view, &RULE) {
        let ProblemKind::Unportable(what) = problem.kind else {
            continue;
        };
        let raw = view.text.get(problem.span.range()).unwrap_or_default();
        // Where a tab stopped the parser, another rule reports all of them.
        if stops_at_tab && raw == "\t" {
            continue;
        }
        let message =
            format!("{what}: newer YAML readers accept this, but kubectl refuses the document");
        let mut report = Report::new(problem.span, "", message);
        if raw == "\\/" {
            report = report
                .help("a slash needs no escape in YAML: write `/`")
                .safe_fix(
                    "write the slash without the backslash",
                    vec![Edit {
                        span: problem.span,
                        text: "/".to_owned(),
                    }],
                );
        } else if raw == "\t" {
            report = report.help(
                "indent with blanks; tabs are possible only inside a value or before a \
                    comment",
            );
        } else if raw.starts_with("\\u") {
            report =
                report.help("write the character itself, or one `\\U` escape with eight digits");
        } else if raw == "..." {
            report = report.help("remove the line: there is no document yet that `...` could end");
        } else if raw.starts_with(['?', ':']) {
            report = report.help("put the text in quotes");
        } else {
            report = report.help(
                "write it in plain YAML: block style, quotes around unusual text, each key on one \
                 line with its colon",
            );
        }
        reporter.report(report);
    }
}
