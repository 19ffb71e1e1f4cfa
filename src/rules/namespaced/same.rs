//! Whether an update changes an override: the server compares the two as they were written, but in
//! the format of the parent.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use crate::landscape::Item;
use crate::model::canonical::{self, Purpose};
use crate::model::cloudprofile::{Capability, MachineImageVersion};
use crate::model::schema;

/// The fields other than the expiration date in which two versions differ: the stored one and the
/// new one, both in the format of the parent. Absent and empty lists differ. Architectures that
/// follow from flavors have no order.
pub(super) fn differences(
    old: (&Item<'_>, &MachineImageVersion<'_>),
    new: (&Item<'_>, &MachineImageVersion<'_>),
    capabilities: bool,
) -> Vec<&'static str> {
    let root = schema::root("NamespacedCloudProfile");
    let Some(of) = root.and_then(|root| root.at(&["spec", "machineImages", "versions"])) else {
        return Vec::new();
    };
    let written = |(item, version): (&Item<'_>, &MachineImageVersion<'_>)| {
        let node = version.expirable.node;
        node.map_or_else(Map::new, |node| {
            canonical::object(&item.document.tree, node, of, Purpose::Compare)
        })
    };
    let (mut old_map, mut new_map) = (written(old), written(new));
    let written_architectures = [&old_map, &new_map]
        .iter()
        .all(|map| has_elements(map.get("architectures")));
    if capabilities {
        flavors(&mut old_map, old.1);
        flavors(&mut new_map, new.1);
    } else {
        old_map.remove("capabilityFlavors");
        new_map.remove("capabilityFlavors");
        if !written_architectures {
            architectures(&mut old_map, old.1);
            architectures(&mut new_map, new.1);
        }
    }
    let names = of
        .fields
        .iter()
        .map(|field| field.name)
        .filter(|name| *name != "expirationDate");
    names
        .filter(|name| old_map.get(*name) != new_map.get(*name))
        .collect()
}

fn has_elements(list: Option<&Json>) -> bool {
    list.and_then(Json::as_array)
        .is_some_and(|items| !items.is_empty())
}

/// Flavors that were written, else those that follow from the architectures.
fn flavors(map: &mut Map<String, Json>, version: &MachineImageVersion<'_>) {
    if has_elements(map.get("capabilityFlavors")) {
        return;
    }
    map.remove("capabilityFlavors");
    let entry = |capability: &Capability<'_>| {
        let values = capability
            .values
            .iter()
            .map(|value| Json::from(value.value))
            .collect();
        ((*capability.name).to_owned(), Json::Array(values))
    };
    let derived = version
        .capability_flavors
        .iter()
        .map(|flavor| Json::Object(flavor.capabilities.iter().map(entry).collect()));
    let derived: Vec<Json> = derived.collect();
    if !derived.is_empty() {
        map.insert("capabilityFlavors".to_owned(), Json::Array(derived));
    }
}

/// The architectures as a set.
fn architectures(map: &mut Map<String, Json>, version: &MachineImageVersion<'_>) {
    let set: BTreeSet<&str> = version
        .architectures
        .iter()
        .map(|value| value.value)
        .collect();
    map.remove("architectures");
    if !set.is_empty() {
        map.insert(
            "architectures".to_owned(),
            set.into_iter().map(Json::from).collect(),
        );
    }
}
