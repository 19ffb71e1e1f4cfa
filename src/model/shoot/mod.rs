//! The Shoot as rules read it: what of it depends on its profile, and its worker pools, with their
//! bytes. The rest of a Shoot (networking, add-ons, DNS, ...) is only decoded strictly. What it
//! becomes on the server is the work of `shoot`.
//! A field that says nothing else is the field of the API of that name.
#![allow(missing_docs)]

mod worker;

use crate::model::cursor::{Cursor, Spanned};
use crate::model::object::ObjectKind;
use crate::model::quantity::Quantity;
use crate::source::Span;

pub use worker::{
    ClusterAutoscaler, ContainerRuntime, MachineControllerManager, Pairs, Taint, UpdateStrategy,
    Volume, Worker, WorkerCri, WorkerImage, WorkerKubernetes,
};

#[derive(Clone, Debug)]
pub struct Shoot<'t> {
    pub at: Span,
    pub cloud_profile: Option<ProfileReference<'t>>,
    pub cloud_profile_name: Spanned<Option<&'t str>>,
    pub region: Spanned<&'t str>,
    /// `kubernetes.version`
    pub kubernetes_version: Spanned<&'t str>,
    /// `kubernetes.kubelet`
    pub kubelet: Option<Box<Kubelet>>,
    /// `accessRestrictions[].name`
    pub access_restrictions: Spanned<Vec<Spanned<&'t str>>>,
    /// `controlPlane.zones`
    pub control_plane_zones: Spanned<Vec<Spanned<&'t str>>>,
    /// `networking.providerConfig`
    pub networking_config: Option<Box<ProviderConfig<'t>>>,
    /// `maintenance.autoUpdate`
    pub auto_update: Option<AutoUpdate>,
    pub provider: Provider<'t>,
    /// `provider.workers`
    pub workers: Spanned<Vec<Worker<'t>>>,
}

/// A part that few Shoots have, so that the others are small.
fn boxed<T>(part: Option<T>) -> Option<Box<T>> {
    part.map(Box::new)
}

/// `provider` of a Shoot, but for its workers.
#[derive(Clone, Debug)]
pub struct Provider<'t> {
    pub provider_type: Spanned<&'t str>,
    pub infrastructure_config: Option<Box<ProviderConfig<'t>>>,
    pub control_plane_config: Option<Box<ProviderConfig<'t>>>,
    /// `workersSettings`: the key, where the field is set.
    pub workers_settings: Option<Span>,
    /// Whether `workersSettings.sshAccess` is set.
    pub has_ssh_access: bool,
}

/// A reference to a profile.
#[derive(Clone, Copy, Debug)]
pub struct ProfileReference<'t> {
    /// The key that holds it.
    pub at: Span,
    /// `kind`; an empty one means CloudProfile.
    pub kind: Spanned<&'t str>,
    pub name: Spanned<&'t str>,
}

/// The versions that maintenance moves although it need not.
#[derive(Clone, Copy, Debug)]
pub struct AutoUpdate {
    pub at: Span,
    pub kubernetes_version: Spanned<Option<bool>>,
    pub machine_image_version: Spanned<Option<bool>>,
}

/// The part of a machine that kubelet settings reserve.
#[derive(Clone, Debug)]
pub struct Kubelet {
    pub at: Span,
    /// `kubeReserved.cpu`, in cores.
    pub reserved_cpu: Spanned<Option<Quantity>>,
    /// `kubeReserved.memory`, in bytes.
    pub reserved_memory: Spanned<Option<Quantity>>,
}

/// A part of a Shoot that a provider extension reads.
#[derive(Clone, Copy, Debug)]
pub struct ProviderConfig<'t> {
    pub at: Span,
    /// The `apiVersion` inside the configuration.
    pub api_version: Spanned<&'t str>,
    pub whole: Cursor<'t>,
}

impl<'t> ProfileReference<'t> {
    /// The profile that a Shoot refers to: `cloudProfile`, else `cloudProfileName`.
    #[must_use]
    pub fn of_shoot(object: Cursor<'t>) -> Option<Self> {
        let spec = object.field("spec");
        let whole = spec.field("cloudProfile").object(Self::read);
        whole.or_else(|| Self::named(spec.field("cloudProfileName").optional_string()))
    }

    fn read(profile: Cursor<'t>) -> Self {
        Self {
            at: profile.at(),
            kind: profile.field("kind").string(),
            name: profile.field("name").string(),
        }
    }

