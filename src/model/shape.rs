//! Strict decoding: walks an object along its field table and collects every value that the API
//! server's decoder would refuse. The server stops at the first; a person wants all
//! (`docs/gardener/reading.md#decoding`).

use crate::model::duration::{Duration, DurationError};
use crate::model::path::{FieldPath, Path};
use crate::model::quantity::{Quantity, QuantityError};
use crate::model::schema::{Shape, Type};
use crate::model::time::{Time, TimeError};
use crate::source::Span;
use crate::yaml::{NodeId, Tree, Value};

/// A value that strict decoding refuses.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeProblem {
    pub kind: ShapeKind,
    /// The path of the value.
    pub field: FieldPath,
    pub node: NodeId,
    /// The key that leads to it, where it is the value of a field.
    pub key: Option<NodeId>,
    /// The bytes to point at: the value, or the key of an unknown field.
    pub span: Span,
}

/// The fault of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeKind {
    /// A field that its object does not have.
    UnknownField {
        name: String,
        /// The type of the object.
        owner: &'static str,
        /// One of too many fields to be a slip: a search for the intended one is not worth its
        /// time.
        crowd: bool,
    },
    /// A value of another JSON type than its field.
    WrongType { expected: Expected, found: Found },
    /// An integer that does not fit its field.
    OutOfRange { range: (i64, i64) },
    /// Text that is no time.
    Time(TimeError),
    /// Text that is no duration.
    Duration(DurationError),
    /// Text that is no quantity.
    Quantity(QuantityError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    String,
    Bool,
    Integer,
    Number,
    Quantity,
    Time,
    Duration,
    IntOrString,
    List,
    Map,
    /// An object with fixed fields.
    Object,
}

/// The value in the text, as the server sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Bool(bool),
    /// A number; with kubectl's text of it.
    Number,
    String,
    List,
    Map,
}

/// Walks an object and collects its shape problems in the order of the text. The reader reports
/// nodes without a value (an unknown alias, `.nan`).
#[must_use]
pub fn check(tree: &Tree<'_>, object: NodeId, root: &'static Type) -> Vec<ShapeProblem> {
    check_at(tree, object, root, &Path::ROOT)
}

/// The same with the fields of previews.
#[must_use]
pub fn check_with_preview(
    tree: &Tree<'_>,
    object: NodeId,
    root: &'static Type,
) -> Vec<ShapeProblem> {
    walk(tree, object, root, &Path::ROOT, true)
}

/// The same of an object that is part of another; the paths begin at that one.
#[must_use]
pub fn check_at(
    tree: &Tree<'_>,
    object: NodeId,
    root: &'static Type,
    path: &Path<'_>,
) -> Vec<ShapeProblem> {
    walk(tree, object, root, path, false)
}

fn walk(
    tree: &Tree<'_>,
    object: NodeId,
    root: &'static Type,
    path: &Path<'_>,
    preview: bool,
) -> Vec<ShapeProblem> {
    let mut walker = Walker {
        tree,
        problems: Vec::new(),
        unknown: 0,
        preview,
    };
    walker.value(object, None, &Shape::Object(root), path);
    walker.problems
}

struct Walker<'a> {
    tree: &'a Tree<'a>,
    problems: Vec<ShapeProblem>,
    /// How many unknown fields there are so far.
    unknown: usize,
    /// Whether the fields of previews are known.
    preview: bool,
}

/// The number of unknown fields in an object from which on cpcap does not look for intended names.
const CROWD: usize = 100;

