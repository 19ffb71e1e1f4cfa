//! The place of a shape problem: the types and nodes along its path, and bytes inside its value.

use std::ops::Range;

use crate::model::path::{FieldPath, PathStep, element};
use crate::model::schema::{self, Shape, Type};
use crate::model::shape::{ShapeKind, ShapeProblem};
use crate::provider::part::Part;
use crate::rules::{ObjectView, words};
use crate::source::Span;
use crate::yaml::{Kind, NodeId, Style, Tree, Value};

/// An object on the way to a value.
#[derive(Clone, Debug)]
pub struct Owner {
    pub of: &'static Type,
    pub path: FieldPath,
    pub node: NodeId,
}

/// The objects along a path, outermost first, and the shape that the path ends in, if its last step
/// is known.
pub fn along(view: &ObjectView<'_>, path: &FieldPath) -> (Vec<Owner>, Option<&'static Shape>) {
    let item = view.item;
    let tree = &item.document.tree;
    let (mut owners, mut shape) = (Vec::new(), None::<&'static Shape>);
    let (mut of, mut node) = (schema::root(item.object.kind.as_str()), item.object.node);
    for (at, step) in path.steps().iter().enumerate() {
        if let Some(owner) = of {
            let path = FieldPath::of(&path.steps()[..at]);
            owners.push(Owner {
                of: owner,
                path,
                node,
            });
        }
        let next = match (step, of, shape) {
            (PathStep::Name(name), Some(owner), _) => owner
                .field(name)
                .and_then(|known| Some((tree.get(node, known.name)?.value, &known.shape))),
            (PathStep::Name(key), None, Some(Shape::Map(inner))) => {
                tree.get(node, key).map(|entry| (entry.value, *inner))
            }
            (PathStep::Index(index), None, Some(Shape::List(inner))) => {
                tree.items(node).get(*index).map(|item| (*item, *inner))
            }
            _ => None,
        };
        let Some((below, its)) = next else {
            return (owners, None);
        };
        (node, shape) = (below, Some(its));
        of = match its {
            Shape::Object(next) => Some(next),
            Shape::Raw => view
                .part
                .filter(|part| part.cursor.node() == Some(node))
                .and_then(Part::named_type),
            _ => None,
        };
    }
    (owners, shape)
}

/// The flavor that a path leads through.
pub fn flavor_of(view: &ObjectView<'_>, path: &FieldPath) -> Option<NodeId> {
    let tree = &view.item.document.tree;
    let (version, index) = flavor_step(path)?;
    // One step further, so that the last object on the way is the version.
    let list = FieldPath::of(version).field("capabilityFlavors");
    let flavors = tree
        .get(along(view, &list).0.last()?.node, "capabilityFlavors")?
        .value;
    tree.items(flavors).get(index).copied()
}

/// The steps to the version of the last flavor that a path leads through, and the position there.
pub fn flavor_step(path: &FieldPath) -> Option<(&[PathStep], usize)> {
    let steps = path.steps();
    (0..steps.len()).rev().find_map(|at| {
        let (index, _) = element(&steps[at..], "capabilityFlavors")?;
        Some((&steps[..at], index))
    })
}

/// The type of an object or of the objects in a list.
pub fn object_of(shape: &Shape) -> Option<&'static Type> {
    match shape {
        Shape::Object(of) => Some(of),
        Shape::List(inner) => object_of(inner),
        _ => None,
    }
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
    let Kind::Scalar { text: value, style } = tree.node(node).kind else {
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
    (text.get(content.range()) == Some(value)).then_some(content)
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

/// The path of the flavor that a field of `providerConfig` lies in.
pub fn flavor_path(path: &FieldPath) -> Option<FieldPath> {
    path.after(["spec", "providerConfig"])?;
    let (version, index) = flavor_step(path)?;
    let is_in = path.steps().len() > version.len() + 2;
    let flavors = FieldPath::of(version).field("capabilityFlavors");
    is_in.then(|| flavors.index(index))
}
