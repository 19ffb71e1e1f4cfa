//! The values that repeated keys hide: kubectl sends the last value, and values of the earlier ones
//! do not count as missing.

use crate::model::path::{FieldPath, Path};
use crate::yaml::{Document, NodeId, ProblemKind, Tree, Value};

/// The paths of an object that stand in a value which another one under the same key replaces.
#[must_use]
pub fn replaced(document: &Document<'_>, object: NodeId) -> Vec<FieldPath> {
    let mut found = Vec::new();
    if document
        .problems
        .iter()
        .any(|problem| matches!(problem.kind, ProblemKind::DuplicateKey { .. }))
    {
        visit(&document.tree, object, &Path::ROOT, &mut found);
    }
    found
}

/// Whether a node is an alias: its value stands elsewhere too, and is checked there.
fn is_alias(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.target(node) != node
}

fn visit(tree: &Tree<'_>, node: NodeId, path: &Path<'_>, found: &mut Vec<FieldPath>) {
    if is_alias(tree, node) {
        return;
    }
    for (index, item) in tree.items(node).iter().enumerate() {
        visit(tree, *item, &path.index(index), found);
    }
    for gone in tree.replaced(node) {
        if let Some(kept) = tree.get(node, tree.key(gone.key)) {
            lost(
                tree,
                gone.value,
                kept.value,
                &path.field(tree.key(gone.key)),
                found,
            );
        }
    }
    for entry in tree.entries(node) {
        visit(tree, entry.value, &path.field(tree.key(entry.key)), found);
    }
}

/// The paths that a value has and its replacement lacks.
fn lost(tree: &Tree<'_>, gone: NodeId, kept: NodeId, path: &Path<'_>, found: &mut Vec<FieldPath>) {
    let is_empty = tree.value(kept) == Value::Null
        || tree.value(kept) == Value::Sequence && tree.items(kept).is_empty();
    match tree.value(gone) {
        Value::Mapping if !is_alias(tree, gone) => {
            for entry in tree.entries(gone) {
                let path = path.field(tree.key(entry.key));
                match tree.get(kept, tree.key(entry.key)) {
                    Some(kept) => lost(tree, entry.value, kept.value, &path, found),
                    None => found.push(path.into()),
                }
            }
        }
        Value::Null => {}
        _ if is_empty => found.push(path.into()),
        _ => {}
    }
}
