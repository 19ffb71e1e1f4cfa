//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::name::label_faults;
use crate::rules::metadata::is_judged;
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope, literal};

/// `metadata/malformed-namespace`
pub static RULE: Rule = Rule {
    name: "metadata/malformed-namespace",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A namespace that is no lower-case DNS label.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/metadata/malformed-namespace.md"),
    check: Check::Object(check),
};

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let namespace = view.item.object.meta.namespace;
    if !is_judged(view) || !view.item.object.kind.namespaced() || namespace.is_empty() {
        return;
    }
    for fault in label_faults(*namespace) {
        let report = Report::new(
            namespace.span,
            "metadata.namespace",
            format!(
                "`{}` {fault}, so no \
                namespace can have this name",
                *namespace
            ),
        )
        .error(ErrorType::Invalid)
        .value(*namespace)
        .help(
            "use the namespace of the project: at most 63 lower-case letters, digits and \
                     `-`, with a letter or digit at both ends",
        );
        let meant = namespace.to_lowercase();
        let edit = if label_faults(&meant).is_empty() {
            literal::replace(view.item.text, namespace, &meant)
        } else {
            None
        };
        reporter.report(match edit {
            Some(edit) => report.unsafe_fix("write it in lower case", vec![edit]),
            None => report,
        });
    }
}
