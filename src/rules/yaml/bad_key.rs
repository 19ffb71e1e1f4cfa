use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::yaml::ProblemKind;

rule!(
    "yaml/bad-key",
    Input,
    Error,
    Document(check),
    "A key that the server cannot accept.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let ProblemKind::Key(why) = problem.kind else {
            continue;
        };
        let raw = view.text.get(problem.span.range()).unwrap_or_default();
        let help = if raw.starts_with(['{', '[']) {
            "keys of Kubernetes objects are text; if this is a template marker such as `{{ … }}`, \
             lint the rendered output"
        } else if raw.is_empty() {
            "write the key that is missing before the colon"
        } else {
            "put the key in quotes, so that it is text"
        };
        reporter.report(
            Report::new(
                problem.span,
                "",
                format!("{why}: kubectl refuses the document"),
            )
            .help(help),
        );
    }
}
