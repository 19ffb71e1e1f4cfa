//! How a provider looks up artifacts: data and a few functions, as each provider's file states them.

use super::artifact::NoArtifact;
use crate::capability::{ARCHITECTURE, ARCHITECTURES, Vocabulary};
use crate::model::cloudprofile::CapabilityDefinition;
use crate::model::cursor::Spanned;
use crate::provider::candidate::Candidate;
use crate::provider::config::Version;
use crate::source::Span;

/// The vocabulary that most providers assume for profiles without one.
pub const ARCHITECTURE_ONLY: &[(&str, &[&str])] = &[(ARCHITECTURE, &ARCHITECTURES)];

/// How a provider looks up artifacts.
#[derive(Debug)]
pub struct Lookup {
    /// Whether flavors decide at all.
    pub way: Way,
    /// The vocabulary of a profile without one, for providers that go the same way with it.
    pub vocabulary: &'static [(&'static str, &'static [&'static str])],
    /// Whether a machine type that says no architecture gets that of its pool.
    pub completes_machine_types: bool,
    /// The entries of one image and version that count.
    pub entries: Entries,
    /// The candidates of an entry for a region.
    pub candidates: for<'a, 't> fn(&'a Version<'t>, &str, &mut Vec<Candidate<'a, 't>>),
    /// For a profile without a vocabulary: the first result of this function counts, whatever the
    /// machine type.
    pub direct: Option<Direct>,
    /// Whether a flavor that says no architecture is of no use.
    pub needs_architecture: bool,
    /// Whether an artifact without a name is none, where it is chosen by flavor.
    pub needs_name: bool,
    /// Whether a webhook refuses Shoots with a worker pool for which nothing is found.
    pub judges_shoots: bool,
}

/// The way in which a provider decides which artifact a worker gets.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    /// The capabilities of flavors and machine types; for a profile without a vocabulary maybe
    /// `direct`.
    Flavors,
    /// The first artifact that this function finds among the entries of an image and version, in
    /// the order of the text, for a region and an architecture; machine types and vocabulary do not
    /// matter. `None`: `Catalog` reports what is missing.
    Entries(Choose),
    /// The profile does not say: artifacts are named elsewhere, or it is not known how they are
    /// looked up.
    Elsewhere,
}

/// Finds an artifact in an entry, for a region.
pub type Direct = for<'a, 't> fn(&'a Version<'t>, &str) -> Option<Candidate<'a, 't>>;

/// Finds an artifact among the entries of an image and version, for a region and an architecture.
pub type Choose =
    for<'a, 't> fn(&[&'a Version<'t>], &str, &str) -> Option<Result<Candidate<'a, 't>, NoArtifact>>;

/// The entries of one image and version that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// All of the first image that has a candidate.
    Merged,
    /// The first version of that string, whatever it has; also where it has nothing in the region.
    First,
    /// The first version of that string in either format; also where it has nothing in the region.
    FirstInAFormat,
}

impl Lookup {
    /// Whether profiles say which artifact a worker gets.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !matches!(self.way, Way::Elsewhere)
    }

    /// Whether the provider chooses among flavors.
    #[must_use]
    pub fn is_by_flavor(&self) -> bool {
        matches!(self.way, Way::Flavors)
    }

    /// Whether a webhook refuses a Shoot with a worker pool that gets no artifact for this reason.
    /// It does not ask for the architecture of what it finds; only the controller does.
    #[must_use]
    pub fn refuses(&self, why: &NoArtifact) -> bool {
        self.judges_shoots && !matches!(why, NoArtifact::NoArchitecture(_))
    }

    /// The look-up of a provider that knows no capabilities.
    #[must_use]
    pub const fn plain(way: Way) -> Self {
        Self {
            way,
            vocabulary: &[],
            completes_machine_types: false,
            entries: Entries::First,
            candidates: |_, _, _| {},
            direct: None,
            needs_architecture: false,
            needs_name: false,
            judges_shoots: false,
        }
    }
}

/// A vocabulary that stands in no text.
pub(super) fn fixed<'t>(of: &[(&'static str, &[&'static str])]) -> Vocabulary<'t> {
    let plain = |text| Spanned::new(text, Span::default());
    let definition = |(name, values): &(&'static str, &[&'static str])| {
        let values = values.iter().map(|value| plain(*value)).collect();
        CapabilityDefinition {
            at: Span::default(),
            name: plain(*name),
            values: Spanned::new(values, Span::default()),
            by_default: None,
        }
    };
    let definitions: Vec<CapabilityDefinition<'t>> = of.iter().map(definition).collect();
    Vocabulary::new(&definitions)
}
