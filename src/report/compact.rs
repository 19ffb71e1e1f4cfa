//! One line a finding, for grep and editors: `file:line:column: severity[rule] message`.

use std::io::{self, Write};

use crate::finding::Finding;
use crate::lint::Outcome;
use crate::output::{Document, Span, Style};
use crate::report::Look;
use crate::report::fold::{Folded, fold};
use crate::source::Sources;

pub(super) fn write(
    outcome: &Outcome,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    // One line is one finding, however wide the terminal is.
    let look = Look {
        width: usize::MAX,
        ..look
    };
    if look.folded {
        for group in fold(&outcome.findings) {
            if group.count > 1 {
                folded(&group, sources, look, out)?;
            } else {
                single(group.first, sources, look, out)?;
            }
        }
        return Ok(());
    }
    outcome
        .findings
        .iter()
        .try_for_each(|finding| single(finding, sources, look, out))
}

fn single(
    finding: &Finding,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let field = finding.lead();
    line(
        finding,
        &format!("{field}{}", finding.says()),
        sources,
        look,
        out,
    )
}

/// Findings that say the same, at the place of the first: without its field, which is not that of
/// the others.
pub(super) fn folded(
    group: &Folded<'_>,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    line(
        group.first,
        &format!("{} ({})", group.message, group.counts()),
        sources,
        look,
        out,
    )
}

fn line(
    finding: &Finding,
    text: &str,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let source = sources.get(finding.place.file);
    let at = source.position(finding.place.span.start);
    // Values may hold line ends.
    let text = text.replace("\r\n", "\n").replace(['\n', '\r'], " ");
    let line = [
        Span::new(source.name(), Style::BOLD),
        Span::from(format!(":{}:{}: ", at.line, at.column)),
        Span::new(
            finding.severity.as_str(),
            Style::of(finding.severity).bold(),
        ),
        Span::from(format!("[{}] {text}", finding.rule)),
    ];
    out.write_all(Document::of_line(line).text(look.of_output()).as_bytes())
}
