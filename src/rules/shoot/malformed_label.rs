//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};
use crate::shoot::Reason;

/// `shoot/malformed-label`
pub static RULE: Rule = Rule {
    name: "shoot/malformed-label",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A label, annotation or taint of a pool that Kubernetes would not take.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/malformed-label.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        let (message, help) = match &fault.reason {
            Reason::LabelKey(what, why) => (
                format!(
                    "the key {} {why}, so it cannot be that of a{} {what}",
                    words::quoted(fault.value),
                    if *what == "annotation" { "n" } else { "" }
                ),
                "use up to 63 letters, digits, `-`, `_` and `.`, with a letter or a digit at both ends, and before it, if needed, a domain and `/`",
            ),
            Reason::LabelValue(why) => (
                format!("the value {} {why}, so no node could carry it", words::quoted(fault.value)),
                "use up to 63 letters, digits, `-`, `_` and `.`, with a letter or a digit at both ends, or leave it empty",
            ),
            Reason::AnnotationsTooLong(bytes) => (
                format!(
                    "the annotations of {} have {bytes} bytes, and the server allows 262144 for all of a pool together",
                    view.pool(fault)
                ),
                "keep large data in a ConfigMap or outside of the cluster",
            ),
            Reason::ReservedTaint => (
                format!("Gardener sets the taint {} itself while a node is not ready yet", words::quoted(fault.value)),
                "remove it; to keep pods away from the pool, choose another key",
            ),
            _ => continue,
        };
        reporter.report(ShootView::report(fault, message).help(help));
    }
}
