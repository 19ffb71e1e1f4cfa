//! What the controller writes for a NamespacedCloudProfile: the merged spec, in the shapes in which users need it.

use serde_json::{Map, Value as Json, json};

use crate::landscape::Item;
use crate::landscape::parents::{Parent, Prepared, Together};
use crate::merge::{self, Changes, Dropped};
use crate::model::canonical::Empties;
use crate::model::object::API_VERSION;

/// A NamespacedCloudProfile with what the controller makes of it.
#[derive(Debug)]
pub struct Rendered<'p, 'a> {
    /// The object.
    pub item: &'a Item<'a>,
    /// Its parent.
    pub parent: &'p Parent<'a>,
    /// The two merged.
    pub together: Together<'a>,
    /// What preparation took away.
    pub dropped: Dropped,
    /// `status.cloudProfileSpec`, without the provider part.
    pub spec: Map<String, Json>,
}

/// Which shape is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// The whole object, with its status.
    #[default]
    Object,
    /// Its status.
    Status,
    /// A CloudProfile with the merged spec.
    CloudProfile,
}

impl Shape {
    /// The keys that lead to the merged spec.
    #[must_use]
    pub fn path(self) -> &'static [&'static str] {
        match self {
            Self::Object => &["status", "cloudProfileSpec"],
            Self::Status => &["cloudProfileSpec"],
            Self::CloudProfile => &["spec"],
        }
    }
}

impl<'p, 'a> Rendered<'p, 'a> {
    /// Merges.
    #[must_use]
    pub fn new(item: &'a Item<'a>, prepared: Prepared<'a>, parent: &'p Parent<'a>) -> Self {
        let Prepared { profile, dropped } = prepared;
        let together = Together::new(&profile, parent);
        let spec = merge::render(&together.merged, parent.item.raw(), item.raw());
        Self { item, parent, together, dropped, spec }
    }

    /// The result in some shape.
    #[must_use]
    pub fn value(&self, shape: Shape) -> Json {
        match shape {
            Shape::Object => self.object(),
            Shape::Status => json!({ "cloudProfileSpec": self.spec }),
            Shape::CloudProfile => json!({
                "apiVersion": API_VERSION,
                "kind": "CloudProfile",
                "metadata": { "name": *self.item.object.meta.name },
                "spec": self.spec,
            }),
        }
    }

    /// The object as stored, with the new status. One that cannot be decoded is never stored: it stays as written.
    fn object(&self) -> Json {
        let written = || match self.item.document.tree.to_json(self.item.object.node) {
            Json::Object(map) => map,
            _ => Map::new(),
        };
        let decodes = self.item.shape.is_empty();
        let mut object = if decodes { merge::stored(self.item.raw(), Some(&self.dropped), Empties::Omitted) } else { written() };
        let status = object.entry("status").or_insert_with(|| Json::Object(Map::new()));
        if !status.is_object() {
            *status = Json::Object(Map::new());
        }
        if let Some(status) = status.as_object_mut() {
            status.insert("cloudProfileSpec".to_owned(), Json::Object(self.spec.clone()));
        }
        Json::Object(object)
    }

    /// What the object changes of its parent.
    #[must_use]
    pub fn changes(&self) -> Changes {
        let alone = merge::render_alone(&merge::alone(&self.parent.profile), self.parent.item.raw());
        let kubernetes = self.together.uniform.kubernetes_versions.iter().map(|version| *version.version);
        Changes::new(&alone, &self.spec, &self.together.merged.sources, kubernetes)
    }

    /// Whether there is a provider part, which the provider extension merges: it is not in the result.
    #[must_use]
    pub fn lacks_provider_part(&self) -> bool {
        [self.item, self.parent.item].into_iter().any(|item| item.raw().field("providerConfig").is_some())
    }
}
