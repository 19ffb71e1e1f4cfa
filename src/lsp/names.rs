//! Texts as a client names them, and edits of them.

use std::collections::HashMap;

use lsp_types::{
    DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    Uri, WorkspaceEdit,
};

use crate::source::FileId;

/// The names of texts to a client.
pub trait Names {
    /// The name of a text; none if it has none.
    fn uri(&self, file: FileId) -> Option<Uri>;

    /// The version of a text that is open.
    fn version(&self, file: FileId) -> Option<i32>;

    /// Whether the client reads edits of versions of texts.
    fn is_versioned(&self) -> bool;
}

/// Edits of texts, in the form that the client reads.
pub(super) fn edit(names: &dyn Names, all: Vec<(FileId, Vec<TextEdit>)>) -> WorkspaceEdit {
    let named = all
        .into_iter()
        .filter_map(|(file, edits)| Some((names.uri(file)?, names.version(file), edits)));
    if names.is_versioned() {
        let of_text = |(uri, version, edits): (Uri, Option<i32>, Vec<TextEdit>)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        };
        return WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(named.map(of_text).collect())),
            ..WorkspaceEdit::default()
        };
    }
    #[allow(clippy::mutable_key_type, reason = "the type of the protocol")]
    let changes: HashMap<Uri, Vec<TextEdit>> = named.map(|(uri, _, edits)| (uri, edits)).collect();
    WorkspaceEdit::new(changes)
}
