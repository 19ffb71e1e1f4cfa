//! The paths of an object that strict decoding refuses. Decoding reports them; consequences are not
//! reported.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use crate::merge::{Dropped, version_list};
use crate::model::path::{FieldPath, Path, PathStep};
use crate::model::shape::ShapeProblem;

/// Paths from the object's root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refused(BTreeSet<FieldPath>);

impl Refused {
    /// The empty set: nothing is refused.
    pub const NOTHING: Self = Self(BTreeSet::new());

    pub(super) fn of<'p>(problems: impl IntoIterator<Item = &'p ShapeProblem>) -> Self {
        let paths = problems.into_iter().map(|problem| problem.field.clone());
        Self(paths.collect())
    }

    /// The paths, in order.
    pub fn paths(&self) -> impl Iterator<Item = &FieldPath> {
        self.0.iter()
    }

    /// Whether the set has no path.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These paths and some more.
    #[must_use]
    pub fn and(&self, more: impl Iterator<Item = FieldPath>) -> Self {
        Self(self.0.iter().cloned().chain(more).collect())
    }

    /// Whether the value at this very path is refused: then it is there, only unreadable.
    #[must_use]
    pub fn has(&self, path: &Path<'_>) -> bool {
        !self.0.is_empty() && self.0.contains(&FieldPath::from(path))
    }

    /// Whether the value at the path, or something in it, is refused.
    #[must_use]
    pub fn touches(&self, path: &Path<'_>) -> bool {
        !self.0.is_empty() && self.has_below(FieldPath::from(path).steps())
    }

    /// The same of the steps of a path.
    #[must_use]
    pub fn has_below(&self, steps: &[PathStep]) -> bool {
        let from_here = (Bound::Included(steps), Bound::Unbounded);
        let mut from_here = self.0.range::<[PathStep], _>(from_here);
        from_here
            .next()
            .is_some_and(|next| next.steps().starts_with(steps))
    }

    /// Whether the value at the path of these steps, or one that it lies in, is refused.
    #[must_use]
    pub fn covers(&self, steps: &[PathStep]) -> bool {
        !self.0.is_empty() && (1..=steps.len()).any(|count| self.0.contains(&steps[..count]))
    }

    /// The paths as they are once a create has dropped versions: those after move up.
    #[must_use]
    pub fn without(&self, dropped: &Dropped) -> Self {
        let mut gone: BTreeMap<FieldPath, Vec<usize>> = BTreeMap::new();
        for (image, index) in dropped.positions() {
            gone.entry(version_list(image)).or_default().push(index);
        }
        let moved = self.0.iter().filter_map(|path| moved(path, &gone));
        Self(moved.collect())
    }
}

/// The path after versions are gone, by their lists, in order; none if it is in one of them.
fn moved(path: &FieldPath, gone: &BTreeMap<FieldPath, Vec<usize>>) -> Option<FieldPath> {
    let in_list = gone
        .iter()
        .find_map(|(list, gone)| Some((list, gone, path.below(list)?.split_first()?)));
    let Some((list, gone, (PathStep::Index(index), rest))) = in_list else {
        return Some(path.clone());
    };
    let before = gone.partition_point(|position| position < index);
    let stays = gone.get(before) != Some(index);
    stays.then(|| {
        list.clone()
            .index(index - before)
            .join(&FieldPath::of(rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::path::read;

    fn refused(fields: &[&str]) -> Refused {
        Refused(fields.iter().map(|field| read(field)).collect())
    }

    #[test]
    fn paths_touch_and_cover() {
        let paths = refused(&["spec.a[1].b", "spec.c"]);
        let spec = Path::new("spec");
        let list = spec.field("a");
        assert!(
            paths.touches(&list.index(1))
                && !paths.touches(&list.index(10))
                && !paths.touches(&list.index(1).field("b").field("c"))
        );
        assert!(paths.has(&spec.field("c")) && !paths.has(&list));
        assert!(
            paths.covers(read("spec.a[1].b[0].c").steps())
                && paths.covers(read("spec.c").steps())
                && !paths.covers(read("spec.cd").steps())
                && !paths.covers(read("spec.a[1]").steps())
        );
    }

    #[test]
    fn paths_move_up_where_versions_are_dropped() {
        let paths = refused(&[
            "spec.kubernetes.versions[0].version",
            "spec.kubernetes.versions[2].version",
            "spec.machineImages[1].versions",
            "spec.machineImages[1].versions[4].cri[0].name",
            "spec.machineImages[2].versions[4]",
            "spec.regions[3].name",
        ]);
        let dropped = Dropped {
            kubernetes: vec![0, 1],
            versions: vec![(1, 1), (1, 3), (1, 5)],
            images: Vec::new(),
        };
        let moved = refused(&[
            "spec.kubernetes.versions[0].version",
            "spec.machineImages[1].versions",
            "spec.machineImages[1].versions[2].cri[0].name",
            "spec.machineImages[2].versions[4]",
            "spec.regions[3].name",
        ]);
        assert_eq!(paths.without(&dropped), moved);
    }
}
