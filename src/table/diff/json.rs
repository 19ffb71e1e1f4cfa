//! The JSON of `diff`, a contract with a version.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::diff::{ChangedObject, Open, State, Verdict, Why};
use crate::finding::{Finding, Subject};
use crate::impact::{Cause, Impact, Kind, List, Refusal};
use crate::landscape::Item;
use crate::maintenance::Fault;
use crate::model::path::FieldPath;
use crate::provider::lookup::NoArtifact;
use crate::source::{Place, Sources};
use crate::table::diff::{End, View, words};
use crate::words::codes::codes;

/// The version of the contract. It rises when a part changes its meaning or goes; parts may come
/// without it.
pub const SCHEMA_VERSION: u32 = 1;

/// What `cpcap diff --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiffReport<'a> {
    /// The version of this contract.
    schema_version: u32,
    /// The exit code: 0 the server would accept the change, or that is not known; 1 it would refuse
    /// it, or all later updates of a Shoot, a removed profile is in use, or there is impact of a
    /// denied kind, or, where that is denied, it is not known; 2 something could not be read, or nothing tells which objects
    /// are the same.
    exit_code: u8,
    /// What the server would say: `accepted`, as far as profiles, versions and worker pools of
    /// Shoots decide, `refused` (also where a removed profile is in use, or a machine type goes
    /// that a pool names, so that the server fails on every update of its Shoot), or `notKnown`: nothing speaks against the change, and something that decides is not
    /// known (`unreadable`, `unchecked`, `notKnown`).
    #[schemars(with = "String", extend("enum" = Verdict::CODES))]
    verdict: Verdict,
    /// What else keeps the verdict from being known.
    not_known: Vec<NotKnown<'a>>,
    /// The documents that cannot be read: nothing of them is compared.
    unreadable: Vec<JsonFinding<'a>>,
    /// What the server would refuse; empty: it accepts the change, as far as it could be checked.
    refused: Vec<JsonFinding<'a>>,
    /// What the server may refuse, and could not be checked, as a profile is not among the files.
    unchecked: Vec<JsonFinding<'a>>,
    /// What else the rules say of the change.
    notes: Vec<JsonFinding<'a>>,
    /// The objects that are added, removed or changed, or whose parent changes.
    objects: Vec<JsonObject<'a>>,
    /// How many impacts there are of each kind.
    counts: BTreeMap<&'static str, usize>,
    /// The kinds among them that fail the run (`--deny-impact`).
    denied: Vec<&'static str>,
    /// How many Shoots and worker pools that are known the impacts concern, each counted once.
    concerned: Concerned,
}

/// Something that decides and is not known.
#[derive(Debug, Serialize, JsonSchema)]
struct NotKnown<'a> {
    /// Why: `ambiguousPairing` (nothing tells which objects of one name are the same; they are not
    /// compared), `ambiguousReference` (several profiles of one name are equally near to those who
    /// refer to it), `missingProfiles` (something goes that Shoots may use whose
    /// NamespacedCloudProfiles are not among the files), `noShoots` (something goes that a Shoot may
    /// use, and there is none among the files, or the change removes all), `removedUsers` (the change
    /// removes something together with those who use it), `unnamedVersions` (a version goes that
    /// Shoots or worker pools may have stored which name none, or only its beginning), or
    /// `unreadable` (no file tells values that decide, of the object or of those who may use it).
    #[schemars(with = "String", extend("enum" = Why::CODES))]
    reason: &'a Why,
    /// The object.
    object: Name<'a>,
    /// The places: of the objects of that name, then of those who refer to it, or of the values that
    /// could not be read.
    places: Vec<JsonPlace<'a>>,
    /// The same as a sentence.
    message: String,
}

/// How many are concerned.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Concerned {
    /// Shoots, those of the worker pools among them.
    shoots: usize,
    /// Worker pools.
    worker_pools: usize,
}

/// A finding.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonFinding<'a> {
    /// The rule.
    rule: &'a str,
    /// Who would object.
    origin: &'a str,
    /// The object.
    object: Name<'a>,
    /// The path as the API server prints it.
    field: &'a FieldPath,
    /// Where.
    place: JsonPlace<'a>,
    /// What is wrong.
    message: Cow<'a, str>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    /// Further places, such as those who must move first.
    related: Vec<Related<'a>>,
}

/// A further place.
#[derive(Debug, Serialize, JsonSchema)]
struct Related<'a> {
    /// Where.
    place: JsonPlace<'a>,
    /// What is there.
    text: &'a str,
}

/// A place in a file.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonPlace<'a> {
    /// The file; of a revision, `REVISION:PATH`.
    file: &'a str,
    /// The line, from 1.
    line: u32,
    /// The column in characters, from 1.
    column: u32,
}

/// The name of an object.
#[derive(Debug, Serialize, JsonSchema)]
struct Name<'a> {
    /// Its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    /// Its namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'a str>,
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    /// Its file, which tells objects of one name in two landscapes apart; left out where a place
    /// says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
}

