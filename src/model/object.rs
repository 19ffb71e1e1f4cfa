//! Kind dispatch: which objects a document holds, list kinds unpacked, and the metadata that all
//! kinds share.
//! A field that says nothing else is the field of the API of that name.
#![allow(missing_docs)]

mod dispatch;

use crate::model::cursor::{Cursor, Moment, Spanned};
use crate::model::near::near;
use crate::model::object::dispatch::{Within, dispatch};
use crate::model::path::{FieldPath, PathStep, element};
use crate::source::Span;
use crate::yaml::{NodeId, Tree, Value};

/// The API group of the three kinds.
pub const GROUP: &str = "core.gardener.cloud";
/// The only served version of the group that cpcap knows.
pub const API_VERSION: &str = "core.gardener.cloud/v1beta1";
/// The API group that Gardener had before.
pub const RETIRED_GROUP: &str = "garden.sapcloud.io";
/// Kinds of the group that exist beside the three and are none of cpcap's business.
pub const OTHER_KINDS: &[&str] = &[
    "BackupBucket",
    "BackupEntry",
    "ControllerDeployment",
    "ControllerInstallation",
    "ControllerRegistration",
    "ExposureClass",
    "InternalSecret",
    "Project",
    "Quota",
    "SecretBinding",
    "Seed",
    "ShootState",
];

/// The kinds that cpcap reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub enum ObjectKind {
    /// `CloudProfile`
    CloudProfile,
    /// `NamespacedCloudProfile`
    NamespacedCloudProfile,
    /// `Shoot`
    Shoot,
}

impl ObjectKind {
    pub const ALL: [Self; 3] = [
        Self::CloudProfile,
        Self::NamespacedCloudProfile,
        Self::Shoot,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CloudProfile => "CloudProfile",
            Self::NamespacedCloudProfile => "NamespacedCloudProfile",
            Self::Shoot => "Shoot",
        }
    }

    /// Whether objects of the kind live in a namespace.
    #[must_use]
    pub fn namespaced(self) -> bool {
        self != Self::CloudProfile
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Whether a name is that of one of the three, or of a list of one.
    #[must_use]
    pub fn is_meant_by(name: &str) -> bool {
        Self::from_name(name.strip_suffix("List").unwrap_or(name)).is_some()
    }
}

/// The content of a document, or of an item of a list.
#[derive(Clone, Debug)]
pub enum Unit<'t> {
    /// One of the three kinds.
    Object(Object<'t>),
    /// An object of the group that cannot be read: another version, or a kind that does not exist.
    Unknown(Unknown<'t>),
    /// Anything else: skipped and counted.
    Foreign(Foreign<'t>),
    /// A list of objects without a kind around it; its items follow.
    List(Span),
}

/// An object of one of the three kinds.
#[derive(Clone, Debug)]
pub struct Object<'t> {
    pub kind: ObjectKind,
    pub node: NodeId,
    /// The path to it when it is an item of a list (`items[2]`), else empty.
    pub prefix: FieldPath,
    pub meta: ObjectMeta<'t>,
}

/// `garden-x/name`, or `name` without a namespace.
#[must_use]
pub fn qualified(namespace: &str, name: &str) -> String {
    if namespace.is_empty() {
        name.to_owned()
    } else {
        format!("{namespace}/{name}")
    }
}

impl<'t> Object<'t> {
    /// Its namespace. A CloudProfile has none, whatever its file says.
    #[must_use]
    pub fn namespace(&self) -> &'t str {
        if self.kind.namespaced() {
            *self.meta.namespace
        } else {
            ""
        }
    }

    /// `garden-x/name`, or `name` without a namespace.
    #[must_use]
    pub fn qualified(&self) -> String {
        qualified(self.namespace(), *self.meta.name)
    }
}

/// An object of the group that cpcap cannot read.
#[derive(Clone, Debug)]
pub struct Unknown<'t> {
    pub api_version: Spanned<&'t str>,
    pub kind: Spanned<&'t str>,
    /// Whether the version is one that is known; then the kind is not.
    pub known_version: bool,
    /// `metadata.name`
    pub name: Option<&'t str>,
    /// The path to it when it is an item of a list.
    pub prefix: FieldPath,
}

