//! See the page.

use crate::finding::{Origin, Severity};
use crate::model::schema::{self, Shape};
use crate::rules::schema::walk;
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope};
use crate::source::Span;
use crate::yaml::Value;

/// `schema/null-entry`
pub static RULE: Rule = Rule {
    name: "schema/null-entry",
    origin: Origin::Input,
    severity: Severity::Warning,
    summary: "An entry of a list that is empty or null.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/schema/null-entry.md"),
    check: Check::Object(check),
};

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let tree = &view.item.document.tree;
    let Some(root) = schema::root(view.item.object.kind.as_str()) else {
        return;
    };
    walk::each(tree, view.item.object.node, root, &mut |visit| {
        if visit.key.is_some()
            || tree.value(visit.node) != Value::Null
            || visit.node == view.item.object.node
        {
            return;
        }
        let what = match visit.shape {
            Shape::Object(_) => "an object without any field",
            Shape::Map(_) => "an empty map, so as a flavor that names no capability",
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
                format!("this entry of the list is null, and the server reads it as {what}"),
            )
            .help("remove the entry, or complete it"),
        );
    });
}
