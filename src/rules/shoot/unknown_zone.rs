use crate::model::near::is_place_slip;
use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/unknown-zone",
    Admission,
    Error,
    Fault,
    "A zone that the region does not have."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    known_region: bool,
    zones: &[&str],
) -> Report {
    let region = words::quoted(*view.written.region);
    let has = |zone: &str| {
        view.worker(fault)
            .is_some_and(|worker| worker.zones.iter().any(|of_pool| of_pool.value == zone))
    };
    let meant = words::only_near(
        fault.value,
        zones
            .iter()
            .copied()
            .filter(|zone| is_place_slip(fault.value, zone) && !has(zone)),
    );
    let (message, help) = if !known_region {
        (
            format!(
                "the server cannot check zone {}: the profile has no region {region}",
                words::quoted(fault.value)
            ),
            "name a region of the profile".to_owned(),
        )
    } else if zones.is_empty() {
        (
            format!(
                "region {region} has no zones, and so no zone {}",
                words::quoted(fault.value)
            ),
            "remove the zones".to_owned(),
        )
    } else {
        (
            format!("region {region} has no zone {}", words::quoted(fault.value)),
            format!(
                "{}its zones are {}",
                words::did_you_mean(meant),
                words::all(zones.iter().copied())
            ),
        )
    };
    let report = view.meant(ShootView::report(fault, message).help(help), fault, meant);
    let at = view
        .offer()
        .and_then(|offer| offer.region(*view.written.region))
        .map(|region| region.zones.span);
    match at {
        Some(at) => view.in_profile(report, at, "the zones of the region"),
        None => report,
    }
}
