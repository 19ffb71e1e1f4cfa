use crate::rules::{Report, ShootView, removal, words};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "shoot/repeated-zone",
    Admission,
    Error,
    Fault,
    "A zone that a pool names twice."
);

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>, first: Span) -> Report {
    let message = format!(
        "{} names the zone {} twice",
        view.pool(fault),
        words::quoted(fault.value)
    );
    let report = ShootView::report(fault, message)
        .help("remove one of the two")
        .also(first, "first named here");
    removal::without_repetition(report, view.item, &fault.path, fault.span)
}
