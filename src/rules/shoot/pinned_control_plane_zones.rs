//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView};
use crate::shoot::Reason;

/// `shoot/pinned-control-plane-zones`
pub static RULE: Rule = Rule {
    name: "shoot/pinned-control-plane-zones",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "Zones for the control plane where the profile does not allow to choose them.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/pinned-control-plane-zones.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        if let Reason::ZonePinning(at) = fault.reason {
            let message = format!("{} does not allow to choose the zones of the control plane", view.profile_name());
            let help = "remove `controlPlane.zones`, or ask for `controlPlane.allowZonePinning: true` in the profile";
            let report = ShootView::report(fault, message).help(help);
            let at = view.offer().filter(|offer| offer.profile().allow_zone_pinning.is_some()).map(|_| at);
            reporter.report(match at {
                Some(at) => view.in_profile(report, at, "forbidden here"),
                None => report,
            });
        }
    }
}
