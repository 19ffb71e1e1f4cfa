//! All documents of a run: what was read from each text, and the objects in it. Nothing here
//! judges.

pub mod copies;
pub mod homes;
pub mod kustomize;
pub mod manifests;
pub mod pairing;
mod place;
pub mod refused;
pub mod repeated;
mod strangers;
mod templates;
pub mod unread;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use crate::config::Preview;
use crate::finding::Subject;
use crate::landscape::kustomize::Patch;
use crate::landscape::manifests::Lost;
use crate::landscape::refused::Refused;
use crate::landscape::templates::{is_broken, marker_in, unrendered};
use crate::landscape::unread::Unread;
use crate::merge::Raw;
use crate::model::cloudprofile::CloudProfile;
use crate::model::cursor::Cursor;
use crate::model::namespaced::NamespacedCloudProfile;
use crate::model::object::{self, Foreign, Object, ObjectKind, Unit, Unknown};
use crate::model::schema;
use crate::model::shape::{self, ShapeProblem};
use crate::model::shoot::{ProfileReference, Shoot};
use crate::source::{FileId, Source, Sources, Span};
use crate::threads;
use crate::yaml::{self, Document, NodeId, Sizes, TextError};

pub use templates::Unrendered;

/// A text that is judged, or gives context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The text, as `Sources` knows it.
    pub file: FileId,
    /// The reason why its bytes are not text, if so; then the text is the readable rest.
    pub fault: Option<TextError>,
}

/// A text and its documents.
#[derive(Debug)]
pub struct ReadFile<'s> {
    /// The text, as `Sources` knows it.
    pub file: FileId,
    /// The text where its objects count as standing: that of the objects that they replace.
    pub home: FileId,
    /// The text with its name and its lines.
    pub source: &'s Source,
    /// The text as it was read.
    pub text: &'s str,
    /// The YAML documents of the text, in order.
    pub documents: Vec<Document<'s>>,
    /// An unrendered template, where the text holds one.
    pub template: Option<Unrendered>,
    /// The documents of other kinds, by index: their text gets no findings.
    pub strangers: BTreeSet<usize>,
    /// The file that lists this one as a patch of Kustomize.
    pub patch_of: Option<String>,
}

/// An object of one of the three kinds, with what reading it found.
#[derive(Debug)]
pub struct Item<'t> {
    /// The text that it stands in.
    pub file: FileId,
    /// The text where it counts as standing, by which cpcap finds the nearest profile.
    pub home: FileId,
    /// The text with its name and its lines.
    pub source: &'t Source,
    /// The text as it was read.
    pub text: &'t str,
    /// The YAML document that holds the object.
    pub document: &'t Document<'t>,
    /// The kind and metadata of the object.
    pub object: Object<'t>,
    /// The problems that strict decoding reports.
    pub shape: Vec<ShapeProblem>,
    /// The paths that strict decoding refuses.
    pub refused: Refused,
    /// The values that cpcap could not read, whoever refuses them.
    pub unread: Unread,
    /// The object by its kind, read leniently.
    pub body: Body<'t>,
    /// It is a patch of Kustomize, and how it is known as one.
    pub patch: Option<Patch>,
    subject: OnceLock<Arc<Subject>>,
    sizes: OnceLock<Sizes>,
}

