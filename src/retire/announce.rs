//! The first edit of the way out: a profile says that an entry goes.

use serde_json::json;

use super::version_of;
use crate::draft::{Draft, Pair, Sketch, list};
use crate::landscape::Item;
use crate::model::cloudprofile::{CloudProfile, ExpirableVersion};
use crate::model::lifecycle::{Classification, rank};
use crate::model::path::FieldPath;
use crate::model::time::Time;
use crate::source::Span;
use crate::uses::{Key, What, versions};
use crate::yaml::NodeId;

/// Whether new pools cannot have a machine type.
pub(super) fn is_unusable(spec: &CloudProfile<'_>, name: &str) -> bool {
    spec.machine_types
        .iter()
        .any(|of| *of.name == name && of.usable.value == Some(false))
}

/// The positions of an entry in its lists.
fn position(spec: &CloudProfile<'_>, entry: Key<'_>) -> Option<(usize, Option<usize>)> {
    match entry.what {
        What::KubernetesVersion => {
            let mut all = spec.kubernetes_versions.iter();
            Some((all.position(|of| *of.version == entry.name)?, None))
        }
        What::MachineType => {
            let mut all = spec.machine_types.iter();
            Some((all.position(|of| *of.name == entry.name)?, None))
        }
        What::ImageVersion => spec
            .machine_images
            .iter()
            .enumerate()
            .find_map(|(at, image)| {
                let mut all = image.versions.iter();
                let version = all.position(|of| *of.version() == entry.name)?;
                (*image.name == entry.image).then_some((at, Some(version)))
            }),
        What::MachineImage | What::VolumeType => None,
    }
}

/// The bytes that name an entry.
pub(super) fn place(spec: &CloudProfile<'_>, entry: Key<'_>) -> Span {
    let mut types = spec.machine_types.iter();
    match version_of(spec, entry) {
        Some(version) => version.version.span,
        None => types
            .find(|of| *of.name == entry.name)
            .map_or_else(Span::default, |of| of.name.span),
    }
}

/// The text after the edit: a version is deprecated and expires at a date, new pools cannot have a
/// machine type.
pub(super) fn edit(
    item: &Item<'_>,
    spec: &CloudProfile<'_>,
    entry: Key<'_>,
    date: Time,
    now: Time,
) -> Option<String> {
    let Located { map, path, .. } = locate(item, spec, entry)?;
    let mut draft = Draft::new(item)?;
    let mut set = |name: &'static str, value: Sketch, after: &str| {
        draft.set(&path, map, name, value, (after, false))
    };
    match version_of(spec, entry) {
        None => set("usable", Sketch::Flow(json!(false)), "name")?,
        Some(version) if !is_by_stages(spec, entry, version) => {
            let is_later = |word: &str| rank(word) >= Classification::Deprecated;
            if !version.classification.value.is_some_and(is_later) {
                set(
                    "classification",
                    Sketch::Flow(json!("deprecated")),
                    "version",
                )?;
            }
            let after = if version.classification.value.is_some() {
                "classification"
            } else {
                "version"
            };
            set(
                "expirationDate",
                Sketch::Flow(json!(date.to_string())),
                after,
            )?;
        }
        Some(version) => set("lifecycle", stages(version, date, now), "version")?,
    }
    draft.finish()
}

/// Whether the way out of a version is told by stages: it has some, or it says nothing yet, and
/// another version of its list has some.
fn is_by_stages(spec: &CloudProfile<'_>, entry: Key<'_>, version: &ExpirableVersion<'_>) -> bool {
    let is_silent = version.classification.value.is_none() && !version.expiration_date.is_set();
    let mut others = versions(spec, entry);
    !version.stages().is_empty() || is_silent && others.any(|of| !of.stages().is_empty())
}

/// An entry in the text.
pub(super) struct Located {
    map: NodeId,
    /// The path of the entry in the object.
    pub path: FieldPath,
}

pub(super) fn locate(item: &Item<'_>, spec: &CloudProfile<'_>, entry: Key<'_>) -> Option<Located> {
    let tree = &item.document.tree;
    let node = tree.get(item.object.node, "spec")?.value;
    let (at, within) = position(spec, entry)?;
    let in_list = |map: NodeId, name: &str, at: usize, path: FieldPath| {
        let list = tree.get(map, name)?.value;
        Some(Located {
            map: *tree.items(list).get(at)?,
            path: path.field(name).index(at),
        })
    };
    match entry.what {
        What::KubernetesVersion => {
            let versions = tree.get(node, "kubernetes")?.value;
            in_list(versions, "versions", at, "spec.kubernetes".into())
        }
        What::MachineType => in_list(node, "machineTypes", at, "spec".into()),
        _ => {
            let image = in_list(node, "machineImages", at, "spec".into())?;
            in_list(image.map, "versions", within?, image.path)
        }
    }
}

/// The stages that have begun, and then those of the way out.
fn stages(version: &ExpirableVersion<'_>, date: Time, now: Time) -> Sketch {
    let has_begun = |start: Option<Time>| start.is_none_or(|start| start < now);
    let mut all: Vec<(&str, Option<Time>)> = version
        .stages()
        .iter()
        .map(|stage| (*stage.classification, stage.start_time.time()))
        .filter(|(word, start)| has_begun(*start) && rank(word) < Classification::Expired)
        .collect();
    if !all.iter().any(|(word, _)| *word == "deprecated") {
        all.push(("deprecated", Some(now)));
    }
    all.push(("expired", Some(date)));
    list(all.into_iter().map(|(word, start)| {
        let mut pairs = vec![Pair::New("classification", Sketch::Flow(json!(word)))];
        pairs.extend(
            start.map(|start| Pair::New("startTime", Sketch::Flow(json!(start.to_string())))),
        );
        Sketch::Map(pairs)
    }))
}
