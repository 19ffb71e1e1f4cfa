//! Where a shape problem is: the types and nodes along its path, and bytes inside its value.

use std::ops::Range;

use crate::model::schema::{self, Shape, Type};
use crate::model::shape::{ShapeKind, ShapeProblem};
use crate::provider::part::Part;
use crate::rules::{ObjectView, words};
use crate::source::Span;
use crate::yaml::{Kind, NodeId, Style, Tree, Value};

/// An object on the way to a value.
#[derive(Clone, Copy, Debug)]
pub struct Step<'p> {
    pub of: &'static Type,
    /// The path to it; empty for the root.
    pub path: &'p str,
    pub node: NodeId,
}

/// The objects along a path, outermost first, and the shape that the path ends in, if its last step
/// is known.
pub fn along<'p>(view: &ObjectView<'_>, field: &'p str) -> (Vec<Step<'p>>, Option<&'static Shape>) {
    let item = view.item;
    let tree = &item.document.tree;
    let mut steps = Vec::new();
    let (mut of, mut node, mut at) = (schema::root(item.object.kind.as_str()), item.object.node, 0);
    while let Some(owner) = of.take() {
        steps.push(Step {
            of: owner,
            path: field[..at].trim_end_matches('.'),
            node,
        });
        let rest = field[at..].trim_start_matches('.');
        at = field.len() - rest.len();
        let length = rest.find(['.', '[']).unwrap_or(rest.len());
        let Some(known) = owner.field(&rest[..length]) else {
            return (steps, None);
        };
        let Some(entry) = tree.get(node, known.name) else {
            return (steps, None);
        };
        (node, at) = (entry.value, at + length);
        let mut shape = &known.shape;
        // Through lists and maps, to the next object.
        loop {
            let rest = &field[at..];
            match shape {
                _ if rest.is_empty() => return (steps, Some(shape)),
                Shape::List(inner) => {
                    let Some((index, after)) =
                        rest.strip_prefix('[').and_then(|rest| rest.split_once(']'))
                    else {
                        return (steps, None);
                    };
                    let child = index
                        .parse::<usize>()
                        .ok()
                        .and_then(|index| tree.items(node).get(index));
                    let Some(child) = child else {
                        return (steps, None);
                    };
                    (node, at, shape) = (*child, field.len() - after.len(), inner);
                }
                Shape::Map(inner) => {
                    let Some((key, child)) = entry_at(tree, node, rest) else {
                        return (steps, None);
                    };
                    (node, at, shape) = (child, at + key, inner);
                }
                Shape::Object(next) => {
                    of = Some(next);
                    break;
                }
                Shape::Raw => {
                    of = view
                        .part
                        .filter(|part| part.cursor.node() == Some(node))
                        .and_then(Part::named_type);
                    break;
                }
                _ => return (steps, None),
            }
        }
    }
    (steps, None)
}

/// The entry of a map that a path leads through, and how long its step is. Keys may hold dots: the
/// longest that fits is meant.
fn entry_at(tree: &Tree<'_>, map: NodeId, rest: &str) -> Option<(usize, NodeId)> {
    let after = |key: &str| {
        rest.strip_prefix('.')
            .and_then(|rest| rest.strip_prefix(key))
    };
    let fits = |key: &str| {
        after(key).is_some_and(|after| after.is_empty() || after.starts_with(['.', '[']))
    };
    let entries = tree
        .entries(map)
        .map(|entry| (tree.key(entry.key), entry.value))
        .filter(|(key, _)| fits(key));
    entries
        .max_by_key(|(key, _)| key.len())
        .map(|(key, value)| (key.len() + 1, value))
}

/// The flavor that a path leads through.
pub fn flavor_of(view: &ObjectView<'_>, field: &str) -> Option<NodeId> {
    let tree = &view.item.document.tree;
    let (version, rest) = field.rsplit_once(".capabilityFlavors[")?;
    let index: usize = rest.split_once(']')?.0.parse().ok()?;
    // One step further, so that the last object on the way is the version.
    let list = &field[..version.len() + ".capabilityFlavors".len()];
    let flavors = tree
        .get(along(view, list).0.last()?.node, "capabilityFlavors")?
        .value;
    tree.items(flavors).get(index).copied()
}

/// The type of an object or of the objects in a list.
pub fn object_of(shape: &Shape) -> Option<&'static Type> {
    match shape {
        Shape::Object(of) => Some(of),
        Shape::List(inner) => object_of(inner),
        _ => None,
    }
}

/// A path without positions: `spec.machineTypes[].storage`.
pub fn pattern(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len());
    let mut inside = false;
    for character in path.chars() {
        if character == ']' {
            inside = false;
        }
        if !inside {
            pattern.push(character);
        }
        if character == '[' {
            inside = true;
        }
    }
    pattern
}

/// The bytes of a part of a text value; of the whole value where escapes or folding moved them.
pub fn inside(tree: &Tree<'_>, text: &str, node: NodeId, range: Range<usize>) -> Span {
    match content(tree, text, node) {
        Some(content) if range.end <= content.len() && !range.is_empty() => Span::new(
            content.start as usize + range.start,
            content.start as usize + range.end,
        ),
        _ => tree.span(node),
    }
}

/// The bytes of a text value without its quotes, where they are exactly its text.
pub fn content(tree: &Tree<'_>, text: &str, node: NodeId) -> Option<Span> {
    let Kind::Scalar { text: value, style } = &tree.node(node).kind else {
        return None;
    };
    let span = tree.span(node);
    let quotes = match style {
        Style::Plain => 0,
        Style::SingleQuoted | Style::DoubleQuoted => 1,
        Style::Literal | Style::Folded => return None,
    };
    let content = Span::new(
        span.start as usize + quotes,
        (span.end as usize).saturating_sub(quotes),
    );
    (text.get(content.range()) == Some(value.as_ref())).then_some(content)
}

/// Whether a value is a plain scalar whose bytes stand right here: no alias, no tag.
pub fn is_plain(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.tag(node).is_none()
        && matches!(
            tree.node(node).kind,
            Kind::Scalar {
                style: Style::Plain,
                ..
            }
        )
}

/// Whether an unknown field of a flavor is a capability: a list of texts by a name that is near
/// none of the flavor's own fields.
pub(in crate::rules) fn is_unwrapped(view: &ObjectView<'_>, problem: &ShapeProblem) -> bool {
    let ShapeKind::UnknownField { name, .. } = &problem.kind else {
        return false;
    };
    let tree = &view.item.document.tree;
    let is_text = |item: &NodeId| !matches!(tree.value(*item), Value::Sequence | Value::Mapping);
    if flavor_path(&problem.field).is_none()
        || tree.value(problem.node) != Value::Sequence
        || !tree.items(problem.node).iter().all(is_text)
    {
        return false;
    }
    let steps = along(view, &problem.field).0;
    let fields = || {
        steps
            .last()
            .map_or(&[][..], |step| step.of.fields)
            .iter()
            .map(|field| field.name)
    };
    fields().any(|field| field == "capabilities") && words::near(name, fields()).is_none()
}

/// The path of the flavor that a field of `providerConfig` stands directly in.
pub fn flavor_path(field: &str) -> Option<&str> {
    let (list, rest) = field
        .strip_prefix("spec.providerConfig.")
        .and(field.rsplit_once(".capabilityFlavors["))?;
    let (index, _) = rest.split_once("].")?;
    field.get(..list.len() + ".capabilityFlavors[".len() + index.len() + 1)
}
