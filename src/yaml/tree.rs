//! The spanned tree: an arena of nodes in which every key, value and collection knows its bytes.
//! Builders fill it (from YAML events or from JSON); readers see it through resolved views.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::source::Span;

/// A node of one [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes: only this style has types.
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`, also every JSON string.
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The tag with its handle resolved: `tag:yaml.org,2002:int` for `!!int`, `!local` for
    /// `!local`.
    pub name: String,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Its name, without `&`.
    pub name: String,
    pub span: Span,
}

/// The content of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind<'t> {
    /// A scalar with its text after unescaping and folding.
    Scalar {
        text: &'t str,
        style: Style,
    },
    Sequence(&'t [NodeId]),
    /// Pairs of key and value as written, in order.
    Mapping(&'t [(NodeId, NodeId)]),
    /// `*name`: another node of the tree, or none when the anchor is unknown.
    Alias(Option<NodeId>),
}

/// A node as readers see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node<'t> {
    pub kind: Kind<'t>,
    /// Its bytes: a quoted scalar with its quotes; a block collection up to the end of its last
    /// child; a missing value is empty.
    pub span: Span,
}

/// A node as it is kept: what it holds lies elsewhere, since there are very many of them.
#[derive(Clone, Copy, Debug)]
struct Kept {
    start: u32,
    holds: Holds,
}

/// A landscape has millions of them.
const _: () = assert!(size_of::<Kept>() == 8);

/// What a node holds: the sort in the upper bits, and in the others a number.
#[derive(Clone, Copy, Debug)]
struct Holds(u32);

impl Holds {
    const BITS: u32 = 29;
    /// The largest number. A text with so many nodes of one sort would have to be longer than half
    /// a gigabyte and its tree larger than six.
    const MOST: u32 = (1 << Self::BITS) - 1;
    /// A scalar whose text stands in the source: its style and its length.
    const SOURCE: u32 = 0;
    /// A scalar with a text of its own, or a very long one: its position in [`Tree::own`].
    const OWN: u32 = 1;
    /// A sequence or a mapping: its position in [`Tree::ranges`].
    const ITEMS: u32 = 2;
    const PAIRS: u32 = 3;
    /// An alias: its position in [`Tree::aliases`].
    const ALIAS: u32 = 4;

    const LENGTH_BITS: u32 = 26;
    /// The length of a scalar from which on it does not fit beside its style.
    const LONG: u32 = 1 << Self::LENGTH_BITS;

    fn new(sort: u32, number: u32) -> Self {
        Self(sort << Self::BITS | number.min(Self::MOST))
    }

    /// `length`: less than [`Holds::LONG`].
    fn source(style: Style, length: u32) -> Self {
        let style = match style {
            Style::Plain => 0,
            Style::SingleQuoted => 1,
            Style::DoubleQuoted => 2,
            Style::Literal => 3,
            Style::Folded => 4,
        };
        Self::new(Self::SOURCE, style << Self::LENGTH_BITS | length)
    }

    fn sort(self) -> u32 {
        self.0 >> Self::BITS
    }

    fn number(self) -> u32 {
        self.0 & Self::MOST
    }

    /// The style of a scalar whose text stands in the source.
    fn style(self) -> Style {
        match self.number() >> Self::LENGTH_BITS {
            1 => Style::SingleQuoted,
            2 => Style::DoubleQuoted,
            3 => Style::Literal,
            4 => Style::Folded,
            _ => Style::Plain,
        }
    }

    /// The length of such a scalar, with its quotes.
    fn length(self) -> u32 {
        self.0 & (Self::LONG - 1)
    }
}

/// The place of the elements of a collection among those of all, and where it ends in the text.
#[derive(Clone, Copy, Debug, Default)]
struct Range {
    first: u32,
    count: u32,
    end: u32,
}

/// A scalar whose length or text does not fit into its node.
#[derive(Debug)]
struct Own {
    style: Style,
    /// None where the text stands in the source.
    text: Option<Box<str>>,
    end: u32,
}

/// The rest of an alias.
#[derive(Debug)]
struct Alias {
    target: Option<NodeId>,
    end: u32,
}

impl Style {
    /// How many bytes at both ends are not part of the text.
    fn quote(self) -> u32 {
        match self {
            Self::SingleQuoted | Self::DoubleQuoted => 1,
            Self::Plain | Self::Literal | Self::Folded => 0,
        }
    }
}

/// The meaning of a node for kubectl and the API server, after aliases, tags and scalar typing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'t> {
    /// `null`, `~` or nothing.
    Null,
    /// A boolean: `true`, but also plain `yes`, `on`, `y`.
    Bool(bool),
    /// An integer from -2⁶³ to 2⁶⁴-1.
    Int(i128),
    Float(f64),
    String(&'t str),
    /// A list; read it with [`Tree::items`].
    Sequence,
    /// A map; read it with [`Tree::entries`].
    Mapping,
    /// Nothing that kubectl could send (an unknown alias, a tag that does not fit, `.nan`); a
    /// problem says so.
    Invalid,
}

/// An effective entry of a mapping: merge keys applied, of equal keys the one that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub key: NodeId,
    /// The value's node (maybe an alias).
    pub value: NodeId,
}

/// What few texts have: kept beside the nodes.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Beside {
    pub(super) tags: BTreeMap<NodeId, Tag>,
    pub(super) anchors: BTreeMap<NodeId, Anchor>,
    /// The decoded text of `!!binary` scalars.
    pub(super) decoded: BTreeMap<NodeId, String>,
    /// Effective entries of the mappings in which they differ from the written ones.
    pub(super) effective: BTreeMap<NodeId, Vec<Entry>>,
    /// Keys whose text differs from what the server reads (`yes:` is `"true"`).
    pub(super) key_texts: BTreeMap<NodeId, String>,
    /// The nodes that are open where the text breaks off: collections, and the value of a last key
    /// without one.
    pub(super) open: Vec<NodeId>,
}

static NOTHING: Beside = Beside {
    tags: BTreeMap::new(),
    anchors: BTreeMap::new(),
    decoded: BTreeMap::new(),
    effective: BTreeMap::new(),
    key_texts: BTreeMap::new(),
    open: Vec::new(),
};

#[derive(Debug, Default)]
pub struct Tree<'s> {
    /// The text that spans count in.
    text: &'s str,
    nodes: Vec<Kept>,
    /// The elements of all sequences, each with its own side by side.
    items: Vec<NodeId>,
    /// The entries of all mappings in the same way.
    pairs: Vec<(NodeId, NodeId)>,
    ranges: Vec<Range>,
    own: Vec<Own>,
    aliases: Vec<Alias>,
    pub(crate) root: Option<NodeId>,
    /// Read as JSON: numbers keep their text, and no plain scalar is typed by YAML's rules.
    pub(crate) json: bool,
    beside: Option<Box<Beside>>,
    /// The answer of [`Tree::has_null_items`], once it was asked for.
    pub(super) null_items: OnceLock<bool>,
}

/// Gives back what a list has set aside. A short one moves: the room behind one that stays is too
/// small for most things, and a landscape has tens of thousands of them.
fn fit<T: Copy>(list: &mut Vec<T>) {
    if list.len() < list.capacity() && size_of_val(list.as_slice()) < 1 << 16 {
        *list = list.as_slice().to_vec();
    } else {
        list.shrink_to_fit();
    }
}

/// The position of the next element.
fn position<T>(list: &[T]) -> u32 {
    Span::at(list.len()).start
}

impl<'s> Tree<'s> {
    /// An empty tree of a text. `bytes`: how many of them it will be made of.
    pub(super) fn of(text: &'s str, bytes: usize, json: bool) -> Self {
        Self {
            text,
            json,
            // What people write has a node every eight to twelve bytes, and half of them are keys.
            nodes: Vec::with_capacity(bytes / 8 + 2),
            pairs: Vec::with_capacity(bytes / 16 + 2),
            ranges: Vec::with_capacity(bytes / 40 + 2),
            ..Self::default()
        }
    }

    /// Whether there is nothing beside the nodes: no tags, no anchors, no merges, nothing open.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.beside.is_none()
    }

    #[inline]
    pub(super) fn beside(&self) -> &Beside {
        self.beside.as_deref().unwrap_or(&NOTHING)
    }

    pub(super) fn beside_mut(&mut self) -> &mut Beside {
        self.beside.get_or_insert_default()
    }

    /// Gives back what was set aside for more nodes.
    pub(super) fn trim(&mut self) {
        fit(&mut self.nodes);
        fit(&mut self.items);
        fit(&mut self.pairs);
        fit(&mut self.ranges);
        self.own.shrink_to_fit();
        self.aliases.shrink_to_fit();
    }

    fn push(&mut self, holds: Holds, start: u32) -> NodeId {
        let id = self.next();
        self.nodes.push(Kept { start, holds });
        id
    }

    /// The id of the node that comes next.
    pub(super) fn next(&self) -> NodeId {
        NodeId(position(&self.nodes))
    }

    pub(super) fn push_scalar(&mut self, text: Cow<'_, str>, style: Style, span: Span) -> NodeId {
        let quote = style.quote();
        let (start, end) = (span.start + quote, span.end.saturating_sub(quote));
        let stands = self
            .text
            .get(Span { start, end }.range())
            .is_some_and(|found| std::ptr::eq(found, &*text) || found == text);
        if stands {
            return self.push_written(style, span);
        }
        self.push_own(style, Some(text.into()), span)
    }

    /// A scalar whose text stands at its place in the source.
    pub(super) fn push_written(&mut self, style: Style, span: Span) -> NodeId {
        let length = span.end - span.start;
        if length >= Holds::LONG {
            return self.push_own(style, None, span);
        }
        self.push(Holds::source(style, length), span.start)
    }

    fn push_own(&mut self, style: Style, text: Option<Box<str>>, span: Span) -> NodeId {
        let end = span.end;
        self.own.push(Own { style, text, end });
        self.push(Holds::new(Holds::OWN, position(&self.own) - 1), span.start)
    }

    /// A collection whose children come later: see [`Tree::set_children`].
    pub(super) fn push_collection(&mut self, sequence: bool, span: Span) -> NodeId {
        let sort = if sequence { Holds::ITEMS } else { Holds::PAIRS };
        self.ranges.push(Range {
            end: span.end,
            ..Range::default()
        });
        self.push(Holds::new(sort, position(&self.ranges) - 1), span.start)
    }

    pub(super) fn push_alias(&mut self, target: Option<NodeId>, span: Span) -> NodeId {
        let end = span.end;
        self.aliases.push(Alias { target, end });
        let number = position(&self.aliases) - 1;
        self.push(Holds::new(Holds::ALIAS, number), span.start)
    }

    /// Fills a collection: a mapping with keys and values in turn.
    pub(super) fn set_children(&mut self, id: NodeId, children: &[NodeId], span: Span) {
        let Some(node) = self.nodes.get_mut(id.0 as usize) else {
            return;
        };
        node.start = span.start;
        let Some(range) = self.ranges.get_mut(node.holds.number() as usize) else {
            return;
        };
        range.end = span.end;
        match node.holds.sort() {
            Holds::ITEMS => {
                range.first = position(&self.items);
                range.count = position(children);
                self.items.extend_from_slice(children);
            }
            Holds::PAIRS => {
                let pairs = children.chunks_exact(2).map(|pair| (pair[0], pair[1]));
                range.first = position(&self.pairs);
                self.pairs.extend(pairs);
                range.count = position(&self.pairs) - range.first;
            }
            _ => {}
        }
    }

    /// Makes the last node a plain scalar with the text of other bytes.
    pub(super) fn cut_last(&mut self, span: Span) {
        if self.nodes.pop().is_some() {
            self.push_written(Style::Plain, span);
        }
    }

    /// Lets no alias stand for anything.
    pub(super) fn cut_aliases(&mut self) {
        for alias in &mut self.aliases {
            alias.target = None;
        }
    }

    /// The node as written: an alias stays an alias.
    ///
    /// # Panics
    /// When the id belongs to another, larger tree.
    #[must_use]
    #[inline(always)] // Asked for millions of times, and most who ask need one part of the answer.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        let span = self.span(id);
        if let Some((text, style)) = self.written(id) {
            let kind = Kind::Scalar { text, style };
            return Node { kind, span };
        }
        let holds = self.nodes[id.0 as usize].holds;
        let range = || self.ranges.get(holds.number() as usize).copied();
        let kind = match holds.sort() {
            Holds::OWN => self.own_scalar(holds, span),
            Holds::ITEMS => Kind::Sequence(part(&self.items, range())),
            Holds::PAIRS => Kind::Mapping(part(&self.pairs, range())),
            _ => Kind::Alias(self.alias(holds)),
        };
        Node { kind, span }
    }

    fn own_scalar(&self, holds: Holds, span: Span) -> Kind<'_> {
        let own = self.own.get(holds.number() as usize);
        let style = own.map_or(Style::Plain, |own| own.style);
        let text = match own.and_then(|own| own.text.as_deref()) {
            Some(text) => text,
            None => self.inside(span, style),
        };
        Kind::Scalar { text, style }
    }

    /// The text of the source between the quotes of a scalar.
    #[inline]
    fn inside(&self, span: Span, style: Style) -> &'s str {
        let (start, end) = (span.start as usize, span.end as usize);
        let quote = style.quote() as usize;
        self.text
            .get(start + quote..end - quote)
            .unwrap_or_default()
    }

    /// Whether a node is a list or a map, and which.
    #[inline]
    pub(super) fn collection(&self, id: NodeId) -> Option<Value<'static>> {
        match self.nodes[id.0 as usize].holds.sort() {
            Holds::ITEMS => Some(Value::Sequence),
            Holds::PAIRS => Some(Value::Mapping),
            _ => None,
        }
    }

    /// The node that an alias stands for.
    fn alias(&self, holds: Holds) -> Option<NodeId> {
        self.aliases.get(holds.number() as usize)?.target
    }

    /// The text and the style of a scalar whose text stands in the source, as nearly all do.
    #[inline]
    pub(super) fn written(&self, id: NodeId) -> Option<(&'s str, Style)> {
        let Kept { start, holds } = self.nodes[id.0 as usize];
        if holds.sort() != Holds::SOURCE {
            return None;
        }
        let end = start + holds.length();
        let style = holds.style();
        Some((self.inside(Span { start, end }, style), style))
    }

    /// The node that an alias stands for; any other node itself, and so an alias without a target.
    ///
    /// # Panics
    /// When the id belongs to another, larger tree.
    #[must_use]
    #[inline]
    pub fn target(&self, id: NodeId) -> NodeId {
        // An anchor cannot stand on an alias, so one step is enough.
        let holds = self.nodes[id.0 as usize].holds;
        if holds.sort() == Holds::ALIAS {
            self.alias(holds).unwrap_or(id)
        } else {
            id
        }
    }

    /// The bytes of the node as written at its place; of an alias `*name`.
    ///
    /// # Panics
    /// When the id belongs to another, larger tree.
    #[must_use]
    #[inline]
    pub fn span(&self, id: NodeId) -> Span {
        let Kept { start, holds } = self.nodes[id.0 as usize];
        let at = holds.number() as usize;
        let end = match holds.sort() {
            Holds::SOURCE => Some(start + holds.length()),
            Holds::OWN => self.own.get(at).map(|own| own.end),
            Holds::ALIAS => self.aliases.get(at).map(|alias| alias.end),
            _ => self.ranges.get(at).map(|range| range.end),
        };
        Span {
            start,
            end: end.unwrap_or(start),
        }
    }

    /// Whether a scalar is certainly not this text, as far as its length in the source says.
    #[inline(always)]
    pub(super) fn has_other_length(&self, id: NodeId, text: &str) -> bool {
        let holds = self.nodes[id.0 as usize].holds;
        let quotes = 2 * holds.style().quote() as usize;
        holds.sort() == Holds::SOURCE && holds.length() as usize != text.len() + quotes
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The elements of all lists.
    pub(super) fn all_items(&self) -> &[NodeId] {
        &self.items
    }

    /// All nodes, every collection before what it contains. Keys are nodes too.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..position(&self.nodes)).map(NodeId)
    }
}

fn part<T>(list: &[T], range: Option<Range>) -> &[T] {
    let Range { first, count, .. } = range.unwrap_or_default();
    let first = first as usize;
    list.get(first..first + count as usize).unwrap_or_default()
}

/// Trees are equal if readers see the same in them, wherever they keep it.
impl PartialEq for Tree<'_> {
    fn eq(&self, other: &Self) -> bool {
        let beside = |tree: &Self| {
            let (root, json) = (tree.root, tree.json);
            (root, json, tree.nodes.len())
        };
        beside(self) == beside(other)
            && self.beside() == other.beside()
            && self.ids().all(|id| self.node(id) == other.node(id))
    }
}
