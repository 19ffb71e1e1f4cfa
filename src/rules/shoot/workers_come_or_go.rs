use crate::rules::{Report, ShootView};
use crate::shoot::Fault;

rule!(
    "shoot/workers-come-or-go",
    Static,
    Error,
    Fault,
    "An update that gives a Shoot its first worker pools, or removes the last."
);

pub(in crate::rules) fn report(fault: &Fault<'_>, now: bool, mutator: bool) -> Report {
    let mut message = if now {
        "the stored Shoot has no worker pools, and the server never lets it get any".to_owned()
    } else {
        "the stored Shoot has worker pools, and the server never lets it lose all of them"
            .to_owned()
    };
    if mutator {
        message.push_str(" (the server even fails here with an internal error)");
    }
    ShootView::report(fault, message)
        .help("create a new Shoot; to have no nodes for a while, hibernate it")
}
