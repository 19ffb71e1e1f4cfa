//! The JSON of `uses`, a contract with a version.

use schemars::JsonSchema;
use serde::Serialize;

use crate::landscape::Item;
use crate::table::uses::{View, words};
use crate::uses::{Dangling, Entry, How, Presence, ProfileUses, Relation, ShootOf, User, What};

/// The version of the contract. It rises when a part changes its meaning or goes; parts may come
/// without it.
pub const SCHEMA_VERSION: u32 = 1;

/// What `cpcap uses --format json` prints. Only the given files are known.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsesReport<'a> {
    /// The version of this contract.
    schema_version: u32,
    /// What was read.
    known: Known,
    /// The CloudProfiles and NamespacedCloudProfiles, in the order of the files.
    profiles: Vec<Profile<'a>>,
    /// Objects that refer to a profile which is not among the files.
    dangling: Vec<Reference<'a>>,
}

/// How many possible users were read; others are not known.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Known {
    /// NamespacedCloudProfiles.
    namespaced_cloud_profiles: usize,
    /// Shoots.
    shoots: usize,
}

/// A profile.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Profile<'a> {
    #[serde(flatten)]
    object: Object<'a>,
    /// Position of the document in the file, from 0.
    document: usize,
    /// The parent of a NamespacedCloudProfile.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<&'a str>,
    /// The NamespacedCloudProfiles of this parent.
    namespaced_cloud_profiles: Vec<Object<'a>>,
    /// The Shoots that refer to it, or to one of its NamespacedCloudProfiles.
    shoots: Vec<Shoot<'a>>,
    /// What it lists, and what is used of it although it does not list it.
    entries: Vec<JsonEntry<'a>>,
}

/// An object.
#[derive(Debug, Serialize, JsonSchema)]
struct Object<'a> {
    /// Its kind.
    #[schemars(extend("enum" = ["CloudProfile", "NamespacedCloudProfile", "Shoot"]))]
    kind: &'a str,
    /// Its namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'a str>,
    /// Its name.
    name: &'a str,
    /// The file that it stands in, which tells objects of one name in two landscapes apart.
    file: &'a str,
}

/// A Shoot of a profile.
#[derive(Debug, Serialize, JsonSchema)]
struct Shoot<'a> {
    #[serde(flatten)]
    object: Object<'a>,
    /// The NamespacedCloudProfile that it refers to; left out where it refers to the profile
    /// itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    through: Option<&'a str>,
}

/// An entry of a list of the profile.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonEntry<'a> {
    /// What it is.
    #[schemars(with = "String", extend("enum" = What::CODES))]
    what: What,
    /// The image of an image version.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    /// Its name or version.
    name: &'a str,
    /// `listed`; `missing`: used, but the profile does not list it; `prefix`: the beginning of a
    /// version, for which the server takes a listed one.
    #[schemars(with = "String", extend("enum" = Presence::CODES))]
    presence: Presence,
    /// Who uses it; empty: nobody of the given files.
    users: Vec<JsonUser<'a>>,
    /// Whether more may use it than the files tell: Shoots or worker pools that name no version, or only
    /// its beginning; Shoots whose NamespacedCloudProfile is not among the files; objects that cpcap
    /// could not read, or that do not say so. Left out where it is false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    may_be_used: bool,
}

/// A user of an entry.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonUser<'a> {
    #[serde(flatten)]
    object: Object<'a>,
    /// The worker pool of a Shoot; left out for the Shoot as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    worker_pool: Option<&'a str>,
    /// Whether the Shoot refers to a NamespacedCloudProfile of this parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    through_child: Option<bool>,
    /// What a NamespacedCloudProfile does to the entry: `adjusts` its date or update strategy,
    /// `extends` the image by versions, `replaces` it whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = Relation::CODES))]
    relation: Option<Relation>,
    /// What the Shoot says where that is only the beginning of the version: the server makes this
    /// one of it by the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<&'a str>,
}

/// A reference that leads to no profile of the given files.
#[derive(Debug, Serialize, JsonSchema)]
struct Reference<'a> {
    #[serde(flatten)]
    object: Object<'a>,
    /// The profile that it refers to.
    profile: Referred<'a>,
}

/// What a reference says.
#[derive(Debug, Serialize, JsonSchema)]
struct Referred<'a> {
    /// The kind, as written or by default.
    kind: &'a str,
    /// The name.
    name: &'a str,
}

/// The list as JSON.
#[must_use]
pub fn json(view: View<'_>) -> UsesReport<'_> {
    UsesReport {
        schema_version: SCHEMA_VERSION,
        known: Known {
            namespaced_cloud_profiles: view.uses.children,
            shoots: view.uses.shoots,
        },
        profiles: view.profiles().map(|of| profile(of, &view)).collect(),
        dangling: view.uses.dangling.iter().map(reference).collect(),
    }
}

fn set(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn object<'v>(item: &'v Item<'v>) -> Object<'v> {
    let object = &item.object;
    Object {
        kind: object.kind.as_str(),
        namespace: set(*object.meta.namespace),
        name: *object.meta.name,
        file: item.source.name(),
    }
}

fn profile<'v>(of: &'v ProfileUses<'v>, view: &View<'v>) -> Profile<'v> {
    let shoot = |shoot: &'v ShootOf<'v>| Shoot {
        object: object(shoot.item),
        through: shoot.through.map(|child| *child.object.meta.name),
    };
    Profile {
        object: object(of.item),
        document: of.item.document.index,
        parent: of.parent,
        namespaced_cloud_profiles: of.children.iter().map(|item| object(item)).collect(),
        shoots: of.shoots.iter().map(shoot).collect(),
        entries: view.entries(of).map(entry).collect(),
    }
}

fn entry<'v>(of: &'v Entry<'v>) -> JsonEntry<'v> {
    JsonEntry {
        what: of.key.what,
        image: set(of.key.image),
        name: of.key.name,
        presence: of.presence,
        users: of.users.iter().map(user).collect(),
        may_be_used: of.is_open(),
    }
}

fn user<'v>(of: &'v User<'v>) -> JsonUser<'v> {
    let (relation, through_child) = match of.how {
        How::Child(relation) => (Some(relation), None),
        How::Shoot { through_child, .. } => (None, Some(through_child)),
    };
    JsonUser {
        object: object(of.item),
        worker_pool: words::pool(of),
        through_child,
        relation,
        written: of.written,
    }
}

fn reference<'v>(of: &'v Dangling<'v>) -> Reference<'v> {
    Reference {
        object: object(of.item),
        profile: Referred {
            kind: of.kind,
            name: of.name,
        },
    }
}
