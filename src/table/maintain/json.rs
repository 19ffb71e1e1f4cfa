//! The JSON of `maintain`, a contract with a version.

use std::io;

use schemars::JsonSchema;
use serde::Serialize;

use crate::capability::Selected;
use crate::maintenance::{
    Absence, Cause, Fault, Filter, How, ImagesFault, InPlaceFault, Outcome, Removed, Stay, Strategy, Stuck, StuckOn, Transition, Window,
};
use crate::output::json;
use crate::resolution::usable::ProfileName;
use crate::table::maintain::{Kind, Place, ProfileView, Row, ShootView, What, words};
use crate::words::maintenance::no_way;
use crate::words::{Names, artifacts};

/// The version of the contract. It rises when a part changes its meaning or goes; parts may come without it.
pub const SCHEMA_VERSION: u32 = 1;

/// What `cpcap maintain --format json` prints: what windows do to Shoots, or what profiles alone say.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaintainReport<'a> {
    /// The version of this contract.
    schema_version: u32,
    /// The Shoots that were asked about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shoots: Vec<JsonShoot<'a>>,
    /// The profiles that were asked about alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    profiles: Vec<JsonProfile<'a>>,
}

/// A Shoot.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonShoot<'a> {
    /// Its namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'a str>,
    /// Its name.
    name: &'a str,
    #[serde(flatten)]
    place: JsonPlace<'a>,
    /// Its profile.
    profile: JsonProfileName<'a>,
    /// Which versions move without need.
    auto_update: JsonAutoUpdate,
    /// `next`: one window; `timeline`: one at the start and one at each date that changes the answer, each for the Shoot as it is;
    /// `settled`: one after the other, until nothing moves.
    #[schemars(with = "String", extend("enum" = Kind::CODES))]
    windows_are: Kind,
    /// The windows.
    windows: Vec<JsonWindow<'a>>,
}

/// Where an object stands.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonPlace<'a> {
    /// The file.
    file: &'a str,
    /// Position of the document in the file, from 0.
    document: usize,
}

/// What a profile is called.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonProfileName<'a> {
    /// Its kind.
    #[schemars(extend("enum" = ["CloudProfile", "NamespacedCloudProfile"]))]
    kind: &'a str,
    /// Its namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'a str>,
    /// Its name.
    name: &'a str,
    /// The parent that a NamespacedCloudProfile was merged into.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<&'a str>,
}

/// Which versions move without need.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonAutoUpdate {
    /// Those of Kubernetes.
    kubernetes_version: bool,
    /// Those of machine images.
    machine_image_version: bool,
}

/// A window.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonWindow<'a> {
    /// The date in the profile that it follows; left out for the first ones. What starts then has begun just after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// When it is.
    at: String,
    /// Whether a version must move and cannot.
    fails: bool,
    /// The versions of the Shoot, and what becomes of them: the control plane's, then pool by pool.
    versions: Vec<JsonVersion<'a>>,
}

/// A version of a Shoot in a window.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonVersion<'a> {
    /// Whose it is: `kubernetes` without a `pool` is the control plane's.
    #[schemars(extend("enum" = ["kubernetes", "image"]))]
    what: &'a str,
    /// The worker pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pool: Option<&'a str>,
    /// The image.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    /// How the profile has the image updated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["patch", "minor", "major"]))]
    strategy: Option<&'a str>,
    /// Before the window.
    before: JsonSide<'a>,
    /// After it, where the version moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<JsonSide<'a>>,
    /// `stays`; moves `automatic`ally or `forced`; or `fails`: it must move and cannot.
    #[schemars(extend("enum" = ["stays", "automatic", "forced", "fails"]))]
    outcome: &'a str,
    /// Why it stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["autoUpdateOff", "upToDate"]))]
    stays: Option<&'a str>,
    /// Why it is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = Cause::CODES))]
    cause: Option<&'a Cause<'a>>,
    /// Why it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<JsonMissing<'a>>,
    /// How the new version was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = How::CODES))]
    chosen: Option<How>,
    /// Why it cannot move. `unknownMachineType` and `unknownImage` are about some pool, and keep the images of all from moving.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = [
        "noHigherMinor", "noHigherMajor", "cannotForce", "noNextMinor", "notAVersion", "unknownMachineType", "unknownImage"
    ]))]
    fault: Option<&'a str>,
    /// The same for people.
    reason: String,
    /// The versions of the image, and what keeps each from being chosen automatically.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<JsonCandidate<'a>>,
}

/// A version on one side of a window.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonSide<'a> {
    /// The version.
    version: &'a str,
    /// How it is classified then; left out where the profile does not list it.
    #[serde(skip_serializing_if = "Option::is_none")]
    classification: Option<&'a str>,
    /// The flavor that the pool gets of it, by position.
    #[serde(skip_serializing_if = "Option::is_none")]
    flavor: Option<usize>,
    /// The flavors that selection cannot tell apart: creating machines fails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tied_flavors: Vec<usize>,
    /// The provider's artifact.
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact: Option<String>,
    /// Why the pool gets no artifact, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_artifact: Option<String>,
}

