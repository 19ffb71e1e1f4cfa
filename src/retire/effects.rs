//! The effects of the edit that is due: on those who use something else.

use std::collections::BTreeMap;

use crate::diff::Revisions;
use crate::impact::{Impact, Kind};
use crate::landscape::{Input, read};
use crate::retire::Retirement;
use crate::source::{FileId, Sources};

impl<'a> Retirement<'a> {
    /// What fails from the edit that is due on: maintenance of those who run another version, which
    /// find no target any more.
    pub fn fails(&self) -> impl Iterator<Item = &'a Impact<'a>> {
        let objects = self.diff.into_iter().flat_map(|diff| &diff.objects);
        let counts = |impact: &&Impact<'_>| !impact.pools.is_empty() || !self.knows_shoots;
        objects
            .flat_map(|object| &object.impacts)
            .filter(|impact| {
                !impact.entry.as_ref().is_some_and(|entry| {
                    (entry.of, &*entry.name) == (self.entry.image, self.entry.name)
                })
            })
            .filter(|impact| match impact.kind() {
                Kind::Stuck => impact.before.is_none() && impact.after.is_some(),
                Kind::Maintenance => impact.after.as_deref() == Some("fails"),
                _ => false,
            })
            .filter(counts)
    }
}

/// The texts before and after an edit; none where nothing changes.
pub(super) fn revisions<'s>(
    inputs: &[Input],
    edited: &BTreeMap<FileId, Input>,
    sources: &'s Sources,
) -> Option<Revisions<'s>> {
    let new: Vec<Input> = edited.values().copied().collect();
    let (old, around): (Vec<Input>, Vec<Input>) = inputs
        .iter()
        .partition(|input| edited.contains_key(&input.file));
    (!new.is_empty()).then(|| Revisions {
        sources,
        old: read(sources, &old),
        new: read(sources, &new),
        context: read(sources, &around),
        are_files: false,
        asked: None,
    })
}
