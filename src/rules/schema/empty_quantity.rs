use std::sync::LazyLock;

use crate::model::quantity::{Quantity, trimmed};
use crate::model::schema::{self, Shape};
use crate::rules::schema::walk::{self, Wanted};
use crate::rules::{ObjectView, Report, Reporter};
use crate::yaml::Value;

rule!(
    "schema/empty-quantity",
    Design,
    Warning,
    Object(check),
    "A quantity that is only a unit, which the server reads as 0.",
    Part
);

static QUANTITIES: LazyLock<Wanted> =
    LazyLock::new(|| Wanted::new(|shape| matches!(shape, Shape::Quantity)));

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let tree = &view.item.document.tree;
    let Some(root) = schema::root(view.item.object.kind.as_str()) else {
        return;
    };
    walk::each(
        tree,
        view.item.object.node,
        root,
        Some(&QUANTITIES),
        &mut |visit| {
            let Value::String(text) = tree.value(visit.node) else {
                return;
            };
            let text = trimmed(text);
            if text.starts_with(|first: char| first.is_ascii_digit()) {
                return;
            }
            if Quantity::parse(text).is_ok_and(|quantity| !quantity.has_digits()) {
                let message =
                    format!("`{text}` has a unit and no number: the server accepts it, as 0");
                reporter.report(
                    Report::new(tree.span(visit.node), visit.path, message)
                        .value(text)
                        .help(format!("write the number, such as `8{text}`, or `0`")),
                );
            }
        },
    );
}
