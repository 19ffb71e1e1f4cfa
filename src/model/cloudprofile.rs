//! The CloudProfile as rules read it: the fields of `testdata/schema.json` that carry meaning, with
//! their bytes. Defaulting is a pure function on it; the values are what
//! `docs/gardener/cloudprofile.md#defaulting` says.
//! A field that says nothing else is the field of the API of that name.
#![allow(missing_docs)]

use crate::model::cursor::{Cursor, Moment, Spanned};
use crate::model::lifecycle::{self, Current, Stage};
use crate::model::quantity::Quantity;
use crate::model::time::Time;
use crate::source::Span;
use crate::yaml::NodeId;

#[derive(Clone, Debug)]
pub struct CloudProfile<'t> {
    pub at: Span,
    pub ca_bundle: Spanned<Option<&'t str>>,
    /// Whether `kubernetes` is present and not null.
    pub has_kubernetes: bool,
    /// `kubernetes.versions`
    pub kubernetes_versions: Spanned<Vec<ExpirableVersion<'t>>>,
    pub machine_images: Spanned<Vec<MachineImage<'t>>>,
    pub machine_types: Spanned<Vec<MachineType<'t>>>,
    pub regions: Spanned<Vec<Region<'t>>>,
    pub seed_selector: Option<SeedSelector<'t>>,
    pub provider_type: Spanned<&'t str>,
    pub volume_types: Spanned<Vec<VolumeType<'t>>>,
    pub bastion: Option<Bastion<'t>>,
    /// `limits.maxNodesTotal`
    pub max_nodes_total: Spanned<Option<i64>>,
    /// `controlPlane.allowZonePinning`
    pub allow_zone_pinning: Spanned<Option<bool>>,
    /// `machineCapabilities`, the vocabulary as written.
    pub machine_capabilities: Spanned<Vec<CapabilityDefinition<'t>>>,
}

/// A version with a life cycle: a Kubernetes version, or the part that an image version shares with
/// it.
#[derive(Clone, Debug)]
pub struct ExpirableVersion<'t> {
    /// The first entry of the list element.
    pub at: Span,
    /// The list element, in the tree of its text.
    pub node: Option<NodeId>,
    pub version: Spanned<&'t str>,
    pub expiration_date: Spanned<Moment>,
    pub classification: Spanned<Option<&'t str>>,
    /// `lifecycle`; absent and empty differ.
    pub lifecycle: Spanned<Option<Vec<LifecycleStage<'t>>>>,
}

/// A stage of a life cycle.
#[derive(Clone, Debug)]
pub struct LifecycleStage<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub classification: Spanned<&'t str>,
    pub start_time: Spanned<Moment>,
}

#[derive(Clone, Debug)]
pub struct MachineImage<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub name: Spanned<&'t str>,
    pub versions: Spanned<Vec<MachineImageVersion<'t>>>,
    pub update_strategy: Spanned<Option<&'t str>>,
}

/// A version of a machine image.
#[derive(Clone, Debug)]
pub struct MachineImageVersion<'t> {
    pub expirable: ExpirableVersion<'t>,
    pub cri: Spanned<Vec<Cri<'t>>>,
    /// `architectures`, the legacy field.
    pub architectures: Spanned<Vec<Spanned<&'t str>>>,
    pub kubelet_version_constraint: Spanned<Option<&'t str>>,
    pub in_place_updates: Option<InPlaceUpdates<'t>>,
    pub capability_flavors: Spanned<Vec<Flavor<'t>>>,
}

/// How an image version takes part in in-place updates.
#[derive(Clone, Debug)]
pub struct InPlaceUpdates<'t> {
    pub at: Span,
    pub supported: Spanned<Option<bool>>,
    pub min_version_for_update: Spanned<Option<&'t str>>,
}

/// A container runtime interface of an image version.
#[derive(Clone, Debug)]
pub struct Cri<'t> {
    /// The first entry of the list element.
    pub at: Span,
    /// The whole element; empty where defaulting made it.
    pub span: Span,
    pub name: Spanned<&'t str>,
    /// `containerRuntimes[].type`
    pub container_runtimes: Spanned<Vec<Spanned<&'t str>>>,
}

/// A map from capability name to values, on a machine type or as an image flavor, in the order of
/// the text.
pub type Capabilities<'t> = Vec<Capability<'t>>;

