//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::{Check, NamespacedView, Report, Reporter, Rule, Scope};

/// `namespaced/missing-parent-name`
pub static RULE: Rule = Rule {
    name: "namespaced/missing-parent-name",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A NamespacedCloudProfile that does not say which CloudProfile it adds to.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/namespaced/missing-parent-name.md"),
    check: Check::Namespaced(check),
};

fn check(view: &NamespacedView<'_>, reporter: &mut Reporter<'_>) {
    let name = view.child.parent.name;
    if !name.is_empty() {
        return;
    }
    let spec = Path::new("spec");
    let parent = spec.field("parent");
    reporter.report(
        Report::new(
            name.span,
            parent.field("name"),
            "the parent has no name, so nobody knows which CloudProfile this one adds to",
        )
        .error(ErrorType::Required)
        .help("set `spec.parent.name` to the name of the CloudProfile"),
    );
}
