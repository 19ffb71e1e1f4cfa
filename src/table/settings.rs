//! The settings that hold as JSON: types of their own, a contract.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::config::file::Schema;
use crate::yaml::Step;

/// The version of the contract of `cpcap config --format json`.
pub const SCHEMA_VERSION: u32 = 1;

/// Who says a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "by")]
pub enum Origin {
    /// A flag.
    Flag {
        /// Its name, such as `--deny`.
        flag: String,
    },
    /// The configuration file.
    File {
        /// The line, from 1.
        line: u32,
        /// The column in characters, from 1.
        column: u32,
    },
    /// Nobody.
    Default,
}

/// What `cpcap config --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsReport<'a> {
    /// The version of this contract.
    schema_version: u32,
    /// The configuration file; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// The settings, as a configuration file says them.
    #[schemars(with = "Schema")]
    settings: &'a Map<String, Value>,
    /// Where they come from; what is not named, as what names it.
    origins: Vec<JsonOrigin<'a>>,
}

/// Where a setting comes from.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonOrigin<'a> {
    /// The keys and positions that lead to it in `settings`.
    path: Vec<JsonStep<'a>>,
    /// Who says it.
    #[serde(flatten)]
    origin: &'a Origin,
}

/// A key of an object, or a position in a list, from 0.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum JsonStep<'a> {
    Key(&'a str),
    Item(usize),
}

/// The settings as JSON.
#[must_use]
pub fn json<'a>(
    file: Option<&'a str>,
    settings: &'a Map<String, Value>,
    origins: &'a [(Vec<Step>, Origin)],
) -> SettingsReport<'a> {
    let step = |step| match step {
        &Step::Item(position) => JsonStep::Item(position),
        Step::Key(key) => JsonStep::Key(key),
    };
    let origins = origins.iter().map(|(path, origin)| JsonOrigin {
        path: path.iter().map(step).collect(),
        origin,
    });
    SettingsReport {
        schema_version: SCHEMA_VERSION,
        file,
        settings,
        origins: origins.collect(),
    }
}