/// Why a version is missing.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonMissing<'a> {
    /// `unlisted`; `otherCase`: the profile writes the image's name in another case; `filtered`: a filter removes it.
    #[schemars(extend("enum" = ["unlisted", "otherCase", "filtered"]))]
    why: &'a str,
    /// The filter.
    #[serde(skip_serializing_if = "Option::is_none")]
    filter: Option<JsonFilter<'a>>,
}

/// A filter.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonFilter<'a> {
    /// Which one.
    #[schemars(extend("enum" = Filter::CODES))]
    name: &'a str,
    /// What decides it: the supported architectures, the container runtimes that are lacking, the constraint, or the version from
    /// which on it can be reached in place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<&'a str>,
}

/// A version of an image, and what keeps it from being chosen automatically.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonCandidate<'a> {
    /// The version.
    version: &'a str,
    /// How it is classified then.
    classification: &'a str,
    /// `candidate`: nothing; the name of a filter; or what else.
    #[schemars(extend("enum" = [
        "candidate", "architecture", "capabilities", "cri", "containerRuntimes", "kubelet", "inPlace", "current", "lower", "preview",
        "expired", "beyondStrategy"
    ]))]
    removed_by: &'a str,
    /// What decides a filter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<&'a str>,
}

/// A profile alone.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonProfile<'a> {
    #[serde(flatten)]
    name: JsonProfileName<'a>,
    #[serde(flatten)]
    place: JsonPlace<'a>,
    /// The start of the range in which versions can get stuck.
    now: String,
    /// The changes of classifications, by date.
    transitions: Vec<JsonTransition<'a>>,
    /// The versions that are expired, or expire, without a way on for some who run them.
    stuck: Vec<JsonStuck<'a>>,
}

/// A change of a classification.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonTransition<'a> {
    /// The date; it takes effect just after it.
    date: String,
    /// The image; left out for Kubernetes.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    /// The version.
    version: &'a str,
    /// Before.
    from: &'a str,
    /// After.
    to: &'a str,
}

/// A version without a way on.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonStuck<'a> {
    /// The date at which it expires; left out where it is expired already.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// The image; left out for Kubernetes.
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    /// The version.
    version: &'a str,
    /// The machine types of the pools that are stuck.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    machine_types: Vec<&'a str>,
    /// The Kubernetes versions of these pools; left out where it does not matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    kubernetes: Vec<&'a str>,
    /// Only pools that are updated in place: others find a way.
    in_place: bool,
    /// Why.
    #[schemars(with = "String", extend("enum" = Fault::CODES))]
    fault: Fault,
    /// The same for people.
    reason: String,
}

/// What windows do to Shoots.
///
/// # Errors
/// Never in practice: the types are plain text.
pub fn shoots(views: &[ShootView<'_, '_, '_, '_>]) -> io::Result<String> {
    json::text(&MaintainReport { schema_version: SCHEMA_VERSION, shoots: views.iter().map(shoot).collect(), ..Default::default() })
}

/// What profiles alone say.
///
/// # Errors
/// As [`shoots`].
pub fn profiles(views: &[ProfileView<'_, '_, '_, '_>]) -> io::Result<String> {
    json::text(&MaintainReport { schema_version: SCHEMA_VERSION, profiles: views.iter().map(profile).collect(), ..Default::default() })
}

fn set(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn place<'v>(place: Place<'v>) -> JsonPlace<'v> {
    JsonPlace { file: place.file, document: place.document }
}

fn profile_name<'v>(name: &ProfileName<'v>) -> JsonProfileName<'v> {
    JsonProfileName { kind: name.kind.as_str(), namespace: set(name.namespace), name: name.name, parent: name.parent }
}

fn shoot<'v>(view: &'v ShootView<'_, '_, '_, '_>) -> JsonShoot<'v> {
    let auto = view.cluster.auto_update;
    JsonShoot {
        namespace: set(view.namespace),
        name: view.name,
        place: place(view.place),
        profile: profile_name(&view.profile),
        auto_update: JsonAutoUpdate { kubernetes_version: auto.kubernetes, machine_image_version: auto.images },
        windows_are: view.kind,
        windows: view.windows.iter().map(|of| window(view, of)).collect(),
    }
}

fn window<'v>(view: &'v ShootView<'_, '_, '_, '_>, of: &'v Window<'_>) -> JsonWindow<'v> {
    JsonWindow {
        date: of.date.map(|date| date.to_string()),
        at: of.at.to_string(),
        fails: of.plan.fails(),
        versions: view.rows(of).iter().map(|row| version(view, row)).collect(),
    }
}

