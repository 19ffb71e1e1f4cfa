//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView};
use crate::shoot::Fault;

/// `shoot/disabled-in-place-updates`
pub static RULE: Rule = Rule {
    name: "shoot/disabled-in-place-updates",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A pool with in-place updates while the feature gate for them is off.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/disabled-in-place-updates.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>) -> Report {
    let message = format!(
        "{} is to be updated in place, but the feature gate `InPlaceNodeUpdates` is off",
        view.pool(fault)
    );
    let help = "use `AutoRollingUpdate`; where the gate is on in your landscape, say so with \
        `--feature-gate InPlaceNodeUpdates=true`";
    ShootView::report(fault, message).help(help)
}
