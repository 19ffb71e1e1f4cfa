//! Merging lists by key: the parent's order is kept, what is new is appended, and whose each entry
//! is is written down.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::cloudprofile::{
    ExpirableVersion, MachineImage, MachineImageVersion, MachineType, VolumeType,
};

/// Whose an entry of the merged result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The parent's alone.
    Parent,
    /// The NamespacedCloudProfile's alone.
    Child,
    /// The parent's, with something of the NamespacedCloudProfile: an expiration date, an update
    /// strategy, versions.
    Adjusted,
    /// The NamespacedCloudProfile's, in place of the parent's with the same key.
    Replaced,
}

/// An entry of a list of the merged result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub source: Source,
    /// Whether its legacy architectures were filled in by merging.
    pub filled: bool,
}

/// An image of the merged result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageEntry {
    pub source: Source,
    pub versions: Vec<Entry>,
}

/// Whose the entries of a merged profile are, list by list and in the order of the lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// `kubernetes.versions`
    pub kubernetes: Vec<Entry>,
    pub machine_images: Vec<ImageEntry>,
    pub machine_types: Vec<Entry>,
    pub volume_types: Vec<Entry>,
}

impl Entry {
    fn new(source: Source) -> Self {
        Self {
            source,
            filled: false,
        }
    }
}

impl Source {
    /// The entry took something over.
    fn adjust(&mut self) {
        if *self == Self::Parent {
            *self = Self::Adjusted;
        }
    }

    /// The entry was replaced whole.
    fn replace(&mut self) {
        if *self != Self::Child {
            *self = Self::Replaced;
        }
    }
}

/// Merges one list into another, entry by entry. Of several entries of the parent with one key the
/// last wins, in the place of the first; a later entry of the child merges into the result of an
/// earlier one.
fn merge<'c, 't: 'c, T: Clone + 'c, S>(
    list: &mut Vec<T>,
    child: &'c [T],
    key: impl Fn(&T) -> &'t str,
    sources: &mut Vec<S>,
    of: impl Fn(&T, Source) -> S,
    mut combine: impl FnMut(&mut T, &mut S, &'c T),
    append: bool,
) {
    last_of_each(list, &key);
    *sources = list.iter().map(|entry| of(entry, Source::Parent)).collect();
    let mut places: BTreeMap<&str, usize> = list
        .iter()
        .enumerate()
        .map(|(at, entry)| (key(entry), at))
        .collect();
    for entry in child {
        let known = places
            .get(key(entry))
            .and_then(|at| list.get_mut(*at).zip(sources.get_mut(*at)));
        match known {
            Some((known, source)) => combine(known, source, entry),
            None if append => {
                places.insert(key(entry), list.len());
                list.push(entry.clone());
                sources.push(of(entry, Source::Child));
            }
            None => {}
        }
    }
}

fn last_of_each<'t, T>(list: &mut Vec<T>, key: impl Fn(&T) -> &'t str) {
    let keys: BTreeSet<&str> = list.iter().map(&key).collect();
    if keys.len() == list.len() {
        return;
    }
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in std::mem::take(list) {
        let at = *places.entry(key(&entry)).or_insert(list.len());
        match list.get_mut(at) {
            Some(known) => *known = entry,
            None => list.push(entry),
        }
    }
}

/// `child`: none where it has no `spec.kubernetes`. Then nothing is merged, and repeated entries of
/// the parent stay.
pub(super) fn kubernetes<'t>(
    list: &mut Vec<ExpirableVersion<'t>>,
    child: Option<&[ExpirableVersion<'t>]>,
    sources: &mut Sources,
) {
    let Some(child) = child else {
        sources.kubernetes = vec![Entry::new(Source::Parent); list.len()];
        return;
    };
    let combine =
        |known: &mut ExpirableVersion<'t>, entry: &mut Entry, version: &ExpirableVersion<'t>| {
            known.expiration_date = version.expiration_date;
            entry.source.adjust();
        };
    merge(
        list,
        child,
        |version| version.version.value,
        &mut sources.kubernetes,
        |_, source| Entry::new(source),
        combine,
        false,
    );
}

pub(super) fn machine_images<'t>(
    list: &mut Vec<MachineImage<'t>>,
    child: &[MachineImage<'t>],
    sources: &mut Sources,
) {
    let of = |image: &MachineImage<'t>, source| ImageEntry {
        source,
        versions: vec![Entry::new(source); image.versions.len()],
    };
    let combine =
        |known: &mut MachineImage<'t>, entry: &mut ImageEntry, image: &MachineImage<'t>| {
            entry.source.adjust();
            if image.update_strategy.is_some() {
                known.update_strategy = image.update_strategy;
            }
            let before = std::mem::take(&mut entry.versions);
            versions(
                &mut known.versions.value,
                &image.versions,
                &mut entry.versions,
            );
            if entry.source == Source::Child {
                entry
                    .versions
                    .iter_mut()
                    .for_each(|version| version.source = Source::Child);
            } else {
                // The effect of an earlier entry of the same name stays.
                for (now, before) in entry
                    .versions
                    .iter_mut()
                    .zip(before)
                    .filter(|(now, _)| now.source == Source::Parent)
                {
                    *now = before;
                }
            }
        };
    merge(
        list,
        child,
        |image| image.name.value,
        &mut sources.machine_images,
        of,
        combine,
        true,
    );
}

fn versions<'t>(
    list: &mut Vec<MachineImageVersion<'t>>,
    child: &[MachineImageVersion<'t>],
    sources: &mut Vec<Entry>,
) {
    let combine = |known: &mut MachineImageVersion<'t>,
                   entry: &mut Entry,
                   version: &MachineImageVersion<'t>| {
        if says_more_than_a_date(version) {
            *known = version.clone();
            entry.source.replace();
        } else {
            known.expirable.expiration_date = version.expirable.expiration_date;
            entry.source.adjust();
        }
    };
    merge(
        list,
        child,
        |version| version.version().value,
        sources,
        |_, source| Entry::new(source),
        combine,
        true,
    );
}

/// Whether an override has something that makes it replace the parent's version whole.
#[must_use]
pub fn says_more_than_a_date(version: &MachineImageVersion<'_>) -> bool {
    let text = |text: Option<&str>| text.is_some_and(|text| !text.is_empty());
    !version.architectures.is_empty()
        || !version.capability_flavors.is_empty()
        || !version.cri.is_empty()
        || text(version.kubelet_version_constraint.value)
        || text(version.expirable.classification.value)
}

pub(super) fn machine_types<'t>(
    list: &mut Vec<MachineType<'t>>,
    child: &[MachineType<'t>],
    sources: &mut Sources,
) {
    let combine = |known: &mut MachineType<'t>, entry: &mut Entry, new: &MachineType<'t>| {
        known.clone_from(new);
        entry.source.replace();
    };
    merge(
        list,
        child,
        |known| known.name.value,
        &mut sources.machine_types,
        |_, source| Entry::new(source),
        combine,
        true,
    );
}

pub(super) fn volume_types<'t>(
    list: &mut Vec<VolumeType<'t>>,
    child: &[VolumeType<'t>],
    sources: &mut Sources,
) {
    let combine = |known: &mut VolumeType<'t>, entry: &mut Entry, new: &VolumeType<'t>| {
        known.clone_from(new);
        entry.source.replace();
    };
    merge(
        list,
        child,
        |known| known.name.value,
        &mut sources.volume_types,
        |_, source| Entry::new(source),
        combine,
        true,
    );
}
