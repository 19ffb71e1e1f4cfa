use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "shoot/kubernetes-skew",
    Static,
    Error,
    Fault,
    "A pool whose Kubernetes version does not fit the control plane's."
);

pub(in crate::rules) fn skew(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    control_plane: &str,
    at: Span,
    above: bool,
) -> Report {
    let (pool, own, theirs) = (
        view.pool(fault),
        words::quoted(fault.value),
        words::quoted(control_plane),
    );
    let (message, help) = if above {
        (
            format!("{pool} has Kubernetes {own}, above the {theirs} of the control plane"),
            "raise the control plane first; a pool without its own version follows it",
        )
    } else {
        (
            format!(
                "{pool} has Kubernetes {own}, more than three minors below the {theirs} of the \
                 control plane"
            ),
            "raise the pool first; a kubelet may be at most three minors older",
        )
    };
    ShootView::report(fault, message)
        .help(help)
        .also(at, "the version of the control plane")
}

pub(in crate::rules) fn unreadable(fault: &Fault<'_>) -> Report {
    let message = if fault.value.is_empty() {
        "cpcap cannot compare the Shoot with the stored object without a Kubernetes version"
            .to_owned()
    } else {
        format!(
            "cpcap cannot compare the Kubernetes version {}: it, or the version to compare it \
             with, is not a version",
            words::quoted(fault.value)
        )
    };
    ShootView::report(fault, message).help("write full versions, such as `1.33.1`")
}
