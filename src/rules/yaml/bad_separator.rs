use crate::finding::Edit;
use crate::rules::rewrite::newline;
use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::source::Span;

rule!(
    "yaml/bad-separator",
    Input,
    Error,
    Document(check),
    "A line that begins with `---` and continues, which kubectl does not accept as a separator.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let line = view.text.get(problem.span.range()).unwrap_or_default();
        let rest = line.trim_start_matches('-');
        let mut report = Report::new(
            problem.span,
            "",
            "only a comment may follow `---`: kubectl refuses the separator, and the documents \
             before and after it",
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
