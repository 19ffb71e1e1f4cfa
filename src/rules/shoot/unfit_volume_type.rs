use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "shoot/unfit-volume-type",
    Admission,
    Error,
    Fault,
    "A volume type that a pool cannot use."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    unusable: Option<Span>,
    zones: &[(&str, Span)],
) -> Report {
    let mut clauses = Vec::new();
    if unusable.is_some() {
        clauses.push("the profile marks it as unusable".to_owned());
    }
    if !zones.is_empty() {
        let plural = if zones.len() == 1 { "zone" } else { "zones" };
        clauses.push(format!(
            "it is unavailable in {plural} {}",
            words::all(zones.iter().map(|(zone, _)| *zone))
        ));
    }
    let message = format!(
        "{} cannot use volume type {}: {}",
        view.pool(fault),
        words::quoted(fault.value),
        clauses.join("; ")
    );
    let mut report = ShootView::report(fault, message).help(if unusable.is_some() {
        "choose another volume type; pools that have it already keep it"
    } else {
        "choose another volume type, or remove the zones that lack it"
    });
    if let Some(at) = unusable {
        report = view.in_profile(report, at, "unusable");
    }
    for (zone, at) in zones {
        report = view.in_profile(
            report,
            *at,
            format!("unavailable in {}", words::quoted(zone)),
        );
    }
    report
}
