//! Why a choice among versions comes out otherwise: what differs of the versions that it is about, and only if that is nothing, of all
//! others that it could have been about.

use crate::impact::pairs::{answer, causes};
use crate::impact::side::{machine_text, version_text};
use crate::impact::{Cause, Side};
use crate::maintenance::Strategy;
use crate::model::cloudprofile::{ExpirableVersion, MachineImageVersion};
use crate::model::time::Time;

/// Both revisions, and when the choice is made.
#[derive(Clone, Copy)]
pub(super) struct Choice<'c, 'a> {
    pub old: &'c Side<'a>,
    pub new: &'c Side<'a>,
    pub vocabulary: &'c [Cause],
    pub now: Time,
}

impl Choice<'_, '_> {
    /// Of a Kubernetes version. `concerned`: the one in use, and what was and will be chosen.
    pub fn of_kubernetes(self, concerned: &[&str]) -> Vec<Cause> {
        let mut found = Vec::new();
        let listed = |side: &Side<'_>, name: &str| side.usable.profile.kubernetes_versions.iter().any(|of| *of.version == name);
        let all = [self.old, self.new].into_iter().flat_map(|side| side.usable.profile.kubernetes_versions.iter());
        let all: Vec<&str> = all.map(|version| *version.version).filter(|name| !concerned.contains(name)).collect();
        for name in concerned.iter().chain(&all) {
            if !concerned.contains(name) && !found.is_empty() {
                break;
            }
            let of = |side: &Side<'_>| {
                side.usable.profile.kubernetes_versions.iter().find(|of| of.version.value == *name).map(|of| self.state(of))
            };
            match (listed(self.old, name), listed(self.new, name)) {
                (true, true) if of(self.old) != of(self.new) => found.push(Cause::ChangedDates),
                (true, false) | (false, true) => found.push(Cause::ChangedLists),
                _ => {}
            }
        }
        ended(found)
    }

    /// Of a version of an image. `machine_type`: that of the pool.
    pub fn of_images(self, image: &str, machine_type: Option<&str>, concerned: &[(&str, &str)]) -> Vec<Cause> {
        let mut found = self.strategy(image);
        for key in concerned {
            self.of_version(*key, machine_type, &mut found);
        }
        if found.is_empty() {
            let of_image = |side: &'_ Side<'_>| -> Vec<(String, String)> {
                let all = side.versions.keys().filter(|(name, _)| image.is_empty() || name.eq_ignore_ascii_case(image));
                all.map(|(image, version)| ((*image).to_owned(), (*version).to_owned())).collect()
            };
            for (image, version) in of_image(self.old).iter().chain(&of_image(self.new)) {
                self.of_version((image, version), machine_type, &mut found);
            }
        }
        ended(found)
    }

    fn strategy(self, image: &str) -> Vec<Cause> {
        let of = |side: &Side<'_>| {
            let found = side.usable.profile.machine_images.iter().find(|of| *of.name == image);
            found.map(|of| Strategy::of(of.update_strategy.value))
        };
        match (of(self.old), of(self.new)) {
            (Some(before), Some(after)) if before != after => vec![Cause::ChangedStrategy],
            _ => Vec::new(),
        }
    }

    fn of_version(self, key: (&str, &str), machine_type: Option<&str>, found: &mut Vec<Cause>) {
        let at = |side: &Side<'_>| side.versions.get(&key).copied();
        let (before, after) = match (at(self.old), at(self.new)) {
            (Some(before), Some(after)) => (before, after),
            (None, None) => return,
            _ => return found.push(Cause::ChangedLists),
        };
        let [was, is] = [(self.old, before), (self.new, after)].map(|(side, at)| side.matcher.versions()[at].version);
        if self.state(&was.expirable) != self.state(&is.expirable) {
            found.push(Cause::ChangedDates);
        }
        if conditions(was) != conditions(is) {
            found.push(Cause::ChangedConditions);
        }
        let machine = |side: &Side<'_>| side.machines.get(machine_type?).copied();
        let (Some(a), Some(b)) = (machine(self.old), machine(self.new)) else { return };
        if answer(self.old, a, before).0 != answer(self.new, b, after).0 || version_architectures(was) != version_architectures(is) {
            let texts = [(self.old, a), (self.new, b)].map(|(side, at)| machine_text(side.matcher.machines()[at].machine_type));
            found.extend(causes(texts[0] != texts[1], version_text(was) != version_text(is), self.vocabulary));
        }
    }

    fn state(self, version: &ExpirableVersion<'_>) -> String {
        version.classification_at(self.now).as_str().to_owned()
    }
}

/// What of a version decides which pools it can serve, beside its flavors.
fn conditions(version: &MachineImageVersion<'_>) -> String {
    let mut text = format!("{:?}", version.kubelet_version_constraint.value.unwrap_or_default());
    for cri in version.cri.iter() {
        let runtimes: Vec<&str> = cri.container_runtimes.iter().map(|runtime| runtime.value).collect();
        text += &format!("; {} {runtimes:?}", *cri.name);
    }
    if let Some(updates) = &version.in_place_updates {
        text += &format!("; {:?} {:?}", updates.supported.value, updates.min_version_for_update.value);
    }
    text
}

fn version_architectures<'t>(version: &MachineImageVersion<'t>) -> std::collections::BTreeSet<&'t str> {
    version.architectures.iter().map(|value| value.value).collect()
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
