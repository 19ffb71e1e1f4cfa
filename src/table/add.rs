//! A new version in a profile: as JSON, a contract with a version, and for people.

use schemars::JsonSchema;
use serde::Serialize;

use crate::add::{Addition, Winner};
use crate::diff::Verdict;
use crate::finding::Finding;
use crate::output::{Block, Document, Table, Widths};
use crate::table::diff::{self, Changes, DiffReport, Extent};
use crate::table::retire::{Object, capital};
use crate::uses::{self, What};
use crate::words::{self, count};

/// The version of the contract.
pub const SCHEMA_VERSION: u32 = 1;

/// Maximum number of impacts shown to people.
const MOST_IMPACTS: usize = 50;
/// Maximum number of machine types named to people for each flavor.
const NAMED: usize = 20;

/// What `cpcap add --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddReport<'a> {
    /// The version of this contract.
    pub schema_version: u32,
    /// The list that gets the version.
    #[schemars(extend("enum" = ["kubernetes", "image"]))]
    pub what: &'static str,
    /// The image of an image version.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schemars(with = "Option<String>")]
    pub image: &'a str,
    /// The new version.
    pub name: &'a str,
    /// The version that it is like.
    pub like: &'a str,
    /// The profile.
    pub profile: Object<'a>,
    /// The line of the new version in the new text, from 1.
    pub line: u32,
    /// How the new version is classified now.
    pub classification: &'a str,
    /// The fields of the other version that the new one does not get as they are.
    pub left_out: Vec<LeftOut<'a>>,
    /// The artifacts to fill in, in the order of the new text.
    pub artifacts: Vec<Artifact<'a>>,
    /// Whether cpcap cannot say which entries `providerConfig` needs.
    pub provider_unknown: bool,
    /// The machine types by the flavor that they get of the version; empty for Kubernetes versions.
    pub flavors: Vec<Flavor<'a>>,
    /// Whether the exit code is 1: the server refuses the update, also for errors that the profile
    /// has already, or the version brings an error.
    pub refused: bool,
    /// The errors that the version brings to the profile once its artifacts are filled in, also
    /// those that are cpcap's own judgement. `diff` says what the server does.
    pub errors: &'a [String],
    /// Whether it would bring no error in preview; `false` where it brings none, or is in preview.
    pub preview_helps: bool,
    /// What `cpcap diff` says of the profile with the version.
    pub diff: DiffReport<'a>,
}

/// A field that the new version does not get as it is.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "JsonLeftOut")]
pub struct LeftOut<'a> {
    /// The field.
    #[schemars(extend("enum" = ["classification", "expirationDate", "lifecycle"]))]
    pub field: &'a str,
    /// Its value in the other version; empty where that has none.
    pub before: &'a str,
    /// Its value in the new version; left out where that has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<&'a str>,
}

/// An artifact to fill in.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "JsonToFill")]
pub struct Artifact<'a> {
    /// The path of the field in the object.
    pub path: &'a str,
    /// The line of the empty value in the new text, from 1.
    pub line: u32,
    /// Its column in characters, from 1.
    pub column: u32,
    /// The name of the field.
    pub field: &'a str,
    /// The region; left out where the artifact is the same everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<&'a str>,
    /// The capabilities of the flavor, or the architecture in the legacy format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<&'a str>,
    /// The artifact of the other version.
    pub like: &'a str,
}

/// Machine types that get the same of the new version.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonWinner")]
pub struct Flavor<'a> {
    /// The positions of the flavors in `capabilityFlavors`, from 0: several where selection cannot
    /// choose; none in the legacy format.
    pub flavors: &'a [usize],
    /// Their capabilities, or the architecture.
    pub of: &'a [String],
    /// Whether the version fits these machine types.
    pub fits: bool,
    /// The machine types.
    pub machine_types: &'a [String],
}

