//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView};
use crate::shoot::Fault;
use crate::source::Span;

/// `shoot/node-limit-exceeded`
pub static RULE: Rule = Rule {
    name: "shoot/node-limit-exceeded",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "Worker pools that need more nodes than the profile allows.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/node-limit-exceeded.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    minimum: i64,
    limit: i64,
    at: Span,
) -> Report {
    let message = format!(
        "the pools need at least {minimum} nodes together, and {} allows {limit} for a Shoot",
        view.profile_name()
    );
    let help =
        "lower the `minimum` of pools; only the minimums count, a `maximum` may exceed the limit";
    let report = ShootView::report(fault, message).help(help);
    view.in_profile(report, at, "the limit")
}
