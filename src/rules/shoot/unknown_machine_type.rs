use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/unknown-machine-type",
    Admission,
    Error,
    Fault,
    "A machine type that the profile does not have."
);

/// How many of the machine types that would do are named.
const SHOWN: usize = 5;

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    fit: &[&str],
) -> Option<Report> {
    let machine_types = &view.offer()?.profile().machine_types;
    let all = || machine_types.iter().map(|machine_type| *machine_type.name);
    let near =
        words::near(fault.value, fit.iter().copied()).or_else(|| words::near(fault.value, all()));
    let meant = if near.is_some_and(|near| fit.contains(&near)) {
        words::only_near(fault.value, fit.iter().copied())
    } else {
        words::only_near(fault.value, all())
    };
    let near = words::did_you_mean(near);
    let message = format!(
        "{} has no machine type {}, which {} asks for",
        view.profile_name(),
        words::quoted(fault.value),
        view.pool(fault)
    );
    let help = if fit.is_empty() {
        format!("{near}no machine type fits the architecture and the zones of the pool")
    } else {
        format!(
            "{near}these fit the architecture and the zones of the pool: {}",
            words::some(fit.iter().copied(), SHOWN)
        )
    };
    Some(view.meant(ShootView::report(fault, message).help(help), fault, meant))
}

/// A pool keeps a machine type that is gone.
pub(in crate::rules) fn lost(view: &ShootView<'_>, fault: &Fault<'_>) -> Option<Report> {
    let machine_type = view.worker(fault).map_or("", |worker| *worker.machine_type);
    let message = format!(
        "{} keeps machine type {}, which {} no longer has: the server compares capabilities, \
         fails with an internal error, and so refuses every change of this Shoot",
        view.pool(fault),
        words::quoted(machine_type),
        view.profile_name()
    );
    let help = "add the machine type to the profile again, or change the machine type of the pool";
    view.is_changed().then(|| {
        ShootView::report(fault, message)
            .value(machine_type)
            .help(help)
    })
}
