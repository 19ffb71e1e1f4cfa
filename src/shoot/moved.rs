//! Moving a Shoot to another profile (`spec/changes.md`, "Refused by the server").

use crate::model::path::Path;
use crate::model::shoot::Shoot;
use crate::shoot::fault::{Faults, MoveFault, Reason};
use crate::shoot::offer::Offer;
use crate::shoot::request::Known;

/// The first reason that refuses the move; admission goes no further then. `old`: the profile of the stored object, where it
/// refers to one.
pub(super) fn check<'a>(
    (shoot, offer): (&Shoot<'a>, &Offer<'a>),
    (old, old_profile): (&Shoot<'a>, Known<'_, 'a>),
    faults: &mut Faults<'a>,
) {
    let Some(old_reference) = old.profile() else { return };
    let identity = offer.identity;
    if old_reference.object_kind() == Some(identity.kind) && *old_reference.name == identity.name {
        return;
    }
    let spec = Path::new("spec");
    let path = spec.field("cloudProfile");
    let at = shoot.profile().map_or(shoot.at, |reference| reference.name.span);
    let mut refuse = |fault| faults.refuse(&path, at, Reason::Move(fault));
    let old_offer = match old_profile {
        // Not among the files: nobody knows its family.
        Known::Absent => return,
        Known::Nothing => None,
        Known::Offer(offer) => Some(offer),
    };
    let Some(old_offer) = old_offer.filter(|old| old.identity.family == identity.family) else {
        let kind = if old_reference.kind.is_empty() { "CloudProfile" } else { *old_reference.kind };
        return refuse(MoveFault::Family { old: format!("{kind} {}", *old_reference.name) });
    };
    for worker in shoot.workers.iter() {
        let pool = *worker.name;
        if let Some(image) = worker.image {
            let version = image.version.unwrap_or_default();
            if old_offer.version(*image.name, version).is_some() && offer.version(*image.name, version).is_none() {
                return refuse(MoveFault::Image { pool, image: format!("{} {version}", *image.name) });
            }
        }
        let machine_type = *worker.machine_type;
        if offer.machine(machine_type).is_none() {
            return refuse(MoveFault::MachineType { pool, machine_type });
        }
        if let Some(volume_type) = worker.volume_type().map(|name| *name).filter(|name| offer.volume_type(name).is_none()) {
            return refuse(MoveFault::VolumeType { pool, volume_type });
        }
    }
}
