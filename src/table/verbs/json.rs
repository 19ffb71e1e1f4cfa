//! The verbs as JSON: types of their own, a contract.

use schemars::JsonSchema;
use serde::Serialize;

use super::Needs;

/// The version of the contract of `cpcap verbs --format json`.
pub const SCHEMA_VERSION: u32 = 1;

/// What `cpcap verbs --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerbsReport<'a> {
    /// The version of this contract.
    schema_version: u32,
    /// The NamespacedCloudProfiles, in the order of files and documents.
    objects: Vec<JsonObject<'a>>,
}

/// A NamespacedCloudProfile.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonObject<'a> {
    /// The file as named.
    file: &'a str,
    /// The position of the document in the file, from 0.
    document: usize,
    /// `metadata.namespace`; left out where it is missing.
    #[serde(skip_serializing_if = "str::is_empty")]
    namespace: &'a str,
    /// `metadata.name`; left out where it is missing.
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'a str,
    /// Whether applying it creates or updates.
    #[schemars(extend("enum" = ["create", "update"]))]
    operation: &'a str,
    /// The custom verbs that this needs on `namespacedcloudprofiles` of `core.gardener.cloud`.
    verbs: Vec<JsonVerb>,
}

/// A custom verb.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonVerb {
    /// The field of which setting or changing needs it.
    field: String,
    /// The verb.
    verb: &'static str,
}

/// The verbs as JSON.
#[must_use]
pub fn json<'a>(needs: &'a [Needs<'_>]) -> VerbsReport<'a> {
    let objects = needs.iter().map(|needs| JsonObject {
        file: needs.file,
        document: needs.item.document.index,
        namespace: *needs.item.object.meta.namespace,
        name: *needs.item.object.meta.name,
        operation: if needs.update { "update" } else { "create" },
        verbs: needs
            .verbs
            .iter()
            .map(|verb| JsonVerb {
                field: format!("spec.{}", verb.field),
                verb: verb.name,
            })
            .collect(),
    });
    VerbsReport {
        schema_version: SCHEMA_VERSION,
        objects: objects.collect(),
    }
}
