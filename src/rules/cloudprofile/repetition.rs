//! Names that stand twice in a list, and what the server does not look at because of it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::model::cloudprofile::{CloudProfile, MachineType, VolumeType};
use crate::model::cursor::Spanned;

/// A name that an earlier element of the list has too.
pub(in crate::rules) struct Repeated<'t> {
    /// The position of the later element.
    pub(in crate::rules) index: usize,
    /// The name there.
    pub(in crate::rules) name: Spanned<&'t str>,
    /// The name of the first element that has it.
    pub(in crate::rules) first: Spanned<&'t str>,
}

/// All repetitions, in the order of the list.
pub(in crate::rules) fn find<'t>(names: impl Iterator<Item = Spanned<&'t str>>) -> Vec<Repeated<'t>> {
    let mut first: BTreeMap<&str, Spanned<&str>> = BTreeMap::new();
    let mut repeated = Vec::new();
    for (index, name) in names.enumerate() {
        match first.entry(name.value) {
            Entry::Vacant(entry) => _ = entry.insert(name),
            Entry::Occupied(entry) => repeated.push(Repeated { index, name, first: *entry.get() }),
        }
    }
    repeated
}

/// The machine types whose quantities, capabilities and storage are judged: those with the name of an earlier one are not.
pub(in crate::rules) fn judged_machine_types<'a, 't>(profile: &'a CloudProfile<'t>) -> impl Iterator<Item = (usize, &'a MachineType<'t>)> {
    let mut repeated = find(profile.machine_types.iter().map(|machine_type| machine_type.name)).into_iter().peekable();
    profile.machine_types.iter().enumerate().filter(move |(index, _)| repeated.next_if(|repeated| repeated.index == *index).is_none())
}

/// The volume types that are judged as a whole: those before the first whose name is repeated.
pub(in crate::rules) fn judged_volume_types<'a, 't>(profile: &'a CloudProfile<'t>) -> &'a [VolumeType<'t>] {
    let repeated = find(profile.volume_types.iter().map(|volume_type| volume_type.name));
    let end = repeated.first().map_or(profile.volume_types.len(), |repeated| repeated.index);
    profile.volume_types.get(..end).unwrap_or_default()
}
