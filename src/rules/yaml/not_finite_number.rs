use crate::finding::Edit;
use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};

rule!(
    "yaml/not-finite-number",
    Input,
    Error,
    Document(check),
    "Infinity or not-a-number, which JSON and so the API server do not have.",
    Part
);

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
