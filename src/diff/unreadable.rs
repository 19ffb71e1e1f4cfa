//! Documents that cannot be read are set aside before anything is compared, and so are the objects
//! that they may hold. Where a document loses a manifest, or only a mistake may keep an object from
//! being one of the three kinds, the rest of the document is compared.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{Finding, Severity};
use crate::landscape::ReadFile;
use crate::lint;
use crate::model::object::{self, ObjectKind, Unit};
use crate::model::path::FieldPath;
use crate::rules::yaml::IGNORED_CONTENT;
use crate::source::{FileId, Sources};
use crate::yaml::{Document, Value};

/// The objects that may stand in what cannot be read.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    /// Objects with a readable kind, namespace and name.
    named: BTreeSet<(ObjectKind, String, String)>,
    /// The names of objects whose kind is not known.
    of_some_kind: BTreeSet<String>,
    anything: bool,
    documents: BTreeSet<(FileId, usize)>,
}

impl Hidden {
    /// Whether an object may be among them.
    pub fn may_hold(&self, kind: ObjectKind, namespace: &str, name: &str) -> bool {
        self.anything
            || self.of_some_kind.contains(name)
            || self
                .named
                .contains(&(kind, namespace.to_owned(), name.to_owned()))
    }

    /// Whether everything could be read.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }
}

impl Hidden {
    /// Adds what is lost of a document that is compared.
    fn add_part(&mut self, file: &ReadFile<'_>, document: &Document<'_>) {
        self.anything |= file.lost_manifest(document).is_some();
        for unit in object::units(&document.tree, file.text) {
            let prefix = match &unit {
                Unit::Unknown(unknown) => &unknown.prefix,
                Unit::Foreign(foreign) => &foreign.prefix,
                Unit::Object(_) | Unit::List(_) => continue,
            };
            if unit.may_be_ours() {
                match name_at(document, prefix) {
                    Some(name) => drop(self.of_some_kind.insert(name)),
                    None => self.anything = true,
                }
            }
        }
    }
}

/// The name of an object whose kind is not known.
fn name_at(document: &Document<'_>, prefix: &FieldPath) -> Option<String> {
    let name = prefix.clone().field("metadata").field("name");
    let tree = &document.tree;
    let node = name
        .steps()
        .iter()
        .try_fold(tree.root()?, |node, step| step.node(tree, node))?;
    match tree.value(node) {
        Value::String(name) if !name.is_empty() => Some(name.to_owned()),
        _ => None,
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
            if !is_broken(file, document) {
                hidden.add_part(file, document);
                continue;
            }
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
        let broken: BTreeSet<usize> = unreadable(file)
            .filter(|document| is_broken(file, document))
            .map(|document| document.index)
            .collect();
        file.documents
            .retain(|document| !broken.contains(&document.index));
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

/// The documents that count only where users are asked about, which are those that do not change;
/// and whether they may hold a Shoot or a NamespacedCloudProfile: all may but those that say of each
/// of their objects that it is a CloudProfile.
pub(super) fn with_users(
    new: &[ReadFile<'_>],
    context: &[ReadFile<'_>],
    stays: &BTreeSet<(FileId, usize)>,
) -> BTreeMap<(FileId, usize), bool> {
    let may_use = |file: &ReadFile<'_>, document: &Document<'_>| {
        let units = object::units(&document.tree, file.text);
        let is_profile = |unit: &Unit<'_>| match unit {
            Unit::Object(object) => {
                object.kind == ObjectKind::CloudProfile && object.prefix.is_root()
            }
            Unit::Unknown(unknown) => *unknown.kind == ObjectKind::CloudProfile.as_str(),
            Unit::Foreign(_) | Unit::List(_) => false,
        };
        file.lost_manifest(document).is_some() || units.is_empty() || !units.iter().all(is_profile)
    };
    let mut all: BTreeMap<(FileId, usize), bool> =
        stays.iter().map(|document| (*document, false)).collect();
    let sides = new.iter().map(|file| (file, false));
    for (file, is_context) in sides.chain(context.iter().map(|file| (file, true))) {
        for document in unreadable(file) {
            let id = (file.file, document.index);
            if stays.contains(&id) || is_context && !is_broken(file, document) {
                all.insert(id, may_use(file, document));
            }
        }
    }
    all
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
    let files: Vec<&ReadFile<'_>> = files.iter().filter(concerned).copied().collect();
    let mut findings = lint::texts(sources, files.iter().copied());
    findings.extend(lint::unknown(files.iter().copied()));
    let mut told = BTreeSet::new();
    let place = |finding: &Finding| (finding.place.file, finding.place.span.start);
    // What refuses the document says more than what is odd about it.
    let is_odd = |finding: &Finding| {
        finding.severity != Severity::Error && finding.rule != IGNORED_CONTENT.name
    };
    findings.sort_by_key(|finding| (is_odd(finding), place(finding)));
    findings.retain(|finding| {
        let document = (finding.place.file, finding.subject.document);
        documents.contains(&document) && told.insert(document)
    });
    findings.sort_by_key(place);
    findings
}

fn unreadable<'f, 's>(file: &'f ReadFile<'s>) -> impl Iterator<Item = &'f Document<'s>> {
    file.documents
        .iter()
        .filter(|document| is_broken(file, document) || is_partial(file, document))
}

fn is_broken(file: &ReadFile<'_>, document: &Document<'_>) -> bool {
    !document.readable() || file.is_broken_template(document)
}

/// Whether a document that can be read holds something of which nothing is known.
fn is_partial(file: &ReadFile<'_>, document: &Document<'_>) -> bool {
    file.lost_manifest(document).is_some()
        || !file.strangers.contains(&document.index)
            && file.patch_of.is_none()
            && object::units(&document.tree, file.text)
                .iter()
                .any(Unit::may_be_ours)
}
