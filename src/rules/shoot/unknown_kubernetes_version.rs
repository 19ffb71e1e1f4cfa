//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::shoot::versions;
use crate::rules::{Check, Report, Rule, Scope, ShootView, words};
use crate::shoot::Fault;

/// `shoot/unknown-kubernetes-version`
pub static RULE: Rule = Rule {
    name: "shoot/unknown-kubernetes-version",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "A Kubernetes version that the profile does not have.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/unknown-kubernetes-version.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    supported: &[&str],
    preview: &[&str],
) -> Report {
    let of = if fault.worker.is_some() {
        format!(" of {}", view.pool(fault))
    } else {
        String::new()
    };
    let message = format!(
        "{} does not have the Kubernetes version {}{of}",
        view.profile_name(),
        words::quoted(fault.value)
    );
    ShootView::report(fault, message).help(versions::would_do(supported, preview))
}

pub(in crate::rules) fn unreadable(fault: &Fault<'_>) -> Report {
    let message = format!(
        "{} cannot be read as a version, so the worker pools were not checked",
        words::quoted(fault.value)
    );
    ShootView::report(fault, message).help("write a whole version, such as `1.33.1`")
}
