//! The rule table of `cpcap rules`.

use comfy_table::presets::{ASCII_MARKDOWN, NOTHING};
use comfy_table::{Cell, Color, ContentArrangement, Table};
use schemars::JsonSchema;
use serde::Serialize;

use crate::finding::Severity;
use crate::rules::Rule;

/// The version of the contract of `cpcap rules --format json`.
pub const SCHEMA_VERSION: u32 = 1;

/// What `cpcap rules --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleList<'a> {
    /// The version of this contract.
    schema_version: u32,
    /// The rules, by group.
    rules: Vec<JsonRule<'a>>,
}

/// A rule.
#[derive(Debug, Serialize, JsonSchema)]
struct JsonRule<'a> {
    /// `group/name`
    name: &'a str,
    /// Who would object.
    origin: &'a str,
    /// How bad its findings are by default.
    severity: &'a str,
    /// What it finds.
    summary: &'a str,
    /// The version of cpcap that brought it.
    since: &'a str,
    /// Its page, relative to the root of the repository.
    docs: String,
}

/// The rules as a table for a terminal of some width.
#[must_use]
pub fn text(rules: &[&Rule], color: bool, width: Option<usize>) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(width.unwrap_or(140).try_into().unwrap_or(u16::MAX));
    if color {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table.set_header(["Rule", "Origin", "Severity", "What it finds"]);
    for rule in rules {
        let severity = Cell::new(rule.severity);
        let severity = match rule.severity {
            _ if !color => severity,
            Severity::Error => severity.fg(Color::Red),
            Severity::Warning => severity.fg(Color::Yellow),
            Severity::Note => severity.fg(Color::Cyan),
        };
        table.add_row([Cell::new(rule.name), Cell::new(rule.origin), severity, Cell::new(rule.summary)]);
    }
    table.trim_fmt() + "\n"
}

/// The rules as a Markdown table that links to their pages, relative to `docs/`.
#[must_use]
pub fn markdown(rules: &[&Rule]) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(["Rule", "Origin", "Severity", "Since", "What it finds"]);
    for rule in rules {
        let link = format!("[`{0}`](rules/{0}.md)", rule.name);
        let summary = rule.summary.replace('|', "\\|");
        table.add_row([link.as_str(), rule.origin.as_str(), rule.severity.as_str(), rule.since, summary.as_str()]);
    }
    format!("{table}\n")
}

/// The rules as JSON.
///
/// # Errors
/// Never in practice: the types are plain text.
pub fn json(rules: &[&Rule]) -> serde_json::Result<String> {
    let rules = rules.iter().map(|rule| JsonRule {
        name: rule.name,
        origin: rule.origin.as_str(),
        severity: rule.severity.as_str(),
        summary: rule.summary,
        since: rule.since,
        docs: format!("docs/rules/{}.md", rule.name),
    });
    let list = RuleList { schema_version: SCHEMA_VERSION, rules: rules.collect() };
    Ok(serde_json::to_string_pretty(&list)? + "\n")
}
