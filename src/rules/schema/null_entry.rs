use crate::model::schema::{self, Shape};
use crate::rules::schema::walk;
use crate::rules::{ObjectView, Report, Reporter};
use crate::source::Span;
use crate::yaml::Value;

rule!(
    "schema/null-entry",
    Input,
    Warning,
    Object(check),
    "An entry of a list that is empty or null."
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let tree = &view.item.document.tree;
    let Some(root) = schema::root(view.item.object.kind.as_str()) else {
        return;
    };
    if !tree.has_null_items() {
        return;
    }
    walk::each(tree, view.item.object.node, root, None, &mut |visit| {
        if visit.key.is_some()
            || tree.value(visit.node) != Value::Null
            || visit.node == view.item.object.node
        {
            return;
        }
        let what = match visit.shape {
            Shape::Object(_) => "an object without any field",
            Shape::Map(_) => "an empty map, which is a flavor that names no capability",
            Shape::List(_) => "an empty list",
            Shape::String => "an empty text",
            _ => return,
        };
        let span = tree.span(visit.node);
        // Nothing stands there: point at the dash before it.
        let dash = (span.start as usize)
            .checked_sub(1)
            .filter(|at| span.is_empty() && view.item.text.as_bytes().get(*at) == Some(&b'-'));
        let span = dash.map_or(span, |at| Span::new(at, at + 1));
        reporter.report(
            Report::new(
                span,
                visit.path,
                format!("this entry of the list is null, which the server reads as {what}"),
            )
            .help("remove the entry, or complete it"),
        );
    });
}