impl<'a> AddReport<'a> {
    /// The answer.
    #[must_use]
    pub fn new(of: &'a Addition<'a>, changes: &'a Changes<'a>) -> Self {
        let sources = of.sources;
        let artifact = |artifact: &'a crate::add::ToFill| {
            let at = sources
                .get(artifact.place.file)
                .position(artifact.place.span.start);
            Artifact {
                path: &artifact.path,
                line: at.line,
                column: at.column,
                field: artifact.field,
                region: artifact.region.as_deref(),
                of: artifact.of.as_deref(),
                like: &artifact.before,
            }
        };
        let flavor = |of: &'a Winner| Flavor {
            flavors: &of.flavors,
            of: &of.of,
            fits: of.fits,
            machine_types: &of.machine_types,
        };
        let left_out = of.left_out.iter().map(|of| LeftOut {
            field: of.field,
            before: &of.before,
            after: of.after.as_deref(),
        });
        Self {
            schema_version: SCHEMA_VERSION,
            what: match of.entry.what {
                What::KubernetesVersion => "kubernetes",
                _ => "image",
            },
            image: of.entry.image,
            name: of.entry.name,
            like: of.like,
            profile: Object::new(of.profile, sources),
            line: sources
                .get(of.place.file)
                .position(of.place.span.start)
                .line,
            classification: of.classification,
            left_out: left_out.collect(),
            artifacts: of.artifacts.iter().map(artifact).collect(),
            provider_unknown: of.is_part_unknown,
            flavors: of.winners.iter().map(flavor).collect(),
            refused: !of.errors.is_empty() || of.diff.verdict() == Verdict::Refused,
            errors: of.errors,
            preview_helps: of.preview_helps,
            diff: diff::json(changes.view()),
        }
    }

    /// The artifacts to fill in, each as a line with its place.
    #[must_use]
    pub fn to_fill(&self) -> Vec<String> {
        let file = self.profile.place.file;
        let line = |of: &Artifact<'_>| {
            let what = match what(of) {
                what if what.is_empty() => what,
                what => format!(" for {what}"),
            };
            format!(
                "{file}:{}:{}: fill in `{}`{what}",
                of.line, of.column, of.field
            )
        };
        self.artifacts.iter().map(line).collect()
    }

    /// The answer for people.
    pub(crate) fn document(&self, of: &'a Addition<'a>, changes: &'a Changes<'a>) -> Document {
        let mut out = Document::default();
        let title = plain(&uses::title(of.entry));
        let profile = plain(&words::object(of.profile));
        out.heading(format!(
            "{} in {profile} like {} ({}:{})",
            capital(&title),
            self.like,
            self.profile.place.file,
            self.line
        ));
        out.wrapped(0, self.summary());
        let refused: Vec<String> = of.diff.refused.iter().map(Finding::told).collect();
        if self.errors.iter().any(|error| refused.contains(error)) {
            out.wrapped(0, "The server refuses it: see below.");
        }
        for error in self.errors.iter().filter(|error| !refused.contains(error)) {
            out.wrapped(0, format!("cpcap reports: {error}"));
        }
        if self.preview_helps {
            out.wrapped(0, "With `--classification preview` it brings no error.");
        }
        if self.provider_unknown {
            out.wrapped(
                0,
                "cpcap does not know the provider, so add what `providerConfig` needs by hand.",
            );
        }
        if !self.artifacts.is_empty() {
            out.blank();
            let all = count(self.artifacts.len(), "artifact");
            let reported = if of.are_reported {
                ", which `cpcap lint` reports as errors"
            } else {
                ""
            };
            out.wrapped(
                0,
                format!(
                    "{all} to fill in; the new entries of `providerConfig` have \"\" \
                     there{reported}:"
                ),
            );
            out.push(Block::Table(self.artifact_table()));
        }
        if !self.flavors.is_empty() {
            out.blank();
            out.push(Block::Table(self.flavor_table()));
        }
        out.blank();
        out.append(changes.view().text(Extent {
            expand: false,
            max_impacts: MOST_IMPACTS,
            only_impacts: false,
        }));
        out
    }

    fn summary(&self) -> String {
        let mut text = format!("Its classification is `{}`.", self.classification);
        let mut parts = Vec::new();
        for of in &self.left_out {
            parts.push(match (of.before, of.after) {
                ("", Some(after)) => format!("has the {} {after}", of.field),
                (before, Some(after)) => {
                    format!("has the {} {after} instead of {before}", of.field)
                }
                (before, None) => format!("has no {} ({before})", of.field),
            });
        }
        if !parts.is_empty() {
            text.push_str(&format!(
                " Unlike {}, it {}.",
                self.like,
                words::and(&parts)
            ));
        }
        if self.what == "image" && self.artifacts.is_empty() && !self.provider_unknown {
            text.push_str(&format!(
                " `providerConfig` names no artifact of {}, so there is none to fill in.",
                self.like
            ));
        }
        text
    }

    fn artifact_table(&self) -> Table {
        let like = format!("In {}", self.like);
        let mut table = Table::new(["Artifact", "For", &like], Widths::Within);
        for of in &self.artifacts {
            let artifact = format!("{}:{} {}", of.line, of.column, of.field);
            table.row([artifact, what(of), of.like.to_owned()]);
        }
        table
    }

    fn flavor_table(&self) -> Table {
        let mut table = Table::new(["Flavor that wins", "Machine types"], Widths::Within);
        for of in &self.flavors {
            let flavor = match (of.fits, of.of) {
                (false, _) => "— (does not fit)".to_owned(),
                (true, []) => "—".to_owned(),
                (true, [one]) => one.clone(),
                (true, several) => format!("tie: {}", several.join(" | ")),
            };
            let shown = of.machine_types.len().min(NAMED);
            let more = match of.machine_types.len() - shown {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            table.row([
                flavor,
                format!("{}{more}", of.machine_types[..shown].join(", ")),
            ]);
        }
        table
    }
}

/// What an artifact is for: its region, and its flavor or architecture.
fn what(of: &Artifact<'_>) -> String {
    let parts: Vec<&str> = of.region.into_iter().chain(of.of).collect();
    parts.join(", ")
}

/// The words of a sentence as a heading has them.
fn plain(quoted: &str) -> String {
    quoted.replace('`', "")
}
