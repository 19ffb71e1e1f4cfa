use crate::rules::{Report, ShootView, words};
use crate::shoot::{Fault, Twice};
use crate::source::Span;

rule!(
    "shoot/duplicate-name",
    Static,
    Error,
    Fault,
    "Two worker pools, volumes, taints or container runtimes that cannot be told apart."
);

pub(in crate::rules) fn report(fault: &Fault<'_>, kind: Twice, first: Span) -> Report {
    let name = words::quoted(fault.value);
    let (message, help) = match kind {
        Twice::Worker => (
            format!("two worker pools are called {name}"),
            "give each pool a name of its own",
        ),
        Twice::DataVolume => (
            format!("two data volumes are called {name}"),
            "give each data volume a name of its own",
        ),
        Twice::Taint => (
            format!("the taint {name} stands twice with the same effect"),
            "remove one of the two",
        ),
        Twice::Runtime => (
            format!("the container runtime {name} stands twice"),
            "remove one of the two",
        ),
    };
    ShootView::report(fault, message)
        .help(help)
        .also(first, "first used here")
}
