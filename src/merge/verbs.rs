//! The custom verbs that a user needs to apply a NamespacedCloudProfile
//! (`docs/gardener/namespacedcloudprofile.md#custom-verbs`).

use serde_json::{Map, Value as Json};

use crate::merge::Raw;
use crate::model::canonical::{self, Purpose};
use crate::model::schema;

/// A field that needs a verb of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verb {
    /// The field of `spec`.
    pub field: &'static str,
    /// The verb on `namespacedcloudprofiles`, as the server checks it: all in lower case.
    pub name: &'static str,
}

impl Verb {
    pub const ALL: [Self; 3] = [
        Self {
            field: "kubernetes",
            name: "modify-spec-kubernetes",
        },
        Self {
            field: "machineImages",
            name: "modify-spec-machineimages",
        },
        Self {
            field: "providerConfig",
            name: "modify-spec-providerconfig",
        },
    ];
}

/// The verbs that creating an object needs, or updating the stored one.
#[must_use]
pub fn verbs(new: Raw<'_>, old: Option<Raw<'_>>) -> Vec<Verb> {
    let (new, old) = (spec(new), old.map(spec));
    let needs = |verb: &Verb| match &old {
        // An empty list is not set.
        None => new
            .get(verb.field)
            .is_some_and(|value| value.as_array().is_none_or(|items| !items.is_empty())),
        Some(old) => new.get(verb.field) != old.get(verb.field),
    };
    Verb::ALL.into_iter().filter(needs).collect()
}

/// The spec as the server reads it.
fn spec(object: Raw<'_>) -> Map<String, Json> {
    let node = object
        .tree
        .get(object.node, "spec")
        .map(|entry| entry.value);
    let of = schema::root("NamespacedCloudProfile").and_then(|root| root.at(&["spec"]));
    node.zip(of).map_or_else(Map::new, |(node, of)| {
        canonical::object(object.tree, node, of, Purpose::Compare)
    })
}
