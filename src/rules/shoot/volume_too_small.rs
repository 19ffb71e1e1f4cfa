use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "shoot/volume-too-small",
    Admission,
    Error,
    Fault,
    "A root volume smaller than the machine type or volume type needs."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    least: &str,
    at: Span,
    by_machine_type: bool,
) -> Option<Report> {
    let worker = view.worker(fault)?;
    let of = if by_machine_type {
        format!("machine type {}", words::quoted(*worker.machine_type))
    } else {
        format!(
            "volume type {}",
            words::quoted(worker.volume_type().map_or("", |name| *name))
        )
    };
    let message = format!(
        "a root volume of {} is too small: {of} needs at least {}",
        words::quoted(fault.value),
        words::quoted(least)
    );
    let report = ShootView::report(fault, message).help(format!("write `size: {least}` or more"));
    let report = view.meant(report, fault, Some(least));
    Some(view.in_profile(report, at, "the smallest size"))
}
