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
                "aliases repeat so much of the text that kubectl takes the document for an attack \
                 and refuses it",
            )
            .help(
                "write repeated parts out, or generate the file with a tool, and keep anchors \
                for small values",
            ),
        );
    }
}
