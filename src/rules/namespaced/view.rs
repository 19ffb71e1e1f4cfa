//! What rules see of a NamespacedCloudProfile: by itself, and together with its parent.

use std::collections::BTreeMap;

use crate::config::{Operation, Settings};
use crate::landscape::Item;
use crate::landscape::parents::{Found, Parent, Prepared, Together};
use crate::merge::{self, Before};
use crate::model::cloudprofile::CloudProfile;
use crate::model::namespaced::NamespacedCloudProfile;

use super::kubernetes;
use super::overrides;
use super::unchanged;

/// A stored NamespacedCloudProfile.
#[derive(Clone, Copy, Debug)]
pub struct StoredNamespaced<'a> {
    /// The object.
    pub item: &'a Item<'a>,
    /// The profile as stored.
    pub child: &'a NamespacedCloudProfile<'a>,
}

/// A NamespacedCloudProfile by itself, as the server validates it.
#[derive(Debug)]
pub struct NamespacedView<'a> {
    /// The object.
    pub item: &'a Item<'a>,
    /// The profile as written.
    pub child: &'a NamespacedCloudProfile<'a>,
    /// What is validated: defaulted and prepared.
    pub prepared: Prepared<'a>,
    /// The stored profile that it replaces, where one was given and the object is updated.
    pub old: Option<StoredNamespaced<'a>>,
    /// The stored profile, defaulted.
    pub old_profile: Option<CloudProfile<'a>>,
    /// The settings of the run.
    pub settings: &'a Settings,
}

impl<'a> NamespacedView<'a> {
    /// Prepares an object, and the stored one that it replaces. `spec`: as the mutating webhooks leave it.
    #[must_use]
    pub fn new(
        item: &'a Item<'a>,
        child: &'a NamespacedCloudProfile<'a>,
        spec: CloudProfile<'a>,
        old: Option<StoredNamespaced<'a>>,
        settings: &'a Settings,
    ) -> Self {
        let old = old.filter(|_| settings.operation == Operation::Update);
        let old_profile = old.map(|old| {
            let mut profile = old.child.spec.clone();
            merge::default(&mut profile);
            profile
        });
        let before = match (settings.operation, &old_profile) {
            (Operation::Create, _) => Before::Nothing,
            (Operation::Update, Some(old)) => Before::Stored(old),
            (Operation::Update, None) => Before::Unknown,
        };
        let prepared = Prepared::new(spec, before, settings.now);
        Self { item, child, prepared, old, old_profile, settings }
    }

    /// Whether the update changes nothing: then the server looks no further than the object itself.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.old.is_some_and(|old| unchanged::is_unchanged(self, old))
    }
}

/// A NamespacedCloudProfile together with its parent.
#[derive(Debug)]
pub struct AdmissionView<'a> {
    /// The object by itself.
    pub own: &'a NamespacedView<'a>,
    /// Its parent, where one was given.
    pub parent: Option<Found<'a, 'a>>,
    /// The CloudProfiles that could have been meant, by name; none where nobody asks.
    pub known: Option<&'a BTreeMap<&'a str, &'a Item<'a>>>,
    /// What the two become.
    pub family: Option<Family<'a>>,
    /// What the server says of a Kubernetes version; then it looks no further.
    pub kubernetes: Option<kubernetes::Fault>,
    /// What the server says of changes to the parent's images.
    pub overrides: Vec<overrides::Fault<'a>>,
}

/// A NamespacedCloudProfile, its parent, and what was stored before.
#[derive(Debug)]
pub struct Family<'a> {
    /// The parent.
    pub parent: &'a Parent<'a>,
    /// In the format of the parent, and merged.
    pub new: Together<'a>,
    /// The same for the stored object.
    pub old: Option<Together<'a>>,
}

impl<'a> AdmissionView<'a> {
    /// Merges, and finds out what the server says.
    #[must_use]
    pub fn new(own: &'a NamespacedView<'a>, parent: Option<Found<'a, 'a>>) -> Self {
        let family = parent.map(|found| {
            let new = own.prepared.merge(found.parent);
            let old = own.old_profile.as_ref().map(|old| Together::new(old, found.parent));
            Family { parent: found.parent, new, old }
        });
        let now = own.settings.now;
        let kubernetes = family.as_ref().and_then(|family| kubernetes::fault(family, now));
        let overrides = match &family {
            Some(family) if kubernetes.is_none() => overrides::faults(own, family),
            _ => Vec::new(),
        };
        Self { own, parent, known: None, family, kubernetes, overrides }
    }
}
