use crate::finding::Edit;
use crate::model::shape::ShapeKind;
use crate::model::time::Time;
use crate::rules::schema::place::{content, inside};
use crate::rules::schema::problems;
use crate::rules::{ObjectView, Report, Reporter};
use crate::yaml::Value;

rule!(
    "schema/malformed-time",
    Decode,
    Error,
    Object(check),
    "A text that is not an RFC 3339 time where the field requires one.",
    Part
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    for problem in problems(view, &RULE) {
        let (ShapeKind::Time(error), Value::String(value)) =
            (&problem.kind, tree.value(problem.node))
        else {
            continue;
        };
        let message = format!("`{value}` is not a time: {error}");
        let report = Report::new(
            inside(tree, text, problem.node, error.range.clone()),
            &problem.field,
            message,
        )
        .value(value);
        reporter.report(
            match (&error.suggestion, content(tree, text, problem.node)) {
                (Some(time), Some(span)) => {
                    let edit = Edit {
                        span,
                        text: time.clone(),
                    };
                    report
                        .help(format!("write `{time}`"))
                        .safe_fix(format!("write `{time}`"), vec![edit])
                }
                (Some(time), None) => report.help(format!("write `{time}`")),
                (None, _) if is_date(value) => report.help(format!(
                    "name the time of day too: `{value}T23:59:59Z` for the end of the day, \
                     `{value}T00:00:00Z` for its start"
                )),
                (None, _) => report.help("write an RFC 3339 time such as `2027-01-31T23:59:59Z`"),
            },
        );
    }
}

/// Whether a text is a day without a time.
fn is_date(text: &str) -> bool {
    text.len() == 10 && Time::parse(&format!("{text}T00:00:00Z")).is_ok()
}
