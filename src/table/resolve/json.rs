//! The JSON of `resolve`, a contract with a version.

use schemars::JsonSchema;
use serde::Serialize;

use crate::capability::Selected;
use crate::finding::ErrorType;
use crate::model::lifecycle::Current;
use crate::model::path::FieldPath;
use crate::model::time::Time;
use crate::resolve::{Admitted, PoolView, Refusal, ShootView, Value};
use crate::shoot::{FillRule, Filled};
use crate::table::resolve::words;
use crate::words::artifacts;
use crate::words::codes::codes;
use crate::yaml::Step;

/// The version of the contract. It rises when a part changes its meaning or goes; parts may come
/// without it.
pub const SCHEMA_VERSION: u32 = 1;

/// What `cpcap resolve --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResolveReport<'a> {
    /// The version of this contract.
    schema_version: u32,
    /// The clock.
    now: String,
    /// The Shoots.
    shoots: Vec<JsonShoot<'a>>,
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
    /// The file.
    file: &'a str,
    /// Position of the document in the file, from 0.
    document: usize,
    /// Its profile.
    profile: JsonProfile<'a>,
    /// Whether it is known that the server admits it, as far as that depends on its profile.
    admitted: bool,
    /// The same with its third answer.
    #[schemars(with = "String", extend("enum" = Admitted::CODES))]
    verdict: Admitted,
    /// Why that is not known, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_known: Option<&'static str>,
    /// Why not, all of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refusals: Vec<JsonRefusal<'a>>,
    /// The Kubernetes version of the control plane.
    kubernetes: Value<'a>,
    /// The worker pools.
    pools: Vec<JsonPool<'a>>,
    /// Everything that the server fills in.
    filled: Vec<JsonFilled>,
}

/// The profile of a Shoot.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonProfile<'a> {
    /// Its kind.
    #[schemars(extend("enum" = ["CloudProfile", "NamespacedCloudProfile"]))]
    kind: &'a str,
    /// Its namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<&'a str>,
    /// Its name.
    name: &'a str,
}

/// A worker pool.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct JsonPool<'a> {
    /// Its name.
    name: &'a str,
    /// Whether the pool was judged, and nothing that the server refuses is about it.
    admitted: bool,
    /// The same with its third answer.
    #[schemars(with = "String", extend("enum" = Admitted::CODES))]
    verdict: Admitted,
    /// Why that is not known, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_known: Option<&'static str>,
    /// Its Kubernetes version: its own, or the control plane's.
    kubernetes: Value<'a>,
    /// Its machine type.
    machine_type: &'a str,
    /// Its architecture.
    architecture: Value<'a>,
    /// The name of its image.
    image: Value<'a>,
    /// The version of its image.
    version: Value<'a>,
    /// How the version is classified; left out where the profile does not list it.
    #[serde(skip_serializing_if = "Option::is_none")]
    classification: Option<&'a str>,
    /// The flavor that the pool gets, by position; left out where flavors play no part or tie.
    #[serde(skip_serializing_if = "Option::is_none")]
    flavor: Option<usize>,
    /// The flavors that selection cannot tell apart: creating machines fails.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tied_flavors: &'a [usize],
    /// The provider's artifact.
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact: Option<&'a str>,
    /// Why the pool gets no artifact, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_artifact: Option<String>,
}

/// A value that the server fills in.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonFilled {
    /// The field.
    field: String,
    /// The value, as text.
    value: String,
    /// The rule.
    #[schemars(with = "String", extend("enum" = FillRule::CODES))]
    rule: FillRule,
}

/// Why the server refuses a Shoot.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonRefusal<'a> {
    /// The worker pool concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pool: Option<&'a str>,
    /// The rule of `cpcap lint` that says so.
    rule: &'a str,
    /// The field.
    field: &'a FieldPath,
    /// The type of the server's error, where it has one.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    error_type: Option<&'a str>,
    /// Why.
    message: &'a str,
}

/// Shoots as the server has them, as JSON.
#[must_use]
pub fn json<'v>(views: &'v [ShootView<'_>], now: Time) -> ResolveReport<'v> {
    ResolveReport {
        schema_version: SCHEMA_VERSION,
        now: now.to_string(),
        shoots: views.iter().map(shoot).collect(),
    }
}

codes!(Admitted { Self::Yes => "yes", Self::No => "no", Self::Unknown(_) => "unknown" });

fn set(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn shoot<'v>(view: &'v ShootView<'_>) -> JsonShoot<'v> {
    let profile = &view.profile;
    JsonShoot {
        namespace: set(view.namespace),
        name: view.name,
        file: view.place.file,
        document: view.place.document,
        profile: JsonProfile {
            kind: profile.kind.as_str(),
            namespace: set(profile.namespace),
            name: profile.name,
        },
        admitted: view.admitted == Admitted::Yes,
        verdict: view.admitted,
        not_known: words::unknown(view.admitted),
        refusals: view.refusals.iter().map(|of| refusal(view, of)).collect(),
        kubernetes: view.kubernetes,
        pools: view.pools.iter().map(pool).collect(),
        filled: view.filled.iter().map(filled).collect(),
    }
}

fn pool<'v>(of: &'v PoolView<'_>) -> JsonPool<'v> {
    let (flavor, tied_flavors) = of.flavor.map_or((None, &[][..]), Selected::parts);
    JsonPool {
        name: of.name,
        admitted: of.admitted == Admitted::Yes,
        verdict: of.admitted,
        not_known: words::unknown(of.admitted),
        kubernetes: of.kubernetes,
        machine_type: of.machine_type,
        architecture: of.architecture,
        image: of.image,
        version: of.version,
        classification: of.classification.map(Current::as_str),
        flavor,
        tied_flavors,
        artifact: of.artifact.as_ref().and_then(|found| found.as_deref().ok()),
        no_artifact: of
            .artifact
            .as_ref()
            .and_then(|found| found.as_ref().err())
            .map(|missing| artifacts::reason(&missing.why)),
    }
}

fn filled(of: &Filled<'_>) -> JsonFilled {
    JsonFilled {
        field: whole_path(of),
        value: words::value(of.value),
        rule: of.rule,
    }
}

fn refusal<'v>(view: &'v ShootView<'_>, of: &'v Refusal) -> JsonRefusal<'v> {
    JsonRefusal {
        pool: of
            .pool
            .and_then(|at| view.pools.get(at))
            .map(|pool| pool.name),
        rule: of.rule,
        field: &of.field,
        error_type: of.error_type.map(ErrorType::as_str),
        message: &of.message,
    }
}

/// The whole path of a filled field.
fn whole_path(filled: &Filled<'_>) -> String {
    let mut text = String::new();
    for step in &filled.path {
        match step {
            Step::Key(name) if text.is_empty() => text.push_str(name),
            Step::Key(name) => text.extend([".", name]),
            Step::Item(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text
}
