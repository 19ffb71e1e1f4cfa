//! Comments of which a certain word is the first. The parser drops comments; what of the tree knows its bytes is enough to tell a
//! comment from a `#` in a text.

use super::{Document, Kind, NodeId, Style, Tree};
use crate::source::Span;

/// A comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// From its `#` to the end of the line.
    pub span: Span,
    /// Nothing but comments stands on the line.
    pub alone: bool,
}

/// The comments that begin with a word: `# word …`, also behind another comment on the line. Most texts hold no such word, and then
/// this costs one search.
#[must_use]
pub fn comments(text: &str, documents: &[Document<'_>], word: &str) -> Vec<Comment> {
    let hits: Vec<usize> = memchr::memmem::find_iter(text.as_bytes(), word).filter_map(|at| hash_before(text, at)).collect();
    if hits.is_empty() {
        return Vec::new();
    }
    let mut texts: Vec<Span> = documents.iter().flat_map(|document| texts(document, text)).collect();
    texts.sort_unstable();
    let is_comment = |hash: &usize| {
        let behind = texts.partition_point(|span| span.start as usize <= *hash);
        behind.checked_sub(1).is_none_or(|index| texts[index].end as usize <= *hash)
    };
    hits.into_iter().filter(is_comment).map(|hash| comment(text, hash)).collect()
}

/// The `#` that opens a comment before a word, where nothing but blanks stands between them.
fn hash_before(text: &str, word: usize) -> Option<usize> {
    let before = text[..word].trim_end_matches([' ', '\t']);
    let hash = before.strip_suffix('#')?.len();
    // Without a blank before it `#` belongs to what stands there.
    let opens = text[..hash].chars().next_back().is_none_or(|c| c.is_whitespace() || c == '#' || c == '\u{feff}');
    opens.then_some(hash)
}

fn comment(text: &str, hash: usize) -> Comment {
    let end = text[hash..].find(['\n', '\r']).map_or(text.len(), |length| hash + length);
    let line = text[..hash].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let before = text[line..hash].trim_start_matches('\u{feff}').trim_start();
    Comment { span: Span::new(hash, end), alone: before.is_empty() || before.starts_with('#') }
}

/// The bytes of a document in which `#` opens no comment: its scalars, and all of it in JSON.
fn texts(document: &Document<'_>, text: &str) -> Vec<Span> {
    if document.json {
        return vec![document.span];
    }
    let tree = &document.tree;
    tree.ids().filter_map(|id| scalar(tree, id, text)).collect()
}

fn scalar(tree: &Tree<'_>, id: NodeId, text: &str) -> Option<Span> {
    let Kind::Scalar { style, .. } = &tree.node(id).kind else { return None };
    let span = tree.span(id);
    if !matches!(style, Style::Literal | Style::Folded) {
        return Some(span);
    }
    // The line of `|` may end with a comment.
    let header = text.get(span.range())?.find(['\n', '\r'])?;
    Some(Span::new(span.start as usize + header, span.end as usize))
}
