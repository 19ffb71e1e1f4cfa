//! The changes of a NamespacedCloudProfile to its parent: by name, never by position.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use crate::merge::{Source, Sources};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The parent has none of that name.
    Added,
    /// The parent's, with something of the NamespacedCloudProfile.
    Adjusted,
    /// The parent's is replaced whole.
    Replaced,
}

/// A field that differs. Where one side has none, it is new, or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// The path in the entry, such as `storage.size`.
    pub field: String,
    pub from: Option<Json>,
    /// The value of the result.
    pub to: Option<Json>,
}

/// An entry of a list that the NamespacedCloudProfile names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name, or its version.
    pub name: String,
    pub how: How,
    /// The fields that differ from the parent's entry; none for an added one.
    pub fields: Vec<FieldChange>,
    /// The versions of an image.
    pub versions: Vec<Change>,
}

/// The addition to the CA bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// How many certificates are added.
    pub added: usize,
    /// How many the parent has.
    pub parent: usize,
    /// Whether the two texts run into each other ([`run_together`]).
    pub torn: bool,
}

/// Whether two bundles run into each other where one follows the other: the parent's has no final
/// line end, so its last line and the first one of the other become one, and the certificates there
/// can no longer be read.
#[must_use]
pub fn run_together(parent: &str, child: &str) -> bool {
    let first = child.lines().next().unwrap_or_default();
    !parent.is_empty() && !parent.ends_with('\n') && !first.trim_ascii().is_empty()
}

/// All that a NamespacedCloudProfile changes of its parent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The lists of the spec in which something changes, by the path of the list.
    pub lists: Vec<(&'static str, Vec<Change>)>,
    pub limits: Vec<FieldChange>,
    pub bundle: Option<Bundle>,
    /// Kubernetes versions that the parent does not have, and that merging ignores.
    pub ignored: Vec<String>,
}

impl Changes {
    /// Compares what the controller writes with what an object that adds nothing would get.
    /// `kubernetes`: the Kubernetes versions that the NamespacedCloudProfile names.
    #[must_use]
    pub fn new<'n>(
        alone: &Map<String, Json>,
        merged: &Map<String, Json>,
        sources: &Sources,
        kubernetes: impl Iterator<Item = &'n str>,
    ) -> Self {
        let versions = |spec| list(spec, "kubernetes", Some("versions"));
        let known = by_key(versions(alone), "version");
        let ignored = kubernetes
            .filter(|version| !known.contains_key(version))
            .map(str::to_owned)
            .collect();
        let entries =
            |entries: &[super::Entry]| entries.iter().map(|entry| entry.source).collect::<Vec<_>>();
        let named = |name, sources: Vec<Source>| {
            compare(
                list(alone, name, None),
                list(merged, name, None),
                &sources,
                "name",
            )
        };
        let lists = [
            (
                "kubernetes.versions",
                compare(
                    versions(alone),
                    versions(merged),
                    &entries(&sources.kubernetes),
                    "version",
                ),
            ),
            (
                "machineImages",
                images(
                    list(alone, "machineImages", None),
                    list(merged, "machineImages", None),
                    sources,
                ),
            ),
            (
                "machineTypes",
                named("machineTypes", entries(&sources.machine_types)),
            ),
            (
                "volumeTypes",
                named("volumeTypes", entries(&sources.volume_types)),
            ),
        ];
        let mut limits = Vec::new();
        differences("", alone.get("limits"), merged.get("limits"), &mut limits);
        Self {
            lists: lists
                .into_iter()
                .filter(|(_, changes)| !changes.is_empty())
                .collect(),
            limits,
            bundle: bundle(alone, merged),
            ignored,
        }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lists.is_empty()
            && self.limits.is_empty()
            && self.bundle.is_none()
            && self.ignored.is_empty()
    }
}

fn list<'m>(spec: &'m Map<String, Json>, name: &str, inner: Option<&str>) -> &'m [Json] {
    let found = spec
        .get(name)
        .and_then(|value| inner.map_or(Some(value), |inner| value.get(inner)));
    found.and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