/// One capability of a machine type or flavor.
#[derive(Clone, Debug)]
pub struct Capability<'t> {
    pub name: Spanned<&'t str>,
    /// Its values; null and empty are the same.
    pub values: Spanned<Vec<Spanned<&'t str>>>,
}

/// A capability flavor of an image version.
#[derive(Clone, Debug)]
pub struct Flavor<'t> {
    /// The first entry of the list element.
    pub at: Span,
    /// The whole element; empty where canonicalisation made it.
    pub span: Span,
    pub capabilities: Capabilities<'t>,
}

/// A definition of the vocabulary.
#[derive(Clone, Debug)]
pub struct CapabilityDefinition<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub name: Spanned<&'t str>,
    /// `values`, most preferred first.
    pub values: Spanned<Vec<Spanned<&'t str>>>,
    /// The value of a flavor that leaves the capability out, where that is not every value; only
    /// for definitions that no text has.
    pub by_default: Option<&'static str>,
}

#[derive(Clone, Debug)]
pub struct MachineType<'t> {
    /// The first entry of the list element.
    pub at: Span,
    /// The list element, in the tree of its text.
    pub node: Option<NodeId>,
    pub name: Spanned<&'t str>,
    /// `cpu`, in cores.
    pub cpu: Spanned<Option<Quantity>>,
    /// `gpu`, in devices.
    pub gpu: Spanned<Option<Quantity>>,
    /// `memory`, in bytes.
    pub memory: Spanned<Option<Quantity>>,
    pub storage: Option<MachineTypeStorage<'t>>,
    pub usable: Spanned<Option<bool>>,
    /// `architecture`, the legacy field.
    pub architecture: Spanned<Option<&'t str>>,
    pub capabilities: Spanned<Capabilities<'t>>,
}

/// The root disk of a machine type.
#[derive(Clone, Debug)]
pub struct MachineTypeStorage<'t> {
    pub at: Span,
    pub storage_type: Spanned<&'t str>,
    /// `size`, in bytes.
    pub size: Spanned<Option<Quantity>>,
    /// `minSize`, in bytes.
    pub min_size: Spanned<Option<Quantity>>,
    /// Whether `size` is present and not null.
    pub has_size: bool,
    /// Whether `minSize` is present and not null.
    pub has_min_size: bool,
}

#[derive(Clone, Debug)]
pub struct VolumeType<'t> {
    /// The first entry of the list element.
    pub at: Span,
    /// The list element, in the tree of its text.
    pub node: Option<NodeId>,
    pub name: Spanned<&'t str>,
    pub class: Spanned<&'t str>,
    /// `minSize`, in bytes.
    pub min_size: Spanned<Option<Quantity>>,
    pub usable: Spanned<Option<bool>>,
}

#[derive(Clone, Debug)]
pub struct Region<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub name: Spanned<&'t str>,
    pub zones: Spanned<Vec<Zone<'t>>>,
    pub labels: Spanned<Vec<(Spanned<&'t str>, Spanned<&'t str>)>>,
    /// `accessRestrictions[].name`
    pub access_restrictions: Spanned<Vec<Spanned<&'t str>>>,
}

#[derive(Clone, Debug)]
pub struct Zone<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub name: Spanned<&'t str>,
    pub unavailable_machine_types: Spanned<Vec<Spanned<&'t str>>>,
    pub unavailable_volume_types: Spanned<Vec<Spanned<&'t str>>>,
}

#[derive(Clone, Debug)]
pub struct SeedSelector<'t> {
    pub match_labels: Spanned<Vec<(Spanned<&'t str>, Spanned<&'t str>)>>,
    pub match_expressions: Spanned<Vec<LabelRequirement<'t>>>,
}

/// A requirement of a label selector.
#[derive(Clone, Debug)]
pub struct LabelRequirement<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub key: Spanned<&'t str>,
    pub operator: Spanned<&'t str>,
    pub values: Spanned<Vec<Spanned<&'t str>>>,
}

#[derive(Clone, Debug)]
pub struct Bastion<'t> {
    pub at: Span,
    /// `machineImage`: name and version.
    pub machine_image: Option<(Spanned<&'t str>, Spanned<Option<&'t str>>)>,
    /// `machineType.name`
    pub machine_type: Option<Spanned<&'t str>>,
}

