//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView, words};
use crate::shoot::Fault;

/// `shoot/internal-provider-config`
pub static RULE: Rule = Rule {
    name: "shoot/internal-provider-config",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "A provider part of the internal version of an API.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/internal-provider-config.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(fault: &Fault<'_>) -> Report {
    let message = format!(
        "{} is a version that never leaves the server",
        words::quoted(fault.value)
    );

    ShootView::report(fault, message)
        .help("write a version that the provider extension publishes, such as `v1alpha1`")
}
