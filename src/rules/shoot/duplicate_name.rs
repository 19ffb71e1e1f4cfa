use crate::rules::{Report, ShootView, words};
use crate::shoot::{Fault, Twice};
use crate::source::Span;

rule!(
    "shoot/duplicate-name",
    Static,
    Error,
    Fault,
    "Two worker pools, volumes, taints or container runtimes with the same name."
);

pub(in crate::rules) fn report(fault: &Fault<'_>, kind: Twice, first: Span) -> Report {
    let name = words::quoted(fault.value);
    let (message, help) = match kind {
        Twice::Worker => (
            format!("two worker pools have the name {name}"),
            "give each pool its own name",
        ),
        Twice::DataVolume => (
            format!("two data volumes have the name {name}"),
            "give each data volume its own name",
        ),
        Twice::Taint => (
            format!("the pool has the taint {name} twice with the same effect"),
            "remove one of the two",
        ),
        Twice::Runtime => (
            format!("the pool has the container runtime {name} twice"),
            "remove one of the two",
        ),
    };
    ShootView::report(fault, message)
        .help(help)
        .also(first, "first used here")
}
