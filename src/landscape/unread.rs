//! The unreadable parts of an object. An unreadable value is unknown and not absent: no rule
//! reports it as missing, and nothing follows from it.

use std::collections::BTreeSet;

use crate::landscape::refused::Refused;
use crate::merge::Dropped;
use crate::model::path::{FieldPath, Path, PathStep};
use crate::model::shape::{Expected, Found, ShapeKind, ShapeProblem};
use crate::yaml::{Document, NodeId, Tree, Value, template};

/// The paths of an object that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    values: Refused,
    /// The lists and maps that are still open where the text breaks off.
    open: BTreeSet<FieldPath>,
    /// The text breaks off somewhere in the object.
    incomplete: bool,
}

/// An object without known parts.
pub static EVERYTHING: Unread = Unread {
    values: Refused::NOTHING,
    open: BTreeSet::new(),
    incomplete: true,
};

impl Unread {
    /// Finds them. `templated`: whether the text holds markers of a template.
    pub(super) fn new(
        document: &Document<'_>,
        object: NodeId,
        shape: &[ShapeProblem],
        templated: bool,
    ) -> Self {
        let mut found = Self {
            values: Refused::of(shape.iter().filter(|problem| is_unread(problem))),
            ..Self::default()
        };
        if document.readable() && !templated {
            return found;
        }
        let rejecting = document
            .problems
            .iter()
            .filter(|problem| problem.kind.rejects());
        let mut problems: Vec<u32> = rejecting.map(|problem| problem.span.start).collect();
        problems.sort_unstable();
        let mut walk = Walk {
            tree: &document.tree,
            problems,
            templated,
            values: Vec::new(),
            open: BTreeSet::new(),
        };
        walk.visit(object, document.tree.span(object).start, &Path::ROOT);
        // An unreadable key of an object may be any field.
        found.incomplete = document.incomplete || walk.values.iter().any(FieldPath::is_root);
        found.values = found.values.and(walk.values.into_iter());
        found.open = walk.open;
        found
    }

    /// The same, with more values that are not known.
    #[must_use]
    pub fn and(&self, more: impl Iterator<Item = FieldPath>) -> Self {
        Self {
            values: self.values.and(more),
            ..self.clone()
        }
    }

    /// The same, with what decoding refuses of another part of the object.
    #[must_use]
    pub fn with(&self, problems: &[ShapeProblem]) -> Self {
        self.and(
            problems
                .iter()
                .filter(|problem| is_unread(problem))
                .map(|problem| problem.field.clone()),
        )
    }

    /// The paths as they are once a create has dropped versions.
    #[must_use]
    pub fn without(&self, dropped: &Dropped) -> Self {
        Self {
            values: self.values.without(dropped),
            ..self.clone()
        }
    }

    /// The values that could not be read.
    pub fn values(&self) -> impl Iterator<Item = &FieldPath> {
        self.values.paths()
    }

    /// Whether everything could be read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.incomplete && self.values.is_empty()
    }

    /// Whether everything could be read on which something else may depend.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let is_remark = |path: &FieldPath| {
            ["annotations", "labels"]
                .into_iter()
                .any(|name| path.after(["metadata", name]).is_some())
        };
        !self.incomplete && self.values().all(is_remark)
    }

    /// Whether it is not known which worker pools a Shoot has.
    #[must_use]
    pub fn hides_pools(&self) -> bool {
        let names = |path: &FieldPath| {
            let below = path.after(["spec", "provider", "workers"]);
            below.is_some_and(|below| match below {
                [] | [_] => true,
                [_, field, ..] => field.name() == Some("name"),
            })
        };
        let list = FieldPath::from("spec.provider.workers");
        self.covers(&list) || self.values().any(names)
    }

    /// Whether the text breaks off in the object.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.incomplete
    }

    /// Whether the value at the path, one that it lies in, or something in it could not be read.
    #[must_use]
    pub fn hides(&self, path: &FieldPath) -> bool {
        let steps = path.steps();
        self.values.covers(steps) || self.values.has_below(steps) || self.open.contains(path)
    }

    /// Whether the value at the path, or one that it lies in, could not be read.
    #[must_use]
    pub fn covers(&self, path: &FieldPath) -> bool {
        self.incomplete || self.values.covers(path.steps())
    }

    /// Whether the name of what a path leads to, or of something that it lies in, could not be
    /// read.
    #[must_use]
    pub fn hides_name_of(&self, path: &FieldPath) -> bool {
        let steps = path.steps();
        // Few entries hold anything unread.
        let is_unread = |at: &usize| {
            matches!(steps[*at], PathStep::Index(_))
                && (self.values.covers(&steps[..=*at])
                    || self.values.has_below(&steps[..=*at])
                    || !self.open.is_empty())
        };
        let entries = (0..steps.len())
            .filter(is_unread)
            .map(|at| FieldPath::of(&steps[..=at]));
        !self.values.is_empty()
            && entries
                .flat_map(|entry| ["name", "version"].map(|name| entry.clone().field(name)))
                .any(|path| self.hides(&path))
    }

    /// The first of these paths that leads to something that could not be read.
    #[must_use]
    pub fn first(&self, mut paths: impl Iterator<Item = FieldPath>) -> Option<FieldPath> {
        if self.is_empty() {
            None
        } else {
            paths.find(|path| self.incomplete || self.hides(path))
        }
    }

    /// Whether the values at any of these paths are not known to their end.
    #[must_use]
    pub fn hides_any(&self, paths: impl IntoIterator<Item = FieldPath>) -> bool {
        self.first(paths.into_iter()).is_some()
    }
}

