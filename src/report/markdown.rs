//! Findings as a comment for a pull request: errors in the open, the rest folded, and never longer
//! than a comment may be. Where it is cut, the worst is kept.

use std::io::{self, Write};

use crate::finding::{Finding, Severity};
use crate::lint::Outcome;
use crate::output::markdown::{COMMENT_LIMIT, escape_comment as escape, escape_html};
use crate::report::{Look, named, summary};
use crate::source::{Place, Sources};
use crate::words;

/// The most bytes around the findings, with the sentence where the comment is cut.
const RESERVE: usize = 2_000;

pub(super) fn write(
    outcome: &Outcome,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let worst = outcome.findings.iter().map(|of| of.severity).max();
    let sign = match worst {
        Some(worst) if worst >= look.failing => "❌",
        Some(Severity::Error | Severity::Warning) => "⚠️",
        _ => "✅",
    };
    if !look.quiet {
        writeln!(
            out,
            "### {sign} cpcap lint\n\n{}",
            escape(&summary(&outcome.summary))
        )?;
    }
    let mut room = COMMENT_LIMIT - RESERVE;
    let mut left_out = Vec::new();
    for severity in Severity::ALL {
        let all: Vec<&Finding> = outcome
            .findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .collect();
        let mut entries = Vec::new();
        for finding in &all {
            let entry = entry(finding, sources, look);
            // After the first that does not fit nothing follows: what is kept is the worst.
            if entry.len() > room {
                room = 0;
                break;
            }
            room -= entry.len();
            entries.push(entry);
        }
        left_out.push((all.len() - entries.len(), severity.as_str()));
        if entries.is_empty() {
            continue;
        }
        let title = words::count(all.len(), severity.as_str());
        let entries = entries.concat();
        if severity == Severity::Error {
            write!(out, "\n**{title}**\n\n{entries}")?;
        } else {
            let title = escape_html(&title);
            write!(
                out,
                "\n<details><summary>{title}</summary>\n\n{entries}\n</details>\n"
            )?;
        }
    }
    let left_out = named(&left_out);
    if !left_out.is_empty() {
        writeln!(
            out,
            "\n_Cut at {COMMENT_LIMIT} bytes, the worst first. Left out: {}. `cpcap lint` shows \
             them._",
            left_out.join(", ")
        )?;
    }
    Ok(())
}

/// The lines of a finding: its message, its place, and its help.
fn entry(finding: &Finding, sources: &Sources, look: Look<'_>) -> String {
    let place = |place: Place| {
        let source = sources.get(place.file);
        let at = source.position(place.span.start);
        format!("{}:{}:{}", look.name(source.name()), at.line, at.column)
    };
    let rule = finding.rule;
    let rule = crate::docs_url(rule)
        .map_or_else(|| format!("`{rule}`"), |url| format!("[`{rule}`](<{url}>)"));
    self::finding(finding, &place(finding.place), &rule) + &details(finding, place)
}

/// What a finding says, its place and its rule.
pub(crate) fn finding(finding: &Finding, place: &str, rule: &str) -> String {
    let message = escape(&format!("{}{}", finding.lead(), finding.says()));
    format!("- {message} ({}, {rule})\n", escape(place))
}

/// The further places of a finding, and its help.
pub(crate) fn details(finding: &Finding, place: impl Fn(Place) -> String) -> String {
    let mut text = String::new();
    for related in &finding.related {
        let (at, what) = (place(related.place), &related.text);
        text += &format!("  - {}: {}\n", escape(&at), escape(what));
    }
    if let Some(help) = &finding.help {
        text += &format!("  - {}\n", escape(help));
    }
    text
}
