//! One worker pool against the profile, point by point as the server does it.

use std::collections::BTreeMap;

use crate::finding::ErrorType::{Duplicate, Invalid, NotSupported};
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::model::quantity::Quantity;
use crate::model::shoot::{Kubelet, Shoot, Worker};
use crate::shoot::admission::{Context, MOST_LISTED, kubernetes};
use crate::shoot::fault::{Faults, Reason};

/// A pool that is judged.
#[derive(Clone, Copy)]
pub(super) struct Pool<'o, 'a> {
    pub shoot: &'o Shoot<'a>,
    pub worker: &'o Worker<'a>,
    pub old: Option<&'o Worker<'a>>,
    /// The kubelet settings: the pool's, else those of the last pool before it that has both, else
    /// the Shoot's.
    pub kubelet: Option<&'o Kubelet>,
    pub context: Context<'o, 'a>,
}

impl<'o, 'a> Pool<'o, 'a> {
    pub(super) fn judge(self, path: &Path<'_>, faults: &mut Faults<'a>) {
        self.kubernetes(path, faults);
        self.machine(path, faults);
        self.volume(path, faults);
        self.reserved(path, faults);
        self.zones(path, faults);
    }

    fn kubernetes(self, path: &Path<'_>, faults: &mut Faults<'a>) {
        let Some(own) = self.worker.kubernetes_version() else {
            return;
        };
        let control_plane = self.context.old.map(|old| *old.shoot.kubernetes_version);
        let old = self
            .old
            .and_then(Worker::kubernetes_version)
            .map(|version| *version)
            .or(control_plane);
        if old != Some(*own) {
            let path = path.field("kubernetes");
            kubernetes(
                own,
                self.old.is_some(),
                self.context.offer,
                &path.field("version"),
                faults,
            );
        }
    }

    /// Reports at most one fault, as the server does.
    fn volume(self, path: &Path<'_>, faults: &mut Faults<'a>) {
        let Some(volume) = &self.worker.volume else {
            return;
        };
        let Some(name) = self.worker.volume_type() else {
            return;
        };
        let offer = self.context.offer;
        let path = path.field("volume");
        let region = offer.region(*self.shoot.region);
        let lacking = |name: &str| offer.zones_without_volume_type(region, self.zone_names(), name);
        let known = offer.volume_type(*name);
        let unchanged = self
            .old
            .and_then(Worker::volume_type)
            .is_some_and(|old| *old == *name);
        if !unchanged {
            let Some(known) = known else {
                let usable = offer
                    .profile()
                    .volume_types
                    .iter()
                    .filter(|volume_type| *volume_type.usable != Some(false));
                let usable = usable
                    .map(|volume_type| *volume_type.name)
                    .filter(|name| lacking(name).is_empty());
                return faults.add(
                    NotSupported,
                    &path.field("type"),
                    name,
                    Reason::UnknownVolumeType(usable.take(MOST_LISTED).collect()),
                );
            };
            let unusable = (*known.usable == Some(false)).then_some(known.usable.span);
            let zones = lacking(*name);
            if unusable.is_some() || !zones.is_empty() {
                return faults.add(
                    Invalid,
                    &path.field("type"),
                    name,
                    Reason::UnfitVolumeType { unusable, zones },
                );
            }
        }
        let Ok(size) = Quantity::parse(*volume.size) else {
            return;
        };
        let machine = offer
            .machine(*self.worker.machine_type)
            .map(|at| offer.machine_at(at).machine_type);
        let storage = machine
            .and_then(|machine| machine.storage.as_ref())
            .filter(|storage| *storage.storage_type == *name);
        let by_machine = storage.and_then(|storage| {
            Some((
                storage.min_size.value.as_ref()?,
                storage.min_size.span,
                true,
            ))
        });
        let by_type = known
            .and_then(|known| Some((known.min_size.value.as_ref()?, known.min_size.span, false)));
        let least = [by_machine, by_type]
            .into_iter()
            .flatten()
            .find(|(least, ..)| size < **least);
        if let Some((least, at, by_machine_type)) = least {
            let reason = Reason::VolumeTooSmall {
                least: least.to_string(),
                at,
                by_machine_type,
            };
            faults.add(Invalid, &path.field("size"), volume.size, reason);
        }
    }

    fn reserved(self, path: &Path<'_>, faults: &mut Faults<'a>) {
        if self.worker.kubernetes.is_none() {
            return;
        }
        let offer = self.context.offer;
        let Some(machine) = offer
            .machine(*self.worker.machine_type)
            .map(|at| offer.machine_at(at).machine_type)
        else {
            return;
        };
        let kubelet = self.kubelet;
        let path = path.field("kubernetes");
        let path = path.field("kubelet");
        let at = self
            .worker
            .kubernetes
            .as_ref()
            .map_or(self.worker.at, |kubernetes| kubernetes.at);
        let sides = [
            (
                "cpu",
                kubelet.map(|kubelet| &kubelet.reserved_cpu),
                &machine.cpu,
            ),
            (
                "memory",
                kubelet.map(|kubelet| &kubelet.reserved_memory),
                &machine.memory,
            ),
        ];
        for (what, reserved, has) in sides {
            let quantity = |of: &Spanned<Option<Quantity>>| of.value.clone();
            let value = reserved.and_then(quantity);
            let enough = match (&value, &has.value) {
                (Some(reserved), Some(has)) => reserved < has,
                (Some(reserved), None) => reserved.sign() < 0,
                (None, Some(has)) => has.sign() > 0,
                (None, None) => false,
            };
            if !enough {
                let machine = has
                    .value
                    .as_ref()
                    .map_or_else(|| "0".to_owned(), Quantity::to_string);
                let span = reserved
                    .filter(|_| value.is_some())
                    .map_or(at, |reserved| reserved.span);
                let reason = Reason::Reserved {
                    what,
                    reserved: value.map(|value| value.to_string()),
                    machine,
                    at: has.span,
                };
                faults.at(Invalid, &path, span, reason);
            }
        }
    }

    fn zones(self, path: &Path<'_>, faults: &mut Faults<'a>) {
        let same = |old: &Worker<'_>| {
            old.zones
                .iter()
                .map(|zone| zone.value)
                .eq(self.zone_names())
        };
        let same_region = self
            .context
            .old
            .is_some_and(|old| *old.shoot.region == *self.shoot.region);
        if same_region && self.old.is_some_and(same) {
            return;
        }
        let region = self.context.offer.region(*self.shoot.region);
        let offered: Vec<&'a str> = region
            .map(|region| region.zones.iter().map(|zone| *zone.name).collect())
            .unwrap_or_default();
        let list = path.field("zones");
        let mut seen = BTreeMap::new();
        for (index, zone) in self.worker.zones.iter().enumerate() {
            let path = list.index(index);
            if !offered.contains(&zone.value) {
                let error = if offered.is_empty() {
                    Invalid
                } else {
                    NotSupported
                };
                faults.add(
                    error,
                    &path,
                    *zone,
                    Reason::UnknownZone {
                        known_region: region.is_some(),
                        zones: offered.clone(),
                    },
                );
            }
            if let Some(first) = seen.get(zone.value) {
                faults.add(Duplicate, &path, *zone, Reason::RepeatedZone(*first));
            } else {
                seen.insert(zone.value, zone.span);
            }
        }
    }

    pub(super) fn zone_names(self) -> impl Iterator<Item = &'a str> + use<'o, 'a> {
        self.worker.zones.iter().map(|zone| zone.value)
    }
}
