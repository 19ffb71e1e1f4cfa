//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView, removal, words};
use crate::shoot::Fault;
use crate::source::Span;

/// `shoot/repeated-zone`
pub static RULE: Rule = Rule {
    name: "shoot/repeated-zone",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "A zone that a pool names twice.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/repeated-zone.md"),
    check: Check::Fault,
};

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