/// An object and what becomes of it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonObject<'a> {
    #[serde(flatten)]
    name: Name<'a>,
    /// What became of it; `parent`: only its parent changes; `renamed`: it is new, and compared
    /// with the only one of its kind on the old side, which has another name.
    #[schemars(with = "String", extend("enum" = State::CODES))]
    change: State,
    /// The object of another name that it was compared with; only where `change` is `renamed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    compared_with: Option<Name<'a>>,
    /// Who refers to it although it is removed: Shoots must move first, as its finalizer keeps it
    /// as long as there are some. Where it is `renamed`: who refers to the other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    in_use: Vec<Name<'a>>,
    /// Fields of a Shoot that change, and that cpcap does not look at.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    not_judged: &'a [String],
    /// What that does, the worst first; of a Shoot, worker pool by worker pool.
    impacts: Vec<JsonImpact<'a>>,
}

/// One difference.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonImpact<'a> {
    /// What becomes different.
    #[schemars(with = "String", extend("enum" = Kind::CODES))]
    kind: Kind,
    /// Why; the first is the most likely.
    #[schemars(with = "Vec<String>")]
    causes: &'a [Cause],
    /// The list of the entry that is concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    list: Option<List>,
    /// The name of the entry that is concerned; of an image version with its image.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The machine types concerned.
    machine_types: &'a [&'a str],
    /// The volume types concerned.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    volume_types: &'a [&'a str],
    /// The image versions concerned, each with each machine type.
    image_versions: Vec<ImageVersion<'a>>,
    /// The regions concerned; empty: all.
    regions: &'a [&'a str],
    /// What it was; left out: nothing, or told with each image version.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a str>,
    /// What it will be; left out: nothing, or told with each image version.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<&'a str>,
    /// Why a version that gets `stuck` has no way on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    fault: Option<Fault>,
    /// Only pools that are updated in place get `stuck`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    in_place: bool,
    /// Only pools with these Kubernetes versions get `stuck`; left out: whatever they have.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    kubernetes: &'a [&'a str],
    /// Of `impossible`: the entry is no longer listed. That is told once, and is no `removed`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    gone: bool,
    /// What becomes refused: `newPools` (new worker pools, and those that change in this),
    /// `everyUpdate` (every update of a Shoot that has such a pool), `webhook` (every update of Shoots with such a
    /// pool, by a webhook of the extension of the provider), or `change` (the change of the Shoot
    /// itself: see `refused`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("enum" = Refusal::CODES))]
    refuses: Option<Refusal>,
    /// Why there is no artifact: of `noArtifact` any more, of `maintenance` for the version that
    /// pools move to in these regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = NoArtifact::CODES))]
    no_artifact: Option<&'a str>,
    /// The place on the old side.
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<JsonPlace<'a>>,
    /// The place on the new side.
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<JsonPlace<'a>>,
    /// The worker pools concerned, of the Shoots that are known.
    pools: Vec<JsonPool<'a>>,
}

/// An image version.
#[derive(Debug, Serialize, JsonSchema)]
struct ImageVersion<'a> {
    /// The image.
    image: &'a str,
    /// The version; left out: the image as a whole.
    #[serde(skip_serializing_if = "str::is_empty")]
    version: &'a str,
    /// Of an `artifact`: which are replaced, each for all of the machine types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    artifacts: Vec<Artifact<'a>>,
}

/// An artifact of the provider that another takes the place of.
#[derive(Debug, Serialize, JsonSchema)]
struct Artifact<'a> {
    /// The region; left out: all.
    #[serde(skip_serializing_if = "str::is_empty")]
    region: &'a str,
    /// What it was; left out: there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a str>,
    /// What it will be; left out: there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<&'a str>,
}

/// A worker pool.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonPool<'a> {
    /// The namespace of the Shoot.
    namespace: &'a str,
    /// The Shoot.
    shoot: &'a str,
    /// The pool; left out: the object as a whole.
    #[serde(skip_serializing_if = "str::is_empty")]
    pool: &'a str,
    /// The file of the Shoot.
    file: &'a str,
}

