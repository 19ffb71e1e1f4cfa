//! What maintenance does to Shoots, and what profiles alone say about it. The answers are JSON, a
//! contract with a version; fields that only people read are skipped there. Reads no files and
//! prints nothing.

mod artifact;
mod ask;
mod calendar;
mod profile;
mod shoot;

use schemars::JsonSchema;
use serde::Serialize;

use crate::landscape::Item;
use crate::maintenance::{
    Absence, Cause, Fault, Filter, How, ImagesFault, Outcome, Stay, Transition,
};
use crate::model::time::Time;
use crate::resolution::usable::ProfileName;
use crate::source::Sources;
use crate::words::codes::codes;

pub(crate) use artifact::{Artifact, artifact};
pub use ask::{Maintained, profiles, shoots};
pub(crate) use calendar::{Calendar, Fate, Life, calendar, compare};
pub(crate) use profile::stuck;
pub use shoot::{Asked, shoot};

/// The version of the contract. It rises when a part changes its meaning or goes; parts may come
/// without it.
pub const SCHEMA_VERSION: u32 = 1;

/// Where an object stands.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "JsonPlace")]
pub struct Place<'v> {
    /// The file.
    pub file: &'v str,
    /// Position of the document in the file, from 0.
    pub document: usize,
}

/// The windows of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The next one.
    Next,
    /// One at the start and one at every date that changes the answer, each for the Shoot as it is.
    Timeline,
    /// One after the other, until nothing moves.
    Settled,
}

codes!(Kind { Self::Next => "next", Self::Timeline => "timeline", Self::Settled => "settled" });

/// What `cpcap maintain --format json` prints: what windows do to Shoots, or what profiles alone
/// say.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaintainReport<'a> {
    /// The version of this contract.
    pub schema_version: u32,
    /// The Shoots that were asked about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shoots: Vec<ShootAnswer<'a>>,
    /// The profiles that were asked about alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<ProfileAnswer<'a>>,
}

/// A Shoot.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonShoot")]
pub struct ShootAnswer<'a> {
    /// Its namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<&'a str>,
    /// Its name.
    pub name: &'a str,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Place<'a>,
    /// Its profile.
    pub profile: ProfileName<'a>,
    /// Which versions move without need.
    pub auto_update: Automatic,
    /// `next`: one window; `timeline`: one at the start and one at each date that changes the
    /// answer, each for the Shoot as it is; `settled`: one after the other, until nothing moves.
    #[schemars(with = "String", extend("enum" = Kind::CODES))]
    pub windows_are: Kind,
    /// The windows.
    pub windows: Vec<WindowAnswer<'a>>,
    /// Where its profile stands.
    #[serde(skip)]
    pub profile_place: Place<'a>,
    /// Whether it has worker pools.
    #[serde(skip)]
    pub has_pools: bool,
    /// The first date after the windows that moves something, or makes it fail.
    #[serde(skip)]
    pub later: Option<Time>,
}

/// Which versions move without need.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonAutoUpdate")]
pub struct Automatic {
    /// Those of Kubernetes.
    pub kubernetes_version: bool,
    /// Those of machine images.
    pub machine_image_version: bool,
}

/// A window.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "JsonWindow")]
pub struct WindowAnswer<'a> {
    /// The date in the profile that it follows; left out for the first ones. What starts then has
    /// begun just after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub date: Option<Time>,
    /// When it is.
    #[schemars(with = "String")]
    pub at: Time,
    /// Whether a version must move and cannot.
    pub fails: bool,
    /// The versions of the Shoot, and what becomes of them: the control plane's, then pool by pool.
    pub versions: Vec<VersionAnswer<'a>>,
}

/// Whose a version is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionOf {
    /// Of the control plane, or of the kubelets of a worker pool.
    Kubernetes,
    /// Of the machine image of a worker pool.
    Image,
}

codes!(VersionOf { Self::Kubernetes => "kubernetes", Self::Image => "image" });

/// What a window does with a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Nothing.
    Stays,
    /// It moves without need.
    Automatic,
    /// It must move, and does.
    Forced,
    /// It must move, and cannot.
    Fails,
}

codes!(Step { Self::Stays => "stays", Self::Automatic => "automatic", Self::Forced => "forced", Self::Fails => "fails" });

/// A version of a Shoot in a window.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonVersion")]
pub struct VersionAnswer<'a> {
    /// Whose it is: `kubernetes` without a `pool` is the control plane's.
    #[schemars(with = "String", extend("enum" = VersionOf::CODES))]
    pub what: VersionOf,
    /// The worker pool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pool: Option<&'a str>,
    /// The image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<&'a str>,
    /// How the profile has the image updated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["patch", "minor", "major"]))]
    pub strategy: Option<&'static str>,
    /// Before the window.
    pub before: Side<'a>,
    /// After it, where the version moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Side<'a>>,
    /// `stays`; moves `automatic`ally or `forced`; or `fails`: it must move and cannot.
    #[schemars(with = "String", extend("enum" = Step::CODES))]
    pub outcome: Step,
    /// Why it stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = ["autoUpdateOff", "upToDate"]))]
    pub stays: Option<Stay>,
    /// Why it is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = Cause::CODES))]
    pub cause: Option<Cause<'a>>,
    /// Why it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Missing<'a>>,
    /// How the new version was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = How::CODES))]
    pub chosen: Option<How>,
    /// Why it cannot move. `unknownMachineType` and `unknownImage` are about some pool, and keep
    /// the images of all from moving.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = [
        "noHigherMinor", "noHigherMajor", "cannotForce", "noNextMinor", "notAVersion", "unknownMachineType", "unknownImage"
    ]))]
    pub fault: Option<&'static str>,
    /// The same for people.
    pub reason: String,
    /// The versions of the image, and what keeps each from being chosen automatically.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<Candidate<'a>>,
    /// What becomes of it; an error where the images of all pools are left alone.
    #[serde(skip)]
    pub becomes: Result<Outcome<'a>, ImagesFault>,
    /// Whether it moves to a version that the pool gets no artifact of.
    #[serde(skip)]
    pub moves_to_nothing: bool,
    /// The number among the pools with this name, from 1.
    #[serde(skip)]
    pub nth: usize,
}

