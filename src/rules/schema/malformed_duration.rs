use crate::finding::Edit;
use crate::model::duration::DurationError;
use crate::model::shape::ShapeKind;
use crate::rules::schema::place::{content, inside};
use crate::rules::schema::problems;
use crate::rules::{ObjectView, Report, Reporter};
use crate::yaml::Value;

rule!(
    "schema/malformed-duration",
    Decode,
    Error,
    Object(check),
    "A text that is not a duration where the field requires one.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    for problem in problems(view, &RULE) {
        let (ShapeKind::Duration(error), Value::String(value)) =
            (&problem.kind, tree.value(problem.node))
        else {
            continue;
        };
        let at = match error {
            DurationError::NoNumber { at } | DurationError::UnknownUnit { at, .. } => {
                *at..value.len()
            }
            DurationError::NoUnit { .. } | DurationError::Empty | DurationError::TooLong => {
                0..value.len()
            }
        };
        let report = Report::new(
            inside(tree, text, problem.node, at),
            &problem.field,
            format!("`{value}` is not a duration: {error}"),
        )
        .value(value);
        reporter.report(match (days(value), content(tree, text, problem.node)) {
            (Some(hours), Some(span)) => {
                let meant = format!("{hours}h");
                report
                    .help(format!("write days in hours: `{meant}`"))
                    .safe_fix(format!("write `{meant}`"), vec![Edit { span, text: meant }])
            }
            _ => report.help("write numbers with units, such as `20m` or `1h30m`"),
        });
    }
}

/// The hours of a duration such as `7d`.
fn days(value: &str) -> Option<u32> {
    value
        .strip_suffix('d')?
        .parse::<u32>()
        .ok()?
        .checked_mul(24)
}
