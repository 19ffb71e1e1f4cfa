//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView};
use crate::shoot::Reason;

/// `shoot/bad-node-count`
pub static RULE: Rule = Rule {
    name: "shoot/bad-node-count",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A `minimum` or `maximum` of a pool that is negative, or the wrong way round.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/bad-node-count.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        match fault.reason {
            Reason::NegativeCount(name) => {
                let message = format!("the `{name}` of {} is negative", view.pool(fault));
                reporter.report(ShootView::report(fault, message).help("write the number of nodes, 0 or more"));
            }
            Reason::MaximumBelowMinimum { minimum, at } => {
                let message = format!("the `maximum` of {} is below its `minimum` of {minimum}", view.pool(fault));
                let report = ShootView::report(fault, message).help(format!("raise `maximum` to {minimum} or more, or lower `minimum`"));
                reporter.report(report.also(at, "the minimum"));
            }
            _ => {}
        }
    }
}
