use std::fmt::Display;

use crate::rules::{Report, ShootView, words};
use crate::shoot::{Fault, NameKind};

rule!(
    "shoot/malformed-name",
    Static,
    Error,
    Fault,
    "A name in a Shoot that is not a DNS label, or is too long."
);

pub(in crate::rules) fn too_long(fault: &Fault<'_>, kind: NameKind, most: usize) -> Report {
    report(
        fault,
        kind,
        format_args!(
            "has {} bytes, but at most {most} are possible",
            fault.value.len()
        ),
    )
}

pub(in crate::rules) fn report(fault: &Fault<'_>, kind: NameKind, clause: impl Display) -> Report {
    let (what, why) = match kind {
        NameKind::ProviderType => (
            "the type of the provider",
            "it names the extension that manages the Shoot",
        ),
        NameKind::Worker => (
            "the name of a worker pool",
            "the names of machines contain it",
        ),
        NameKind::Volume => ("the name of a volume", "the names of disks contain it"),
    };
    let message = format!(
        "{} cannot be {what}: it {clause}; {why}",
        words::quoted(fault.value)
    );
    let help = if kind == NameKind::ProviderType {
        "write the `type` of the profile: lower-case letters, digits and `-`"
    } else {
        "use at most 15 lower-case letters, digits and `-`, with a letter or a digit at both ends"
    };
    ShootView::report(fault, message).help(help)
}
