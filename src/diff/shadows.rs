//! Parents that catch up with what a NamespacedCloudProfile brought first: from then on the child's
//! entry shadows the parent's.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::{Choice, Layer, Operation, Settings};
use crate::diff::State;
use crate::finding::Finding;
use crate::landscape::pairing::Standing;
use crate::landscape::{Body, Item, Landscape, ReadFile};
use crate::lint::lint_read;
use crate::model::object::ObjectKind;
use crate::rules::{self, Role};
use crate::source::{FileId, Sources};

use crate::diff::objects::Pair;

/// The objects of a revision.
#[derive(Clone, Copy)]
pub(super) struct Revision<'r, 'a> {
    /// Its texts, and those that are the same on both sides.
    pub files: [&'r [ReadFile<'a>]; 2],
    pub landscapes: [&'r Landscape<'a>; 2],
}

/// The entries of changed parents that their children shadow now and did not before.
pub(super) fn new_ones(
    sources: &Sources,
    old: Revision<'_, '_>,
    new: Revision<'_, '_>,
    all: &[Pair<'_>],
    settings: &Settings,
) -> Vec<Finding> {
    let changed = all
        .iter()
        .filter(|pair| pair.asked && pair.state == State::Changed)
        .filter_map(|pair| pair.new);
    let parents: BTreeSet<&str> = changed
        .filter(|item| item.object.kind == ObjectKind::CloudProfile)
        .map(|item| *item.object.meta.name)
        .collect();
    if !new.items().any(|item| is_child_of(item, &parents)) {
        return Vec::new();
    }
    // Compares by the message about the same child, as positions may move. Objects without a pair
    // are the same on both sides.
    let partners: BTreeMap<Standing<'_>, Standing<'_>> = all
        .iter()
        .filter_map(|pair| Some((pair.new?.standing(), pair.old?.standing())))
        .collect();
    let mut known: BTreeMap<(Standing<'_>, String), usize> = BTreeMap::new();
    for (child, finding) in old.shadowed(sources, &parents, settings) {
        *known
            .entry((child.standing(), finding.message))
            .or_default() += 1;
    }
    let mut found = new.shadowed(sources, &parents, settings);
    found.retain(|(child, finding)| {
        let standing = child.standing();
        let before = partners.get(&standing).copied().unwrap_or(standing);
        match known.get_mut(&(before, finding.message.clone())) {
            Some(left) if *left > 0 => {
                *left -= 1;
                false
            }
            _ => true,
        }
    });
    found.into_iter().map(|(_, finding)| finding).collect()
}

fn is_child_of(item: &Item<'_>, parents: &BTreeSet<&str>) -> bool {
    matches!(&item.body, Body::NamespacedCloudProfile(child) if parents.contains(*child.parent.name))
}

impl<'a> Revision<'_, 'a> {
    fn items(&self) -> impl Iterator<Item = &Item<'a>> {
        self.landscapes
            .iter()
            .flat_map(|landscape| &landscape.items)
    }

    /// The entries of some parents that a child shadows, and that child.
    fn shadowed(
        &self,
        sources: &Sources,
        parents: &BTreeSet<&str>,
        settings: &Settings,
    ) -> Vec<(&Item<'a>, Finding)> {
        let children: Vec<&Item<'a>> = self
            .items()
            .filter(|item| is_child_of(item, parents))
            .collect();
        let files: BTreeSet<FileId> = children.iter().map(|item| item.file).collect();
        // Only these files matter for it.
        let parents: BTreeSet<FileId> = self
            .items()
            .filter(|item| item.object.kind == ObjectKind::CloudProfile)
            .map(|item| item.file)
            .collect();
        let texts = || self.files.iter().flat_map(|files| files.iter());
        let judged: Vec<&ReadFile<'_>> =
            texts().filter(|read| files.contains(&read.file)).collect();
        let around: Vec<&ReadFile<'_>> = texts()
            .filter(|read| parents.contains(&read.file) && !files.contains(&read.file))
            .collect();
        let only = Layer {
            select: rules::of_role(Role::Shadow)
                .map(|rule| rule.name.to_owned())
                .collect(),
            ..Layer::default()
        };
        // Entries that a create would drop are stored already.
        let settings = Settings {
            operation: Operation::Update,
            choice: Choice { layers: vec![only] },
            ..settings.clone()
        };
        let mut meant: BTreeMap<(FileId, usize), Vec<&Item<'a>>> = BTreeMap::new();
        children.iter().for_each(|child| {
            meant
                .entry((child.file, child.document.index))
                .or_default()
                .push(child);
        });
        let of = |finding: Finding| {
            let here = meant.get(&(finding.place.file, finding.subject.document))?;
            let child = here.iter().find(|child| child.is_meant_by(&finding))?;
            (rules::role(finding.rule) == Some(Role::Shadow)).then_some((*child, finding))
        };
        lint_read(sources, [&judged, &around, &[]], &settings, &mut |_, _| {})
            .findings
            .into_iter()
            .filter_map(of)
            .collect()
    }
}
