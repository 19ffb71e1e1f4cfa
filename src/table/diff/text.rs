//! The change for a terminal: what is refused first, then impact by cause, the counts last.

use std::collections::BTreeMap;

use crate::finding::Finding;
use crate::impact::Impact;
use crate::output::{Block, Color, Document, Mark, Paragraph, Span, Style};
use crate::table::diff::words::{self, Pen};
use crate::table::diff::{Extent, View, by_cause, left_out};

const WRONG: Style = Style::new(Color::Red).bold();
const OPEN: Style = Style::new(Color::Yellow).bold();

pub(super) fn document(view: View<'_>, extent: Extent) -> Document {
    let mut out = Document::default();
    let most = extent.max_impacts;
    if !extent.only_impacts {
        all_findings(view, most, &mut out);
    }
    let refused = view.refused_places();
    let entries = view.entries();
    let (shown, rest) = entries.split_at(most.min(entries.len()));
    let mut objects: BTreeMap<usize, Vec<&Impact<'_>>> = BTreeMap::new();
    for entry in shown {
        objects
            .entry(entry.object)
            .or_default()
            .extend(entry.impact);
    }
    for (at, impacts) in &objects {
        let object = &view.objects[*at];
        let pen = Pen::new(object, &refused, view.sources, extent.expand);
        out.line([Span::new(words::title(object, view), Style::BOLD)]);
        if let Some(text) = words::not_judged(object, extent.expand) {
            out.paragraph(2, format!("Not looked at: {text}"));
        }
        for (cause, impacts) in by_cause(impacts) {
            out.paragraph(2, format!("{}:", words::cause(cause, object)));
            for impact in impacts {
                out.item(Mark::Bullet, |out| {
                    out.push(Block::Paragraph(Paragraph {
                        lead: vec!["- ".into()],
                        text: Span::prose(&pen.line(impact)),
                        first: 4,
                        rest: 6,
                        ..Paragraph::default()
                    }));
                    let places = words::places(impact, view.sources);
                    if !places.is_empty() {
                        out.line([Span::from("      "), Span::new(places, Style::DIMMED)]);
                    }
                });
            }
        }
        out.blank();
    }
    if !rest.is_empty() {
        let left_out = left_out(rest, |object| objects.contains_key(&object));
        out.line([format!("Not shown: {left_out} {}", how_to_see(most))]);
    }
    if !extent.only_impacts {
        out.remark(|out| out.line([words::summary(&view)]));
    }
    out
}

fn all_findings(view: View<'_>, most: usize, out: &mut Document) {
    let all = view.findings;
    for (title, style, all) in [
        (words::UNREADABLE, WRONG, all.unreadable),
        ("Refused by the server", WRONG, all.refused),
        (words::UNCHECKED, OPEN, all.unchecked),
    ] {
        findings((title, style), all, view, most, out);
    }
    if !all.open.is_empty() {
        out.line([Span::new(words::OPEN, OPEN)]);
        for open in all.open.iter().take(most) {
            out.item(Mark::Bullet, |out| {
                paragraph(2, 4, &words::open(open, view.sources), out);
            });
        }
        not_shown(all.open.len().saturating_sub(most), most, out);
        out.blank();
    }
    findings(("Notes", Style::BOLD), all.notes, view, most, out);
}

fn findings(
    (title, style): (&str, Style),
    all: &[&Finding],
    view: View<'_>,
    most: usize,
    out: &mut Document,
) {
    if all.is_empty() {
        return;
    }
    out.line([Span::new(title, style)]);
    for finding in all.iter().take(most) {
        out.item(Mark::Bullet, |out| {
            let at = view.sources.place_of(finding.place);
            out.line([format!("  {}[{}] {at}", finding.severity, finding.rule)]);
            paragraph(4, 4, &words::finding(finding), out);
            for related in &finding.related {
                let at = view.sources.place_of(related.place);
                paragraph(6, 8, &format!("{at}: {}", related.text), out);
            }
            if let Some(help) = &finding.help {
                paragraph(4, 10, &format!("help: {help}"), out);
            }
        });
    }
    not_shown(all.len().saturating_sub(most), most, out);
    out.blank();
}

/// How many more there are of a sort.
fn not_shown(rest: usize, most: usize, out: &mut Document) {
    if rest > 0 {
        paragraph(
            2,
            4,
            &format!("{rest} more not shown {}", how_to_see(most)),
            out,
        );
    }
}

fn how_to_see(most: usize) -> String {
    format!("(--max-impacts {most}; --max-impacts 0 shows all)")
}

fn paragraph(first: usize, rest: usize, text: &str, out: &mut Document) {
    out.push(Block::Paragraph(Paragraph {
        text: Span::prose(text),
        first,
        rest,
        ..Paragraph::default()
    }));
}
