//! A migration to capabilities as JSON, and its proof as lines for people.

use std::io;

use schemars::JsonSchema;
use serde::Serialize;

use crate::migrate::{Difference, Migrated, Proof};
use crate::output::json;

/// The version of the contract of `cpcap migrate --format json`.
pub const SCHEMA_VERSION: u32 = 1;

/// Maximum number of reasons against a migration shown to people.
const SHOWN: usize = 10;

/// What `cpcap migrate --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MigrateReport<'a> {
    /// The version of this format.
    pub schema_version: u32,
    /// The profiles, in the order of the files.
    pub profiles: Vec<Profile<'a>>,
}

/// What becomes of a profile.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile<'a> {
    /// Its file.
    pub file: &'a str,
    /// The position of its document in the file, from 0.
    pub document: usize,
    /// Its name.
    pub name: &'a str,
    /// Whether anything is left to do.
    pub changed: bool,
    /// The vocabulary that it gets; empty where it has one.
    pub vocabulary: Vec<Capability<'a>>,
    /// How many machine types get capabilities.
    pub machine_types: usize,
    /// How many image versions of the core part get flavors.
    pub image_versions: usize,
    /// How many entries of `providerConfig` change their format.
    pub provider_entries: usize,
    /// What is not kept.
    pub lost: &'a [String],
    /// The proof; left out where nothing changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofReport<'a>>,
}

/// A capability and its values, the preferred one first.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Capability<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its values.
    pub values: &'a [String],
}

/// What speaks for and against a migration.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProofReport<'a> {
    /// Whether nothing speaks against it.
    pub holds: bool,
    /// How many combinations of machine type, image version and region were compared.
    pub compared: usize,
    /// How many of them got an artifact before.
    pub with_artifact: usize,
    /// Those that get something else.
    pub differences: Vec<DifferenceReport<'a>>,
    /// The errors of the result as an update of the original.
    pub update_errors: &'a [String],
    /// The errors of the result where it is created.
    pub create_errors: &'a [String],
    /// The bytes of the object before.
    pub size_before: u64,
    /// The bytes of the object afterwards.
    pub size_after: u64,
}

/// A combination that gets something else.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DifferenceReport<'a> {
    /// The machine type.
    pub machine_type: &'a str,
    /// The image.
    pub image: &'a str,
    /// The version of the image.
    pub version: &'a str,
    /// The region; left out where artifacts are the same everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<&'a str>,
    /// The artifact before; null: none.
    pub before: Option<&'a str>,
    /// The artifact afterwards; null: none.
    pub after: Option<&'a str>,
    /// Why.
    pub cause: &'static str,
}

impl<'a> Profile<'a> {
    /// Puts together what is known of a profile.
    #[must_use]
    pub fn new(
        (file, document, name): (&'a str, usize, &'a str),
        done: &'a Migrated,
        proof: Option<&'a Proof>,
    ) -> Self {
        let capability = |(name, values): &'a (String, Vec<String>)| Capability { name, values };
        Self {
            file,
            document,
            name,
            changed: done.text.is_some(),
            vocabulary: done.vocabulary.iter().map(capability).collect(),
            machine_types: done.machine_types,
            image_versions: done.image_versions,
            provider_entries: done.provider_entries,
            lost: &done.lost,
            proof: proof.map(ProofReport::new),
        }
    }
}

impl<'a> ProofReport<'a> {
    fn new(proof: &'a Proof) -> Self {
        let difference = |of: &'a Difference| DifferenceReport {
            machine_type: &of.machine_type,
            image: &of.image,
            version: &of.version,
            region: Some(of.region.as_str()).filter(|region| !region.is_empty()),
            before: of.before.as_deref(),
            after: of.after.as_deref(),
            cause: of.cause,
        };
        Self {
            holds: proof.holds(),
            compared: proof.compared,
            with_artifact: proof.with_artifact,
            differences: proof.differences.iter().map(difference).collect(),
            update_errors: &proof.update,
            create_errors: &proof.create,
            size_before: proof.size.0,
            size_after: proof.size.1,
        }
    }
}

/// The plan and the proof of all profiles.
///
/// # Errors
/// Never in practice: the types are plain text.
pub fn json(profiles: Vec<Profile<'_>>) -> io::Result<String> {
    json::text(&MigrateReport {
        schema_version: SCHEMA_VERSION,
        profiles,
    })
}

/// The lines about a profile for people.
#[must_use]
pub fn lines(done: &Migrated, proof: Option<&Proof>) -> Vec<String> {
    let Some(proof) = proof else {
        return vec!["nothing is left to migrate".to_owned()];
    };
    let mut lines = Vec::new();
    let definition =
        |(name, values): &(String, Vec<String>)| format!("{name} [{}]", values.join(", "));
    if !done.vocabulary.is_empty() {
        lines.push(format!(
            "vocabulary: {}",
            done.vocabulary
                .iter()
                .map(definition)
                .collect::<Vec<_>>()
                .join("; ")
        ));
    }
    lines.push(format!(
        "changed: {} machine types, {} image versions, {} entries of `providerConfig`",
        done.machine_types, done.image_versions, done.provider_entries
    ));
    lines.extend(done.lost.iter().map(|lost| format!("not kept: {lost}")));
    lines.push(format!(
        "artifacts: {} combinations of machine type, image version and region compared, {} of \
         them with an artifact; {}",
        proof.compared,
        proof.with_artifact,
        match proof.differences.len() {
            0 => "all get the same as before".to_owned(),
            count => format!("{count} get something else"),
        }
    ));
    for of in proof.differences.iter().take(SHOWN) {
        let region = if of.region.is_empty() {
            String::new()
        } else {
            format!(" in {}", of.region)
        };
        let text = |of: &Option<String>| of.clone().unwrap_or_else(|| "nothing".to_owned());
        lines.push(format!(
            "  {} with {} {}{region}: {} before, {} now; {}",
            of.machine_type,
            of.image,
            of.version,
            text(&of.before),
            text(&of.after),
            of.cause
        ));
    }
    for (what, errors) in [
        ("as an update of the original", &proof.update),
        ("as a new object", &proof.create),
    ] {
        if errors.is_empty() {
            lines.push(format!("{what}: no error"));
        } else {
            lines.push(format!(
                "{what}: {} {}",
                errors.len(),
                if errors.len() == 1 { "error" } else { "errors" }
            ));
            lines.extend(errors.iter().take(SHOWN).map(|error| format!("  {error}")));
        }
    }
    let (before, after) = proof.size;
    lines.push(format!(
        "size: {before} bytes before, {after} now; etcd stores 1572864, the API server takes \
         3145728, client-side apply keeps 262144"
    ));
    lines
}
