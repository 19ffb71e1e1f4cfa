//! The checks of the validating webhooks for a NamespacedCloudProfile
//! (`docs/gardener/providers/README.md#namespacedcloudprofiles`): the frame that the providers
//! share. Everything is in the format of the parent.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::cloudprofile::{CloudProfile, MachineImage, MachineImageVersion};
use crate::provider::config::{Config, Flavor};
use crate::provider::fault::{Faults, Of, What};
use crate::provider::mapping::{self, CoreVersion, ListedFlavor, Mapping};
use crate::provider::{IMAGES, config};

/// A NamespacedCloudProfile with its `providerConfig`, and the parent.
#[derive(Debug)]
pub struct Child<'a, 't> {
    /// The child's core part against its `providerConfig`; the vocabulary is the parent's.
    pub mapping: Mapping<'a, 't>,
    pub parent: &'a CloudProfile<'t>,
    parent_images: BTreeMap<&'t str, &'a MachineImage<'t>>,
    parent_versions: BTreeSet<(&'t str, &'t str)>,
    own_images: BTreeMap<&'t str, &'a MachineImage<'t>>,
    own_versions: BTreeMap<(&'t str, &'t str), &'a MachineImageVersion<'t>>,
}

/// A version of a NamespacedCloudProfile with a comparison to be made.
#[derive(Debug)]
pub struct ChildVersion<'a, 't> {
    /// The version and the provider image.
    pub core: CoreVersion<'a, 't>,
    /// Whether the parent has it.
    pub in_parent: bool,
}

impl<'a, 't> Child<'a, 't> {
    #[must_use]
    pub fn new(mapping: Mapping<'a, 't>, parent: &'a CloudProfile<'t>) -> Self {
        let versions = |image: &'a MachineImage<'t>| {
            image.versions.iter().map(move |version| (image, version))
        };
        let name = |(image, version): (&'a MachineImage<'t>, &'a MachineImageVersion<'t>)| {
            (*image.name, *version.version())
        };
        let core = mapping.core;
        Self {
            parent_images: parent
                .machine_images
                .iter()
                .map(|image| (*image.name, image))
                .collect(),
            parent_versions: parent
                .machine_images
                .iter()
                .flat_map(versions)
                .map(name)
                .collect(),
            own_images: core
                .machine_images
                .iter()
                .map(|image| (*image.name, image))
                .collect(),
            own_versions: core
                .machine_images
                .iter()
                .flat_map(versions)
                .map(|entry| (name(entry), entry.1))
                .collect(),
            mapping,
            parent,
        }
    }

    /// Whether the parent has an image.
    #[must_use]
    pub fn parent_has_image(&self, image: &str) -> bool {
        self.parent_images.contains_key(image)
    }

    /// Whether the parent has a version.
    #[must_use]
    pub fn parent_has(&self, of: Of<'_>) -> bool {
        self.parent_versions.contains(&(of.image, of.version))
    }

    /// The child's version of that name.
    #[must_use]
    pub fn own(&self, of: Of<'_>) -> Option<&'a MachineImageVersion<'t>> {
        self.own_versions.get(&(of.image, of.version)).copied()
    }

    /// The child's versions, by name; of several of one name the last.
    pub fn own_versions(&self) -> impl Iterator<Item = (Of<'t>, &'a MachineImageVersion<'t>)> + '_ {
        self.own_versions
            .iter()
            .map(|((image, version), entry)| (Of { image, version }, *entry))
    }

    /// Every version whose image `providerConfig` has; images that are nowhere are reported (step
    /// 1).
    pub fn versions(
        &self,
        faults: &mut Faults<'t>,
        mut compare: impl FnMut(&ChildVersion<'_, 't>, &mut Faults<'t>),
    ) {
        for image in self.mapping.core.machine_images.iter() {
            let mapped = self.mapping.image(*image.name);
            if mapped.is_none() && !self.parent_has_image(*image.name) {
                faults.add(
                    &IMAGES,
                    image.name.span,
                    What::UnmappedImage(Of {
                        image: *image.name,
                        version: "",
                    }),
                );
                continue;
            }
            for version in image.versions.iter() {
                let mapped = mapped.unwrap_or_else(|| self.mapping.no_image());
                let core = CoreVersion {
                    image,
                    version,
                    mapped,
                };
                let in_parent = self.parent_has(core.of());
                compare(&ChildVersion { core, in_parent }, faults);
            }
        }
    }

    /// Every entry of `providerConfig`: what the parent has already (step 5), what the child does
    /// not name (steps 6 and 7). `compare` is called for the entries of images that the child
    /// names, with whether the child names the version too.
    pub fn entries(
        &self,
        faults: &mut Faults<'t>,
        mut compare: impl FnMut(mapping::Entry<'_, 't>, bool, &mut Faults<'t>),
    ) {
        for (index, image) in self.mapping.config.images.iter().enumerate() {
            let path = IMAGES.index(index);
            let versions = path.field("versions");
            for (index, version) in image.versions.iter().enumerate() {
                let of = Of {
                    image: *image.name,
                    version: *version.version,
                };
                if self.parent_has(of) {
                    faults.add(
                        &versions.index(index),
                        version.version.span,
                        What::InParent(of),
                    );
                }
            }
            if !self.own_images.contains_key(*image.name) {
                faults.add(
                    &path,
                    image.name.span,
                    What::ImageNotInChild(Of {
                        image: *image.name,
                        version: "",
                    }),
                );
                continue;
            }
            for (index, version) in image.versions.iter().enumerate() {
                let entry = mapping::Entry { image, version };
                let named = self.own(entry.of()).is_some();
                if !named {
                    faults.add(
                        &versions.index(index),
                        version.version.span,
                        What::VersionNotInChild(entry.of()),
                    );
                }
                compare(entry, named, faults);
            }
        }
    }

    /// Flavors of a version against those of its provider entry, both ways; nothing of regions.
    pub fn excess_flavors(
        &self,
        of: Of<'t>,
        core: &[ListedFlavor<'t>],
        provider: &[Flavor<'t>],
        faults: &mut Faults<'t>,
    ) {
        let rows: BTreeSet<_> = core.iter().map(|flavor| &flavor.row).collect();
        for flavor in provider {
            if !rows.contains(&self.mapping.row(flavor)) {
                let what = What::ExcessFlavor {
                    of,
                    flavor: flavor.capabilities.value.clone(),
                };
                faults.add(&IMAGES, flavor.at, what);
            }
        }
    }

    /// A flavor of the child that `providerConfig` lacks.
    pub fn missing_flavor(&self, of: Of<'t>, flavor: &ListedFlavor<'t>, faults: &mut Faults<'t>) {
        faults.add(
            &IMAGES,
            flavor.span,
            What::UnmappedFlavor {
                of,
                flavor: flavor.capabilities.clone(),
            },
        );
    }

    /// An architecture of `providerConfig` that no flavor of the child's version has.
    pub fn excess_architecture(
        &self,
        of: Of<'t>,
        architecture: crate::model::cursor::Spanned<&'t str>,
        region: Option<&'t str>,
        faults: &mut Faults<'t>,
    ) {
        faults.add(
            &IMAGES,
            architecture.span,
            What::ExcessArchitecture {
                of,
                architecture: architecture.value,
                region,
            },
        );
    }
}

/// An empty `providerConfig`, for children that have none.
#[must_use]
pub fn no_config<'t>(at: crate::source::Span) -> Config<'t> {
    config::Config {
        at,
        images: crate::model::cursor::Spanned::new(Vec::new(), at),
        of_regions: Vec::new(),
        machine_types: Vec::new(),
    }
}
