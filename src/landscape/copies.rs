//! Objects of one name in one text. `kubectl apply` sends one after the other, so the last one
//! stands for the object, and the others count only where each object is judged by itself.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::config::Preview;
use crate::finding::Subject;
use crate::landscape::pairing::{KEY, Key};
use crate::landscape::{Item, Landscape, ReadFile};
use crate::model::object::{self, Unit};
use crate::model::path::FieldPath;
use crate::source::{FileId, Place};
use crate::yaml::{Document, may_be_template};

/// Objects of one name in one text, of which it is not known which one stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copies {
    /// The kind, namespace and name that they share.
    pub subject: Subject,
    /// The places of their names.
    pub places: Vec<Place>,
}

/// Those of some texts.
#[must_use]
pub fn unclear<'t>(files: &[&'t ReadFile<'t>]) -> Vec<Copies> {
    let may_repeat = |file: &&&'t ReadFile<'t>| {
        let mut known = BTreeSet::new();
        let units = file
            .documents
            .iter()
            .flat_map(|document| object::units(&document.tree, file.text));
        let mut objects = units.filter_map(|unit| match unit {
            Unit::Object(object) => Some((object.kind, *object.meta.namespace, *object.meta.name)),
            _ => None,
        });
        objects.any(|object| !known.insert(object))
    };
    let of_text =
        |file: &&'t ReadFile<'t>| Landscape::with_preview([*file], Preview::default()).unclear();
    files.iter().filter(may_repeat).flat_map(of_text).collect()
}

impl<'t> Landscape<'t> {
    /// The objects of one name in one text, of which it is not known which one stays.
    #[must_use]
    pub fn unclear(&self) -> Vec<Copies> {
        let mut by_key: BTreeMap<(FileId, Key<'_>), Vec<&Item<'t>>> = BTreeMap::new();
        let texts = self.items.chunk_by(|a, b| a.file == b.file);
        let several = texts.filter(|items| items.len() > 1).flatten();
        for item in several.filter(|item| !item.object.meta.name.is_empty() && !item.hides_key()) {
            let all = by_key.entry((item.file, item.key())).or_default();
            all.push(item);
        }
        let groups = by_key.into_values().filter(|items| items.len() > 1);
        groups
            .map(|items| Copies {
                subject: (**items[0].subject()).clone(),
                places: items.iter().map(|item| item.name_at()).collect(),
            })
            .collect()
    }

    /// The same of one object.
    #[must_use]
    pub fn unclear_with(&self, item: &Item<'_>) -> Option<Copies> {
        let mut all = self.unclear().into_iter();
        all.find(|copies| copies.places.contains(&item.name_at()))
    }

    /// All objects, those included that the last one of their name replaces, in order.
    #[must_use]
    pub fn all(&self) -> Vec<&Item<'t>> {
        let mut all: Vec<&Item<'t>> = self.items.iter().chain(&self.superseded).collect();
        if !self.superseded.is_empty() {
            // Texts may come in any order, and each comes once.
            let texts: Vec<FileId> = self.items.iter().map(|item| item.file).collect();
            let mut order = BTreeMap::new();
            for (at, file) in texts.into_iter().enumerate() {
                order.entry(file).or_insert(at);
            }
            all.sort_by_key(|item| (order.get(&item.file), item.standing()));
        }
        all
    }

    /// The objects that the last one of their name replaces, each with that one.
    pub(super) fn superseded(&self) -> impl Iterator<Item = (&Item<'t>, &Item<'t>)> {
        let files: BTreeSet<FileId> = self.superseded.iter().map(|item| item.file).collect();
        let here = |item: &&Item<'t>| !files.is_empty() && files.contains(&item.file);
        let last: BTreeMap<(FileId, Key<'_>), &Item<'t>> = self
            .items
            .iter()
            .filter(here)
            .map(|item| ((item.file, item.key()), item))
            .collect();
        self.superseded
            .iter()
            .filter_map(move |item| Some((item, *last.get(&(item.file, item.key()))?)))
    }

    /// The objects that stand in their text once more, each with the last one of its name. Patches
    /// are none, nor are objects whose name is not known, or of which a template may choose one.
    #[must_use]
    pub fn repeated(&self) -> Vec<(&Item<'t>, &Item<'t>)> {
        let mut found: Vec<_> = self.superseded().collect();
        let texts = self.items.chunk_by(|a, b| a.file == b.file);
        let is_plain = |items: &&[Item<'_>]| !may_be_template(items[0].text);
        for items in texts.filter(|items| items.len() > 1).filter(is_plain) {
            let mut last: BTreeMap<Key<'_>, &Item<'t>> = BTreeMap::new();
            for item in items.iter().rev().filter(|item| item.has_known_key()) {
                match last.entry(item.key()) {
                    Entry::Vacant(free) => drop(free.insert(item)),
                    Entry::Occupied(last) => found.push((item, *last.get())),
                }
            }
        }
        found
    }

    /// Sets the objects of a text aside, from a position on, that the last one of their name
    /// replaces. Where kubectl may not send one of them, or a template may choose, it is not known
    /// which one stays: then all of them do.
    pub(super) fn set_copies_aside(&mut self, read: &ReadFile<'t>, from: usize) {
        let gone = superseded(&self.items[from..]);
        if gone.is_empty()
            || may_be_template(read.text)
            || !read.documents.iter().all(Document::readable)
        {
            return;
        }
        let items = self.items.split_off(from);
        self.of_kind
            .values_mut()
            .for_each(|all| all.retain(|at| *at < from));
        for (at, item) in items.into_iter().enumerate() {
            if gone.contains(&at) {
                self.superseded.push(item);
            } else {
                self.push(item);
            }
        }
    }
}

/// The positions of those objects of a text of which a later one has the name.
fn superseded(items: &[Item<'_>]) -> BTreeSet<usize> {
    let mut by_key: BTreeMap<Key<'_>, Vec<usize>> = BTreeMap::new();
    if items.len() > 1 {
        for (at, item) in items.iter().enumerate() {
            by_key.entry(item.key()).or_default().push(at);
        }
    }
    let is_sent = |at: &usize| items[*at].has_known_key() && items[*at].is_decoded();
    by_key
        .into_values()
        .filter(|all| all.len() > 1 && all.iter().all(is_sent))
        .flat_map(|mut all| {
            all.pop();
            all
        })
        .collect()
}

impl Item<'_> {
    /// Whether it has a name, decoding takes name and namespace, and nothing is missing after them.
    fn has_known_key(&self) -> bool {
        let is_refused = |path: &'static str| self.refused.covers(FieldPath::from(path).steps());
        !self.object.meta.name.is_empty()
            && !self.unread.is_incomplete()
            && !self.hides_key()
            && !KEY.into_iter().any(is_refused)
    }
}
