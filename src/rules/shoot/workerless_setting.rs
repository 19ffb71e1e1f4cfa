use crate::rules::{Report, ShootView};
use crate::shoot::Fault;

rule!(
    "shoot/workerless-setting",
    Static,
    Error,
    Fault,
    "A setting for worker pools on a Shoot without worker pools."
);

pub(in crate::rules) fn report(fault: &Fault<'_>, name: &str) -> Report {
    let message = format!("`{name}` only makes sense with worker pools, and this Shoot has none");
    ShootView::report(fault, message)
        .needs("spec.provider.workers")
        .help("remove it, or add a worker pool under `provider.workers`")
}
