//! Going over the parts of a CloudProfile, each with the path that the API server prints.

use std::collections::BTreeSet;

use crate::model::cloudprofile::{CloudProfile, ExpirableVersion, Flavor, MachineImageVersion, MachineType};
use crate::model::path::Path;
use crate::rules::words;

/// Which list a version stands in.
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
            Self::Image(image) => format!("version {} of image {}", words::quoted(version), words::quoted(image)),
        }
    }
}

/// The Kubernetes versions, then the versions of every image, list by list.
pub(super) fn version_lists<'a, 't>(
    profile: &'a CloudProfile<'t>,
    mut visit: impl FnMut(&Path<'_>, Owner<'t>, &[&'a ExpirableVersion<'t>]),
) {
    let spec = Path::new("spec");
    let versions: Vec<_> = profile.kubernetes_versions.iter().collect();
    visit(&spec.field("kubernetes").field("versions"), Owner::Kubernetes, &versions);
    let images = spec.field("machineImages");
    for (i, image) in profile.machine_images.iter().enumerate() {
        let versions: Vec<_> = image.versions.iter().map(|version| &version.expirable).collect();
        visit(&images.index(i).field("versions"), Owner::Image(*image.name), &versions);
    }
}

/// All versions that have a life cycle, with the list that they stand in.
pub(super) fn expirable_versions<'a, 't>(
    profile: &'a CloudProfile<'t>,
    mut visit: impl FnMut(&Path<'_>, Owner<'t>, &'a ExpirableVersion<'t>),
) {
    version_lists(profile, |list, owner, versions| {
        for (i, version) in versions.iter().enumerate() {
            visit(&list.index(i), owner, version);
        }
    });
}

/// The versions of all images.
pub(super) fn image_versions<'a, 't>(
    profile: &'a CloudProfile<'t>,
    mut visit: impl FnMut(&Path<'_>, &'t str, &'a MachineImageVersion<'t>),
) {
    let spec = Path::new("spec");
    let images = spec.field("machineImages");
    for (i, image) in profile.machine_images.iter().enumerate() {
        let image_path = images.index(i);
        let versions = image_path.field("versions");
        for (j, version) in image.versions.iter().enumerate() {
            visit(&versions.index(j), *image.name, version);
        }
    }
}

/// The flavors of all image versions.
pub(super) fn flavors<'a, 't>(profile: &'a CloudProfile<'t>, mut visit: impl FnMut(&Path<'_>, &'a Flavor<'t>)) {
    image_versions(profile, |path, _, version| {
        let flavors = path.field("capabilityFlavors");
        for (k, flavor) in version.capability_flavors.iter().enumerate() {
            visit(&flavors.index(k), flavor);
        }
    });
}

/// All machine types.
pub(super) fn machine_types<'a, 't>(profile: &'a CloudProfile<'t>, mut visit: impl FnMut(&Path<'_>, &'a MachineType<'t>)) {
    let spec = Path::new("spec");
    let types = spec.field("machineTypes");
    for (i, machine_type) in profile.machine_types.iter().enumerate() {
        visit(&types.index(i), machine_type);
    }
}

/// The machine types whose name no earlier one has: of the others the server judges no capabilities.
pub(super) fn first_machine_types<'a, 't>(profile: &'a CloudProfile<'t>, mut visit: impl FnMut(&Path<'_>, &'a MachineType<'t>)) {
    let mut seen = BTreeSet::new();
    machine_types(profile, |path, machine_type| {
        if seen.insert(*machine_type.name) {
            visit(path, machine_type);
        }
    });
}
