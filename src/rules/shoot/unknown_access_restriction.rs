use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/unknown-access-restriction",
    Admission,
    Error,
    Fault,
    "An access restriction that the region does not offer."
);

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>, names: &[&str]) -> Report {
    let region = words::quoted(*view.written.region);
    let message = format!(
        "region {region} does not offer the access restriction {}",
        words::quoted(fault.value)
    );
    let has = |near: &str| {
        view.written
            .access_restrictions
            .iter()
            .any(|name| name.value == near)
    };
    let help = if names.is_empty() {
        "remove it: the region offers no access restriction".to_owned()
    } else {
        let near = words::did_you_mean(words::near_beside(fault.value, names.iter().copied(), has));
        format!(
            "{near}the region offers {}",
            words::all(names.iter().copied())
        )
    };
    let report = ShootView::report(fault, message).help(help);
    let report = view.misspelt(
        report,
        fault,
        names.iter().copied().filter(|near| !has(near)),
    );
    let at = view
        .offer()
        .and_then(|offer| offer.region(*view.written.region))
        .map(|region| region.name.span);
    match at {
        Some(at) => view.in_profile(report, at, "the region"),
        None => report,
    }
}
