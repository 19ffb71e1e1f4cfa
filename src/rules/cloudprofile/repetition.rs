//! Names that stand twice in a list.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::model::cursor::Spanned;

/// A name that an earlier element of the list has too.
pub(in crate::rules) struct Repeated<'t> {
    /// The position of the later element.
    pub(in crate::rules) index: usize,
    pub(in crate::rules) name: Spanned<&'t str>,
    /// The name of the first element that has it.
    pub(in crate::rules) first: Spanned<&'t str>,
}

/// All repetitions, in the order of the list.
pub(in crate::rules) fn find<'t>(
    names: impl Iterator<Item = Spanned<&'t str>>,
) -> Vec<Repeated<'t>> {
    let mut first: BTreeMap<&str, Spanned<&str>> = BTreeMap::new();
    let mut repeated = Vec::new();
    for (index, name) in names.enumerate() {
        match first.entry(name.value) {
            Entry::Vacant(entry) => _ = entry.insert(name),
            Entry::Occupied(entry) => repeated.push(Repeated {
                index,
                name,
                first: *entry.get(),
            }),
        }
    }
    repeated
}
