//! Whether an update changes anything at all. The server compares the new object, defaulted and prepared, with the stored one,
//! defaulted: absent and empty lists differ.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use crate::landscape::Item;
use crate::merge::Dropped;
use crate::model::canonical::{self, Empties};
use crate::model::schema;

use super::view::{NamespacedView, StoredNamespaced};

/// Whether `spec` and `metadata` both equal the stored ones.
pub(super) fn is_unchanged(view: &NamespacedView<'_>, old: StoredNamespaced<'_>) -> bool {
    let (Some(mut new), Some(mut stored)) = (object(view.item), object(old.item)) else { return false };
    if new.get("metadata") != stored.get("metadata") {
        return false;
    }
    let (Some(Json::Object(new)), Some(Json::Object(stored))) = (new.get_mut("spec"), stored.get_mut("spec")) else { return false };
    prepare(new, &view.prepared.dropped);
    default(new);
    default(stored);
    new == stored
}

fn object(item: &Item<'_>) -> Option<Map<String, Json>> {
    Some(canonical::object(&item.document.tree, item.object.node, schema::root(item.object.kind.as_str())?, Empties::Kept))
}

fn default(spec: &mut Map<String, Json>) {
    for list in ["machineTypes", "volumeTypes"] {
        for entry in list_of(spec, list).into_iter().flatten().filter_map(Json::as_object_mut) {
            entry.entry("usable").or_insert(Json::Bool(true));
        }
    }
}

/// Takes away what preparation takes away, and with it lists without elements.
fn prepare(spec: &mut Map<String, Json>, dropped: &Dropped) {
    if let Some(kubernetes) = spec.get_mut("kubernetes").and_then(Json::as_object_mut)
        && let Some(versions) = list_of(kubernetes, "versions")
    {
        remove(versions, dropped.kubernetes.iter().copied());
        if versions.is_empty() {
            kubernetes.remove("versions");
        }
    }
    let Some(images) = list_of(spec, "machineImages") else { return };
    let mut gone: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (image, version) in &dropped.versions {
        gone.entry(*image).or_default().insert(*version);
    }
    for (index, image) in images.iter_mut().enumerate().filter_map(|(index, image)| Some((index, image.as_object_mut()?))) {
        let Some(versions) = list_of(image, "versions") else { continue };
        remove(versions, gone.get(&index).into_iter().flatten().copied());
        if versions.is_empty() {
            // The field is printed where it is unset.
            image.insert("versions".to_owned(), Json::Null);
        }
    }
    remove(images, dropped.images.iter().copied());
    if images.is_empty() {
        spec.remove("machineImages");
    }
}

fn list_of<'m>(map: &'m mut Map<String, Json>, name: &str) -> Option<&'m mut Vec<Json>> {
    map.get_mut(name)?.as_array_mut()
}

fn remove(list: &mut Vec<Json>, positions: impl Iterator<Item = usize>) {
    let gone: BTreeSet<usize> = positions.collect();
    let mut at = 0..;
    list.retain(|_| at.next().is_none_or(|at| !gone.contains(&at)));
}
