//! The answer of a run: findings, counts, and how cpcap read the texts.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::finding::{Finding, Severity};
use crate::landscape::pairing::Rivals;
use crate::lint::Answers;
use crate::source::{FileId, Place};

/// The answer of `lint`: the findings, and how cpcap read the texts.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The findings, sorted by file name, document, position and rule.
    pub findings: Vec<Finding>,
    /// How many findings of each severity there are.
    pub summary: Summary,
    /// The texts that were judged, in the order of the inputs.
    pub files: Vec<FileId>,
    /// Those that hold several objects, so that a path alone does not say which one is meant.
    pub crowded: BTreeSet<FileId>,
    /// The documents that were skipped: the file, what they are, and their document index.
    pub skipped: Vec<Skipped>,
    /// How the texts were read.
    pub readers: Readers,
    /// The objects that replace one of several stored objects, where nothing decides which: cpcap
    /// judges them without a stored one.
    pub ambiguous: Vec<Rivals>,
    /// What may use something that a profile loses: it could not be read, or does not say whether.
    pub unread_users: Vec<UnreadUser>,
    /// How each object stands, where the settings ask for that.
    pub answers: Answers,
}

impl Outcome {
    /// The errors of a document.
    pub(crate) fn errors_of(&self, file: FileId, document: usize) -> Vec<Finding> {
        let errors = self.findings.iter().filter(|finding| {
            finding.severity == Severity::Error
                && finding.place.file == file
                && finding.subject.document == document
        });
        errors.cloned().collect()
    }
}

/// How many documents of YAML took which way into their trees (`docs/reading.md#in-one-pass`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Readers {
    /// Documents that `yaml::quick` read in one pass.
    pub quick: usize,
    /// Documents that needed the YAML parser.
    pub parser: usize,
}

/// A document of another kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// The text that holds the document.
    pub file: FileId,
    /// Position of the document in the text, from 0.
    pub document: usize,
    /// `apiVersion`, where there is one.
    pub api_version: Option<String>,
    /// `kind`, where there is one.
    pub kind: Option<String>,
}

/// The counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Files read.
    pub files: usize,
    /// Documents in them; items of lists count each.
    pub documents: usize,
    /// Documents of other kinds.
    pub skipped: usize,
    /// Findings of severity error.
    pub errors: usize,
    /// Findings of severity warning.
    pub warnings: usize,
    /// Findings of severity note.
    pub notes: usize,
    /// Findings that were silenced.
    pub ignored: usize,
    /// Findings below the level that is shown (`--level`).
    pub not_shown: NotShown,
    /// Findings that have a fix.
    pub fixable: Fixable,
    /// What was fixed, on a run with `--fix`; the other counts are of what is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixes: Option<FixCounts>,
}

/// The counts of findings that are not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NotShown {
    /// Findings of severity warning.
    pub warnings: usize,
    /// Findings of severity note.
    pub notes: usize,
}

/// The counts of findings that have a fix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fixable {
    /// Those that `--fix` makes.
    pub safe: usize,
    /// Those that a person should look at, which `--unsafe-fixes` makes as well.
    #[serde(rename = "unsafe")]
    pub doubtful: usize,
}

impl Fixable {
    /// Counts the fixes of some findings.
    pub(crate) fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Self {
        let mut counts = Self::default();
        for fix in findings.into_iter().filter_map(|of| of.fix.as_ref()) {
            if fix.safe {
                counts.safe += 1;
            } else {
                counts.doubtful += 1;
            }
        }
        counts
    }
}

/// The counts of a run that fixes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Fixes")]
pub struct FixCounts {
    /// Findings that were fixed.
    pub fixed: usize,
    /// Files that were changed.
    pub files: usize,
    /// Findings that `--unsafe-fixes` would fix, too.
    pub more: usize,
}

/// What may use something that a profile loses: it could not be read, or does not say whether.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadUser {
    /// Where it stands.
    pub place: Place,
    /// Why that is not known: `no file tells spec.kubernetes.version of Shoot garden-a/web`
    pub what: String,
    /// The profile: `CloudProfile aws`
    pub profile: String,
}