/// A landscape has tens of thousands of them.
const _: () = assert!(size_of::<Item<'static>>() <= 392);

/// The typed part of an object.
#[derive(Debug)]
pub enum Body<'t> {
    /// `spec` of a CloudProfile, typed.
    CloudProfile(Box<CloudProfile<'t>>),
    /// `spec` of a NamespacedCloudProfile, typed.
    NamespacedCloudProfile(Box<NamespacedCloudProfile<'t>>),
    /// A Shoot: the profile that it refers to. A landscape has tens of thousands of them, so the
    /// rest is typed only where somebody asks for it: [`Item::shoot`].
    Shoot(Option<ProfileReference<'t>>),
}

impl<'t> Body<'t> {
    /// The entries of a profile, as they are written: of a NamespacedCloudProfile, its own.
    #[must_use]
    pub fn profile(&self) -> Option<&CloudProfile<'t>> {
        match self {
            Self::CloudProfile(profile) => Some(profile),
            Self::NamespacedCloudProfile(child) => Some(&child.spec),
            Self::Shoot(_) => None,
        }
    }
}

/// A document that is not an object of the three kinds.
#[derive(Debug)]
pub struct Other<'t> {
    /// The text that it stands in.
    pub file: FileId,
    /// The text as it was read.
    pub text: &'t str,
    /// The YAML document that holds the object.
    pub document: &'t Document<'t>,
    /// Why cpcap does not judge it.
    pub what: OtherKind<'t>,
    /// It is set aside, or a patch: what it does not say is no fault.
    pub is_stranger: bool,
}

/// The kind of a document that is not an object of the three kinds.
#[derive(Debug)]
pub enum OtherKind<'t> {
    /// An object of Gardener's group that cpcap cannot read.
    Unknown(Unknown<'t>),
    /// An object of a kind that cpcap does not know.
    Foreign(Foreign<'t>),
    /// A list of objects without a kind around it; the objects are read.
    List(Span),
}

impl OtherKind<'_> {
    /// Whether a mistake in `apiVersion` or `kind` may be all that keeps the document from being
    /// judged.
    #[must_use]
    pub fn may_be_ours(&self) -> bool {
        match self {
            Self::Unknown(unknown) => unknown.may_be_ours(),
            Self::List(_) => false,
            Self::Foreign(foreign) => foreign.may_be_ours(),
        }
    }
}

/// Everything that a run has read.
#[derive(Debug, Default)]
pub struct Landscape<'t> {
    /// The objects, in the order of texts, documents and list items.
    pub items: Vec<Item<'t>>,
    /// The objects that the last one of their name in the same text replaces, in the same order.
    superseded: Vec<Item<'t>>,
    /// The other documents, in the same order.
    pub others: Vec<Other<'t>>,
    /// The lists of objects without a kind around them.
    pub lists: Vec<Other<'t>>,
    /// Patches of Kustomize: parts of objects, which nothing refers to.
    pub patches: Vec<Item<'t>>,
    /// An object may stand in what could not be read, or its name is not known.
    pub hides_objects: bool,
    /// Some document could not be read at all, or is a marker of a template, so that anything may
    /// stand in it.
    hides_texts: bool,
    /// The objects of each kind, by position.
    of_kind: BTreeMap<ObjectKind, Vec<usize>>,
}

impl Other<'_> {
    /// Whether it may be one of the three kinds, were it not for a mistake.
    #[must_use]
    pub fn may_be_ours(&self) -> bool {
        !self.is_stranger && self.what.may_be_ours()
    }

    /// Whether a document in a text with objects of the group may be a part of one: cpcap could
    /// read it, and it does not state its kind.
    fn mark_fragment(&mut self) {
        let is_read = self.document.readable() && !self.is_stranger;
        if let OtherKind::Foreign(foreign) = &mut self.what {
            foreign.is_fragment =
                is_read && (foreign.api_version.is_none() || foreign.kind.is_none());
        }
    }
}

impl<'t> Item<'t> {
    /// The Shoot that it is, as far as that depends on its profile; read anew each time.
    #[must_use]
    pub fn shoot(&self) -> Option<Shoot<'t>> {
        (self.object.kind == ObjectKind::Shoot).then(|| Shoot::read(self.cursor()))
    }

    /// The object as it is written.
    #[must_use]
    pub fn cursor(&self) -> Cursor<'t> {
        Cursor::new(&self.document.tree, self.text, self.object.node)
    }

    /// The object as findings name it.
    #[must_use]
    pub fn subject(&self) -> &Arc<Subject> {
        let named = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        self.subject.get_or_init(|| {
            Arc::new(Subject {
                document: self.document.index,
                kind: Some(self.object.kind.as_str().to_owned()),
                namespace: named(*self.object.meta.namespace),
                name: named(*self.object.meta.name),
            })
        })
    }

    /// The same; none where nothing has asked for it, so that no finding can be about the object.
    #[must_use]
    pub fn known_subject(&self) -> Option<&Arc<Subject>> {
        self.subject.get()
    }

    /// The object in its file, for merging and printing.
    #[must_use]
    pub fn raw(&self) -> Raw<'_> {
        Raw {
            tree: &self.document.tree,
            node: self.object.node,
        }
    }

    /// Whether strict decoding takes the object and its document whole.
    #[must_use]
    pub fn is_decoded(&self) -> bool {
        self.document.readable() && self.shape.is_empty() && self.unread.is_settled()
    }

    /// Whether a name on the command line means it: `name`, or `namespace/name`.
    #[must_use]
    pub fn is_called(&self, text: &str) -> bool {
        let (_, namespace, name) = self.key();
        match text.split_once('/') {
            Some(of) => of == (namespace, name),
            None => text == name,
        }
    }

    /// The bytes of the object as compact JSON, measured once.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.sizes().whole()
    }

    /// The bytes of a value in the object.
    #[must_use]
    pub fn size_of(&self, node: NodeId) -> u64 {
        self.sizes().of(&self.document.tree, node)
    }

    fn sizes(&self) -> &Sizes {
        self.sizes
            .get_or_init(|| self.document.tree.json_sizes(self.object.node))
    }
}

