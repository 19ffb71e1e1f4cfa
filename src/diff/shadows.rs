//! Parents that catch up with what a NamespacedCloudProfile brought first: from then on the child's entry shadows the parent's.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::{Choice, Layer, Operation, Settings};
use crate::diff::State;
use crate::finding::{Finding, Subject};
use crate::landscape::{Body, Item, Landscape, ReadFile};
use crate::lint::lint_read;
use crate::model::object::ObjectKind;
use crate::rules::{self, Role};
use crate::source::{FileId, Sources};

use crate::diff::objects::Pair;

/// What a revision consists of.
#[derive(Clone, Copy)]
pub(super) struct Revision<'r, 'a> {
    /// Its texts, and those that are the same on both sides.
    pub files: [&'r [ReadFile<'a>]; 2],
    /// The objects of these.
    pub landscapes: [&'r Landscape<'a>; 2],
}

/// What the children of changed parents shadow now and did not before.
pub(super) fn new_ones(
    sources: &Sources,
    old: Revision<'_, '_>,
    new: Revision<'_, '_>,
    all: &[Pair<'_>],
    settings: &Settings,
) -> Vec<Finding> {
    let changed = all.iter().filter(|pair| pair.asked && pair.state == State::Changed).filter_map(|pair| pair.new);
    let parents: BTreeSet<&str> =
        changed.filter(|item| item.object.kind == ObjectKind::CloudProfile).map(|item| *item.object.meta.name).collect();
    if !new.items().any(|item| is_child_of(item, &parents)) {
        return Vec::new();
    }
    // By what is said, as positions may move.
    let mut known: BTreeMap<(Option<String>, Option<String>, String), usize> = BTreeMap::new();
    let key = |finding: &Finding| (finding.subject.namespace.clone(), finding.subject.name.clone(), finding.message.clone());
    for finding in old.shadowed(sources, &parents, settings) {
        *known.entry(key(&finding)).or_default() += 1;
    }
    let mut found = new.shadowed(sources, &parents, settings);
    found.retain(|finding| match known.get_mut(&key(finding)) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    });
    found
}

fn is_child_of(item: &Item<'_>, parents: &BTreeSet<&str>) -> bool {
    matches!(&item.body, Body::NamespacedCloudProfile(child) if parents.contains(*child.parent.name))
}

impl<'a> Revision<'_, 'a> {
    fn items(&self) -> impl Iterator<Item = &Item<'a>> {
        self.landscapes.iter().flat_map(|landscape| &landscape.items)
    }

    /// What the children of some parents shadow.
    fn shadowed(&self, sources: &Sources, parents: &BTreeSet<&str>, settings: &Settings) -> Vec<Finding> {
        let children: Vec<&Item<'_>> = self.items().filter(|item| is_child_of(item, parents)).collect();
        let files: BTreeSet<FileId> = children.iter().map(|item| item.file).collect();
        // Nobody else matters for this.
        let parents: BTreeSet<FileId> =
            self.items().filter(|item| item.object.kind == ObjectKind::CloudProfile).map(|item| item.file).collect();
        let texts = || self.files.iter().flat_map(|files| files.iter());
        let judged: Vec<&ReadFile<'_>> = texts().filter(|read| files.contains(&read.file)).collect();
        let around: Vec<&ReadFile<'_>> = texts().filter(|read| parents.contains(&read.file) && !files.contains(&read.file)).collect();
        let only = Layer { select: rules::of_role(Role::Shadow).map(|rule| rule.name.to_owned()).collect(), ..Layer::default() };
        // Entries that a create would drop are stored already.
        let settings = Settings { operation: Operation::Update, choice: Choice { layers: vec![only] }, ..settings.clone() };
        let meant: BTreeSet<(FileId, &Subject)> = children.iter().map(|item| (item.file, item.subject.as_ref())).collect();
        let about = |finding: &Finding| {
            rules::role(finding.rule) == Some(Role::Shadow) && meant.contains(&(finding.place.file, finding.subject.as_ref()))
        };
        lint_read(sources, [&judged, &around, &[]], &settings, &mut |_, _| {}).findings.into_iter().filter(about).collect()
    }
}
