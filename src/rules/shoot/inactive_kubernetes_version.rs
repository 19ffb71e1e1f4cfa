//! See the page.

use crate::finding::{Origin, Severity};
use crate::model::lifecycle::Current;
use crate::rules::shoot::versions;
use crate::rules::{Check, Report, Rule, Scope, ShootView, words};
use crate::shoot::Fault;
use crate::source::Span;

/// `shoot/inactive-kubernetes-version`
pub static RULE: Rule = Rule {
    name: "shoot/inactive-kubernetes-version",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "A Kubernetes version that is expired or not yet available.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/inactive-kubernetes-version.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    (state, at): (Current<'_>, Span),
    supported: &[&str],
    preview: &[&str],
) -> Option<Report> {
    let version = view
        .offer()
        .and_then(|offer| offer.kubernetes(fault.value))?;
    let new = if view.old.is_some() {
        "worker pool"
    } else {
        "Shoot"
    };
    let message = format!(
        "Kubernetes version {} is {state} in {}{}, so no new {new} can have it",
        words::quoted(fault.value),
        view.profile_name(),
        versions::since(version, view.settings.now)
    );
    let mut help = versions::would_do(supported, preview);
    if view.old.is_none() {
        help.push_str(
            "; a Shoot that has the version already keeps it: give the stored object with `--old`",
        );
    }
    let report = ShootView::report(fault, message).help(help);
    let report = view.in_profile(report, at, format!("{state} here"));
    Some(report)
}
