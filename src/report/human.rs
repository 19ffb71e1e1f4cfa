//! Findings as excerpts of the source, for people.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use crate::finding::{Finding, Label, Severity, Subject};
use crate::lint::Outcome;
use crate::model::path::FieldPath;
use crate::output::excerpt::{Artist, Excerpt, LONG_LINE, Title};
use crate::output::{self, Block, Color, Document, Paragraph, Style};
use crate::report::alike::{Alike, alike};
use crate::report::compact;
use crate::report::fold::fold;
use crate::report::{Look, statistics, summary};
use crate::source::{FileId, Place, Source, Sources, Span};

/// How many lines a related place may be away and still share the finding's excerpt.
const NEAR_LINES: usize = 4;
/// How many columns of one line a related place may be away and still share the finding's excerpt.
const NEAR_COLUMNS: u32 = 80;

pub(super) fn write(
    outcome: &Outcome,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if look.statistics {
        statistics::write(outcome, look, out)?;
        return closing(outcome, look, out);
    }
    let mut artist = Artist::new(sources, look.of_output());
    let groups = look.folded.then(|| fold(&outcome.findings));
    let findings: Vec<&Finding> = match &groups {
        Some(groups) => groups.iter().map(|group| group.first).collect(),
        // The server reports some errors twice on update; once is enough for a person.
        None => outcome
            .findings
            .chunk_by(|a, b| a == b)
            .map(|same| &same[0])
            .collect(),
    };
    let folded = |at: usize| {
        groups
            .as_ref()
            .and_then(|groups| groups.get(at))
            .filter(|group| group.count > 1)
    };
    // A consequence stands in a line after its cause, where both are drawn.
    let (findings, consequences) = match look.folded {
        true => (findings, BTreeMap::new()),
        false => behind(findings),
    };
    let all = look.max_findings == usize::MAX;
    let alike = alike(&findings, |at| all || folded(at).is_some());
    // The worst come first when not all are shown; those that are shown keep their order.
    let shown = shown(&alike, look.max_findings);
    let mut text = String::new();
    for (one, _) in alike.iter().zip(&shown).filter(|(_, shown)| **shown) {
        if let Some(group) = folded(one.at) {
            compact::folded(group, sources, look, out)?;
            writeln!(out)?;
            continue;
        }
        text.clear();
        let whose = whose(one.first, outcome);
        draw(one.first, &whose, sources, look, &mut artist, &mut text)?;
        out.write_all(text.as_bytes())?;
        let mut more = Document::default();
        for line in one.more(sources) {
            more.push(Block::Paragraph(Paragraph {
                text: output::Span::prose(&line),
                first: 2,
                rest: 2,
                ..Paragraph::default()
            }));
        }
        out.write_all(more.text(look.of_output()).as_bytes())?;
        let causes = std::iter::once(one.first).chain(one.others.iter().copied());
        let behind = causes.filter_map(|cause| consequences.get(&key(cause)));
        let (inherited, own): (Vec<&Finding>, Vec<_>) = behind
            .flatten()
            .copied()
            .partition(|finding| is_inherited(finding));
        for consequence in own {
            write_behind(&leads_to(consequence, sources), look, out)?;
        }
        if let Some(line) = inherits(&inherited) {
            write_behind(&line, look, out)?;
        }
        out.write_all(b"\n")?;
    }
    let hidden: usize = alike
        .iter()
        .zip(&shown)
        .filter(|(_, shown)| !**shown)
        .flat_map(|(one, _)| std::iter::once(one.first).chain(one.others.iter().copied()))
        .map(|finding| 1 + consequences.get(&key(finding)).map_or(0, Vec::len))
        .sum();
    if hidden > 0 {
        let line = format!(
            "{hidden} more not shown (--max-findings {}; --max-findings 0 shows all)",
            look.max_findings
        );
        let line = Document::of_line([line]).text(look.of_output());
        out.write_all(line.as_bytes())?;
    }
    closing(outcome, look, out)
}

