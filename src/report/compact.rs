//! One line a finding, for grep and editors: `file:line:column: severity[rule] message`.

use std::io::{self, Write};

use owo_colors::{OwoColorize, Style};

use crate::finding::{Finding, Severity};
use crate::lint::Outcome;
use crate::report::Look;
use crate::report::fold::{Folded, fold};
use crate::report::safe::escaped;
use crate::source::Sources;

pub(super) fn write(outcome: &Outcome, sources: &Sources, look: Look<'_>, out: &mut dyn Write) -> io::Result<()> {
    if look.folded {
        for group in fold(&outcome.findings) {
            if group.count > 1 { folded(&group, sources, look, out)? } else { single(group.first, sources, look, out)? }
        }
        return Ok(());
    }
    outcome.findings.iter().try_for_each(|finding| single(finding, sources, look, out))
}

fn single(finding: &Finding, sources: &Sources, look: Look<'_>, out: &mut dyn Write) -> io::Result<()> {
    let field = if finding.field.is_empty() { String::new() } else { format!("{}: ", one_line(&finding.field)) };
    line(finding, &format!("{field}{}", one_line(&finding.message)), sources, look, out)
}

/// Findings that say the same, at the place of the first: without its field, which is not that of the others.
pub(super) fn folded(group: &Folded<'_>, sources: &Sources, look: Look<'_>, out: &mut dyn Write) -> io::Result<()> {
    line(group.first, &format!("{} ({})", one_line(&group.message), group.counts()), sources, look, out)
}

fn line(finding: &Finding, text: &str, sources: &Sources, look: Look<'_>, out: &mut dyn Write) -> io::Result<()> {
    let painted = |style: Style| if look.color { style } else { Style::new() };
    let source = sources.get(finding.place.file);
    let at = source.position(finding.place.span.start);
    writeln!(
        out,
        "{}:{}:{}: {}[{}] {text}",
        escaped(source.name()).style(painted(Style::new().bold())),
        at.line,
        at.column,
        finding.severity.style(painted(severity_style(finding.severity))),
        finding.rule,
    )
}

/// The colour of a severity.
pub(super) fn severity_style(severity: Severity) -> Style {
    match severity {
        Severity::Error => Style::new().red().bold(),
        Severity::Warning => Style::new().yellow().bold(),
        Severity::Note => Style::new().cyan().bold(),
    }
}

/// The text on one line: values may hold line ends.
fn one_line(text: &str) -> String {
    escaped(&text.replace("\r\n", "\n").replace(['\n', '\r'], " ")).into_owned()
}
