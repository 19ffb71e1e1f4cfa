//! The view of a NamespacedCloudProfile by itself, and of its merged result.

use crate::config::{Operation, Settings};
use crate::landscape::Item;
use crate::merge::{self, Dropped};
use crate::model::canonical::Purpose;
use crate::model::cloudprofile::CloudProfile;
use crate::model::namespaced::NamespacedCloudProfile;
use crate::resolution::parents::{Parent, Prepared, Together};
use crate::rules::Rewriting;

#[derive(Clone, Copy, Debug)]
pub struct StoredNamespaced<'a> {
    pub item: &'a Item<'a>,
    pub child: &'a NamespacedCloudProfile<'a>,
}

/// A NamespacedCloudProfile by itself, as the server validates it.
#[derive(Debug)]
pub struct NamespacedView<'a> {
    pub item: &'a Item<'a>,
    /// The NamespacedCloudProfile as its file has it.
    pub child: &'a NamespacedCloudProfile<'a>,
    /// The profile that the server validates: defaulted and prepared.
    pub prepared: Prepared<'a>,
    /// The stored profile that it replaces, where one was given and the object is updated.
    pub old: Option<StoredNamespaced<'a>>,
    /// The stored profile after defaulting.
    pub old_profile: Option<CloudProfile<'a>>,
    /// The changes of a webhook to its flavors.
    pub rewriting: Option<Rewriting>,
    /// The settings of the run.
    pub settings: &'a Settings,
}

impl<'a> NamespacedView<'a> {
    /// Prepares an object, and the stored one that it replaces. `spec`: as the mutating webhooks
    /// leave it.
    #[must_use]
    pub fn new(
        item: &'a Item<'a>,
        child: &'a NamespacedCloudProfile<'a>,
        spec: CloudProfile<'a>,
        old: Option<StoredNamespaced<'a>>,
        settings: &'a Settings,
    ) -> Self {
        let old = old.filter(|_| settings.operation == Operation::Update);
        let (prepared, old_profile) =
            Prepared::for_run(spec, old.map(|old| &old.child.spec), settings);
        Self {
            item,
            child,
            prepared,
            old,
            old_profile,
            rewriting: None,
            settings,
        }
    }

    /// Whether the update changes nothing: then the server looks no further than the object itself.
    /// It compares the new object, defaulted and prepared, with the stored one, defaulted: absent
    /// and empty lists differ.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        let object = |item: &Item<'_>, dropped: Option<&Dropped>| {
            merge::stored(item.raw(), dropped, Purpose::Compare)
        };
        self.old.is_some_and(|old| {
            let (new, stored) = (
                object(self.item, Some(&self.prepared.dropped)),
                object(old.item, None),
            );
            ["metadata", "spec"]
                .into_iter()
                .all(|part| new.get(part) == stored.get(part))
        })
    }
}

/// A NamespacedCloudProfile, its parent, and what was stored before.
#[derive(Debug)]
pub struct Family<'a> {
    pub parent: &'a Parent<'a>,
    /// In the format of the parent, and merged.
    pub new: Together<'a>,
    /// The same for the stored object.
    pub old: Option<Together<'a>>,
}
