//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView, words};
use crate::shoot::Fault;

/// `shoot/unknown-region`
pub static RULE: Rule = Rule {
    name: "shoot/unknown-region",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "A region that the profile does not have.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/unknown-region.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>, names: &[&str]) -> Report {
    let near = words::did_you_mean(words::near(fault.value, names.iter().copied()));
    ShootView::report(
        fault,
        format!(
            "{} has no region {}",
            view.profile_name(),
            words::quoted(fault.value)
        ),
    )
    .help(format!(
        "{near}it has {}",
        words::all(names.iter().copied())
    ))
}

pub(in crate::rules) fn of_restrictions(view: &ShootView<'_>, fault: &Fault<'_>) -> Report {
    let (profile, region) = (view.profile_name(), words::quoted(fault.value));
    ShootView::report(
        fault,
        format!("the access restrictions cannot be checked: {profile} has no region {region}"),
    )
    .help("name a region of the profile")
}
