//! The vocabulary of a profile: what its capability definitions say once repeated names are resolved.

use crate::model::cloudprofile::{Capabilities, CapabilityDefinition};
use crate::model::cursor::Spanned;

/// The name of the one capability that every vocabulary must define.
pub const ARCHITECTURE: &str = "architecture";

/// Capability definitions by name. A repeated name replaces the values of the earlier one, in its place.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary<'t> {
    definitions: Vec<Definition<'t>>,
}

/// A capability and its values, most preferred first.
#[derive(Clone, Debug)]
pub struct Definition<'t> {
    /// The name, where it is (last) defined.
    pub name: Spanned<&'t str>,
    /// The values as written, repeated ones included.
    pub values: Vec<Spanned<&'t str>>,
    /// The `values` key, or the nearest enclosing one.
    pub values_at: crate::source::Span,
}

impl<'t> Vocabulary<'t> {
    /// The vocabulary of `spec.machineCapabilities`.
    #[must_use]
    pub fn new(definitions: &[CapabilityDefinition<'t>]) -> Self {
        let mut vocabulary = Self::default();
        for definition in definitions {
            let new = Definition { name: definition.name, values: definition.values.value.clone(), values_at: definition.values.span };
            match vocabulary.definitions.iter_mut().find(|known| *known.name == *new.name) {
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
        self.definitions.iter().find(|definition| *definition.name == name)
    }

    /// The values of the `architecture` capability; none where it is not defined.
    #[must_use]
    pub fn architectures(&self) -> &[Spanned<&'t str>] {
        self.get(ARCHITECTURE).map_or(&[], |definition| &definition.values)
    }

    /// The values that a capability map has for a capability after defaulting: its own list, also an empty one,
    /// or all values of the definition. `None` for a capability that the vocabulary does not define.
    #[must_use]
    pub fn defaulted<'a>(&'a self, capabilities: &'a Capabilities<'t>, name: &str) -> Option<&'a [Spanned<&'t str>]> {
        let definition = self.get(name)?;
        let written = capabilities.iter().find(|capability| *capability.name == name);
        Some(written.map_or(definition.values.as_slice(), |capability| capability.values.as_slice()))
    }
}
