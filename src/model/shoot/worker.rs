//! A worker pool, with everything that static validation and admission look at.
//! A field that says nothing else is the field of the API of that name.
#![allow(missing_docs)]

use crate::model::cursor::{Cursor, IntOrString, Spanned};
use crate::model::duration::Duration;
use crate::model::shoot::{Kubelet, ProviderConfig, boxed};
use crate::source::Span;

/// The entries of a map from text to text.
pub type Pairs<'t> = Vec<(Spanned<&'t str>, Spanned<&'t str>)>;

/// A landscape has tens of thousands of them, so what few pools set takes room of its own.
#[derive(Clone, Debug)]
pub struct Worker<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub name: Spanned<&'t str>,
    pub minimum: Spanned<Option<i64>>,
    pub maximum: Spanned<Option<i64>>,
    pub max_surge: Spanned<Option<IntOrString<'t>>>,
    pub max_unavailable: Spanned<Option<IntOrString<'t>>>,
    pub update_strategy: Spanned<Option<&'t str>>,
    /// `machine.type`
    pub machine_type: Spanned<&'t str>,
    /// `machine.image`
    pub image: Option<WorkerImage<'t>>,
    /// `machine.image.providerConfig`
    pub image_config: Option<Box<ProviderConfig<'t>>>,
    /// `machine.architecture`
    pub architecture: Spanned<Option<&'t str>>,
    /// `machine.secureBoot`, a field of a preview.
    pub secure_boot: Spanned<Option<bool>>,
    /// `machine.gpu.type`, where `gpu` is set: a field of a preview.
    pub gpu: Option<Spanned<&'t str>>,
    pub volume: Option<Volume<'t>>,
    pub data_volumes: Spanned<Vec<Volume<'t>>>,
    pub kubelet_data_volume: Spanned<Option<&'t str>>,
    pub zones: Spanned<Vec<Spanned<&'t str>>>,
    pub kubernetes: Option<Box<WorkerKubernetes<'t>>>,
    pub cri: Option<WorkerCri<'t>>,
    pub labels: Spanned<Pairs<'t>>,
    pub annotations: Spanned<Pairs<'t>>,
    pub taints: Spanned<Vec<Taint<'t>>>,
    pub sysctls: Spanned<Pairs<'t>>,
    pub ca_bundle: Spanned<Option<&'t str>>,
    pub priority: Spanned<Option<i64>>,
    pub cluster_autoscaler: Option<Box<ClusterAutoscaler>>,
    pub machine_controller_manager: Option<Box<MachineControllerManager>>,
    /// `systemComponents`: what `allow` says in it, where the field is set.
    pub system_components: Option<Spanned<bool>>,
    pub provider_config: Option<Box<ProviderConfig<'t>>>,
}

/// The fields of most pools.
const USUAL: &[&str] = &["name", "minimum", "maximum", "machine", "volume", "zones"];

/// The machine image of a worker pool.
#[derive(Clone, Copy, Debug)]
pub struct WorkerImage<'t> {
    pub at: Span,
    pub name: Spanned<&'t str>,
    pub version: Spanned<Option<&'t str>>,
}

/// `kubernetes` of a worker pool.
#[derive(Clone, Debug)]
pub struct WorkerKubernetes<'t> {
    pub at: Span,
    pub version: Spanned<Option<&'t str>>,
    pub kubelet: Option<Kubelet>,
}

/// A root or data volume.
#[derive(Clone, Debug)]
pub struct Volume<'t> {
    /// The key, or the first entry of the list element.
    pub at: Span,
    pub name: Spanned<Option<&'t str>>,
    pub volume_type: Spanned<Option<&'t str>>,
    pub size: Spanned<&'t str>,
    pub encrypted: Spanned<Option<bool>>,
}

/// `cri` of a worker pool.
#[derive(Clone, Debug)]
pub struct WorkerCri<'t> {
    /// The key, or the nearest enclosing one.
    pub at: Span,
    pub name: Spanned<&'t str>,
    pub container_runtimes: Spanned<Vec<ContainerRuntime<'t>>>,
}

/// A container runtime of a worker pool.
#[derive(Clone, Copy, Debug)]
pub struct ContainerRuntime<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub runtime_type: Spanned<&'t str>,
    pub provider_config: Option<ProviderConfig<'t>>,
}

