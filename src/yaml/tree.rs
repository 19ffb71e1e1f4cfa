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
    span: Span,
    holds: Holds,
}

/// A landscape has millions of them.
const _: () = assert!(size_of::<Kept>() == 12);

/// What a node holds: the sort in the upper bits, and in the others a number.
#[derive(Clone, Copy, Debug)]
struct Holds(u32);

impl Holds {
    const BITS: u32 = 29;
    /// The largest number; where it counts nodes it stands for none of them. A text with more of
    /// them would have to be longer than half a gigabyte and its tree larger than six.
    const MOST: u32 = (1 << Self::BITS) - 1;
    /// A scalar whose text stands in the source: its style.
    const SOURCE: u32 = 0;
    /// A scalar with a text of its own: its position in [`Tree::own`].
    const OWN: u32 = 1;
    /// A sequence or a mapping: its position in [`Tree::ranges`].
    const ITEMS: u32 = 2;
    const PAIRS: u32 = 3;
    /// An alias: the node that it stands for.
    const ALIAS: u32 = 4;

    fn new(sort: u32, number: u32) -> Self {
        Self(sort << Self::BITS | number.min(Self::MOST))
    }

    fn source(style: Style) -> Self {
        let number = match style {
            Style::Plain => 0,
            Style::SingleQuoted => 1,
            Style::DoubleQuoted => 2,
            Style::Literal => 3,
            Style::Folded => 4,
        };
        Self::new(Self::SOURCE, number)
    }

    fn alias(target: Option<NodeId>) -> Self {
        Self::new(Self::ALIAS, target.map_or(Self::MOST, |target| target.0))
    }

    fn sort(self) -> u32 {
        self.0 >> Self::BITS
    }

    fn number(self) -> u32 {
        self.0 & Self::MOST
    }

    /// The node that an alias stands for.
    fn target(self) -> Option<NodeId> {
        (self.number() != Self::MOST).then_some(NodeId(self.number()))
    }

    /// The style of a scalar whose text stands in the source.
    fn style(self) -> Style {
        match self.number() {
            1 => Style::SingleQuoted,
            2 => Style::DoubleQuoted,
            3 => Style::Literal,
            4 => Style::Folded,
            _ => Style::Plain,
        }
    }
}

