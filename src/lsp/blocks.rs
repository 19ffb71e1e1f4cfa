//! Answers of other commands as parts of Markdown that show them as they are.

use crate::output::{self, Document};
use crate::table::matching::Look;

/// The width of answers in columns: what a window beside a text can show.
const WIDTH: usize = 80;

/// What answers look like.
pub(super) const LOOK: Look = Look {
    color: false,
    width: WIDTH,
    expand: false,
    explain: false,
};

/// A document as a part of Markdown.
pub(super) fn block(document: &Document) -> String {
    let text = document.text(output::Look {
        width: WIDTH,
        color: false,
    });
    format!("```text\n{}\n```", text.trim().replace("```", "'''"))
}