impl Walker<'_> {
    fn value(&mut self, node: NodeId, key: Option<NodeId>, shape: &Shape, path: &Path<'_>) {
        let value = self.tree.value(node);
        // Null leaves every field unset; what is invalid has been reported by the reader.
        if matches!(value, Value::Null | Value::Invalid) {
            return;
        }
        let kind = match (shape, value) {
            (Shape::Raw, _) | (Shape::String, Value::String(_)) | (Shape::Bool, Value::Bool(_)) => {
                None
            }
            (Shape::Float64, Value::Int(_) | Value::Float(_))
            | (Shape::IntOrString, Value::String(_)) => None,
            (Shape::Int32 | Shape::IntOrString, Value::Int(_) | Value::Float(_)) => {
                integer(value, i32::MIN.into(), i32::MAX.into())
            }
            (Shape::Int64, Value::Int(_) | Value::Float(_)) => integer(value, i64::MIN, i64::MAX),
            (Shape::Time, Value::String(text)) => Time::parse(text).err().map(ShapeKind::Time),
            (Shape::Duration, Value::String(text)) => {
                Duration::parse(text).err().map(ShapeKind::Duration)
            }
            (Shape::Quantity, Value::String(text)) => {
                Quantity::decode(text).err().map(ShapeKind::Quantity)
            }
            (Shape::Quantity, Value::Int(_) | Value::Float(_)) => None,
            (Shape::List(inner), Value::Sequence) => return self.list(node, inner, path),
            (Shape::Map(inner), Value::Mapping) => return self.map(node, inner, path),
            (Shape::Object(of), Value::Mapping) => return self.object(node, of, path),
            _ => Some(ShapeKind::WrongType {
                expected: expected(shape),
                found: found(value),
            }),
        };
        if let Some(kind) = kind {
            self.problem(kind, node, key, self.tree.span(node), path);
        }
    }

    fn list(&mut self, node: NodeId, inner: &Shape, path: &Path<'_>) {
        let tree = self.tree;
        for (index, item) in tree.items(node).iter().enumerate() {
            self.value(*item, None, inner, &path.index(index));
        }
    }

    fn map(&mut self, node: NodeId, inner: &Shape, path: &Path<'_>) {
        let tree = self.tree;
        for entry in tree.entries(node) {
            self.value(
                entry.value,
                Some(entry.key),
                inner,
                &path.field(tree.key(entry.key)),
            );
        }
    }

    fn object(&mut self, node: NodeId, of: &'static Type, path: &Path<'_>) {
        let tree = self.tree;
        for entry in tree.entries(node) {
            let name = tree.key(entry.key);
            let path = path.field(name);
            let of_preview = || {
                if self.preview {
                    of.preview_field(name)
                } else {
                    None
                }
            };
            if let Some(field) = of.field(name).or_else(of_preview) {
                self.value(entry.value, Some(entry.key), &field.shape, &path);
            } else {
                self.unknown += 1;
                let kind = ShapeKind::UnknownField {
                    name: name.to_owned(),
                    owner: of.name,
                    crowd: self.unknown > CROWD,
                };
                self.problem(
                    kind,
                    entry.value,
                    Some(entry.key),
                    tree.span(entry.key),
                    &path,
                );
            }
        }
    }

    fn problem(
        &mut self,
        kind: ShapeKind,
        node: NodeId,
        key: Option<NodeId>,
        span: Span,
        path: &Path<'_>,
    ) {
        self.problems.push(ShapeProblem {
            kind,
            field: path.into(),
            node,
            key,
            span,
        });
    }
}

fn integer(value: Value<'_>, min: i64, max: i64) -> Option<ShapeKind> {
    let whole = match value {
        Value::Int(value) => value,
        // Beyond 2⁵³ a float has no fraction, and beyond 2⁶³ the range check answers.
        Value::Float(value) if value.fract() == 0.0 => value as i128,
        _ => {
            return Some(ShapeKind::WrongType {
                expected: Expected::Integer,
                found: Found::Number,
            });
        }
    };
    (whole < i128::from(min) || whole > i128::from(max))
        .then_some(ShapeKind::OutOfRange { range: (min, max) })
}

fn expected(shape: &Shape) -> Expected {
    match shape {
        Shape::String => Expected::String,
        Shape::Bool => Expected::Bool,
        Shape::Int32 | Shape::Int64 => Expected::Integer,
        Shape::Float64 => Expected::Number,
        Shape::Quantity => Expected::Quantity,
        Shape::Time => Expected::Time,
        Shape::Duration => Expected::Duration,
        Shape::IntOrString => Expected::IntOrString,
        Shape::List(_) => Expected::List,
        Shape::Map(_) => Expected::Map,
        // Raw takes everything; nothing is ever unexpected there.
        Shape::Raw | Shape::Object(_) => Expected::Object,
    }
}

fn found(value: Value<'_>) -> Found {
    match value {
        Value::Bool(value) => Found::Bool(value),
        Value::Int(_) | Value::Float(_) => Found::Number,
        Value::Sequence => Found::List,
        Value::Mapping => Found::Map,
        Value::String(_) | Value::Null | Value::Invalid => Found::String,
    }
}
