use crate::rules::walk::Owner;
use crate::rules::{Report, ShootView, words};
use crate::shoot::{Fault, MoveFault};
use crate::source::Span;

rule!(
    "shoot/forbidden-profile-move",
    Admission,
    Error,
    Fault,
    "An update that moves a Shoot to a profile outside its family."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    why: &MoveFault<'_>,
) -> Report {
    let new = view.profile_name();
    let (message, help) = match why {
        MoveFault::Family { kind, old } => (
            format!(
                "a Shoot can only move between a CloudProfile and its NamespacedCloudProfiles, \
                 and {new} is not in the family of {kind} {}",
                words::quoted(old)
            ),
            "stay within the family, or create a new Shoot",
        ),
        MoveFault::UnknownFamily { old } => (
            format!(
                "the NamespacedCloudProfile {} that the Shoot leaves is not among the files: \
                 unless its parent is the CloudProfile {}, the server refuses the move to {new}",
                words::quoted(old),
                words::quoted(view.offer().map_or("", |offer| offer.identity.family)),
            ),
            "pass the file of the old profile with `--with`, or create a new Shoot",
        ),
        MoveFault::Image {
            pool,
            image,
            version,
        } => (
            format!(
                "the Shoot cannot move to {new}: it has no {}, which pool {} uses",
                Owner::Image(image).version(version),
                words::quoted(pool)
            ),
            "add the version to the new profile first, or move the pool to a version that both \
             have",
        ),
        MoveFault::MachineType { pool, machine_type } => (
            format!(
                "the Shoot cannot move to {new}: it has no machine type {}, which pool {} uses",
                words::quoted(machine_type),
                words::quoted(pool)
            ),
            "add the machine type to the new profile first",
        ),
        MoveFault::VolumeType { pool, volume_type } => (
            format!(
                "the Shoot cannot move to {new}: it has no volume type {}, which pool {} uses",
                words::quoted(volume_type),
                words::quoted(pool)
            ),
            "add the volume type to the new profile first",
        ),
    };
    let old = view
        .judged
        .old
        .as_ref()
        .and_then(|old| old.shoot.profile())
        .map_or_else(Span::default, |old| old.name.span);
    view.in_old(
        ShootView::report(fault, message).help(help),
        old,
        "the profile that the stored Shoot has",
    )
}
