//! What the controller writes for a NamespacedCloudProfile: the merged spec, in the shapes in which users need it.

use serde_json::{Map, Value as Json, json};

use crate::landscape::Item;
use crate::merge::{self, Changes, Dropped};
use crate::model::canonical::Purpose;
use crate::model::object::API_VERSION;
use crate::provider;
use crate::provider::part::Webhook;
use crate::resolution::parents::{Parent, Prepared, Together};
use crate::resolution::provided::Provided;

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
    /// `status.cloudProfileSpec`.
    pub spec: Map<String, Json>,
    /// What became of the provider part in it.
    pub provider_part: ProviderPart,
}

/// What becomes of the provider part of a NamespacedCloudProfile and its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProviderPart {
    /// There is none in the result.
    Absent,
    /// The parent's, as it is.
    Parents,
    /// Merged, as the provider's webhook does.
    Merged {
        /// The versions that the object brings in, as image and version, and whether they replace the parent's.
        versions: Vec<(String, String, bool)>,
    },
    /// Left out: nobody here knows how the extension merges it.
    Unknown,
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
    /// Merges. `provided`: the object's provider part, where cpcap knows the provider.
    #[must_use]
    pub fn new(item: &'a Item<'a>, provided: Option<&Provided<'a>>, prepared: Prepared<'a>, parent: &'p Parent<'a>) -> Self {
        let Prepared { profile, dropped } = prepared;
        let together = Together::new(&profile, parent);
        let mut spec = merge::render(&together.merged, parent.item.raw(), item.raw());
        let (provider_part, json) = provider_part(item, provided, parent);
        if let Some(json) = json {
            spec.insert("providerConfig".to_owned(), json);
        }
        Self { item, parent, together, dropped, spec, provider_part }
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
        let mut object = if decodes { merge::stored(self.item.raw(), Some(&self.dropped), Purpose::Print) } else { written() };
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
}

fn provider_part(item: &Item<'_>, provided: Option<&Provided<'_>>, parent: &Parent<'_>) -> (ProviderPart, Option<Json>) {
    let Some(of_parent) = parent.item.raw().field("providerConfig") else { return (ProviderPart::Absent, None) };
    let as_it_is = || Some(parent.item.document.tree.to_json(of_parent));
    if item.raw().field("providerConfig").is_none() {
        return (ProviderPart::Parents, as_it_is());
    }
    // Without a webhook for NamespacedCloudProfiles nobody merges anything.
    if parent.provided.as_ref().is_some_and(|provided| !provided.provider.sees_children()) {
        return (ProviderPart::Parents, as_it_is());
    }
    let parts = provided.zip(parent.provided.as_ref());
    let Some((own, parents)) = parts.and_then(|(own, parents)| own.part.as_ref().zip(parents.part.as_ref())) else {
        return (ProviderPart::Unknown, None);
    };
    let decodes = [own, parents].iter().all(|part| part.undecodable(Webhook::Mutator).is_none());
    let merged = own.provider.merged(&parents.config, &own.config, &parent.vocabulary);
    match provider::merge::render(own.provider, &merged, parents, own).filter(|_| decodes) {
        Some(json) => {
            let known = |image: &str, version: &str| {
                let mut images = parents.config.images.iter().filter(|known| *known.name == image);
                images.any(|image| image.versions.iter().any(|known| *known.version == version))
            };
            let versions = own.config.images.iter().flat_map(|image| {
                let name = *image.name;
                image.versions.iter().map(move |version| (name.to_owned(), (*version.version).to_owned(), known(name, *version.version)))
            });
            (ProviderPart::Merged { versions: versions.collect() }, Some(json))
        }
        None => (ProviderPart::Unknown, None),
    }
}
