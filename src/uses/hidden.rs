//! What cpcap could not read of an object and decides whether that uses something of a profile. What
//! decides nothing of the question does not count, such as the zones of a pool where a Kubernetes
//! version goes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::landscape::{Body, Item};
use crate::model::cursor::Cursor;
use crate::model::near::slip;
use crate::model::object::ObjectKind;
use crate::model::path::{FieldPath, PathStep};
use crate::model::shape::ShapeKind;
use crate::resolution::usable::{DECISIVE, OF_SHOOTS};
use crate::source::Place;
use crate::uses::What;
use crate::uses::stored::{is_no_image_version, is_no_version};
use crate::yaml::NodeId;

const KUBERNETES: &[&str] = &[
    "spec.kubernetes.version",
    "spec.provider.workers[].kubernetes.version",
];
const IMAGE: &[&str] = &["spec.provider.workers[].machine.image.name"];
const IMAGE_VERSION: &[&str] = &[
    "spec.provider.workers[].machine.image.name",
    "spec.provider.workers[].machine.image.version",
];
const MACHINE: &[&str] = &[
    "spec.provider.workers[].machine.type",
    "spec.provider.workers[].machine.architecture",
];
const VOLUME: &[&str] = &[
    "spec.provider.workers[].volume.type",
    "spec.provider.workers[].volume.size",
];
const NODES: &[&str] = &["spec.provider.workers[].minimum"];

const VERSIONS: &str = "spec.kubernetes.versions[].version";
const IMAGES: &str = "spec.machineImages[].name";
const IMAGE_VERSIONS: &str = "spec.machineImages[].versions[].version";
const TYPES: &str = "spec.machineTypes[].name";
const VOLUME_TYPES: &str = "spec.volumeTypes[].name";
const VOCABULARY: &str = "spec.machineCapabilities";

/// The fields by which an object refers to a profile.
const REFERENCES: [&str; 5] = [
    "spec.cloudProfile.kind",
    "spec.cloudProfile.name",
    "spec.cloudProfileName",
    "spec.parent.kind",
    "spec.parent.name",
];

