//! The capabilities and values that machine types and flavors name themselves.

use std::collections::{BTreeMap, BTreeSet};

use crate::capability::Vocabulary;
use crate::model::cloudprofile::{Capabilities, CloudProfile};
use crate::rules::ProfileView;
use crate::rules::selection::kinds::is_readable;

/// The values that a name states, by capability.
pub(super) struct NamedValues<'t> {
    pub(super) machine_types: BTreeMap<&'t str, BTreeSet<&'t str>>,
    pub(super) flavors: BTreeMap<&'t str, BTreeSet<&'t str>>,
    /// Whether the profile names an undefined capability, which may be a misspelt defined one.
    pub(super) strange_names: bool,
    /// The capabilities with an undefined value in use.
    pub(super) strange_values: BTreeSet<&'t str>,
    /// Capability and value where a flavor names the value and no other.
    pub(super) alone: BTreeSet<(&'t str, &'t str)>,
}

impl<'t> NamedValues<'t> {
    /// For a profile with a vocabulary that cpcap could read in full.
    pub(super) fn of_view(view: &ProfileView<'t>) -> Option<Self> {
        if view.vocabulary.is_empty() || !is_readable(view) {
            return None;
        }
        Self::of(view.matcher?.profile(), view.vocabulary)
    }

    /// A profile with both machine types and image versions.
    pub(super) fn of(profile: &CloudProfile<'t>, vocabulary: &Vocabulary<'t>) -> Option<Self> {
        let mut named = Self {
            machine_types: BTreeMap::new(),
            flavors: BTreeMap::new(),
            strange_names: false,
            strange_values: BTreeSet::new(),
            alone: BTreeSet::new(),
        };
        for machine_type in profile.machine_types.iter() {
            add(&mut named.machine_types, &machine_type.capabilities);
        }
        let mut versions = profile
            .machine_images
            .iter()
            .flat_map(|image| image.versions.iter())
            .peekable();
        if profile.machine_types.is_empty() || versions.peek().is_none() {
            return None;
        }
        for flavor in versions.flat_map(|version| version.capability_flavors.iter()) {
            add(&mut named.flavors, &flavor.capabilities);
            for capability in &flavor.capabilities {
                if let Some((first, rest)) = capability.values.split_first()
                    && rest.iter().all(|value| value.value == first.value)
                {
                    named.alone.insert((*capability.name, first.value));
                }
            }
        }
        for (name, values) in named.machine_types.iter().chain(&named.flavors) {
            match vocabulary.get(name) {
                None => named.strange_names = true,
                Some(definition) if values.iter().all(|value| definition.has(value)) => {}
                Some(_) => {
                    named.strange_values.insert(name);
                }
            }
        }
        Some(named)
    }

    /// Whether anybody names the capability.
    pub(super) fn names(&self, capability: &str) -> bool {
        self.machine_types.contains_key(capability) || self.flavors.contains_key(capability)
    }
}

/// Whether a value is among those that are named.
pub(super) fn has(named: &BTreeMap<&str, BTreeSet<&str>>, capability: &str, value: &str) -> bool {
    named
        .get(capability)
        .is_some_and(|values| values.contains(value))
}

fn add<'t>(named: &mut BTreeMap<&'t str, BTreeSet<&'t str>>, capabilities: &Capabilities<'t>) {
    for capability in capabilities {
        named
            .entry(*capability.name)
            .or_default()
            .extend(capability.values.iter().map(|value| value.value));
    }
}
