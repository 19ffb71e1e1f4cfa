use crate::rules::{Report, ShootView};
use crate::shoot::{Fault, ReferenceFault};

rule!(
    "shoot/bad-profile-reference",
    Admission,
    Error,
    Fault,
    "A reference to a profile that the server cannot follow."
);

pub(in crate::rules) fn report(fault: &Fault<'_>, why: ReferenceFault) -> Report {
    let (message, help) = match why {
        ReferenceFault::Both => (
            "the Shoot has both `cloudProfile` and `cloudProfileName`, but a new Shoot may have \
             only one of them",
            "remove `cloudProfileName`, which the server refuses from Kubernetes 1.34 on",
        ),
        ReferenceFault::Kind => (
            "a Shoot can only refer to a CloudProfile or a NamespacedCloudProfile",
            "write `kind: CloudProfile` or `kind: NamespacedCloudProfile`; the default is \
             CloudProfile",
        ),
        ReferenceFault::NoName => (
            "the reference to the profile has no name, so the server finds no profile",
            "name the profile under `cloudProfile.name`",
        ),
    };
    ShootView::report(fault, message).help(help)
}
