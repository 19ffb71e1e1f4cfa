use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/retired-profile-name",
    Static,
    Error,
    Fault,
    "`cloudProfileName` on a Shoot with Kubernetes 1.34 or later."
);

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>) -> Report {
    let message = format!(
        "from Kubernetes 1.34 on a Shoot cannot have `cloudProfileName`, and this one has {}",
        words::quoted(*view.judged.shoot.kubernetes_version)
    );
    let help = format!(
        "write `cloudProfile: {{kind: CloudProfile, name: {}}}` instead",
        fault.value
    );
    ShootView::report(fault, message).help(help).also(
        view.written.kubernetes_version.span,
        "the Kubernetes version",
    )
}
