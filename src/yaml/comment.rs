//! Comments, all of them or those that begin with a certain word. The parser drops comments; nodes
//! with known bytes are enough to find the `#` that begins one.

use super::{Document, Kind, NodeId, Style, Tree};
use crate::source::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// From its `#` to the end of the line.
    pub span: Span,
    /// Nothing but comments stands on the line.
    pub alone: bool,
}

/// The comments that begin with a word: `# word …`, also after another comment on the line. Most
/// texts hold no such word, and then this costs one search.
#[must_use]
pub fn comments(text: &str, documents: &[Document<'_>], word: &str) -> Vec<Comment> {
    let hits: Vec<usize> = memchr::memmem::find_iter(text.as_bytes(), word)
        .filter_map(|at| hash_before(text, at))
        .collect();
    among(hits, text, documents).collect()
}

/// All comments, each with all of its line.
#[must_use]
pub fn all_comments(text: &str, documents: &[Document<'_>]) -> Vec<Comment> {
    let hits = memchr::memchr_iter(b'#', text.as_bytes())
        .filter(|hash| opens(text, *hash))
        .collect();
    let mut end = 0;
    let is_first = |comment: &Comment| {
        let first = comment.span.start >= end;
        end = comment.span.end.max(end);
        first
    };
    among(hits, text, documents).filter(is_first).collect()
}

/// The comments among some `#` that stand in no text.
fn among<'t>(
    hits: Vec<usize>,
    text: &'t str,
    documents: &[Document<'_>],
) -> impl Iterator<Item = Comment> + use<'t> {
    let read = if hits.is_empty() { &[] } else { documents };
    let mut texts: Vec<Span> = read
        .iter()
        .flat_map(|document| texts(document, text))
        .collect();
    texts.sort_unstable();
    let is_comment = move |hash: &usize| {
        let behind = texts.partition_point(|span| span.start as usize <= *hash);
        behind
            .checked_sub(1)
            .is_none_or(|index| texts[index].end as usize <= *hash)
    };
    hits.into_iter()
        .filter(is_comment)
        .map(|hash| comment(text, hash))
}

/// The `#` that opens a comment before a word, where nothing but blanks stands between them.
fn hash_before(text: &str, word: usize) -> Option<usize> {
    let before = text[..word].trim_end_matches([' ', '\t']);
    let hash = before.strip_suffix('#')?.len();
    opens(text, hash).then_some(hash)
}

/// A `#` without a blank before it belongs to the text before.
fn opens(text: &str, hash: usize) -> bool {
    text[..hash]
        .chars()
        .next_back()
        .is_none_or(|c| c.is_whitespace() || c == '#' || c == '\u{feff}')
}

fn comment(text: &str, hash: usize) -> Comment {
    let end = text[hash..]
        .find(['\n', '\r'])
        .map_or(text.len(), |length| hash + length);
    let line = text[..hash].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let before = text[line..hash].trim_start_matches('\u{feff}').trim_start();
    Comment {
        span: Span::new(hash, end),
        alone: before.is_empty() || before.starts_with('#'),
    }
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
    let Kind::Scalar { style, .. } = tree.node(id).kind else {
        return None;
    };
    let span = tree.span(id);
    if !matches!(style, Style::Literal | Style::Folded) {
        return Some(span);
    }
    // The line of `|` may end with a comment.
    let header = text.get(span.range())?.find(['\n', '\r'])?;
    Some(Span::new(span.start as usize + header, span.end as usize))
}
