//! The question about the profiles of a run, and its answer.

use std::fmt;

use super::axes::{Axis, Given};
use super::pools::Pools;
use super::stages::Stage;
use super::suggest::{Suggested, Suggestion};
use super::{Migrated, Proof, Refused, Step};

/// The user's choices for a migration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request<'r> {
    /// Further capabilities.
    pub axes: &'r [Axis],
    /// Which machine types have which of their values.
    pub given: &'r [Given],
    /// Which suggestions are taken.
    pub suggested: Suggested<'r>,
    pub drop_legacy: bool,
    /// Only up to this step.
    pub stage: Option<Step>,
    /// Profiles that have errors already are migrated too.
    pub force: bool,
}

/// The result for all texts.
#[derive(Debug)]
pub struct Plan {
    /// The texts of the inputs, in their order. That of an input with a profile that cannot be
    /// migrated stays as it was.
    pub texts: Vec<String>,
    /// The profiles that were migrated, CloudProfiles first.
    pub profiles: Vec<Planned>,
    /// What the worker pools of Shoots get; none where the texts hold no Shoot of a profile, or
    /// nothing changes.
    pub pools: Option<Pools>,
    /// The inputs with profiles that cannot be migrated, and why.
    pub refused: Vec<(usize, Refusal)>,
}

impl Plan {
    /// Whether nothing is against any of it.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.profiles.iter().all(Planned::holds) && self.pools.as_ref().is_none_or(Pools::holds)
    }
}

/// Why a profile of a run cannot be migrated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, as a sentence.
    pub why: Refused,
    /// What it is about, one by one: each belongs on a line of its own.
    pub details: Vec<String>,
}

/// Over several lines, if there are details.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        self.details
            .iter()
            .try_for_each(|detail| write!(f, "\n  {detail}"))
    }
}

impl From<Refused> for Refusal {
    fn from(why: Refused) -> Self {
        Self {
            why,
            details: Vec::new(),
        }
    }
}

/// A profile that was migrated.
#[derive(Debug)]
pub struct Planned {
    /// The position of its input.
    pub input: usize,
    /// The position of the input with the parent of a NamespacedCloudProfile.
    pub parent_input: Option<usize>,
    /// The position of its document.
    pub document: usize,
    /// Its kind and name, as sentences name it.
    pub title: String,
    /// Its namespace; empty for a CloudProfile.
    pub namespace: String,
    pub name: String,
    pub migrated: Migrated,
    /// Capabilities that the profile has under other names.
    pub suggestions: Vec<Suggestion>,
    /// None where nothing was left to do.
    pub proof: Option<Proof>,
    /// Of a staged migration: what the stage holds.
    pub stage: Option<Stage>,
}

impl Planned {
    /// Whether nothing is against it. A stage updates the stored object, so the result need not be
    /// valid as a new object.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.proof.as_ref().is_none_or(|proof| {
            proof.holds_as_update() && (self.stage.is_some() || proof.create.is_empty())
        })
    }
}
