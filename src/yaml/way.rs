//! The steps that lead from the root of a document to one of its bytes.

use crate::source::Span;

use super::{Kind, NodeId, Tree};

/// A step into a collection, as it is written: aliases and merges are not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// To the entry of a mapping with this key.
    Key(NodeId),
    /// To this element of a sequence.
    Item(usize, NodeId),
}

impl Tree<'_> {
    /// The steps to a byte. Children stand in the order of the text, so each step is a binary
    /// search.
    #[must_use]
    pub fn way_to(&self, at: u32) -> Vec<Turn> {
        let mut way = Vec::new();
        let mut node = self.root();
        while let Some(id) = node {
            node = match &self.node(id).kind {
                Kind::Mapping(pairs) => {
                    let behind = pairs.partition_point(|(key, _)| self.span(*key).start <= at);
                    behind
                        .checked_sub(1)
                        .and_then(|index| pairs.get(index))
                        .and_then(|(key, value)| {
                            let inside = self.span(*value).end > at || self.span(*key).end > at;
                            if inside {
                                way.push(Turn::Key(*key));
                            }
                            (self.span(*value).start <= at && inside).then_some(*value)
                        })
                }
                Kind::Sequence(items) => {
                    let behind = items.partition_point(|item| self.span(*item).start <= at);
                    let index = behind.checked_sub(1);
                    index
                        .and_then(|index| Some((index, *items.get(index)?)))
                        .filter(|(_, item)| self.span(*item).end > at)
                        .map(|(index, item)| {
                            way.push(Turn::Item(index, item));
                            item
                        })
                }
                Kind::Scalar { .. } | Kind::Alias(_) => None,
            };
        }
        way
    }

    /// Whether the bytes are those of a key, alone or with a scalar behind it: then nothing is
    /// inside them of which more could be told.
    #[must_use]
    pub fn is_entry(&self, span: Span) -> bool {
        let way = self.way_to(span.start);
        let begins =
            |turn: &Turn| matches!(turn, Turn::Key(key) if self.span(*key).start == span.start);
        way.last().is_some_and(begins) && way == self.way_to(span.end.saturating_sub(1))
    }
}
