use crate::finding::Edit;
use crate::model::quantity::{QuantityError, trimmed};
use crate::model::shape::ShapeKind;
use crate::rules::schema::place::inside;
use crate::rules::schema::problems;
use crate::rules::{ObjectView, Report, Reporter};
use crate::yaml::Value;

rule!(
    "schema/malformed-quantity",
    Decode,
    Error,
    Object(check),
    "A text that is not a quantity where the field requires one.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    for problem in problems(view, &RULE) {
        let (ShapeKind::Quantity(error), Value::String(value)) =
            (&problem.kind, tree.value(problem.node))
        else {
            continue;
        };
        // The server trims blanks before it reads.
        let read = trimmed(value);
        let start = value.find(read).unwrap_or(0);
        let at = match error {
            QuantityError::UnknownSuffix { at, .. } if !read.is_empty() => {
                start + at..start + read.len()
            }
            _ => 0..value.len(),
        };
        let span = inside(tree, text, problem.node, at);
        let mut report = Report::new(
            span,
            &problem.field,
            format!("`{value}` is not a quantity: {error}"),
        )
        .value(value);
        let suffix = if let QuantityError::UnknownSuffix { suffix, .. } = error {
            suffix.as_str()
        } else {
            ""
        };
        report = match error.suggestion() {
            Some(unit) => {
                let title = format!("write the unit `{unit}`");
                let edits = vec![Edit {
                    span,
                    text: unit.to_owned(),
                }];
                let report = report.help(format!(
                    "write `{}{unit}`",
                    read.strip_suffix(suffix).unwrap_or_default()
                ));
                // `GiB` can only be `Gi`, and so can ` Gi`; what `g` was meant to be is a guess.
                let unit_alone = suffix.trim_start_matches(' ');
                let certain = unit_alone.strip_suffix('B').unwrap_or(unit_alone) == unit;
                if text.get(span.range()) != Some(suffix) {
                    report
                } else if certain {
                    report.safe_fix(title, edits)
                } else {
                    report.unsafe_fix(title, edits)
                }
            }
            None => {
                report.help("write a number with a unit such as `8Gi` or `500m`, or without one")
            }
        };
        reporter.report(report);
    }
}