/// The counts of the run.
fn closing(outcome: &Outcome, look: Look<'_>, out: &mut dyn Write) -> io::Result<()> {
    if look.quiet {
        return Ok(());
    }
    let line = summary(&outcome.summary);
    let worst = Severity::ALL.into_iter().find(|severity| {
        outcome
            .findings
            .iter()
            .any(|finding| finding.severity == *severity)
    });
    let style = worst.map_or(Style::new(Color::Green), Style::of).bold();
    out.write_all(
        Document::of_line([output::Span::new(line, style)])
            .text(look.of_output())
            .as_bytes(),
    )
}

/// Draws an excerpt of a text that keeps cpcap from its work, such as a configuration file. `what`:
/// a title, such as the path to the value.
///
/// # Errors
/// When the writer fails.
pub fn failure(
    what: &str,
    message: &str,
    help: Option<&str>,
    place: Place,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let title = Some(Title {
        own: "",
        own_width: 0,
        of_input: what,
    });
    let mut text = String::new();
    let excerpt = Excerpt {
        message,
        title,
        severity: Severity::Error,
        help,
        place,
        labels: &[],
    };
    Artist::new(sources, look.of_output()).draw(&excerpt, &mut text)?;
    writeln!(out, "{text}")
}

/// By what a finding is found that others follow from.
type Key<'a> = (&'a str, &'a FieldPath, Place);

fn key(finding: &Finding) -> Key<'_> {
    (finding.rule, &finding.field, finding.place)
}

/// The findings that do not follow from others, and those that do, by the first cause of each.
fn behind(findings: Vec<&Finding>) -> (Vec<&Finding>, BTreeMap<Key<'_>, Vec<&Finding>>) {
    let causes: BTreeMap<Key<'_>, Option<Key<'_>>> = findings
        .iter()
        .map(|finding| {
            let cause = finding.cause.as_ref();
            let cause = cause.map(|cause| (cause.rule, &cause.field, cause.place));
            (key(finding), cause)
        })
        .collect();
    let mut consequences: BTreeMap<Key<'_>, Vec<&Finding>> = BTreeMap::new();
    let mut own = Vec::new();
    for finding in findings {
        let mut first = key(finding);
        // Each step leads from a consequence to a cause; more steps than findings are a circle.
        for _ in 0..causes.len() {
            match causes.get(&first) {
                Some(Some(cause)) if causes.contains_key(cause) => first = *cause,
                _ => break,
            }
        }
        if first == key(finding) || causes.get(&first).is_some_and(Option::is_some) {
            own.push(finding);
        } else {
            consequences.entry(first).or_default().push(finding);
        }
    }
    (own, consequences)
}

/// Whether a finding only repeats one about the parent.
fn is_inherited(finding: &Finding) -> bool {
    let cause = finding.cause.as_ref();
    finding.inherited && cause.is_some_and(|cause| cause.subject.is_some())
}

/// The line about the NamespacedCloudProfiles with a mistake of their parent; none without such.
fn inherits(findings: &[&Finding]) -> Option<String> {
    let children: BTreeSet<(FileId, &Subject)> = findings
        .iter()
        .map(|finding| {
            let here = finding.related.last().map_or(finding.place, |at| at.place);
            (here.file, &*finding.subject)
        })
        .collect();
    let (_, first) = children.first()?;
    let name = [&first.namespace, &first.name].map(|part| part.as_deref().unwrap_or_default());
    let name = name.join("/");
    let those = match children.len() {
        1 => format!("NamespacedCloudProfile `{name}` inherits"),
        more => format!("{more} NamespacedCloudProfiles, such as `{name}`, inherit"),
    };
    Some(format!("{those} this from the parent"))
}

fn leads_to(finding: &Finding, sources: &Sources) -> String {
    let source = sources.get(finding.place.file);
    let at = source.position(finding.place.span.start).line;
    format!(
        "which most likely leads to: {}[{}] {} (line {at}): {}",
        finding.severity,
        finding.rule,
        finding.field,
        finding.says()
    )
}

