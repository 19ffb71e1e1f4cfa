//! The errors that a change of one object brings.

use std::collections::BTreeMap;

use crate::config::{Operation, Settings};
use crate::landscape::{Item, ReadFile};
use crate::source::{FileId, Sources};

use super::{Outcome, lint_read};

/// Judges texts as an update of the stored ones for which they stand, among all texts as stored.
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
    lint_read(sources, [new, &others, &old], &settings, &mut |_, _| {})
}

/// The errors of an object in a text as an update of what is stored. `files`: all texts as stored;
/// `item`: the stored object, in one of them.
pub(crate) fn errors_as_update(
    sources: &Sources,
    files: &[ReadFile<'_>],
    new: &ReadFile<'_>,
    item: &Item<'_>,
    settings: &Settings,
) -> Vec<String> {
    judged_as_update(sources, files, &[new], |file| file == item.file, settings)
        .errors_of(new.file, item.document.index)
}

/// The errors that a change brings, beside those that there are already, wherever these stand in
/// their lists now.
pub(crate) fn brought(before: &[String], after: Vec<String>) -> Vec<String> {
    let without_positions = |error: &str| {
        let mut rest = error.split('[');
        let mut text = rest.next().unwrap_or_default().to_owned();
        for part in rest {
            text.push('[');
            text.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
        }
        text
    };
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for error in before {
        *known.entry(without_positions(error)).or_default() += 1;
    }
    let mut new = after;
    new.retain(|error| match known.get_mut(&without_positions(error)) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    });
    new
}
