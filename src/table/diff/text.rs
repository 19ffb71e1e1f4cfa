//! The change for a terminal: what is refused first, then impact by cause, the counts last.

use std::collections::BTreeMap;

use crate::finding::Finding;
use crate::output::{Block, Color, Document, Paragraph, Span, Style};
use crate::table::diff::words::{self, Pen};
use crate::table::diff::{View, by_cause};

/// So many impacts of one cause and kind are shown before the rest is counted.
const SHOWN: usize = 20;
const WRONG: Style = Style::new(Color::Red).bold();
const OPEN: Style = Style::new(Color::Yellow).bold();

/// The whole text. `expand`: everything that is concerned is named, instead of some.
pub(super) fn document(view: View<'_>, expand: bool) -> Document {
    let mut out = Document::default();
    let all = view.findings;
    findings(words::UNREADABLE, all.unreadable, view, WRONG, &mut out);
    findings("Refused by the server", all.refused, view, WRONG, &mut out);
    findings(words::UNCHECKED, all.unchecked, view, OPEN, &mut out);
    if !all.open.is_empty() {
        out.line([Span::new(words::OPEN, OPEN)]);
        all.open
            .iter()
            .for_each(|open| paragraph(2, 4, &words::open(open, view.sources), &mut out));
        out.blank();
    }
    findings("Notes", all.notes, view, Style::BOLD, &mut out);
    let refused = view.refused_places();
    for object in view.objects {
        let pen = Pen::new(object, &refused, expand);
        out.line([Span::new(words::title(object), Style::BOLD)]);
        for (cause, impacts) in by_cause(object) {
            out.paragraph(2, format!("{}:", words::cause(cause, object)));
            let mut rest = BTreeMap::new();
            for alike in impacts.chunk_by(|a, b| a.kind == b.kind) {
                let shown = if expand {
                    alike.len()
                } else {
                    alike.len().min(SHOWN)
                };
                for impact in &alike[..shown] {
                    paragraph(4, 6, &format!("- {}", pen.line(impact)), &mut out);
                    let places = words::places(impact, view.sources);
                    if !places.is_empty() {
                        out.line([Span::from("      "), Span::new(places, Style::DIMMED)]);
                    }
                }
                if shown < alike.len() {
                    *rest.entry(alike[0].kind).or_insert(0) += alike.len() - shown;
                }
            }
            if !rest.is_empty() {
                out.line([format!(
                    "    … and {} more; --expand shows them",
                    words::kinds(&rest)
                )]);
            }
        }
        out.blank();
    }
    out.line([words::summary(&view)]);
    out
}

fn findings(title: &str, all: &[&Finding], view: View<'_>, style: Style, out: &mut Document) {
    if all.is_empty() {
        return;
    }
    out.line([Span::new(title, style)]);
    for finding in all {
        let at = words::place(finding.place, view.sources);
        out.line([format!("  {}[{}] {at}", finding.severity, finding.rule)]);
        paragraph(4, 4, &words::finding(finding), out);
        for related in &finding.related {
            paragraph(
                6,
                8,
                &format!(
                    "{}: {}",
                    words::place(related.place, view.sources),
                    related.text
                ),
                out,
            );
        }
        if let Some(help) = &finding.help {
            paragraph(4, 10, &format!("help: {help}"), out);
        }
    }
    out.blank();
}

fn paragraph(first: usize, rest: usize, text: &str, out: &mut Document) {
    out.push(Block::Paragraph(Paragraph {
        text: Span::prose(text),
        first,
        rest,
        ..Paragraph::default()
    }));
}
