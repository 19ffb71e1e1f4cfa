use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "provider/unsupported-pool-setting",
    Provider,
    Error,
    Fault,
    "A setting of a worker pool that the extension refuses."
);

pub(in crate::rules) fn field(view: &ShootView<'_>, fault: &Fault<'_>, field: &str) -> Report {
    let why = format!(
        "{} sets `{field}`, which the extension does not support",
        view.pool(fault)
    );
    report(fault, &why).help(format!("remove `{field}`"))
}

pub(in crate::rules) fn zones(view: &ShootView<'_>, fault: &Fault<'_>, zones: usize) -> Report {
    let (pool, policy) = (view.pool(fault), words::quoted(fault.value));
    report(
        fault,
        &format!("{pool} is in {zones} zones, but the extension allows only one with server group policy {policy}"),
    )
    .help("create a pool for each zone, or choose another policy")
}

fn report(fault: &Fault<'_>, why: &str) -> Report {
    ShootView::report(fault, format!("{why}; its webhook refuses the Shoot"))
}
