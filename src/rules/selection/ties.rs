//! Flavors of a version that selection cannot choose between.

use std::collections::BTreeMap;

use crate::capability::Selected;
use crate::matching::Version;

use super::kinds::{Kind, Kinds};

/// The groups of flavors with equal rows.
pub(super) fn equal(version: &Version<'_, '_>) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<&[u64], Vec<usize>> = BTreeMap::new();
    for (index, row) in version.flavors.iter().enumerate() {
        groups.entry(row.preference()).or_default().push(index);
    }
    groups
        .into_values()
        .filter(|group| group.len() > 1)
        .collect()
}

/// The groups of flavors that are selected together, with the classes of usable machine types that
/// hit them.
pub(super) fn hit<'a>(
    kinds: &Kinds<'a>,
    version: &Kind<&Version<'a, 'a>>,
) -> BTreeMap<&'a [usize], Vec<usize>> {
    let mut groups: BTreeMap<&[usize], Vec<usize>> = BTreeMap::new();
    for machine in kinds.machines() {
        if let Selected::Ambiguous(group) = kinds.selected(machine, version) {
            groups.entry(group).or_default().push(machine.class);
        }
    }
    groups
}
