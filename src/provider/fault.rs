//! The refusals of an extension's webhook, as typed reasons at field paths.

use std::collections::BTreeSet;

use crate::finding::ErrorType;
use crate::model::cloudprofile::Capabilities;
use crate::model::path::{FieldPath, Path};
use crate::source::Span;

/// A value that a webhook refuses.
#[derive(Clone, Debug)]
pub struct Fault<'t> {
    /// The path as the extension prints it: from the object's root, or from its `providerConfig`
    /// where the provider's `checks.relative` says so. Some name no field that exists
    /// (`docs/gardener/providers/README.md#paths-that-name-no-field`); the bytes are always exact.
    pub field: FieldPath,
    pub span: Span,
    pub what: What<'t>,
}

/// An image version by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Of<'t> {
    pub image: &'t str,
    /// The version; empty where the image itself is meant.
    pub version: &'t str,
}

/// The first of maybe very many names.
#[derive(Clone, Debug)]
pub struct Names<'t> {
    pub first: Vec<&'t str>,
    /// How many more there are.
    pub more: usize,
}

impl<'t> Names<'t> {
    /// Maximum number of names shown.
    const MOST: usize = 5;

    /// The first of `count` names; looks at no more of them.
    #[must_use]
    pub fn new(names: impl Iterator<Item = &'t str>, count: usize) -> Self {
        // "and 1 more" is not shorter than the name.
        let shown = if count <= Self::MOST + 1 {
            count
        } else {
            Self::MOST
        };
        Self {
            first: names.take(shown).collect(),
            more: count - shown,
        }
    }

    #[must_use]
    pub fn count(&self) -> usize {
        self.first.len() + self.more
    }
}

