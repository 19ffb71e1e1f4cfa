//! Worker pools that the server admits by the old revision and refuses by the new one: as new
//! pools, or on every update of their Shoots. The algebra that judges Shoots answers once for all
//! equal pools. `pools` reports what no longer fits at all.

use std::collections::{BTreeMap, BTreeSet};

use crate::impact::causes::Choice;
use crate::impact::properties::{constraint_text, usable_text};
use crate::impact::united::United;
use crate::impact::users::PoolUse;
use crate::impact::{Cause, Entry, Impact, List, Refusal, Side, What};
use crate::shoot::{ImageCause, MachineTypeCause, PoolAlone, PoolKey, Reason};
use crate::source::{Place, Span};

/// The key of a refusal: its cause, its entry, and the type in that.
type Key<'a> = (Cause, Entry<'a>, &'a str);

/// Pools, and what becomes refused of those that are alike.
pub(super) struct Refused<'c, 'a> {
    choice: Choice<'c, 'a>,
    by_key: BTreeMap<PoolKey<'a>, Vec<Impact<'a>>>,
}

impl<'c, 'a> Refused<'c, 'a> {
    pub fn new(choice: Choice<'c, 'a>) -> Self {
        Self {
            choice,
            by_key: BTreeMap::new(),
        }
    }

    /// Adds a pool of a Shoot as the old revision stores it.
    pub fn add(&mut self, key: PoolKey<'a>, pool: PoolAlone<'_, 'a>, user: PoolUse<'a>) {
        let choice = self.choice;
        for impact in self
            .by_key
            .entry(key)
            .or_insert_with(|| judge(choice, pool, user.region))
        {
            impact.pools.push(user);
        }
    }

    pub fn done(self, united: &mut United<'a>) {
        self.by_key
            .into_values()
            .flatten()
            .filter(|impact| !impact.pools.is_empty())
            .for_each(|impact| united.add(impact));
    }
}

fn judge<'a>(choice: Choice<'_, 'a>, pool: PoolAlone<'_, 'a>, region: &'a str) -> Vec<Impact<'a>> {
    let pen = Pen {
        choice,
        pool,
        region,
    };
    let every: BTreeMap<Key<'a>, Impact<'a>> = pen.told(choice.new, true).into_iter().collect();
    let mut all: BTreeMap<Key<'a>, Impact<'a>> = pen.told(choice.new, false).into_iter().collect();
    // Most pools are admitted: nothing else needs to be known of them.
    if every.is_empty() && all.is_empty() {
        return Vec::new();
    }
    let known: BTreeSet<Key<'a>> = [false, true]
        .into_iter()
        .flat_map(|unchanged| pen.told(choice.old, unchanged))
        .map(|(key, _)| key)
        .collect();
    for (key, impact) in &mut all {
        if every.contains_key(key) {
            refuse(impact, Refusal::EveryUpdate);
        } else {
            refuse(impact, Refusal::NewPools);
        }
    }
    for (key, mut impact) in every {
        refuse(&mut impact, Refusal::EveryUpdate);
        all.entry(key).or_insert(impact);
    }
    // The old revision refuses new pools in a region that it does not list: for them, none of the
    // region's zones can go.
    let had_region = pen.choice.old.offer.region(region).is_some();
    all.into_iter()
        .filter(|(key, impact)| {
            let stays_refused = !had_region
                && key.1.list == List::Zone
                && impact.refusal() == Some(Refusal::NewPools);
            !stays_refused && !known.contains(key)
        })
        .map(|(_, impact)| impact)
        .collect()
}

fn refuse(impact: &mut Impact<'_>, by: Refusal) {
    if let What::Impossible { refusal, .. } = &mut impact.what {
        *refusal = Some(by);
    }
}

struct Pen<'c, 's, 'a> {
    choice: Choice<'c, 'a>,
    pool: PoolAlone<'s, 'a>,
    region: &'a str,
}

impl<'a> Pen<'_, '_, 'a> {
    /// The refusals of a revision for the pool.
    fn told(&self, side: &Side<'a>, unchanged: bool) -> Vec<(Key<'a>, Impact<'a>)> {
        let mut told = Vec::new();
        // A pool without zones still names its region.
        if !unchanged && !self.region.is_empty() && side.offer.region(self.region).is_none() {
            told.push(self.gone_region(side));
        }
        for fault in self.pool.faults(&side.offer, unchanged) {
            self.fault(side, &fault.reason, fault.value, &mut told);
        }
        for (key, impact) in &mut told {
            impact.entry = Some(key.1.clone());
        }
        told
    }

    fn gone_region(&self, side: &Side<'a>) -> (Key<'a>, Impact<'a>) {
        let old = self.choice.old;
        let at = old
            .offer
            .region(self.region)
            .and_then(|region| old.place(region.name.span));
        let places = (at, side.place(side.usable.profile.regions.span));
        let mut impact = gone(Cause::ChangedLists, places);
        impact.regions.push(self.region);
        (
            (
                Cause::ChangedLists,
                Entry::new(List::Region, self.region),
                "",
            ),
            impact,
        )
    }

