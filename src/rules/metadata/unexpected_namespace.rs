//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::metadata::removal;
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope};

/// `metadata/unexpected-namespace`
pub static RULE: Rule = Rule {
    name: "metadata/unexpected-namespace",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A CloudProfile with a namespace.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/metadata/unexpected-namespace.md"),
    check: Check::Object(check),
};

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let object = &view.item.object;
    let namespace = object.meta.namespace;
    if object.kind.namespaced() || namespace.is_empty() {
        return;
    }
    let report = Report::new(
        namespace.span,
        "metadata.namespace",
        "a CloudProfile belongs to the whole landscape and lives in no namespace",
    )
    .error(ErrorType::Forbidden)
    .value(*namespace)
    .help(
        "remove the namespace, or write a NamespacedCloudProfile if the profile is for one project",
    );
    reporter.report(match removal(view, "namespace") {
        Some(edit) => report.unsafe_fix("remove the namespace", vec![edit]),
        None => report,
    });
}
