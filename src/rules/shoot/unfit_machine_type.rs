use crate::rules::{Report, ShootView, words};
use crate::shoot::{Fault, MachineTypeCause};

rule!(
    "shoot/unfit-machine-type",
    Admission,
    Error,
    Fault,
    "A machine type that a pool cannot use."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    causes: &[MachineTypeCause<'_>],
) -> Report {
    let mut clauses = Vec::new();
    let mut advice = Vec::new();
    let mut places = Vec::new();
    for cause in causes {
        match cause {
            MachineTypeCause::Architecture {
                pool,
                machine_type,
                at,
            } => {
                let pool = words::quoted(pool);
                clauses.push(match machine_type {
                    Some(other) => format!(
                        "its architecture is {}, and the pool asks for {pool}",
                        words::quoted(other)
                    ),
                    None => {
                        format!("its architecture is unknown, and the pool asks for {pool}")
                    }
                });
                advice.push(match machine_type {
                    Some(other) => format!(
                        "write `architecture: {other}`, or choose a machine type for {pool}"
                    ),
                    None => "choose another machine type".to_owned(),
                });
                places.push((*at, "its architecture".to_owned()));
            }
            MachineTypeCause::Unusable(at) => {
                clauses.push("the profile marks it as unusable".to_owned());
                advice.push(
                    "choose another machine type; pools that have it already keep it".to_owned(),
                );
                places.push((*at, "unusable".to_owned()));
            }
            MachineTypeCause::Zones(zones) => {
                let names = words::all(zones.iter().map(|(zone, _)| *zone));
                let plural = if zones.len() == 1 { "zone" } else { "zones" };
                clauses.push(format!("it is unavailable in {plural} {names}"));
                advice.push(format!(
                    "remove {plural} {names}, or choose another machine type"
                ));
                places.extend(
                    zones
                        .iter()
                        .map(|(zone, at)| (*at, format!("unavailable in {}", words::quoted(zone)))),
                );
            }
        }
    }
    let message = format!(
        "{} cannot use machine type {}: {}",
        view.pool(fault),
        words::quoted(fault.value),
        clauses.join("; ")
    );
    let mut report = ShootView::report(fault, message).help(advice.join("; "));
    for (at, text) in places {
        report = view.in_profile(report, at, text);
    }
    if let Some(worker) = view.worker(fault).filter(|worker| worker.zones.len() > 1) {
        for zone in worker.zones.iter().filter(|zone| lacks(causes, zone.value)) {
            report = report.also(zone.span, "this zone");
        }
    }
    report
}

fn lacks(causes: &[MachineTypeCause<'_>], zone: &str) -> bool {
    causes.iter().any(|cause| matches!(cause, MachineTypeCause::Zones(zones) if zones.iter().any(|(name, _)| *name == zone)))
}
