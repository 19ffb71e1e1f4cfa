//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};
use crate::shoot::Reason;

/// `shoot/unknown-region`
pub static RULE: Rule = Rule {
    name: "shoot/unknown-region",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "A region that the profile does not have.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/unknown-region.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        match &fault.reason {
            Reason::UnknownRegion(names) => {
                let message = format!("{} has no region {}", view.profile_name(), words::quoted(fault.value));
                let near = words::did_you_mean(words::near(fault.value, names.iter().copied()));
                reporter.report(ShootView::report(fault, message).help(format!("{near}it has {}", words::all(names.iter().copied()))));
            }
            Reason::RestrictionsWithoutRegion => {
                let message = format!(
                    "the access restrictions cannot be checked: {} has no region {}",
                    view.profile_name(),
                    words::quoted(fault.value)
                );
                reporter.report(ShootView::report(fault, message).help("name a region of the profile"));
            }
            _ => {}
        }
    }
}
