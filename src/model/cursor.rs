//! Reading typed values off a tree, leniently: what has the wrong type is reported by `shape`; here
//! it becomes what the author most likely meant (the raw text of an unquoted version) or counts as
//! absent.

use std::fmt;
use std::ops::Deref;

use crate::model::duration::Duration;
use crate::model::quantity::Quantity;
use crate::model::time::Time;
use crate::source::Span;
use crate::yaml::{Kind, NodeId, Tree, Value};

/// A value and where it stands; for an absent one, the key of the field or the nearest enclosing
/// key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spanned<T> {
    pub value: T,
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value and its bytes.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// A point in time as a field holds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moment {
    /// The field is absent, or `null`.
    #[default]
    Unset,
    /// Set to something that is no time; strict decoding reports it.
    Unreadable,
    At(Time),
}

impl Moment {
    /// The time, where there is one.
    #[must_use]
    pub fn time(self) -> Option<Time> {
        match self {
            Self::At(time) => Some(time),
            Self::Unset | Self::Unreadable => None,
        }
    }

    /// Whether the field is present and not null.
    #[must_use]
    pub fn is_set(self) -> bool {
        self != Self::Unset
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntOrString<'t> {
    Int(i64),
    String(&'t str),
}

impl fmt::Display for IntOrString<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::String(text) => text.fmt(f),
        }
    }
}

/// A place in a tree, maybe one that does not exist.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'t> {
    tree: &'t Tree<'t>,
    text: &'t str,
    node: Option<NodeId>,
    /// The key that leads here, or the nearest enclosing one that exists.
    at: Span,
    /// Whether spans are marked as those of another text.
    elsewhere: bool,
}

impl<'t> Cursor<'t> {
    /// The root of an object.
    #[must_use]
    pub fn new(tree: &'t Tree<'t>, text: &'t str, node: NodeId) -> Self {
        Self {
            tree,
            text,
            node: Some(node),
            at: head(tree, node),
            elsewhere: false,
        }
    }

    /// The same place, with all further spans marked as those of another text.
    #[must_use]
    pub fn elsewhere(self) -> Self {
        Self {
            at: self.at.elsewhere(),
            elsewhere: true,
            ..self
        }
    }

    /// The key's bytes (of a list element: of its first entry); for an absent field, those of the
    /// nearest enclosing key.
    #[must_use]
    pub fn at(self) -> Span {
        self.at
    }

    /// Whether the field is present and not null.
    #[must_use]
    pub fn is_set(self) -> bool {
        !matches!(self.value(), Value::Null)
    }

    /// The tree that it is a place of.
    #[must_use]
    pub fn tree(self) -> &'t Tree<'t> {
        self.tree
    }

    /// The node, where the field is present.
    #[must_use]
    pub fn node(self) -> Option<NodeId> {
        self.node
    }

    /// The field of that name.
    #[must_use]
    pub fn field(self, name: &str) -> Self {
        let entry = self.node.and_then(|node| self.tree.get(node, name));
        match entry {
            Some(entry) => Self {
                node: Some(entry.value),
                at: self.mark(self.tree.span(entry.key)),
                ..self
            },
            None => Self { node: None, ..self },
        }
    }

    /// This place where a map has other fields than the usual ones; else the same place, with nothing
    /// there. So a map with usual fields alone is not searched for each of the rare ones.
    #[must_use]
    pub fn beside(self, usual: &[&str]) -> Self {
        let node = self.node.filter(|_| self.has_others(usual));
        Self { node, ..self }
    }

    /// Whether a map has other fields than these.
    #[must_use]
    pub fn has_others(self, names: &[&str]) -> bool {
        let mut keys = self
            .node
            .into_iter()
            .flat_map(|node| self.tree.entries(node))
            .map(|entry| self.tree.key(entry.key));
        keys.any(|key| !names.contains(&key))
    }

