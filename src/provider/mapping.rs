//! The common checks of the validating webhooks: the structure of the image part, one flavor
//! against the vocabulary, and the images of the profile against those of `providerConfig`
//! (`docs/gardener/providers/README.md#core-part-against-providerconfig`).

use std::collections::{BTreeMap, BTreeSet};

use crate::capability::{ARCHITECTURE, ARCHITECTURES, Layout, Row, Vocabulary, written};
use crate::model::cloudprofile::{Capabilities, CloudProfile, MachineImage, MachineImageVersion};
use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::Path;
use crate::provider::config::{Config, Flavor, Image, RegionMapping, Version};
use crate::provider::fault::{Faults, Missing, Of, What};

/// A profile, its vocabulary and its `providerConfig`, ready to be compared.
#[derive(Debug)]
pub struct Mapping<'a, 't> {
    pub core: &'a CloudProfile<'t>,
    /// The vocabulary; that of the parent for a NamespacedCloudProfile.
    pub vocabulary: &'a Vocabulary<'t>,
    pub layout: Layout<'t>,
    pub config: &'a Config<'t>,
    /// `providerConfig` itself; none where a child has none.
    pub part: Option<Cursor<'t>>,
    /// The entries of each image name; the server takes the last.
    images: BTreeMap<&'t str, usize>,
    /// The entries of each version of each provider image, in the order of the text.
    versions: Vec<BTreeMap<&'t str, Vec<usize>>>,
    nothing: Image<'t>,
    no_versions: BTreeMap<&'t str, Vec<usize>>,
}

impl<'a, 't> Mapping<'a, 't> {
    #[must_use]
    pub fn new(
        core: &'a CloudProfile<'t>,
        vocabulary: &'a Vocabulary<'t>,
        config: &'a Config<'t>,
        part: Option<Cursor<'t>>,
    ) -> Self {
        let images = config
            .images
            .iter()
            .enumerate()
            .map(|(index, image)| (*image.name, index))
            .collect();
        let versions = config.images.iter().map(|image| {
            let mut entries: BTreeMap<&'t str, Vec<usize>> = BTreeMap::new();
            for (index, version) in image.versions.iter().enumerate() {
                entries.entry(*version.version).or_default().push(index);
            }
            entries
        });
        let versions = versions.collect();
        let nothing = Image {
            at: config.at,
            name: Spanned::new("", config.at),
            versions: Spanned::new(Vec::new(), config.at),
            lists_versions: false,
        };
        let layout = Layout::new(vocabulary);
        Self {
            core,
            vocabulary,
            layout,
            config,
            part,
            images,
            versions,
            nothing,
            no_versions: BTreeMap::new(),
        }
    }

    /// Whether the profile has a vocabulary.
    #[must_use]
    pub fn has_vocabulary(&self) -> bool {
        !self.vocabulary.is_empty()
    }

    /// The provider image of that name; of several the last.
    #[must_use]
    pub fn image(&self, name: &str) -> Option<Mapped<'_, 't>> {
        let index = *self.images.get(name)?;
        Some(Mapped {
            image: self.config.images.get(index)?,
            versions: self.versions.get(index)?,
        })
    }

    /// An image without entries, where `providerConfig` has none of a name.
    #[must_use]
    pub fn no_image(&self) -> Mapped<'_, 't> {
        Mapped {
            image: &self.nothing,
            versions: &self.no_versions,
        }
    }

    /// The flavors of a version of the profile: as listed, or one that says nothing and so
    /// everything (`docs/gardener/providers/README.md#core-part-against-providerconfig`).
    #[must_use]
    pub fn core_flavors(&self, version: &MachineImageVersion<'t>) -> Vec<ListedFlavor<'t>> {
        let flavor = |capabilities: Capabilities<'t>, span| ListedFlavor {
            row: self.layout.row(&capabilities),
            capabilities,
            span,
        };
        if version.capability_flavors.is_empty() {
            return vec![flavor(Vec::new(), version.at())];
        }
        version
            .capability_flavors
            .iter()
            .map(|listed| flavor(listed.capabilities.clone(), listed.at))
            .collect()
    }

