//! The fields of profiles and Shoots.

use super::Of;

const CLASSIFICATION: &str = "How far the version is recommended: preview, supported, deprecated \
    or expired. Not together with `lifecycle`.";
const EXPIRATION: &str =
    "From when on the version is expired (RFC 3339). Not together with `lifecycle`.";
const LIFECYCLE: &str = "The stages of the version, in order, each with the time at which it \
    starts. Needs the feature gate VersionClassificationLifecycle, and takes the place of \
    `classification` and `expirationDate`.";
const CAPABILITIES: &str = "Which values of each capability are provided. What is left out takes \
    all values of its definition.";

pub(super) static FIELDS: &[Of] = &[
    (
        "*",
        &[
            ("apiVersion", "The API group and version of this object."),
            ("kind", "The kind of this object."),
            ("metadata", "Name, labels and annotations."),
            ("spec", "What is wanted."),
            (
                "status",
                "What the server and the controllers write: not for people.",
            ),
            ("capabilities", CAPABILITIES),
            (
                "capabilityFlavors",
                "The flavors of the version, one for each image artifact. Gardener takes one that \
                 is compatible with the machine type.",
            ),
            (
                "architecture",
                "The CPU architecture: amd64 (the default) or arm64.",
            ),
            (
                "providerConfig",
                "Configuration for the provider extension.",
            ),
            ("region", "The name of a region."),
            ("regions", "The artifact in each region."),
        ],
    ),
    (
        "v1.ObjectMeta",
        &[
            (
                "name",
                "The name of the object. Shoots refer to profiles by it.",
            ),
            (
                "namespace",
                "The namespace of the project; a CloudProfile has none.",
            ),
            ("managedFields", "Written by the server."),
            ("resourceVersion", "Written by the server."),
            ("uid", "Written by the server."),
            ("creationTimestamp", "Written by the server."),
            ("generation", "Written by the server."),
        ],
    ),
    (
        "v1.LabelSelectorRequirement",
        &[
            ("key", "The key of a label."),
            ("operator", "How the label is compared."),
            (
                "values",
                "The values for In and NotIn; none for Exists and DoesNotExist.",
            ),
        ],
    ),
    (
        "v1beta1.AccessRestriction",
        &[(
            "name",
            "The name of an access restriction that holds in the region.",
        )],
    ),
    (
        "v1beta1.AvailabilityZone",
        &[
            ("name", "The name of the zone."),
            (
                "unavailableMachineTypes",
                "Machine types that cannot be had in the zone.",
            ),
            (
                "unavailableVolumeTypes",
                "Volume types that cannot be had in the zone.",
            ),
        ],
    ),
    (
        "v1beta1.Bastion",
        &[
            ("machineImage", "The image of bastions."),
            ("machineType", "The machine type of bastions."),
        ],
    ),
    (
        "v1beta1.BastionMachineImage",
        &[
            ("name", "The name of an image in `spec.machineImages`."),
            (
                "version",
                "A version of the image that is supported; without one, Gardener chooses.",
            ),
        ],
    ),
    (
        "v1beta1.BastionMachineType",
        &[("name", "The name of a machine type in `spec.machineTypes`.")],
    ),
    (
        "v1beta1.CRI",
        &[
            ("name", "The container runtime interface; only containerd."),
            (
                "containerRuntimes",
                "Further container runtimes that the image brings, such as gvisor.",
            ),
        ],
    ),
    (
        "v1beta1.CapabilityDefinition",
        &[
            ("name", "The name of the capability."),
            (
                "values",
                "All values of the capability, the most preferred first.",
            ),
        ],
    ),
    (
        "v1beta1.CloudProfileControlPlane",
        &[(
            "allowZonePinning",
            "Whether Shoots may name the zones of their control plane.",
        )],
    ),
    (
        "v1beta1.CloudProfileMachineControllerManagerSettings",
        &[(
            "machineCreationTimeout",
            "How long creating a machine may take before it counts as failed.",
        )],
    ),
    (
        "v1beta1.CloudProfileReference",
        &[
            (
                "kind",
                "CloudProfile, or NamespacedCloudProfile in a Shoot of the same namespace.",
            ),
            ("name", "The name of the profile."),
        ],
    ),
    (
        "v1beta1.CloudProfileSpec",
        &[
            ("caBundle", "Certificates (PEM) that nodes trust."),
            (
                "kubernetes",
                "The Kubernetes versions that Shoots may have.",
            ),
            (
                "machineImages",
                "The images of machines, with their versions: the core part. `providerConfig` \
                 maps them to artifacts.",
            ),
            (
                "machineTypes",
                "The machine types that worker pools may have.",
            ),
            (
                "providerConfig",
                "`providerConfig`: which artifact of the provider each image version and flavor \
                 is. Decoded by the provider extension.",
            ),
            ("regions", "The regions that Shoots may be in."),
            (
                "seedSelector",
                "Which seeds may host the control planes of Shoots.",
            ),
            ("type", "The type of the provider, such as aws."),
            (
                "volumeTypes",
                "The volume types that worker pools may have.",
            ),
            ("bastion", "What bastions are made of."),
            ("limits", "Limits of all Shoots of this profile."),
            (
                "machineCapabilities",
                "The vocabulary: all capabilities by which images and machine types are matched, \
                 the most significant first. It must define `architecture`. Without it, the \
                 legacy format holds.",
            ),
            ("controlPlane", "Settings of control planes."),
        ],
    ),
    (
        "v1beta1.ContainerRuntime",
        &[
            ("type", "The type of the container runtime, such as gvisor."),
            ("providerConfig", "Configuration of the container runtime."),
        ],
    ),
    (
        "v1beta1.ExpirableVersion",
        &[
            ("version", "The version, three numbers, as text in quotes."),
            ("classification", CLASSIFICATION),
            ("expirationDate", EXPIRATION),
            ("lifecycle", LIFECYCLE),
        ],
    ),
    (
        "v1beta1.InPlaceUpdates",
        &[
            (
                "supported",
                "Whether nodes can be updated to this version in place.",
            ),
            (
                "minVersionForUpdate",
                "From which version of the image on nodes can be updated in place to this one.",
            ),
        ],
    ),
    (
        "v1beta1.KubernetesSettings",
        &[(
            "versions",
            "The Kubernetes versions. The highest must not expire.",
        )],
    ),
    (
        "v1beta1.LifecycleStage",
        &[
            ("classification", "The classification in this stage."),
            (
                "startTime",
                "When the stage starts (RFC 3339); only the first may leave it out.",
            ),
        ],
    ),
    (
        "v1beta1.Limits",
        &[(
            "maxNodesTotal",
            "The most nodes that a Shoot may have, over all worker pools.",
        )],
    ),
    (
        "v1beta1.MachineImage",
        &[
            ("name", "The name of the image."),
            ("versions", "The versions of the image."),
            (
                "updateStrategy",
                "How far maintenance moves a worker pool: within its patch or minor versions, or \
                 to any (major, the default).",
            ),
        ],
    ),
    (
        "v1beta1.MachineImageVersion",
        &[
            ("version", "The version, as text in quotes."),
            ("classification", CLASSIFICATION),
            ("expirationDate", EXPIRATION),
            ("lifecycle", LIFECYCLE),
            (
                "cri",
                "The container runtime interfaces of the image; containerd by default.",
            ),
            (
                "architectures",
                "The architectures of the version in the legacy format; amd64 by default. With a \
                 vocabulary flavors say it.",
            ),
            (
                "kubeletVersionConstraint",
                "Which kubelet versions the image works with, such as `< 1.30`.",
            ),
            (
                "inPlaceUpdates",
                "Whether and from where nodes can be updated in place.",
            ),
        ],
    ),
    (
        "v1beta1.MachineType",
        &[
            ("cpu", "The number of CPUs, a quantity."),
            ("gpu", "The number of GPUs, a quantity."),
            ("memory", "The memory, a quantity such as 8Gi."),
            ("name", "The name of the machine type at the provider."),
            ("storage", "The storage that the machine type comes with."),
            (
                "usable",
                "Whether Shoots may use the machine type; true by default.",
            ),
            (
                "architecture",
                "The architecture in the legacy format; amd64 by default. With a vocabulary \
                 `capabilities` say it.",
            ),
            (
                "machineControllerManager",
                "Settings for machines of this type.",
            ),
        ],
    ),
    (
        "v1beta1.MachineTypeStorage",
        &[
            ("class", "The class of the storage."),
            ("size", "The size of the storage; or else `minSize`."),
            ("type", "The type of the storage."),
            ("minSize", "The least size of the storage; or else `size`."),
        ],
    ),
    (
        "v1beta1.NamespacedCloudProfileSpec",
        &[
            (
                "caBundle",
                "Certificates (PEM) that nodes trust, instead of the parent's.",
            ),
            (
                "kubernetes",
                "Other expiration dates for Kubernetes versions of the parent.",
            ),
            (
                "machineImages",
                "Further images and versions, or other expiration dates for versions of the \
                 parent.",
            ),
            ("machineTypes", "Further machine types."),
            ("volumeTypes", "Further volume types."),
            (
                "parent",
                "The CloudProfile that is added to. It cannot be changed.",
            ),
            ("providerConfig", "`providerConfig` of what is added."),
            ("limits", "Limits in place of the parent's."),
        ],
    ),
    (
        "v1beta1.Region",
        &[
            ("name", "The name of the region at the provider."),
            ("zones", "The zones of the region."),
            ("labels", "Labels of the region."),
            (
                "accessRestrictions",
                "Access restrictions that Shoots in the region may ask for.",
            ),
        ],
    ),
    (
        "v1beta1.SeedSelector",
        &[
            ("matchLabels", "Labels that a seed must have."),
            ("matchExpressions", "Conditions on labels of a seed."),
            ("providerTypes", "Types of providers of a seed; `*` is any."),
        ],
    ),
    (
        "v1beta1.VolumeType",
        &[
            ("class", "The class of the volume type, such as premium."),
            ("name", "The name of the volume type at the provider."),
            (
                "usable",
                "Whether Shoots may use the volume type; true by default.",
            ),
            ("minSize", "The least size of such volumes, a quantity."),
        ],
    ),
    // Shoots: what a profile decides.
    (
        "v1beta1.ShootSpec",
        &[
            (
                "cloudProfile",
                "The profile of the Shoot: a CloudProfile, or a NamespacedCloudProfile of the \
                 same namespace.",
            ),
            (
                "cloudProfileName",
                "The name of a CloudProfile; retired, use `cloudProfile`.",
            ),
            ("region", "A region of the profile."),
            (
                "kubernetes",
                "The Kubernetes version and settings of its components.",
            ),
            ("provider", "The provider and the worker pools."),
            (
                "maintenance",
                "When and what is updated without being asked.",
            ),
            (
                "accessRestrictions",
                "Access restrictions of the region that the Shoot asks for.",
            ),
        ],
    ),
    (
        "v1beta1.Kubernetes",
        &[(
            "version",
            "The Kubernetes version, as text in quotes; a beginning such as \"1.33\" gets the \
             highest patch.",
        )],
    ),
    (
        "v1beta1.WorkerKubernetes",
        &[(
            "version",
            "The Kubernetes version of the pool, where it differs from the control plane's.",
        )],
    ),
    (
        "v1beta1.Provider",
        &[
            ("type", "The type of the provider: that of the profile."),
            ("workers", "The worker pools."),
        ],
    ),
    (
        "v1beta1.Worker",
        &[
            ("name", "The name of the worker pool."),
            ("machine", "The machine type and the image."),
            ("minimum", "The least number of machines."),
            ("maximum", "The largest number of machines."),
            (
                "maxSurge",
                "How many machines, a number or a percentage, an update may add.",
            ),
            (
                "maxUnavailable",
                "How many machines, a number or a percentage, may be missing in an update.",
            ),
            ("volume", "The volume of each machine."),
            ("zones", "The zones of the machines."),
            ("cri", "The container runtime interface."),
            (
                "updateStrategy",
                "Whether machines are replaced or updated in place.",
            ),
            (
                "kubernetes",
                "The Kubernetes version and kubelet of the pool.",
            ),
        ],
    ),
    (
        "v1beta1.Machine",
        &[
            ("type", "A machine type of the profile."),
            (
                "image",
                "An image of the profile; without one the default image.",
            ),
        ],
    ),
    (
        "v1beta1.ShootMachineImage",
        &[
            ("name", "The name of an image of the profile."),
            (
                "version",
                "The version, as text in quotes; without one or with a beginning of one the \
                 highest that fits.",
            ),
        ],
    ),
    (
        "v1beta1.Volume",
        &[
            ("type", "A volume type of the profile."),
            ("size", "The size, a quantity such as 50Gi."),
        ],
    ),
    (
        "v1beta1.MaintenanceAutoUpdate",
        &[
            (
                "kubernetesVersion",
                "Whether maintenance moves the Kubernetes version.",
            ),
            (
                "machineImageVersion",
                "Whether maintenance moves the image versions.",
            ),
        ],
    ),
];
