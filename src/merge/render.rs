//! The merged result as JSON, with everything that a profile's text holds and rules do not read.

use serde_json::{Map, Value as Json};

use crate::merge::Merged;
use crate::model::canonical::{self, Purpose};
use crate::model::cloudprofile::{
    CloudProfile, ExpirableVersion, MachineImage, MachineImageVersion, MachineType, VolumeType,
};
use crate::model::schema::{self, Shape, Type};
use crate::source::Span;
use crate::yaml::{NodeId, Tree};

/// An object in its file, before any decoding.
#[derive(Clone, Copy, Debug)]
pub struct Raw<'a> {
    /// The tree that it stands in.
    pub tree: &'a Tree<'a>,
    pub node: NodeId,
}

/// The `status.cloudProfileSpec` that the controller writes, without `providerConfig`. `parent` and
/// `child` are the merged objects; entry by entry, [`Merged::sources`] says whose the result is.
#[must_use]
pub fn render(merged: &Merged<'_>, parent: Raw<'_>, child: Raw<'_>) -> Map<String, Json> {
    let mut spec = lists(&merged.profile, parent, child);
    if let Some(added) = child.text("caBundle") {
        let bundle = format!("{}{added}", parent.text("caBundle").unwrap_or_default());
        spec.insert("caBundle".to_owned(), Json::from(bundle));
    }
    let mut limits = match spec.remove("limits") {
        Some(Json::Object(limits)) => Some(limits),
        _ => None,
    };
    if child.field("limits").is_some() {
        limits.get_or_insert_default();
    }
    if let (Some(limits), Some(most)) = (&mut limits, merged.profile.max_nodes_total.value) {
        limits.insert("maxNodesTotal".to_owned(), Json::from(most));
    }
    put(&mut spec, "limits", limits.map(Json::Object));
    spec
}

/// The `status.cloudProfileSpec` of an object that adds nothing: the parent with its architectures
/// filled in ([`super::alone`]).
#[must_use]
pub fn render_alone(parent: &Merged<'_>, raw: Raw<'_>) -> Map<String, Json> {
    lists(&parent.profile, raw, raw)
}

/// The parent's spec with the lists of the merged profile.
fn lists(profile: &CloudProfile<'_>, parent: Raw<'_>, child: Raw<'_>) -> Map<String, Json> {
    // The server's spec is a struct, which is there also where nobody wrote it.
    let mut spec = type_at(&["spec"]).map_or_else(Map::new, |of| match parent.spec() {
        Some(node) => canonical::object(parent.tree, node, of, Purpose::Print),
        None => canonical::left_out(of, Purpose::Print),
    });
    spec.remove("providerConfig");
    Pen { parent, child }.lists(profile, &mut spec);
    spec
}

impl Raw<'_> {
    fn spec(self) -> Option<NodeId> {
        self.tree.get(self.node, "spec").map(|entry| entry.value)
    }

    /// A field of the spec that is set.
    pub(crate) fn field(self, name: &str) -> Option<NodeId> {
        let node = self.tree.get(self.spec()?, name)?.value;
        (self.tree.value(node) != crate::yaml::Value::Null).then_some(node)
    }

    fn text(self, name: &str) -> Option<String> {
        match canonical::value(self.tree, self.field(name)?, &Shape::String, Purpose::Print)? {
            Json::String(text) => Some(text),
            _ => None,
        }
    }
}

fn type_at(path: &[&str]) -> Option<&'static Type> {
    schema::root("CloudProfile")?.at(path)
}

/// A key of merging is what was meant, also where strict decoding refuses it: `version: 1.30`
/// without quotes.
fn meant(map: &mut Map<String, Json>, name: &str, key: &str) {
    put(map, name, Some(Json::from(key)));
}

fn put(map: &mut Map<String, Json>, name: &str, value: Option<Json>) {
    match value {
        Some(value) => _ = map.insert(name.to_owned(), value),
        None => _ = map.remove(name),
    }
}

struct Pen<'a> {
    parent: Raw<'a>,
    child: Raw<'a>,
}

