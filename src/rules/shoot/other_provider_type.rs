//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView, words};
use crate::shoot::Fault;
use crate::source::Span;

/// `shoot/other-provider-type`
pub static RULE: Rule = Rule {
    name: "shoot/other-provider-type",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "A Shoot of another provider than its profile.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/other-provider-type.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    profile: &str,
    at: Span,
) -> Report {
    let message = format!(
        "the Shoot is of provider {}, and {} of {}; the worker pools were not checked",
        words::quoted(fault.value),
        view.profile_name(),
        words::quoted(profile)
    );
    let report = ShootView::report(fault, message).help(format!(
        "write `type: {profile}`, or refer to a profile of the other provider"
    ));
    view.in_profile(report, at, "the provider of the profile")
}
