//! What a rule reads beside the value that it reports: where one of these could not be read, what it
//! says is not known.

use crate::model::path::FieldPath;
use crate::rules::{Check, Rule};

/// The paths that a rule reads beside the one that it reports, where it does not judge values for
/// themselves.
pub fn beside(rule: &Rule, path: &FieldPath) -> Vec<FieldPath> {
    let group = if matches!(rule.check, Check::Shoot(_)) {
        "shoot"
    } else {
        rule.group()
    };
    let beside: &[&'static str] = match group {
        "capability" => &["spec.machineCapabilities"],
        "selection" => &[
            "spec.machineCapabilities",
            "spec.machineImages",
            "spec.machineTypes",
        ],
        "design" => &[
            "spec.machineCapabilities",
            "spec.machineTypes",
            "spec.volumeTypes",
        ],
        "provider" => &[
            "spec.type",
            "spec.machineCapabilities",
            "spec.machineImages",
            "spec.machineTypes",
            "spec.regions",
            "spec.providerConfig",
        ],
        "namespaced" => &["spec.parent", "spec.machineCapabilities"],
        "shoot" => &[
            "spec.cloudProfile",
            "spec.cloudProfileName",
            "spec.kubernetes",
            "spec.region",
            "spec.provider.type",
            "spec.maintenance",
        ],
        "change" if rule.name == "change/removed-in-use" => &["spec.machineCapabilities"],
        "change" | "size" => &["spec"],
        _ => &[],
    };
    if group == "shoot"
        && let Some(needed) = of_shoot(rule.name, path)
    {
        return needed;
    }
    // Whether a Shoot can move to another profile depends on all of its pools.
    let refers = ["cloudProfile", "cloudProfileName"]
        .iter()
        .any(|name| path.after(["spec", name]).is_some());
    let pools = (group == "shoot" && refers).then_some("spec.provider");
    // What a bastion names is looked up in all of these.
    let names = path
        .after(["spec", "bastion"])
        .is_some_and(|below| !below.is_empty());
    let bastion: &[&'static str] = if names {
        &[
            "spec.machineCapabilities",
            "spec.machineImages",
            "spec.machineTypes",
        ]
    } else {
        &[]
    };
    beside
        .iter()
        .chain(bastion)
        .copied()
        .chain(pools)
        .map(FieldPath::from)
        .chain([part_of(path)])
        .collect()
}

/// The part of an object that a path leads into: a field of its spec, or of a Shoot a pool or
/// another field beside the pools.
fn part_of(path: &FieldPath) -> FieldPath {
    let steps = path.steps();
    let in_pool = path.after(["spec", "provider", "workers"]).is_some();
    let in_provider = path.after(["spec", "provider"]).is_some();
    let depth = if in_pool {
        4
    } else if in_provider {
        3
    } else {
        2
    };
    FieldPath::of(&steps[..depth.min(steps.len())])
}

/// What a Shoot says of its profile.
const PROFILE: [&str; 3] = [
    "spec.cloudProfile",
    "spec.cloudProfileName",
    "spec.provider.type",
];

/// The same of the rules about Shoots that read few other fields: a marker in one field of a Shoot
/// hides no mistake in another. None for the others.
fn of_shoot(rule: &str, path: &FieldPath) -> Option<Vec<FieldPath>> {
    let (spec, in_pool): (&[&str], &[&str]) = match rule {
        "shoot/duplicate-name"
        | "shoot/malformed-label"
        | "shoot/malformed-name"
        | "shoot/malformed-sysctl"
        | "shoot/malformed-volume"
        | "shoot/repeated-zone"
        | "shoot/unsupported-value" => return Some(Vec::new()),
        "shoot/bad-node-count" => return Some(of_pool(path, &["minimum", "maximum"])),
        "shoot/kubernetes-version-step" | "shoot/unknown-kubernetes-version" => {
            (&["spec.kubernetes"], &["kubernetes"])
        }
        "shoot/unknown-machine-type" => (&[], &["machine"]),
        "shoot/unknown-volume-type" => (&[], &["volume"]),
        "shoot/volume-too-small" => (&[], &["machine", "volume"]),
        "shoot/unknown-region" => (&["spec.region"], &[]),
        "shoot/unknown-zone" => (&["spec.region"], &["zones"]),
        "shoot/unfit-machine-type" | "shoot/unfit-volume-type" => {
            (&["spec.region"], &["machine", "volume", "zones"])
        }
        "shoot/incompatible-machine-image"
        | "shoot/unfit-image-version"
        | "shoot/unknown-image-version"
        | "shoot/unsupported-cri" => (&["spec.kubernetes"], &["machine", "kubernetes", "cri"]),
        _ => return None,
    };
    let of_spec = PROFILE.iter().chain(spec).copied().map(FieldPath::from);
    Some(of_spec.chain(of_pool(path, in_pool)).collect())
}

/// Fields of the pool that a path leads into.
fn of_pool(path: &FieldPath, fields: &[&str]) -> Vec<FieldPath> {
    let is_pool = path.after(["spec", "provider", "workers"]).is_some();
    let fields = fields.iter().filter(|_| is_pool);
    fields.map(|field| part_of(path).field(field)).collect()
}
