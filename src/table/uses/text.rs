//! The list for a terminal: the used entries of each profile, list by list with their users, and
//! the unused ones folded below.

use crate::output::{Block, Color, Document, Paragraph, Span, Style};
use crate::table::uses::{Filter, View, words};
use crate::uses::{Entry, Presence, ProfileUses, What};
use crate::words::{count, first};

/// Maximum number of unused entries of a list named before the rest is counted.
const NAMED: usize = 12;
/// A name takes no more columns before its users stand in the next line.
const WIDEST_NAME: usize = 32;
const INDENT: usize = 4;

pub(super) fn document(view: View<'_>) -> Document {
    let mut document = Document::default();
    for profile in view.profiles() {
        document.line([Span::new(words::title(profile), Style::BOLD)]);
        document.paragraph(2, words::subtitle(profile, &view));
        used(profile, view, &mut document);
        unused(profile, view, &mut document);
        document.blank();
    }
    if let Some(text) = words::dangling(&view) {
        document.paragraph(0, text);
    }
    document.remark(|document| document.paragraph(0, words::CAVEAT));
    document
}

fn list(title: &str, document: &mut Document) {
    document.blank();
    document.line([Span::from("  "), Span::new(title, Style::UNDERLINED)]);
}

/// The used entries. Entries that a list lacks stand at its end.
fn used(profile: &ProfileUses<'_>, view: View<'_>, document: &mut Document) {
    let mut used: Vec<(&Entry<'_>, Span)> = view
        .entries(profile)
        .filter(|entry| !entry.users.is_empty())
        .map(|entry| (entry, name(entry)))
        .collect();
    used.sort_by_key(|(entry, _)| entry.key.what);
    let column = used
        .iter()
        .map(|(_, name)| name.width())
        .filter(|width| *width <= WIDEST_NAME)
        .max()
        .unwrap_or(0);
    for alike in used.chunk_by(|(a, _), (b, _)| a.key.what == b.key.what) {
        list(words::plural(alike[0].0.key.what), document);
        for (entry, name) in alike {
            let rest = INDENT + column + 2;
            let mut users = Paragraph {
                text: words::users(&entry.users, view).into(),
                first: rest,
                rest,
                ..Paragraph::default()
            };
            if name.width() > column {
                document.line([Span::from(" ".repeat(INDENT)), name.clone()]);
            } else {
                let padding = " ".repeat(column + 2 - name.width());
                users = Paragraph {
                    lead: vec![name.clone(), padding.into()],
                    first: INDENT,
                    ..users
                };
            }
            document.push(Block::Paragraph(users));
        }
    }
}

fn name(entry: &Entry<'_>) -> Span {
    let name = words::entry(entry);
    let name = words::presence(entry.presence)
        .map_or_else(|| name.clone(), |odd| format!("{name} ({odd})"));
    Span::new(
        name,
        if entry.presence == Presence::Missing {
            Style::new(Color::Yellow)
        } else {
            Style::PLAIN
        },
    )
}

/// The unused entries, one line for each list.
fn unused(profile: &ProfileUses<'_>, view: View<'_>, document: &mut Document) {
    if view.filter == Filter::Used {
        return;
    }
    let mut last = None;
    let mut any = false;
    let of = |open| What::ALL.into_iter().map(move |what| (what, open));
    let remarks = std::iter::once(None).chain(words::OPEN.map(Some));
    for (what, open) in remarks.flat_map(of) {
        let names: Vec<String> = profile
            .entries
            .iter()
            .filter(|entry| entry.key.what == what && entry.users.is_empty())
            .filter(|entry| words::open(entry) == open)
            .map(words::entry)
            .collect();
        if names.is_empty() {
            continue;
        }
        if !any || last != open {
            match open {
                Some(why) => list(&format!("No known user; {why}"), document),
                None => list("Not used by the given files", document),
            }
        }
        (any, last) = (true, open);
        let most = if view.expand { names.len() } else { NAMED };
        let lead = vec![Span::from(format!(
            "{}: ",
            count(names.len(), words::singular(what))
        ))];
        let text = first(&names, NAMED, most).into();
        document.push(Block::Paragraph(Paragraph {
            lead,
            text,
            first: INDENT,
            rest: INDENT + 2,
            ..Paragraph::default()
        }));
    }
    if !any && view.filter == Filter::Unused {
        document.line(["  everything in it is used"]);
    }
}
