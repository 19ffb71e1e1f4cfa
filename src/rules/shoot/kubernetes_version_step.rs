//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView, words};
use crate::shoot::Fault;

/// `shoot/kubernetes-version-step`
pub static RULE: Rule = Rule {
    name: "shoot/kubernetes-version-step",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "An update that lowers a Kubernetes version, or skips a minor.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/kubernetes-version-step.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    old: &str,
    down: bool,
    follows: bool,
) -> Report {
    let who = if fault.worker.is_some() {
        view.pool(fault)
    } else {
        "the control plane".to_owned()
    };
    let (new, old) = (words::quoted(fault.value), words::quoted(old));
    let (message, help) = if down {
        let with = if follows {
            ", since it follows the control plane"
        } else {
            ""
        };
        (
            format!("{who} cannot go down from Kubernetes {old} to {new}{with}"),
            "keep the version: there is no way back",
        )
    } else {
        (
            format!("{who} cannot go from Kubernetes {old} to {new}: that skips a minor version"),
            "go up one minor version at a time",
        )
    };
    ShootView::report(fault, message).help(help)
}
