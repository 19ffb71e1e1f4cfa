//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};
use crate::shoot::Reason;

/// `shoot/lowered-image-version`
pub static RULE: Rule = Rule {
    name: "shoot/lowered-image-version",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "An update that lowers the image version of a pool with in-place updates.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/lowered-image-version.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        let new = words::quoted(fault.value);
        let (message, help) = match fault.reason {
            Reason::ImageStep { old } => (
                format!("{} is updated in place, and cannot go down from image version {} to {new}", view.pool(fault), words::quoted(old)),
                "keep the version, or add a pool of another name",
            ),
            Reason::ImageStepUnreadable { old } => (
                format!(
                    "{} is updated in place, and its image versions cannot be compared: {} before, {new} now",
                    view.pool(fault),
                    old.map_or_else(|| "none".to_owned(), words::quoted)
                ),
                "write whole versions that the profile has",
            ),
            _ => continue,
        };
        reporter.report(ShootView::report(fault, message).help(help));
    }
}
