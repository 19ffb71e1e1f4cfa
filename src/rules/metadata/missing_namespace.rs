//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::metadata::is_judged;
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope};

/// `metadata/missing-namespace`
pub static RULE: Rule = Rule {
    name: "metadata/missing-namespace",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A namespaced profile without a namespace.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/metadata/missing-namespace.md"),
    check: Check::Object(check),
};

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let meta = &view.item.object.meta;
    if !is_judged(view) || !view.item.object.kind.namespaced() || !meta.namespace.is_empty() {
        return;
    }
    reporter.report(
        Report::new(
            meta.namespace.span,
            "metadata.namespace",
            format!(
                "the {} has no namespace, so it belongs to whatever project kubectl happens to \
                 point at, or to none",
                view.item.object.kind.as_str()
            ),
        )
        .error(ErrorType::Required)
        .help("set `metadata.namespace` to the project's namespace, such as `garden-my-project`"),
    );
}
