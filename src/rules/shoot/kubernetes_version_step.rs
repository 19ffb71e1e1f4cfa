use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/kubernetes-version-step",
    Static,
    Error,
    Fault,
    "An update that lowers a Kubernetes version, or skips a minor."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    old: &str,
    down: bool,
    follows: bool,
) -> Report {
    let who = if fault.worker.is_some() {
        view.pool(fault)
    } else {
        "the control plane".to_owned()
    };
    let (new, old) = (words::quoted(fault.value), words::quoted(old));
    let (message, help) = if down {
        let with = if follows {
            ", because it follows the control plane"
        } else {
            ""
        };
        (
            format!("{who} cannot go down from Kubernetes {old} to {new}{with}"),
            "keep the version: Kubernetes has no downgrades",
        )
    } else {
        (
            format!("{who} cannot go from Kubernetes {old} to {new}: that skips a minor version"),
            "go up one minor version at a time",
        )
    };
    ShootView::report(fault, message).help(help)
}
