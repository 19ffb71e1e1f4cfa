use crate::rules::{Report, ShootView};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "shoot/node-limit-exceeded",
    Admission,
    Error,
    Fault,
    "Worker pools that need more nodes than the profile allows."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    minimum: i64,
    limit: i64,
    at: Span,
) -> Report {
    let message = format!(
        "the pools need at least {minimum} nodes together, and {} allows {limit} for a Shoot",
        view.profile_name()
    );
    let help = "lower the `minimum` of pools; only the minimums count, so a `maximum` may exceed the \
         limit";
    let report = ShootView::report(fault, message).help(help);
    view.in_profile(report, at, "the limit")
}
