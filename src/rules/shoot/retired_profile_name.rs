//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView, words};
use crate::shoot::Fault;

/// `shoot/retired-profile-name`
pub static RULE: Rule = Rule {
    name: "shoot/retired-profile-name",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "`cloudProfileName` on a Shoot with Kubernetes 1.34 or later.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/retired-profile-name.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>) -> Report {
    let message = format!(
        "from Kubernetes 1.34 on a Shoot cannot have `cloudProfileName`, and this one has {}",
        words::quoted(*view.judged.shoot.kubernetes_version)
    );
    let help = format!(
        "write `cloudProfile: {{kind: CloudProfile, name: {}}}` instead",
        fault.value
    );
    ShootView::report(fault, message).help(help).also(
        view.written.kubernetes_version.span,
        "the Kubernetes version",
    )
}
