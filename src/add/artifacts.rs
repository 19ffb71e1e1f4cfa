//! The artifacts of an image version in the text of a `providerConfig`: of each its place, and what
//! it is for.

use crate::landscape::Item;
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::provider::config::{ArchitectureAt, Fields};
use crate::source::Place;
use crate::yaml::{NodeId, Tree, Value};

/// An artifact of the new version that a person must fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToFill {
    /// The empty value in the new text.
    pub place: Place,
    /// The path of the field in the object.
    pub path: String,
    /// The name of the field.
    pub field: &'static str,
    /// The region of the artifact; none where it is the same everywhere.
    pub region: Option<String>,
    /// The capabilities of its flavor, or in the legacy format its architecture, if entries state
    /// it.
    pub of: Option<String>,
    /// The value of the other version.
    pub before: String,
}

/// A value that names an artifact.
pub(super) struct Slot<'t> {
    /// The pointer to the value in the object.
    pub pointer: String,
    pub node: NodeId,
    value: &'t str,
    field: &'static str,
    region: Option<&'t str>,
    of: Option<String>,
}

/// A version in a list of `providerConfig`.
pub(super) struct Listed<'t> {
    pub node: NodeId,
    pub version: &'t str,
    pub slots: Vec<Slot<'t>>,
}

/// The versions of an image in a list of `providerConfig`.
pub(super) struct List<'t> {
    /// The pointer to the list in the object.
    pub pointer: String,
    pub node: NodeId,
    pub versions: Vec<Listed<'t>>,
}

/// The lists with versions of an image: that of the `providerConfig`, and those of its regions.
pub(super) fn lists<'t>(item: &'t Item<'_>, fields: &Fields, image: &str) -> Vec<List<'t>> {
    let tree = &item.document.tree;
    let Some(part) = tree
        .get(item.object.node, "spec")
        .and_then(|spec| tree.get(spec.value, "providerConfig"))
    else {
        return Vec::new();
    };
    let pointer = "/spec/providerConfig".to_owned();
    let mut places = vec![(pointer.clone(), part.value, None)];
    for (pointer, region) in elements(tree, &pointer, part.value, "regions") {
        places.push((pointer, region, text(tree, region, "name")));
    }
    let mut found = Vec::new();
    for (pointer, node, region) in places {
        for (pointer, known) in elements(tree, &pointer, node, "machineImages") {
            let versions = tree.get(known, "versions");
            let is_meant = text(tree, known, "name") == Some(image);
            if let Some(versions) = versions.filter(|_| is_meant) {
                found.push(List {
                    versions: elements(tree, &pointer, known, "versions")
                        .map(|(pointer, node)| Listed {
                            node,
                            version: text(tree, node, "version").unwrap_or_default(),
                            slots: slots(tree, fields, &pointer, node, region),
                        })
                        .collect(),
                    pointer: format!("{pointer}/versions"),
                    node: versions.value,
                });
            }
        }
    }
    found
}

/// The artifacts of an entry, in both formats.
fn slots<'t>(
    tree: &'t Tree<'_>,
    fields: &Fields,
    pointer: &str,
    entry: NodeId,
    region: Option<&'t str>,
) -> Vec<Slot<'t>> {
    let mut found = Vec::new();
    let flavors = elements(tree, pointer, entry, "capabilityFlavors");
    let all = std::iter::once((pointer.to_owned(), entry)).chain(flavors);
    for (pointer, node) in all {
        let of = tree
            .get(node, "capabilities")
            .map(|of| shown(tree, of.value))
            .or_else(|| architecture(tree, fields, ArchitectureAt::Version, node));
        let mut add = |pointer: &str, node, field: &'static str, region, of: Option<String>| {
            let Some(entry) = tree.get(node, field) else {
                return;
            };
            if let Value::String(value) = tree.value(entry.value) {
                found.push(Slot {
                    pointer: format!("{pointer}/{field}"),
                    node: entry.value,
                    value,
                    field,
                    region,
                    of,
                });
            }
        };
        for field in fields.references {
            add(&pointer, node, field, region, of.clone());
        }
        let Some(field) = fields.in_region.filter(|_| region.is_none()) else {
            continue;
        };
        for (pointer, node) in elements(tree, &pointer, node, "regions") {
            let own = of
                .clone()
                .or_else(|| architecture(tree, fields, ArchitectureAt::Region, node));
            add(&pointer, node, field, text(tree, node, "name"), own);
        }
    }
    found
}

/// The architecture of an artifact in the legacy format.
fn architecture(
    tree: &Tree<'_>,
    fields: &Fields,
    at: ArchitectureAt,
    node: NodeId,
) -> Option<String> {
    let written = text(tree, node, "architecture").unwrap_or(DEFAULT_ARCHITECTURE);
    (fields.architecture == at).then(|| written.to_owned())
}

/// The artifacts of the new version. `like`: the profile before, and the version that has them.
pub(super) fn of(
    new: &Item<'_>,
    fields: Option<&Fields>,
    (image, version): (&str, &str),
    (old, like): (&Item<'_>, &str),
) -> Vec<ToFill> {
    let Some(fields) = fields else {
        return Vec::new();
    };
    let all = |item, version: &str| -> Vec<Slot<'_>> {
        lists(item, fields, image)
            .into_iter()
            .flat_map(|list| list.versions)
            .filter(|listed| listed.version == version)
            .flat_map(|listed| listed.slots)
            .collect()
    };
    let (new_slots, old_slots) = (all(new, version), all(old, like));
    new_slots
        .into_iter()
        .zip(old_slots)
        .map(|(slot, before)| ToFill {
            place: Place {
                file: new.file,
                span: new.document.tree.span(slot.node),
            },
            path: path(&slot.pointer),
            field: slot.field,
            region: slot.region.map(str::to_owned),
            of: slot.of,
            before: before.value.to_owned(),
        })
        .collect()
}

/// `spec.regions[0].name` of `/spec/regions/0/name`
fn path(pointer: &str) -> String {
    let mut path = String::new();
    for step in pointer.split('/').skip(1) {
        if step.bytes().all(|b| b.is_ascii_digit()) {
            path.push_str(&format!("[{step}]"));
        } else {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(step);
        }
    }
    path
}

/// The elements of a list of a map, each with its pointer.
fn elements<'t>(
    tree: &'t Tree<'_>,
    pointer: &str,
    map: NodeId,
    name: &'static str,
) -> impl Iterator<Item = (String, NodeId)> + use<'t> {
    let items = tree
        .get(map, name)
        .map_or(&[][..], |entry| tree.items(entry.value));
    let pointer = format!("{pointer}/{name}");
    items
        .iter()
        .enumerate()
        .map(move |(at, node)| (format!("{pointer}/{at}"), *node))
}

fn text<'t>(tree: &'t Tree<'_>, map: NodeId, name: &str) -> Option<&'t str> {
    match tree.value(tree.get(map, name)?.value) {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// Capabilities as one line: `architecture: [amd64]`.
fn shown(tree: &Tree<'_>, capabilities: NodeId) -> String {
    let of = |entry: crate::yaml::Entry| {
        let values: Vec<&str> = tree
            .items(entry.value)
            .iter()
            .filter_map(|value| match tree.value(*value) {
                Value::String(text) => Some(text),
                _ => None,
            })
            .collect();
        format!("{}: [{}]", tree.key(entry.key), values.join(", "))
    };
    let all: Vec<String> = tree.entries(capabilities).map(of).collect();
    all.join(", ")
}
