//! Going over the parts of a CloudProfile, each with the path that the API server prints. Of a view
//! only what it judges is shown: see [`Part`].

use std::collections::BTreeSet;

use crate::model::cloudprofile::{
    CloudProfile, ExpirableVersion, Flavor, MachineImage, MachineImageVersion, MachineType,
    VolumeType,
};
use crate::model::path::Path;
use crate::rules::{Part, ProfileView, words};

/// The list that a version stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner<'t> {
    /// `spec.kubernetes`
    Kubernetes,
    /// The image of that name.
    Image(&'t str),
}

impl Owner<'_> {
    /// How messages name a version of it.
    pub(super) fn version(self, version: &str) -> String {
        match self {
            Self::Kubernetes => format!("Kubernetes version {}", words::quoted(version)),
            Self::Image(image) => format!(
                "version {} of image {}",
                words::quoted(version),
                words::quoted(image)
            ),
        }
    }
}

/// A profile, and what of it is to be seen.
#[derive(Clone, Copy)]
pub(super) struct Extent<'a, 't> {
    profile: &'a CloudProfile<'t>,
    part: Part<'a>,
}

impl<'a, 't> From<&'a CloudProfile<'t>> for Extent<'a, 't> {
    fn from(profile: &'a CloudProfile<'t>) -> Self {
        Self {
            profile,
            part: Part::CloudProfile,
        }
    }
}

impl<'a> From<&ProfileView<'a>> for Extent<'a, 'a> {
    fn from(view: &ProfileView<'a>) -> Self {
        Self {
            profile: view.profile,
            part: view.part,
        }
    }
}

/// The Kubernetes versions, then the versions of every image, list by list: where the versions of a
/// list are compared.
pub(super) fn version_lists<'a, 't: 'a>(
    of: impl Into<Extent<'a, 't>>,
    mut visit: impl FnMut(&Path<'_>, Owner<'t>, &[&'a ExpirableVersion<'t>]),
) {
    let Extent { profile, part } = of.into();
    let spec = part.root();
    if part.is_whole() {
        let versions: Vec<_> = profile.kubernetes_versions.iter().collect();
        visit(
            &spec.field("kubernetes").field("versions"),
            Owner::Kubernetes,
            &versions,
        );
    }
    let images = spec.field("machineImages");
    for (i, image) in profile
        .machine_images
        .iter()
        .enumerate()
        .filter(|(i, _)| part.judges_additional(*i))
    {
        let versions: Vec<_> = image
            .versions
            .iter()
            .map(|version| &version.expirable)
            .collect();
        visit(
            &images.index(i).field("versions"),
            Owner::Image(*image.name),
            &versions,
        );
    }
}

/// All versions whose life cycle is judged, with the list that they stand in.
pub(super) fn expirable_versions<'a, 't: 'a>(
    of: impl Into<Extent<'a, 't>>,
    mut visit: impl FnMut(&Path<'_>, Owner<'t>, &'a ExpirableVersion<'t>),
) {
    let extent = of.into();
    kubernetes_versions(extent, |path, version| {
        visit(path, Owner::Kubernetes, version);
    });
    additional_image_versions(extent, |path, image, version| {
        visit(path, Owner::Image(image), &version.expirable);
    });
}

/// The Kubernetes versions, each for itself.
pub(super) fn kubernetes_versions<'a, 't: 'a>(
    of: impl Into<Extent<'a, 't>>,
    mut visit: impl FnMut(&Path<'_>, &'a ExpirableVersion<'t>),
) {
    let Extent { profile, part } = of.into();
    if !part.has_all_lists() {
        return;
    }
    let spec = part.root();
    let kubernetes = spec.field("kubernetes");
    let versions = kubernetes.field("versions");
    for (i, version) in profile.kubernetes_versions.iter().enumerate() {
        visit(&versions.index(i), version);
    }
}

