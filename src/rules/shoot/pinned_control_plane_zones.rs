//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView};
use crate::shoot::Fault;
use crate::source::Span;

/// `shoot/pinned-control-plane-zones`
pub static RULE: Rule = Rule {
    name: "shoot/pinned-control-plane-zones",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "Zones for the control plane where the profile does not allow to choose them.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/pinned-control-plane-zones.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>, at: Span) -> Report {
    let message = format!(
        "{} does not allow to choose the zones of the control plane",
        view.profile_name()
    );
    let help = "remove `controlPlane.zones`, or ask for `controlPlane.allowZonePinning: true` in \
        the profile";
    let report = ShootView::report(fault, message).help(help);
    let at = view
        .offer()
        .filter(|offer| offer.profile().allow_zone_pinning.is_some())
        .map(|_| at);
    match at {
        Some(at) => view.in_profile(report, at, "forbidden here"),
        None => report,
    }
}
