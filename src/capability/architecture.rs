//! Architectures of machine types and image versions, in both formats
//! (`docs/gardener/capabilities.md#architectures`).

use std::collections::BTreeSet;

use crate::capability::{ARCHITECTURE, Vocabulary};
use crate::model::cloudprofile::{MachineImageVersion, MachineType};
use crate::model::cursor::Spanned;

/// The architecture of a machine type: the single value of its defaulted `architecture` capability,
/// else its legacy field, else unknown.
#[must_use]
pub fn of_machine_type<'t>(
    machine_type: &MachineType<'t>,
    vocabulary: &Vocabulary<'t>,
) -> Option<&'t str> {
    match vocabulary.defaulted(&machine_type.capabilities, ARCHITECTURE) {
        Some([single]) => Some(single.value),
        _ => machine_type.architecture.filter(|name| !name.is_empty()),
    }
}

/// The architectures of an image version: without flavors all that the vocabulary defines, else
/// those that its flavors name, else the legacy list. Each once, in the order of the text.
#[must_use]
pub fn of_version<'t>(
    version: &MachineImageVersion<'t>,
    vocabulary: &Vocabulary<'t>,
) -> Vec<&'t str> {
    let named = version
        .capability_flavors
        .iter()
        .flat_map(|flavor| super::written(&flavor.capabilities, ARCHITECTURE));
    let from_flavors = if version.capability_flavors.is_empty() {
        once_each(vocabulary.architectures())
    } else {
        once_each(named)
    };
    if from_flavors.is_empty() {
        once_each(version.architectures.iter())
    } else {
        from_flavors
    }
}

/// All architectures of the defaulted flavors of a version, each once; those of the vocabulary
/// where it has no flavors. The server gives them in no fixed order; here, that of the text.
#[must_use]
pub fn of_flavors<'t>(
    version: &MachineImageVersion<'t>,
    vocabulary: &Vocabulary<'t>,
) -> Vec<Spanned<&'t str>> {
    if version.capability_flavors.is_empty() {
        return spanned_once_each(vocabulary.architectures());
    }
    let defaulted = |flavor| {
        vocabulary
            .defaulted(flavor, ARCHITECTURE)
            .unwrap_or_default()
    };
    spanned_once_each(
        version
            .capability_flavors
            .iter()
            .flat_map(|flavor| defaulted(&flavor.capabilities)),
    )
}

/// The architectures that the flavors of a version name themselves, each once, in the order of the
/// text.
#[must_use]
pub fn named_by_flavors<'t>(version: &MachineImageVersion<'t>) -> Vec<Spanned<&'t str>> {
    spanned_once_each(
        version
            .capability_flavors
            .iter()
            .flat_map(|flavor| super::written(&flavor.capabilities, ARCHITECTURE)),
    )
}

fn spanned_once_each<'a, 't: 'a>(
    values: impl IntoIterator<Item = &'a Spanned<&'t str>>,
) -> Vec<Spanned<&'t str>> {
    let mut seen = BTreeSet::new();
    values
        .into_iter()
        .copied()
        .filter(|value| seen.insert(value.value))
        .collect()
}

fn once_each<'a, 't: 'a>(values: impl IntoIterator<Item = &'a Spanned<&'t str>>) -> Vec<&'t str> {
    spanned_once_each(values)
        .into_iter()
        .map(|value| value.value)
        .collect()
}
