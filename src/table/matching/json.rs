//! The JSON of `match`, a contract with a version: own types, not a dump of the inner ones.

mod bastion;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::capability::Selection;
use crate::matching::{
    Asked, Comparison, Default, DefaultFault, ImageAnswer, MachineGroup, Side, TieBreak,
    ValuesOrigin, Verdict, VersionGroup,
};
use crate::provider::lookup::{InRegions, NoArtifact};
use crate::table::matching::artifacts::of;
use crate::table::matching::{Look, ProfileView, regions, words};
use crate::words::artifacts;

use bastion::JsonBastion;

/// The version of the contract. It rises when a part changes its meaning or goes; parts may come
/// without it.
pub const SCHEMA_VERSION: u32 = 1;

/// What `cpcap match --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchReport<'a> {
    /// The version of this contract.
    schema_version: u32,
    /// The time that the answer is for, RFC 3339.
    now: String,
    /// Whether a new worker pool can use anything of what was asked for, or a bastion can be
    /// started; then the exit code is 0.
    fits: bool,
    /// The profiles that have something of what was asked for.
    profiles: Vec<JsonProfile<'a>>,
}

/// A profile and the answer to what was asked of it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonProfile<'a> {
    /// The profile's kind.
    #[schemars(extend("enum" = ["CloudProfile", "NamespacedCloudProfile"]))]
    kind: &'a str,
    /// The namespace of a NamespacedCloudProfile.
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'a str>,
    /// The profile's name.
    name: &'a str,
    /// The parent of a NamespacedCloudProfile, into which it was merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<&'a str>,
    /// The file that it stands in.
    file: &'a str,
    /// Position of the document in the file, from 0.
    document: usize,
    /// Whether capabilities decide, or the legacy architectures.
    #[schemars(extend("enum" = ["capabilities", "legacy"]))]
    format: &'a str,
    /// `spec.machineCapabilities`, in order of preference; empty in the legacy format.
    machine_capabilities: Vec<Definition<'a>>,
    /// The answers. Each holds for every machine type in it together with every version in it.
    answers: Vec<JsonAnswer<'a>>,
    /// What Shoots get that leave the image or the version open.
    defaults: Vec<JsonDefault<'a>>,
    /// What a bastion gets; only with `--bastion`, and then answers and defaults are empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    bastion: Option<JsonBastion<'a>>,
}

/// A capability and its values.
#[derive(Debug, Serialize, JsonSchema)]
struct Definition<'a> {
    /// The capability.
    name: &'a str,
    /// Its values, most preferred first.
    values: Vec<&'a str>,
}

/// Machine types and versions of an image.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonAnswer<'a> {
    /// The machine types; nothing tells them apart.
    machine_types: Vec<&'a str>,
    /// The image.
    image: &'a str,
    /// The versions, the newest first; only their life cycles differ.
    versions: Vec<JsonVersion<'a>>,
    /// Whether a new worker pool can use any of the versions now: the verdict is `fits`, the
    /// machine types are usable, and a version is active.
    fits: bool,
    /// What admission says of the machine types and versions, whatever the time.
    #[schemars(with = "String", extend("enum" = Verdict::CODES))]
    verdict: Verdict,
    /// Whether the machine types are usable; with others admission refuses a Shoot.
    usable: bool,
    /// The regions, of those that were asked for, in no zone of which the machine types are
    /// available; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unavailable_in: Vec<&'a str>,
    /// What the machine types have, after defaulting.
    machine_type: Vec<JsonSide<'a>>,
    /// The flavors, in the order of the profile. In the legacy format one, which stands for the
    /// version's architectures.
    flavors: Vec<JsonFlavor<'a>>,
    /// The selection among the flavors; left out in the legacy format.
    #[serde(skip_serializing_if = "Option::is_none")]
    selection: Option<JsonSelection<'a>>,
    /// The selection that the operator guide documents, where it ends differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    documented: Option<JsonSelection<'a>>,
    /// The rows of bits; only with `--explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<JsonRows<'a>>,
}

