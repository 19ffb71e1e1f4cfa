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
            "both `cloudProfile` and `cloudProfileName` are set, and a new Shoot may only have \
             one of them",
            "remove `cloudProfileName`: from Kubernetes 1.34 on it is refused anyway",
        ),
        ReferenceFault::Kind => (
            "a Shoot can only refer to a CloudProfile or a NamespacedCloudProfile",
            "write `kind: CloudProfile` or `kind: NamespacedCloudProfile`; left out it means \
             CloudProfile",
        ),
        ReferenceFault::NoName => (
            "the reference to the profile has no name, so no profile is found",
            "name the profile under `cloudProfile.name`",
        ),
    };
    ShootView::report(fault, message).help(help)
}
