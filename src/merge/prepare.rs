//! The preparation of a NamespacedCloudProfile by the server: defaulting, and dropping versions
//! that are not active.

use std::collections::BTreeSet;

use crate::model::cloudprofile::{CloudProfile, ExpirableVersion};
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

/// The versions that preparation drops. Positions are those of the object as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Kubernetes versions that are not active.
    pub kubernetes: Vec<usize>,
    /// Image versions that are not active: image, version.
    pub versions: Vec<(usize, usize)>,
    /// Images without versions and update strategy; an empty one counts as none.
    pub images: Vec<usize>,
}

impl Dropped {
    /// Whether versions are among it.
    #[must_use]
    pub fn has_versions(&self) -> bool {
        !self.kubernetes.is_empty() || !self.versions.is_empty()
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

/// Drops versions that are not active and were not stored before, and images that say nothing.
pub fn prepare(profile: &mut CloudProfile<'_>, before: Before<'_, '_>, now: Time) -> Dropped {
    let stored = Stored::new(before);
    let mut dropped = Dropped::default();
    let mut index = 0..;
    profile.kubernetes_versions.value.retain(|version| {
        let at = index.next().unwrap_or_default();
        let kept = stored.keeps(None, version, now);
        if !kept {
            dropped.kubernetes.push(at);
        }
        kept
    });
    let mut index = 0..;
    profile.machine_images.value.retain_mut(|image| {
        let at = index.next().unwrap_or_default();
        let mut version_index = 0..;
        image.versions.value.retain(|version| {
            let version_at = version_index.next().unwrap_or_default();
            let kept = stored.keeps(Some(*image.name), &version.expirable, now);
            if !kept {
                dropped.versions.push((at, version_at));
            }
            kept
        });
        let kept = !image.versions.is_empty()
            || image
                .update_strategy
                .is_some_and(|strategy| !strategy.is_empty());
        if !kept {
            dropped.images.push(at);
        }
        kept
    });
    dropped
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
