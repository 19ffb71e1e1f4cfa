//! The preparation of a profile by the server: defaulting, and dropping versions that are not
//! active.

use std::collections::BTreeSet;

use crate::model::cloudprofile::{CloudProfile, ExpirableVersion};
use crate::model::lifecycle::Classification;
use crate::model::path::FieldPath;
use crate::model::time::Time;

#[derive(Clone, Copy, Debug)]
pub enum Before<'a, 't> {
    /// The stored object is unknown: the new one counts as written.
    Unknown,
    /// Nothing: the object is created.
    Nothing,
    /// The stored object after defaulting.
    Stored(&'a CloudProfile<'t>),
}

/// What preparation drops of a profile. Positions are those of the profile as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Kubernetes versions that are not active.
    pub kubernetes: Vec<usize>,
    /// Image versions that are not active: image, version.
    pub versions: Vec<(usize, usize)>,
    /// Images of a NamespacedCloudProfile without versions and update strategy; an empty one counts
    /// as none.
    pub images: Vec<usize>,
}

impl Dropped {
    /// What a create drops of a CloudProfile: Kubernetes versions that are not active, and expired
    /// image versions. Those that are not available yet stay.
    #[must_use]
    pub fn on_create(profile: &CloudProfile<'_>, now: Time) -> Self {
        Self::unless(profile, |image, version| {
            let current = version.classification_at(now);
            match image {
                None => current.is_active(),
                Some(_) => current != Classification::Expired,
            }
        })
    }

    /// What the server drops of a NamespacedCloudProfile: versions that are not active and were not
    /// stored before, and images that say nothing.
    #[must_use]
    pub fn of_namespaced(profile: &CloudProfile<'_>, before: Before<'_, '_>, now: Time) -> Self {
        let stored = Stored::new(before);
        let mut dropped = Self::unless(profile, |image, version| stored.keeps(image, version, now));
        for (at, image) in profile.machine_images.iter().enumerate() {
            let until = |last: usize| dropped.versions.partition_point(|(of, _)| *of < last);
            let is_empty = image.versions.len() == until(at + 1) - until(at);
            let strategy = image.update_strategy;
            if is_empty && strategy.is_none_or(str::is_empty) {
                dropped.images.push(at);
            }
        }
        dropped
    }

    /// The versions that are not kept. `keeps`: by image; none for Kubernetes.
    fn unless(
        profile: &CloudProfile<'_>,
        keeps: impl Fn(Option<&str>, &ExpirableVersion<'_>) -> bool,
    ) -> Self {
        let mut dropped = Self::default();
        for (index, version) in profile.kubernetes_versions.iter().enumerate() {
            if !keeps(None, version) {
                dropped.kubernetes.push(index);
            }
        }
        for (at, image) in profile.machine_images.iter().enumerate() {
            for (index, version) in image.versions.iter().enumerate() {
                if !keeps(Some(*image.name), &version.expirable) {
                    dropped.versions.push((at, index));
                }
            }
        }
        dropped
    }

    /// Takes it away from the profile.
    pub fn take_from(&self, profile: &mut CloudProfile<'_>) {
        remove(
            &mut profile.kubernetes_versions.value,
            self.kubernetes.iter().copied(),
        );
        for of_image in self.versions.chunk_by(|a, b| a.0 == b.0) {
            if let Some(image) = profile.machine_images.value.get_mut(of_image[0].0) {
                let gone = of_image.iter().map(|(_, index)| *index);
                remove(&mut image.versions.value, gone);
            }
        }
        remove(
            &mut profile.machine_images.value,
            self.images.iter().copied(),
        );
    }

    /// Whether versions are among it.
    #[must_use]
    pub fn has_versions(&self) -> bool {
        !self.kubernetes.is_empty() || !self.versions.is_empty()
    }

    /// The positions of the versions: of the image, none for Kubernetes, and in its list.
    pub fn positions(&self) -> impl Iterator<Item = (Option<usize>, usize)> {
        let kubernetes = self.kubernetes.iter().map(|index| (None, *index));
        kubernetes.chain(self.versions.iter().map(|(at, index)| (Some(*at), *index)))
    }

    /// The versions of a profile as written, in the order of its text.
    pub fn versions_of<'p, 't>(
        &self,
        written: &'p CloudProfile<'t>,
    ) -> impl Iterator<Item = DroppedVersion<'p, 't>> {
        self.positions().filter_map(|(at, index)| {
            let image = match at {
                Some(at) => Some((at, written.machine_images.get(at)?)),
                None => None,
            };
            let version = match image {
                Some((_, image)) => &image.versions.get(index)?.expirable,
                None => written.kubernetes_versions.get(index)?,
            };
            Some(DroppedVersion {
                image: image.map(|(at, image)| (at, *image.name)),
                index,
                version,
            })
        })
    }
}

/// Removes positions from a list.
pub(super) fn remove<T>(list: &mut Vec<T>, positions: impl Iterator<Item = usize>) {
    let gone: BTreeSet<usize> = positions.collect();
    let mut at = 0..;
    list.retain(|_| at.next().is_none_or(|at| !gone.contains(&at)));
}

/// A version that preparation drops.
#[derive(Clone, Copy, Debug)]
pub struct DroppedVersion<'p, 't> {
    /// The position and the name of its image; none for a Kubernetes version.
    pub image: Option<(usize, &'t str)>,
    /// Its position in its list.
    pub index: usize,
    pub version: &'p ExpirableVersion<'t>,
}

impl DroppedVersion<'_, '_> {
    /// The path of its list.
    #[must_use]
    pub fn list(&self) -> FieldPath {
        version_list(self.image.map(|(at, _)| at))
    }
}

/// The path of the versions of an image by position, or of Kubernetes.
#[must_use]
pub fn version_list(image: Option<usize>) -> FieldPath {
    match image {
        None => FieldPath::from("spec.kubernetes.versions"),
        Some(at) => FieldPath::from("spec.machineImages")
            .index(at)
            .field("versions"),
    }
}

/// Fills in what the server fills in: machine types and volume types are usable.
pub fn default(profile: &mut CloudProfile<'_>) {
    for usable in profile
        .machine_types
        .value
        .iter_mut()
        .map(|machine_type| &mut machine_type.usable)
    {
        usable.value.get_or_insert(true);
    }
    for usable in profile
        .volume_types
        .value
        .iter_mut()
        .map(|volume_type| &mut volume_type.usable)
    {
        usable.value.get_or_insert(true);
    }
}

/// The versions that were stored before, by image; none for Kubernetes.
struct Stored<'a> {
    all: bool,
    versions: BTreeSet<(Option<&'a str>, &'a str)>,
}

impl<'a> Stored<'a> {
    fn new(before: Before<'a, '_>) -> Self {
        let mut versions = BTreeSet::new();
        if let Before::Stored(profile) = before {
            versions.extend(
                profile
                    .kubernetes_versions
                    .iter()
                    .map(|version| (None, *version.version)),
            );
            for image in profile.machine_images.iter() {
                versions.extend(
                    image
                        .versions
                        .iter()
                        .map(|version| (Some(*image.name), *version.version())),
                );
            }
        }
        Self {
            all: matches!(before, Before::Unknown),
            versions,
        }
    }

    fn keeps(&self, image: Option<&str>, version: &ExpirableVersion<'_>, now: Time) -> bool {
        self.all
            || version.classification_at(now).is_active()
            || self.versions.contains(&(image, *version.version))
    }
}