/// What is asked about the users of a profile: the fields that decide, of Shoots and of profiles.
#[derive(Clone, Debug, Default)]
pub struct Asked(BTreeSet<&'static str>);

impl Asked {
    /// The question who uses an entry of a list.
    #[must_use]
    pub fn of(what: What) -> Self {
        let (shoots, profiles): (_, &[&str]) = match what {
            What::KubernetesVersion => (KUBERNETES, &[VERSIONS]),
            What::MachineImage => (IMAGE, &[IMAGES]),
            What::ImageVersion => (IMAGE_VERSION, &[IMAGES, IMAGE_VERSIONS]),
            What::MachineType => (&MACHINE[..1], &[TYPES]),
            What::VolumeType => (&VOLUME[..1], &[VOLUME_TYPES]),
        };
        Self(shoots.iter().chain(profiles).copied().collect())
    }

    /// The question who uses what an update of a profile takes away, or changes such that the server
    /// refuses what is there.
    #[must_use]
    pub fn of_change(old: &Item<'_>, new: &Item<'_>) -> Self {
        let [before, after] = [old, new].map(|item| {
            let spec = item.cursor().field("spec").node();
            spec.map_or(Json::Null, |spec| item.document.tree.to_json(spec))
        });
        let is_child = new.object.kind == ObjectKind::NamespacedCloudProfile;
        let (old, new) = (&before, &after);
        let differs = |field: &str| old.get(field) != new.get(field);
        let has = |field: &str| {
            old.get(field)
                .or(new.get(field))
                .is_some_and(|of| !of.is_null())
        };
        let capabilities = is_child || has("machineCapabilities");
        let mut asked = Self::default();
        if !gone(&versions(old), &versions(new)).is_empty() {
            asked.add(&[KUBERNETES, &[VERSIONS]]);
        }
        let (images, after) = (images(old), images(new));
        if !gone(&images, &after).is_empty() {
            asked.add(&[IMAGE_VERSION, &[IMAGES, IMAGE_VERSIONS]]);
        }
        if change(&images, &after) {
            asked.add(&[
                IMAGE_VERSION,
                MACHINE,
                KUBERNETES,
                &[IMAGES, IMAGE_VERSIONS],
            ]);
        }
        let fits = ["capabilities", "architecture"];
        let [types, after] = [old, new].map(|side| named(side, "machineTypes", &fits));
        if change(&types, &after) || capabilities && !gone(&types, &after).is_empty() {
            asked.add(&[MACHINE, IMAGE_VERSION, &[TYPES]]);
        }
        for (field, says) in [("machineTypes", "storage"), ("volumeTypes", "minSize")] {
            if change(&named(old, field, &[says]), &named(new, field, &[says])) {
                asked.add(&[&MACHINE[..1], VOLUME, &[TYPES, VOLUME_TYPES]]);
            }
        }
        if differs("machineCapabilities") {
            asked.add(&[
                MACHINE,
                IMAGE_VERSION,
                &[VOCABULARY, IMAGES, IMAGE_VERSIONS],
            ]);
        }
        if differs("limits") {
            asked.add(&[NODES]);
        }
        if differs("type") {
            asked.add(&[&["spec.provider.type"]]);
        }
        asked
    }

    fn add(&mut self, fields: &[&[&'static str]]) {
        self.0.extend(fields.iter().copied().flatten());
    }

    /// Whether nothing goes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first of these fields of an object that could not be read.
    #[must_use]
    pub fn first_of(&self, item: &Item<'_>) -> Option<FieldPath> {
        let asks = |fields: &[&'static str]| fields.last().is_some_and(|of| self.0.contains(of));
        first(item, self.0.iter().copied())
            .or_else(|| no_version(item, asks(KUBERNETES), asks(IMAGE_VERSION)))
            .or_else(|| {
                lacks(
                    item,
                    asks(IMAGE_VERSION) || asks(IMAGE),
                    asks(&MACHINE[..1]),
                )
            })
    }
}

/// What each stored Shoot has, and this one lacks: the server has another one, which no file tells.
fn lacks(item: &Item<'_>, images: bool, types: bool) -> Option<FieldPath> {
    if item.object.kind != ObjectKind::Shoot || !(images || types) {
        return None;
    }
    let provider = item.cursor().field("spec").field("provider");
    if !provider.is_set() {
        return Some(FieldPath::from("spec.provider"));
    }
    let workers = provider.field("workers").list(|worker| worker);
    workers.iter().enumerate().find_map(|(at, worker)| {
        let of = worker.field("machine").field("type");
        let is_empty = !of.is_set() || *of.optional_string() == Some("");
        let path = FieldPath::from("spec.provider.workers").index(at);
        (types && is_empty).then(|| path.field("machine").field("type"))
    })
}

/// The first version of a Shoot, of Kubernetes or of images, that is neither a version nor the
/// beginning of one: what the server has stored is another one, which no file tells.
fn no_version(item: &Item<'_>, kubernetes: bool, images: bool) -> Option<FieldPath> {
    if item.object.kind != ObjectKind::Shoot {
        return None;
    }
    let spec = item.cursor().field("spec");
    let is_open = |of: Cursor<'_>, is_none: fn(&str) -> bool| {
        let written = of.field("version").optional_string();
        written.is_some_and(is_none)
    };
    if kubernetes && is_open(spec.field("kubernetes"), is_no_version) {
        return Some(FieldPath::from("spec.kubernetes.version"));
    }
    let workers = spec
        .field("provider")
        .field("workers")
        .list(|worker| worker);
    workers.iter().enumerate().find_map(|(at, worker)| {
        let pool = || FieldPath::from("spec.provider.workers").index(at);
        if kubernetes && is_open(worker.field("kubernetes"), is_no_version) {
            return Some(pool().field("kubernetes").field("version"));
        }
        let image = worker.field("machine").field("image");
        let is_open = images && is_open(image, is_no_image_version);
        is_open.then(|| pool().field("machine").field("image").field("version"))
    })
}

/// The reference of an object to its profile, where that could not be read.
#[must_use]
pub fn reference(item: &Item<'_>) -> Option<FieldPath> {
    let fields = match item.object.kind {
        ObjectKind::CloudProfile => &[][..],
        ObjectKind::NamespacedCloudProfile => &REFERENCES[3..],
        ObjectKind::Shoot => &REFERENCES[..3],
    };
    first(item, fields.iter().copied()).or_else(|| no_reference(item))
}

/// Where an object names no profile, or one of a kind that does not exist: the server has another
/// reference stored, which no file tells.
#[must_use]
pub fn no_reference(item: &Item<'_>) -> Option<FieldPath> {
    match &item.body {
        Body::CloudProfile(_) => None,
        Body::NamespacedCloudProfile(child) => {
            let is_named = !child.parent.name.is_empty();
            (!is_named).then(|| FieldPath::from(REFERENCES[4]))
        }
        Body::Shoot(None) => Some(FieldPath::from("spec.cloudProfile")),
        Body::Shoot(Some(of)) if of.object_kind().is_none() => Some(FieldPath::from(REFERENCES[0])),
        Body::Shoot(Some(of)) => of.name.is_empty().then(|| FieldPath::from(REFERENCES[1])),
    }
}

/// Whether all of an object could be read, the server knows all of its fields, it names a profile,
/// and a Shoot names no version that is none.
#[must_use]
pub fn is_clear(item: &Item<'_>) -> bool {
    item.unread.is_empty()
        && item.shape.is_empty()
        && no_version(item, true, true).is_none()
        && no_reference(item).is_none()
        && lacks(item, true, true).is_none()
}

/// The unread value by which an object may use what is asked of a profile. `profile_of`: the profile
/// that an object refers to.
#[must_use]
pub fn of_user<'a>(
    user: &Item<'a>,
    profile: &Item<'a>,
    asked: &Asked,
    profile_of: impl Fn(&Item<'a>) -> Option<&'a Item<'a>>,
) -> Option<FieldPath> {
    let may_refer = match user.object.kind {
        ObjectKind::CloudProfile => false,
        ObjectKind::NamespacedCloudProfile => profile.object.kind == ObjectKind::CloudProfile,
        ObjectKind::Shoot => true,
    };
    if !may_refer || is_clear(user) || user.object.meta.is_deleted() {
        return None;
    }
    if let Some(path) = reference(user) {
        return Some(path);
    }
    let own = profile_of(user)?;
    let is_it = |item: &Item<'a>| item.standing() == profile.standing();
    let uses = is_it(own) || profile_of(own).is_some_and(is_it);
    uses.then(|| asked.first_of(user)).flatten()
}

/// The first value of an object that decides about it, is not the same in another revision, and could
/// not be read. A marker that stays is no change.
#[must_use]
pub fn changed(item: &Item<'_>, other: Option<&Item<'_>>) -> Option<FieldPath> {
    let stays: BTreeSet<(FieldPath, &str)> = other.map(unread).into_iter().flatten().collect();
    let judged = judged(item);
    let decides = |path: &FieldPath| {
        let on_its_way = |field: &'static str| {
            let field = FieldPath::from(field);
            path.below(&field).is_some() || field.below(path).is_some()
        };
        judged
            .iter()
            .copied()
            .chain(["metadata.name", "metadata.namespace", "spec.providerConfig"])
            .any(on_its_way)
    };
    if item.unread.is_incomplete() && other.is_none_or(|other| !other.unread.is_incomplete()) {
        return Some(FieldPath::from("spec"));
    }
    let values = item.unread.values().filter(|path| decides(path));
    let mut new = values.filter(|path| !stays.contains(&(path.pattern(), text_at(item, path))));
    new.next().cloned()
}

/// The fields of an object that are judged.
fn judged(item: &Item<'_>) -> &'static [&'static str] {
    match item.object.kind {
        ObjectKind::Shoot => OF_SHOOTS,
        ObjectKind::CloudProfile | ObjectKind::NamespacedCloudProfile => DECISIVE,
    }
}

/// Whether two revisions of a Shoot differ in what is judged.
#[must_use]
pub fn is_judged_anew(old: &Item<'_>, new: &Item<'_>) -> bool {
    judged(new).iter().any(|field| {
        let [before, after] = [old, new].map(|item| {
            let value = field.split('.').fold(item.cursor(), Cursor::field);
            value.node().map(|node| item.document.tree.to_json(node))
        });
        before != after
    })
}

/// The values of a Shoot that decide about each of its updates, and that could not be read.
#[must_use]
pub fn of_update(shoot: &Item<'_>) -> Option<FieldPath> {
    let region = &["spec.region"][..];
    let fields = [&REFERENCES[..3], region, KUBERNETES, IMAGE_VERSION, MACHINE].concat();
    first(shoot, fields.into_iter())
}

/// What no file tells of an object, for people: a value, or all where the text breaks off before it.
#[must_use]
pub fn untold(item: &Item<'_>, path: &FieldPath) -> String {
    match breaks_off(item, path) {
        true => "all".to_owned(),
        false => path.to_string(),
    }
}

/// The place of a value, or of the nearest one around it; where the text breaks off before it, that
/// place.
#[must_use]
pub fn place(item: &Item<'_>, path: &FieldPath) -> Place {
    let problems = &item.document.problems;
    let broken = problems.iter().find(|problem| problem.kind.rejects());
    let span = match broken.filter(|_| breaks_off(item, path)) {
        Some(problem) => problem.span,
        None => item.document.tree.span(node_at(item, path)),
    };
    Place {
        file: item.file,
        span,
    }
}

/// Whether a value is not told for the only reason that the text breaks off.
fn breaks_off(item: &Item<'_>, path: &FieldPath) -> bool {
    let is_it = |of: &FieldPath| of.below(path).is_some() || path.below(of).is_some();
    item.unread.is_incomplete() && !item.unread.values().any(is_it)
}

fn node_at(item: &Item<'_>, path: &FieldPath) -> NodeId {
    let (tree, mut node) = (&item.document.tree, item.object.node);
    for step in path.steps() {
        let Some(next) = step.node(tree, node) else {
            break;
        };
        node = next;
    }
    node
}

fn text_at<'t>(item: &Item<'t>, path: &FieldPath) -> &'t str {
    let span = item.document.tree.span(node_at(item, path));
    item.text.get(span.range()).unwrap_or_default()
}

/// The values that could not be read, with their texts.
fn unread<'t>(item: &Item<'t>) -> BTreeSet<(FieldPath, &'t str)> {
    let values = item.unread.values();
    values
        .map(|path| (path.pattern(), text_at(item, path)))
        .collect()
}

