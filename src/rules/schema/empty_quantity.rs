//! See the page.

use crate::finding::{Origin, Severity};
use crate::model::quantity::{Quantity, trimmed};
use crate::model::schema::{self, Shape};
use crate::rules::schema::walk;
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope};
use crate::yaml::Value;

/// `schema/empty-quantity`
pub static RULE: Rule = Rule {
    name: "schema/empty-quantity",
    origin: Origin::Design,
    severity: Severity::Warning,
    summary: "A quantity that is only a unit, which the server reads as 0.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/schema/empty-quantity.md"),
    check: Check::Object(check),
};

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let tree = &view.item.document.tree;
    let Some(root) = schema::root(view.item.object.kind.as_str()) else {
        return;
    };
    walk::each(tree, view.item.object.node, root, &mut |visit| {
        let (Shape::Quantity, Value::String(text)) = (visit.shape, tree.value(visit.node)) else {
            return;
        };
        let text = trimmed(text);
        if Quantity::parse(text).is_ok_and(|quantity| !quantity.has_digits()) {
            let message = format!("`{text}` has a unit and no number: the server accepts it, as 0");
            reporter.report(
                Report::new(tree.span(visit.node), visit.path, message)
                    .value(text)
                    .help(format!("write the number, such as `8{text}`, or `0`")),
            );
        }
    });
}
