//! What a look-up finds, and why it finds nothing.

use crate::model::cloudprofile::Capabilities;
use crate::model::cursor::Spanned;
use crate::provider::Provider;
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Artifact<'t> {
    /// The fields that name it.
    pub fields: Vec<(&'static str, Spanned<&'t str>)>,
    /// `skipMarketplaceAgreement` of azure.
    pub skip_marketplace_agreement: Option<bool>,
    /// The capabilities of the flavor, as written.
    pub capabilities: Capabilities<'t>,
    /// The position in `capabilityFlavors`; none in the legacy format.
    pub flavor: Option<usize>,
    pub at: Span,
}

/// Why a worker gets none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoArtifact {
    /// The profile has no such machine type.
    UnknownMachineType,
    /// `providerConfig` has nothing for the image, version or region.
    Absent(Absent),
    /// No flavor fits the machine type. None at all where the version that decides has nothing in
    /// the region; `Catalog::absent` says where it has something.
    Incompatible {
        /// The flavors, with the capabilities in which each fails.
        flavors: Vec<(Span, Vec<String>)>,
    },
    /// Selection cannot choose between these flavors.
    Ambiguous(Vec<Span>),
    /// The chosen flavor does not say its architecture.
    NoArchitecture(Span),
    /// The chosen artifact has no name.
    Nameless(Span),
    /// It is not in `providerConfig`, but maybe elsewhere: in the settings of the extension, or in
    /// the cloud itself.
    Elsewhere,
}

impl NoArtifact {
    /// Every word that [`NoArtifact::code`] can return.
    pub const CODES: [&str; 9] = [
        "unknownMachineType",
        "noImage",
        "noVersion",
        "notInRegion",
        "incompatible",
        "ambiguous",
        "noArchitecture",
        "nameless",
        "elsewhere",
    ];

    /// A stable word for it.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownMachineType => "unknownMachineType",
            Self::Absent(Absent::Image) => "noImage",
            Self::Absent(Absent::Version) => "noVersion",
            Self::Absent(Absent::Region { .. }) => "notInRegion",
            Self::Incompatible { .. } => "incompatible",
            Self::Ambiguous(_) => "ambiguous",
            Self::NoArchitecture(_) => "noArchitecture",
            Self::Nameless(_) => "nameless",
            Self::Elsewhere => "elsewhere",
        }
    }

    /// The place of the unfit entry in `providerConfig`; none where it has no entry.
    #[must_use]
    pub fn place(&self) -> Option<Span> {
        match self {
            Self::Incompatible { flavors } => flavors.first().map(|(at, _)| *at),
            Self::Ambiguous(flavors) => flavors.first().copied(),
            Self::NoArchitecture(at) | Self::Nameless(at) => Some(*at),
            Self::UnknownMachineType | Self::Absent(_) | Self::Elsewhere => None,
        }
    }
}

/// Why a worker pool gets no artifact, and what that means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub why: NoArtifact,
    /// The provider whose extension refuses such Shoots by a webhook.
    pub webhook: Option<&'static str>,
}

impl Missing {
    #[must_use]
    pub fn new(why: NoArtifact, provider: &'static Provider) -> Self {
        let webhook = provider.lookup.refuses(&why).then_some(provider.name);
        Self { why, webhook }
    }

    /// Whether there certainly is none.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.why != NoArtifact::Elsewhere
    }
}

/// The entry that `providerConfig` lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Absent {
    Image,
    Version,
    /// An artifact of the version for the region.
    Region {
        /// Whether other regions have one.
        elsewhere: bool,
    },
}

impl NoArtifact {
    /// Whether two reasons are the same, wherever the flavors stand: in the legacy format each region
    /// has its own.
    fn says_the_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Incompatible { flavors: a }, Self::Incompatible { flavors: b }) => a
                .iter()
                .map(|(_, clashes)| clashes)
                .eq(b.iter().map(|(_, clashes)| clashes)),
            (Self::Ambiguous(a), Self::Ambiguous(b)) => a.len() == b.len(),
            (Self::NoArchitecture(_), Self::NoArchitecture(_))
            | (Self::Nameless(_), Self::Nameless(_)) => true,
            _ => self == other,
        }
    }
}

impl<'t> Artifact<'t> {
    /// The fields that name it, with what they say.
    pub fn names(&self) -> impl Iterator<Item = (&'static str, &'t str)> + '_ {
        self.fields
            .iter()
            .map(|(field, value)| (*field, value.value))
    }
}

/// Whether two answers say the same.
pub(super) fn same(
    a: &Result<Artifact<'_>, NoArtifact>,
    b: &Result<Artifact<'_>, NoArtifact>,
) -> bool {
    match (a, b) {
        (Ok(a), Ok(b)) => a.names().eq(b.names()) && a.flavor == b.flavor,
        (Err(a), Err(b)) => a.says_the_same(b),
        _ => false,
    }
}
