//! Bytes out: one file a format, one signature for all. Nothing here decides anything.

mod alike;
mod checkout;
mod compact;
mod fingerprint;
mod fold;
mod github;
mod gitlab;
mod human;
mod json;
mod junit;
pub(crate) mod markdown;
pub mod rendered;
mod sarif;
mod statistics;

use std::borrow::Cow;
use std::io::{self, Write};

use crate::finding::{Finding, Severity};
use crate::lint::{FixCounts, Fixable, Outcome, Summary};
use crate::output::{self, clean};
use crate::source::Sources;
use crate::words;

pub(crate) use alike::{Alike, alike};
pub use checkout::Checkout;
pub use human::failure;
pub(crate) use human::near;
pub use json::{Report as JsonReport, SCHEMA_VERSION};

/// A format of `lint`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Excerpts of the source with the findings in them, for people.
    #[default]
    Human,
    /// One line a finding: place, severity, rule, message.
    Compact,
    /// One JSON object; its schema is printed by `cpcap schema lint`.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions: annotations of the changed lines.
    Github,
    /// A code quality report of GitLab.
    Gitlab,
    /// JUnit XML, for services that show test results.
    Junit,
    /// A comment for a pull request: errors first, details folded, under 60 KB.
    Markdown,
}

/// How output looks, decided once in `cli`.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    pub color: bool,
    /// Width to wrap at, in columns.
    pub width: usize,
    /// How many findings the human format shows at most; the rest is counted.
    pub max_findings: usize,
    /// Whether terminal hyperlinks may be written.
    pub links: bool,
    /// Whether equal findings of several Shoots are shown as one.
    pub folded: bool,
    /// Whether findings are counted by rule.
    pub statistics: bool,
    /// Whether nothing but findings is shown.
    pub quiet: bool,
    /// The least severity that fails the run.
    pub failing: Severity,
    /// The checkout that a service shows findings in; without one, names stay as they are.
    pub checkout: Option<&'a Checkout>,
}

impl Default for Look<'_> {
    fn default() -> Self {
        let failing = Severity::Error;
        Self {
            color: false,
            width: 100,
            max_findings: usize::MAX,
            links: false,
            folded: false,
            statistics: false,
            quiet: false,
            failing,
            checkout: None,
        }
    }
}

impl Look<'_> {
    fn of_output(&self) -> output::Look {
        output::Look {
            width: self.width,
            color: self.color,
        }
    }

    /// The name of a file for a service that knows nothing but the checkout.
    fn name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        self.checkout
            .map_or(Cow::Borrowed(name), |checkout| checkout.name(name))
    }
}

/// Writes an outcome in a format.
///
/// # Errors
/// When the writer fails.
pub fn write(
    format: Format,
    outcome: &Outcome,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Human => human::write(outcome, sources, look, out),
        Format::Compact => compact::write(outcome, sources, look, out),
        Format::Json => json::write(outcome, sources, look, out),
        Format::Sarif => sarif::write(outcome, sources, look, out),
        Format::Github => github::write(outcome, sources, look, out),
        Format::Gitlab => gitlab::write(outcome, sources, look, out),
        Format::Junit => junit::write(outcome, sources, look, out),
        Format::Markdown => markdown::write(outcome, sources, look, out),
    }
}

/// The summary as one line, without a line end.
#[must_use]
pub fn summary(summary: &Summary) -> String {
    let Summary {
        files,
        documents,
        skipped,
        errors,
        warnings,
        notes,
        ignored,
        not_shown,
        fixable,
        fixes,
    } = *summary;
    let mut found = named(&[(errors, "error"), (warnings, "warning"), (notes, "note")]);
    if found.is_empty() {
        found.push("no findings".to_owned());
    }
    let mut line = format!(
        "{} in {}, {}",
        found.join(", "),
        words::count(files, "file"),
        words::count(documents, "document")
    );
    if documents == 0 {
        line += ": nothing was checked";
    }
    if skipped > 0 {
        line += &format!(" ({skipped} of other kinds skipped)");
        if skipped == documents {
            line += ": nothing was checked";
        }
    }
    if ignored > 0 {
        line += &format!(", {ignored} silenced");
    }
    if let Some(fixes) = fixes {
        line += &format!("; fixed {}{}", counted(fixes), more(fixes));
    } else if let Some(fixable) = self::fixable(fixable) {
        line += &format!("; {fixable}");
    }
    let level = if not_shown.notes > 0 {
        Severity::Note
    } else {
        Severity::Warning
    };
    let hidden: Vec<String> = named(&[(not_shown.warnings, "warning"), (not_shown.notes, "note")]);
    if !hidden.is_empty() {
        let them = if not_shown.warnings + not_shown.notes == 1 {
            "it"
        } else {
            "them"
        };
        line += &format!(
            "; {} not shown (--level {level} shows {them})",
            hidden.join(", ")
        );
    }
    line
}

/// `3 fixable with --fix (2 more with --unsafe-fixes)`; none where nothing is.
fn fixable(Fixable { safe, doubtful }: Fixable) -> Option<String> {
    match (safe, doubtful) {
        (0, 0) => None,
        (0, doubtful) => Some(format!("{doubtful} fixable with --fix --unsafe-fixes")),
        (safe, 0) => Some(format!("{safe} fixable with --fix")),
        (safe, doubtful) => Some(format!(
            "{safe} fixable with --fix ({doubtful} more with --unsafe-fixes)"
        )),
    }
}

/// Counts that are not zero, with what they count.
fn named(counts: &[(usize, &str)]) -> Vec<String> {
    counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| words::count(*count, what))
        .collect()
}

/// The fixes that `--fix` would make, as one line without a line end.
#[must_use]
pub fn would_fix(summary: &Summary) -> String {
    let fixes = summary.fixes.unwrap_or_default();
    format!("would fix {}{}", counted(fixes), more(fixes))
}

fn counted(fixes: FixCounts) -> String {
    match fixes.fixed {
        0 => "nothing".to_owned(),
        fixed => format!(
            "{} in {}",
            words::count(fixed, "finding"),
            words::count(fixes.files, "file")
        ),
    }
}

fn more(fixes: FixCounts) -> String {
    if fixes.more > 0 {
        format!(" ({} more with --unsafe-fixes)", fixes.more)
    } else {
        String::new()
    }
}

/// The skipped documents with their kinds, one line each, and the ways in which the rest was read.
///
/// # Errors
/// When the writer fails.
pub fn details(outcome: &Outcome, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
    for skipped in &outcome.skipped {
        let what = match (&skipped.api_version, &skipped.kind) {
            (Some(version), Some(kind)) => format!("{kind} of {version}"),
            (_, Some(kind)) => format!("{kind} without apiVersion"),
            (Some(version), None) => format!("an object of {version} without kind"),
            (None, None) => "no Kubernetes object".to_owned(),
        };
        let name = sources.get(skipped.file).name();
        writeln!(
            out,
            "skipped: {} (document {}): {}",
            clean::line(name),
            skipped.document,
            clean::line(&what)
        )?;
    }
    let readers = outcome.readers;
    writeln!(
        out,
        "read: YAML documents in one pass: {}, by the full parser: {}",
        readers.quick, readers.parser
    )
}

/// Everything that a finding says, for formats with one place for it: the field, the message, and
/// what to do.
fn full_message(finding: &Finding) -> String {
    let field = finding.lead();
    let help = finding
        .help
        .as_ref()
        .map_or_else(String::new, |help| format!("\nhelp: {help}"));
    format!("{field}{}{help}", finding.says())
}
