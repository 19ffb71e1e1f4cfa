//! The JSON Schema of the configuration file, for editors. Its keys are those that the reader
//! knows, as a test says.
#![allow(dead_code, reason = "only its schema is used")]

use std::collections::BTreeMap;

use schemars::JsonSchema;

/// The configuration file of cpcap, `.cpcap.yaml`: found upwards from the working directory. Flags
/// win over it.
#[derive(Debug, JsonSchema)]
#[schemars(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Schema {
    /// Only these rules or groups, or `all`.
    select: Option<Selectors>,
    /// Not these rules or groups. The more exact of `select` and `ignore` wins.
    ignore: Option<Selectors>,
    /// Other severities for rules or groups.
    severity: Option<BTreeMap<String, Level>>,
    /// From which severity on a finding fails the run.
    deny: Option<Level>,
    /// From which severity on findings are shown; those that fail the run and those of selected
    /// rules always are.
    level: Option<Level>,
    /// The version of Gardener whose feature gates count, such as "1.145".
    gardener_version: Option<Version>,
    /// Feature gates of the API server that differ from the defaults of that version.
    feature_gates: Option<BTreeMap<String, bool>>,
    /// By whose rules `providerConfig`s are judged: `own` (those of the profile's type), `off`, or a
    /// type.
    provider_rules: Option<Rules>,
    /// Files and directories that are read but not judged, relative to this file.
    with: Option<Texts>,
    /// Files that a search of directories leaves out: patterns as in `.gitignore`, relative to this
    /// file.
    exclude: Option<Texts>,
    /// A file of accepted findings, relative to this file; written by `cpcap lint
    /// --write-baseline`.
    baseline: Option<String>,
    /// Other choices for some files; later ones win.
    overrides: Option<Vec<OverrideSchema>>,
}

/// Choices for some files.
#[derive(Debug, JsonSchema)]
#[schemars(rename = "Override", rename_all = "kebab-case", deny_unknown_fields)]
struct OverrideSchema {
    /// The files: patterns as in `.gitignore`, relative to this file.
    paths: Texts,
    /// Only these rules or groups, or `all`.
    select: Option<Selectors>,
    /// Not these rules or groups.
    ignore: Option<Selectors>,
    /// Other severities for rules or groups.
    severity: Option<BTreeMap<String, Level>>,
}

/// One text or several.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
enum Texts {
    One(String),
    Several(Vec<String>),
}

/// Rules, groups of rules, or `all`.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
enum Selectors {
    One(String),
    Several(Vec<String>),
}

/// How bad something is.
#[derive(Debug, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
enum Level {
    Error,
    Warning,
    Note,
}

/// A version such as "1.145"; without quotes it is a number, which is read as it is written.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
enum Version {
    Text(String),
    Number(f64),
}

/// A word; `off` without quotes is a boolean to some readers of YAML.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
enum Rules {
    Type(String),
    Off(bool),
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::Schema;
    use crate::config::file::read::{KEYS, OVERRIDE_KEYS};

    #[test]
    fn the_schema_has_the_keys_of_the_reader() {
        let schema = schemars::schema_for!(Schema);
        let keys = |value: &serde_json::Value| {
            value["properties"]
                .as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<BTreeSet<_>>()
        };
        assert_eq!(keys(schema.as_value()), KEYS.map(str::to_owned).into());
        assert_eq!(
            keys(&schema.as_value()["$defs"]["Override"]),
            OVERRIDE_KEYS.map(str::to_owned).into()
        );
    }
}
