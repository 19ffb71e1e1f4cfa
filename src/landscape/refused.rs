//! The paths of an object that strict decoding refuses. What stands there is said once: what would
//! follow from it is not.

use std::collections::{BTreeMap, BTreeSet};

use crate::effective::Dropped;
use crate::model::path::Path;
use crate::model::shape::ShapeProblem;

/// Paths from the object's root, as the API server prints them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refused(BTreeSet<String>);

impl Refused {
    /// No path.
    pub const NOTHING: Self = Self(BTreeSet::new());

    pub(super) fn of<'p>(problems: impl IntoIterator<Item = &'p ShapeProblem>) -> Self {
        Self(
            problems
                .into_iter()
                .map(|problem| problem.field.clone())
                .collect(),
        )
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These paths and some more.
    #[must_use]
    pub fn and<'a>(&self, more: impl Iterator<Item = &'a str>) -> Self {
        Self(
            self.0
                .iter()
                .cloned()
                .chain(more.map(str::to_owned))
                .collect(),
        )
    }

    /// Whether the value at this very path is refused: then it is there, only unreadable.
    #[must_use]
    pub fn has(&self, path: &Path<'_>) -> bool {
        !self.0.is_empty() && self.0.contains(&path.to_string())
    }

    /// Whether the value at the path, or something in it, is refused.
    #[must_use]
    pub fn touches(&self, path: &Path<'_>) -> bool {
        !self.0.is_empty() && self.has_below(&path.to_string())
    }

    /// The same of a path that is printed.
    #[must_use]
    pub fn has_below(&self, path: &str) -> bool {
        let inside = |field: &str| {
            field.strip_prefix(path).is_some_and(|rest| {
                path.is_empty() || rest.is_empty() || rest.starts_with(['.', '['])
            })
        };
        self.0
            .range(path.to_owned()..)
            .take_while(|field| field.starts_with(path))
            .any(|field| inside(field))
    }

    /// Whether the value at the path, or one that it lies in, is refused.
    #[must_use]
    pub fn covers(&self, field: &str) -> bool {
        let above = field.match_indices(['.', '[']).map(|(at, _)| &field[..at]);
        !self.0.is_empty() && above.chain([field]).any(|path| self.0.contains(path))
    }

    /// The paths as they are once a create has dropped versions: those behind move up.
    #[must_use]
    pub fn without(&self, dropped: &[Dropped<'_>]) -> Self {
        let mut gone: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for version in dropped {
            gone.entry(version_list(version))
                .or_default()
                .push(version.version_index);
        }
        Self(
            self.0
                .iter()
                .filter_map(|field| moved(field, &gone))
                .collect(),
        )
    }
}

/// Where a path is after versions are gone, by their lists, in order; none if it is in one of them.
fn moved(field: &str, gone: &BTreeMap<String, Vec<usize>>) -> Option<String> {
    let Some((list, index, rest)) = version(field) else {
        return Some(field.to_owned());
    };
    let gone = gone.get(list).map_or(&[][..], Vec::as_slice);
    let before = gone.partition_point(|position| *position < index);
    (gone.get(before) != Some(&index)).then(|| format!("{list}[{}]{rest}", index - before))
}

fn version_list(dropped: &Dropped<'_>) -> String {
    match dropped.image {
        None => "spec.kubernetes.versions".to_owned(),
        Some(_) => format!("spec.machineImages[{}].versions", dropped.image_index),
    }
}

/// The list of versions that a path leads into, the position there, and the rest.
fn version(field: &str) -> Option<(&str, usize, &str)> {
    let (head, tail) = field.split_once(".versions[")?;
    let image = head
        .strip_prefix("spec.machineImages[")
        .and_then(|index| index.strip_suffix(']'));
    let known = head == "spec.kubernetes"
        || image.is_some_and(|index| index.bytes().all(|byte| byte.is_ascii_digit()));
    let (index, rest) = tail.split_once(']')?;
    Some((
        &field[..head.len() + ".versions".len()],
        index.parse().ok().filter(|_| known)?,
        rest,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(fields: &[&str]) -> Refused {
        Refused(fields.iter().map(|field| (*field).to_owned()).collect())
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
            paths.covers("spec.a[1].b[0].c")
                && paths.covers("spec.c")
                && !paths.covers("spec.cd")
                && !paths.covers("spec.a[1]")
        );
    }

    #[test]
    fn paths_move_up_where_versions_are_dropped() {
        let dropped = |image: Option<(&'static str, usize)>, version_index| Dropped {
            image: image.map(|(name, _)| name),
            image_index: image.map_or(0, |(_, index)| index),
            version_index,
            version: crate::model::cursor::Spanned::default(),
            classification: crate::model::lifecycle::Classification::Expired,
            because: crate::source::Span::default(),
        };
        let paths = refused(&[
            "spec.kubernetes.versions[0].version",
            "spec.kubernetes.versions[2].version",
            "spec.machineImages[1].versions",
            "spec.machineImages[1].versions[4].cri[0].name",
            "spec.machineImages[2].versions[4]",
            "spec.regions[3].name",
        ]);
        let image = Some(("i", 1));
        let dropped = [
            dropped(None, 0),
            dropped(None, 1),
            dropped(image, 1),
            dropped(image, 3),
            dropped(image, 5),
        ];
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
