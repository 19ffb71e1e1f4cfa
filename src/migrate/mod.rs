//! From the legacy format to that of capabilities: the core part and `providerConfig` of a
//! profile, as edits of its text, and the proof that workers get what they got. Reads no files and
//! prints nothing.

mod answer;
mod axes;
mod chosen;
mod family;
mod images;
mod job;
mod plan;
mod pools;
mod proof;
mod stages;
mod suggest;
mod unite;
mod units;

use std::collections::BTreeSet;

pub use answer::{Plan, Planned, Refusal, Request};
pub use axes::{Axis, Given};
pub use plan::plan;
pub use pools::{Got, PoolChange, Pools};
pub use proof::{Cause, Difference, Proof, Question, Text, prove};
pub use stages::Stage;
pub use suggest::{Suggested, Suggestion, United};
pub use units::Texts;

use crate::capability::ARCHITECTURE;
use crate::config::ProviderRules;
use crate::landscape::{Body, Item};
use crate::provider::part::Webhook;
use crate::resolution::provided::Provided;
use crate::words;

use axes::Axes;
use family::Family;
use job::Job;

/// A step of a migration, in the order in which a landscape takes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The profile gets a vocabulary.
    Vocabulary,
    MachineTypes,
    Images,
    /// The entries of `providerConfig` get flavors.
    Provider,
    Finish,
}

impl Step {
    /// All steps in order.
    pub const ALL: [Self; 5] = [
        Self::Vocabulary,
        Self::MachineTypes,
        Self::Images,
        Self::Provider,
        Self::Finish,
    ];

    /// Its name on the command line and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Vocabulary => "vocabulary",
            Self::MachineTypes => "machine-types",
            Self::Images => "images",
            Self::Provider => "provider",
            Self::Finish => "finish",
        }
    }
}

/// The steps that a migration takes.
pub type Steps = BTreeSet<Step>;

/// The result of a migration.
#[derive(Debug)]
pub struct Migrated {
    /// The whole text, with everything else in it as it was; none where nothing is left to do.
    pub text: Option<String>,
    /// The capabilities that its vocabulary gets.
    pub vocabulary: Vec<(String, Vec<String>)>,
    /// How many machine types get capabilities.
    pub machine_types: usize,
    /// How many image versions get flavors in the core part.
    pub image_versions: usize,
    /// How many entries of `providerConfig` change their format.
    pub provider_entries: usize,
    /// The things that the result does not keep, as sentences.
    pub lost: Vec<String>,
    /// What the text need not say, because it is filled in, as sentences.
    pub optional: Vec<String>,
}

/// Why a profile cannot be migrated, as a sentence.
pub type Refused = String;

/// Migrates a CloudProfile, or a NamespacedCloudProfile whose parent has a vocabulary. The object and
/// its family are of one kind.
///
/// # Errors
/// When it cannot be done: why, and what to do about it.
fn migrate(
    item: &Item<'_>,
    family: Family<'_>,
    rules: &ProviderRules,
    (steps, axes): (&Steps, Axes<'_>),
) -> Result<Migrated, Refused> {
    let what = words::object(item);
    let (written, kind, of_parent) = match (&item.body, family) {
        (Body::CloudProfile(written), Family::Parent(_)) => {
            (&**written, *written.provider_type, None)
        }
        (Body::NamespacedCloudProfile(child), Family::Child(under)) => {
            let kind = *under.parent.profile.provider_type;
            (&child.spec, kind, Some(under))
        }
        _ => return Err(format!("cpcap does not migrate {what}")),
    };
    if item.document.incomplete || !item.is_decoded() {
        return Err(words::undecodable(&what));
    }
    let provided = Provided::new(item, kind, rules);
    let known = provided
        .as_ref()
        .or_else(|| of_parent.and_then(|under| under.parent.provided.as_ref()));
    let Some(provider) = known.map(|known| known.provider) else {
        return Err(format!(
            "cpcap does not know the provider `{kind}`; name a known one with --provider-rules if \
             its extension is the same"
        ));
    };
    if !provider.lookup.is_by_flavor() {
        return Err(format!(
            "the extension for {} has no capability format: its `providerConfig` cannot be migrated",
            provider.title
        ));
    }
    if provided
        .as_ref()
        .is_some_and(|of| of.undecodable(Webhook::Validator).is_some())
    {
        return Err(words::undecodable(&format!("`providerConfig` of {what}")));
    }
    let definitions = of_parent.map_or(&written.machine_capabilities, |under| {
        &under.parent.profile.machine_capabilities
    });
    if !definitions.is_empty() && !definitions.iter().any(|of| *of.name == ARCHITECTURE) {
        let whose = of_parent.map_or(what, |under| words::object(under.parent.item));
        return Err(format!(
            "the vocabulary of {whose} does not define `{ARCHITECTURE}`; add it first"
        ));
    }
    if let Some(axis) = axes.axes.iter().find(|axis| {
        let own = provider.lookup.vocabulary;
        own.iter().any(|(name, _)| *name == axis.name)
    }) {
        return Err(format!(
            "the extension for {} gives the capability `{}` its meaning; leave it out of \
             --capability: cpcap adds it where an image version asks for it",
            provider.title, axis.name
        ));
    }
    let job = Job::new(
        item,
        written,
        definitions,
        (provider, provided.as_ref(), family),
        (steps, axes),
    )
    .map_err(|why| format!("{what}: {why}"))?;
    job.run().ok_or_else(|| {
        format!(
            "the text of {what} cannot be edited without changing something else, most likely \
             through an anchor; write it out first"
        )
    })
}
