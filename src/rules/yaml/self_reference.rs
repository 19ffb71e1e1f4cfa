use crate::rules::yaml::problems;
use crate::rules::{DocumentView, Report, Reporter};
use crate::yaml::ProblemKind;

rule!(
    "yaml/self-reference",
    Input,
    Error,
    Document(check),
    "A node that contains itself through an alias.",
    Part
);

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let ProblemKind::SelfReference(name) = &problem.kind else {
            continue;
        };
        let mut report = Report::new(
            problem.span,
            "",
            format!(
                "the alias `*{name}` stands inside the value that `&{name}` names, so the \
                value would contain itself: kubectl refuses the document"
            ),
        )
        .help("write out the inner value, or move the anchor to the part that you want to repeat");
        if let Some(anchor) = problem.related {
            report = report.also(anchor, "the anchor");
        }
        reporter.report(report);
    }
}