fn first(item: &Item<'_>, fields: impl Iterator<Item = &'static str>) -> Option<FieldPath> {
    let slips: Vec<(&[PathStep], &str)> = item
        .shape
        .iter()
        .filter_map(|problem| match &problem.kind {
            ShapeKind::UnknownField { name, .. } => {
                let (_, owner) = problem.field.steps().split_last()?;
                Some((owner, name.as_str()))
            }
            _ => None,
        })
        .collect();
    if item.unread.is_empty() && slips.is_empty() {
        return None;
    }
    let search = Search { item, slips };
    let mut fields = fields;
    fields.find_map(|field| {
        let parts: Vec<&str> = field.split('.').collect();
        search.below(item.cursor(), FieldPath::ROOT, &parts)
    })
}

struct Search<'i, 't> {
    item: &'i Item<'t>,
    /// The unknown fields of the object, by the map that they stand in.
    slips: Vec<(&'i [PathStep], &'i str)>,
}

impl<'t> Search<'_, 't> {
    /// The first unread value at a field, of which these parts are left: `workers[]` is each pool.
    fn below(&self, at: Cursor<'t>, path: FieldPath, parts: &[&str]) -> Option<FieldPath> {
        let Some((part, rest)) = parts.split_first() else {
            return self.item.unread.hides(&path).then_some(path);
        };
        let name = part.trim_end_matches("[]");
        let value = at.field(name);
        let is_slip = |(owner, slipped): &(&[PathStep], &str)| {
            // The field that is meant has another name.
            *owner == path.steps() && slip(slipped, name)
        };
        let may_be_meant = self.slips.iter().any(is_slip);
        let path = path.field(name);
        if !value.is_set() && (may_be_meant || self.item.unread.is_incomplete()) {
            return Some(path);
        }
        if name == *part {
            return self.below(value, path, rest);
        }
        let elements = value.list(|element| element).value;
        if self.item.unread.is_incomplete() {
            return Some(path);
        }
        if elements.is_empty() {
            return self.item.unread.hides(&path).then_some(path);
        }
        elements
            .into_iter()
            .enumerate()
            .find_map(|(index, element)| self.below(element, path.clone().index(index), rest))
    }
}

