//! Names that fields had in drafts and in earlier versions of the API, and their successors.

/// A field that has another name now, or none.
#[derive(Debug)]
pub struct Rename {
    /// The types that had it.
    pub owners: &'static [&'static str],
    pub old: &'static str,
    /// The new name, as the rest of a sentence that begins with the old one.
    pub now: &'static str,
    pub help: &'static str,
    pub change: Change,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The key has another name.
    Key(&'static str),
    /// A map of capabilities became the list of definitions `machineCapabilities`.
    Definitions,
    /// A list of names became the list of objects `zones`.
    Zones,
    /// The value moved into an object beside it.
    Under(&'static str, &'static str),
    /// The date became the start of a stage of the life cycle.
    Stage(&'static str),
    /// The field is gone; with `false` it meant nothing.
    Gone,
}

const EXPIRABLE: &[&str] = &["v1beta1.ExpirableVersion", "v1beta1.MachineImageVersion"];
const IMAGE_VERSION: &[&str] = &["v1beta1.MachineImageVersion"];
const MAPPED_VERSION: &[&str] = &["v1alpha1.MachineImageVersion"];
const KUBERNETES: &[&str] = &["v1beta1.Kubernetes"];
const API_SERVER: &[&str] = &["v1beta1.KubeAPIServerConfig"];
const WORKER: &[&str] = &["v1beta1.Worker"];
const DRAFT_33: &str = "this is the name of an earlier draft of GEP-33";
const STAGE: &str = "write `lifecycle`, a list of stages of `classification` and `startTime`; it \
    needs the feature gate VersionClassificationLifecycle";

static RENAMES: &[Rename] = &[
    Rename {
        owners: &["v1beta1.CloudProfileSpec"],
        old: "capabilities",
        now: "is now `machineCapabilities`, an ordered list of `name` and `values`",
        help: "write `machineCapabilities: [{name: architecture, values: [amd64, arm64]}, …]`",
        change: Change::Definitions,
    },
    Rename {
        owners: IMAGE_VERSION,
        old: "capabilitySets",
        now: "was renamed to `capabilityFlavors`",
        help: DRAFT_33,
        change: Change::Key("capabilityFlavors"),
    },
    Rename {
        owners: IMAGE_VERSION,
        old: "capabilityCombinations",
        now: "was renamed to `capabilityFlavors`",
        help: DRAFT_33,
        change: Change::Key("capabilityFlavors"),
    },
    Rename {
        owners: IMAGE_VERSION,
        old: "capabilities",
        now: "became `capabilityFlavors`, a list with one entry for each image of the version",
        help: "write `capabilityFlavors: [{architecture: [amd64]}, …]`; only machine types have \
            `capabilities`",
        change: Change::Gone,
    },
    Rename {
        owners: MAPPED_VERSION,
        old: "capabilitySets",
        now: "was renamed to `capabilityFlavors`",
        help: DRAFT_33,
        change: Change::Key("capabilityFlavors"),
    },
    Rename {
        owners: MAPPED_VERSION,
        old: "capabilityCombinations",
        now: "was renamed to `capabilityFlavors`",
        help: DRAFT_33,
        change: Change::Key("capabilityFlavors"),
    },
    Rename {
        owners: MAPPED_VERSION,
        old: "capabilities",
        now: "belongs in `capabilityFlavors`, a list with one entry for each artifact of the \
            version",
        help: "write `capabilityFlavors: [{capabilities: {architecture: [amd64]}, …}]`, each \
            entry with its artifact",
        change: Change::Gone,
    },
    Rename {
        owners: &["v1alpha1.CloudProfileConfig"],
        old: "useOctavia",
        now: "no longer exists: the OpenStack extension supports only load balancers of Octavia",
        help: "remove it; list the providers of Octavia in `constraints.loadBalancerProviders`",
        change: Change::Gone,
    },
    Rename {
        owners: IMAGE_VERSION,
        old: "minVersionForInPlaceUpdate",
        now: "is `inPlaceUpdates.minVersionForUpdate`; only the server's messages use the other \
            name",
        help: "write `inPlaceUpdates: {supported: true, minVersionForUpdate: …}`",
        change: Change::Under("inPlaceUpdates", "minVersionForUpdate"),
    },
    Rename {
        owners: &["v1beta1.Region"],
        old: "region",
        now: "is called `name`",
        help: "write `name`",
        change: Change::Key("name"),
    },
    Rename {
        owners: &["v1beta1.Region"],
        old: "names",
        now: "is called `zones`, and each zone is an object with a `name`",
        help: "write `zones: [{name: …}, …]`",
        change: Change::Zones,
    },
    Rename {
        owners: EXPIRABLE,
        old: "previewDate",
        now: "became a stage of `lifecycle`: this is a draft of GEP-32",
        help: STAGE,
        change: Change::Stage("preview"),
    },
    Rename {
        owners: EXPIRABLE,
        old: "supportedDate",
        now: "became a stage of `lifecycle`: this is a draft of GEP-32",
        help: STAGE,
        change: Change::Stage("supported"),
    },
    Rename {
        owners: EXPIRABLE,
        old: "deprecationDate",
        now: "became a stage of `lifecycle`: this is a draft of GEP-32",
        help: STAGE,
        change: Change::Stage("deprecated"),
    },
    Rename {
        owners: &[
            "v1beta1.ExpirableVersionStatus",
            "v1beta1.ExpirableVersion",
            "v1beta1.MachineImageVersion",
        ],
        old: "classificationState",
        now: "is called `classification`: this is a draft of GEP-32",
        help: "write `classification`",
        change: Change::Key("classification"),
    },
    Rename {
        owners: KUBERNETES,
        old: "allowPrivilegedContainers",
        now: "no longer exists because Kubernetes 1.25 has no PodSecurityPolicy",
        help: "restrict pods with labels `pod-security.kubernetes.io/enforce` on namespaces, or \
            set defaults in the PodSecurity plugin under `kubeAPIServer.admissionPlugins`",
        change: Change::Gone,
    },
    Rename {
        owners: KUBERNETES,
        old: "enableStaticTokenKubeconfig",
        now: "no longer exists: Gardener has no kubeconfig with a static token any more",
        help: "request a short-lived kubeconfig from the subresource `shoots/adminkubeconfig` or \
            `shoots/viewerkubeconfig`",
        change: Change::Gone,
    },
    Rename {
        owners: API_SERVER,
        old: "enableBasicAuthentication",
        now: "no longer exists because Kubernetes 1.19 has no basic authentication",
        help: "use the subresource `shoots/adminkubeconfig`, or `structuredAuthentication` for \
            users of an identity provider",
        change: Change::Gone,
    },
    Rename {
        owners: API_SERVER,
        old: "oidcConfig",
        now: "was replaced by `structuredAuthentication`",
        help: "put issuer, client id and claims into an AuthenticationConfiguration in a \
            ConfigMap, and name that in `structuredAuthentication.configMapName`",
        change: Change::Gone,
    },
    Rename {
        owners: &["v1beta1.KubeletConfig"],
        old: "systemReserved",
        now: "no longer exists: put all reservations into `kubeReserved`",
        help: "add the amounts to `kubeReserved`, which has the same fields",
        change: Change::Gone,
    },
    Rename {
        owners: &["v1beta1.ServiceAccountConfig"],
        old: "signingKeySecretName",
        now: "no longer exists: Gardener manages the signing key itself",
        help: "remove it; to change the key, start a rotation of the service account key",
        change: Change::Gone,
    },
    Rename {
        owners: WORKER,
        old: "autoScalerMin",
        now: "is called `minimum`",
        help: "write `minimum`",
        change: Change::Key("minimum"),
    },
    Rename {
        owners: WORKER,
        old: "autoScalerMax",
        now: "is called `maximum`",
        help: "write `maximum`",
        change: Change::Key("maximum"),
    },
    Rename {
        owners: WORKER,
        old: "machineType",
        now: "is written `machine.type`",
        help: "write `machine: {type: …}`",
        change: Change::Under("machine", "type"),
    },
    Rename {
        owners: WORKER,
        old: "volumeType",
        now: "is written `volume.type`",
        help: "write `volume: {type: …}`",
        change: Change::Under("volume", "type"),
    },
    Rename {
        owners: WORKER,
        old: "volumeSize",
        now: "is written `volume.size`",
        help: "write `volume: {size: …}`",
        change: Change::Under("volume", "size"),
    },
];

/// The rename of a field of a type, if there is one.
pub fn find(owner: &str, name: &str) -> Option<&'static Rename> {
    RENAMES
        .iter()
        .find(|rename| rename.old == name && rename.owners.contains(&owner))
}
