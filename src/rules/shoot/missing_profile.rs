//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView};
use crate::shoot::Fault;

/// `shoot/missing-profile`
pub static RULE: Rule = Rule {
    name: "shoot/missing-profile",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A Shoot without a profile.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/missing-profile.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(fault: &Fault<'_>, retired: bool) -> Report {
    if retired {
        let message =
            "without `cloudProfileName`, which no longer counts, the Shoot refers to no profile";
        return ShootView::report(fault, message)
            .follows()
            .help("move the name to `cloudProfile.name`");
    }
    let message = "the Shoot refers to no profile, so nobody knows which versions, machine types \
        and zones it can have";
    ShootView::report(fault, message)
        .help("name one: `cloudProfile: {kind: CloudProfile, name: ...}`")
}