/// The least bytes of text for which another thread pays off.
const BYTES_A_THREAD: usize = 256 * 1024;
/// Number of texts that a thread decodes at a time.
const FILES: usize = 4;

/// Reads texts into documents, in the order of the inputs. Many bytes are read by several threads.
#[must_use]
pub fn read<'s>(sources: &'s Sources, inputs: &[Input]) -> Vec<ReadFile<'s>> {
    let bytes: usize = inputs
        .iter()
        .map(|input| sources.get(input.file).text().len())
        .sum();
    let threads = (bytes / BYTES_A_THREAD).min(threads::MOST);
    let mut files: Vec<ReadFile<'s>> = threads::each(
        inputs,
        threads,
        1,
        |inputs| {
            inputs
                .iter()
                .map(|input| read_one(sources, *input))
                .collect::<Vec<_>>()
        },
        &mut |_, _| {},
    )
    .into_iter()
    .flatten()
    .collect();
    let mut patches = BTreeMap::new();
    for read in &files {
        let listed = kustomize::listed(read.source.path(), read.text, &read.documents);
        patches.extend(listed.into_iter().map(|patch| (patch, read.source.name())));
    }
    for read in files.iter_mut().filter(|_| !patches.is_empty()) {
        if let Some(by) = patches.get(&kustomize::plain(read.source.path())) {
            read.patch_of = Some((*by).to_owned());
        }
    }
    files
}

fn read_one(sources: &Sources, input: Input) -> ReadFile<'_> {
    let source = sources.get(input.file);
    let text = source.text();
    let mut documents = match input.fault {
        None => yaml::read(text),
        Some(fault) => vec![Document::undecodable(text, fault)],
    };
    documents.shrink_to_fit();
    let strangers = if source.was_searched() {
        strangers::set_aside(text, &mut documents)
    } else {
        BTreeSet::new()
    };
    let template = unrendered(text, &documents, &strangers);
    ReadFile {
        file: input.file,
        home: input.file,
        source,
        text,
        documents,
        template,
        strangers,
        patch_of: source.is_patch_of().map(str::to_owned),
    }
}

impl ReadFile<'_> {
    /// The beginning of another manifest in a document, where one of the two is lost.
    #[must_use]
    pub fn lost_manifest(&self, document: &Document<'_>) -> Option<Lost> {
        if self.strangers.contains(&document.index) {
            return None;
        }
        let lost = manifests::lost(document, self.text)?;
        (!self.is_broken_template(document)).then_some(lost)
    }

    /// Whether a document is broken because it is a template: then nothing in it can be judged.
    #[must_use]
    pub fn is_broken_template(&self, document: &Document<'_>) -> bool {
        self.template.is_some_and(|template| template.broken)
            && is_broken(document)
            && !self.strangers.contains(&document.index)
            && marker_in(self.text, document).is_some()
    }
}

