//! The spanned tree: an arena of nodes in which every key, value and collection knows its bytes.
//! Builders fill it (from YAML events or from JSON); readers see it through resolved views.

use std::borrow::Cow;
use std::collections::BTreeMap;

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

#[derive(Clone, Debug, PartialEq)]
pub enum Kind<'s> {
    /// A scalar with its text after unescaping and folding. Plain one-line text borrows from the
    /// source.
    Scalar {
        text: Cow<'s, str>,
        style: Style,
    },
    Sequence(Vec<NodeId>),
    /// Pairs of key and value as written, in order.
    Mapping(Vec<(NodeId, NodeId)>),
    /// `*name`: another node of the tree, or none when the anchor is unknown.
    Alias(Option<NodeId>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Node<'s> {
    pub kind: Kind<'s>,
    /// Its bytes: a quoted scalar with its quotes; a block collection up to the end of its last
    /// child; a missing value is empty.
    pub span: Span,
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

#[derive(Debug, Default, PartialEq)]
pub struct Tree<'s> {
    pub(crate) nodes: Vec<Node<'s>>,
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
}
