//! Visits every value of an object together with what its field takes.

use crate::model::path::Path;
use crate::model::schema::{Shape, Type};
use crate::yaml::{NodeId, Tree, Value};

/// A value and its field.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'v> {
    pub node: NodeId,
    /// The key that leads to it; none for an entry of a list.
    pub key: Option<NodeId>,
    pub shape: &'v Shape,
    pub path: &'v Path<'v>,
}

/// Visits the values of an object, in the order of the text. What has no known field, or the wrong
/// type, is left out.
pub fn each(
    tree: &Tree<'_>,
    object: NodeId,
    root: &'static Type,
    visit: &mut dyn FnMut(Visit<'_>),
) {
    value(
        tree,
        Visit {
            node: object,
            key: None,
            shape: &Shape::Object(root),
            path: &Path::ROOT,
        },
        visit,
    );
}

fn value(tree: &Tree<'_>, at: Visit<'_>, visit: &mut dyn FnMut(Visit<'_>)) {
    visit(at);
    match (at.shape, tree.value(at.node)) {
        (Shape::List(shape), Value::Sequence) => {
            for (index, node) in tree.items(at.node).iter().enumerate() {
                value(
                    tree,
                    Visit {
                        node: *node,
                        key: None,
                        shape,
                        path: &at.path.index(index),
                    },
                    visit,
                );
            }
        }
        (Shape::Map(shape), Value::Mapping) => {
            for entry in tree.entries(at.node) {
                value(
                    tree,
                    Visit {
                        node: entry.value,
                        key: Some(entry.key),
                        shape,
                        path: &at.path.field(tree.key(entry.key)),
                    },
                    visit,
                );
            }
        }
        (Shape::Object(of), Value::Mapping) => {
            for entry in tree.entries(at.node) {
                let name = tree.key(entry.key);
                if let Some(field) = of.field(name) {
                    value(
                        tree,
                        Visit {
                            node: entry.value,
                            key: Some(entry.key),
                            shape: &field.shape,
                            path: &at.path.field(name),
                        },
                        visit,
                    );
                }
            }
        }
        _ => {}
    }
}