impl Pen<'_> {
    fn lists(&self, profile: &CloudProfile<'_>, spec: &mut Map<String, Json>) {
        let list = |items: Vec<Json>| {
            if items.is_empty() {
                Json::Null
            } else {
                Json::Array(items)
            }
        };
        let versions: Vec<Json> = profile
            .kubernetes_versions
            .iter()
            .map(|version| self.kubernetes(version))
            .collect();
        let kubernetes = if versions.is_empty() {
            Map::new()
        } else {
            Map::from_iter([("versions".to_owned(), Json::Array(versions))])
        };
        spec.insert("kubernetes".to_owned(), Json::Object(kubernetes));
        spec.insert(
            "machineImages".to_owned(),
            list(
                profile
                    .machine_images
                    .iter()
                    .map(|image| self.image(image))
                    .collect(),
            ),
        );
        spec.insert(
            "machineTypes".to_owned(),
            list(
                profile
                    .machine_types
                    .iter()
                    .map(|of| self.machine_type(of))
                    .collect(),
            ),
        );
        let volume_types: Vec<Json> = profile
            .volume_types
            .iter()
            .map(|of| self.volume_type(of))
            .collect();
        put(
            spec,
            "volumeTypes",
            Some(volume_types)
                .filter(|types| !types.is_empty())
                .map(Json::Array),
        );
    }

    /// An entry as written, in the text that it stands in.
    fn written(&self, at: Span, node: Option<NodeId>, path: &[&str]) -> Map<String, Json> {
        let raw = if at.is_elsewhere() {
            self.parent
        } else {
            self.child
        };
        let written = node.zip(type_at(path));
        written.map_or_else(Map::new, |(node, of)| {
            canonical::object(raw.tree, node, of, Purpose::Print)
        })
    }

    fn kubernetes(&self, version: &ExpirableVersion<'_>) -> Json {
        let mut map = self.written(
            version.at,
            version.node,
            &["spec", "kubernetes", "versions"],
        );
        meant(&mut map, "version", *version.version);
        put(&mut map, "expirationDate", date(version));
        Json::Object(map)
    }

    fn image(&self, image: &MachineImage<'_>) -> Json {
        let mut map = Map::new();
        map.insert("name".to_owned(), Json::from(*image.name));
        let versions: Vec<Json> = image
            .versions
            .iter()
            .map(|version| self.image_version(version))
            .collect();
        map.insert(
            "versions".to_owned(),
            if versions.is_empty() {
                Json::Null
            } else {
                Json::Array(versions)
            },
        );
        put(
            &mut map,
            "updateStrategy",
            image.update_strategy.map(Json::from),
        );
        Json::Object(map)
    }

    fn image_version(&self, version: &MachineImageVersion<'_>) -> Json {
        let mut map = self.written(
            version.at(),
            version.expirable.node,
            &["spec", "machineImages", "versions"],
        );
        meant(&mut map, "version", *version.version());
        put(&mut map, "expirationDate", date(&version.expirable));
        // The written object says more than the prepared one.
        if version.cri.is_empty() {
            map.remove("cri");
        } else if !map.contains_key("cri") {
            let cri = version.cri.iter().map(|cri| {
                Json::Object(Map::from_iter([("name".to_owned(), Json::from(*cri.name))]))
            });
            map.insert("cri".to_owned(), cri.collect());
        }
        let architectures: Vec<Json> = version
            .architectures
            .iter()
            .map(|value| Json::from(value.value))
            .collect();
        put(
            &mut map,
            "architectures",
            Some(architectures)
                .filter(|values| !values.is_empty())
                .map(Json::Array),
        );
        let flavors: Vec<Json> = version
            .capability_flavors
            .iter()
            .map(|flavor| canonical::capabilities(&flavor.capabilities))
            .collect();
        put(
            &mut map,
            "capabilityFlavors",
            Some(flavors)
                .filter(|flavors| !flavors.is_empty())
                .map(Json::Array),
        );
        Json::Object(map)
    }

    fn machine_type(&self, of: &MachineType<'_>) -> Json {
        let mut map = self.written(of.at, of.node, &["spec", "machineTypes"]);
        meant(&mut map, "name", *of.name);
        put(&mut map, "usable", of.usable.map(Json::from));
        put(&mut map, "architecture", of.architecture.map(Json::from));
        put(
            &mut map,
            "capabilities",
            (!of.capabilities.is_empty()).then(|| canonical::capabilities(&of.capabilities)),
        );
        Json::Object(map)
    }

    fn volume_type(&self, of: &VolumeType<'_>) -> Json {
        let mut map = self.written(of.at, of.node, &["spec", "volumeTypes"]);
        meant(&mut map, "name", *of.name);
        put(&mut map, "usable", of.usable.map(Json::from));
        Json::Object(map)
    }
}

fn date(version: &ExpirableVersion<'_>) -> Option<Json> {
    version
        .expiration_date
        .time()
        .map(|time| Json::from(time.to_string()))
}
