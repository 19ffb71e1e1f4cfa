//! Bytes out: one file a format, one signature for all. Nothing here decides anything.

mod compact;
mod human;
mod json;
mod safe;

use std::io::{self, Write};

use crate::lint::{Outcome, Summary};
use crate::source::Sources;

pub(crate) use safe::{escaped, escaped_around_colors};

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
}

/// How output looks, decided once in `cli`.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colours.
    pub color: bool,
    /// Width to wrap at, in columns.
    pub width: usize,
    /// How many findings the human format shows at most; the rest is counted.
    pub max_findings: usize,
    /// Whether terminal hyperlinks may be written.
    pub links: bool,
    /// Whether skipped documents are named.
    pub verbose: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { color: false, width: 100, max_findings: usize::MAX, links: false, verbose: false }
    }
}

/// Writes an outcome in a format.
///
/// # Errors
/// When the writer fails.
pub fn write(format: Format, outcome: &Outcome, sources: &Sources, look: Look, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Human => human::write(outcome, sources, look, out),
        Format::Compact => compact::write(outcome, sources, look, out),
        Format::Json => json::write(outcome, sources, look, out),
    }
}

/// The summary as one line, without a line end.
#[must_use]
pub fn summary(summary: &Summary) -> String {
    let Summary { files, documents, skipped, errors, warnings, notes, ignored } = *summary;
    let mut found: Vec<String> = [(errors, "error"), (warnings, "warning"), (notes, "note")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| plural(count, what))
        .collect();
    if found.is_empty() {
        found.push("no findings".to_owned());
    }
    let mut line = format!("{} in {}, {}", found.join(", "), plural(files, "file"), plural(documents, "document"));
    if skipped > 0 {
        line += &format!(" ({skipped} of other kinds skipped)");
    }
    if ignored > 0 {
        line += &format!(", {ignored} silenced");
    }
    line
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
