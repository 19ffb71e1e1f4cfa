//! `--statistics`: how many findings each rule has, and how many of them have a fix.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::finding::{Finding, Severity};
use crate::lint::{Fixable, Outcome};
use crate::output::{Block, Cell, Document, Style, Table, Widths};
use crate::report::{Look, fixable};

/// The findings of one rule and severity.
#[derive(Debug)]
pub(super) struct Count<'a> {
    pub rule: &'a str,
    pub severity: Severity,
    pub count: usize,
    /// How many of them have a fix.
    pub fixable: Fixable,
}

/// The counts of all rules with findings: most findings first, then by name.
pub(super) fn counts(findings: &[Finding]) -> Vec<Count<'_>> {
    let mut rules: BTreeMap<(&str, Reverse<Severity>), Vec<&Finding>> = BTreeMap::new();
    for finding in findings {
        rules
            .entry((finding.rule, Reverse(finding.severity)))
            .or_default()
            .push(finding);
    }
    let mut counts: Vec<Count<'_>> = rules
        .into_iter()
        .map(|((rule, Reverse(severity)), findings)| Count {
            rule,
            severity,
            count: findings.len(),
            fixable: Fixable::of(findings.iter().copied()),
        })
        .collect();
    counts.sort_by_key(|of| Reverse(of.count));
    counts
}

pub(super) fn write(outcome: &Outcome, look: Look<'_>, out: &mut dyn Write) -> io::Result<()> {
    let counts = counts(&outcome.findings);
    if counts.is_empty() {
        return Ok(());
    }
    let mut table = Table {
        padding: (0, 2),
        ..Table::new(["Rule", "Findings", "Severity", "Fix"], Widths::Natural)
    };
    for of in &counts {
        table.row([
            Cell::from(of.rule),
            Cell::from(of.count.to_string()),
            Cell::new(of.severity.as_str(), Style::of(of.severity)),
            Cell::from(fixable(of.fixable).unwrap_or_default()),
        ]);
    }
    let mut document = Document::default();
    document.push(Block::Table(table));
    if !look.quiet {
        document.blank();
    }
    out.write_all(document.text(look.of_output()).as_bytes())
}
