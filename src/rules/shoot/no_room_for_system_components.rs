use crate::model::path::FieldPath;
use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/no-room-for-system-components",
    Static,
    Error,
    Fault,
    "A Shoot whose pools leave no room for system components."
);

pub(in crate::rules) fn nowhere(view: &ShootView<'_>, fault: &Fault<'_>) -> Option<Report> {
    let message = "no worker pool may run system components such as the cluster's DNS: each \
        forbids it or has `maximum: 0`";
    let help = "remove `systemComponents` of a pool, or write `allow: true` there (without \
        `allow` it forbids them)";
    is_certain(view).then(|| ShootView::report(fault, message).help(help))
}

pub(in crate::rules) fn too_few(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    zones: usize,
    pools: &[&str],
) -> Option<Report> {
    let pools_named = if pools.len() == 1 {
        view.pool(fault)
    } else {
        format!("none of the pools {}", words::all(pools.iter().copied()))
    };
    let verb = if pools.len() == 1 { "cannot" } else { "can" };
    let message = format!(
        "{pools_named} {verb} have a node in each of the {zones} zones, but system components \
         spread over all zones"
    );
    let help = format!(
        "raise `maximum` of a pool to {zones} or more, name fewer zones, or let another pool run \
         system components"
    );
    is_certain(view).then(|| ShootView::report(fault, message).help(help))
}

/// Whether all values of the pools are readable: an unreadable one may be the reason.
fn is_certain(view: &ShootView<'_>) -> bool {
    let of_pools = |field: &FieldPath| field.after(["spec", "provider", "workers"]).is_some();
    !view
        .item
        .shape
        .iter()
        .any(|problem| of_pools(&problem.field))
}