/// The place of the elements of a collection among those of all.
#[derive(Clone, Copy, Debug, Default)]
struct Range {
    first: u32,
    count: u32,
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
    /// The texts that differ from what stands in the source.
    own: Vec<(Style, Box<str>)>,
    pub(crate) root: Option<NodeId>,
    /// Read as JSON: numbers keep their text, and no plain scalar is typed by YAML's rules.
    pub(crate) json: bool,
    /// Tags are rare: kept beside the nodes.
    pub(crate) tags: BTreeMap<NodeId, Tag>,
    pub(crate) anchors: BTreeMap<NodeId, Anchor>,
    /// The decoded text of `!!binary` scalars.
    pub(crate) decoded: BTreeMap<NodeId, String>,
    /// Effective entries of the mappings in which they differ from the written ones.
    pub(crate) effective: BTreeMap<NodeId, Vec<Entry>>,
    /// Keys whose text differs from what the server reads (`yes:` is `"true"`).
    pub(crate) key_texts: BTreeMap<NodeId, String>,
    /// The nodes that are open where the text breaks off: collections, and the value of a last key
    /// without one.
    pub(crate) open: Vec<NodeId>,
    /// The answer of [`Tree::has_null_items`], once it was asked for.
    pub(super) null_items: OnceLock<bool>,
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
            // What people write has a node every dozen bytes.
            nodes: Vec::with_capacity(bytes / 12 + 2),
            ..Self::default()
        }
    }

    /// Gives back what was set aside for more nodes.
    pub(super) fn trim(&mut self) {
        self.nodes.shrink_to_fit();
        self.items.shrink_to_fit();
        self.pairs.shrink_to_fit();
        self.ranges.shrink_to_fit();
        self.own.shrink_to_fit();
    }

    fn push(&mut self, holds: Holds, span: Span) -> NodeId {
        let id = self.next();
        self.nodes.push(Kept { holds, span });
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
        let holds = if stands {
            Holds::source(style)
        } else {
            self.own.push((style, text.into()));
            Holds::new(Holds::OWN, position(&self.own) - 1)
        };
        self.push(holds, span)
    }

    /// A collection whose children come later: see [`Tree::set_children`].
    pub(super) fn push_collection(&mut self, sequence: bool, span: Span) -> NodeId {
        let sort = if sequence { Holds::ITEMS } else { Holds::PAIRS };
        self.ranges.push(Range::default());
        self.push(Holds::new(sort, position(&self.ranges) - 1), span)
    }

    pub(super) fn push_alias(&mut self, target: Option<NodeId>, span: Span) -> NodeId {
        self.push(Holds::alias(target), span)
    }

    /// Fills a collection: a mapping with keys and values in turn.
    pub(super) fn set_children(&mut self, id: NodeId, children: &[NodeId], span: Span) {
        let Some(node) = self.nodes.get_mut(id.0 as usize) else {
            return;
        };
        node.span = span;
        let Some(range) = self.ranges.get_mut(node.holds.number() as usize) else {
            return;
        };
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
        if let Some(last) = self.nodes.last_mut() {
            last.holds = Holds::source(Style::Plain);
            last.span = span;
        }
    }

    /// Lets no alias stand for anything.
    pub(super) fn cut_aliases(&mut self) {
        for node in &mut self.nodes {
            if node.holds.sort() == Holds::ALIAS {
                node.holds = Holds::alias(None);
            }
        }
    }

    /// The node as written: an alias stays an alias.
    ///
    /// # Panics
    /// When the id belongs to another, larger tree.
    #[must_use]
    #[inline(always)] // Asked for millions of times, and most who ask need one part of the answer.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        let Kept { holds, span } = self.nodes[id.0 as usize];
        let range = || self.ranges.get(holds.number() as usize).copied();
        let kind = match holds.sort() {
            Holds::SOURCE => {
                let style = holds.style();
                let quote = style.quote() as usize;
                let (start, end) = (span.start as usize, span.end as usize);
                let text = self.text.get(start + quote..end - quote);
                Kind::Scalar {
                    text: text.unwrap_or_default(),
                    style,
                }
            }
            Holds::OWN => match self.own.get(holds.number() as usize) {
                Some((style, text)) => Kind::Scalar {
                    text,
                    style: *style,
                },
                None => Kind::Scalar {
                    text: "",
                    style: Style::Plain,
                },
            },
            Holds::ITEMS => Kind::Sequence(part(&self.items, range())),
            Holds::PAIRS => Kind::Mapping(part(&self.pairs, range())),
            _ => Kind::Alias(holds.target()),
        };
        Node { kind, span }
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
            holds.target().unwrap_or(id)
        } else {
            id
        }
    }

    /// The bytes of the node as written at its place; of an alias `*name`.
    ///
    /// # Panics
    /// When the id belongs to another, larger tree.
    #[must_use]
    pub fn span(&self, id: NodeId) -> Span {
        self.nodes[id.0 as usize].span
    }

    /// Whether a scalar is certainly not this text, as far as its length in the source says.
    #[inline(always)]
    pub(super) fn has_other_length(&self, id: NodeId, text: &str) -> bool {
        let Kept { holds, span } = self.nodes[id.0 as usize];
        let quotes = 2 * holds.style().quote() as usize;
        holds.sort() == Holds::SOURCE && span.len() != text.len() + quotes
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
    let Range { first, count } = range.unwrap_or_default();
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
            && self.tags == other.tags
            && self.anchors == other.anchors
            && self.decoded == other.decoded
            && self.effective == other.effective
            && self.key_texts == other.key_texts
            && self.open == other.open
            && self.ids().all(|id| self.node(id) == other.node(id))
    }
}
