//! The rule table of `cpcap rules`.

use comfy_table::presets::ASCII_MARKDOWN;
use schemars::JsonSchema;
use serde::Serialize;

use crate::output::{Block, Cell, Document, Style, Table, Widths};
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

/// The rules as a table.
pub(crate) fn document(rules: &[&Rule]) -> Document {
    let mut table = Table::new(
        ["Rule", "Origin", "Severity", "What it finds"],
        Widths::Within,
    );
    for rule in rules {
        let severity = Cell::new(rule.severity.as_str(), Style::of(rule.severity));
        table.row([
            rule.name.into(),
            rule.origin.as_str().into(),
            severity,
            rule.summary.into(),
        ]);
    }
    let mut document = Document::default();
    document.push(Block::Table(table));
    document
}

/// The names of the rules, one on each line.
#[must_use]
pub fn names(rules: &[&Rule]) -> String {
    rules
        .iter()
        .map(|rule| format!("{}\n", rule.name))
        .collect()
}

/// The rules as a Markdown table that links to their pages, relative to `docs/`.
#[must_use]
pub fn markdown(rules: &[&Rule]) -> String {
    let mut table = comfy_table::Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(["Rule", "Origin", "Severity", "Since", "What it finds"]);
    for rule in rules {
        let link = format!("[`{0}`](rules/{0}.md)", rule.name);
        let summary = rule.summary.replace('|', "\\|");
        table.add_row([
            link.as_str(),
            rule.origin.as_str(),
            rule.severity.as_str(),
            rule.since,
            summary.as_str(),
        ]);
    }
    format!("{table}\n")
}

/// The rules as JSON.
#[must_use]
pub fn json(rules: &[&'static Rule]) -> RuleList<'static> {
    let rules = rules.iter().map(|rule| JsonRule {
        name: rule.name,
        origin: rule.origin.as_str(),
        severity: rule.severity.as_str(),
        summary: rule.summary,
        since: rule.since,
        docs: format!("docs/rules/{}.md", rule.name),
    });
    RuleList {
        schema_version: SCHEMA_VERSION,
        rules: rules.collect(),
    }
}
