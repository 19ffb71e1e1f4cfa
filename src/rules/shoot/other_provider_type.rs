use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "shoot/other-provider-type",
    Admission,
    Error,
    Fault,
    "A Shoot with another provider than its profile."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    profile: &str,
    at: Span,
) -> Report {
    let message = format!(
        "the Shoot has provider {}, but {} has {}; cpcap did not check the worker pools",
        words::quoted(fault.value),
        view.profile_name(),
        words::quoted(profile)
    );
    let report = ShootView::report(fault, message).help(format!(
        "write `type: {profile}`, or refer to a profile for the other provider"
    ));
    let report = view.meant(report, fault, Some(profile));
    view.in_profile(report, at, "the provider of the profile")
}
