use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};

rule!(
    "yaml/too-deep",
    Input,
    Error,
    Document(check),
    "Collections nested deeper than any Kubernetes object is.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        reporter.report(
            Report::new(
                problem.span,
                "",
                "the text nests more than 100 collections, which no Gardener object does: cpcap \
                 did not read the rest",
            )
            .help(
                "look for brackets that open by mistake; the cause is usually wrong generated text",
            ),
        );
    }
}