    /// The row of a provider flavor.
    #[must_use]
    pub fn row(&self, flavor: &Flavor<'t>) -> Row<'t> {
        self.layout.row(&flavor.capabilities)
    }

    /// The architectures of a capability map after defaulting, as listed.
    #[must_use]
    pub fn architectures(&self, capabilities: &Capabilities<'t>) -> Vec<&'t str> {
        let values = self
            .vocabulary
            .defaulted(capabilities, ARCHITECTURE)
            .unwrap_or_default();
        values.iter().map(|value| value.value).collect()
    }
}

/// A flavor of a version of the profile.
#[derive(Debug)]
pub struct ListedFlavor<'t> {
    /// The capabilities after defaulting.
    pub row: Row<'t>,
    /// The capabilities as the profile writes them.
    pub capabilities: Capabilities<'t>,
    pub span: crate::source::Span,
}

/// A provider image and its entries by version.
#[derive(Clone, Copy, Debug)]
pub struct Mapped<'a, 't> {
    pub image: &'a Image<'t>,
    versions: &'a BTreeMap<&'t str, Vec<usize>>,
}

impl<'a, 't> Mapped<'a, 't> {
    /// The entries of a version, in the order of the text.
    pub fn entries(
        &self,
        version: &str,
    ) -> impl DoubleEndedIterator<Item = &'a Version<'t>> + use<'a, 't> {
        let image = self.image;
        self.versions
            .get(version)
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .filter_map(move |index| image.versions.get(*index))
    }

    /// The entry that counts where a version may have only one: the last.
    #[must_use]
    pub fn last(&self, version: &str) -> Option<&'a Version<'t>> {
        self.entries(version).next_back()
    }
}

/// Names of images and versions that must be there; calls `version` for every version.
pub fn structure<'a, 't>(
    config: &'a Config<'t>,
    at: &Path<'_>,
    faults: &mut Faults<'t>,
    mut version: impl FnMut(Entry<'a, 't>, &Path<'_>, &mut Faults<'t>),
) {
    for (index, image) in config.images.iter().enumerate() {
        let path = at.index(index);
        if image.name.is_empty() {
            faults.add(
                &path.field("name"),
                image.name.span,
                What::Missing(Missing::Name("machine image")),
            );
        }
        let versions = path.field("versions");
        if image.versions.is_empty() {
            faults.add(
                &versions,
                image.versions.span,
                What::Missing(Missing::Versions(*image.name)),
            );
        }
        for (index, entry) in image.versions.iter().enumerate() {
            let path = versions.index(index);
            if entry.version.is_empty() {
                faults.add(
                    &path.field("version"),
                    entry.version.span,
                    What::Missing(Missing::Version),
                );
            }
            version(
                Entry {
                    image,
                    version: entry,
                },
                &path,
                faults,
            );
        }
    }
}

/// `providerConfig` must have images.
pub fn some_images<'t>(config: &Config<'t>, at: &Path<'_>, faults: &mut Faults<'t>) {
    if config.images.is_empty() {
        faults.add(at, config.images.span, What::Missing(Missing::Images));
    }
}

/// A version of a provider image.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a, 't> {
    pub image: &'a Image<'t>,
    pub version: &'a Version<'t>,
}

impl<'t> Entry<'_, 't> {
    #[must_use]
    pub fn of(&self) -> Of<'t> {
        Of {
            image: *self.image.name,
            version: *self.version.version,
        }
    }
}

/// One flavor of `providerConfig` against the vocabulary
/// (`docs/gardener/providers/README.md#flavors-against-the-vocabulary`). `path` is that of its
/// `capabilities`.
pub fn flavor<'t>(
    flavor: &Flavor<'t>,
    vocabulary: &Vocabulary<'t>,
    path: &Path<'_>,
    faults: &mut Faults<'t>,
) {
    for capability in flavor.capabilities.iter() {
        let Some(definition) = vocabulary.get(*capability.name) else {
            faults.add(
                path,
                capability.name.span,
                What::UnregisteredCapability(*capability.name),
            );
            continue;
        };
        let path = path.field(*capability.name);
        for (index, value) in capability
            .values
            .iter()
            .enumerate()
            .filter(|(_, value)| !definition.has(value.value))
        {
            let what = What::UnregisteredValue {
                capability: *capability.name,
                value: value.value,
            };
            faults.add(&path.index(index), value.span, what);
        }
    }
    let count = written(&flavor.capabilities, ARCHITECTURE).len();
    if vocabulary.architectures().len() > 1 && count != 1 {
        let named = flavor
            .capabilities
            .iter()
            .find(|capability| *capability.name == ARCHITECTURE);
        let span = named.map_or(flavor.capabilities.span, |capability| capability.name.span);
        faults.add(
            &path.field(ARCHITECTURE),
            span,
            What::NotOneArchitecture { count },
        );
    }
}

/// Region mappings: name and artifact must be there. `architecture` says what the field may hold.
pub fn regions<'t>(
    regions: &[RegionMapping<'t>],
    reference: &'static str,
    architecture: InRegion,
    of: Of<'t>,
    at: &Path<'_>,
    faults: &mut Faults<'t>,
) {
    for (index, region) in regions.iter().enumerate() {
        let path = at.index(index);
        if region.name.is_empty() {
            faults.add(
                &path.field("name"),
                region.name.span,
                What::Missing(Missing::Name("region")),
            );
        }
        if region.reference.is_empty() {
            faults.add(
                &path.field(reference),
                region.reference.span,
                What::Missing(Missing::Reference(reference)),
            );
        }
        let path = path.field("architecture");
        match architecture {
            InRegion::Forbidden if region.architecture.is_some() => {
                faults.add(
                    &path,
                    region.architecture.span,
                    What::ArchitectureOutsideCapabilities(of),
                );
            }
            InRegion::Known => known_architecture(
                Spanned::new(region.architecture(), region.architecture.span),
                &path,
                faults,
            ),
            InRegion::Forbidden => {}
        }
    }
}

