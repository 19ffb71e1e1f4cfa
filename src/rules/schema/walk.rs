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
    each_of(tree, object, root, |_| true, visit);
}

/// The same for values of one shape. What cannot hold any of them is not walked through.
pub fn each_of(
    tree: &Tree<'_>,
    object: NodeId,
    root: &'static Type,
    wanted: fn(&Shape) -> bool,
    visit: &mut dyn FnMut(Visit<'_>),
) {
    let at = Visit {
        node: object,
        key: None,
        shape: &Shape::Object(root),
        path: &Path::ROOT,
    };
    Walk {
        tree,
        wanted,
        visit,
    }
    .value(at);
}

struct Walk<'w> {
    tree: &'w Tree<'w>,
    wanted: fn(&Shape) -> bool,
    visit: &'w mut dyn FnMut(Visit<'_>),
}

impl Walk<'_> {
    fn value(&mut self, at: Visit<'_>) {
        let tree = self.tree;
        if (self.wanted)(at.shape) {
            (self.visit)(at);
        }
        match (at.shape, tree.value(at.node)) {
            (Shape::List(shape), Value::Sequence) => {
                for (index, node) in tree.items(at.node).iter().enumerate() {
                    self.value(Visit {
                        node: *node,
                        key: None,
                        shape,
                        path: &at.path.index(index),
                    });
                }
            }
            (Shape::Map(shape), Value::Mapping) => {
                for entry in tree.entries(at.node) {
                    self.value(Visit {
                        node: entry.value,
                        key: Some(entry.key),
                        shape,
                        path: &at.path.field(tree.key(entry.key)),
                    });
                }
            }
            (Shape::Object(of), Value::Mapping) => {
                for entry in tree.entries(at.node) {
                    let name = tree.key(entry.key);
                    let Some(field) = of.field(name) else {
                        continue;
                    };
                    if field.shape.may_hold(self.wanted) {
                        self.value(Visit {
                            node: entry.value,
                            key: Some(entry.key),
                            shape: &field.shape,
                            path: &at.path.field(name),
                        });
                    }
                }
            }
            _ => {}
        }
    }
}
