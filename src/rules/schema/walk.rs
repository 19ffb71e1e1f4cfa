//! Visits every value of an object together with what its field takes.

use std::collections::BTreeSet;

use crate::model::object::ObjectKind;
use crate::model::path::Path;
use crate::model::schema::{self, Shape, Type};
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

/// Shapes whose values somebody looks for.
#[derive(Debug)]
pub struct Wanted {
    is: fn(&Shape) -> bool,
    /// The types of objects that can hold such values.
    holders: BTreeSet<&'static str>,
}

impl Wanted {
    /// Finds out which types hold values of these shapes: once for all objects.
    #[must_use]
    pub fn new(is: fn(&Shape) -> bool) -> Self {
        let mut wanted = Self {
            is,
            holders: BTreeSet::new(),
        };
        for kind in ObjectKind::ALL {
            if let Some(root) = schema::root(kind.as_str()) {
                wanted.add(&Shape::Object(root));
            }
        }
        wanted
    }

    /// Adds the types in a shape, and says whether it can hold such values itself.
    fn add(&mut self, shape: &Shape) -> bool {
        let holds = match shape {
            Shape::List(inner) | Shape::Map(inner) => self.add(inner),
            Shape::Object(of) => {
                // All of them are looked at, for the types in each.
                let fields = of.fields.iter();
                let holds = fields.filter(|field| self.add(&field.shape)).count() > 0;
                if holds {
                    self.holders.insert(of.name);
                }
                holds
            }
            _ => false,
        };
        holds || (self.is)(shape)
    }

    fn may_be_in(&self, shape: &Shape) -> bool {
        (self.is)(shape)
            || match shape {
                Shape::List(inner) | Shape::Map(inner) => self.may_be_in(inner),
                Shape::Object(of) => self.holders.contains(of.name),
                _ => false,
            }
    }
}

/// Visits the values of an object, in the order of the text. What has no known field, or the wrong
/// type, is left out. `wanted`: only these values, and what cannot hold any of them is not walked
/// through.
pub fn each(
    tree: &Tree<'_>,
    object: NodeId,
    root: &'static Type,
    wanted: Option<&Wanted>,
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
    wanted: Option<&'w Wanted>,
    visit: &'w mut dyn FnMut(Visit<'_>),
}

impl Walk<'_> {
    fn value(&mut self, at: Visit<'_>) {
        let tree = self.tree;
        if self.wanted.is_none_or(|wanted| (wanted.is)(at.shape)) {
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
                    if self
                        .wanted
                        .is_none_or(|wanted| wanted.may_be_in(&field.shape))
                    {
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
