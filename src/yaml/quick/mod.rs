//! Reads what people write in one pass over the bytes, into the same tree as the parser
//! (`docs/reading.md#in-one-pass`). At the first thing that it does not know for sure it gives the
//! document up, and the parser reads it: so it never has an opinion of its own.

mod block;
mod bytes;
mod flow;
mod scalar;

use std::borrow::Cow;
use std::collections::HashMap;

use super::tree::{Anchor, NodeId, Style, Tree};
use super::{Document, Problem, alias, merge};
use crate::source::Span;

/// The reason why the reader gives up.
pub(super) type Unsure = &'static str;

/// How deep collections may lie in one another: well below what the parser takes.
const MAX_DEPTH: usize = 60;

/// The longest text that may be a key: well below what the parser takes.
const LONGEST_KEY: usize = 500;

/// A collection whose end has not come yet.
struct Frame {
    id: NodeId,
    /// The position of its first child among the pending ones.
    first: usize,
    /// The column of its entries, if it is not a flow collection.
    column: usize,
    sequence: bool,
}

/// The node that the innermost collection waits for at the end of a line.
#[derive(Clone, Copy)]
enum Owed {
    Nothing,
    /// The value of a key, and where it would be if there is none.
    Value(usize),
    /// The node after a dash.
    Item,
}

struct Reader<'s> {
    text: &'s str,
    /// The text up to the end of the chunk.
    bytes: &'s [u8],
    at: usize,
    tree: Tree<'s>,
    problems: Vec<Problem>,
    frames: Vec<Frame>,
    /// Children of all open collections, in order.
    pending: Vec<NodeId>,
    owed: Owed,
    /// An anchor whose node comes next.
    anchor: Option<Anchor>,
    /// The last node with each anchor.
    anchors: HashMap<String, NodeId>,
    /// Maps with merge keys, inner ones first.
    merging: Vec<NodeId>,
    aliases: bool,
}

/// Reads one chunk, or says what of it is not known for sure.
pub(super) fn read(text: &str, chunk: Span) -> Result<Document<'_>, Unsure> {
    bytes::check(&text.as_bytes()[chunk.range()])?;
    let mut reader = Reader {
        text,
        bytes: &text.as_bytes()[..chunk.end as usize],
        at: chunk.start as usize,
        tree: Tree::of(text, chunk.len(), false),
        problems: Vec::new(),
        frames: Vec::with_capacity(16),
        pending: Vec::with_capacity(64),
        owed: Owed::Nothing,
        anchor: None,
        anchors: HashMap::new(),
        merging: Vec::new(),
        aliases: false,
    };
    reader.blocks()?;
    Ok(reader.finish(chunk))
}

impl<'s> Reader<'s> {
    fn push(&mut self, id: NodeId) {
        self.pending.push(id);
        if let Some(anchor) = self.anchor.take() {
            self.anchors.insert(anchor.name.clone(), id);
            self.tree.beside_mut().anchors.insert(id, anchor);
        }
    }

    fn push_scalar(&mut self, text: Cow<'s, str>, style: Style, start: usize, end: usize) {
        let span = Span::new(start, end);
        let id = match text {
            // Only what differs from the source has a text of its own.
            Cow::Borrowed(_) => self.tree.push_written(style, span),
            Cow::Owned(_) => self.tree.push_scalar(text, style, span),
        };
        self.push(id);
    }

    /// A collection that begins at an offset.
    fn open(&mut self, sequence: bool, start: usize, column: usize) -> Result<(), Unsure> {
        if self.frames.len() >= MAX_DEPTH {
            return Err("deep collections");
        }
        let id = self.tree.push_collection(sequence, Span::at(start));
        self.push(id);
        self.frames.push(Frame {
            id,
            first: self.pending.len(),
            column,
            sequence,
        });
        Ok(())
    }

    /// Ends the innermost collection; `end`: of its bracket, if it has one.
    fn close(&mut self, end: Option<usize>) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let children = self.pending.get(frame.first..).unwrap_or_default();
        let end = match (end, children.last()) {
            (Some(end), _) => Span::at(end).end,
            (None, Some(last)) => self.tree.span(*last).end,
            (None, None) => 0,
        };
        let mut span = self.tree.span(frame.id);
        span.end = end.max(span.end);
        self.tree.set_children(frame.id, children, span);
        self.pending.truncate(frame.first);
        if !frame.sequence && !merge::settle(&mut self.tree, frame.id, &mut self.problems) {
            self.merging.push(frame.id);
        }
    }

    /// Settles the parts that need the whole tree.
    fn finish(mut self, chunk: Span) -> Document<'s> {
        if !self.tree.is_empty() {
            self.tree.root = Some(NodeId(0));
        }
        if self.aliases {
            alias::limit(&mut self.tree, &mut self.problems);
        }
        for mapping in std::mem::take(&mut self.merging) {
            merge::apply(&mut self.tree, mapping, &mut self.problems);
        }
        self.tree.trim();
        Document {
            index: 0,
            span: chunk,
            tree: self.tree,
            problems: self.problems,
            json: false,
            incomplete: false,
            quick: true,
        }
    }
}
