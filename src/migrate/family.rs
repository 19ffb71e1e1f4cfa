//! What a CloudProfile and its NamespacedCloudProfiles mean for each other's migration.

use std::collections::BTreeSet;

use super::images;
use crate::capability::ARCHITECTURES;
use crate::effective;
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::model::cloudprofile::CloudProfile;
use crate::resolution::parents::Parent;
use crate::resolution::provided::Provided;

/// What the NamespacedCloudProfiles of a CloudProfile need of its vocabulary.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    pub architectures: BTreeSet<String>,
    /// Whether an image version of theirs asks for accelerated networking.
    pub accelerates: bool,
}

impl Needs {
    /// Adds what a NamespacedCloudProfile needs.
    pub fn add(&mut self, child: &CloudProfile<'_>, provided: Option<&Provided<'_>>) {
        let architectures = in_use(&effective::stored(child));
        self.architectures.extend(architectures);
        self.accelerates |= accelerates(provided);
    }
}

/// Whether the legacy format of some image version asks for accelerated networking.
pub(super) fn accelerates(provided: Option<&Provided<'_>>) -> bool {
    let part = provided.and_then(|provided| provided.part.as_ref());
    part.is_some_and(|part| {
        let mut images = part.config.images.iter();
        images.any(|image| images::accelerates(&image.versions))
    })
}

/// What of a family decides about one of its profiles.
#[derive(Clone, Copy, Debug)]
pub(super) enum Family<'a> {
    /// Of a CloudProfile: what its children need.
    Parent(&'a Needs),
    /// Of a NamespacedCloudProfile: its parent.
    Child(Under<'a>),
}

/// The parent of a NamespacedCloudProfile that is migrated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Under<'a> {
    /// The parent, which has a vocabulary.
    pub parent: &'a Parent<'a>,
    /// Whether it got that in the same run.
    pub was_legacy: bool,
}

/// The architectures of machine types and image versions.
pub(super) fn in_use(profile: &CloudProfile<'_>) -> Vec<String> {
    let of_images = profile
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter())
        .flat_map(|version| version.architectures.iter());
    let of_types = profile
        .machine_types
        .iter()
        .filter_map(|of| of.architecture.value);
    let used: Vec<&str> = of_images.map(|value| value.value).chain(of_types).collect();
    let found: Vec<String> = ARCHITECTURES
        .iter()
        .filter(|name| used.contains(name))
        .map(|name| (*name).to_owned())
        .collect();
    if found.is_empty() {
        vec![DEFAULT_ARCHITECTURE.to_owned()]
    } else {
        found
    }
}
