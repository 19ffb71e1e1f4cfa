//! The view of a NamespacedCloudProfile together with its parent.

use std::collections::BTreeMap;

use crate::landscape::Item;
use crate::resolution::parents::{Found, Together};
use crate::rules::namespaced::view::{Family, NamespacedView};
use crate::rules::namespaced::{kubernetes, overrides};

/// A NamespacedCloudProfile together with its parent.
#[derive(Debug)]
pub struct AdmissionView<'a> {
    pub own: &'a NamespacedView<'a>,
    /// Its parent, where one was given.
    pub parent: Option<Found<'a, 'a>>,
    /// The CloudProfiles that could be meant, by name; none where no rule needs them.
    pub known: Option<&'a BTreeMap<&'a str, &'a Item<'a>>>,
    pub family: Option<Family<'a>>,
    /// The fault that the server finds in a Kubernetes version; then it looks no further.
    pub kubernetes: Option<kubernetes::Fault>,
    /// The faults that the server finds in changes to the parent's images.
    pub overrides: Vec<overrides::Fault<'a>>,
}

impl<'a> AdmissionView<'a> {
    /// Merges, and finds out what the server says.
    #[must_use]
    pub fn new(own: &'a NamespacedView<'a>, parent: Option<Found<'a, 'a>>) -> Self {
        let family = parent.map(|found| {
            let new = own.prepared.merge(found.parent);
            let old = own
                .old_profile
                .as_ref()
                .map(|old| Together::new(old, found.parent));
            Family {
                parent: found.parent,
                new,
                old,
            }
        });
        let now = own.settings.now;
        let kubernetes = family
            .as_ref()
            .and_then(|family| kubernetes::faults(family, now).next());
        let overrides = match &family {
            Some(family) if kubernetes.is_none() => overrides::faults(own, family),
            _ => Vec::new(),
        };
        Self {
            own,
            parent,
            known: None,
            family,
            kubernetes,
            overrides,
        }
    }

    /// Continues where the server ends at the first Kubernetes version that it refuses: the other
    /// versions, then the images.
    pub fn go_on(mut self, mut look: impl FnMut(&Self)) {
        let others = self.family.as_ref().map_or_else(Vec::new, |family| {
            kubernetes::faults(family, self.own.settings.now)
                .skip(1)
                .collect()
        });
        for fault in others {
            self.kubernetes = Some(fault);
            look(&self);
        }
        self.kubernetes = None;
        self.overrides = self
            .family
            .as_ref()
            .map_or_else(Vec::new, |family| overrides::faults(self.own, family));
        look(&self);
    }
}
