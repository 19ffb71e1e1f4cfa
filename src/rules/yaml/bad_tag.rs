use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::yaml::ProblemKind;

rule!(
    "yaml/bad-tag",
    Input,
    Error,
    Document(check),
    "An explicit tag that does not fit its value.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let ProblemKind::Tag(name) = &problem.kind else {
            continue;
        };
        let raw = view.text.get(problem.span.range()).unwrap_or_default();
        let what = match name.as_str() {
            "int" => "an integer",
            "bool" => "a boolean",
            "float" => "a number",
            "null" => "null",
            "timestamp" => "a timestamp",
            "binary" => "base64",
            _ => "what it says",
        };
        reporter.report(
            Report::new(
                problem.span,
                "",
                format!(
                    "the tag `!!{name}` says that this is {what}, but it is not: kubectl refuses \
                     the document"
                ),
            )
            .value(raw)
            .help(
                "remove the tag, or write a value that fits it; Kubernetes manifests hardly \
                ever need tags",
            ),
        );
    }
}
