//! One line a finding, for grep and editors: `file:line:column: severity[rule] message`.

use std::io::{self, Write};

use owo_colors::{OwoColorize, Style};

use crate::finding::Severity;
use crate::lint::Outcome;
use crate::report::Look;
use crate::report::safe::escaped;
use crate::source::Sources;

pub(super) fn write(outcome: &Outcome, sources: &Sources, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let painted = |style: Style| if look.color { style } else { Style::new() };
    for finding in &outcome.findings {
        let source = sources.get(finding.place.file);
        let at = source.position(finding.place.span.start);
        let severity = painted(severity_style(finding.severity));
        let field = if finding.field.is_empty() { String::new() } else { format!("{}: ", one_line(&finding.field)) };
        writeln!(
            out,
            "{}:{}:{}: {}[{}] {field}{}",
            escaped(source.name()).style(painted(Style::new().bold())),
            at.line,
            at.column,
            finding.severity.style(severity),
            finding.rule,
            one_line(&finding.message)
        )?;
    }
    Ok(())
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