    /// Text that is not a pointer in Go: absent and empty are the same.
    #[must_use]
    pub fn string(self) -> Spanned<&'t str> {
        let value = self.optional_string();
        Spanned::new(value.value.unwrap_or_default(), value.span)
    }

    /// Text that may be absent. A scalar of another type gives its raw text: `1.30` was meant as
    /// `"1.30"`.
    #[must_use]
    pub fn optional_string(self) -> Spanned<Option<&'t str>> {
        let span = self.span();
        let value = match self.value() {
            Value::String(text) => Some(text),
            Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Invalid => self.raw_scalar(),
            Value::Null | Value::Sequence | Value::Mapping => None,
        };
        Spanned::new(value, span)
    }

    /// A boolean that may be absent.
    #[must_use]
    pub fn boolean(self) -> Spanned<Option<bool>> {
        let value = if let Value::Bool(value) = self.value() {
            Some(value)
        } else {
            None
        };
        Spanned::new(value, self.span())
    }

    /// An integer that may be absent. A float without a fraction is one too.
    #[must_use]
    pub fn integer(self) -> Spanned<Option<i64>> {
        let value = match self.value() {
            Value::Int(value) => i64::try_from(value).ok(),
            Value::Float(value) if value.fract() == 0.0 => i64::try_from(value as i128).ok(),
            _ => None,
        };
        Spanned::new(value, self.span())
    }

    /// A number that may be absent.
    #[must_use]
    pub fn number(self) -> Spanned<Option<f64>> {
        let value = match self.value() {
            Value::Int(value) => Some(value as f64),
            Value::Float(value) => Some(value),
            _ => None,
        };
        Spanned::new(value, self.span())
    }

    /// An integer or text that may be absent.
    #[must_use]
    pub fn int_or_string(self) -> Spanned<Option<IntOrString<'t>>> {
        let value = match self.value() {
            Value::String(text) => Some(IntOrString::String(text)),
            _ => self.integer().map(IntOrString::Int),
        };
        Spanned::new(value, self.span())
    }

    /// A duration that may be absent.
    #[must_use]
    pub fn duration(self) -> Spanned<Option<Duration>> {
        let value = if let Value::String(text) = self.value() {
            Duration::parse(text).ok()
        } else {
            None
        };
        Spanned::new(value, self.span())
    }

    /// Whether two places hold the same: both nothing, or equal values.
    #[must_use]
    pub fn same_as(self, other: Cursor<'_>) -> bool {
        match (self.node, other.node) {
            (Some(node), Some(other_node)) => {
                self.tree.to_json(node) == other.tree.to_json(other_node)
            }
            (None, None) => true,
            _ => self.is_set() == other.is_set(),
        }
    }

    /// A time that may be absent.
    #[must_use]
    pub fn moment(self) -> Spanned<Moment> {
        let moment = match self.value() {
            Value::Null => Moment::Unset,
            Value::String(text) => Time::parse(text).map_or(Moment::Unreadable, Moment::At),
            _ => Moment::Unreadable,
        };
        Spanned::new(moment, self.span())
    }

    /// A quantity that may be absent.
    #[must_use]
    pub fn quantity(self) -> Spanned<Option<Quantity>> {
        let value = match self.value() {
            Value::String(text) => Quantity::decode(text).ok(),
            // The server reads what kubectl makes of the number, not its spelling.
            Value::Int(_) | Value::Float(_) => self
                .node
                .and_then(|node| Quantity::parse(&self.tree.number_text(node)).ok()),
            _ => None,
        };
        Spanned::new(value, self.span())
    }

    /// A list; absent, null and empty are the same. The span is that of the key.
    #[must_use]
    pub fn list<T>(self, read: impl FnMut(Self) -> T) -> Spanned<Vec<T>> {
        let list = self.optional_list(read);
        Spanned::new(list.value.unwrap_or_default(), list.span)
    }

    /// A list that may be absent.
    #[must_use]
    pub fn optional_list<T>(self, mut read: impl FnMut(Self) -> T) -> Spanned<Option<Vec<T>>> {
        let Some(node) = self.node.filter(|_| self.value() == Value::Sequence) else {
            return Spanned::new(None, self.at);
        };
        let items = self.tree.items(node).iter().map(|item| {
            read(Self {
                node: Some(*item),
                at: self.mark(head(self.tree, *item)),
                ..self
            })
        });
        let items = items.collect();
        Spanned::new(Some(items), self.at)
    }

    /// The entries of a map with free keys. The span is that of the key.
    #[must_use]
    pub fn map<T>(self, mut read: impl FnMut(Spanned<&'t str>, Self) -> T) -> Spanned<Vec<T>> {
        let Some(node) = self.node.filter(|_| self.value() == Value::Mapping) else {
            return Spanned::new(Vec::new(), self.at);
        };
        let entries = self.tree.entries(node).map(|entry| {
            let span = self.mark(self.tree.span(entry.key));
            read(
                Spanned::new(self.tree.key(entry.key), span),
                Self {
                    node: Some(entry.value),
                    at: span,
                    ..self
                },
            )
        });
        Spanned::new(entries.collect(), self.at)
    }

    /// An object that may be absent: absent, null and anything that is no map are the same.
    #[must_use]
    pub fn object<T>(self, read: impl FnOnce(Self) -> T) -> Option<T> {
        (self.value() == Value::Mapping).then(|| read(self))
    }

    /// The bytes of the value, or of the key where there is none.
    #[must_use]
    pub fn span(self) -> Span {
        match self.node.map(|node| self.tree.span(node)) {
            Some(span) if !span.is_empty() => self.mark(span),
            _ => self.at,
        }
    }

    fn mark(self, span: Span) -> Span {
        if self.elsewhere {
            span.elsewhere()
        } else {
            span
        }
    }

    /// The value; null where there is none.
    #[must_use]
    pub fn value(self) -> Value<'t> {
        self.node.map_or(Value::Null, |node| self.tree.value(node))
    }

    fn raw_scalar(self) -> Option<&'t str> {
        let node = self.tree.target(self.node?);
        match self.tree.node(node).kind {
            Kind::Scalar { .. } => Some(self.tree.raw(node, self.text)),
            _ => None,
        }
    }
}

/// The bytes to point at for a whole list element: the first entry of a map, on its line; else the
/// element.
fn head(tree: &Tree<'_>, node: NodeId) -> Span {
    let span = tree.span(node);
    if let Kind::Mapping(pairs) = tree.node(node).kind
        && let Some((key, value)) = pairs.first()
    {
        let key_span = tree.span(*key);
        return match tree.node(*value).kind {
            Kind::Scalar { .. } => key_span.to(tree.span(*value)),
            _ => key_span,
        };
    }
    span
}
