//! The change for a terminal: what is refused first, then impact by cause, the counts last.

use std::collections::BTreeMap;

use owo_colors::{OwoColorize, Style};

use crate::finding::Finding;
use crate::table::diff::words::{self, Pen};
use crate::table::diff::{Look, View, by_cause};

/// So many impacts of one cause and kind are shown before the rest is counted.
const SHOWN: usize = 20;

/// The whole text.
#[must_use]
pub fn text(view: View<'_>, look: Look) -> String {
    let mut out = String::new();
    let all = view.findings;
    findings(words::UNREADABLE, all.unreadable, view, look, Style::new().red().bold(), &mut out);
    findings("Refused by the server", all.refused, view, look, Style::new().red().bold(), &mut out);
    findings(words::UNCHECKED, all.unchecked, view, look, Style::new().yellow().bold(), &mut out);
    findings("Notes", all.notes, view, look, Style::new().bold(), &mut out);
    let refused = view.refused_places();
    for object in view.objects {
        let pen = Pen::new(object, &refused, look.expand);
        line(&mut out, &styled(&words::title(object), Style::new().bold(), look));
        for (cause, impacts) in by_cause(object) {
            paragraph(&format!("{}:", words::cause(cause, object)), 2, 2, look, &mut out);
            let mut rest = BTreeMap::new();
            for alike in impacts.chunk_by(|a, b| a.kind == b.kind) {
                let shown = if look.expand { alike.len() } else { alike.len().min(SHOWN) };
                for impact in &alike[..shown] {
                    paragraph(&format!("- {}", pen.line(impact)), 4, 6, look, &mut out);
                    let places = words::places(impact, view.sources);
                    if !places.is_empty() {
                        line(&mut out, &format!("      {}", styled(&places, Style::new().dimmed(), look)));
                    }
                }
                if shown < alike.len() {
                    *rest.entry(alike[0].kind).or_insert(0) += alike.len() - shown;
                }
            }
            if !rest.is_empty() {
                line(&mut out, &format!("    … and {} more; --expand shows them", words::kinds(&rest)));
            }
        }
        out.push('\n');
    }
    line(&mut out, &words::summary(&view));
    out
}

fn findings(title: &str, all: &[&Finding], view: View<'_>, look: Look, style: Style, out: &mut String) {
    if all.is_empty() {
        return;
    }
    line(out, &styled(title, style, look));
    for finding in all {
        let at = words::place(finding.place, view.sources);
        line(out, &format!("  {}[{}] {at}", finding.severity, finding.rule));
        paragraph(&words::finding(finding), 4, 4, look, out);
        for related in &finding.related {
            paragraph(&format!("{}: {}", words::place(related.place, view.sources), related.text), 6, 8, look, out);
        }
        if let Some(help) = &finding.help {
            paragraph(&format!("help: {help}"), 4, 10, look, out);
        }
    }
    out.push('\n');
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// A text wrapped at blanks.
fn paragraph(text: &str, first: usize, indent: usize, look: Look, out: &mut String) {
    let mut current = " ".repeat(first);
    let mut fresh = true;
    for word in text.split_whitespace() {
        let length = current.chars().count() + 1 + word.chars().count();
        if !fresh && length > look.width {
            line(out, &current);
            current = " ".repeat(indent);
            fresh = true;
        }
        if !fresh {
            current.push(' ');
        }
        current.push_str(word);
        fresh = false;
    }
    line(out, &current);
}

fn styled(text: &str, style: Style, look: Look) -> String {
    if look.color { text.style(style).to_string() } else { text.to_owned() }
}
