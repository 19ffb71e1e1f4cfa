//! Texts as a client edits them.

use lsp_types::TextDocumentContentChangeEvent;

use super::{Encoding, Positions};
use crate::source::Source;

/// A text after changes, one after the other. A change without a range is the whole new text.
#[must_use]
pub fn edited(
    source: &Source,
    changes: Vec<TextDocumentContentChangeEvent>,
    encoding: Encoding,
) -> Source {
    let mut now = source.with_text(source.text());
    for change in changes {
        let text = match change.range {
            None => change.text,
            Some(range) => {
                let span = Positions::new(&now, encoding).span(range);
                let mut text = now.text().to_owned();
                text.replace_range(span.range(), &change.text);
                text
            }
        };
        now = now.with_text(text);
    }
    now
}