impl<'t> Landscape<'t> {
    /// Finds and decodes the objects of the documents.
    #[must_use]
    pub fn new(files: &'t [ReadFile<'t>]) -> Self {
        Self::with_preview(files, Preview::default())
    }

    /// The same, with the fields of previews.
    #[must_use]
    pub fn with_preview(
        files: impl IntoIterator<Item = &'t ReadFile<'t>>,
        preview: Preview,
    ) -> Self {
        let files: Vec<&ReadFile<'_>> = files.into_iter().collect();
        let bytes: usize = files.iter().map(|read| read.text.len()).sum();
        let decode = |files: &[&'t ReadFile<'t>]| {
            let mut part = Self::default();
            for read in files {
                part.add_file(read, preview);
            }
            part
        };
        let parts = threads::each(
            &files,
            (bytes / BYTES_A_THREAD).min(threads::MOST),
            FILES,
            decode,
            &mut |_, _| {},
        );
        Self::united(parts)
    }

    /// The parts of a landscape, in their order, as one.
    fn united(parts: Vec<Self>) -> Self {
        let mut all = Self::default();
        all.items
            .reserve_exact(parts.iter().map(|part| part.items.len()).sum());
        for mut part in parts {
            let before = all.items.len();
            for (kind, positions) in part.of_kind {
                all.of_kind
                    .entry(kind)
                    .or_default()
                    .extend(positions.iter().map(|at| before + at));
            }
            all.items.append(&mut part.items);
            all.superseded.append(&mut part.superseded);
            all.others.append(&mut part.others);
            all.lists.append(&mut part.lists);
            all.patches.append(&mut part.patches);
            all.hides_objects |= part.hides_objects;
            all.hides_texts |= part.hides_texts;
        }
        all
    }

    fn add_file(&mut self, read: &'t ReadFile<'t>, preview: Preview) {
        let (items, others) = (self.items.len(), self.others.len());
        let hid_objects = std::mem::take(&mut self.hides_objects);
        for document in &read.documents {
            self.add(read, document, preview);
        }
        if !self.hides_objects {
            self.set_copies_aside(read, items);
        }
        self.hides_objects |= hid_objects;
        let is_unknown = |other: &Other<'_>| matches!(other.what, OtherKind::Unknown(_));
        if self.items.len() > items || self.others[others..].iter().any(is_unknown) {
            self.others[others..]
                .iter_mut()
                .for_each(Other::mark_fragment);
        }
    }

    /// Whether some Shoot or NamespacedCloudProfile may stand in what is not known: in what could
    /// not be read, or in a document that only a mistake may keep from being one.
    #[must_use]
    pub fn hides_users(&self) -> bool {
        self.hides_objects || self.hides_texts || self.others.iter().any(Other::may_be_ours)
    }

    /// The Shoots among the objects.
    pub fn shoots(&self) -> impl Iterator<Item = (&Item<'t>, Shoot<'t>)> {
        self.items
            .iter()
            .filter_map(|item| Some((item, item.shoot()?)))
    }

    fn add(&mut self, read: &'t ReadFile<'t>, document: &'t Document<'t>, preview: Preview) {
        let other = |what| Other {
            file: read.file,
            text: read.text,
            document,
            what,
            is_stranger: read.strangers.contains(&document.index) || read.patch_of.is_some(),
        };
        if document.tree.root().is_none() && read.strangers.contains(&document.index) {
            let unread = Foreign::unread(document.span);
            self.others.push(other(OtherKind::Foreign(unread)));
        }
        let units = object::units(&document.tree, read.text);
        self.hides_texts |= hides_text(document, read, &units);
        self.hides_objects |=
            hides_object(document, read, &units) || read.lost_manifest(document).is_some();
        for unit in units {
            match unit {
                Unit::Object(object) => {
                    let listed = read.patch_of.clone().map(Patch::Listed);
                    let patch = listed.or_else(|| {
                        kustomize::directive(&document.tree, read.text, &object)
                            .map(Patch::Directive)
                    });
                    if patch.is_some() {
                        self.patches
                            .push(item(read, document, object, patch, preview));
                        continue;
                    }
                    let item = item(read, document, object, None, preview);
                    self.hides_objects |= item.hides_key()
                        || item.unread.is_incomplete() && item.object.meta.name.is_empty();
                    self.push(item);
                }
                Unit::List(span) => self.lists.push(other(OtherKind::List(span))),
                Unit::Unknown(unknown) => self.others.push(other(OtherKind::Unknown(unknown))),
                Unit::Foreign(foreign) => {
                    let foreign = foreign.in_patch(read.patch_of.is_some());
                    self.others.push(other(OtherKind::Foreign(foreign)));
                }
            }
        }
    }

    fn push(&mut self, item: Item<'t>) {
        let of_kind = self.of_kind.entry(item.object.kind).or_default();
        of_kind.push(self.items.len());
        self.items.push(item);
    }

    /// Keeps some objects, by position.
    fn keep(&mut self, is_kept: impl Fn(usize, &Item<'t>) -> bool) {
        let items = std::mem::take(&mut self.items);
        self.of_kind.clear();
        items
            .into_iter()
            .enumerate()
            .filter(|(at, item)| is_kept(*at, item))
            .for_each(|(_, item)| self.push(item));
    }

    /// The only object of a kind, if all objects stand in one text.
    #[must_use]
    pub fn only(&self, kind: ObjectKind) -> Option<&Item<'t>> {
        let [only] = self.of_kind.get(&kind)?.as_slice() else {
            return None;
        };
        let one_text =
            self.items.first().map(|item| item.file) == self.items.last().map(|item| item.file);
        self.items.get(*only).filter(|_| one_text)
    }
}

