//! The artifacts to fill in: of each its place, and what it is for.

use crate::landscape::Item;
use crate::provider::config::Fields;
use crate::resolution::written::{Slot, lists};
use crate::source::Place;

/// An artifact of the new version that a person must fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToFill {
    /// The empty value in the new text.
    pub place: Place,
    /// The path of the field in the object.
    pub path: String,
    /// The name of the field.
    pub field: &'static str,
    /// The region of the artifact; none where it is the same everywhere.
    pub region: Option<String>,
    /// The capabilities of its flavor, or in the legacy format its architecture, if entries state
    /// it.
    pub of: Option<String>,
    /// The value of the other version.
    pub before: String,
}

/// The artifacts of the new version. `like`: the profile before, and the version that has them.
pub(super) fn of(
    new: &Item<'_>,
    fields: Option<&Fields>,
    (image, version): (&str, &str),
    (old, like): (&Item<'_>, &str),
) -> Vec<ToFill> {
    let Some(fields) = fields else {
        return Vec::new();
    };
    let all = |item, version: &str| -> Vec<Slot<'_>> {
        lists(item, fields, image)
            .into_iter()
            .flat_map(|list| list.versions)
            .filter(|listed| listed.version == version)
            .flat_map(|listed| listed.slots)
            .collect()
    };
    let (new_slots, old_slots) = (all(new, version), all(old, like));
    new_slots
        .into_iter()
        .zip(old_slots)
        .map(|(slot, before)| ToFill {
            place: Place {
                file: new.file,
                span: new.document.tree.span(slot.node),
            },
            path: slot.path.to_string(),
            field: slot.field,
            region: slot.region.map(str::to_owned),
            of: slot.of,
            before: before.value.to_owned(),
        })
        .collect()
}
