//! The descriptions of fields in editors: one description by type and field, with the words of
//! `docs/gardener/README.md#words`, and the values where the server has a closed list. A type `*`
//! stands for all that have no entry of their own.

mod core;
mod provider;

type Of = (&'static str, &'static [(&'static str, &'static str)]);

fn fields() -> impl Iterator<Item = &'static Of> {
    core::FIELDS.iter().chain(provider::FIELDS)
}

pub fn kind(kind: &str) -> &'static str {
    match kind {
        "CloudProfile" => {
            "The catalogue of one infrastructure provider: what Shoots may be made of. \
             Cluster-scoped."
        }
        "NamespacedCloudProfile" => "A project's addition to one CloudProfile, its parent.",
        "Shoot" => "A cluster; its worker pools name a machine type and an image of a profile.",
        _ => "",
    }
}

pub fn field(of: &str, field: &str) -> Option<&'static str> {
    let find = |name: &str| {
        fields()
            .find(|(of, _)| *of == name)?
            .1
            .iter()
            .find(|(known, _)| *known == field)
            .map(|(_, text)| *text)
    };
    find(of).or_else(|| find("*"))
}

/// The values that the server knows for a field.
pub fn values(of: &str, field: &str) -> Option<&'static [&'static str]> {
    VALUES
        .iter()
        .find(|(known, name, _)| *known == of && *name == field)
        .map(|(.., values)| *values)
}

/// Everything that is described or listed, for tests.
#[cfg(test)]
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    let fields =
        fields().flat_map(|(of, fields)| fields.iter().map(move |(field, _)| (*of, *field)));
    fields.chain(VALUES.iter().map(|(of, field, _)| (*of, *field)))
}

const ARCHITECTURES: &[&str] = &["amd64", "arm64"];
const CLASSIFICATIONS: &[&str] = &["preview", "supported", "deprecated", "expired"];

static VALUES: &[(&str, &str, &[&str])] = &[
    (
        "v1.LabelSelectorRequirement",
        "operator",
        &["In", "NotIn", "Exists", "DoesNotExist"],
    ),
    (
        "v1.Taint",
        "effect",
        &["NoSchedule", "PreferNoSchedule", "NoExecute"],
    ),
    ("v1beta1.CRI", "name", &["containerd"]),
    (
        "v1beta1.CloudProfileReference",
        "kind",
        &["CloudProfile", "NamespacedCloudProfile"],
    ),
    (
        "v1beta1.ExpirableVersion",
        "classification",
        CLASSIFICATIONS,
    ),
    ("v1beta1.LifecycleStage", "classification", CLASSIFICATIONS),
    ("v1beta1.Machine", "architecture", ARCHITECTURES),
    (
        "v1beta1.MachineImage",
        "updateStrategy",
        &["patch", "minor", "major"],
    ),
    (
        "v1beta1.MachineImageVersion",
        "architectures",
        ARCHITECTURES,
    ),
    (
        "v1beta1.MachineImageVersion",
        "classification",
        CLASSIFICATIONS,
    ),
    ("v1beta1.MachineType", "architecture", ARCHITECTURES),
    (
        "v1beta1.Worker",
        "updateStrategy",
        &[
            "AutoRollingUpdate",
            "AutoInPlaceUpdate",
            "ManualInPlaceUpdate",
        ],
    ),
];
