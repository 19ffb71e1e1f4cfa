use crate::rules::{Report, ShootView};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "shoot/pinned-control-plane-zones",
    Admission,
    Error,
    Fault,
    "Zones for the control plane, although the profile does not allow Shoots to choose them."
);

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>, at: Span) -> Report {
    let message = format!(
        "{} does not allow Shoots to choose the zones of the control plane",
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
