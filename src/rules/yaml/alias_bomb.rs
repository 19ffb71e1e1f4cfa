use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};

rule!(
    "yaml/alias-bomb",
    Input,
    Error,
    Document(check),
    "Aliases that multiply the text beyond what kubectl accepts.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        reporter.report(
            Report::new(
                problem.span,
                "",
                "aliases repeat so much of the text that kubectl treats the document as an attack \
                 and refuses it",
            )
            .help(
                "write out the repeated parts, or generate the file with a tool, and use anchors \
                 only for small values",
            ),
        );
    }
}