/// A version.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonVersion<'a> {
    /// The version.
    version: &'a str,
    /// Its path.
    field: String,
    /// Its classification now; usually `unavailable`, `preview`, `supported`, `deprecated` or
    /// `expired`.
    classification: &'a str,
    /// Whether it is neither expired nor unavailable.
    active: bool,
    /// All changes of its classification, past ones too.
    changes: Vec<Change<'a>>,
    /// What workers get, region by region; left out where cpcap does not know the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    artifacts: Option<Vec<JsonArtifact<'a>>>,
}

/// What workers get in some regions.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JsonArtifact<'a> {
    /// The regions; of a provider whose artifacts are the same everywhere all that were asked for.
    regions: Vec<&'a str>,
    /// The fields of `providerConfig` that name the artifact; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact: Option<BTreeMap<&'static str, &'a str>>,
    /// The position of the flavor in `capabilityFlavors` of `providerConfig`; left out in the old
    /// format.
    #[serde(skip_serializing_if = "Option::is_none")]
    flavor: Option<usize>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = NoArtifact::CODES))]
    reason: Option<&'static str>,
    /// The same for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// A change of a classification.
#[derive(Debug, Serialize, JsonSchema)]
struct Change<'a> {
    /// When, RFC 3339; it takes effect just after.
    time: String,
    /// To what.
    classification: &'a str,
}

/// The values that one side has for a capability.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonSide<'a> {
    /// The capability.
    capability: &'a str,
    /// The values.
    values: Vec<&'a str>,
    /// Where they come from: written down; left out, so that all values count; or taken from the
    /// legacy architectures when the profile got its vocabulary.
    #[schemars(with = "String", extend("enum" = ValuesOrigin::CODES))]
    origin: ValuesOrigin,
}

/// A flavor beside the machine types.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonFlavor<'a> {
    /// Its position in `capabilityFlavors`, from 0.
    index: usize,
    /// Whether it fits.
    compatible: bool,
    /// What it has, after defaulting.
    capabilities: Vec<JsonSide<'a>>,
    /// The capabilities in which it has no value in common with the machine types.
    clashes: Vec<&'a str>,
}

/// A selection among flavors; numbers are positions in `capabilityFlavors`.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonSelection<'a> {
    /// The flavors to choose from.
    compatible: Vec<usize>,
    /// The eliminations.
    steps: Vec<JsonStep<'a>>,
    /// The flavor that is taken; left out where none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    selected: Option<usize>,
    /// Flavors that cannot be told apart: the server admits them, and creating machines fails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ambiguous: Vec<usize>,
}

/// An elimination.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonStep<'a> {
    /// The capability.
    capability: &'a str,
    /// The value; flavors that do not list it drop out.
    value: &'a str,
    /// Whether it is the best value that any of the flavors has for the capability, or a further
    /// one.
    #[schemars(with = "String", extend("enum" = TieBreak::CODES))]
    rule: TieBreak,
    /// The flavors that stay.
    kept: Vec<usize>,
    /// The flavors that drop out.
    dropped: Vec<usize>,
}

/// Rows of bits, one character for each column.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonRows<'a> {
    /// The columns, most preferred first.
    columns: Vec<JsonColumn<'a>>,
    /// The row of the machine types.
    machine_type: String,
    /// The rows of the flavors.
    flavors: Vec<String>,
}

/// A column of the rows.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonColumn<'a> {
    /// The capability.
    capability: &'a str,
    /// The value.
    value: &'a str,
}

/// What a Shoot gets that leaves the image or the version open.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonDefault<'a> {
    /// The machine types of the worker pool.
    machine_types: Vec<&'a str>,
    /// The image that the Shoot names; left out where it names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    /// The version, or the beginning of one, that the Shoot has; left out where it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'a str>,
    /// What it gets; left out where it keeps what it has, or is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    gets: Option<Gets<'a>>,
    /// Why the server refuses the Shoot; left out where it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = DefaultFault::CODES))]
    refused: Option<&'a DefaultFault>,
}

/// The image version that a Shoot gets.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Gets<'a> {
    /// The image.
    image: &'a str,
    /// The version.
    version: &'a str,
    /// Its classification now.
    classification: &'a str,
    /// Whether nothing better than a deprecated version fits.
    only_deprecated: bool,
    /// Whether admission then accepts it: not what is expired or unavailable.
    admitted: bool,
}

