//! The object itself as the server stores it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use crate::merge::prepare::remove;
use crate::merge::{Dropped, Raw};
use crate::model::canonical::{self, Purpose};
use crate::model::schema;

/// A NamespacedCloudProfile as JSON, defaulted, and without what preparation took away. `dropped`
/// is none for an object that is not prepared: only preparation makes lists without elements
/// absent.
#[must_use]
pub fn stored(object: Raw<'_>, dropped: Option<&Dropped>, purpose: Purpose) -> Map<String, Json> {
    let Some(root) = schema::root("NamespacedCloudProfile") else {
        return Map::new();
    };
    let mut map = canonical::object(object.tree, object.node, root, purpose);
    if let Some(Json::Object(spec)) = map.get_mut("spec") {
        if let Some(dropped) = dropped {
            prepare(spec, dropped);
        }
        default(spec);
    }
    map
}

fn default(spec: &mut Map<String, Json>) {
    for list in ["machineTypes", "volumeTypes"] {
        for entry in list_of(spec, list)
            .into_iter()
            .flatten()
            .filter_map(Json::as_object_mut)
        {
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
    let Some(images) = list_of(spec, "machineImages") else {
        return;
    };
    let mut gone: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (image, version) in &dropped.versions {
        gone.entry(*image).or_default().insert(*version);
    }
    for (index, image) in images
        .iter_mut()
        .enumerate()
        .filter_map(|(index, image)| Some((index, image.as_object_mut()?)))
    {
        let Some(versions) = list_of(image, "versions") else {
            continue;
        };
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
