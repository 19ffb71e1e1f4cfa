//! The change as a comment for a pull request: short, details folded, and never longer than a
//! comment may be. Where it is cut, the worst is kept.

use std::collections::BTreeMap;

use crate::diff::{ChangedObject, Verdict};
use crate::finding::Finding;
use crate::impact::Cause;
use crate::output::markdown::{COMMENT_LIMIT, escape_comment as escape, escape_html};
use crate::report::markdown as comment;
use crate::table::diff::words::{self, Pen};
use crate::table::diff::{End, Findings, View, left_out};
use crate::words::count;

/// No comment has more bytes.
pub const LIMIT: usize = COMMENT_LIMIT;
/// The most bytes of the sentence where the output is cut.
const RESERVE: usize = 1_000;
/// The most bytes of the refusals; the same for their places, and for the notes.
const FINDINGS: usize = 7_000;
/// The end of what is folded.
const UNFOLD: &str = "\n</details>\n\n";

#[must_use]
pub fn markdown(view: View<'_>) -> String {
    let verdict = match (view.end, view.verdict) {
        (End::Denied | End::Unpaired | End::Failed, _) | (_, Verdict::Refused) => "❌",
        (End::Fine, Verdict::Accepted) => "✅",
        (End::Fine, Verdict::NotKnown) => "⚠️",
    };
    let mut out = format!(
        "### {verdict} cpcap diff\n\n{}\n\n",
        escape(&words::summary(&view))
    );
    let Findings {
        unreadable,
        refused,
        unchecked,
        open,
        notes,
    } = view.findings;
    for (title, findings) in [
        (words::UNREADABLE, unreadable),
        ("Refused by the server", refused),
        (words::UNCHECKED, unchecked),
    ] {
        if !findings.is_empty() {
            out += &format!("**{title}**\n\n");
            some(findings.iter().map(|finding| told(finding, view)), &mut out);
            out += &fold("Where, and what to do");
            some(
                findings.iter().map(|finding| places(finding, view)),
                &mut out,
            );
            out += UNFOLD;
        }
    }
    if !open.is_empty() {
        out += &format!("**{}**\n\n", words::OPEN);
        some(
            open.iter()
                .map(|open| format!("- {}\n", escape(&words::open(open, view.sources)))),
            &mut out,
        );
    }
    if !notes.is_empty() {
        out += &fold("Notes");
        some(
            notes
                .iter()
                .map(|finding| told(finding, view) + &details(finding, view)),
            &mut out,
        );
        out += UNFOLD;
    }
    let cut = objects(view, &mut out);
    if !cut.is_empty() {
        out += &format!(
            "\n_Cut at {LIMIT} bytes, the worst first. Left out: {cut}. `cpcap diff \
             --expand` shows them._\n"
        );
    }
    out
}

/// The first texts, as many as there is room for.
fn some(texts: impl ExactSizeIterator<Item = String>, out: &mut String) {
    let (all, mut room) = (texts.len(), FINDINGS);
    for (number, text) in texts.enumerate() {
        if text.len() > room {
            *out += &format!("- and {} more\n", all - number);
            break;
        }
        room -= text.len();
        *out += &text;
    }
    out.push('\n');
}

fn told(finding: &Finding, view: View<'_>) -> String {
    let at = view.sources.place_of(finding.place);
    comment::finding(finding, &at, &format!("`{}`", finding.rule))
}

/// The places of a finding under its own.
fn places(finding: &Finding, view: View<'_>) -> String {
    let at = escape(&view.sources.place_of(finding.place));
    format!("- {at}\n{}", details(finding, view))
}

fn details(finding: &Finding, view: View<'_>) -> String {
    comment::details(finding, |at| view.sources.place_of(at))
}

/// Writes the objects with as many impacts as there is room for, the worst kinds first. Gives back
/// what is left out.
fn objects(view: View<'_>, out: &mut String) -> String {
    let refused = view.refused_places();
    let entries = view.entries();
    let mut room = LIMIT.saturating_sub(out.len() + RESERVE);
    let mut pens: BTreeMap<usize, Pen<'_>> = BTreeMap::new();
    let mut lines: BTreeMap<usize, BTreeMap<Option<Cause>, Vec<String>>> = BTreeMap::new();
    let mut shown = entries.len();
    for (number, entry) in entries.iter().enumerate() {
        let object = &view.objects[entry.object];
        let (line, cause) = match entry.impact {
            None => {
                let more = words::not_judged(object, false)
                    .map_or_else(String::new, |text| format!("; not looked at: {text}"));
                (
                    format!(
                        "- {}{}\n",
                        escape(&words::title(object, view)),
                        escape(&more)
                    ),
                    None,
                )
            }
            Some(impact) => {
                let pen = pens
                    .entry(entry.object)
                    .or_insert_with(|| Pen::new(object, &refused, view.sources, false));
                let places = words::places(impact, view.sources);
                let places = if places.is_empty() {
                    String::new()
                } else {
                    format!(" ({})", escape(&places))
                };
                (
                    format!("- {}{places}\n", escape(&pen.line(impact))),
                    impact.causes.first().copied(),
                )
            }
        };
        let of_object = lines.get(&entry.object);
        let mut length = line.len();
        if entry.impact.is_some() && of_object.is_none() {
            length += title(object, object.impacts.len(), view).len()
                + title(object, 0, view).len()
                + UNFOLD.len();
            length += not_judged(object).len();
        }
        if entry.impact.is_some() && of_object.is_none_or(|causes| !causes.contains_key(&cause)) {
            length += heading(cause, object).len() + 1;
        }
        if length > room {
            shown = number;
            break;
        }
        room -= length;
        lines
            .entry(entry.object)
            .or_default()
            .entry(cause)
            .or_default()
            .push(line);
    }
    for (at, causes) in &lines {
        let object = &view.objects[*at];
        if object.impacts.is_empty() {
            causes
                .values()
                .flatten()
                .for_each(|line| out.push_str(line));
            continue;
        }
        out.push_str(&title(object, causes.values().map(Vec::len).sum(), view));
        out.push_str(&not_judged(object));
        for (cause, lines) in causes {
            out.push_str(&heading(*cause, object));
            lines.iter().for_each(|line| out.push_str(line));
            out.push('\n');
        }
        out.push_str(UNFOLD);
    }
    left_out(&entries[shown..], |object| lines.contains_key(&object))
}

fn title(object: &ChangedObject<'_>, shown: usize, view: View<'_>) -> String {
    let all = object.impacts.len();
    let of = if shown < all {
        format!(", {shown} of them shown")
    } else {
        String::new()
    };
    fold(&format!(
        "{}: {}{of}",
        words::title(object, view),
        count(all, "difference")
    ))
}

fn not_judged(object: &ChangedObject<'_>) -> String {
    words::not_judged(object, false).map_or_else(String::new, |text| {
        format!("Not looked at: {}\n\n", escape(&text))
    })
}

fn heading(cause: Option<Cause>, object: &ChangedObject<'_>) -> String {
    format!("**{}**\n\n", escape(words::cause(cause, object)))
}

fn fold(title: &str) -> String {
    format!("<details><summary>{}</summary>\n\n", escape_html(title))
}
