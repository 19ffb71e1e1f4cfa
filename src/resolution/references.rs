//! References resolved: which of the profiles of a run an object means.

use std::collections::BTreeMap;

use crate::landscape::{Body, Item};
use crate::model::object::ObjectKind;
use crate::resolution::parents::{Nearest, nearest};
use crate::source::{FileId, Sources};

/// The profiles of a run by kind, namespace and name.
#[derive(Debug)]
pub struct Profiles<'a> {
    sources: &'a Sources,
    by_name: BTreeMap<(ObjectKind, &'a str, &'a str), Vec<Candidate>>,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    file: FileId,
    /// The position of the item.
    at: usize,
}

impl<'a> Profiles<'a> {
    /// Indexes the profiles among some items.
    #[must_use]
    pub fn new(items: impl Iterator<Item = &'a Item<'a>>, sources: &'a Sources) -> Self {
        let mut by_name: BTreeMap<_, Vec<Candidate>> = BTreeMap::new();
        for (at, item) in items
            .enumerate()
            .filter(|(_, item)| !item.object.meta.name.is_empty())
        {
            if item.object.kind != ObjectKind::Shoot {
                by_name
                    .entry(key(
                        item.object.kind,
                        *item.object.meta.namespace,
                        *item.object.meta.name,
                    ))
                    .or_default()
                    .push(Candidate {
                        file: item.home,
                        at,
                    });
            }
        }
        Self { sources, by_name }
    }

    /// Whether several profiles have one name.
    #[must_use]
    pub fn have_namesakes(&self) -> bool {
        self.by_name.values().any(|all| all.len() > 1)
    }

    /// The position of the profile that an object refers to; of several of the same name, the one
    /// in the nearest directory.
    #[must_use]
    pub fn referred_by(&self, item: &Item<'a>) -> Option<usize> {
        self.nearest(item).map(|nearest| nearest.found.at)
    }

    /// Whether another profile of the name is as near as that one.
    #[must_use]
    pub fn is_tied(&self, item: &Item<'a>) -> bool {
        let nearest = self.nearest(item);
        nearest.is_some_and(|nearest| !nearest.as_near.is_empty())
    }

    /// The position of that one, then those of the others that are as near.
    #[must_use]
    pub fn all_nearest(&self, item: &Item<'a>) -> Vec<usize> {
        let nearest = self.nearest(item).into_iter();
        let all = nearest.flat_map(|of| std::iter::once(of.found).chain(of.as_near));
        all.map(|candidate| candidate.at).collect()
    }

    fn nearest(&self, item: &Item<'a>) -> Option<Nearest<'_, Candidate>> {
        nearest(
            item.home,
            self.candidates(item),
            |candidate| candidate.file,
            self.sources,
        )
    }

    /// The positions of all profiles that an object may mean, where there are several.
    pub fn namesakes(&self, item: &Item<'a>) -> impl Iterator<Item = usize> {
        let candidates = self.candidates(item);
        candidates
            .iter()
            .map(|candidate| candidate.at)
            .filter(|_| candidates.len() > 1)
    }

    fn candidates(&self, item: &Item<'a>) -> &[Candidate] {
        self.named_by(item).map_or(&[], Vec::as_slice)
    }

    fn named_by(&self, item: &Item<'a>) -> Option<&Vec<Candidate>> {
        let (kind, name) = match &item.body {
            Body::NamespacedCloudProfile(child) => (ObjectKind::CloudProfile, *child.parent.name),
            Body::Shoot(profile) => {
                let reference = (*profile)?;
                (reference.object_kind()?, *reference.name)
            }
            Body::CloudProfile(_) => return None,
        };
        self.by_name
            .get(&key(kind, *item.object.meta.namespace, name))
    }
}

/// The nearest of several files to another, the first of equally near ones: that is how far a
/// landscape reaches.
#[must_use]
pub fn nearest_file(from: FileId, among: &[FileId], sources: &Sources) -> Option<FileId> {
    nearest(from, among, |file| *file, sources).map(|nearest| *nearest.found)
}

/// Whether there are Shoots in the landscape of a profile: those that are no nearer to another one of
/// its name, whatever profile they refer to. A Shoot of a missing profile is no sign that the others
/// are there.
#[must_use]
pub fn has_shoots<'a>(
    profile: &Item<'a>,
    items: &[&'a Item<'a>],
    index: &Profiles<'a>,
    sources: &Sources,
) -> bool {
    let is_known = |shoot: &Item<'a>| refers(shoot, profile) || index.referred_by(shoot).is_some();
    shoots_near(profile, items, sources).any(is_known)
}

/// The Shoots that are no nearer to another profile of the name.
pub fn shoots_near<'i, 'a>(
    profile: &'i Item<'a>,
    items: &'i [&'a Item<'a>],
    sources: &'i Sources,
) -> impl Iterator<Item = &'a Item<'a>> + use<'i, 'a> {
    let is_other =
        |item: &&&Item<'_>| item.key() == profile.key() && item.standing() != profile.standing();
    let others = items.iter().filter(is_other).map(|item| item.home);
    let all: Vec<FileId> = std::iter::once(profile.home).chain(others).collect();
    items
        .iter()
        .copied()
        .filter(|item| matches!(item.body, Body::Shoot(_)))
        .filter(move |shoot| nearest_file(shoot.home, &all, sources) == Some(profile.home))
}

/// Whether a Shoot refers to a profile by its kind and name.
#[must_use]
pub fn refers(shoot: &Item<'_>, profile: &Item<'_>) -> bool {
    let Body::Shoot(of) = &shoot.body else {
        return false;
    };
    let (kind, namespace, name) = profile.key();
    of.is_some_and(|reference| {
        reference.object_kind() == Some(kind)
            && *reference.name == name
            && (!kind.namespaced() || *shoot.object.meta.namespace == namespace)
    })
}

/// A CloudProfile has no namespace, whatever its file says.
fn key<'a>(kind: ObjectKind, namespace: &'a str, name: &'a str) -> (ObjectKind, &'a str, &'a str) {
    (kind, if kind.namespaced() { namespace } else { "" }, name)
}