/// A document that is none of cpcap's business.
#[derive(Clone, Debug)]
pub struct Foreign<'t> {
    /// `apiVersion`, if there is one.
    pub api_version: Spanned<Option<&'t str>>,
    /// `kind`, if there is one.
    pub kind: Option<&'t str>,
    pub at: Span,
    /// `apiVersion` or `kind`, where it is there and no text; its span is none where the reader
    /// could not read it at all.
    pub no_text: Option<(&'static str, Option<Span>)>,
    /// It has keys that one of the three kinds has at its top, or names one of them, but does not
    /// say all of what it is.
    pub looks_like_ours: bool,
    /// It is a list whose objects are not read.
    pub list: Option<(ListFault, Span)>,
    /// It does not say what it is, and stands in a text with objects of the group: maybe a part of
    /// one of them.
    pub is_fragment: bool,
    /// The path to it when it is an item of a list.
    pub prefix: FieldPath,
}

/// Why the objects of a list are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFault {
    /// `items` is no list.
    NoItems,
    /// The key of its items has another case.
    OtherItems,
    /// It is an item of another list.
    Nested,
    /// It is no list, but an item of one, and no object.
    NoObject,
    /// Its `apiVersion` or `kind` is missing, or has another case.
    NoList,
}

/// The group of an API version. The core group of Kubernetes alone is left out.
#[must_use]
pub fn group_of(version: &str) -> Option<&str> {
    match version.split_once('/') {
        Some((group, _)) => Some(group),
        None => version.contains('.').then_some(version),
    }
}

/// Whether an API version is one of the group.
#[must_use]
pub fn is_of_group(version: &str) -> bool {
    group_of(version) == Some(GROUP)
}

impl Unknown<'_> {
    /// Whether it may be one of the three kinds: another kind of the group that is known is none.
    #[must_use]
    pub fn may_be_ours(&self) -> bool {
        !OTHER_KINDS.contains(&self.kind.value)
    }
}

impl Foreign<'_> {
    /// Whether a mistake in `apiVersion` or `kind` may be all that keeps it from being one of the
    /// three kinds.
    #[must_use]
    pub fn may_be_ours(&self) -> bool {
        self.no_text.is_some()
            || self.list.is_some()
            || self.looks_like_ours
            || self.kind.is_some_and(ObjectKind::is_meant_by) && self.may_be_in_group()
    }

    /// Whether its `apiVersion` may mean the group: a template, a slip, or the group that Gardener
    /// had before. Any other group may have a kind of the same name.
    fn may_be_in_group(&self) -> bool {
        let Some(version) = *self.api_version else {
            return true;
        };
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-/".contains(&byte);
        group_of(version).is_none_or(|group| {
            group == RETIRED_GROUP
                || near(group, [GROUP]).is_some()
                || !version.bytes().all(is_plain)
        })
    }

    /// The same in a patch, which need not say what it is for.
    #[must_use]
    pub fn in_patch(mut self, is_patch: bool) -> Self {
        if is_patch {
            (self.no_text, self.list) = (None, None);
        }
        self.looks_like_ours &= !is_patch;
        self
    }

    /// A document without content.
    #[must_use]
    pub fn unread(at: Span) -> Self {
        Self {
            api_version: Spanned::default(),
            kind: None,
            at,
            no_text: None,
            looks_like_ours: false,
            list: None,
            is_fragment: false,
            prefix: FieldPath::ROOT,
        }
    }
}

/// The metadata that matters for judging.
#[derive(Clone, Debug)]
pub struct ObjectMeta<'t> {
    /// The `metadata` key, or the nearest enclosing one.
    at: Span,
    pub name: Spanned<&'t str>,
    pub namespace: Spanned<&'t str>,
    rest: Option<Box<MoreMeta<'t>>>,
}

/// The metadata beside name and namespace, which most objects in files do not have.
#[derive(Clone, Debug)]
pub struct MoreMeta<'t> {
    pub generate_name: Spanned<&'t str>,
    uid: Spanned<Option<&'t str>>,
    pub deletion_timestamp: Spanned<Moment>,
    pub labels: Spanned<Vec<(Spanned<&'t str>, Spanned<&'t str>)>>,
    pub annotations: Spanned<Vec<(Spanned<&'t str>, Spanned<&'t str>)>>,
    pub owner_references: Spanned<Vec<OwnerReference<'t>>>,
    pub finalizers: Spanned<Vec<Spanned<&'t str>>>,
}

const NOWHERE: Span = Span { start: 0, end: 0 };
static NO_MORE: MoreMeta<'static> = MoreMeta {
    generate_name: Spanned::new("", NOWHERE),
    uid: Spanned::new(None, NOWHERE),
    deletion_timestamp: Spanned::new(Moment::Unset, NOWHERE),
    labels: Spanned::new(Vec::new(), NOWHERE),
    annotations: Spanned::new(Vec::new(), NOWHERE),
    owner_references: Spanned::new(Vec::new(), NOWHERE),
    finalizers: Spanned::new(Vec::new(), NOWHERE),
};