/// Entries by their names, with what users depend on: their dates are not among it.
type Entries = BTreeMap<String, String>;

/// The names of the entries that go.
fn gone<'e>(old: &'e Entries, new: &Entries) -> Vec<&'e str> {
    let names = old.keys().map(String::as_str);
    names.filter(|name| !new.contains_key(*name)).collect()
}

/// Whether an entry of both says something else.
fn change(old: &Entries, new: &Entries) -> bool {
    old.iter()
        .any(|(name, says)| new.get(name).is_some_and(|now| now != says))
}

fn list<'j>(of: &'j Json, field: &str) -> &'j [Json] {
    of.get(field)
        .and_then(Json::as_array)
        .map_or(&[], Vec::as_slice)
}

fn of<'j>(entry: &'j Json, field: &str) -> &'j Json {
    entry.get(field).unwrap_or(&Json::Null)
}

fn said(entry: &Json, fields: &[&str]) -> String {
    let values = fields.iter().map(|field| of(entry, field).to_string());
    values.collect::<Vec<_>>().join(" ")
}

fn versions(spec: &Json) -> Entries {
    let versions = list(of(spec, "kubernetes"), "versions").iter();
    versions
        .map(|entry| (said(entry, &["version"]), String::new()))
        .collect()
}

fn images(spec: &Json) -> Entries {
    let fields = [
        "architectures",
        "capabilityFlavors",
        "cri",
        "kubeletVersionConstraint",
    ];
    let of_image = |image| {
        let name = said(image, &["name"]);
        let entry = move |entry| {
            let version = said(entry, &["version"]);
            (format!("{name} {version}"), said(entry, &fields))
        };
        list(image, "versions").iter().map(entry)
    };
    list(spec, "machineImages")
        .iter()
        .flat_map(of_image)
        .collect()
}

/// The entries of a list with a name, and some of what they say.
fn named(spec: &Json, field: &str, says: &[&str]) -> Entries {
    let entry = |entry| (said(entry, &["name"]), said(entry, says));
    list(spec, field).iter().map(entry).collect()
}
