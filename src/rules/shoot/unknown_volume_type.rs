//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView, words};
use crate::shoot::Fault;

/// `shoot/unknown-volume-type`
pub static RULE: Rule = Rule {
    name: "shoot/unknown-volume-type",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "A volume type that the profile does not have.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/unknown-volume-type.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>, usable: &[&str]) -> Report {
    let message = format!(
        "{} has no volume type {}, which {} is to use",
        view.profile_name(),
        words::quoted(fault.value),
        view.pool(fault)
    );
    let help = if usable.is_empty() {
        "remove the type: the profile has no volume type that is usable in all zones of the pool"
            .to_owned()
    } else {
        let near = words::did_you_mean(words::near(fault.value, usable.iter().copied()));
        format!(
            "{near}usable in all zones of the pool: {}",
            words::all(usable.iter().copied())
        )
    };
    ShootView::report(fault, message).help(help)
}
