//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView};
use crate::shoot::Reason;

/// `shoot/workerless-setting`
pub static RULE: Rule = Rule {
    name: "shoot/workerless-setting",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A setting for worker pools on a Shoot that has none.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/workerless-setting.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        if let Reason::Workerless(name) = fault.reason {
            let message = format!("`{name}` only makes sense with worker pools, and this Shoot has none");
            reporter.report(ShootView::report(fault, message).help("remove it, or add a worker pool under `provider.workers`"));
        }
    }
}