    fn fault(
        &self,
        side: &Side<'a>,
        reason: &Reason<'a>,
        value: &'a str,
        told: &mut Vec<(Key<'a>, Impact<'a>)>,
    ) {
        let machine_type = *self.pool.worker.machine_type;
        match reason {
            Reason::UnfitMachineType(causes) => {
                for cause in causes {
                    match cause {
                        MachineTypeCause::Unusable(at) => {
                            let mut impact = self.unusable(self.machine_type_at(), side.place(*at));
                            impact.machine_types.push(machine_type);
                            told.push((
                                (
                                    Cause::NotUsable,
                                    Entry::new(List::MachineType, machine_type),
                                    "",
                                ),
                                impact,
                            ));
                        }
                        MachineTypeCause::Zones(zones) => {
                            self.zones(side, zones, machine_type, told, |impact| {
                                impact.machine_types.push(machine_type);
                            });
                        }
                        MachineTypeCause::Architecture { .. } => {}
                    }
                }
            }
            Reason::UnfitVolumeType { unusable, zones } => {
                if let Some(at) = unusable {
                    let mut impact = self.unusable(self.volume_type_at(value), side.place(*at));
                    impact.volume_types.push(value);
                    told.push((
                        (Cause::NotUsable, Entry::new(List::VolumeType, value), ""),
                        impact,
                    ));
                }
                self.zones(side, zones, value, told, |impact| {
                    impact.volume_types.push(value);
                });
            }
            Reason::UnknownVolumeType(_) => {
                let mut impact = gone(Cause::ChangedLists, (self.volume_type_at(value), None));
                impact.volume_types.push(value);
                told.push((
                    (Cause::ChangedLists, Entry::new(List::VolumeType, value), ""),
                    impact,
                ));
            }
            Reason::VolumeTooSmall {
                least,
                at,
                by_machine_type,
            } => {
                told.push(self.too_small(side, least, *at, *by_machine_type));
            }
            Reason::Reserved {
                what, machine, at, ..
            } => {
                let before = self
                    .choice
                    .old
                    .offer
                    .machine(machine_type)
                    .map(|at| self.choice.old.offer.machine_at(at).machine_type);
                let had = before.map(|of| if *what == "cpu" { &of.cpu } else { &of.memory });
                let had_text = had
                    .and_then(|of| of.value.as_ref())
                    .map(|value| format!("{what} {value}"));
                let places = (
                    had.and_then(|of| self.choice.old.place(of.span)),
                    side.place(*at),
                );
                let mut impact = impact(
                    Cause::ReservedResources,
                    (had_text, Some(format!("{what} {machine}"))),
                    places,
                );
                impact.machine_types.push(machine_type);
                told.push((
                    (
                        Cause::ReservedResources,
                        Entry::new(List::MachineType, machine_type),
                        what,
                    ),
                    impact,
                ));
            }
            Reason::UnknownZone {
                known_region: true, ..
            } => {
                let region = |side: &Side<'a>| side.offer.region(self.region);
                let zone = region(self.choice.old)
                    .and_then(|region| region.zones.iter().find(|zone| *zone.name == value));
                let old = zone.and_then(|zone| self.choice.old.place(zone.name.span));
                let new = region(side).and_then(|region| side.place(region.name.span));
                let mut impact = gone(Cause::RemovedZone, (old, new));
                impact.regions.push(self.region);
                told.push((
                    (
                        Cause::RemovedZone,
                        Entry::under(List::Zone, self.region, value),
                        "",
                    ),
                    impact,
                ));
            }
            Reason::KubeletConstraint { .. } => {
                let text = |side: &Side<'a>| {
                    self.version(side)
                        .map(|version| constraint_text(*version.kubelet_version_constraint))
                };
                let at = |side: &Side<'a>| {
                    let version = self.version(side)?;
                    let constraint = version.kubelet_version_constraint;
                    side.place(if constraint.is_some() {
                        constraint.span
                    } else {
                        version.version().span
                    })
                };
                let texts = (text(self.choice.old), text(side));
                self.image(
                    impact(
                        Cause::KubeletConstraint,
                        texts,
                        (at(self.choice.old), at(side)),
                    ),
                    told,
                );
            }
            Reason::UnsupportedCri { .. } | Reason::UnsupportedRuntime { .. } => {
                self.conditions(side, format!("runs {value}"), told);
            }
            Reason::UnfitImage { causes, .. }
                if causes
                    .iter()
                    .any(|cause| matches!(cause, ImageCause::InPlace)) =>
            {
                self.conditions(side, "supports updates in place".to_owned(), told);
            }
            _ => {}
        }
    }

    fn unusable(&self, old: Option<Place>, new: Option<Place>) -> Impact<'a> {
        let [was, is] = [true, false].map(|usable| Some(usable_text(usable).to_owned()));
        impact(Cause::NotUsable, (was, is), (old, new))
    }

    fn zones(
        &self,
        side: &Side<'a>,
        zones: &[(&'a str, Span)],
        of: &'a str,
        told: &mut Vec<(Key<'a>, Impact<'a>)>,
        name: impl Fn(&mut Impact<'a>),
    ) {
        let old = self.choice.old;
        for (zone, at) in zones {
            let known = old
                .offer
                .region(self.region)
                .and_then(|region| region.zones.iter().find(|of| *of.name == *zone));
            let places = (
                known.and_then(|zone| old.place(zone.name.span)),
                side.place(*at),
            );
            let mut impact = impact(
                Cause::UnavailableInZone,
                (Some("available".to_owned()), Some("unavailable".to_owned())),
                places,
            );
            impact.regions.push(self.region);
            name(&mut impact);
            told.push((
                (
                    Cause::UnavailableInZone,
                    Entry::under(List::Zone, self.region, *zone),
                    of,
                ),
                impact,
            ));
        }
    }

    fn too_small(
        &self,
        side: &Side<'a>,
        least: &str,
        at: Span,
        by_machine_type: bool,
    ) -> (Key<'a>, Impact<'a>) {
        let (old, machine_type) = (self.choice.old, *self.pool.worker.machine_type);
        let volume_type = self.pool.worker.volume_type().map_or("", |of| *of);
        let before = if by_machine_type {
            let machine = old
                .offer
                .machine(machine_type)
                .map(|at| old.offer.machine_at(at).machine_type);
            machine
                .and_then(|machine| machine.storage.as_ref())
                .map(|storage| &storage.min_size)
        } else {
            old.offer.volume_type(volume_type).map(|of| &of.min_size)
        };
        let set = before.and_then(|of| Some((of.value.as_ref()?, of.span)));
        let was = set.map_or_else(
            || "no minSize".to_owned(),
            |(value, _)| format!("minSize {value}"),
        );
        let name_at = if by_machine_type {
            self.machine_type_at()
        } else {
            self.volume_type_at(volume_type)
        };
        let places = (set.map_or(name_at, |(_, at)| old.place(at)), side.place(at));
        let mut impact = impact(
            Cause::MinimumVolumeSize,
            (Some(was), Some(format!("minSize {least}"))),
            places,
        );
        let entry = if by_machine_type {
            impact.machine_types.push(machine_type);
            Entry::new(List::MachineType, machine_type)
        } else {
            impact.volume_types.push(volume_type);
            Entry::new(List::VolumeType, volume_type)
        };
        ((Cause::MinimumVolumeSize, entry, ""), impact)
    }

    /// The image version no longer does something.
    fn conditions(&self, side: &Side<'a>, what: String, told: &mut Vec<(Key<'a>, Impact<'a>)>) {
        let at = |side: &Side<'a>| {
            self.version(side)
                .and_then(|version| side.place(version.version().span))
        };
        self.image(
            impact(
                Cause::ChangedConditions,
                (Some(what), None),
                (at(self.choice.old), at(side)),
            ),
            told,
        );
    }

    fn image(&self, mut impact: Impact<'a>, told: &mut Vec<(Key<'a>, Impact<'a>)>) {
        let Some(image) = self.pool.worker.image else {
            return;
        };
        let (name, version) = (*image.name, image.version.unwrap_or_default());
        let cause = impact
            .causes
            .first()
            .copied()
            .unwrap_or(Cause::ChangedConditions);
        impact.machine_types.push(*self.pool.worker.machine_type);
        impact.images.push((name, version));
        told.push((
            (cause, Entry::under(List::ImageVersion, name, version), ""),
            impact,
        ));
    }

    fn version(
        &self,
        side: &Side<'a>,
    ) -> Option<&'a crate::model::cloudprofile::MachineImageVersion<'a>> {
        let image = self.pool.worker.image?;
        let at = side
            .offer
            .version(*image.name, image.version.unwrap_or_default())?;
        Some(side.offer.version_at(at).version)
    }

    fn machine_type_at(&self) -> Option<Place> {
        let old = self.choice.old;
        let at = old.offer.machine(*self.pool.worker.machine_type)?;
        old.place(old.offer.machine_at(at).machine_type.name.span)
    }

    fn volume_type_at(&self, name: &str) -> Option<Place> {
        let old = self.choice.old;
        old.place(old.offer.volume_type(name)?.name.span)
    }
}

/// An entry that is no longer listed.
fn gone<'a>(cause: Cause, places: (Option<Place>, Option<Place>)) -> Impact<'a> {
    let mut impact = impact(cause, (None, None), places);
    impact.what = What::Impossible {
        refusal: None,
        gone: true,
    };
    impact
}

fn impact<'a>(
    cause: Cause,
    (was, is): (Option<String>, Option<String>),
    (old, new): (Option<Place>, Option<Place>),
) -> Impact<'a> {
    let what = What::Impossible {
        refusal: None,
        gone: false,
    };
    let mut impact = Impact::new(what, vec![cause]);
    (impact.before, impact.after) = (was, is);
    (impact.old, impact.new) = (old, new);
    impact
}
