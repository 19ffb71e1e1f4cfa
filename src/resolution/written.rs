//! The entries of an image in the text of a `providerConfig`, for edits: of each its place, and its
//! artifacts with what they are for.

use crate::landscape::Item;
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::model::path::FieldPath;
use crate::provider::config::{ArchitectureAt, Fields};
use crate::yaml::{NodeId, Tree, Value};

/// A value that names an artifact.
pub(crate) struct Slot<'t> {
    /// The path of the value in the object.
    pub path: FieldPath,
    pub node: NodeId,
    pub value: &'t str,
    pub field: &'static str,
    /// The region of the artifact; none where it is the same everywhere.
    pub region: Option<&'t str>,
    /// The capabilities of its flavor, or in the legacy format its architecture, if entries state
    /// it.
    pub of: Option<String>,
}

/// A version in a list of `providerConfig`.
pub(crate) struct Listed<'t> {
    pub node: NodeId,
    pub version: &'t str,
    pub slots: Vec<Slot<'t>>,
}

/// The versions of an image in a list of `providerConfig`.
pub(crate) struct List<'t> {
    /// The path of the list in the object.
    pub path: FieldPath,
    pub node: NodeId,
    pub versions: Vec<Listed<'t>>,
}

/// The lists with versions of an image: that of the `providerConfig`, and those of its regions.
pub(crate) fn lists<'t>(item: &'t Item<'_>, fields: &Fields, image: &str) -> Vec<List<'t>> {
    let tree = &item.document.tree;
    let Some(part) = tree
        .get(item.object.node, "spec")
        .and_then(|spec| tree.get(spec.value, "providerConfig"))
    else {
        return Vec::new();
    };
    let path = FieldPath::from("spec.providerConfig");
    let mut places = vec![(path.clone(), part.value, None)];
    for (path, region) in elements(tree, &path, part.value, "regions") {
        places.push((path, region, text(tree, region, "name")));
    }
    let mut found = Vec::new();
    for (path, node, region) in places {
        for (path, known) in elements(tree, &path, node, "machineImages") {
            let versions = tree.get(known, "versions");
            let is_meant = text(tree, known, "name") == Some(image);
            if let Some(versions) = versions.filter(|_| is_meant) {
                found.push(List {
                    versions: elements(tree, &path, known, "versions")
                        .map(|(path, node)| Listed {
                            node,
                            version: text(tree, node, "version").unwrap_or_default(),
                            slots: slots(tree, fields, &path, node, region),
                        })
                        .collect(),
                    path: path.field("versions"),
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
    path: &FieldPath,
    entry: NodeId,
    region: Option<&'t str>,
) -> Vec<Slot<'t>> {
    let mut found = Vec::new();
    let flavors = elements(tree, path, entry, "capabilityFlavors");
    let all = std::iter::once((path.clone(), entry)).chain(flavors);
    for (path, node) in all {
        let of = tree
            .get(node, "capabilities")
            .map(|of| shown(tree, of.value))
            .or_else(|| architecture(tree, fields, ArchitectureAt::Version, node));
        let mut add = |path: &FieldPath, node, field: &'static str, region, of: Option<String>| {
            let Some(entry) = tree.get(node, field) else {
                return;
            };
            if let Value::String(value) = tree.value(entry.value) {
                found.push(Slot {
                    path: path.clone().field(field),
                    node: entry.value,
                    value,
                    field,
                    region,
                    of,
                });
            }
        };
        for field in fields.references {
            add(&path, node, field, region, of.clone());
        }
        let Some(field) = fields.in_region.filter(|_| region.is_none()) else {
            continue;
        };
        for (path, node) in elements(tree, &path, node, "regions") {
            let own = of
                .clone()
                .or_else(|| architecture(tree, fields, ArchitectureAt::Region, node));
            add(&path, node, field, text(tree, node, "name"), own);
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

/// The elements of a list of a map, each with its path.
fn elements<'t>(
    tree: &'t Tree<'_>,
    path: &FieldPath,
    map: NodeId,
    name: &'static str,
) -> impl Iterator<Item = (FieldPath, NodeId)> + use<'t> {
    let items = tree
        .get(map, name)
        .map_or(&[][..], |entry| tree.items(entry.value));
    let path = path.clone().field(name);
    items
        .iter()
        .enumerate()
        .map(move |(at, node)| (path.clone().index(at), *node))
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
