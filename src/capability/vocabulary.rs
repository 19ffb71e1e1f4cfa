//! The vocabulary of a profile: what its capability definitions say once repeated names are
//! resolved.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::cloudprofile::{
    Capabilities, CapabilityDefinition, MachineImage, MachineImageVersion,
};
use crate::model::cursor::Spanned;

/// The name of the one capability that every vocabulary must define.
pub const ARCHITECTURE: &str = "architecture";
/// The architectures that Gardener knows.
pub const ARCHITECTURES: [&str; 2] = ["amd64", "arm64"];

/// Capability definitions by name. A repeated name replaces the values of the earlier one, in its
/// place.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary<'t> {
    definitions: Vec<Definition<'t>>,
    /// The position of each name: look-ups are many.
    positions: BTreeMap<&'t str, usize>,
}

/// A capability and its values, most preferred first.
#[derive(Clone, Debug)]
pub struct Definition<'t> {
    /// The name, where it is (last) defined.
    pub name: Spanned<&'t str>,
    /// The values as written, repeated ones included.
    pub values: Vec<Spanned<&'t str>>,
    /// The value of a flavor that leaves the capability out; none: all values. A machine type
    /// always has all.
    pub by_default: Option<&'static str>,
    /// The `values` key, or the nearest enclosing one.
    pub values_at: crate::source::Span,
    known: BTreeSet<&'t str>,
}

impl<'t> Definition<'t> {
    fn new(definition: &CapabilityDefinition<'t>) -> Self {
        Self {
            name: definition.name,
            values: definition.values.value.clone(),
            by_default: definition.by_default,
            values_at: definition.values.span,
            known: definition.values.iter().map(|value| value.value).collect(),
        }
    }

    /// Whether the value is one of the definition's.
    #[must_use]
    pub fn has(&self, value: &str) -> bool {
        self.known.contains(value)
    }
}

impl<'t> Vocabulary<'t> {
    #[must_use]
    pub fn new(definitions: &[CapabilityDefinition<'t>]) -> Self {
        let mut vocabulary = Self::default();
        for definition in definitions {
            let new = Definition::new(definition);
            let next = vocabulary.definitions.len();
            let at = *vocabulary.positions.entry(new.name.value).or_insert(next);
            match vocabulary.definitions.get_mut(at) {
                Some(known) => *known = new,
                None => vocabulary.definitions.push(new),
            }
        }
        vocabulary
    }

    /// Whether the profile is in the legacy format.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// The definitions, in order of preference.
    #[must_use]
    pub fn definitions(&self) -> &[Definition<'t>] {
        &self.definitions
    }

    /// The definition of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Definition<'t>> {
        self.positions
            .get(name)
            .and_then(|at| self.definitions.get(*at))
    }

    /// The names of all capabilities, in order of preference.
    pub fn names(&self) -> impl Iterator<Item = &'t str> {
        self.definitions
            .iter()
            .map(|definition| definition.name.value)
    }

    /// The values of the `architecture` capability; none where it is not defined.
    #[must_use]
    pub fn architectures(&self) -> &[Spanned<&'t str>] {
        self.get(ARCHITECTURE)
            .map_or(&[], |definition| &definition.values)
    }

    /// Whether an image version lacks the flavors that it must have where there are several
    /// architectures.
    #[must_use]
    pub fn lacks_flavors(&self, version: &MachineImageVersion<'_>) -> bool {
        version.capability_flavors.is_empty() && self.architectures().len() > 1
    }

    /// How many image versions lack these flavors, so that the server refuses to create the profile
    /// and converts them on an update of one without a vocabulary.
    #[must_use]
    pub fn lacking(&self, images: &[MachineImage<'_>]) -> usize {
        images
            .iter()
            .flat_map(|image| image.versions.iter())
            .filter(|version| self.lacks_flavors(version))
            .count()
    }

    /// The values that a capability map has for a capability after defaulting: its own list, also
    /// an empty one, or all values of the definition. `None` for a capability that the vocabulary
    /// does not define.
    #[must_use]
    pub fn defaulted<'a>(
        &'a self,
        capabilities: &'a Capabilities<'t>,
        name: &str,
    ) -> Option<&'a [Spanned<&'t str>]> {
        let definition = self.get(name)?;
        let written = capabilities
            .iter()
            .find(|capability| *capability.name == name);
        Some(written.map_or(definition.values.as_slice(), |capability| {
            capability.values.as_slice()
        }))
    }
}

/// The values that a capability map itself has for a capability; none where it leaves it out.
#[must_use]
pub fn written<'a, 't>(capabilities: &'a Capabilities<'t>, name: &str) -> &'a [Spanned<&'t str>] {
    capabilities
        .iter()
        .find(|capability| *capability.name == name)
        .map_or(&[], |capability| capability.values.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::cloudprofile::Capability;
    use crate::source::Span;

    fn spanned<T>(value: T) -> Spanned<T> {
        Spanned::new(value, Span::default())
    }

    fn values<'t>(values: &[&'t str]) -> Spanned<Vec<Spanned<&'t str>>> {
        spanned(values.iter().map(|value| spanned(*value)).collect())
    }

    fn definition<'t>(name: &'t str, of: &[&'t str]) -> CapabilityDefinition<'t> {
        CapabilityDefinition {
            at: Span::default(),
            name: spanned(name),
            values: values(of),
            by_default: None,
        }
    }

    #[test]
    fn a_repeated_name_replaces_the_values_in_its_place() {
        let vocabulary = Vocabulary::new(&[
            definition("a", &["x"]),
            definition("b", &["y"]),
            definition("a", &["z"]),
        ]);
        assert_eq!(vocabulary.names().collect::<Vec<_>>(), ["a", "b"]);
        let a = vocabulary
            .get("a")
            .map(|definition| (definition.has("x"), definition.has("z")));
        assert_eq!(a, Some((false, true)));
    }

    #[test]
    fn defaulting_keeps_an_empty_list() {
        let vocabulary = Vocabulary::new(&[definition("a", &["x"]), definition("b", &["y"])]);
        let map = vec![Capability {
            name: spanned("a"),
            values: values(&[]),
        }];
        assert_eq!(vocabulary.defaulted(&map, "a").map(<[_]>::len), Some(0));
        assert_eq!(vocabulary.defaulted(&map, "b").map(<[_]>::len), Some(1));
        assert_eq!(vocabulary.defaulted(&map, "c").map(<[_]>::len), None);
        assert!(written(&map, "b").is_empty());
    }
}
