//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView, words};
use crate::shoot::Fault;
use crate::source::Span;

/// `shoot/volume-too-small`
pub static RULE: Rule = Rule {
    name: "shoot/volume-too-small",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "A root volume smaller than the machine type or volume type needs.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/volume-too-small.md"),
    check: Check::Fault,
};

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
    Some(view.in_profile(report, at, "the smallest size"))
}
