//! What a profile alone says about maintenance.

use crate::maintain::{Place, ProfileAnswer, StuckAnswer};
use crate::maintenance::{Maintenance, Stuck, StuckOn};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::{Classification, Current};
use crate::model::time::Time;
use crate::resolution::usable::Usable;
use crate::source::Sources;
use crate::words::Names;
use crate::words::maintenance::no_way;

/// The answer about a profile alone. `range`: the time in which versions change, both ends
/// included.
#[must_use]
pub(super) fn profile<'v>(
    usable: &Usable<'v>,
    maintenance: &Maintenance<'_, '_, 'v>,
    now: Time,
    range: (Time, Time),
    sources: &'v Sources,
) -> ProfileAnswer<'v> {
    let profile = maintenance.matcher().profile();
    let of_images = profile
        .machine_images
        .iter()
        .flat_map(|of| of.versions.iter());
    let expired = Classification::Expired;
    let expires = |version: &ExpirableVersion<'_>| {
        let ends = |(date, to): (Time, Current<'_>)| date <= range.1 && to == expired;
        version.classification_at(now) == expired || version.transitions().into_iter().any(ends)
    };
    ProfileAnswer {
        expires: profile.kubernetes_versions.iter().any(expires)
            || of_images.map(|of| &of.expirable).any(expires),
        name: usable.name(),
        place: Place::of(usable.item, sources),
        now,
        transitions: maintenance.transitions(range.0, range.1),
        stuck: maintenance
            .stuck(now, range.1)
            .into_iter()
            .map(|of| answer(maintenance, of))
            .collect(),
        range,
    }
}

/// The versions that are expired, or expire, without a way on for some who run them.
pub(crate) fn stuck<'v>(
    maintenance: &Maintenance<'_, '_, 'v>,
    now: Time,
) -> impl Iterator<Item = StuckAnswer<'v>> {
    let all = maintenance.stuck(now, Time::MAX).into_iter();
    all.map(|of| answer(maintenance, of))
}

fn answer<'v>(maintenance: &Maintenance<'_, '_, 'v>, of: Stuck<'v>) -> StuckAnswer<'v> {
    let matcher = maintenance.matcher();
    let name = |machine: usize| {
        matcher
            .machines()
            .get(machine)
            .map(|machine| *machine.machine_type.name)
    };
    let (image, version, machine_types, kubernetes, in_place) = match of.on {
        StuckOn::Kubernetes(index) => {
            let version = matcher
                .profile()
                .kubernetes_versions
                .get(index)
                .map_or("", |version| *version.version);
            (None, version, Vec::new(), Vec::new(), false)
        }
        StuckOn::Image {
            version,
            machines,
            kubernetes,
            in_place,
            ..
        } => {
            let listed = matcher.versions().get(version);
            let version = listed.map_or("", |version| *version.version.version());
            (
                listed.map(|version| *version.image.name),
                version,
                machines.into_iter().filter_map(name).collect(),
                kubernetes,
                in_place,
            )
        }
    };
    let usable = matcher
        .machines()
        .iter()
        .filter(|machine| machine.machine_type.usable.value != Some(false))
        .count();
    StuckAnswer {
        date: of.date,
        image,
        version,
        of_every_machine_type: machine_types.len() == usable,
        machine_types,
        kubernetes,
        in_place,
        fault: of.fault,
        reason: no_way(of.fault, Names::Plain),
    }
}