impl<'t> CloudProfile<'t> {
    /// Reads the `spec` of a CloudProfile. Whatever has the wrong shape counts as absent; `shape`
    /// reports it.
    #[must_use]
    pub fn read(object: Cursor<'t>) -> Self {
        let spec = object.field("spec");
        Self {
            regions: spec.field("regions").list(Region::read),
            seed_selector: spec.field("seedSelector").object(SeedSelector::read),
            provider_type: spec.field("type").string(),
            bastion: spec.field("bastion").object(Bastion::read),
            allow_zone_pinning: spec
                .field("controlPlane")
                .field("allowZonePinning")
                .boolean(),
            machine_capabilities: spec
                .field("machineCapabilities")
                .list(CapabilityDefinition::read),
            ..Self::read_namespaced(object)
        }
    }

    /// Reads the part of a `spec` that a NamespacedCloudProfile has too; everything else is empty.
    #[must_use]
    pub fn read_namespaced(object: Cursor<'t>) -> Self {
        let spec = object.field("spec");
        let at = spec.at();
        Self {
            at,
            ca_bundle: spec.field("caBundle").optional_string(),
            has_kubernetes: spec.field("kubernetes").is_set(),
            kubernetes_versions: spec
                .field("kubernetes")
                .field("versions")
                .list(ExpirableVersion::read),
            machine_images: spec.field("machineImages").list(MachineImage::read),
            machine_types: spec.field("machineTypes").list(MachineType::read),
            regions: Spanned::new(Vec::new(), at),
            seed_selector: None,
            provider_type: Spanned::new("", at),
            volume_types: spec.field("volumeTypes").list(VolumeType::read),
            bastion: None,
            max_nodes_total: spec.field("limits").field("maxNodesTotal").integer(),
            allow_zone_pinning: Spanned::new(None, at),
            machine_capabilities: Spanned::new(Vec::new(), at),
        }
    }
}

impl<'t> ExpirableVersion<'t> {
    /// Reads a version with its life cycle.
    #[must_use]
    pub fn read(node: Cursor<'t>) -> Self {
        Self {
            at: node.at(),
            node: node.node(),
            version: node.field("version").string(),
            expiration_date: node.field("expirationDate").moment(),
            classification: node.field("classification").optional_string(),
            lifecycle: node.field("lifecycle").optional_list(LifecycleStage::read),
        }
    }

    /// The classification at a time (`docs/gardener/versions.md#lifecycle`).
    #[must_use]
    pub fn classification_at(&self, now: Time) -> Current<'t> {
        lifecycle::current(
            self.classification.value,
            self.expiration_date.time(),
            &self.life(),
            now,
        )
    }

    /// The bytes that decide the classification: the lifecycle, the date or the classification.
    #[must_use]
    pub fn because(&self) -> Span {
        let stages = self.lifecycle.value.as_ref();
        if stages.is_some_and(|stages| !stages.is_empty()) {
            self.lifecycle.span
        } else if self.expiration_date.is_set() {
            self.expiration_date.span
        } else {
            self.classification.span
        }
    }

    /// All times at which the classification changes, in order, with what it changes to.
    #[must_use]
    pub fn transitions(&self) -> Vec<(Time, Current<'t>)> {
        lifecycle::transitions(
            self.classification.value,
            self.expiration_date.time(),
            &self.life(),
        )
    }

    fn life(&self) -> Vec<Stage<'t>> {
        let stage = |stage: &LifecycleStage<'t>| Stage {
            classification: *stage.classification,
            start: stage.start_time.time(),
        };
        self.stages().iter().map(stage).collect()
    }

    /// The stages; none when `lifecycle` is absent.
    #[must_use]
    pub fn stages(&self) -> &[LifecycleStage<'t>] {
        self.lifecycle.value.as_deref().unwrap_or_default()
    }
}

impl<'t> LifecycleStage<'t> {
    fn read(node: Cursor<'t>) -> Self {
        Self {
            at: node.at(),
            classification: node.field("classification").string(),
            start_time: node.field("startTime").moment(),
        }
    }
}

impl<'t> MachineImage<'t> {
    /// Reads an image with all its versions.
    #[must_use]
    pub fn read(node: Cursor<'t>) -> Self {
        Self {
            at: node.at(),
            name: node.field("name").string(),
            versions: node.field("versions").list(MachineImageVersion::read),
            update_strategy: node.field("updateStrategy").optional_string(),
        }
    }
}