/// The answer as JSON.
#[must_use]
pub fn json(view: View<'_>) -> DiffReport<'_> {
    let concerned = view.concerned();
    DiffReport {
        schema_version: SCHEMA_VERSION,
        exit_code: match view.end {
            End::Fine => 0,
            End::Denied => 1,
            End::Failed | End::Unpaired => 2,
        },
        verdict: view.verdict,
        not_known: view
            .findings
            .open
            .iter()
            .map(|open| not_known(open, view.sources))
            .collect(),
        unreadable: findings(view.findings.unreadable, view.sources),
        refused: findings(view.findings.refused, view.sources),
        unchecked: findings(view.findings.unchecked, view.sources),
        notes: findings(view.findings.notes, view.sources),
        objects: view
            .objects
            .iter()
            .map(|one| object(one, view.sources))
            .collect(),
        counts: view
            .counts()
            .into_iter()
            .map(|(kind, number): (Kind, usize)| (kind.code(), number))
            .collect(),
        denied: view.denied.iter().map(Kind::code).collect(),
        concerned: Concerned {
            shoots: concerned.shoots,
            worker_pools: concerned.pools,
        },
    }
}

fn not_known<'v>(open: &'v Open, sources: &'v Sources) -> NotKnown<'v> {
    let places = open.places.iter().chain(&open.users);
    NotKnown {
        reason: &open.why,
        object: name(&open.subject),
        places: places.map(|at| place(*at, sources)).collect(),
        message: words::open(open, sources),
    }
}

fn place(at: Place, sources: &Sources) -> JsonPlace<'_> {
    let source = sources.get(at.file);
    let position = source.position(at.span.start);
    JsonPlace {
        file: source.name(),
        line: position.line,
        column: position.column,
    }
}

fn name(subject: &Subject) -> Name<'_> {
    Name {
        kind: subject.kind.as_deref(),
        namespace: subject.namespace.as_deref(),
        name: subject.name.as_deref(),
        file: None,
    }
}

fn name_with_file<'i>(item: &'i Item<'_>) -> Name<'i> {
    Name {
        file: Some(item.source.name()),
        ..name(item.subject())
    }
}

fn findings<'v>(all: &'v [&'v Finding], sources: &'v Sources) -> Vec<JsonFinding<'v>> {
    all.iter().map(|one| finding(one, sources)).collect()
}

fn finding<'v>(of: &'v Finding, sources: &'v Sources) -> JsonFinding<'v> {
    JsonFinding {
        rule: of.rule,
        origin: of.origin.as_str(),
        object: name(&of.subject),
        field: &of.field,
        place: place(of.place, sources),
        message: of.says(),
        help: of.help.as_deref(),
        related: of
            .related
            .iter()
            .map(|label| Related {
                place: place(label.place, sources),
                text: &label.text,
            })
            .collect(),
    }
}

fn object<'v>(of: &'v ChangedObject<'v>, sources: &'v Sources) -> JsonObject<'v> {
    JsonObject {
        name: name_with_file(of.item),
        change: of.state,
        compared_with: of.other.map(name_with_file),
        in_use: of.lost.all().map(|item| name_with_file(item)).collect(),
        not_judged: &of.not_judged,
        impacts: of.impacts.iter().map(|one| impact(one, sources)).collect(),
    }
}

fn impact<'v>(of: &'v Impact<'v>, sources: &'v Sources) -> JsonImpact<'v> {
    let stuck = of.stuck();
    JsonImpact {
        kind: of.kind(),
        causes: &of.causes,
        list: of.list(),
        name: of.entry.as_ref().map(ToString::to_string),
        machine_types: &of.machine_types,
        volume_types: &of.volume_types,
        image_versions: image_versions(of),
        regions: &of.regions,
        before: of.before.as_deref(),
        after: of.after.as_deref(),
        fault: stuck.map(|of| of.fault),
        in_place: stuck.is_some_and(|of| of.in_place),
        kubernetes: stuck.map_or(&[], |of| &of.kubernetes),
        gone: of.is_gone(),
        refuses: of.refusal(),
        no_artifact: of.missing().map(|missing| missing.why.code()),
        old: of.old.map(|at| place(at, sources)),
        new: of.new.map(|at| place(at, sources)),
        pools: of
            .pools
            .iter()
            .map(|pool| JsonPool {
                namespace: pool.namespace,
                shoot: pool.shoot,
                pool: pool.pool,
                file: sources.get(pool.at.file).name(),
            })
            .collect(),
    }
}

fn image_versions<'v>(of: &'v Impact<'v>) -> Vec<ImageVersion<'v>> {
    let mut all: Vec<ImageVersion<'v>> = of
        .images
        .iter()
        .map(|(image, version)| ImageVersion {
            image,
            version,
            artifacts: Vec::new(),
        })
        .collect();
    for moved in of.moves() {
        if let Some(version) = all.get_mut(moved.image) {
            let (before, after) = (moved.before.as_deref(), moved.after.as_deref());
            version.artifacts.push(Artifact {
                region: moved.region,
                before,
                after,
            });
        }
    }
    all
}

codes!(Why {
    Self::Pairing(_) => "ambiguousPairing",
    Self::Reference => "ambiguousReference",
    Self::MissingProfiles(_) => "missingProfiles",
    Self::NoShoots { .. } => "noShoots",
    Self::RemovedUsers => "removedUsers",
    Self::UnnamedVersions { .. } => "unnamedVersions",
    Self::Unreadable(_) => "unreadable",
});

codes!(Verdict {
    Self::Accepted => "accepted",
    Self::Refused => "refused",
    Self::NotKnown => "notKnown",
});

codes!(State {
    Self::Added => "added",
    Self::Removed => "removed",
    Self::Changed => "changed",
    Self::Renamed => "renamed",
    Self::Same => "parent",
});
