//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView};
use crate::shoot::Fault;

/// `shoot/workerless-setting`
pub static RULE: Rule = Rule {
    name: "shoot/workerless-setting",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A setting for worker pools on a Shoot that has none.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/workerless-setting.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(fault: &Fault<'_>, name: &str) -> Report {
    let message = format!("`{name}` only makes sense with worker pools, and this Shoot has none");
    ShootView::report(fault, message)
        .needs("spec.provider.workers")
        .help("remove it, or add a worker pool under `provider.workers`")
}
