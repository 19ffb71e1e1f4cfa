//! The errors that a change of one object brings.

use std::collections::BTreeMap;

use crate::config::{Operation, Settings};
use crate::finding::Finding;
use crate::landscape::{Item, ReadFile};
use crate::source::{FileId, Sources};
use crate::suppress::set_anchors;

use super::{Outcome, lint_read};

/// Judges texts as an update of the stored ones for which they stand, among all texts as stored.
/// The findings have anchors.
pub(crate) fn judged_as_update(
    sources: &Sources,
    files: &[ReadFile<'_>],
    new: &[&ReadFile<'_>],
    is_replaced: impl Fn(FileId) -> bool,
    settings: &Settings,
) -> Outcome {
    let settings = Settings {
        operation: Operation::Update,
        silences: false,
        ..settings.clone()
    };
    let (old, others): (Vec<&ReadFile<'_>>, Vec<&ReadFile<'_>>) =
        files.iter().partition(|file| is_replaced(file.file));
    let mut outcome = lint_read(sources, [new, &others, &old], &settings, &mut |_, _| {});
    let files = new.iter().chain(&others).chain(&old);
    set_anchors(&mut outcome.findings, files.copied());
    outcome
}

/// The errors of an object in a text as an update of what is stored. `files`: all texts as stored;
/// `item`: the stored object, in one of them.
pub(crate) fn errors_as_update(
    sources: &Sources,
    files: &[ReadFile<'_>],
    new: &ReadFile<'_>,
    item: &Item<'_>,
    settings: &Settings,
) -> Vec<Finding> {
    judged_as_update(sources, files, &[new], |file| file == item.file, settings)
        .errors_of(new.file, item.document.index)
}

/// The errors that a change brings, beside those of the same rules that there are already at the
/// same anchors. Both come from [`judged_as_update`].
pub(crate) fn brought(before: &[Finding], after: Vec<Finding>) -> Vec<Finding> {
    let key = |of: &Finding| (of.rule, of.anchor.clone());
    let mut known: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for error in before {
        *known.entry(key(error)).or_default() += 1;
    }
    let is_new = |error: &Finding| match known.get_mut(&key(error)) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    };
    after.into_iter().filter(is_new).collect()
}
