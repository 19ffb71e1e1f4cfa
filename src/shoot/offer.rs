//! The offer of a profile to Shoots at a time: an index of everything that they can name, computed
//! once for all.

use std::collections::BTreeMap;

use crate::capability::Demand;
use crate::matching::{Machine, Matcher, Verdict, Version};
use crate::model::cloudprofile::{CloudProfile, ExpirableVersion, Region, VolumeType};
use crate::model::constraint::Constraint;
use crate::model::object::ObjectKind;
use crate::model::shoot::{Shoot, Worker};
use crate::model::time::Time;
use crate::model::version;
use crate::source::Span;

/// A profile, as the server uses it, prepared for judging Shoots. Of several things with one name
/// the first counts.
#[derive(Debug)]
pub struct Offer<'a> {
    pub matcher: &'a Matcher<'a, 'a>,
    /// The kind and the names of the profile.
    pub identity: Identity<'a>,
    pub now: Time,
    machines: BTreeMap<&'a str, usize>,
    images: BTreeMap<&'a str, usize>,
    versions: BTreeMap<(&'a str, &'a str), usize>,
    volume_types: BTreeMap<&'a str, usize>,
    regions: BTreeMap<&'a str, usize>,
    kubernetes: BTreeMap<&'a str, usize>,
    /// The constraints of the image versions that have one: none where it does not parse.
    constraints: BTreeMap<usize, Option<Constraint>>,
    /// The Kubernetes versions that are active.
    active: Vec<&'a ExpirableVersion<'a>>,
}

/// The profile that a reference means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity<'a> {
    pub kind: ObjectKind,
    pub name: &'a str,
    /// The CloudProfile of its family: itself, or its parent.
    pub family: &'a str,
}

impl<'a> Offer<'a> {
    #[must_use]
    pub fn new(matcher: &'a Matcher<'a, 'a>, identity: Identity<'a>, now: Time) -> Self {
        let profile = matcher.profile();
        let versions = matcher.versions();
        let key = |version: &Version<'a, 'a>| (*version.image.name, *version.version.version());
        let mut offer = Self {
            matcher,
            identity,
            now,
            machines: index(
                profile
                    .machine_types
                    .iter()
                    .map(|machine_type| *machine_type.name),
            ),
            images: index(profile.machine_images.iter().map(|image| *image.name)),
            versions: index(versions.iter().map(key)),
            volume_types: index(
                profile
                    .volume_types
                    .iter()
                    .map(|volume_type| *volume_type.name),
            ),
            regions: index(profile.regions.iter().map(|region| *region.name)),
            kubernetes: index(
                profile
                    .kubernetes_versions
                    .iter()
                    .map(|version| *version.version),
            ),
            constraints: BTreeMap::new(),
            active: profile
                .kubernetes_versions
                .iter()
                .filter(|version| version.classification_at(now).is_active())
                .collect(),
        };
        for (at, version) in versions.iter().enumerate() {
            if let Some(constraint) = version.version.kubelet_version_constraint.value {
                offer
                    .constraints
                    .insert(at, Constraint::parse(constraint).ok());
            }
        }
        offer
    }

    #[must_use]
    pub fn profile(&self) -> &'a CloudProfile<'a> {
        self.matcher.profile()
    }

    /// The machine type of that name, by position.
    #[must_use]
    pub fn machine(&self, name: &str) -> Option<usize> {
        self.machines.get(name).copied()
    }

