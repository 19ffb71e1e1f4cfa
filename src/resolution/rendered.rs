//! The controller's result for a NamespacedCloudProfile: the merged spec, in the shapes in which
//! users need it.

use serde_json::{Map, Value as Json, json};

use crate::config::Settings;
use crate::landscape::Item;
use crate::merge::{self, Changes, Dropped};
use crate::model::canonical::Purpose;
use crate::model::namespaced::NamespacedCloudProfile;
use crate::model::object::API_VERSION;
use crate::provider;
use crate::provider::part::Webhook;
use crate::resolution::parents::{Found, Parent, Parents, Prepared, Together};
use crate::resolution::provided::Provided;
use crate::source::{FileId, Sources};

/// A NamespacedCloudProfile with what the controller makes of it.
#[derive(Debug)]
pub struct Rendered<'p, 'a> {
    /// The NamespacedCloudProfile as it was read.
    pub item: &'a Item<'a>,
    /// The CloudProfile that it names.
    pub parent: &'p Parent<'a>,
    /// The NamespacedCloudProfile merged into its parent.
    pub together: Together<'a>,
    /// The versions that preparation drops.
    pub dropped: Dropped,
    /// `status.cloudProfileSpec`, as the controller writes it.
    pub spec: Map<String, Json>,
    /// The treatment of `providerConfig`.
    pub provider_part: ProviderPart,
    /// How many other CloudProfiles have the name of the parent.
    pub namesakes: usize,
}

/// Why an object is not rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The text of the object or of its parent breaks off.
    BreaksOff(FileId),
    /// Its parent is not among the files.
    NoParent,
}

/// Renders a NamespacedCloudProfile. `stored`: the one that it replaces.
///
/// ```
/// use cpcap::config::{ProviderRules, Settings};
/// use cpcap::landscape::{Input, Landscape, read};
/// use cpcap::model::time::Time;
/// use cpcap::resolution::parents::{Parents, namespaced};
/// use cpcap::resolution::rendered::{Shape, render};
/// use cpcap::source::{Source, Sources};
///
/// let text = "\
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: CloudProfile
/// metadata: {name: gcp}
/// spec: {type: gcp, regions: [{name: europe-west1}]}
/// ---
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: NamespacedCloudProfile
/// metadata: {name: ours, namespace: garden-a}
/// spec:
///   parent: {kind: CloudProfile, name: gcp}
///   machineTypes: [{name: large, cpu: \"8\", gpu: \"0\", memory: 32Gi}]
/// ";
/// let mut sources = Sources::default();
/// let file = sources.add(Source::new("profiles.yaml", text));
/// let files = read(&sources, &[Input { file, fault: None }]);
/// let (landscape, nothing) = (Landscape::new(&files), Landscape::default());
/// let parents = Parents::new(&landscape, &nothing, &ProviderRules::default());
/// let settings = Settings::at(Time::parse("2027-01-31T00:00:00Z").unwrap());
///
/// let item = &landscape.items[1];
/// let rendered = render(item, namespaced(item).unwrap(), None, &parents, &sources, &settings).unwrap();
/// let profile = rendered.value(Shape::CloudProfile);
/// assert_eq!(profile["spec"]["regions"][0]["name"], "europe-west1");
/// assert_eq!(profile["spec"]["machineTypes"][0]["name"], "large");
/// ```
///
/// # Errors
/// When the object or its parent is not there to be merged.
pub fn render<'p, 'a>(
    item: &'a Item<'a>,
    child: &'a NamespacedCloudProfile<'a>,
    stored: Option<&NamespacedCloudProfile<'a>>,
    parents: &'p Parents<'a>,
    sources: &Sources,
    settings: &Settings,
) -> Result<Rendered<'p, 'a>, Failure> {
    let whole = |item: &Item<'_>| match item.document.incomplete || !item.document.readable() {
        true => Err(Failure::BreaksOff(item.file)),
        false => Ok(()),
    };
    whole(item)?;
    let Found {
        parent, candidates, ..
    } = parents
        .find(item, child, sources)
        .ok_or(Failure::NoParent)?;
    whole(parent.item)?;
    let provided = Provided::new(
        item,
        *parent.profile.provider_type,
        &settings.provider_rules,
    );
    let spec = Provided::spec_of_child(provided.as_ref(), child, &parent.vocabulary);
    let (prepared, _) = Prepared::for_run(spec, stored.map(|stored| &stored.spec), settings);
    Ok(Rendered {
        namesakes: candidates.len() - 1,
        ..Rendered::new(item, provided.as_ref(), prepared, parent)
    })
}

