//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView};
use crate::shoot::Fault;
use crate::source::Span;

/// `shoot/bad-node-count`
pub static RULE: Rule = Rule {
    name: "shoot/bad-node-count",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A `minimum` or `maximum` of a pool that is negative, or the wrong way round.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/bad-node-count.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn negative(view: &ShootView<'_>, fault: &Fault<'_>, name: &str) -> Report {
    let message = format!("the `{name}` of {} is negative", view.pool(fault));
    ShootView::report(fault, message).help("write the number of nodes, 0 or more")
}

pub(in crate::rules) fn swapped(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    minimum: i64,
    at: Span,
) -> Report {
    let message = format!(
        "the `maximum` of {} is below its `minimum` of {minimum}",
        view.pool(fault)
    );
    let report = ShootView::report(fault, message).help(format!(
        "raise `maximum` to {minimum} or more, or lower `minimum`"
    ));
    report.also(at, "the minimum")
}
