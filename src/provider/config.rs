//! The image part of a `providerConfig`, as all extensions share it: images, versions in the old or
//! the new format, flavors and region mappings. Read leniently; strict decoding is the work of
//! `part`.

use crate::merge::DEFAULT_ARCHITECTURE;
use crate::model::cloudprofile::{self, Capabilities};
use crate::model::cursor::{Cursor, Spanned};
use crate::source::Span;
use crate::yaml::NodeId;

/// The names of a provider's fields by their use. A field that it lacks is not read.
#[derive(Debug)]
pub struct Fields {
    /// The fields of a version or flavor that name an artifact.
    pub references: &'static [&'static str],
    /// The field of a region mapping that names an artifact; none where artifacts are not per
    /// region.
    pub in_region: Option<&'static str>,
    /// The fields whose artifact is an image of one architecture. A reference to a container image
    /// or a name may stand for several.
    pub of_one_architecture: &'static [&'static str],
    /// The field of the legacy format that holds the architecture.
    pub architecture: ArchitectureAt,
}

/// The place at which the legacy format states the architecture of an artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchitectureAt {
    /// Nowhere: every artifact is for amd64, or for all.
    Nowhere,
    /// At the version; several may have one string.
    Version,
    Region,
}

/// The images of a `providerConfig`.
#[derive(Clone, Debug, Default)]
pub struct Config<'t> {
    /// The `providerConfig` key, or the nearest enclosing one.
    pub at: Span,
    pub images: Spanned<Vec<Image<'t>>>,
    /// The images that regions of vsphere list for themselves, as mappings of the region; for
    /// look-ups alone.
    pub of_regions: Vec<Image<'t>>,
    /// `machineTypes` of azure.
    pub machine_types: Vec<MachineType<'t>>,
}

/// A machine type of a `providerConfig`.
#[derive(Clone, Copy, Debug)]
pub struct MachineType<'t> {
    pub name: Spanned<&'t str>,
    pub accelerated_networking: Spanned<Option<bool>>,
}

#[derive(Clone, Debug)]
pub struct Image<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub name: Spanned<&'t str>,
    pub versions: Spanned<Vec<Version<'t>>>,
    /// Whether there is a list of versions, maybe an empty one.
    pub lists_versions: bool,
}

/// A version of an image. Some providers allow several entries of one version.
#[derive(Clone, Debug)]
pub struct Version<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub node: Option<NodeId>,
    pub version: Spanned<&'t str>,
    /// The artifact, where the legacy format names it here.
    pub references: Vec<Reference<'t>>,
    /// `architecture`, legacy format.
    pub architecture: Spanned<Option<&'t str>>,
    /// `acceleratedNetworking` of azure, legacy format.
    pub accelerated_networking: Spanned<Option<bool>>,
    /// `skipMarketplaceAgreement` of azure.
    pub skip_marketplace_agreement: Spanned<Option<bool>>,
    /// `regions`, legacy format.
    pub regions: Spanned<Vec<RegionMapping<'t>>>,
    /// `capabilityFlavors`, new format.
    pub flavors: Spanned<Vec<Flavor<'t>>>,
}

/// A capability flavor with its artifacts.
#[derive(Clone, Debug)]
pub struct Flavor<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub span: Span,
    pub capabilities: Spanned<Capabilities<'t>>,
    /// The artifact, where it is the same in all regions.
    pub references: Vec<Reference<'t>>,
    /// `skipMarketplaceAgreement` of azure.
    pub skip_marketplace_agreement: Spanned<Option<bool>>,
    pub regions: Spanned<Vec<RegionMapping<'t>>>,
}

/// An artifact named by a field that is present.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'t> {
    pub field: &'static str,
    /// The value of the field, maybe empty.
    pub value: Spanned<&'t str>,
}

/// The artifact of a region.
#[derive(Clone, Debug)]
pub struct RegionMapping<'t> {
    /// The first entry of the list element.
    pub at: Span,
    /// `name`, the region.
    pub name: Spanned<&'t str>,
    /// The field that names the artifact: `ami` or `id`.
    pub reference: Spanned<&'t str>,
    pub architecture: Spanned<Option<&'t str>>,
}

impl<'t> Config<'t> {
    #[must_use]
    pub fn read(config: Cursor<'t>, fields: &Fields) -> Self {
        let machine_type = |node: Cursor<'t>| MachineType {
            name: node.field("name").string(),
            accelerated_networking: node.field("acceleratedNetworking").boolean(),
        };
        Self {
            at: config.at(),
            images: config
                .field("machineImages")
                .list(|node| Image::read(node, fields)),
            of_regions: Vec::new(),
            machine_types: config.field("machineTypes").list(machine_type).value,
        }
    }
}