fn write_behind(line: &str, look: Look<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut behind = Document::default();
    behind.push(Block::Paragraph(Paragraph {
        text: output::Span::prose(line),
        first: 2,
        rest: 4,
        ..Paragraph::default()
    }));
    out.write_all(behind.text(look.of_output()).as_bytes())
}

/// The findings to show when at most `most` may be.
fn shown(findings: &[Alike<'_>], most: usize) -> Vec<bool> {
    let mut shown = vec![findings.len() <= most; findings.len()];
    let mut left = if findings.len() <= most { 0 } else { most };
    for severity in Severity::ALL {
        for (finding, shown) in findings.iter().zip(&mut shown) {
            if left > 0 && finding.first.severity == severity {
                *shown = true;
                left -= 1;
            }
        }
    }
    shown
}

/// The object of a finding in front of a path, where its file holds several.
fn whose(finding: &Finding, outcome: &Outcome) -> String {
    let subject = &finding.subject;
    match &subject.kind {
        Some(kind) if outcome.crowded.contains(&finding.place.file) => {
            format!("{kind} {}: ", subject.qualified())
        }
        _ => String::new(),
    }
}

/// The finding itself comes first, with what stands near it; places further off or in other files
/// follow with excerpts of their own.
fn draw(
    finding: &Finding,
    whose: &str,
    sources: &Sources,
    look: Look<'_>,
    artist: &mut Artist<'_>,
    out: &mut String,
) -> io::Result<()> {
    let (labels, far) = near(finding, sources);
    let own = format!("{}[{}]", finding.severity, link(finding.rule, look));
    let message = finding.says();
    let path = format!("{whose}{}", finding.field);
    let excerpt = Excerpt {
        message: &message,
        title: Some(Title {
            own: &own,
            own_width: finding.severity.as_str().len() + finding.rule.len() + 2,
            of_input: path.trim_end_matches(": "),
        }),
        severity: finding.severity,
        help: finding.help.as_deref(),
        place: finding.place,
        labels: &labels,
    };
    artist.draw(&excerpt, out)?;
    far.into_iter().try_for_each(|label| {
        let (message, place) = (label.text.as_str(), label.place);
        artist.draw(
            &Excerpt {
                message,
                title: None,
                severity: Severity::Note,
                help: None,
                place,
                labels: &[],
            },
            out,
        )
    })
}

/// The places that share the excerpt of a finding, with what is there; and those that need their own.
type Near<'f> = (Vec<(Span, &'f str)>, Vec<&'f Label>);

/// Tells places near a finding from those further off or in other files.
pub(crate) fn near<'f>(finding: &'f Finding, sources: &Sources) -> Near<'f> {
    let source = sources.get(finding.place.file);
    let near = |label: &&Label| {
        label.place.file == finding.place.file
            && is_near(source, finding.place.span, label.place.span)
    };
    let (near, far): (Vec<&Label>, Vec<&Label>) = finding.related.iter().partition(near);
    let labels = near
        .into_iter()
        .map(|label| (label.place.span, label.text.as_str()));
    (labels.collect(), far)
}

/// Whether two places fit into one excerpt.
fn is_near(source: &Source, a: Span, b: Span) -> bool {
    match source
        .line_index(a.start)
        .abs_diff(source.line_index(b.start))
    {
        0 => a.start.abs_diff(b.start) <= NEAR_COLUMNS,
        // Between them lie whole lines.
        lines => lines <= NEAR_LINES && (a.start.abs_diff(b.start) as usize) < LONG_LINE,
    }
}

/// The rule's name, as a terminal hyperlink to its page where the terminal and the build allow it.
fn link(rule: &str, look: Look<'_>) -> String {
    match (look.links, crate::docs_url(rule)) {
        (true, Some(url)) => format!("\u{1b}]8;;{url}\u{1b}\\{rule}\u{1b}]8;;\u{1b}\\"),
        _ => rule.to_owned(),
    }
}
