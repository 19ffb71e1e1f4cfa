use crate::rules::{Report, ShootView};
use crate::shoot::Fault;

rule!(
    "shoot/missing-profile",
    Static,
    Error,
    Fault,
    "A Shoot without a profile."
);

pub(in crate::rules) fn report(fault: &Fault<'_>, retired: bool) -> Report {
    if retired {
        let message = "from Kubernetes 1.34 on the server no longer fills in `cloudProfile` from \
            `cloudProfileName`, so the Shoot refers to no profile";
        return ShootView::report(fault, message)
            .follows()
            .help("move the name to `cloudProfile.name`");
    }
    let message = "the Shoot refers to no profile, which decides which versions, machine types \
        and zones it can have";
    ShootView::report(fault, message)
        .help("name one: `cloudProfile: {kind: CloudProfile, name: ...}`")
}