/// The treatment of `providerConfig` when a NamespacedCloudProfile and its parent are merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProviderPart {
    /// There is none in the result.
    Absent,
    /// The parent's, as it is.
    Parents,
    /// Merged, as the provider's webhook does.
    Merged {
        /// The versions that the object brings in, as image and version, and whether they replace
        /// the parent's.
        versions: Vec<(String, String, bool)>,
    },
    /// Left out, because cpcap does not know how the extension merges it.
    Unknown,
}

/// Which part of the object `render` prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// The whole object, with its status.
    #[default]
    Object,
    /// Only the status, with the merged spec.
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
    /// Merges. `provided`: the object's `providerConfig`, where cpcap knows the provider.
    fn new(
        item: &'a Item<'a>,
        provided: Option<&Provided<'a>>,
        prepared: Prepared<'a>,
        parent: &'p Parent<'a>,
    ) -> Self {
        let Prepared { profile, dropped } = prepared;
        let together = Together::new(&profile, parent);
        let mut spec = merge::render(&together.merged, parent.item.raw(), item.raw());
        let (provider_part, json) = provider_part(item, provided, parent);
        if let Some(json) = json {
            spec.insert("providerConfig".to_owned(), json);
        }
        Self {
            item,
            parent,
            together,
            dropped,
            spec,
            provider_part,
            namesakes: 0,
        }
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

    /// The object as stored, with the new status. One that cannot be decoded is never stored: it
    /// stays as written.
    fn object(&self) -> Json {
        let written = || match self.item.document.tree.to_json(self.item.object.node) {
            Json::Object(map) => map,
            _ => Map::new(),
        };
        let decodes = self.item.shape.is_empty();
        let mut object = if decodes {
            merge::stored(self.item.raw(), Some(&self.dropped), Purpose::Print)
        } else {
            written()
        };
        let status = object
            .entry("status")
            .or_insert_with(|| Json::Object(Map::new()));
        if !status.is_object() {
            *status = Json::Object(Map::new());
        }
        if let Some(status) = status.as_object_mut() {
            status.insert(
                "cloudProfileSpec".to_owned(),
                Json::Object(self.spec.clone()),
            );
        }
        Json::Object(object)
    }

    /// The changes of the object to its parent.
    #[must_use]
    pub fn changes(&self) -> Changes {
        let alone =
            merge::render_alone(&merge::alone(&self.parent.profile), self.parent.item.raw());
        let kubernetes = self
            .together
            .uniform
            .kubernetes_versions
            .iter()
            .map(|version| *version.version);
        Changes::new(
            &alone,
            &self.spec,
            &self.together.merged.sources,
            kubernetes,
        )
    }
}

fn provider_part(
    item: &Item<'_>,
    provided: Option<&Provided<'_>>,
    parent: &Parent<'_>,
) -> (ProviderPart, Option<Json>) {
    let Some(of_parent) = parent.item.raw().field("providerConfig") else {
        return (ProviderPart::Absent, None);
    };
    let as_it_is = || Some(parent.item.document.tree.to_json(of_parent));
    if item.raw().field("providerConfig").is_none() {
        return (ProviderPart::Parents, as_it_is());
    }
    // Without a webhook for NamespacedCloudProfiles nothing is merged.
    if parent
        .provided
        .as_ref()
        .is_some_and(|provided| !provided.provider.sees_children())
    {
        return (ProviderPart::Parents, as_it_is());
    }
    let parts = provided.zip(parent.provided.as_ref());
    let Some((own, parents)) =
        parts.and_then(|(own, parents)| own.part.as_ref().zip(parents.part.as_ref()))
    else {
        return (ProviderPart::Unknown, None);
    };
    let decodes = [own, parents]
        .iter()
        .all(|part| part.undecodable(Webhook::Mutator).is_none());
    let merged = own
        .provider
        .merged(&parents.config, &own.config, &parent.vocabulary);
    match provider::merge::render(own.provider, &merged, parents, own).filter(|_| decodes) {
        Some(json) => {
            let known = |image: &str, version: &str| {
                let mut images = parents
                    .config
                    .images
                    .iter()
                    .filter(|known| *known.name == image);
                images.any(|image| image.versions.iter().any(|known| *known.version == version))
            };
            let versions = own.config.images.iter().flat_map(|image| {
                let name = *image.name;
                image.versions.iter().map(move |version| {
                    (
                        name.to_owned(),
                        (*version.version).to_owned(),
                        known(name, *version.version),
                    )
                })
            });
            (
                ProviderPart::Merged {
                    versions: versions.collect(),
                },
                Some(json),
            )
        }
        None => (ProviderPart::Unknown, None),
    }
}
