//! For each rule what its findings follow from, and where that stands.

/// The place of the cause, relative to the consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Where {
    /// At this field, in it, or around it.
    Near,
    /// In the same entry as the field of the cause.
    Beside,
    /// At a path with this end.
    At(&'static str),
    /// At the definition of a capability that is named here.
    Definition,
    /// At a path whose bytes the other finding shows as well.
    Shown,
    /// In the same element of this list, by the fields of both or by the bytes that they show.
    Entry(&'static str),
    /// The same, where both have the same value.
    Same(&'static str),
    /// The same, where a slip of the fingers explains the difference of the values.
    Like(&'static str),
    /// The same, where the cause is a missing name or version.
    Nameless(&'static str),
    /// At the position in this list at which another text shows it.
    Place(&'static str),
    /// Anywhere, where both have the same value.
    Value,
    /// Anywhere, where a slip of the fingers explains the difference of the values.
    Alike,
    /// Anywhere, where the consequence is about an empty name.
    Unnamed,
    /// Anywhere, where both look for the same field.
    Needs,
    /// In this list of the spec.
    In(&'static str),
    /// At any missing field of this name.
    Lacks(&'static str),
    /// Anywhere; the path of the consequence has this end.
    Ending(&'static str),
}

use Where::{
    Alike, At, Beside, Definition, Ending, Entry, In, Lacks, Like, Nameless, Near, Needs, Place,
    Same, Shown, Unnamed, Value,
};

/// For each rule: the rules that it follows from, the most certain first, and where they report.
pub(super) static FOLLOWS: &[(&str, &[(&str, Where)])] = &[
    (
        "capability/capabilities-without-vocabulary",
        &[
            ("capability/flavors-without-vocabulary", Needs),
            ("schema/renamed-field", At("spec.capabilities")),
        ],
    ),
    (
        "capability/conflicting-architectures",
        &[
            ("capability/missing-flavor-architecture", Entry("versions")),
            ("capability/unsupported-legacy-architecture", Near),
        ],
    ),
    (
        "capability/conflicting-machine-architecture",
        &[("capability/unsupported-legacy-architecture", Near)],
    ),
    (
        "capability/missing-architecture",
        &[(
            "capability/malformed-definition",
            At("spec.machineCapabilities"),
        )],
    ),
    (
        "capability/missing-flavors",
        &[
            ("cloudprofile/missing-name", Entry("machineImages")),
            ("cloudprofile/malformed-image-version", Entry("versions")),
        ],
    ),
    (
        "capability/unregistered-name",
        &[
            ("capability/missing-architecture", Definition),
            (
                "capability/malformed-definition",
                At("spec.machineCapabilities"),
            ),
        ],
    ),
    (
        "capability/unregistered-value",
        &[
            ("capability/unsupported-architecture", Definition),
            ("capability/malformed-definition", Definition),
            ("provider/unknown-architecture", Same("versions")),
        ],
    ),
    (
        "capability/unsupported-legacy-architecture",
        &[
            ("capability/unregistered-value", Same("versions")),
            ("capability/unregistered-value", Same("machineTypes")),
            (
                "capability/unsupported-architecture",
                At("spec.machineCapabilities.architecture"),
            ),
            (
                "capability/malformed-definition",
                At("spec.machineCapabilities.architecture"),
            ),
        ],
    ),
    (
        "change/machine-type-in-use",
        &[("cloudprofile/missing-name", Place("machineTypes"))],
    ),
    (
        "change/removed-in-use",
        &[
            ("cloudprofile/malformed-kubernetes-version", Near),
            ("cloudprofile/malformed-image-version", Near),
            ("cloudprofile/missing-image-versions", Near),
            ("cloudprofile/missing-name", Near),
        ],
    ),
    (
        "cloudprofile/missing-name",
        &[("schema/renamed-field", Beside)],
    ),
    (
        "cloudprofile/undetermined-latest-version",
        &[
            ("cloudprofile/malformed-kubernetes-version", Near),
            ("cloudprofile/malformed-image-version", Near),
        ],
    ),
    (
        "cloudprofile/unknown-bastion-image",
        &[
            (
                "cloudprofile/missing-machine-images",
                At("spec.machineImages"),
            ),
            (
                "cloudprofile/missing-image-versions",
                Entry("machineImages"),
            ),
            (
                "cloudprofile/malformed-image-version",
                Like("machineImages"),
            ),
            (
                "cloudprofile/malformed-image-version",
                Nameless("machineImages"),
            ),
            ("cloudprofile/missing-name", In("machineImages")),
        ],
    ),
    (
        "cloudprofile/unknown-bastion-machine-type",
        &[
            (
                "cloudprofile/missing-machine-types",
                At("spec.machineTypes"),
            ),
            ("cloudprofile/missing-name", In("machineTypes")),
        ],
    ),
    (
        "cloudprofile/unusable-bastion-image",
        &[
            (
                "cloudprofile/missing-image-versions",
                Entry("machineImages"),
            ),
            ("lifecycle/unknown-classification", Entry("machineImages")),
        ],
    ),
    (
        "lifecycle/disordered-stages",
        &[("lifecycle/unknown-classification", Near)],
    ),
    (
        "namespaced/changed-parent",
        &[
            ("namespaced/missing-parent-name", Near),
            ("namespaced/unsupported-parent-kind", Near),
        ],
    ),
    (
        "namespaced/missing-architectures",
        &[("cloudprofile/missing-name", Entry("machineImages"))],
    ),
    (
        "namespaced/missing-cri",
        &[("cloudprofile/missing-name", Entry("machineImages"))],
    ),
    (
        "namespaced/unknown-kubernetes-version",
        &[("cloudprofile/malformed-kubernetes-version", Near)],
    ),
    (
        "provider/ambiguous-artifacts",
        &[
            ("capability/missing-architecture", In("machineCapabilities")),
            ("capability/malformed-definition", In("machineCapabilities")),
        ],
    ),
    (
        "provider/excess-flavor",
        &[(
            "capability/unsupported-legacy-architecture",
            Entry("versions"),
        )],
    ),
    (
        "provider/flavors-without-vocabulary",
        &[
            ("capability/flavors-without-vocabulary", Needs),
            ("capability/capabilities-without-vocabulary", Needs),
        ],
    ),
    (
        "provider/incomplete-entry",
        &[
            ("capability/flavors-without-vocabulary", Needs),
            ("capability/capabilities-without-vocabulary", Needs),
        ],
    ),
    (
        "provider/missing-artifact",
        &[
            ("capability/flavors-without-vocabulary", Needs),
            ("capability/capabilities-without-vocabulary", Needs),
        ],
    ),
    (
        "provider/missing-region",
        &[
            ("provider/incomplete-entry", Near),
            (
                "capability/unsupported-legacy-architecture",
                Entry("versions"),
            ),
        ],
    ),
    (
        "provider/not-in-child",
        &[
            ("provider/unmapped-image", Alike),
            ("provider/unmapped-version", Alike),
            ("provider/unmapped-version", Entry("machineImages")),
            ("cloudprofile/malformed-image-version", Alike),
            ("provider/incomplete-entry", Beside),
            ("provider/unmapped-version", Unnamed),
            ("cloudprofile/malformed-image-version", Lacks("version")),
            ("cloudprofile/missing-name", In("machineImages")),
        ],
    ),
    (
        "provider/not-in-profile",
        &[
            ("provider/unmapped-image", Alike),
            ("provider/unmapped-version", Alike),
            ("provider/unmapped-version", Entry("machineImages")),
            ("cloudprofile/malformed-image-version", Alike),
            (
                "cloudprofile/missing-image-versions",
                Entry("machineImages"),
            ),
            (
                "cloudprofile/missing-machine-images",
                At("spec.machineImages"),
            ),
            ("cloudprofile/malformed-image-version", Lacks("version")),
            ("cloudprofile/missing-name", In("machineImages")),
        ],
    ),
    (
        "provider/unmapped-flavor",
        &[
            ("capability/flavors-without-vocabulary", Entry("versions")),
            ("capability/capabilities-without-vocabulary", Needs),
            (
                "capability/missing-flavor-architecture",
                Entry("capabilityFlavors"),
            ),
            ("capability/missing-flavors", Entry("versions")),
            ("capability/unregistered-value", Entry("capabilityFlavors")),
            ("capability/unregistered-name", Entry("capabilityFlavors")),
            ("provider/incomplete-entry", Entry("versions")),
            ("provider/unknown-architecture", Entry("versions")),
        ],
    ),
    (
        "provider/unmapped-image",
        &[
            ("cloudprofile/missing-name", Entry("machineImages")),
            ("provider/incomplete-entry", Lacks("machineImages")),
            ("provider/incomplete-entry", Lacks("name")),
        ],
    ),
    (
        "provider/unmapped-version",
        &[
            ("cloudprofile/malformed-image-version", Entry("versions")),
            ("cloudprofile/missing-name", Entry("machineImages")),
            ("provider/incomplete-entry", Nameless("machineImages")),
            ("cloudprofile/malformed-image-version", Value),
            ("cloudprofile/malformed-image-version", Lacks("version")),
            ("provider/incomplete-entry", Lacks("machineImages")),
            ("provider/incomplete-entry", Lacks("name")),
        ],
    ),
    (
        "provider/unregistered-capability",
        &[
            ("capability/malformed-definition", Definition),
            (
                "capability/malformed-definition",
                At("spec.machineCapabilities"),
            ),
            ("capability/unregistered-name", Value),
            ("capability/unregistered-value", Value),
        ],
    ),
    (
        "provider/unusable-zone",
        &[
            ("cloudprofile/missing-name", In("regions")),
            ("cloudprofile/missing-regions", At("spec.regions")),
        ],
    ),
    (
        "shoot/immutable-field",
        &[
            ("shoot/unknown-region", Near),
            ("shoot/unknown-machine-type", Near),
            ("shoot/unsupported-value", Near),
        ],
    ),
    (
        "shoot/kubernetes-skew",
        &[
            (
                "shoot/unknown-kubernetes-version",
                At("spec.kubernetes.version"),
            ),
            ("shoot/unknown-kubernetes-version", Near),
        ],
    ),
    (
        "shoot/lowered-image-version",
        &[("shoot/unknown-image-version", Near)],
    ),
    (
        "shoot/missing-profile",
        &[("shoot/retired-profile-name", At("spec.cloudProfileName"))],
    ),
    (
        "shoot/missing-value",
        &[
            ("shoot/missing-profile", Ending("machine.image")),
            ("shoot/missing-profile", Ending("machine.image.version")),
        ],
    ),
    (
        "shoot/no-room-for-system-components",
        &[("shoot/bad-node-count", Near)],
    ),
    (
        "shoot/unknown-image-version",
        &[("shoot/missing-value", Beside)],
    ),
    (
        "shoot/unknown-zone",
        &[
            ("shoot/unknown-region", At("spec.region")),
            ("shoot/missing-value", At("spec.region")),
        ],
    ),
    (
        "shoot/unsupported-cri",
        &[
            ("shoot/unsupported-value", Near),
            ("shoot/missing-value", Shown),
        ],
    ),
];
