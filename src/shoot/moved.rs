//! Moving a Shoot to another profile (`docs/gardener/changes.md#a-shoot-that-moves`).

use crate::model::object::ObjectKind;
use crate::model::path::Path;
use crate::model::shoot::{ProfileReference, Shoot};
use crate::shoot::fault::{Faults, MoveFault, Reason};
use crate::shoot::request::Known;

/// The CloudProfile of a reference's family.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family<'a> {
    /// The reference means no profile.
    None,
    Of(&'a str),
    /// The reference means a NamespacedCloudProfile that is not among the files.
    Unknown,
}

/// The first reason that refuses the move; admission stops there. Names identify families, so most
/// moves need no files of the profiles.
pub(super) fn check<'a>(
    (shoot, new): (&Shoot<'a>, Known<'_, 'a>),
    (old, old_profile): (&Shoot<'a>, Known<'_, 'a>),
    faults: &mut Faults<'a>,
) {
    let (Some(reference), Some(old_reference)) = (shoot.profile(), old.profile()) else {
        return;
    };
    if reference.object_kind() == old_reference.object_kind()
        && *reference.name == *old_reference.name
    {
        return;
    }
    let spec = Path::new("spec");
    let path = spec.field("cloudProfile");
    let mut refuse = |fault| faults.refuse(&path, reference.name.span, Reason::Move(fault));
    match (family(&old_reference, old_profile), family(&reference, new)) {
        // Other rules say that the new profile is not at hand.
        (_, Family::Unknown) => return,
        (Family::Unknown, _) if !matches!(new, Known::Offer(_)) => return,
        (Family::Unknown, _) => {
            return refuse(MoveFault::UnknownFamily {
                old: *old_reference.name,
            });
        }
        (Family::Of(old), Family::Of(new)) if old == new => {}
        _ => {
            let kind = if old_reference.kind.is_empty() {
                "CloudProfile"
            } else {
                *old_reference.kind
            };
            return refuse(MoveFault::Family {
                kind,
                old: *old_reference.name,
            });
        }
    }
    let Known::Offer(offer) = new else { return };
    for worker in shoot.workers.iter() {
        let pool = *worker.name;
        if let (Some(image), Known::Offer(old)) = (worker.image, old_profile) {
            let version = image.version.unwrap_or_default();
            if old.version(*image.name, version).is_some()
                && offer.version(*image.name, version).is_none()
            {
                return refuse(MoveFault::Image {
                    pool,
                    image: *image.name,
                    version,
                });
            }
        }
        let machine_type = *worker.machine_type;
        if offer.machine(machine_type).is_none() {
            return refuse(MoveFault::MachineType { pool, machine_type });
        }
        if let Some(volume_type) = worker
            .volume_type()
            .map(|name| *name)
            .filter(|name| offer.volume_type(name).is_none())
        {
            return refuse(MoveFault::VolumeType { pool, volume_type });
        }
    }
}

fn family<'a>(reference: &ProfileReference<'a>, known: Known<'_, 'a>) -> Family<'a> {
    match (reference.object_kind(), known) {
        (_, Known::Offer(offer)) => Family::Of(offer.identity.family),
        (Some(ObjectKind::CloudProfile), _) if !reference.name.is_empty() => {
            Family::Of(*reference.name)
        }
        (
            _,
            Known::Absent {
                family: Some(family),
            },
        ) => Family::Of(family),
        (Some(ObjectKind::NamespacedCloudProfile), Known::Absent { family: None }) => {
            Family::Unknown
        }
        _ => Family::None,
    }
}