/// Whether a value that strict decoding refuses is not even understood: a number where text belongs
/// is.
fn is_unread(problem: &ShapeProblem) -> bool {
    match problem.kind {
        ShapeKind::UnknownField { .. } => false,
        ShapeKind::WrongType { expected, found } => {
            !(expected == Expected::String && matches!(found, Found::Bool(_) | Found::Number))
        }
        ShapeKind::OutOfRange { .. }
        | ShapeKind::Time(_)
        | ShapeKind::Duration(_)
        | ShapeKind::Quantity(_) => true,
    }
}

struct Walk<'a> {
    tree: &'a Tree<'a>,
    /// The beginning of each problem that keeps kubectl from reading the document, in order.
    problems: Vec<u32>,
    templated: bool,
    values: Vec<FieldPath>,
    open: BTreeSet<FieldPath>,
}

impl Walk<'_> {
    /// Visits a value. `from`: where what belongs to it begins, which is right after its key.
    fn visit(&mut self, id: NodeId, from: u32, path: &Path<'_>) {
        let tree = self.tree;
        let (target, span) = (tree.target(id), tree.span(id));
        let before = self.problems_between(from, span.start) > 0;
        let unread = match tree.value(id) {
            Value::Invalid => true,
            Value::String(text) if self.templated && template(text).is_some() => true,
            Value::Sequence | Value::Mapping => self.children(target, path),
            // A text that breaks off right after a value hardly means to end there.
            _ => self.problems_between(span.start, span.end.max(span.start) + 1) > 0,
        };
        if unread || before {
            self.values.push(path.into());
        }
        if tree.is_open(target) {
            self.open.insert(path.into());
        }
    }

    /// Visits what a collection holds, and says whether there is a problem in it that is none of
    /// theirs.
    fn children(&mut self, id: NodeId, path: &Path<'_>) -> bool {
        let (tree, span) = (self.tree, self.tree.span(id));
        let mut known = 0;
        let mut from = span.start;
        for (index, item) in tree.items(id).iter().enumerate() {
            let end = tree.span(*item).end;
            known += self.problems_between(from, end);
            self.visit(*item, from, &path.index(index));
            from = end;
        }
        for entry in tree.entries(id) {
            // A merged entry stands elsewhere.
            let (key, value) = (tree.span(entry.key), tree.span(entry.value));
            let from = if key.end <= value.start {
                key.end
            } else {
                value.start
            };
            known += self.problems_between(from, value.end);
            self.visit(entry.value, from, &path.field(tree.key(entry.key)));
        }
        // The end of a broken-off list or map is open; the values before it stand.
        !tree.is_open(id) && self.problems_between(span.start, span.end) > known
    }

    /// How many problems begin between two offsets.
    fn problems_between(&self, start: u32, end: u32) -> usize {
        let before = |offset| self.problems.partition_point(|problem| *problem < offset);
        before(end).saturating_sub(before(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::path::read;

    fn unread(text: &str) -> Unread {
        let documents = crate::yaml::read(text);
        Unread::new(
            &documents[0],
            documents[0].tree.root().unwrap(),
            &[],
            template(text).is_some(),
        )
    }

    #[test]
    fn what_stands_there_is_hidden_and_nothing_else() {
        for (text, hidden, known) in [
            ("a: *b\nc: {d: 1}\n", "a", "c.d"),
            ("a: [1, *b]\nc: 2\n", "a[1]", "a[0]"),
            ("a: {<<: *b, c: 1}\nd: 1\n", "a.c", "d"),
            ("a: !!int x\nb: 1\n", "a", "b"),
            ("a: [.nan, 1]\n", "a[0]", "a[1]"),
            ("a: \"{{ .b }}\"\nc: d\n", "a", "c"),
            ("a: {{ .b }}\nc: d\n", "a", "c"),
            ("a: {b: ${c}-d}\ne: f\n", "a", "e"),
            ("a:\n  b: 1\n  ? [x]\n  : 1\nc: 1\n", "a.b", "c"),
            ("a:\n  \tb: 1\nc: 1\n", "a.b", "c"),
            ("a:\n- \tb: 1\n- c\n", "a[0].b", "a[1]"),
        ] {
            let found = unread(text);
            assert!(found.hides(&read(hidden)), "{text}: {hidden} in {found:?}");
            assert!(!found.hides(&read(known)), "{text}: {known} in {found:?}");
        }
    }

    #[test]
    fn the_end_of_a_broken_text_is_open() {
        let found = unread("a: [1]\nb:\n  c: 1\n  d: @e\n");
        assert!(
            found.is_incomplete()
                && found.hides(&"b".into())
                && !found.hides(&"b.c".into())
                && !found.hides(&"a".into()),
            "{found:?}"
        );
        // The value of the last key is among what is not known, and so is a text that breaks off.
        assert!(
            found.hides(&"b.d".into()) && unread("a: x: 1\n").hides(&"a".into()),
            "{found:?}"
        );
    }

    #[test]
    fn a_readable_text_hides_nothing() {
        assert!(unread("a: {b: [1, x]}\nc: *c\n").hides(&"c".into()));
        assert!(unread("a: &b {b: [1, x]}\nc: *b\nd: null\n").is_empty());
    }
}
