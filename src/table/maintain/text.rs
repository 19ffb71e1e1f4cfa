//! The answers for a terminal.

use crate::output::clean::named as clean;
use crate::output::{Block, Cell, Color, Document, Grid, Paragraph, Row as Line, Span, Style, Table, Widths};
use crate::table::maintain::{Kind, ProfileView, Row, ShootView, words};
use crate::words::artifacts::{self, flavor_cell};
use crate::words::first;

/// So many versions of a reason are named before the rest is counted.
const NAMED: usize = 4;
const HEADING: [&str; 7] = ["Pool", "What", "Before", "After", "Flavor", "Artifact", "How"];
/// How far versions stand below their window, and reasons below their versions.
const INDENT: usize = 2;

/// What windows do to Shoots. `explain`: what keeps every version from being chosen, for every pool; else only where a window fails.
#[must_use]
pub(crate) fn shoots(views: &[ShootView<'_, '_, '_, '_>], explain: bool) -> Document {
    let mut document = Document::default();
    for (at, view) in views.iter().enumerate() {
        if at > 0 {
            document.blank();
        }
        shoot(view, explain, &mut document);
    }
    document
}

fn shoot(view: &ShootView<'_, '_, '_, '_>, explain: bool, out: &mut Document) {
    out.heading(words::title(view));
    out.wrapped(0, words::subtitle(view));
    out.wrapped(0, words::windows(view));
    out.blank();
    let news = view.news();
    let mut rows = Vec::new();
    let mut last = None;
    for row in &news {
        if view.windows.len() > 1 && last.replace(row.window.at) != Some(row.window.at) {
            rows.push(Line::Between(Block::Heading(words::when(row))));
        }
        rows.push(Line::Cells(cells(view, row)));
        let text = words::why(view, row).into();
        let why = Paragraph { text, first: 2 * INDENT, rest: 2 * INDENT, breaks: true, ..Paragraph::default() };
        rows.push(Line::Between(Block::Paragraph(why)));
    }
    out.push(Block::Grid(Grid { heading: &HEADING, optional: &[4, 5], names: 5, folds: false, indent: INDENT, rows }));
    let in_first = news.iter().all(|row| view.windows.first().is_some_and(|first| std::ptr::eq(first, row.window)));
    if in_first && view.kind != Kind::Next {
        out.wrapped(0, if view.kind == Kind::Timeline { "Nothing changes later." } else { "Nothing moves after that." });
    }
    for row in news.iter().filter(|row| explain || row.fails()) {
        kept_back(view, row, explain, out);
    }
}

/// What keeps every version of an image from being chosen.
fn kept_back(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>, explain: bool, out: &mut Document) {
    let groups = words::candidates(view, row);
    let Some(pool) = row.pool.filter(|_| !groups.is_empty()) else { return };
    let count: usize = groups.iter().map(|(_, versions)| versions.len()).sum();
    let of = if count == 1 { "the version".to_owned() } else { format!("the {count} versions") };
    let when = if view.windows.len() > 1 { format!("{}: ", words::when(row)) } else { String::new() };
    out.blank();
    let image = pool.image.map_or("", |image| image.name);
    out.wrapped(0, format!("{when}pool {}: of {of} of {}", clean(pool.name), clean(image)));
    for (reason, versions) in groups {
        let most = if explain { versions.len() } else { NAMED + 1 };
        let each = if versions.len() > 1 { "each " } else { "" };
        out.wrapped(2, format!("{}: {each}{reason}", first(&versions, NAMED, most)));
    }
}

fn cells(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>) -> Vec<Span> {
    let listed = |index: Option<usize>| index.and_then(|index| view.listed(row.what, index));
    let at = row.window.at;
    let change = |before: String, after: String| {
        if row.after().is_none() || before == after { before } else { format!("{before} → {after}") }
    };
    let flavor = |index| if row.is_image() { flavor_cell(view.flavor(row.pool, index)) } else { String::new() };
    let artifact = |index| artifacts::cell(view.artifact(row, index).as_ref());
    vec![
        row.pool.map_or_else(|| "control plane".to_owned(), |pool| clean(pool.name).into_owned()).into(),
        words::what(row.what).into(),
        words::version(row.version, listed(row.index), at).into(),
        row.after().map_or_else(String::new, |to| words::version(to, listed(row.index_after()), at)).into(),
        change(flavor(row.index), flavor(row.index_after())).into(),
        change(artifact(row.index), artifact(row.index_after())).into(),
        Span::new(words::shown(view, row), mood(view, row)),
    ]
}

fn mood(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>) -> Style {
    match words::shown(view, row) {
        "fails" | "no artifact" => Style::new(Color::Red).bold(),
        "forced" => Style::new(Color::Yellow),
        "automatic" => Style::new(Color::Green),
        _ => Style::PLAIN,
    }
}

/// What profiles alone say.
#[must_use]
pub(crate) fn profiles(views: &[ProfileView<'_, '_, '_, '_>], explain: bool) -> Document {
    let mut document = Document::default();
    for (at, view) in views.iter().enumerate() {
        if at > 0 {
            document.blank();
        }
        profile(view, explain, &mut document);
    }
    document
}

fn profile(view: &ProfileView<'_, '_, '_, '_>, explain: bool, out: &mut Document) {
    out.heading(words::profile_title(view));
    out.wrapped(0, words::range(view));
    if view.transitions.is_empty() {
        out.wrapped(0, "no version changes in this time");
    } else {
        let mut table = Table::new(words::TRANSITIONS, Widths::Within);
        view.transitions.iter().for_each(|of| table.row(words::transition(of)));
        out.blank();
        out.push(Block::Table(table));
    }
    out.blank();
    if view.stuck.is_empty() {
        out.wrapped(0, "every version that expires leaves a way on");
        return;
    }
    out.wrapped(0, "Expired without a way on: maintenance of what runs these can only fail");
    let mut table = Table::new(words::STUCK, Widths::Within);
    for stuck in &view.stuck {
        let [date, of, version, who, why] = words::stuck(view, stuck, explain);
        table.row([date.into(), of.into(), Cell::new(version, Style::new(Color::Red)), who.into(), why.into()]);
    }
    out.blank();
    out.push(Block::Table(table));
}