/// Whether anything may stand in a document: nobody knows its kind.
fn hides_text(document: &Document<'_>, read: &ReadFile<'_>, units: &[Unit<'_>]) -> bool {
    let says_nothing = |unit: &Unit<'_>| matches!(unit, Unit::Foreign(of) if of.kind.is_none());
    let is_marker = || yaml::template(&read.text[document.span.range()]).is_some();
    !read.strangers.contains(&document.index)
        && units.iter().all(says_nothing)
        && (!document.readable() || is_broken(document) && is_marker())
}

/// Whether a document is none of the three kinds for the only reason that it could not be read.
fn hides_object(document: &Document<'_>, read: &ReadFile<'_>, units: &[Unit<'_>]) -> bool {
    let is_patch = read.patch_of.is_some() && document.readable();
    let is_aside = is_patch || read.strangers.contains(&document.index);
    let text = &read.text[document.span.range()];
    let names = |word: &str| memchr::memmem::find(text.as_bytes(), word.as_bytes()).is_some();
    let is_ours = |unit: &Unit<'_>| match unit {
        Unit::Object(_) | Unit::List(_) => false,
        Unit::Unknown(unknown) => unknown.kind.is_empty(),
        Unit::Foreign(foreign) => foreign.looks_like_ours,
    };
    let is_other = |unit: &Unit<'_>| matches!(unit, Unit::Unknown(_) | Unit::Foreign(_));
    let is_unread = || !document.readable() || yaml::template(text).is_some();
    // In a list each item counts: the others may be objects.
    let unlike =
        units.is_empty() || units.iter().any(is_ours) || units.iter().all(is_other) && is_unread();
    !is_aside && unlike && (names(object::GROUP) || names(ObjectKind::CloudProfile.as_str()))
}

fn item<'t>(
    read: &'t ReadFile<'t>,
    document: &'t Document<'t>,
    object: Object<'t>,
    patch: Option<Patch>,
    preview: Preview,
) -> Item<'t> {
    let check = if preview.worker_capabilities {
        shape::check_with_preview
    } else {
        shape::check
    };
    let mut shape = schema::root(object.kind.as_str())
        .map_or_else(Vec::new, |root| check(&document.tree, object.node, root));
    if patch.is_some() {
        kustomize::without_directives(&mut shape);
    }
    let cursor = Cursor::new(&document.tree, read.text, object.node);
    let body = match object.kind {
        ObjectKind::CloudProfile => Body::CloudProfile(Box::new(CloudProfile::read(cursor))),
        ObjectKind::NamespacedCloudProfile => {
            Body::NamespacedCloudProfile(Box::new(NamespacedCloudProfile::read(cursor)))
        }
        ObjectKind::Shoot => Body::Shoot(ProfileReference::of_shoot(cursor)),
    };
    let refused = Refused::of(&shape);
    let unread = Unread::new(document, object.node, &shape, read.template.is_some());
    Item {
        file: read.file,
        home: read.home,
        source: read.source,
        text: read.text,
        document,
        object,
        shape,
        refused,
        unread,
        body,
        patch,
        subject: OnceLock::new(),
        sizes: OnceLock::new(),
    }
}