#[derive(Clone, Debug)]
pub enum What<'t> {
    /// Something that must be there is missing or empty.
    Missing(Missing<'t>),
    /// Both formats at one version; the field is the one that must go, or the version itself.
    BothFormats(Of<'t>),
    /// Neither format at a version.
    NoFormat(Of<'t>),
    FlavorsWithoutVocabulary(Of<'t>),
    /// The old way to name an artifact, where flavors must.
    ArtifactOutsideFlavors(Of<'t>),
    /// An architecture beside the capabilities that say it.
    ArchitectureOutsideCapabilities(Of<'t>),
    /// An architecture that Gardener does not know.
    UnknownArchitecture(&'t str),
    /// A capability that the vocabulary does not define.
    UnregisteredCapability(&'t str),
    /// A value that the vocabulary does not define.
    UnregisteredValue {
        capability: &'t str,
        value: &'t str,
    },
    /// A flavor must say exactly one architecture.
    NotOneArchitecture {
        count: usize,
    },
    /// An image of the profile that `providerConfig` does not know.
    UnmappedImage(Of<'t>),
    /// A version of the profile that `providerConfig` does not know.
    UnmappedVersion(Of<'t>),
    /// A flavor of the profile without an equal one in `providerConfig`.
    UnmappedFlavor {
        of: Of<'t>,
        /// The flavor, as written.
        flavor: Capabilities<'t>,
    },
    /// An architecture of a version without an artifact.
    UnmappedArchitecture {
        of: Of<'t>,
        architecture: &'t str,
    },
    /// A flavor or an architecture of a version without an artifact in regions in which others have
    /// one: one refusal a region.
    UnmappedRegion {
        of: Of<'t>,
        regions: Names<'t>,
        /// The flavor or the architecture.
        flavor: Capabilities<'t>,
    },
    /// A flavor in `providerConfig` that the child's version does not have.
    ExcessFlavor {
        of: Of<'t>,
        /// The flavor, as written.
        flavor: Capabilities<'t>,
    },
    /// An architecture in `providerConfig` that the child's version does not have.
    ExcessArchitecture {
        of: Of<'t>,
        architecture: &'t str,
        /// The region whose entry says it, where artifacts are per region.
        region: Option<&'t str>,
    },
    /// A version in a child's `providerConfig` that the parent has already.
    InParent(Of<'t>),
    /// An image in a child's `providerConfig` that the child's images do not name.
    ImageNotInChild(Of<'t>),
    /// A version in a child's `providerConfig` that the child's images do not name.
    VersionNotInChild(Of<'t>),
    /// Something that only a CloudProfile may set.
    OnlyInParent {
        /// The field; empty for "anything but images".
        field: &'static str,
    },
    /// Anything beside images in a child's `providerConfig`; the bytes are the key of the first of
    /// these fields.
    OnlyImages {
        /// The fields that must go.
        fields: Vec<&'static str>,
        /// The fields that the object may have beside `machineImages`.
        allowed: &'static [&'static str],
    },
    /// A machine type in a child's `providerConfig` that the parent has already.
    MachineTypeInParent(&'t str),
    /// A machine type in a child's `providerConfig` that the child does not name.
    MachineTypeNotInChild(&'t str),
    /// How many of the fields that name an artifact are there: exactly one must be.
    NotOneReference {
        fields: &'static [&'static str],
        count: usize,
    },
    /// A value that does not have the form that it must have.
    Malformed {
        what: Form,
        value: &'t str,
    },
    Negative(i64),
    /// The same as an earlier one: a floating pool of one region and domain, a load balancer
    /// provider of one region, a load balancer class, the Keystone of one region.
    Repeated {
        /// The name that both have; for Keystones the region.
        value: &'t str,
        /// The name of the earlier one.
        first: Span,
    },
    /// A value that is none of those allowed.
    NotAllowed {
        /// The use of the value, as a noun.
        what: &'static str,
        value: &'t str,
        allowed: &'static [&'static str],
    },
    TooLong {
        /// How many characters there may be.
        limit: usize,
    },
    /// Ways to say the same that exclude each other.
    Exclusive {
        fields: &'static [&'static str],
    },
    /// More than one load balancer class that is, by purpose or name, the default of its list.
    SeveralDefaults {
        /// `default` or `private`.
        of: &'static str,
        /// The bytes that make the first class one.
        first: Span,
    },
    /// A value that is none of those known.
    NotKnown {
        /// The use of the value, such as "firewall controller version classification".
        what: &'static str,
        value: &'t str,
        /// The values that the extension knows, sorted.
        known: &'static [&'static str],
    },
    /// Present, but empty or zero, where that is not possible: the field by name.
    Empty(&'static str),
    /// More entries of a list than there may be.
    TooMany {
        /// The list by its field.
        list: &'static str,
        /// How many there may be.
        limit: usize,
        count: usize,
    },
    /// A number that is not greater than 0.
    NotPositive(i64),
    /// A version that stands twice in one list, where the server reports the list and not the
    /// entry.
    RepeatedVersion(&'t str),
    /// A partition of a metal control plane that is no zone of any region of the profile.
    NotAZone {
        partition: &'t str,
        /// All zones, sorted.
        zones: Vec<&'t str>,
    },
    /// A partition whose network isolation an update takes away.
    IsolationRemoved {
        partition: &'t str,
    },
    /// A list that an update may not make longer or shorter.
    CountChanged {
        /// The list by its field.
        list: &'static str,
        old: usize,
        new: usize,
    },
    /// A value that an update may not change.
    Changed {
        old: &'t str,
        new: &'t str,
    },
    /// An image in `providerConfig` that the profile does not have, where the extension insists.
    ImageNotInProfile(Of<'t>),
    /// A version in `providerConfig` that the profile does not have, where the extension insists.
    VersionNotInProfile(Of<'t>),
    /// Versions of the profile that an image of `providerConfig` does not have, reported once for
    /// all.
    VersionsNotMapped {
        image: &'t str,
        /// The versions, sorted.
        versions: Names<'t>,
    },
    /// A machine type in `providerConfig` that the profile does not have.
    MachineTypeNotInProfile(&'t str),
    /// A region with several zones, of a provider that can use only one.
    SeveralZones {
        region: &'t str,
        /// How many zones it has.
        count: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Missing<'t> {
    /// The profile has no `providerConfig`.
    Config,
    Images,
    /// A name: of an image, a region, a pool.
    Name(&'static str),
    /// The versions of an image.
    Versions(&'t str),
    /// The version of an entry.
    Version,
    /// The regions of a version or flavor.
    Regions(Of<'t>),
    /// A field that names an artifact.
    Reference(&'static str),
    /// A list that must have entries, or a value that must be there.
    Value(&'static str),
    /// The text of a field that may be left out, but not be empty.
    Filled(&'static str),
    /// None of several fields is there, and one must be.
    OneOf(&'static [&'static str]),
}

/// The form that a value must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `publisher:offer:sku:version`
    Urn,
    /// `/CommunityGalleries/…/Images/…/Versions/…`
    CommunityGallery,
    /// `/SharedGalleries/…/Images/…/Versions/…`
    SharedGallery,
    Certificate,
    Ip,
    Uuid,
    /// The name of a load balancer class, or the name or the tags of its subnet: no braces,
    /// brackets or line breaks.
    ClassText,
    DnsLabel,
    /// A network in CIDR form.
    Cidr,
    Url,
    /// A URL whose scheme is http or https; it is one of another scheme.
    HttpUrl,
    /// The host of a container registry, maybe with a port: no scheme and no path.
    RegistryHost,
    /// A prefix of names: `[a-z0-9]([-a-z0-9]*[a-z0-9])?`.
    NamePrefix,
}

impl What<'_> {
    /// How the extension classifies it. What the server reports is `Provider::error_type`.
    #[must_use]
    pub fn error(&self) -> ErrorType {
        match self {
            Self::Missing(_)
            | Self::NoFormat(_)
            | Self::UnmappedImage(_)
            | Self::UnmappedVersion(_)
            | Self::UnmappedFlavor { .. }
            | Self::UnmappedArchitecture { .. }
            | Self::UnmappedRegion { .. }
            | Self::ImageNotInChild(_)
            | Self::MachineTypeNotInChild(_)
            | Self::NotOneReference { .. } => ErrorType::Required,
            Self::BothFormats(_)
            | Self::FlavorsWithoutVocabulary(_)
            | Self::ArtifactOutsideFlavors(_)
            | Self::ArchitectureOutsideCapabilities(_)
            | Self::ExcessFlavor { .. }
            | Self::ExcessArchitecture { .. }
            | Self::InParent(_)
            | Self::OnlyInParent { .. }
            | Self::OnlyImages { .. }
            | Self::MachineTypeInParent(_)
            | Self::Exclusive { .. } => ErrorType::Forbidden,
            Self::UnknownArchitecture(_)
            | Self::UnregisteredCapability(_)
            | Self::UnregisteredValue { .. } => ErrorType::NotSupported,
            Self::NotOneArchitecture { .. }
            | Self::VersionNotInChild(_)
            | Self::Malformed { .. }
            | Self::Negative(_)
            | Self::NotAllowed { .. }
            | Self::TooLong { .. }
            | Self::SeveralDefaults { .. } => ErrorType::Invalid,
            Self::Repeated { .. } => ErrorType::Duplicate,
            Self::IsolationRemoved { .. } => ErrorType::Required,
            Self::ImageNotInProfile(_) => ErrorType::Forbidden,
            Self::NotKnown { .. } | Self::CountChanged { .. } | Self::Changed { .. } => {
                ErrorType::NotSupported
            }
            Self::Empty(_)
            | Self::TooMany { .. }
            | Self::NotPositive(_)
            | Self::RepeatedVersion(_)
            | Self::NotAZone { .. }
            | Self::VersionNotInProfile(_)
            | Self::VersionsNotMapped { .. }
            | Self::MachineTypeNotInProfile(_)
            | Self::SeveralZones { .. } => ErrorType::Invalid,
        }
    }
}

/// Collects faults. Of several that the server would print alike, one stays.
#[derive(Debug, Default)]
pub struct Faults<'t> {
    found: Vec<Fault<'t>>,
    printed: BTreeSet<(FieldPath, String)>,
}

impl<'t> Faults<'t> {
    pub fn add(&mut self, path: &Path<'_>, span: Span, what: What<'t>) {
        let field = FieldPath::from(path);
        if self.printed.insert((field.clone(), format!("{what:?}"))) {
            self.found.push(Fault { field, span, what });
        }
    }

    /// Whether there are none yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The faults, in the order in which they were found.
    #[must_use]
    pub fn into_found(self) -> Vec<Fault<'t>> {
        self.found
    }
}
