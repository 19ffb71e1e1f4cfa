//! Documents that cannot be read: they are set aside before anything is compared, and so are the
//! objects that they may hold.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{Finding, Severity};
use crate::landscape::ReadFile;
use crate::lint;
use crate::model::object::{self, ObjectKind, Unit};
use crate::source::{FileId, Sources};
use crate::yaml::Document;

/// The objects that may stand in what cannot be read.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    /// Objects with a readable kind, namespace and name.
    named: BTreeSet<(ObjectKind, String, String)>,
    anything: bool,
    documents: BTreeSet<(FileId, usize)>,
}

impl Hidden {
    /// Whether an object may be among them.
    pub fn may_hold(&self, kind: ObjectKind, namespace: &str, name: &str) -> bool {
        self.anything
            || self
                .named
                .contains(&(kind, namespace.to_owned(), name.to_owned()))
    }

    /// Whether everything could be read.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }
}

/// Takes out of the files what cannot be read. What `stays` hides the same on both sides, and so
/// nothing that comes or goes.
pub(super) fn set_aside(files: &mut [ReadFile<'_>], stays: &BTreeSet<(FileId, usize)>) -> Hidden {
    let mut hidden = Hidden::default();
    for file in files {
        let id = file.file;
        for document in unreadable(file).filter(|document| !stays.contains(&(id, document.index))) {
            hidden.documents.insert((id, document.index));
            let mut named = false;
            for unit in object::units(&document.tree, file.text) {
                // The rest of an unfinished list is unknown.
                if let Unit::Object(object) = unit
                    && object.prefix.is_root()
                    && !object.meta.name.is_empty()
                {
                    hidden.named.insert((
                        object.kind,
                        object.namespace().to_owned(),
                        (*object.meta.name).to_owned(),
                    ));
                    named = true;
                }
            }
            hidden.anything |= !named;
        }
        let known = |document: &Document<'_>| {
            [&hidden.documents, stays]
                .iter()
                .any(|of| of.contains(&(id, document.index)))
        };
        file.documents.retain(|document| !known(document));
    }
    hidden
}

/// The unreadable documents that do not change: documents of one text, as many on both sides.
pub(super) fn unchanged(old: &[ReadFile<'_>], new: &[ReadFile<'_>]) -> BTreeSet<(FileId, usize)> {
    let mut by_text: BTreeMap<&str, [Vec<(FileId, usize)>; 2]> = BTreeMap::new();
    for (side, files) in [old, new].into_iter().enumerate() {
        for (file, document) in files
            .iter()
            .flat_map(|file| unreadable(file).map(move |document| (file, document)))
        {
            let text = file.text.get(document.span.range()).unwrap_or_default();
            by_text.entry(text).or_default()[side].push((file.file, document.index));
        }
    }
    by_text
        .into_values()
        .filter(|[old, new]| old.len() == new.len())
        .flatten()
        .flatten()
        .collect()
}

/// Those among them that may hold a Shoot or a NamespacedCloudProfile, each once: all but those that
/// say of each of their objects that it is a CloudProfile.
pub(super) fn with_users(
    new: &[ReadFile<'_>],
    stays: &BTreeSet<(FileId, usize)>,
) -> BTreeSet<(FileId, usize)> {
    let may_use = |file: &ReadFile<'_>, document: &Document<'_>| {
        let units = object::units(&document.tree, file.text);
        let is_profile = |unit: &Unit<'_>| {
            matches!(unit, Unit::Object(object)
                if object.kind == ObjectKind::CloudProfile && object.prefix.is_root())
        };
        units.is_empty() || !units.iter().all(is_profile)
    };
    new.iter()
        .flat_map(|file| {
            unreadable(file)
                .filter(move |document| may_use(file, document))
                .map(|document| (file.file, document.index))
        })
        .filter(|document| stays.contains(document))
        .collect()
}

/// Why each document that cannot be read is none: the first thing that `lint` says of it.
pub(super) fn reasons(sources: &Sources, files: &[&ReadFile<'_>]) -> Vec<Finding> {
    let broken = files
        .iter()
        .copied()
        .flat_map(|file| unreadable(file).map(|document| (file.file, document.index)));
    let documents: BTreeSet<(FileId, usize)> = broken.collect();
    let concerned = |file: &&&ReadFile<'_>| {
        documents
            .range((file.file, 0)..=(file.file, usize::MAX))
            .next()
            .is_some()
    };
    let mut findings = lint::texts(sources, files.iter().filter(concerned).copied());
    let mut told = BTreeSet::new();
    findings.sort_by_key(|finding| (finding.place.file, finding.place.span.start));
    findings.retain(|finding| {
        let document = (finding.place.file, finding.subject.document);
        finding.severity == Severity::Error
            && documents.contains(&document)
            && told.insert(document)
    });
    findings
}

fn unreadable<'f, 's>(file: &'f ReadFile<'s>) -> impl Iterator<Item = &'f Document<'s>> {
    file.documents
        .iter()
        .filter(|document| !document.readable() || file.is_broken_template(document))
}
