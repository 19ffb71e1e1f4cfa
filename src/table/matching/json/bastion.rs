//! The JSON of a bastion.

use schemars::JsonSchema;
use serde::Serialize;

use super::{JsonArtifact, artifact};
use crate::matching::{Bastion, By, Chosen, NoBastion, Passed, Unfit, passed};
use crate::table::matching::{Look, ProfileView, bastion as answer};
use crate::words::bastion as say;

/// What a bastion gets. What the choice did not come to is left out.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JsonBastion<'a> {
    /// Whether one can be started in any of the regions.
    works: bool,
    /// The machine type.
    #[serde(skip_serializing_if = "Option::is_none")]
    machine_type: Option<JsonChosen<'a>>,
    /// Its architecture.
    #[serde(skip_serializing_if = "Option::is_none")]
    architecture: Option<&'a str>,
    /// The image.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<JsonChosen<'a>>,
    /// The version as the profile has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<JsonChosen<'a>>,
    /// The version as the extension looks it up: always three numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    canonical_version: Option<String>,
    /// Whether the version fits the machine type; of a version that is named nobody asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    fits: Option<bool>,
    /// Why no bastion can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = NoBastion::CODES))]
    reason: Option<NoBastion<'a>>,
    /// The same for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// What it gets, region by region; left out where cpcap does not know the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    artifacts: Option<Vec<JsonArtifact<'a>>>,
    /// The regions in no zone of which the machine type is available.
    unavailable_in: Vec<&'a str>,
    /// The architectures that a smaller machine type must have to be taken instead of one before
    /// it; empty: any.
    wanted_architectures: Vec<&'a str>,
    /// What was looked at; only with `--explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Candidates<'a>>,
}

/// What was chosen.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonChosen<'a> {
    /// Its name.
    name: &'a str,
    /// By what: `spec.bastion` names it; it is the first usable machine type, or one with fewer
    /// CPUs; the first image with a supported version that fits, or the highest such version.
    #[schemars(with = "String", extend("enum" = By::CODES))]
    by: By,
}

/// What was looked at.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Candidates<'a> {
    /// The machine types; none where one is named.
    machine_types: Vec<MachineCandidate<'a>>,
    /// The image versions, up to the last of the image that is chosen.
    versions: Vec<VersionCandidate<'a>>,
}

/// A machine type that was looked at.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MachineCandidate<'a> {
    /// The machine type.
    machine_type: &'a str,
    /// Why it is not taken; left out of the one that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = Passed::CODES))]
    reason: Option<Passed>,
}

/// An image version that was looked at.
#[derive(Debug, Serialize, JsonSchema)]
struct VersionCandidate<'a> {
    /// The image.
    image: &'a str,
    /// The version.
    version: &'a str,
    /// Why it cannot be taken; left out where it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = Unfit::CODES))]
    reason: Option<Unfit<'a>>,
}

pub(super) fn bastion<'v>(
    view: &'v ProfileView<'_, '_, '_>,
    bastion: &Bastion<'v>,
    look: Look,
) -> JsonBastion<'v> {
    let matcher = view.matcher;
    let named = answer::named(view, bastion);
    let machine = bastion
        .machine
        .map(|chosen| &matcher.machines()[chosen.index]);
    let of_machine = |Chosen { index, by }: Chosen| JsonChosen {
        name: *matcher.machines()[index].machine_type.name,
        by,
    };
    let of_image = |Chosen { index, by }: Chosen| JsonChosen {
        name: *matcher.profile().machine_images[index].name,
        by,
    };
    let of_version = |Chosen { index, by }: Chosen| JsonChosen {
        name: *matcher.versions()[index].version.version(),
        by,
    };
    JsonBastion {
        works: answer::works(view, bastion),
        machine_type: bastion.machine.map(of_machine),
        architecture: machine.and_then(|machine| machine.architecture),
        image: bastion.image.map(of_image),
        version: bastion.version.map(of_version),
        fits: named.as_ref().map(|named| !answer::misfits(view, named)),
        reason: bastion.fault,
        message: say::reason(matcher, bastion, view.answers.now),
        canonical_version: named.as_ref().map(|named| named.version.clone()),
        artifacts: view
            .artifacts
            .and(named)
            .map(|named| named.artifacts.into_iter().map(artifact).collect()),
        unavailable_in: answer::unavailable(view, bastion),
        wanted_architectures: bastion.wanted.iter().copied().collect(),
        candidates: look.explain.then(|| candidates(view, bastion)),
    }
}

fn candidates<'v>(view: &'v ProfileView<'_, '_, '_>, bastion: &Bastion<'v>) -> Candidates<'v> {
    let matcher = view.matcher;
    let is_named = bastion
        .machine
        .is_some_and(|machine| machine.by == By::Name);
    let machines = if is_named {
        &[][..]
    } else {
        matcher.machines()
    };
    let machine_types = machines
        .iter()
        .zip(passed(matcher.machines(), &bastion.wanted))
        .map(|(machine, why)| MachineCandidate {
            machine_type: *machine.machine_type.name,
            reason: why,
        });
    let versions = answer::versions(view, bastion)
        .into_iter()
        .map(|(image, version, why)| VersionCandidate {
            image: *matcher.profile().machine_images[image].name,
            version: *matcher.versions()[version].version.version(),
            reason: why,
        });
    Candidates {
        machine_types: machine_types.collect(),
        versions: versions.collect(),
    }
}
