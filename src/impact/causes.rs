//! Why a choice among versions comes out otherwise: what differs of the versions that it is about,
//! and only if that is nothing, of all others that it could have been about.

use crate::impact::side::{answer, listed_by, machine_key, version_key};
use crate::impact::{Cause, Side};
use crate::maintenance::Strategy;
use crate::model::cloudprofile::{ExpirableVersion, MachineImageVersion};
use crate::model::lifecycle::Current;
use crate::model::time::Time;

/// Both revisions, and the time of the choice.
#[derive(Clone, Copy)]
pub(super) struct Choice<'c, 'a> {
    pub old: &'c Side<'a>,
    pub new: &'c Side<'a>,
    pub vocabulary: &'c [Cause],
    pub now: Time,
}

impl Choice<'_, '_> {
    /// Reports a Kubernetes version. `concerned`: the one in use, the old choice and the new
    /// choice.
    pub fn of_kubernetes(self, concerned: &[&str]) -> Vec<Cause> {
        let mut found = Vec::new();
        for name in concerned {
            found.extend(self.of_kubernetes_version(name));
        }
        if found.is_empty() {
            found.extend(
                self.old
                    .kubernetes
                    .keys()
                    .chain(self.new.kubernetes.keys())
                    .find_map(|name| self.of_kubernetes_version(name)),
            );
        }
        ended(found)
    }

    fn of_kubernetes_version(self, name: &str) -> Option<Cause> {
        match (self.old.kubernetes.get(name), self.new.kubernetes.get(name)) {
            (Some(before), Some(after)) => {
                (self.state(before) != self.state(after)).then_some(Cause::ChangedDates)
            }
            (None, None) => None,
            (Some(of), None) | (None, Some(of)) => Some(listed_by(of)),
        }
    }

    /// Reports a version of an image that maintenance chooses. `machine_type`: that of the pool.
    pub fn of_maintenance(
        self,
        image: &str,
        machine_type: Option<&str>,
        concerned: &[(&str, &str)],
    ) -> Vec<Cause> {
        let mut found = self.strategy(image);
        found.extend(self.of_versions(concerned.iter().copied(), machine_type, true));
        if found.is_empty() {
            found = self.of_image(image, machine_type, true);
        }
        ended(found)
    }

    /// Reports a version of an image for a pool that names none.
    pub fn of_default(
        self,
        image: &str,
        machine_type: Option<&str>,
        concerned: &[(&str, &str)],
    ) -> Vec<Cause> {
        let mut found = self.of_versions(concerned.iter().copied(), machine_type, false);
        if found.is_empty() {
            found = self.of_image(image, machine_type, false);
        }
        ended(found)
    }

    /// The differences of all versions of an image.
    fn of_image(self, image: &str, machine_type: Option<&str>, conditions: bool) -> Vec<Cause> {
        let all = self.old.versions.keys().chain(self.new.versions.keys());
        let of_image = all
            .filter(|(name, _)| name.eq_ignore_ascii_case(image))
            .copied();
        self.of_versions(of_image, machine_type, conditions)
    }

    fn of_versions<'v>(
        self,
        versions: impl Iterator<Item = (&'v str, &'v str)>,
        machine_type: Option<&str>,
        conditions: bool,
    ) -> Vec<Cause> {
        let mut found = Vec::new();
        for key in versions {
            self.of_version(key, machine_type, conditions, &mut found);
        }
        found
    }

    fn strategy(self, image: &str) -> Vec<Cause> {
        let of = |side: &Side<'_>| {
            let found = side
                .usable
                .profile
                .machine_images
                .iter()
                .find(|of| *of.name == image);
            found.map(|of| Strategy::of(of.update_strategy.value))
        };
        match (of(self.old), of(self.new)) {
            (Some(before), Some(after)) if before != after => vec![Cause::ChangedStrategy],
            _ => Vec::new(),
        }
    }

    fn of_version(
        self,
        key: (&str, &str),
        machine_type: Option<&str>,
        conditions: bool,
        found: &mut Vec<Cause>,
    ) {
        let at = |side: &Side<'_>| side.versions.get(&key).copied();
        let (before, after) = match (at(self.old), at(self.new)) {
            (Some(before), Some(after)) => (before, after),
            (None, None) => return,
            (Some(at), None) => return found.push(self.old.listed_by(at)),
            (None, Some(at)) => return found.push(self.new.listed_by(at)),
        };
        let [was, is] = [(self.old, before), (self.new, after)]
            .map(|(side, at)| side.matcher.versions()[at].version);
        if self.state(&was.expirable) != self.state(&is.expirable) {
            found.push(Cause::ChangedDates);
        }
        if conditions && self::conditions(was) != self::conditions(is) {
            found.push(Cause::ChangedConditions);
        }
        let machine = |side: &Side<'_>| side.machines.get(machine_type?).copied();
        let (Some(a), Some(b)) = (machine(self.old), machine(self.new)) else {
            return;
        };
        if answer(self.old, a, before).0 != answer(self.new, b, after).0
            || version_key(was).0 != version_key(is).0
        {
            let [a, b] = [(self.old, a), (self.new, b)]
                .map(|(side, at)| machine_key(side.matcher.machines()[at].machine_type));
            let of_version = causes(a != b, version_key(was) != version_key(is), self.vocabulary);
            found.extend(
                of_version
                    .into_iter()
                    .map(|cause| self.new.driven(is, cause)),
            );
        }
    }

    fn state<'t>(self, version: &ExpirableVersion<'t>) -> Current<'t> {
        version.classification_at(self.now)
    }
}

/// The conditions of a version for pools, beside its flavors.
#[derive(PartialEq)]
pub(super) struct Conditions<'a> {
    kubelet: &'a str,
    cri: Vec<(&'a str, Vec<&'a str>)>,
    /// Whether it supports updates in place, and from which version on.
    in_place: Option<(Option<bool>, Option<&'a str>)>,
}

pub(super) fn conditions<'a>(version: &MachineImageVersion<'a>) -> Conditions<'a> {
    let cri = version.cri.iter().map(|cri| {
        let runtimes = cri.container_runtimes.iter();
        (*cri.name, runtimes.map(|runtime| runtime.value).collect())
    });
    let in_place = version.in_place_updates.as_ref();
    Conditions {
        kubelet: version.kubelet_version_constraint.unwrap_or_default(),
        cri: cri.collect(),
        in_place: in_place.map(|of| (*of.supported, *of.min_version_for_update)),
    }
}

/// Each once, in the order in which they were found; what is listed where nothing else was.
fn ended(mut found: Vec<Cause>) -> Vec<Cause> {
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|cause| seen.insert(*cause));
    if found.is_empty() {
        found.push(Cause::ChangedLists);
    }
    found
}

/// The possible causes of a changed answer.
pub(super) fn causes(machine: bool, version: bool, vocabulary: &[Cause]) -> Vec<Cause> {
    let mut causes = vocabulary.to_vec();
    // A converted profile has flavors and capabilities that it had not: that follows.
    if !matches!(vocabulary, [Cause::FirstMigration | Cause::BackToLegacy]) {
        if version {
            causes.insert(0, Cause::ChangedFlavors);
        }
        if machine {
            causes.insert(0, Cause::ChangedMachineType);
        }
    }
    causes
}
