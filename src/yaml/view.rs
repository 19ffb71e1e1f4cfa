//! How readers see a tree: aliases followed, merges applied, scalars typed. Nothing here allocates.

use std::slice;

use super::resolve::{self, Scalar};
use super::tree::{Anchor, Entry, Kind, NodeId, Style, Tag, Tree, Value};

/// The effective entries of a mapping. See [`Tree::entries`].
#[derive(Clone, Debug)]
pub enum Entries<'t> {
    /// They are the written ones.
    Written(slice::Iter<'t, (NodeId, NodeId)>),
    /// Merges were applied or duplicates dropped.
    Effective(slice::Iter<'t, Entry>),
}

impl Iterator for Entries<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        match self {
            Self::Written(pairs) => pairs.next().map(|&(key, value)| Entry { key, value }),
            Self::Effective(entries) => entries.next().copied(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Written(pairs) => pairs.size_hint(),
            Self::Effective(entries) => entries.size_hint(),
        }
    }
}

impl ExactSizeIterator for Entries<'_> {}

impl Tree<'_> {
    /// The outermost node; none when nothing was read.
    #[must_use]
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// The source text of a node.
    #[must_use]
    pub fn raw<'a>(&self, id: NodeId, text: &'a str) -> &'a str {
        text.get(self.span(id).range()).unwrap_or("")
    }

    /// The explicit tag of the node as written.
    #[must_use]
    pub fn tag(&self, id: NodeId) -> Option<&Tag> {
        self.beside().tags.get(&id)
    }

    /// The anchor of the node as written.
    #[must_use]
    pub fn anchor(&self, id: NodeId) -> Option<&Anchor> {
        self.beside().anchors.get(&id)
    }

    /// Whether the value is still open where the text breaks off.
    #[must_use]
    pub fn is_open(&self, id: NodeId) -> bool {
        self.beside().open.contains(&id)
    }

    /// The meaning of the node, with aliases followed.
    #[must_use]
    #[inline]
    pub fn value(&self, id: NodeId) -> Value<'_> {
        match self.sure_text(id) {
            Some(text) => Value::String(text),
            None => self.any_value(id),
        }
    }

    /// The text of a node that is certainly one, as most are: known without a look at the rest.
    #[inline]
    pub(super) fn sure_text(&self, id: NodeId) -> Option<&str> {
        let (text, style) = self.written(id)?;
        self.is_text(text, style).then_some(text)
    }

    /// Whether a scalar is certainly a text.
    #[inline]
    fn is_text(&self, text: &str, style: Style) -> bool {
        (style != Style::Plain || !self.json && !resolve::may_be_typed(text))
            && self.beside().tags.is_empty()
    }

    #[inline(never)]
    fn any_value(&self, id: NodeId) -> Value<'_> {
        let id = self.target(id);
        if let Some(value) = self.collection(id) {
            return value;
        }
        let (text, style) = match self.node(id).kind {
            Kind::Scalar { text, style } => (text, style),
            Kind::Sequence(_) => return Value::Sequence,
            Kind::Mapping(_) => return Value::Mapping,
            Kind::Alias(_) => return Value::Invalid,
        };
        if self.is_text(text, style) {
            return Value::String(text);
        }
        match self.scalar(id, text, style) {
            None => Value::Invalid,
            Some(Scalar::Null) => Value::Null,
            Some(Scalar::Bool(value)) => Value::Bool(value),
            Some(Scalar::Int(value)) => Value::Int(value),
            Some(Scalar::Float(value)) if value.is_finite() => Value::Float(value),
            Some(Scalar::Float(_)) => Value::Invalid,
            Some(Scalar::Text) => {
                Value::String(self.beside().decoded.get(&id).map_or(text, String::as_str))
            }
        }
    }

    /// The meaning of a scalar; none when its tag does not fit.
    pub(super) fn scalar(&self, id: NodeId, text: &str, style: Style) -> Option<Scalar> {
        if let Some(tag) = self.beside().tags.get(&id) {
            let meaning = resolve::tagged(&tag.name, text).ok()?;
            let binary = resolve::core_type(&tag.name) == Some("binary");
            return (!binary || self.beside().decoded.contains_key(&id)).then_some(meaning);
        }
        Some(match style {
            Style::Plain if self.json => super::json::number_or_word(text),
            Style::Plain => resolve::plain(text),
            _ => Scalar::Text,
        })
    }

    /// The text of a key as the server sees it: `yes` is `true`, `0x10` is `16`. Empty for a
    /// collection.
    #[must_use]
    #[inline]
    pub fn key(&self, id: NodeId) -> &str {
        match self.written(id) {
            Some((text, _)) if self.has_usual_keys() => text,
            _ => self.any_key(id),
        }
    }

    /// Whether all keys are what stands in the source: others are rare.
    #[inline]
    fn has_usual_keys(&self) -> bool {
        self.is_plain() || self.beside().key_texts.is_empty() && self.beside().decoded.is_empty()
    }

    #[inline(never)]
    fn any_key(&self, id: NodeId) -> &str {
        if let Some(text) = self.beside().key_texts.get(&id) {
            return text;
        }
        let target = self.target(id);
        match self.node(target).kind {
            Kind::Scalar { text, .. } => self
                .beside()
                .decoded
                .get(&target)
                .map_or(text, String::as_str),
            _ => "",
        }
    }

    /// The elements of a list, aliases followed; nothing for any other node.
    #[must_use]
    pub fn items(&self, id: NodeId) -> &[NodeId] {
        match self.node(self.target(id)).kind {
            Kind::Sequence(items) => items,
            _ => &[],
        }
    }

    /// Whether a list of the document has an element that is null.
    #[must_use]
    pub fn has_null_items(&self) -> bool {
        // Asked for each object, and a document may be a list of thousands.
        *self.null_items.get_or_init(|| {
            self.all_items()
                .iter()
                .any(|item| self.value(*item) == Value::Null)
        })
    }

    /// The effective entries of a map, aliases followed, merges applied, of equal keys the last;
    /// nothing for any other node.
    #[must_use]
    pub fn entries(&self, id: NodeId) -> Entries<'_> {
        let id = self.target(id);
        if !self.is_plain()
            && let Some(entries) = self.beside().effective.get(&id)
        {
            return Entries::Effective(entries.iter());
        }
        match self.node(id).kind {
            Kind::Mapping(pairs) => Entries::Written(pairs.iter()),
            _ => Entries::Written([].iter()),
        }
    }

    /// The entries that a map has as written and that others with the same key replace.
    pub fn replaced(&self, id: NodeId) -> impl Iterator<Item = Entry> {
        let effective = self
            .beside()
            .effective
            .get(&self.target(id))
            .map_or(&[][..], Vec::as_slice);
        let pairs = match self.node(self.target(id)).kind {
            Kind::Mapping(pairs) if !effective.is_empty() => pairs,
            _ => &[],
        };
        let is_replaced = |entry: &Entry| {
            effective
                .iter()
                .any(|kept| kept.key != entry.key && self.key(kept.key) == self.key(entry.key))
        };
        pairs
            .iter()
            .map(|&(key, value)| Entry { key, value })
            .filter(is_replaced)
    }

    /// The effective entry of a map under a key, as the server sees keys.
    #[must_use]
    pub fn get(&self, mapping: NodeId, key: &str) -> Option<Entry> {
        let usual = self.has_usual_keys();
        self.entries(mapping).find(|entry| {
            !(usual && self.has_other_length(entry.key, key)) && is_same(self.key(entry.key), key)
        })
    }
}

/// Whether two texts are equal. Most that are not differ at once, and a call costs more than a look
/// at their ends.
#[inline]
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    one.len() == other.len()
        && one.first() == other.first()
        && one.last() == other.last()
        && one == other
}
