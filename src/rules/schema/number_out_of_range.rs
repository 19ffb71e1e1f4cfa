use crate::model::shape::ShapeKind;
use crate::rules::schema::{consequence, problems};
use crate::rules::{ObjectView, Report, Reporter};

rule!(
    "schema/number-out-of-range",
    Decode,
    Error,
    Object(check),
    "An integer that does not fit its field.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    for problem in problems(view, &RULE) {
        let ShapeKind::OutOfRange {
            range: (least, most),
        } = problem.kind
        else {
            continue;
        };
        let raw = tree.raw(tree.target(problem.node), text);
        let message = format!(
            "{raw} does not fit this field, so {}",
            consequence(view, problem, "cannot decode the object")
        );
        reporter.report(
            Report::new(problem.span, &problem.field, message)
                .value(raw)
                .help(format!("write a number from {least} to {most}")),
        );
    }
}
