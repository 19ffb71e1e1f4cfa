//! JUnit's XML, for services that show test results: a suite for each file, a test for each
//! finding. A file without findings is one test that passed; so is a finding below the failing
//! severity, with its message as output.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::finding::Finding;
use crate::lint::Outcome;
use crate::output::clean::{line, text as escaped};
use crate::report::{Look, full_message};
use crate::source::{FileId, Sources};

pub(super) fn write(
    outcome: &Outcome,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut of_file: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    let name = |file: FileId| sources.get(file).name();
    for file in &outcome.files {
        of_file.entry(name(*file)).or_default();
    }
    for finding in &outcome.findings {
        of_file
            .entry(name(finding.place.file))
            .or_default()
            .push(finding);
    }
    let fails = |finding: &&&Finding| finding.severity >= look.failing;
    let failures = outcome
        .findings
        .iter()
        .filter(|finding| fails(&finding))
        .count();
    let tests: usize = of_file.values().map(|findings| findings.len().max(1)).sum();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<testsuites name=\"cpcap\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">"
    )?;
    for (name, findings) in &of_file {
        let (tests, failures) = (findings.len().max(1), findings.iter().filter(fails).count());
        let name = attribute(name);
        writeln!(
            out,
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" \
             skipped=\"0\">"
        )?;
        if findings.is_empty() {
            writeln!(
                out,
                "    <testcase name=\"no findings\" classname=\"{name}\"/>"
            )?;
        }
        for finding in findings {
            test_case(finding, &name, fails(&finding), sources, out)?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

/// `file`: the name of the file, escaped.
fn test_case(
    finding: &Finding,
    file: &str,
    fails: bool,
    sources: &Sources,
    out: &mut dyn Write,
) -> io::Result<()> {
    let source = sources.get(finding.place.file);
    let at = source.position(finding.place.span.start);
    let title = attribute(&format!("{} at {}:{}", finding.rule, at.line, at.column));
    let place = sources.place_of(finding.place);
    let body = text(&format!(
        "{}: {}[{}] {}",
        line(&place),
        finding.severity,
        finding.rule,
        full_message(finding)
    ));
    writeln!(out, "    <testcase name=\"{title}\" classname=\"{file}\">")?;
    if fails {
        let message = attribute(&finding.says());
        writeln!(
            out,
            "      <failure type=\"{}\" message=\"{message}\">{body}</failure>",
            finding.severity
        )?;
    } else {
        writeln!(out, "      <system-out>{body}</system-out>")?;
    }
    writeln!(out, "    </testcase>")
}

/// Text between tags. `>` too, because of `]]>`; what XML cannot hold appears as an escape.
fn text(text: &str) -> String {
    let shown = escaped(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    shown
        .replace('\u{fffe}', "\\u{fffe}")
        .replace('\u{ffff}', "\\u{ffff}")
}

/// An attribute between double quotes, where a reader would turn line ends and tabs into spaces.
fn attribute(value: &str) -> String {
    text(value)
        .replace('"', "&quot;")
        .replace('\n', "&#10;")
        .replace('\t', "&#9;")
}

#[cfg(test)]
mod tests {
    use super::{attribute, text};

    #[test]
    fn nothing_ends_a_text_or_an_attribute_early() {
        assert_eq!(
            text("<a> ]]> & ü\u{0}\u{ffff}\r\n"),
            "&lt;a&gt; ]]&gt; &amp; ü\\u{0}\\u{ffff}\\u{d}\n"
        );
        assert_eq!(attribute("\"'\n\t"), "&quot;'&#10;&#9;");
    }
}