/// The answers as JSON.
#[must_use]
pub fn json<'v>(
    profiles: &'v [ProfileView<'_, '_, '_>],
    now: crate::model::time::Time,
    look: Look,
) -> MatchReport<'v> {
    MatchReport {
        schema_version: SCHEMA_VERSION,
        now: now.to_string(),
        fits: profiles.iter().any(ProfileView::any_fits),
        profiles: profiles.iter().map(|view| profile(view, look)).collect(),
    }
}

fn profile<'v>(view: &'v ProfileView<'_, '_, '_>, look: Look) -> JsonProfile<'v> {
    let vocabulary = view.matcher.vocabulary();
    let definition = |definition: &'v crate::capability::Definition<'_>| Definition {
        name: *definition.name,
        values: definition.values.iter().map(|value| value.value).collect(),
    };
    let mut answers = Vec::new();
    let mut defaults = Vec::new();
    for group in &view.answers.machines {
        for image in &group.images {
            answers.extend(
                image
                    .groups
                    .iter()
                    .map(|versions| answer(view, group, image, versions, look)),
            );
            let name = *view.matcher.profile().machine_images[image.image].name;
            defaults.push(default(view, group, Some(name), &image.default));
        }
        if view.answers.asked != Asked::Image {
            defaults.push(default(view, group, None, &group.default));
        }
    }
    JsonProfile {
        kind: view.name.kind.as_str(),
        namespace: Some(view.name.namespace).filter(|namespace| !namespace.is_empty()),
        name: view.name.name,
        parent: view.name.parent,
        file: view.file,
        document: view.document,
        format: if vocabulary.is_empty() {
            "legacy"
        } else {
            "capabilities"
        },
        machine_capabilities: vocabulary.definitions().iter().map(definition).collect(),
        answers,
        defaults,
        bastion: view
            .bastion
            .as_ref()
            .map(|of| bastion::bastion(view, of, look)),
    }
}

fn answer<'v>(
    view: &'v ProfileView<'_, '_, '_>,
    group: &'v MachineGroup<'_, '_, '_>,
    image: &'v ImageAnswer<'_, '_, '_>,
    versions: &'v VersionGroup,
    look: Look,
) -> JsonAnswer<'v> {
    let matcher = view.matcher;
    let (machine, first) = (group.machines[0], versions.versions[0]);
    let compared = matcher.compare(view.origins, machine, first);
    let selection = |selection: &Selection<'v>| self::selection(view, first, selection);
    let can_start = |version: &usize| {
        matcher.current(*version, view.answers.now).is_active() && view.serves(machine, *version)
    };
    JsonAnswer {
        machine_types: words::machines(view, group),
        image: *matcher.profile().machine_images[image.image].name,
        versions: versions
            .versions
            .iter()
            .map(|version| self::version(view, machine, *version))
            .collect(),
        fits: group.usable
            && versions.verdict == Verdict::Fits
            && versions.versions.iter().any(can_start),
        verdict: versions.verdict,
        usable: group.usable,
        unavailable_in: if view.in_regions {
            regions::lacking(view, machine)
        } else {
            Vec::new()
        },
        machine_type: sides(&compared, &compared.machine),
        flavors: flavors(&compared),
        selection: (!matcher.vocabulary().is_empty()).then(|| selection(&compared.selection)),
        documented: compared.documented.as_ref().map(selection),
        rows: (look.explain && !matcher.vocabulary().is_empty())
            .then(|| rows(view, machine, first)),
    }
}

fn version<'v>(view: &'v ProfileView<'_, '_, '_>, machine: usize, index: usize) -> JsonVersion<'v> {
    let version = &view.matcher.versions()[index];
    let state = view.matcher.current(index, view.answers.now);
    let changes = version.version.expirable.transitions().into_iter();
    let dot = if view.prefix.is_root() { "" } else { "." };
    JsonVersion {
        version: *version.version.version(),
        field: format!(
            "{}{dot}{}.machineImages[{}].versions[{}]",
            view.prefix, view.root, version.image_index, version.version_index
        ),
        classification: state.as_str(),
        active: state.is_active(),
        changes: changes
            .map(|(time, to)| Change {
                time: time.to_string(),
                classification: to.as_str(),
            })
            .collect(),
        artifacts: view.artifacts.map(|lookup| match lookup.undecodable {
            None => of(view, machine, index).into_iter().map(artifact).collect(),
            Some(_) => Vec::new(),
        }),
    }
}

