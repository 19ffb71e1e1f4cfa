//! Code quality reports of GitLab: those of Code Climate that it reads.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

use crate::finding::{Finding, Severity};
use crate::lint::Outcome;
use crate::output::json;
use crate::report::fingerprint::fingerprints;
use crate::report::{Look, full_message};
use crate::source::Sources;

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: Cow<'a, str>,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
    end: u32,
}

pub(super) fn write(
    outcome: &Outcome,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let marks = fingerprints(outcome, sources, look);
    let issues = outcome
        .findings
        .iter()
        .zip(marks)
        .map(|(finding, mark)| issue(finding, mark, sources, look));
    json::write(&issues.collect::<Vec<_>>(), out)
}

fn issue<'a>(
    finding: &'a Finding,
    fingerprint: String,
    sources: &'a Sources,
    look: Look<'_>,
) -> Issue<'a> {
    let source = sources.get(finding.place.file);
    let line = |offset| source.position(offset).line;
    Issue {
        description: full_message(finding),
        check_name: finding.rule,
        fingerprint,
        severity: match finding.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Note => "info",
        },
        location: Location {
            path: look.name(source.name()),
            lines: Lines {
                begin: line(finding.place.span.start),
                end: line(finding.place.span.end),
            },
        },
    }
}