impl<'t> Image<'t> {
    /// Reads an element of a list of images.
    #[must_use]
    pub fn read(node: Cursor<'t>, fields: &Fields) -> Self {
        let versions = node
            .field("versions")
            .optional_list(|node| Version::read(node, fields));
        let lists_versions = versions.is_some();
        let versions = Spanned::new(versions.value.unwrap_or_default(), versions.span);
        Self {
            at: node.at(),
            name: node.field("name").string(),
            versions,
            lists_versions,
        }
    }
}

impl<'t> Version<'t> {
    fn read(node: Cursor<'t>, fields: &Fields) -> Self {
        Self {
            at: node.at(),
            node: node.node(),
            version: node.field("version").string(),
            references: references(node, fields),
            architecture: match fields.architecture {
                ArchitectureAt::Version => node.field("architecture").optional_string(),
                ArchitectureAt::Nowhere | ArchitectureAt::Region => Spanned::new(None, node.at()),
            },
            accelerated_networking: node.field("acceleratedNetworking").boolean(),
            skip_marketplace_agreement: node.field("skipMarketplaceAgreement").boolean(),
            regions: regions(node, fields),
            flavors: node.field("capabilityFlavors").list(|node| Flavor {
                at: node.at(),
                span: node.span(),
                capabilities: cloudprofile::capabilities(node.field("capabilities")),
                references: references(node, fields),
                skip_marketplace_agreement: node.field("skipMarketplaceAgreement").boolean(),
                regions: regions(node, fields),
            }),
        }
    }

    /// Whether it has regions of its own, and no flavors.
    #[must_use]
    pub fn is_legacy_format(&self) -> bool {
        self.flavors.is_empty() && !self.regions.is_empty()
    }

    /// The architecture of the legacy format; the default where the version states none.
    #[must_use]
    pub fn architecture(&self) -> &'t str {
        self.architecture.unwrap_or(DEFAULT_ARCHITECTURE)
    }

    /// Whether a field that names an artifact is there and not empty.
    #[must_use]
    pub fn has_reference(&self) -> bool {
        named(&self.references)
    }
}

impl<'t> Version<'t> {
    /// The lists of region mappings: that of the legacy format, then those of the flavors, by
    /// position.
    pub fn region_lists(&self) -> impl Iterator<Item = (Option<usize>, &[RegionMapping<'t>])> {
        let of_flavors = self
            .flavors
            .iter()
            .enumerate()
            .map(|(flavor, listed)| (Some(flavor), listed.regions.as_slice()));
        std::iter::once((None, self.regions.as_slice())).chain(of_flavors)
    }

    /// All region mappings, in both formats.
    pub fn mappings(&self) -> impl Iterator<Item = &RegionMapping<'t>> {
        self.region_lists().flat_map(|(_, list)| list)
    }
}

impl Flavor<'_> {
    /// Whether a field that names an artifact is there and not empty.
    #[must_use]
    pub fn has_reference(&self) -> bool {
        named(&self.references)
    }
}

impl<'t> RegionMapping<'t> {
    /// The architecture of the legacy format.
    #[must_use]
    pub fn architecture(&self) -> &'t str {
        self.architecture.unwrap_or(DEFAULT_ARCHITECTURE)
    }
}

fn named(references: &[Reference<'_>]) -> bool {
    references
        .iter()
        .any(|reference| !reference.value.is_empty())
}

fn references<'t>(node: Cursor<'t>, fields: &Fields) -> Vec<Reference<'t>> {
    let present = fields.references.iter().filter_map(|field| {
        let Spanned { value, span } = node.field(field).optional_string();
        Some(Reference {
            field,
            value: Spanned::new(value?, span),
        })
    });
    present.collect()
}

fn regions<'t>(node: Cursor<'t>, fields: &Fields) -> Spanned<Vec<RegionMapping<'t>>> {
    let Some(reference) = fields.in_region else {
        return Spanned::new(Vec::new(), node.at());
    };
    node.field("regions").list(|node| RegionMapping {
        at: node.at(),
        name: node.field("name").string(),
        reference: node.field(reference).string(),
        architecture: match fields.architecture {
            ArchitectureAt::Region => node.field("architecture").optional_string(),
            ArchitectureAt::Nowhere | ArchitectureAt::Version => Spanned::new(None, node.at()),
        },
    })
}
