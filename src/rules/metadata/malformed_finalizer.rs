//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::name::qualified_name_faults;
use crate::rules::metadata::is_judged;
use crate::rules::{Check, ObjectView, Report, Reporter, Rule, Scope};

/// `metadata/malformed-finalizer`
pub static RULE: Rule = Rule {
    name: "metadata/malformed-finalizer",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A finalizer that is no qualified name.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/metadata/malformed-finalizer.md"),
    check: Check::Object(check),
};

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    if !is_judged(view) {
        return;
    }
    for finalizer in view.item.object.meta.finalizers.iter() {
        for fault in qualified_name_faults(finalizer.value) {
            let message = if finalizer.value.is_empty() {
                format!("the finalizer {fault}")
            } else {
                format!("the finalizer `{}` {fault}", finalizer.value)
            };
            reporter.report(
                Report::new(
                    finalizer.span,
                    "metadata.finalizers",
                    format!(
                        "{message}: the server \
                    refuses the object"
                    ),
                )
                .error(ErrorType::Invalid)
                .value(finalizer.value)
                .help(
                    "finalizers are set by controllers and rarely belong into a file; \
                        remove it, or write its name as `prefix/name`",
                ),
            );
        }
    }
}
