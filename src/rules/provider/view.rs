//! The view of a profile that an extension looks at.

use crate::capability::Vocabulary;
use crate::config::Settings;
use crate::landscape::Item;
use crate::matching::Matcher;
use crate::model::cloudprofile::CloudProfile;
use crate::provider::fault::Fault;
use crate::provider::part::Undecodable;
use crate::resolution::parents::Parent;
use crate::resolution::provided::{Artifacts, Provided};

/// A CloudProfile or NamespacedCloudProfile and its `providerConfig`.
#[derive(Debug)]
pub struct ProvidedView<'a> {
    pub item: &'a Item<'a>,
    /// The provider and the part.
    pub provided: &'a Provided<'a>,
    /// Why the validating webhook cannot decode the part, where it cannot.
    pub undecodable: Option<Undecodable>,
    /// The faults that the validating webhook reports, or would report.
    pub faults: &'a [Fault<'a>],
    /// The core part as validated: after the mutating webhook; of a NamespacedCloudProfile in the
    /// format of its parent.
    pub core: &'a CloudProfile<'a>,
    /// The core part as written.
    pub written: &'a CloudProfile<'a>,
    /// The profile after the mutating webhook; none where it changed nothing.
    pub mutated: Option<&'a CloudProfile<'a>>,
    /// The vocabulary; that of the parent for a NamespacedCloudProfile.
    pub vocabulary: &'a Vocabulary<'a>,
    /// The artifacts that workers get; for a NamespacedCloudProfile those of the merged
    /// `providerConfig`.
    pub artifacts: &'a Artifacts<'a>,
    /// The profile that Shoots use: of a NamespacedCloudProfile the merged one.
    pub whole: &'a CloudProfile<'a>,
    /// The matcher of the same profile.
    pub matcher: &'a Matcher<'a, 'a>,
    /// The parent of a NamespacedCloudProfile.
    pub parent: Option<&'a Parent<'a>>,
    /// The settings of the run.
    pub settings: &'a Settings,
}

impl<'a> ProvidedView<'a> {
    /// The provider's name as people write it.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.provided.provider.title
    }

    /// The faults of some kind.
    pub fn faults_of(
        &self,
        wanted: impl Fn(&Fault<'a>) -> bool,
    ) -> impl Iterator<Item = &'a Fault<'a>> {
        self.faults.iter().filter(move |fault| wanted(fault))
    }
}