pub(super) fn artifact<'v>(answer: InRegions<'v, 'v>) -> JsonArtifact<'v> {
    let InRegions { regions, found } = answer;
    match found {
        Ok(found) => JsonArtifact {
            regions,
            artifact: Some(found.names().collect()),
            flavor: found.flavor,
            reason: None,
            message: None,
        },
        Err(why) => JsonArtifact {
            regions,
            artifact: None,
            flavor: None,
            reason: Some(why.code()),
            message: Some(artifacts::reason(&why)),
        },
    }
}

fn sides<'t>(compared: &Comparison<'t>, sides: &[Side<'t>]) -> Vec<JsonSide<'t>> {
    let side = |(name, side): (&&'t str, &Side<'t>)| JsonSide {
        capability: name,
        values: side.values.clone(),
        origin: side.origin,
    };
    compared.capabilities.iter().zip(sides).map(side).collect()
}

fn flavors<'t>(compared: &Comparison<'t>) -> Vec<JsonFlavor<'t>> {
    let flavor = |(index, flavor): (usize, &crate::matching::FlavorSide<'t>)| JsonFlavor {
        index,
        compatible: flavor.fits(),
        capabilities: sides(compared, &flavor.values),
        clashes: flavor
            .clashes
            .iter()
            .zip(&compared.capabilities)
            .filter(|(clash, _)| **clash)
            .map(|(_, name)| *name)
            .collect(),
    };
    compared.flavors.iter().enumerate().map(flavor).collect()
}

fn selection<'v>(
    view: &'v ProfileView<'_, '_, '_>,
    version: usize,
    selection: &Selection<'v>,
) -> JsonSelection<'v> {
    let step = |step: &crate::capability::Step<'v>| JsonStep {
        capability: step.bit.capability,
        value: step.bit.value,
        rule: view.matcher.tie_break(version, step),
        kept: step.kept.clone(),
        dropped: step.dropped.clone(),
    };
    let (selected, ambiguous) = selection.selected.parts();
    JsonSelection {
        compatible: selection.compatible.clone(),
        steps: selection.steps.iter().map(step).collect(),
        selected,
        ambiguous: ambiguous.to_vec(),
    }
}

fn rows<'v>(view: &'v ProfileView<'_, '_, '_>, machine: usize, version: usize) -> JsonRows<'v> {
    let layout = view.matcher.layout();
    let row = |row: &crate::capability::Row<'_>| {
        layout
            .bits()
            .map(|(at, _)| if row.has(at) { '1' } else { '0' })
            .collect::<String>()
    };
    JsonRows {
        columns: layout
            .bits()
            .map(|(_, bit)| JsonColumn {
                capability: bit.capability,
                value: bit.value,
            })
            .collect(),
        machine_type: row(&view.matcher.machines()[machine].row),
        flavors: view.matcher.versions()[version]
            .flavors
            .iter()
            .map(row)
            .collect(),
    }
}

fn default<'v>(
    view: &'v ProfileView<'_, '_, '_>,
    group: &'v MachineGroup<'_, '_, '_>,
    image: Option<&'v str>,
    default: &'v Result<Default<'_, '_, '_>, DefaultFault>,
) -> JsonDefault<'v> {
    let mut gets = None;
    let mut refused = None;
    match default {
        Ok(Default::Kept) => {}
        Ok(Default::Chosen {
            version,
            only_deprecated,
            ..
        }) => {
            let state = version
                .version
                .expirable
                .classification_at(view.answers.now);
            gets = Some(Gets {
                image: *version.image.name,
                version: *version.version.version(),
                classification: state.as_str(),
                only_deprecated: *only_deprecated,
                admitted: state.is_active(),
            });
        }
        Err(fault) => refused = Some(fault),
    }
    JsonDefault {
        machine_types: words::machines(view, group),
        image,
        version: view.version,
        gets,
        refused,
    }
}