#[derive(Clone, Debug)]
pub struct OwnerReference<'t> {
    pub api_version: Spanned<&'t str>,
    pub kind: Spanned<&'t str>,
    pub name: Spanned<&'t str>,
    pub uid: Spanned<&'t str>,
    pub controller: Spanned<Option<bool>>,
}

impl<'t> ObjectMeta<'t> {
    /// Reads `metadata` of an object.
    #[must_use]
    pub fn read(object: Cursor<'t>) -> Self {
        let meta = object.field("metadata");
        let has_more = meta.has_others(&["name", "namespace"]);
        Self {
            at: meta.at(),
            name: meta.field("name").string(),
            namespace: meta.field("namespace").string(),
            rest: has_more.then(|| Box::new(MoreMeta::read(meta))),
        }
    }

    /// The rest of it. What is absent may have no place.
    #[must_use]
    pub fn more(&self) -> &MoreMeta<'t> {
        self.rest.as_deref().unwrap_or(&NO_MORE)
    }

    /// Its identity on the server, or the place where that is missing.
    #[must_use]
    pub fn uid(&self) -> Spanned<Option<&'t str>> {
        let absent = Spanned::new(None, self.at);
        self.rest.as_deref().map_or(absent, |rest| rest.uid)
    }

    /// Whether the object is being deleted: then nothing that refers to others through it counts.
    #[must_use]
    pub fn is_deleted(&self) -> bool {
        self.more().deletion_timestamp.is_set()
    }
}

impl<'t> MoreMeta<'t> {
    fn read(meta: Cursor<'t>) -> Self {
        Self {
            generate_name: meta.field("generateName").string(),
            uid: meta.field("uid").optional_string(),
            deletion_timestamp: meta.field("deletionTimestamp").moment(),
            labels: meta.field("labels").map(|key, value| (key, value.string())),
            annotations: meta
                .field("annotations")
                .map(|key, value| (key, value.string())),
            owner_references: meta.field("ownerReferences").list(|node| OwnerReference {
                api_version: node.field("apiVersion").string(),
                kind: node.field("kind").string(),
                name: node.field("name").string(),
                uid: node.field("uid").string(),
                controller: node.field("controller").boolean(),
            }),
            finalizers: meta.field("finalizers").list(Cursor::string),
        }
    }
}

/// The units of a document, in order: one, or those of a list.
#[must_use]
pub fn units<'t>(tree: &'t Tree<'t>, text: &'t str) -> Vec<Unit<'t>> {
    let mut units = Vec::new();
    let Some(root) = tree.root() else {
        return units;
    };
    if tree.value(root) == Value::Sequence {
        for (index, item) in tree.items(root).iter().enumerate() {
            dispatch(
                tree,
                text,
                *item,
                FieldPath::ROOT.index(index),
                Within::Sequence,
                &mut units,
            );
        }
        if units.iter().any(Unit::is_ours) {
            units.insert(0, Unit::List(tree.span(root)));
            return units;
        }
        // Any other list is one document that is none of our business.
        units.clear();
    }
    let whole = Within::Document;
    dispatch(tree, text, root, FieldPath::ROOT, whole, &mut units);
    units
}

/// The path to an object in its list, of a path that leads into it; of an object that is in none the
/// root.
#[must_use]
pub fn listed(path: &FieldPath) -> FieldPath {
    let steps = path.steps();
    let length = match steps {
        [PathStep::Index(_), ..] => 1,
        _ if element(steps, "items").is_some() => 2,
        _ => 0,
    };
    FieldPath::of(&steps[..length])
}

impl Unit<'_> {
    /// Whether it is an object of the group, or looks like one.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        match self {
            Self::Foreign(foreign) => foreign.looks_like_ours,
            Self::Object(_) | Self::Unknown(_) | Self::List(_) => true,
        }
    }

    /// Whether it is none of the three kinds, and only a mistake may be the reason.
    #[must_use]
    pub fn may_be_ours(&self) -> bool {
        match self {
            Self::Unknown(unknown) => unknown.may_be_ours(),
            Self::Foreign(foreign) => foreign.may_be_ours(),
            Self::Object(_) | Self::List(_) => false,
        }
    }
}

/// Whether a node is a map: anything else at the top of a document is not an object.
#[must_use]
pub fn is_map(tree: &Tree<'_>, node: NodeId) -> bool {
    tree.value(node) == Value::Mapping
}