    #[must_use]
    pub fn machine_at(&self, at: usize) -> &'a Machine<'a, 'a> {
        &self.matcher.machines()[at]
    }

    /// The image of that name, by position.
    #[must_use]
    pub fn image(&self, name: &str) -> Option<usize> {
        self.images.get(name).copied()
    }

    /// The image version that reads exactly so, by position in the matcher.
    #[must_use]
    pub fn version(&self, image: &str, version: &str) -> Option<usize> {
        self.versions.get(&(image, version)).copied()
    }

    #[must_use]
    pub fn version_at(&self, at: usize) -> &'a Version<'a, 'a> {
        &self.matcher.versions()[at]
    }

    /// The versions of the image of that name, by position in the matcher.
    pub fn versions_of(&self, image: &str) -> impl Iterator<Item = usize> {
        let range = self
            .image(image)
            .map_or(0..0, |image| self.matcher.range_of(image));
        range.into_iter()
    }

    /// The volume type of that name.
    #[must_use]
    pub fn volume_type(&self, name: &str) -> Option<&'a VolumeType<'a>> {
        self.volume_types
            .get(name)
            .map(|at| &self.profile().volume_types[*at])
    }

    /// The region of that name.
    #[must_use]
    pub fn region(&self, name: &str) -> Option<&'a Region<'a>> {
        self.regions
            .get(name)
            .map(|at| &self.profile().regions[*at])
    }

    /// The Kubernetes version that reads exactly so.
    #[must_use]
    pub fn kubernetes(&self, version: &str) -> Option<&'a ExpirableVersion<'a>> {
        self.kubernetes
            .get(version)
            .map(|at| &self.profile().kubernetes_versions[*at])
    }

    /// The active Kubernetes versions, in the order of the profile.
    #[must_use]
    pub fn active_kubernetes(&self) -> &[&'a ExpirableVersion<'a>] {
        &self.active
    }

    /// The constraint of an image version: none where it has none, and an inner none where that
    /// does not parse.
    #[must_use]
    pub fn constraint(&self, version: usize) -> Option<Option<&Constraint>> {
        self.constraints.get(&version).map(Option::as_ref)
    }

    /// The versions of an image that a pool of a stored Shoot could have now, the newest first.
    #[must_use]
    pub fn fitting(&self, shoot: &Shoot<'_>, worker: &Worker<'_>, image: usize) -> Vec<&'a str> {
        let machine = self
            .machine(*worker.machine_type)
            .map(|at| self.machine_at(at));
        let demand = Demand::of(worker, *shoot.provider.provider_type);
        let kubelet = worker
            .kubernetes_version()
            .unwrap_or(shoot.kubernetes_version);
        let kubelet = version::Version::parse(kubelet.value);
        let mut fit: Vec<(Option<version::Version<'a>>, &'a str)> = Vec::new();
        for at in self.matcher.range_of(image) {
            let of = self.version_at(at);
            let architecture = worker
                .architecture
                .is_some_and(|name| of.architectures.contains(&name));
            let fits = machine.is_none_or(|machine| {
                self.matcher.verdict_for(machine, of, demand) == Verdict::Fits
            });
            let updates = of.version.in_place_updates.as_ref();
            let in_place = !worker.is_in_place()
                || updates.is_some_and(|updates| *updates.supported == Some(true));
            let constraint = self.constraint(at).flatten();
            let kubelet = constraint.is_none_or(|constraint| {
                kubelet
                    .as_ref()
                    .is_none_or(|kubelet| constraint.check(kubelet))
            });
            let is_active = self.matcher.current(at, self.now).is_active();
            if architecture && fits && in_place && kubelet && is_active {
                let name = *of.version.version();
                fit.push((version::Version::parse(name), name));
            }
        }
        fit.sort_by(|a, b| b.0.cmp(&a.0));
        fit.into_iter().map(|(_, name)| name).collect()
    }

    /// The zones, among some of a region, that lack a machine type, with the places that say so.
    pub fn zones_without_machine_type<'z>(
        &self,
        region: Option<&'a Region<'a>>,
        zones: impl Iterator<Item = &'z str>,
        machine_type: &str,
    ) -> Vec<(&'a str, Span)> {
        lacking(region, zones, |zone| {
            zone.unavailable_machine_types
                .iter()
                .find(|name| name.value == machine_type)
                .map(|name| name.span)
        })
    }

    /// The zones, among some of a region, that lack a volume type, with the places that say so.
    pub fn zones_without_volume_type<'z>(
        &self,
        region: Option<&'a Region<'a>>,
        zones: impl Iterator<Item = &'z str>,
        volume_type: &str,
    ) -> Vec<(&'a str, Span)> {
        lacking(region, zones, |zone| {
            zone.unavailable_volume_types
                .iter()
                .find(|name| name.value == volume_type)
                .map(|name| name.span)
        })
    }
}

fn lacking<'a, 'z>(
    region: Option<&'a Region<'a>>,
    zones: impl Iterator<Item = &'z str>,
    lacks: impl Fn(&'a crate::model::cloudprofile::Zone<'a>) -> Option<Span>,
) -> Vec<(&'a str, Span)> {
    let Some(region) = region else {
        return Vec::new();
    };
    let find = |name: &str| {
        region
            .zones
            .iter()
            .filter(|zone| *zone.name == name)
            .find_map(|zone| Some((*zone.name, lacks(zone)?)))
    };
    zones.filter_map(find).collect()
}

fn index<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, usize> {
    let mut index = BTreeMap::new();
    for (at, key) in keys.enumerate() {
        index.entry(key).or_insert(at);
    }
    index
}