/// A version on one side of a window.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonSide")]
pub struct Side<'a> {
    /// The version.
    pub version: &'a str,
    /// How it is classified then; left out where the profile does not list it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classification: Option<&'a str>,
    /// The flavor that the pool gets of it, by position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flavor: Option<usize>,
    /// The flavors that selection cannot tell apart: creating machines fails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tied_flavors: Vec<usize>,
    /// The provider's artifact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artifact: Option<String>,
    /// Why the pool gets no artifact, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_artifact: Option<String>,
}

/// Why a version is missing.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonMissing")]
pub struct Missing<'a> {
    /// `unlisted`; `otherCase`: the profile writes the image's name in another case; `filtered`: a
    /// filter removes it.
    #[schemars(extend("enum" = Absence::CODES))]
    pub why: &'a str,
    /// The filter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<FilterAnswer<'a>>,
}

/// A filter.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonFilter")]
pub struct FilterAnswer<'a> {
    /// Which one.
    #[schemars(extend("enum" = Filter::CODES))]
    pub name: &'a str,
    /// What decides it: the supported architectures, the container runtimes that are lacking, the
    /// constraint, or the version from which on it can be reached in place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<&'a str>,
}

/// A version of an image, and what keeps it from being chosen automatically.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonCandidate")]
pub struct Candidate<'a> {
    /// The version.
    pub version: &'a str,
    /// How it is classified then.
    pub classification: &'a str,
    /// `candidate`: nothing; the name of a filter; or what else.
    #[schemars(extend("enum" = [
        "candidate", "architecture", "capabilities", "cri", "containerRuntimes", "kubelet", "inPlace", "current", "lower", "preview",
        "expired", "beyondStrategy"
    ]))]
    pub removed_by: &'a str,
    /// What decides a filter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<&'a str>,
    /// The same for people: the rest of a sentence that begins with the version.
    #[serde(skip)]
    pub message: String,
}

/// A profile alone.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonProfile")]
pub struct ProfileAnswer<'a> {
    /// Its kind, namespace and name.
    #[serde(flatten)]
    pub name: ProfileName<'a>,
    /// Where it stands.
    #[serde(flatten)]
    pub place: Place<'a>,
    /// The start of the range in which versions can get stuck.
    #[schemars(with = "String")]
    pub now: Time,
    /// The changes of classifications, by date.
    pub transitions: Vec<Transition<'a>>,
    /// The versions that are expired, or expire, without a way on for some who run them.
    pub stuck: Vec<StuckAnswer<'a>>,
    /// The range of time in which versions change, both ends included; `Time::MIN` and `Time::MAX`
    /// where it is open.
    #[serde(skip)]
    pub range: (Time, Time),
    /// Whether any version is expired, or expires until the end of the range.
    #[serde(skip)]
    pub expires: bool,
}

/// A version without a way on.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonStuck")]
pub struct StuckAnswer<'a> {
    /// The date at which it expires; left out where it is expired already.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub date: Option<Time>,
    /// The image; left out for Kubernetes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<&'a str>,
    /// The version.
    pub version: &'a str,
    /// The machine types of the pools that are stuck.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub machine_types: Vec<&'a str>,
    /// The Kubernetes versions of these pools; left out where it does not matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kubernetes: Vec<&'a str>,
    /// Only pools that are updated in place: others find a way.
    pub in_place: bool,
    /// Why.
    #[schemars(with = "String", extend("enum" = Fault::CODES))]
    pub fault: Fault,
    /// The same for people.
    pub reason: String,
    /// Whether these are all machine types that can be used.
    #[serde(skip)]
    pub of_every_machine_type: bool,
}

impl<'a> Place<'a> {
    /// The place of an object.
    #[must_use]
    pub fn of(item: &Item<'_>, sources: &'a Sources) -> Self {
        Self {
            file: sources.get(item.file).name(),
            document: item.document.index,
        }
    }
}

impl Default for MaintainReport<'_> {
    fn default() -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            shoots: Vec::new(),
            profiles: Vec::new(),
        }
    }
}

impl ShootAnswer<'_> {
    /// Whether a window fails, or moves a pool to a version without an artifact for it.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.windows.iter().any(|window| {
            window.fails
                || window
                    .versions
                    .iter()
                    .any(|version| version.moves_to_nothing)
        })
    }

    /// The worst that a window does to it.
    pub(crate) fn worst(&self) -> Step {
        let versions = self.windows.iter().flat_map(|window| &window.versions);
        match self.fails() {
            true => Step::Fails,
            false => versions.map(|of| of.outcome).max().unwrap_or(Step::Stays),
        }
    }
}

impl VersionAnswer<'_> {
    pub(crate) fn moves(&self) -> bool {
        self.after.is_some()
    }

    pub(crate) fn fails(&self) -> bool {
        self.outcome == Step::Fails
    }
}
