//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView};
use crate::shoot::{Range, Reason};

/// `shoot/setting-out-of-range`
pub static RULE: Rule = Rule {
    name: "shoot/setting-out-of-range",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A setting of a pool outside its range, or without the strategy that it needs.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/setting-out-of-range.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        let (message, help) = match fault.reason {
            Reason::NeedsInPlace(name) => (
                format!("`{name}` only has a meaning for in-place updates, and {} has none", view.pool(fault)),
                "remove it, or set `updateStrategy` to `AutoInPlaceUpdate` or `ManualInPlaceUpdate`".to_owned(),
            ),
            Reason::OutOfRange { name, range } => {
                let what = format!("`{name}` of {}", view.pool(fault));
                match range {
                    Range::NotNegative => (format!("{what} is negative"), "write 0 or more".to_owned()),
                    Range::Priority => {
                        (format!("{what} is below -1"), "write -1 or more; the pool with the highest priority grows first".to_owned())
                    }
                    Range::Share => (format!("{what} is not a share between 0 and 1"), "write a number such as `0.5`".to_owned()),
                    Range::AtMost { most, less_one: true } => (
                        format!("{what} would keep all of its machines, and one must stay for system components"),
                        format!("write at most {most}, or raise `maximum`"),
                    ),
                    Range::AtMost { most, less_one: false } => {
                        (format!("{what} is above the `maximum` of the pool"), format!("write at most {most}, or raise `maximum`"))
                    }
                }
            }
            _ => continue,
        };
        reporter.report(ShootView::report(fault, message).help(help));
    }
}
