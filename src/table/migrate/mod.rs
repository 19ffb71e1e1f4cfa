//! A migration to capabilities as JSON, and its proof as lines for people.

mod pools;
mod suggestions;

use schemars::JsonSchema;
use serde::Serialize;

use crate::migrate::{Difference, Plan, Planned, Proof, Refusal, Step};
use crate::words::count;

pub use pools::{GotReport, PoolReport, PoolsReport, pool_lines, unjudged_line};
pub use suggestions::{MachineTypesReport, MemberReport, SuggestionReport, UnitedReport};

/// The version of the contract of `cpcap migrate --format json`.
pub const SCHEMA_VERSION: u32 = 1;

/// Maximum number of reasons against a migration shown to people.
const SHOWN: usize = 10;

/// The line below a list for people that does not show all.
fn more(all: usize) -> Option<String> {
    let more = all.saturating_sub(SHOWN);
    (more > 0).then(|| format!("  and {more} more; --format json has all"))
}

/// What `cpcap migrate --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MigrateReport<'a> {
    /// The version of this format.
    pub schema_version: u32,
    /// The profiles: CloudProfiles in the order of the files, then NamespacedCloudProfiles.
    pub profiles: Vec<Profile<'a>>,
    /// What the worker pools of Shoots get; left out where no Shoot uses the profiles, or nothing
    /// changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pools: Option<PoolsReport<'a>>,
    /// The profiles that cannot be migrated.
    pub refused: Vec<RefusedReport<'a>>,
}

/// A profile that cannot be migrated.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RefusedReport<'a> {
    /// Its file.
    pub file: &'a str,
    /// Why.
    pub reason: String,
}

/// What becomes of a profile.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile<'a> {
    /// Its file.
    pub file: &'a str,
    /// The position of its document in the file, from 0.
    pub document: usize,
    /// The namespace of a NamespacedCloudProfile.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schemars(with = "Option<String>")]
    pub namespace: &'a str,
    /// Its name.
    pub name: &'a str,
    /// The stage, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<StageReport>,
    /// Whether anything is left to do.
    pub changed: bool,
    /// The capabilities that its vocabulary gets; empty where it has all of them.
    pub vocabulary: Vec<Capability<'a>>,
    /// How many machine types get capabilities.
    pub machine_types: usize,
    /// How many image versions of the core part get flavors.
    pub image_versions: usize,
    /// How many entries of `providerConfig` change their format.
    pub provider_entries: usize,
    /// What is not kept.
    pub lost: &'a [String],
    /// What may be left out, because the server or the webhook of the extension fills it in.
    pub optional: &'a [String],
    /// Capabilities that the profile has under other names.
    pub suggestions: Vec<SuggestionReport<'a>>,
    /// The proof; left out where nothing changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofReport<'a>>,
}

/// A stage of a migration: an update of the stage before it that the server accepts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StageReport {
    /// Its step: `vocabulary`, `machine-types`, `images`, `provider` or `finish`.
    pub step: &'static str,
    /// Later steps that it takes along: without them the server refuses it, or workers get
    /// something else.
    pub brought_forward: Vec<&'static str>,
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
    /// Advice about the vocabulary.
    pub advice: &'a [String],
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
    pub fn new(file: &'a str, of: &'a Planned) -> Self {
        let capability = |(name, values): &'a (String, Vec<String>)| Capability { name, values };
        let done = &of.migrated;
        Self {
            file,
            document: of.document,
            namespace: &of.namespace,
            name: &of.name,
            stage: of.stage.as_ref().map(|stage| StageReport {
                step: stage.step.name(),
                brought_forward: stage
                    .brought_forward
                    .iter()
                    .copied()
                    .map(Step::name)
                    .collect(),
            }),
            changed: done.text.is_some(),
            vocabulary: done.vocabulary.iter().map(capability).collect(),
            machine_types: done.machine_types,
            image_versions: done.image_versions,
            provider_entries: done.provider_entries,
            lost: &done.lost,
            optional: &done.optional,
            suggestions: of.suggestions.iter().map(SuggestionReport::new).collect(),
            proof: of.proof.as_ref().map(|proof| ProofReport::new(of, proof)),
        }
    }
}