/// The rule for the architecture of a region mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InRegion {
    /// One that Gardener knows, or absent.
    Known,
    Forbidden,
}

/// An architecture must be one that Gardener knows.
pub fn known_architecture<'t>(
    architecture: Spanned<&'t str>,
    path: &Path<'_>,
    faults: &mut Faults<'t>,
) {
    if !ARCHITECTURES.contains(&*architecture) {
        faults.add(
            path,
            architecture.span,
            What::UnknownArchitecture(*architecture),
        );
    }
}

/// Compares the images of the profile with those of `providerConfig`: reports an image that is
/// missing there, and calls `version` for every version of the others. `at` is the path of the list
/// that the server names.
pub fn compare<'t>(
    mapping: &Mapping<'_, 't>,
    at: &Path<'_>,
    empty_images: EmptyImages,
    faults: &mut Faults<'t>,
    mut version: impl FnMut(&CoreVersion<'_, 't>, &Path<'_>, &mut Faults<'t>),
) {
    for (index, image) in mapping.core.machine_images.iter().enumerate() {
        if image.versions.is_empty() && empty_images == EmptyImages::Skipped {
            continue;
        }
        let path = at.index(index);
        let Some(mapped) = mapping.image(*image.name) else {
            faults.add(
                &path,
                image.name.span,
                What::UnmappedImage(Of {
                    image: *image.name,
                    version: "",
                }),
            );
            continue;
        };
        let path = path.field("versions");
        for (index, listed) in image.versions.iter().enumerate() {
            version(
                &CoreVersion {
                    image,
                    version: listed,
                    mapped,
                },
                &path.index(index),
                faults,
            );
        }
    }
}

/// The treatment of images without versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyImages {
    /// They need no provider image.
    Skipped,
    Compared,
}

/// A version of the profile whose image `providerConfig` has.
#[derive(Debug)]
pub struct CoreVersion<'a, 't> {
    pub image: &'a MachineImage<'t>,
    pub version: &'a MachineImageVersion<'t>,
    pub mapped: Mapped<'a, 't>,
}

impl<'t> CoreVersion<'_, 't> {
    #[must_use]
    pub fn of(&self) -> Of<'t> {
        Of {
            image: *self.image.name,
            version: *self.version.version(),
        }
    }

    /// Reports that `providerConfig` does not have it.
    pub fn unmapped(&self, path: &Path<'_>, faults: &mut Faults<'t>) {
        faults.add(
            path,
            self.version.version().span,
            What::UnmappedVersion(self.of()),
        );
    }

    /// Each flavor must have an equal one among these.
    pub fn flavors(
        &self,
        mapping: &Mapping<'_, 't>,
        provider: &[Flavor<'t>],
        path: &Path<'_>,
        faults: &mut Faults<'t>,
    ) {
        let rows: BTreeSet<Row<'t>> = provider.iter().map(|flavor| mapping.row(flavor)).collect();
        let path = path.field("capabilityFlavors");
        for (index, flavor) in mapping.core_flavors(self.version).into_iter().enumerate() {
            if !rows.contains(&flavor.row) {
                let what = What::UnmappedFlavor {
                    of: self.of(),
                    flavor: flavor.capabilities,
                };
                faults.add(&path.index(index), flavor.span, what);
            }
        }
    }

    /// The architectures of each flavor must be among these; `first_only`: the server looks at the
    /// first alone.
    pub fn flavor_architectures(
        &self,
        mapping: &Mapping<'_, 't>,
        has: impl Fn(&str) -> bool,
        first_only: bool,
        path: &Path<'_>,
        faults: &mut Faults<'t>,
    ) {
        let path = path.field("capabilityFlavors");
        for (index, flavor) in mapping.core_flavors(self.version).into_iter().enumerate() {
            let architectures = mapping.architectures(&flavor.capabilities);
            let looked_at = if first_only {
                architectures.get(..1).unwrap_or_default()
            } else {
                &architectures
            };
            for architecture in looked_at.iter().filter(|architecture| !has(architecture)) {
                faults.add(
                    &path.index(index),
                    flavor.span,
                    What::UnmappedArchitecture {
                        of: self.of(),
                        architecture,
                    },
                );
            }
        }
    }
}