    /// What `cloudProfileName` says.
    fn named(Spanned { value, span }: Spanned<Option<&'t str>>) -> Option<Self> {
        let name = value.filter(|name| !name.is_empty())?;
        Some(Self {
            at: span,
            kind: Spanned::new("", span),
            name: Spanned::new(name, span),
        })
    }

    /// The kind of profile that is meant; none for a kind that is no profile.
    #[must_use]
    pub fn object_kind(&self) -> Option<ObjectKind> {
        match *self.kind {
            "" | "CloudProfile" => Some(ObjectKind::CloudProfile),
            "NamespacedCloudProfile" => Some(ObjectKind::NamespacedCloudProfile),
            _ => None,
        }
    }
}

impl<'t> Shoot<'t> {
    /// Reads the `spec` of a Shoot. Whatever has the wrong shape counts as absent; `shape` reports
    /// it.
    #[must_use]
    pub fn read(object: Cursor<'t>) -> Self {
        let spec = object.field("spec");
        let provider = spec.field("provider");
        let kubernetes = spec.field("kubernetes");
        let auto_update = |auto: Cursor<'t>| AutoUpdate {
            at: auto.at(),
            kubernetes_version: auto.field("kubernetesVersion").boolean(),
            machine_image_version: auto.field("machineImageVersion").boolean(),
        };
        Self {
            at: spec.at(),
            cloud_profile: spec.field("cloudProfile").object(ProfileReference::read),
            cloud_profile_name: spec.field("cloudProfileName").optional_string(),
            region: spec.field("region").string(),
            kubernetes_version: kubernetes.field("version").string(),
            kubelet: boxed(kubernetes.field("kubelet").object(Kubelet::read)),
            access_restrictions: spec
                .field("accessRestrictions")
                .list(|node| node.field("name").string()),
            control_plane_zones: spec
                .field("controlPlane")
                .field("zones")
                .list(Cursor::string),
            networking_config: boxed(ProviderConfig::read(spec.field("networking"))),
            auto_update: spec
                .field("maintenance")
                .field("autoUpdate")
                .object(auto_update),
            provider: Provider::read(provider),
            workers: provider.field("workers").list(Worker::read),
        }
    }

    /// The region of a Shoot, of which nothing else is read.
    #[must_use]
    pub fn region_of(object: Cursor<'t>) -> &'t str {
        *object.field("spec").field("region").string()
    }

    /// The versions that a Shoot names, of Kubernetes and of the images of its pools; nothing else of
    /// it is read.
    #[must_use]
    pub fn versions_of(object: Cursor<'t>) -> Vec<&'t str> {
        let spec = object.field("spec");
        let image = |pool: Cursor<'t>| {
            pool.field("machine")
                .field("image")
                .field("version")
                .string()
        };
        let mut versions = vec![*spec.field("kubernetes").field("version").string()];
        let images = spec.field("provider").field("workers").list(image);
        versions.extend(images.iter().map(|version| version.value));
        versions
    }

    /// The profile that the Shoot refers to: `cloudProfile`, else `cloudProfileName`.
    #[must_use]
    pub fn profile(&self) -> Option<ProfileReference<'t>> {
        self.cloud_profile
            .or_else(|| ProfileReference::named(self.cloud_profile_name))
    }
}

impl<'t> Provider<'t> {
    fn read(provider: Cursor<'t>) -> Self {
        let settings = provider.field("workersSettings");
        let config = |name: &str| boxed(ProviderConfig::new(provider.field(name)));
        Self {
            provider_type: provider.field("type").string(),
            infrastructure_config: config("infrastructureConfig"),
            control_plane_config: config("controlPlaneConfig"),
            workers_settings: settings.is_set().then(|| settings.at()),
            has_ssh_access: settings.field("sshAccess").is_set(),
        }
    }
}

impl Kubelet {
    fn read(kubelet: Cursor<'_>) -> Self {
        let reserved = kubelet.field("kubeReserved");
        Self {
            at: kubelet.at(),
            reserved_cpu: reserved.field("cpu").quantity(),
            reserved_memory: reserved.field("memory").quantity(),
        }
    }
}

impl<'t> ProviderConfig<'t> {
    /// The `providerConfig` of an object.
    fn read(owner: Cursor<'t>) -> Option<Self> {
        Self::new(owner.field("providerConfig"))
    }

    fn new(whole: Cursor<'t>) -> Option<Self> {
        whole.is_set().then(|| Self {
            at: whole.at(),
            api_version: whole.field("apiVersion").string(),
            whole,
        })
    }
}
