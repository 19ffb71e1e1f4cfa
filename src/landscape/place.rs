//! Where the bytes of a text stand, as a path.

use super::ReadFile;
use crate::model::path::FieldPath;
use crate::yaml::{Document, Turn};

impl<'s> ReadFile<'s> {
    /// The document that holds a byte, or the last one before it.
    #[must_use]
    pub fn document_at(&self, at: u32) -> Option<&Document<'s>> {
        let behind = self
            .documents
            .partition_point(|document| document.span.start <= at);
        self.documents.get(behind.checked_sub(1)?)
    }

    /// The path from the root of its document to a byte.
    #[must_use]
    pub fn path_at(&self, at: u32) -> FieldPath {
        let Some(document) = self.document_at(at) else {
            return FieldPath::ROOT;
        };
        let tree = &document.tree;
        let way = tree.way_to(at).into_iter();
        way.fold(FieldPath::ROOT, |path, turn| match turn {
            Turn::Key(key) => path.field(tree.key(key)),
            Turn::Item(index, _) => path.index(index),
        })
    }
}
