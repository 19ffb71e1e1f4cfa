//! Whether a changed text still says everything else: what no edit touches reads as before, at the
//! same place in the tree. Compares texts; what an edit was for, it does not know.

use std::collections::{BTreeMap, BTreeSet};

use super::patch::Patch;
use crate::source::Span;
use crate::yaml::{self, Document, Kind, NodeId, Tree, Value};

/// Whether the new text differs from the old one only where the edits are.
#[must_use]
pub fn is_kept(old_text: &str, old: &[Document<'_>], patch: &Patch<'_>, new_text: &str) -> bool {
    let new = yaml::read(new_text);
    let broke = |documents: &[Document<'_>]| {
        documents
            .iter()
            .filter(|document| document.incomplete || !document.readable())
            .count()
    };
    if broke(&new) > broke(old) {
        return false;
    }
    let whole = broke(old) == 0;
    if !leaves_stay(old, patch, &new, whole) {
        return false;
    }
    if old.len() != new.len() {
        // Only what separates documents was edited: not one of their texts.
        return patch.edits().all(|edit| {
            old.iter()
                .all(|document| !touches_leaf(&document.tree, edit.span))
        });
    }
    let pairs = || old.iter().zip(&new);
    pairs().all(|(a, b)| {
        if a.incomplete || !a.readable() {
            // A document that is not whole has findings about its text; only its leaves are
            // compared.
            return true;
        }
        let both = Both {
            old_text,
            old: &a.tree,
            new: &b.tree,
            patch,
            at: index(&b.tree),
            changed: changed(&a.tree, old_text, patch),
        };
        a.json == b.json
            && match (a.tree.root(), b.tree.root()) {
                (Some(a), Some(b)) => both.same(a, b),
                (a, b) => a == b,
            }
    })
}

fn touches_leaf(tree: &Tree<'_>, span: Span) -> bool {
    tree.ids().any(|id| {
        let leaf = tree.span(id);
        is_leaf(tree, id) && leaf.start < span.end && span.start < leaf.end
    })
}

fn is_leaf(tree: &Tree<'_>, id: NodeId) -> bool {
    matches!(tree.node(id).kind, Kind::Scalar { .. } | Kind::Alias(_)) && !tree.span(id).is_empty()
}

/// Every scalar that no edit touches is where its bytes went, and unless the old text broke off,
/// none has come but where something was written.
fn leaves_stay(old: &[Document<'_>], patch: &Patch<'_>, new: &[Document<'_>], whole: bool) -> bool {
    let leaves = |document: &'_ Document<'_>| {
        document
            .tree
            .ids()
            .filter(|id| is_leaf(&document.tree, *id))
            .collect::<Vec<_>>()
    };
    let mut at: BTreeMap<u32, (&Tree<'_>, NodeId)> = BTreeMap::new();
    for document in new {
        at.extend(
            leaves(document)
                .into_iter()
                .map(|id| (document.tree.span(id).start, (&document.tree, id))),
        );
    }
    for document in old {
        for id in leaves(document) {
            let span = document.tree.span(id);
            let untouched = patch.inside(span).next().is_none();
            // A text over several lines that is only indented otherwise stays too.
            if !untouched
                && !patch
                    .inside(span)
                    .all(|edit| is_indentation(edit.span, span, &edit.text))
            {
                continue;
            }
            let moved = if untouched {
                patch.moved_span(span)
            } else {
                Span::at(patch.moved(span.start) as usize)
            };
            let Some((tree, found)) = at.remove(&moved.start) else {
                return false;
            };
            if (!moved.is_empty() && tree.span(found) != moved)
                || !reads_alike((&document.tree, id), (tree, found))
            {
                return false;
            }
        }
    }
    let written = patch.written();
    let is_new = |span: Span| {
        let from = written.partition_point(|new| new.end <= span.start);
        written[from..]
            .iter()
            .take_while(|new| new.start < span.end)
            .next()
            .is_some()
    };
    !whole || at.values().all(|(tree, id)| is_new(tree.span(*id)))
}

/// Whether an edit inside of a text adds or takes only blanks.
fn is_indentation(edit: Span, leaf: Span, text: &str) -> bool {
    edit.start > leaf.start && edit.end < leaf.end && text.bytes().all(|byte| byte == b' ')
}

fn reads_alike((old, a): (&Tree<'_>, NodeId), (new, b): (&Tree<'_>, NodeId)) -> bool {
    let kind = match (old.node(a).kind, new.node(b).kind) {
        (Kind::Alias(a), Kind::Alias(b)) => return a.is_some() == b.is_some(),
        (
            Kind::Scalar {
                text: a,
                style: of_a,
            },
            Kind::Scalar {
                text: b,
                style: of_b,
            },
        ) => a == b && of_a == of_b,
        _ => false,
    };
    kind && old.value(a) == new.value(b) && old.key(a) == new.key(b)
}

/// The collections in which each edit was made: the innermost one around it.
fn changed(tree: &Tree<'_>, text: &str, patch: &Patch<'_>) -> BTreeSet<NodeId> {
    let mut all = BTreeSet::new();
    let Some(root) = tree.root() else { return all };
    for edit in patch.edits() {
        let raw = text.get(edit.span.range()).unwrap_or_default();
        let start = edit.span.start as usize + (raw.len() - raw.trim_start().len());
        let span = if edit.span.is_empty() {
            Span::at(before_comment(tree, text, edit.span.start))
        } else if raw.trim().is_empty() {
            edit.span
        } else {
            Span::new(start, start + raw.trim().len())
        };
        let mut around = root;
        while let Some(inner) = child_around(tree, text, around, span) {
            around = inner;
        }
        all.insert(around);
    }
    all
}

/// The end of the line of an offset without its comment: an insertion there belongs to the text
/// before the comment.
fn before_comment(tree: &Tree<'_>, text: &str, at: u32) -> usize {
    let before = text.get(..at as usize).unwrap_or_default();
    let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    if !before[line..].contains('#') {
        return at as usize;
    }
    let ends = tree
        .ids()
        .filter(|id| is_leaf(tree, *id))
        .map(|id| tree.span(id).end as usize)
        .filter(|end| (line..=at as usize).contains(end));
    ends.max().unwrap_or(at as usize)
}

/// The last collection in another that reaches around a span.
fn child_around(tree: &Tree<'_>, text: &str, node: NodeId, span: Span) -> Option<NodeId> {
    let around = |id: NodeId| {
        let at = tree.span(id);
        // An insertion after a bracket is not between the brackets.
        let closed = tree.raw(id, text).starts_with(['[', '{']) && span.start == at.end;
        (at.start <= span.start
            && span.end <= at.end
            && !closed
            && matches!(tree.node(id).kind, Kind::Sequence(_) | Kind::Mapping(_)))
        .then_some(id)
    };
    match tree.node(node).kind {
        Kind::Sequence(items) => {
            let behind = items.partition_point(|item| tree.span(*item).start <= span.start);
            around(*items.get(behind.checked_sub(1)?)?)
        }
        Kind::Mapping(pairs) => {
            let behind = pairs.partition_point(|(key, _)| tree.span(*key).start <= span.start);
            let (key, value) = *pairs.get(behind.checked_sub(1)?)?;
            around(value).or_else(|| around(key))
        }
        Kind::Scalar { .. } | Kind::Alias(_) => None,
    }
}

fn index(tree: &Tree<'_>) -> BTreeMap<(u32, u8), NodeId> {
    tree.ids()
        .filter(|id| !tree.span(*id).is_empty())
        .map(|id| ((tree.span(id).start, shape(tree, id)), id))
        .collect()
}

fn shape(tree: &Tree<'_>, id: NodeId) -> u8 {
    match tree.node(id).kind {
        Kind::Scalar { .. } => 0,
        Kind::Sequence(_) => 1,
        Kind::Mapping(_) => 2,
        Kind::Alias(_) => 3,
    }
}

/// A document before and after.
struct Both<'a, 'o, 'n, 'e> {
    old_text: &'a str,
    old: &'a Tree<'o>,
    new: &'a Tree<'n>,
    patch: &'a Patch<'e>,
    /// The new nodes by their first byte.
    at: BTreeMap<(u32, u8), NodeId>,
    /// The old collections in which something was edited.
    changed: BTreeSet<NodeId>,
}

impl Both<'_, '_, '_, '_> {
    /// Whether two nodes are the same, or differ because of an edit in the old one while the rest
    /// of it is still there.
    fn same(&self, a: NodeId, b: NodeId) -> bool {
        let (old, new) = (self.old, self.new);
        let edited = |id: NodeId| self.patch.near(old.span(id)).next().is_some();
        if !edited(a) && (old.tag(a).map(|tag| &tag.name) != new.tag(b).map(|tag| &tag.name)) {
            return false;
        }
        let anchor = |name: Option<&yaml::Anchor>| name.map(|anchor| anchor.name.clone());
        if anchor(old.anchor(a)) != anchor(new.anchor(b)) && !edited(a) {
            return false;
        }
        let same = match (old.node(a).kind, new.node(b).kind) {
            (Kind::Sequence(of_a), Kind::Sequence(of_b)) => {
                of_a.len() == of_b.len() && of_a.iter().zip(of_b).all(|(a, b)| self.same(*a, *b))
            }
            (Kind::Mapping(of_a), Kind::Mapping(of_b)) => {
                of_a.len() == of_b.len()
                    && of_a
                        .iter()
                        .zip(of_b)
                        .all(|(a, b)| self.same(a.0, b.0) && self.same(a.1, b.1))
            }
            (Kind::Alias(Some(a)), Kind::Alias(Some(b))) => {
                self.patch.moved(old.span(a).start) == new.span(b).start
            }
            (Kind::Scalar { .. }, Kind::Scalar { .. }) if reads_alike((old, a), (new, b)) => true,
            (Kind::Scalar { .. } | Kind::Alias(_), _) => return edited(a),
            _ => false,
        };
        same || (self.changed.contains(&a)
            && self.parts(a).into_iter().all(|part| self.stays(part)))
    }

    fn parts(&self, id: NodeId) -> Vec<NodeId> {
        match self.old.node(id).kind {
            Kind::Sequence(items) => items.to_vec(),
            Kind::Mapping(pairs) => pairs
                .iter()
                .flat_map(|(key, value)| [*key, *value])
                .collect(),
            Kind::Scalar { .. } | Kind::Alias(_) => Vec::new(),
        }
    }

    /// Whether a part of a collection that was changed is still somewhere, as far as no edit is in
    /// it.
    fn stays(&self, id: NodeId) -> bool {
        let span = self.old.span(id);
        if span.is_empty() {
            return self.old.value(id) == Value::Null;
        }
        if self.patch.inside(span).next().is_some() {
            let gone = |text: &str| text.trim().is_empty();
            // A part that goes as a whole leaves nothing to compare.
            if self.patch.inside(span).any(|edit| {
                edit.span.start <= span.start && span.end <= edit.span.end && gone(&edit.text)
            }) {
                return true;
            }
            return self.old_text.get(span.range()).is_some()
                && self.parts(id).into_iter().all(|part| self.stays(part));
        }
        let found = self
            .at
            .get(&(self.patch.moved(span.start), shape(self.old, id)));
        found.is_some_and(|found| self.same(id, *found))
    }
}