impl<'t> MachineImageVersion<'t> {
    fn read(node: Cursor<'t>) -> Self {
        Self {
            expirable: ExpirableVersion::read(node),
            cri: node.field("cri").list(Cri::read),
            architectures: strings(node.field("architectures")),
            kubelet_version_constraint: node.field("kubeletVersionConstraint").optional_string(),
            in_place_updates: node.field("inPlaceUpdates").object(|node| InPlaceUpdates {
                at: node.at(),
                supported: node.field("supported").boolean(),
                min_version_for_update: node.field("minVersionForUpdate").optional_string(),
            }),
            capability_flavors: node.field("capabilityFlavors").list(|node| Flavor {
                at: node.at(),
                span: node.span(),
                capabilities: capabilities(node).value,
            }),
        }
    }

    /// The first entry of the list element.
    #[must_use]
    pub fn at(&self) -> Span {
        self.expirable.at
    }

    #[must_use]
    pub fn version(&self) -> Spanned<&'t str> {
        self.expirable.version
    }
}

impl<'t> Cri<'t> {
    fn read(node: Cursor<'t>) -> Self {
        Self {
            at: node.at(),
            span: node.span(),
            name: node.field("name").string(),
            container_runtimes: node
                .field("containerRuntimes")
                .list(|node| node.field("type").string()),
        }
    }
}

impl<'t> CapabilityDefinition<'t> {
    fn read(node: Cursor<'t>) -> Self {
        Self {
            at: node.at(),
            name: node.field("name").string(),
            values: strings(node.field("values")),
            by_default: None,
        }
    }
}

impl<'t> MachineType<'t> {
    #[must_use]
    pub fn read(node: Cursor<'t>) -> Self {
        Self {
            at: node.at(),
            node: node.node(),
            name: node.field("name").string(),
            cpu: node.field("cpu").quantity(),
            gpu: node.field("gpu").quantity(),
            memory: node.field("memory").quantity(),
            storage: node.field("storage").object(|node| MachineTypeStorage {
                at: node.at(),
                storage_type: node.field("type").string(),
                size: node.field("size").quantity(),
                min_size: node.field("minSize").quantity(),
                has_size: node.field("size").is_set(),
                has_min_size: node.field("minSize").is_set(),
            }),
            usable: node.field("usable").boolean(),
            architecture: node.field("architecture").optional_string(),
            capabilities: capabilities(node.field("capabilities")),
        }
    }
}

impl<'t> VolumeType<'t> {
    fn read(node: Cursor<'t>) -> Self {
        Self {
            at: node.at(),
            node: node.node(),
            name: node.field("name").string(),
            class: node.field("class").string(),
            min_size: node.field("minSize").quantity(),
            usable: node.field("usable").boolean(),
        }
    }
}

impl<'t> Region<'t> {
    fn read(node: Cursor<'t>) -> Self {
        Self {
            at: node.at(),
            name: node.field("name").string(),
            zones: node.field("zones").list(|node| Zone {
                at: node.at(),
                name: node.field("name").string(),
                unavailable_machine_types: strings(node.field("unavailableMachineTypes")),
                unavailable_volume_types: strings(node.field("unavailableVolumeTypes")),
            }),
            labels: node.field("labels").map(|key, value| (key, value.string())),
            access_restrictions: node
                .field("accessRestrictions")
                .list(|node| node.field("name").string()),
        }
    }
}

impl<'t> SeedSelector<'t> {
    fn read(node: Cursor<'t>) -> Self {
        Self {
            match_labels: node
                .field("matchLabels")
                .map(|key, value| (key, value.string())),
            match_expressions: node
                .field("matchExpressions")
                .list(|node| LabelRequirement {
                    at: node.at(),
                    key: node.field("key").string(),
                    operator: node.field("operator").string(),
                    values: strings(node.field("values")),
                }),
        }
    }
}

impl<'t> Bastion<'t> {
    fn read(node: Cursor<'t>) -> Self {
        Self {
            at: node.at(),
            machine_image: node.field("machineImage").object(|node| {
                (
                    node.field("name").string(),
                    node.field("version").optional_string(),
                )
            }),
            machine_type: node
                .field("machineType")
                .object(|node| node.field("name").string()),
        }
    }
}

fn strings(list: Cursor<'_>) -> Spanned<Vec<Spanned<&str>>> {
    list.list(Cursor::string)
}

/// Reads a map from capability names to values.
pub(crate) fn capabilities(node: Cursor<'_>) -> Spanned<Capabilities<'_>> {
    node.map(|name, values| Capability {
        name,
        values: strings(values),
    })
}