impl<'a> ProofReport<'a> {
    fn new(of: &Planned, proof: &'a Proof) -> Self {
        let difference = |of: &'a Difference| DifferenceReport {
            machine_type: &of.machine_type,
            image: &of.image,
            version: &of.version,
            region: Some(of.region.as_str()).filter(|region| !region.is_empty()),
            before: of.before.as_deref(),
            after: of.after.as_deref(),
            cause: of.cause.words(),
        };
        Self {
            holds: of.holds(),
            compared: proof.compared,
            with_artifact: proof.with_artifact,
            differences: proof.differences.iter().map(difference).collect(),
            update_errors: &proof.update,
            create_errors: &proof.create,
            advice: &proof.advice,
            size_before: proof.size.0,
            size_after: proof.size.1,
        }
    }
}

/// The plan and the proof of all profiles.
pub fn json<'a>(plan: &'a Plan, name: impl Fn(usize) -> &'a str) -> MigrateReport<'a> {
    let profile = |of: &'a Planned| Profile::new(name(of.input), of);
    let refused = |(input, refusal): &(usize, Refusal)| RefusedReport {
        file: name(*input),
        reason: refusal.to_string(),
    };
    MigrateReport {
        schema_version: SCHEMA_VERSION,
        profiles: plan.profiles.iter().map(profile).collect(),
        pools: plan.pools.as_ref().map(PoolsReport::new),
        refused: plan.refused.iter().map(refused).collect(),
    }
}

/// The lines about a profile for people.
#[must_use]
pub fn lines(of: &Planned) -> Vec<String> {
    let done = &of.migrated;
    let mut lines = Vec::new();
    if let Some(stage) = &of.stage {
        let step = |step: &Step| format!("`{}`", step.name());
        let along: Vec<String> = stage.brought_forward.iter().map(step).collect();
        lines.push(format!("stage: {}", step(&stage.step)));
        if !along.is_empty() {
            lines.push(format!(
                "taken along: {}; without it the server refuses the stage, or workers get \
                 something else",
                along.join(", ")
            ));
        }
    }
    let Some(proof) = &of.proof else {
        lines.push(match &of.stage {
            Some(_) => "nothing changes in this stage".to_owned(),
            None => "nothing is left to migrate".to_owned(),
        });
        suggestions::lines(&of.suggestions, &mut lines);
        return lines;
    };
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
        "changed: {}, {}, {} of `providerConfig`",
        count(done.machine_types, "machine type"),
        count(done.image_versions, "image version"),
        match done.provider_entries {
            1 => "1 entry".to_owned(),
            entries => format!("{entries} entries"),
        }
    ));
    suggestions::lines(&of.suggestions, &mut lines);
    lines.extend(done.lost.iter().map(|lost| format!("not kept: {lost}")));
    lines.extend(
        done.optional
            .iter()
            .map(|of| format!("may be left out: {of}")),
    );
    lines.push(format!(
        "artifacts: {} of machine type, image version and region compared, {} of \
         them with an artifact; {}",
        count(proof.compared, "combination"),
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
            of.cause.words()
        ));
    }
    lines.extend(more(proof.differences.len()));
    let (update, create) = match &of.stage {
        Some(_) => (
            "as an update of the stage before",
            "as a new object (a stage need not be one)",
        ),
        None => ("as an update of the original", "as a new object"),
    };
    for (what, errors) in [(update, &proof.update), (create, &proof.create)] {
        if errors.is_empty() {
            lines.push(format!("{what}: no error"));
        } else {
            lines.push(format!("{what}: {}", count(errors.len(), "error")));
            lines.extend(errors.iter().take(SHOWN).map(|error| format!("  {error}")));
            lines.extend(more(errors.len()));
        }
    }
    lines.extend(proof.advice.iter().map(|of| format!("advice: {of}")));
    let (before, after) = proof.size;
    lines.push(format!(
        "size: {before} bytes before, {after} now; etcd stores 1572864, the API server takes \
         3145728, client-side apply keeps 262144"
    ));
    lines
}