#[derive(Clone, Copy, Debug)]
pub struct Taint<'t> {
    /// The first entry of the list element.
    pub at: Span,
    pub key: Spanned<&'t str>,
    pub value: Spanned<&'t str>,
    pub effect: Spanned<&'t str>,
}

/// `clusterAutoscaler` of a worker pool.
#[derive(Clone, Copy, Debug)]
pub struct ClusterAutoscaler {
    pub utilization_threshold: Spanned<Option<f64>>,
    pub gpu_utilization_threshold: Spanned<Option<f64>>,
    pub unneeded_time: Spanned<Option<Duration>>,
    pub unready_time: Spanned<Option<Duration>>,
    pub max_node_provision_time: Spanned<Option<Duration>>,
}

/// `machineControllerManager` of a worker pool.
#[derive(Clone, Copy, Debug)]
pub struct MachineControllerManager {
    pub drain_timeout: Spanned<Option<Duration>>,
    pub health_timeout: Spanned<Option<Duration>>,
    pub creation_timeout: Spanned<Option<Duration>>,
    pub max_evict_retries: Spanned<Option<i64>>,
    pub in_place_update_timeout: Spanned<Option<Duration>>,
    pub disable_health_timeout: Spanned<Option<bool>>,
    pub preserve_timeout: Spanned<Option<Duration>>,
    pub auto_preserve_failed_machine_max: Spanned<Option<i64>>,
}

/// How nodes get a new version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateStrategy {
    /// `AutoRollingUpdate`, the default: new machines replace old ones.
    AutoRolling,
    /// `AutoInPlaceUpdate`
    AutoInPlace,
    /// `ManualInPlaceUpdate`
    ManualInPlace,
}

impl UpdateStrategy {
    pub const ALL: [Self; 3] = [Self::AutoRolling, Self::AutoInPlace, Self::ManualInPlace];

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AutoRolling => "AutoRollingUpdate",
            Self::AutoInPlace => "AutoInPlaceUpdate",
            Self::ManualInPlace => "ManualInPlaceUpdate",
        }
    }

    /// The strategy that a word names.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|strategy| strategy.as_str() == word)
    }
}

impl<'t> Worker<'t> {
    pub(super) fn read(worker: Cursor<'t>) -> Self {
        let rare = worker.beside(USUAL);
        let machine = worker.field("machine");
        Self {
            at: worker.at(),
            name: worker.field("name").string(),
            minimum: worker.field("minimum").integer(),
            maximum: worker.field("maximum").integer(),
            max_surge: rare.field("maxSurge").int_or_string(),
            max_unavailable: rare.field("maxUnavailable").int_or_string(),
            update_strategy: rare.field("updateStrategy").optional_string(),
            machine_type: machine.field("type").string(),
            image: machine.field("image").object(WorkerImage::read),
            image_config: boxed(ProviderConfig::read(machine.field("image"))),
            architecture: machine.field("architecture").optional_string(),
            secure_boot: machine.field("secureBoot").boolean(),
            gpu: machine
                .field("gpu")
                .object(|gpu| gpu.field("type").string()),
            volume: worker.field("volume").object(Volume::read),
            data_volumes: rare.field("dataVolumes").list(Volume::read),
            kubelet_data_volume: rare.field("kubeletDataVolumeName").optional_string(),
            zones: worker.field("zones").list(Cursor::string),
            kubernetes: boxed(rare.field("kubernetes").object(WorkerKubernetes::read)),
            cri: rare.field("cri").object(WorkerCri::read),
            labels: pairs(rare.field("labels")),
            annotations: pairs(rare.field("annotations")),
            taints: rare.field("taints").list(Taint::read),
            sysctls: pairs(rare.field("sysctls")),
            ca_bundle: rare.field("caBundle").optional_string(),
            priority: rare.field("priority").integer(),
            cluster_autoscaler: boxed(
                rare.field("clusterAutoscaler")
                    .object(ClusterAutoscaler::read),
            ),
            machine_controller_manager: boxed(
                rare.field("machineControllerManager")
                    .object(MachineControllerManager::read),
            ),
            system_components: rare.field("systemComponents").object(|node| {
                let allow = node.field("allow").boolean();
                Spanned::new(allow.unwrap_or(false), allow.span)
            }),
            provider_config: boxed(ProviderConfig::read(rare)),
        }
    }

