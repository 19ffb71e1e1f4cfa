use crate::finding::Edit;
use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::source::Span;

rule!(
    "yaml/directive",
    Input,
    Error,
    Document(check),
    "A `%YAML` or `%TAG` line, which kubectl cannot read.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let line = view.text.get(problem.span.range()).unwrap_or_default();
        let word = line.split_whitespace().next().unwrap_or("%");
        let mut report = Report::new(
            problem.span,
            "",
            format!(
                "kubectl splits the text at `---` before it reads directives, so `{word}` makes \
                 its document unreadable"
            ),
        )
        .help("remove the line: Kubernetes manifests need no directives");
        if word == "%YAML" {
            let end = problem.span.end as usize + line_end(view.text, problem.span.end as usize);
            report = report.safe_fix(
                "remove the directive",
                vec![Edit {
                    span: Span::new(problem.span.start as usize, end),
                    text: String::new(),
                }],
            );
        }
        reporter.report(report);
    }
}

/// The length of the line end at an offset.
fn line_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    if rest.starts_with("\r\n") {
        2
    } else {
        usize::from(rest.starts_with(['\n', '\r']))
    }
}