fn version<'v>(view: &'v ShootView<'_, '_, '_, '_>, row: &Row<'v, 'v>) -> JsonVersion<'v> {
    let (image, strategy) = match row.what {
        What::Kubernetes => (None, None),
        What::Image(name, strategy) => (Some(name), strategy.map(Strategy::as_str)),
    };
    let outcome = row.outcome.ok();
    let cause = outcome.and_then(|outcome| outcome.cause());
    let stays = match outcome {
        Some(Outcome::Stays(Stay::NotAsked)) => Some("autoUpdateOff"),
        Some(Outcome::Stays(Stay::UpToDate)) => Some("upToDate"),
        _ => None,
    };
    let fault = match row.outcome {
        Err(ImagesFault::UnknownMachineType(_)) => Some("unknownMachineType"),
        Err(ImagesFault::UnknownImage(_)) => Some("unknownImage"),
        Ok(Outcome::Fails { fault, .. }) => Some(fault.code()),
        Ok(_) => None,
    };
    JsonVersion {
        what: if image.is_some() { "image" } else { "kubernetes" },
        pool: row.pool.map(|pool| pool.name),
        image,
        strategy,
        before: side(view, row, row.version, row.index),
        after: row.after().map(|to| side(view, row, to, row.index_after())),
        outcome: words::outcome(row),
        stays,
        cause,
        missing: match cause {
            Some(Cause::Missing(absence)) => Some(missing(absence)),
            _ => None,
        },
        chosen: outcome.and_then(|outcome| outcome.moves()).map(|to| to.how),
        fault,
        reason: words::why(view, row),
        candidates: candidates(view, row),
    }
}

fn side<'v>(view: &'v ShootView<'_, '_, '_, '_>, row: &Row<'v, 'v>, version: &'v str, index: Option<usize>) -> JsonSide<'v> {
    let listed = index.and_then(|index| view.listed(row.what, index));
    let of_image = index.filter(|_| row.what != What::Kubernetes);
    let selected = view.flavor(row.pool, of_image);
    let (artifact, no_artifact) = match view.artifact(row, index) {
        None => (None, None),
        Some(Ok(name)) => (Some(name), None),
        Some(Err(missing)) => (None, Some(artifacts::reason(&missing.why))),
    };
    JsonSide {
        version,
        classification: listed.map(|listed| listed.classification_at(row.window.at).as_str()),
        flavor: if let Some(Selected::One(one)) = selected { Some(*one) } else { None },
        tied_flavors: if let Some(Selected::Ambiguous(tied)) = selected { tied.clone() } else { Vec::new() },
        artifact,
        no_artifact,
    }
}

fn missing<'v>(absence: &Absence<'v>) -> JsonMissing<'v> {
    match absence {
        Absence::Unlisted => JsonMissing { why: "unlisted", filter: None },
        Absence::OtherCase(_) => JsonMissing { why: "otherCase", filter: None },
        Absence::Filtered(filter) => {
            JsonMissing { why: "filtered", filter: Some(JsonFilter { name: filter.code(), values: values(filter) }) }
        }
    }
}

fn values<'v>(filter: &Filter<'v>) -> Vec<&'v str> {
    match filter {
        Filter::Architecture(values) | Filter::ContainerRuntimes(values) => values.clone(),
        Filter::Kubelet(value) | Filter::InPlace(InPlaceFault::BelowMinimum(value)) => vec![value],
        Filter::Capabilities | Filter::Cri | Filter::InPlace(InPlaceFault::Unsupported | InPlaceFault::NoMinimum) => Vec::new(),
    }
}

fn candidates<'v>(view: &'v ShootView<'_, '_, '_, '_>, row: &Row<'v, 'v>) -> Vec<JsonCandidate<'v>> {
    let candidate = |(index, removed): (usize, Option<Removed<'v>>)| {
        let version = &view.maintenance.matcher().versions()[index].version;
        JsonCandidate {
            version: *version.version(),
            classification: version.expirable.classification_at(row.window.at).as_str(),
            removed_by: words::removed(removed.as_ref()),
            values: match &removed {
                Some(Removed::By(filter)) => values(filter),
                _ => Vec::new(),
            },
        }
    };
    view.candidates(row).into_iter().map(candidate).collect()
}

fn profile<'v>(view: &'v ProfileView<'_, '_, '_, '_>) -> JsonProfile<'v> {
    JsonProfile {
        name: profile_name(&view.name),
        place: place(view.place),
        now: view.now.to_string(),
        transitions: view.transitions.iter().map(transition).collect(),
        stuck: view.stuck.iter().map(|of| stuck(view, of)).collect(),
    }
}

fn transition<'v>(of: &Transition<'v>) -> JsonTransition<'v> {
    JsonTransition { date: of.date.to_string(), image: of.image, version: of.version, from: of.from.as_str(), to: of.to.as_str() }
}

fn stuck<'v>(view: &'v ProfileView<'_, '_, '_, '_>, of: &'v Stuck<'_>) -> JsonStuck<'v> {
    let (image, version) = words::stuck_on(view, &of.on);
    let (machine_types, kubernetes, in_place) = match &of.on {
        StuckOn::Kubernetes(_) => (Vec::new(), Vec::new(), false),
        StuckOn::Image { machines, kubernetes, in_place, .. } => (words::machine_types(view, machines), kubernetes.clone(), *in_place),
    };
    JsonStuck {
        date: of.date.map(|date| date.to_string()),
        image,
        version,
        machine_types,
        kubernetes,
        in_place,
        fault: of.fault,
        reason: no_way(of.fault, Names::Plain),
    }
}
