//! See the page.

use crate::finding::{Origin, Severity};
use crate::model::object::ObjectKind;
use crate::rules::{Check, Reporter, Rule, Scope, UsedView, in_use};

/// `namespaced/in-use`
pub static RULE: Rule = Rule {
    name: "namespaced/in-use",
    origin: Origin::Change,
    severity: Severity::Note,
    summary: "A NamespacedCloudProfile that cannot be deleted yet, since Shoots refer to it.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/namespaced/in-use.md"),
    check: Check::Used(check),
};

fn check(view: &UsedView<'_>, reporter: &mut Reporter<'_>) {
    if view.item.object.kind == ObjectKind::NamespacedCloudProfile {
        in_use::check(view, reporter);
    }
}