    /// `updateStrategy`, where it is a known one; unset is rolling.
    #[must_use]
    pub fn strategy(&self) -> Option<UpdateStrategy> {
        self.update_strategy
            .map_or(Some(UpdateStrategy::AutoRolling), UpdateStrategy::parse)
    }

    /// Whether nodes are updated in place.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        matches!(
            self.strategy(),
            Some(UpdateStrategy::AutoInPlace | UpdateStrategy::ManualInPlace)
        )
    }

    /// The pool's own Kubernetes version.
    #[must_use]
    pub fn kubernetes_version(&self) -> Option<Spanned<&'t str>> {
        let version = self.kubernetes.as_ref()?.version;
        Some(Spanned::new(version.value?, version.span))
    }

    /// `volume.type`
    #[must_use]
    pub fn volume_type(&self) -> Option<Spanned<&'t str>> {
        let volume_type = self.volume.as_ref()?.volume_type;
        Some(Spanned::new(volume_type.value?, volume_type.span))
    }
}

impl<'t> WorkerImage<'t> {
    fn read(image: Cursor<'t>) -> Self {
        Self {
            at: image.at(),
            name: image.field("name").string(),
            version: image.field("version").optional_string(),
        }
    }
}

impl<'t> WorkerKubernetes<'t> {
    fn read(kubernetes: Cursor<'t>) -> Self {
        Self {
            at: kubernetes.at(),
            version: kubernetes.field("version").optional_string(),
            kubelet: kubernetes.field("kubelet").object(Kubelet::read),
        }
    }
}

impl<'t> Volume<'t> {
    fn read(volume: Cursor<'t>) -> Self {
        Self {
            at: volume.at(),
            name: volume.field("name").optional_string(),
            volume_type: volume.field("type").optional_string(),
            size: volume.field("size").string(),
            encrypted: volume.field("encrypted").boolean(),
        }
    }
}

impl<'t> WorkerCri<'t> {
    fn read(cri: Cursor<'t>) -> Self {
        let runtime = |node: Cursor<'t>| ContainerRuntime {
            at: node.at(),
            runtime_type: node.field("type").string(),
            provider_config: ProviderConfig::read(node),
        };
        Self {
            at: cri.at(),
            name: cri.field("name").string(),
            container_runtimes: cri.field("containerRuntimes").list(runtime),
        }
    }
}

impl<'t> Taint<'t> {
    fn read(taint: Cursor<'t>) -> Self {
        let text = |name: &str| taint.field(name).string();
        Self {
            at: taint.at(),
            key: text("key"),
            value: text("value"),
            effect: text("effect"),
        }
    }
}

impl ClusterAutoscaler {
    fn read(options: Cursor<'_>) -> Self {
        Self {
            utilization_threshold: options.field("scaleDownUtilizationThreshold").number(),
            gpu_utilization_threshold: options.field("scaleDownGpuUtilizationThreshold").number(),
            unneeded_time: options.field("scaleDownUnneededTime").duration(),
            unready_time: options.field("scaleDownUnreadyTime").duration(),
            max_node_provision_time: options.field("maxNodeProvisionTime").duration(),
        }
    }
}

impl MachineControllerManager {
    fn read(settings: Cursor<'_>) -> Self {
        let duration = |name: &str| settings.field(name).duration();
        Self {
            drain_timeout: duration("machineDrainTimeout"),
            health_timeout: duration("machineHealthTimeout"),
            creation_timeout: duration("machineCreationTimeout"),
            max_evict_retries: settings.field("maxEvictRetries").integer(),
            in_place_update_timeout: duration("inPlaceUpdateTimeout"),
            disable_health_timeout: settings.field("disableHealthTimeout").boolean(),
            preserve_timeout: duration("machinePreserveTimeout"),
            auto_preserve_failed_machine_max: settings
                .field("autoPreserveFailedMachineMax")
                .integer(),
        }
    }
}

fn pairs(node: Cursor<'_>) -> Spanned<Pairs<'_>> {
    node.map(|key, value| (key, value.string()))
}