fn key<'j>(entry: &'j Json, key: &str) -> &'j str {
    entry.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// The entries by name; of several with one name the last, as in merging.
fn by_key<'j>(list: &'j [Json], key: &str) -> BTreeMap<&'j str, &'j Json> {
    list.iter()
        .map(|entry| (self::key(entry, key), entry))
        .collect()
}

fn how(source: Source) -> Option<How> {
    match source {
        Source::Parent => None,
        Source::Child => Some(How::Added),
        Source::Adjusted => Some(How::Adjusted),
        Source::Replaced => Some(How::Replaced),
    }
}

fn compare(before: &[Json], after: &[Json], sources: &[Source], name: &str) -> Vec<Change> {
    let known = by_key(before, name);
    let changes = after.iter().zip(sources).filter_map(|(entry, source)| {
        let how = how(*source)?;
        let mut fields = Vec::new();
        if let Some(before) = known.get(key(entry, name)).filter(|_| how != How::Added) {
            differences("", Some(before), Some(entry), &mut fields);
        }
        Some(Change {
            name: key(entry, name).to_owned(),
            how,
            fields,
            versions: Vec::new(),
        })
    });
    changes.collect()
}

fn images(before: &[Json], after: &[Json], sources: &Sources) -> Vec<Change> {
    let known = by_key(before, "name");
    let versions = |image: &Json| {
        image
            .get("versions")
            .and_then(Json::as_array)
            .cloned()
            .unwrap_or_default()
    };
    let changes = after
        .iter()
        .zip(&sources.machine_images)
        .filter_map(|(image, entry)| {
            let how = how(entry.source)?;
            let before = known.get(key(image, "name")).filter(|_| how != How::Added);
            let mut fields = Vec::new();
            if let Some(before) = before {
                differences(
                    "",
                    Some(&without_versions(before)),
                    Some(&without_versions(image)),
                    &mut fields,
                );
            }
            let of_versions: Vec<Source> = entry
                .versions
                .iter()
                .map(|version| version.source)
                .collect();
            let before = before.map(|image| versions(image)).unwrap_or_default();
            let versions = compare(&before, &versions(image), &of_versions, "version");
            Some(Change {
                name: key(image, "name").to_owned(),
                how,
                fields,
                versions,
            })
        });
    changes.collect()
}

fn without_versions(image: &Json) -> Json {
    let mut image = image.clone();
    if let Some(map) = image.as_object_mut() {
        map.remove("versions");
    }
    image
}

/// The fields in which two values differ; lists are compared whole.
fn differences(
    path: &str,
    before: Option<&Json>,
    after: Option<&Json>,
    out: &mut Vec<FieldChange>,
) {
    if before == after {
        return;
    }
    let object = |side: Option<&Json>| match side {
        None => Some(Map::new()),
        Some(value) => value.as_object().cloned(),
    };
    if let (Some(old), Some(new)) = (object(before), object(after)) {
        let names = old
            .keys()
            .chain(new.keys().filter(|name| !old.contains_key(*name)));
        for name in names {
            let inner = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}.{name}")
            };
            differences(&inner, old.get(name), new.get(name), out);
        }
        return;
    }
    out.push(FieldChange {
        field: path.to_owned(),
        from: before.cloned(),
        to: after.cloned(),
    });
}

fn bundle(alone: &Map<String, Json>, merged: &Map<String, Json>) -> Option<Bundle> {
    let text = |spec: &Map<String, Json>| {
        spec.get("caBundle")
            .and_then(Json::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let (before, after) = (text(alone), text(merged));
    let certificates = |text: &str| text.matches("-----BEGIN CERTIFICATE-----").count();
    let (parent, all) = (certificates(&before), certificates(&after));
    let added = after.strip_prefix(before.as_str()).unwrap_or_default();
    (before != after).then(|| Bundle {
        added: all.saturating_sub(parent),
        parent,
        torn: run_together(&before, added),
    })
}
