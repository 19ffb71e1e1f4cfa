//! The fields that lead to a byte, and what the tables of strict decoding say of each.

use crate::editor;
use crate::landscape::Item;
use crate::model::schema::{Field, Shape, Type, root};
use crate::source::Span;
use crate::yaml::{Kind, NodeId, Tree, Turn};

/// A value on the way from an object to a byte.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub node: NodeId,
    /// Its shape, where it is known.
    pub shape: Option<Shape>,
    /// The field that it is the value of.
    pub field: Option<Known>,
    /// The key of a map that it is the value of.
    pub key: Option<NodeId>,
}

/// A field of a known type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub owner: &'static Type,
    pub field: &'static Field,
    /// The bytes of its key.
    pub key: Span,
}

/// The values that lead to a byte of an object, from the outermost on; none where it lies outside.
pub(super) fn levels(item: &Item<'_>, byte: u32) -> Vec<Level> {
    let tree = &item.document.tree;
    let Some(outermost) = tree.root() else {
        return Vec::new();
    };
    let start = |node: NodeId| Level {
        node,
        shape: root(item.object.kind.as_str()).map(Shape::Object),
        field: None,
        key: None,
    };
    let mut node = outermost;
    let mut levels = Vec::new();
    if node == item.object.node {
        levels.push(start(node));
    }
    for turn in tree.way_to(byte) {
        let shape = levels.last().and_then(|level: &Level| level.shape);
        let (next, shape, field, key) = match turn {
            Turn::Key(key) => {
                let Some(value) = value_of(tree, node, key) else {
                    break;
                };
                let (shape, field) = below(tree, shape, key, value);
                (value, shape, field, Some(key))
            }
            Turn::Item(_, of) => match shape {
                Some(Shape::List(inner)) => (of, Some(*inner), None, None),
                _ => (of, None, None, None),
            },
        };
        node = next;
        if node == item.object.node {
            levels = vec![start(node)];
        } else if !levels.is_empty() {
            levels.push(Level {
                node,
                shape,
                field,
                key,
            });
        }
    }
    levels
}

/// The shape of a map's value, and the field, where the map has fields.
fn below(
    tree: &Tree<'_>,
    shape: Option<Shape>,
    key: NodeId,
    value: NodeId,
) -> (Option<Shape>, Option<Known>) {
    match shape {
        Some(Shape::Object(owner)) => {
            let Some(field) = owner.field(tree.key(key)) else {
                return (None, None);
            };
            let shape = match field.shape {
                Shape::Raw => editor::part(tree, value).map(Shape::Object),
                shape => Some(shape),
            };
            let key = tree.span(key);
            (shape, Some(Known { owner, field, key }))
        }
        Some(Shape::Map(inner)) => (Some(*inner), None),
        _ => (None, None),
    }
}

/// The value under a key of a map as written.
fn value_of(tree: &Tree<'_>, map: NodeId, key: NodeId) -> Option<NodeId> {
    match tree.node(map).kind {
        Kind::Mapping(pairs) => pairs
            .iter()
            .find(|(of, _)| *of == key)
            .map(|(_, value)| *value),
        _ => None,
    }
}
