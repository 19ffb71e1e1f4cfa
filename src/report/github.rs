//! Workflow commands of GitHub Actions, which show findings beside the lines of a change: one group
//! a file.

use std::io::{self, Write};

use crate::finding::{Finding, Severity};
use crate::lint::Outcome;
use crate::output::clean::text as escaped;
use crate::report::{Look, full_message};
use crate::source::Sources;
use crate::words;

pub(super) fn write(
    outcome: &Outcome,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for of_file in outcome
        .findings
        .chunk_by(|a, b| a.place.file == b.place.file)
    {
        let name = look.name(sources.get(of_file[0].place.file).name());
        writeln!(
            out,
            "::group::{}",
            data(&format!(
                "{name}: {}",
                words::count(of_file.len(), "finding")
            ))
        )?;
        for finding in of_file {
            annotation(finding, sources, look, out)?;
        }
        writeln!(out, "::endgroup::")?;
    }
    Ok(())
}

fn annotation(
    finding: &Finding,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let source = sources.get(finding.place.file);
    let (start, end) = (
        source.position(finding.place.span.start),
        source.position(finding.place.span.end),
    );
    let (file, title) = (
        property(&look.name(source.name())),
        property(&format!("cpcap ({})", finding.rule)),
    );
    write!(
        out,
        "::{command} title={title},file={file},line={},col={}",
        start.line, start.column
    )?;
    // Columns are refused where an annotation covers several lines: then it stands where the
    // finding begins.
    if end.line == start.line {
        write!(out, ",endLine={},endColumn={}", end.line, end.column)?;
    }
    writeln!(out, "::{}", data(&full_message(finding)))
}

/// A message: a line end would end the command, and `%` begins an escape.
fn data(text: &str) -> String {
    escaped(&text.replace("\r\n", "\n").replace('\r', "\n"))
        .replace('%', "%25")
        .replace('\n', "%0A")
}

/// A property: here `:` and `,` end the value.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn nothing_ends_a_command_early() {
        assert_eq!(
            data("a%b\r\nc\rd\ne::error::ü\u{1b}"),
            "a%25b%0Ac%0Ad%0Ae::error::ü\\u{1b}"
        );
        assert_eq!(property("a,b:c%"), "a%2Cb%3Ac%25");
    }
}