/// The images, each for itself: name and update strategy.
pub(super) fn images<'a, 't: 'a>(
    of: impl Into<Extent<'a, 't>>,
    mut visit: impl FnMut(&Path<'_>, &'a MachineImage<'t>),
) {
    let Extent { profile, part } = of.into();
    let spec = part.root();
    let images = spec.field("machineImages");
    for (i, image) in profile
        .machine_images
        .iter()
        .enumerate()
        .filter(|(i, _)| part.judges_image(*i))
    {
        visit(&images.index(i), image);
    }
}

/// The versions of all images: the image version rules of the server.
pub(super) fn image_versions<'a, 't: 'a>(
    of: impl Into<Extent<'a, 't>>,
    visit: impl FnMut(&Path<'_>, &'t str, &'a MachineImageVersion<'t>),
) {
    let Extent { profile, part } = of.into();
    versions_of(profile, part, |i, j| part.judges_version(i, j), visit);
}

/// The versions of all images that the server judges as a whole: the additional image version
/// rules.
pub(super) fn additional_image_versions<'a, 't: 'a>(
    of: impl Into<Extent<'a, 't>>,
    visit: impl FnMut(&Path<'_>, &'t str, &'a MachineImageVersion<'t>),
) {
    let Extent { profile, part } = of.into();
    versions_of(profile, part, |i, _| part.judges_additional(i), visit);
}

fn versions_of<'a, 't: 'a>(
    profile: &'a CloudProfile<'t>,
    part: Part<'_>,
    judges: impl Fn(usize, usize) -> bool,
    mut visit: impl FnMut(&Path<'_>, &'t str, &'a MachineImageVersion<'t>),
) {
    let spec = part.root();
    let images = spec.field("machineImages");
    for (i, image) in profile.machine_images.iter().enumerate() {
        let image_path = images.index(i);
        let versions = image_path.field("versions");
        for (j, version) in image
            .versions
            .iter()
            .enumerate()
            .filter(|(j, _)| judges(i, *j))
        {
            visit(&versions.index(j), *image.name, version);
        }
    }
}

/// The flavors of all image versions.
pub(super) fn flavors<'a, 't: 'a>(
    of: impl Into<Extent<'a, 't>>,
    mut visit: impl FnMut(&Path<'_>, &'a Flavor<'t>),
) {
    image_versions(of, |path, _, version| {
        let flavors = path.field("capabilityFlavors");
        for (k, flavor) in version.capability_flavors.iter().enumerate() {
            visit(&flavors.index(k), flavor);
        }
    });
}

pub(super) fn machine_types<'a, 't: 'a>(
    of: impl Into<Extent<'a, 't>>,
    mut visit: impl FnMut(&Path<'_>, &'a MachineType<'t>),
) {
    let Extent { profile, part } = of.into();
    if !part.has_all_lists() {
        return;
    }
    let spec = part.root();
    let types = spec.field("machineTypes");
    for (i, machine_type) in profile.machine_types.iter().enumerate() {
        visit(&types.index(i), machine_type);
    }
}

/// The machine types whose name no earlier one has: of the others the server judges no more than
/// that.
pub(super) fn first_machine_types<'a, 't: 'a>(
    of: impl Into<Extent<'a, 't>>,
    mut visit: impl FnMut(&Path<'_>, &'a MachineType<'t>),
) {
    let mut seen = BTreeSet::new();
    machine_types(of, |path, machine_type| {
        if seen.insert(*machine_type.name) {
            visit(path, machine_type);
        }
    });
}

/// The volume types that the server judges as a whole: those before the first whose name is
/// repeated.
pub(super) fn judged_volume_types<'a, 't: 'a>(
    of: impl Into<Extent<'a, 't>>,
    mut visit: impl FnMut(&Path<'_>, &'a VolumeType<'t>),
) {
    let Extent { profile, part } = of.into();
    if !part.has_all_lists() {
        return;
    }
    let spec = part.root();
    let types = spec.field("volumeTypes");
    let mut seen = BTreeSet::new();
    for (i, volume_type) in profile
        .volume_types
        .iter()
        .enumerate()
        .take_while(|(_, of)| seen.insert(*of.name))
    {
        visit(&types.index(i), volume_type);
    }
}
