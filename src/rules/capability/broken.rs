//! What strict decoding refuses in capability maps: that is reported once, and what would follow from it is not.

use std::collections::BTreeSet;

use crate::landscape::Item;
use crate::model::path::Path;

/// The paths that could not be decoded.
pub(super) struct Broken<'a>(BTreeSet<&'a str>);

impl<'a> Broken<'a> {
    pub(super) fn new(item: &'a Item<'_>) -> Self {
        Self(item.shape.iter().map(|problem| problem.field.as_str()).collect())
    }

    /// Whether the path, or something below it, could not be decoded.
    pub(super) fn touches(&self, path: &Path<'_>) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let path = path.to_string();
        let below = |field: &str| field.strip_prefix(&path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
        self.0.range(path.as_str()..).take_while(|field| field.starts_with(&path)).any(|field| below(field))
    }
}
