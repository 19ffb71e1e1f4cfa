use crate::rules::{Report, ShootView};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "shoot/bad-node-count",
    Static,
    Error,
    Fault,
    "A `minimum` or `maximum` of a pool that is negative, or a minimum above the maximum."
);

pub(in crate::rules) fn negative(view: &ShootView<'_>, fault: &Fault<'_>, name: &str) -> Report {
    let message = format!("the `{name}` of {} is negative", view.pool(fault));
    ShootView::report(fault, message).help("write the number of nodes, 0 or more")
}

pub(in crate::rules) fn swapped(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    minimum: i64,
    at: Span,
) -> Report {
    let message = format!(
        "the `maximum` of {} is below its `minimum` of {minimum}",
        view.pool(fault)
    );
    let report = ShootView::report(fault, message).help(format!(
        "raise `maximum` to {minimum} or more, or lower `minimum`"
    ));
    report.also(at, "the minimum")
}
