//! The answers for a terminal.

use std::fmt::Write as _;

use comfy_table::presets::NOTHING;
use comfy_table::{Cell, Color, ContentArrangement, Row as Line, Table};
use owo_colors::{OwoColorize, Style};

use crate::table::artifacts::{self, flavor_cell};
use crate::table::columns::{Columns, paragraph};
use crate::table::maintain::{Kind, Look, ProfileView, Row, ShootView, words};
use crate::table::matrix::wrap::{clean, wrap};

/// So many versions of a reason are named before the rest is counted.
const NAMED: usize = 4;
/// How many columns the table of a Shoot has.
const COLUMNS: usize = 7;
const HEADING: [&str; COLUMNS] = ["Pool", "What", "Before", "After", "Flavor", "Artifact", "How"];
/// How far versions stand below their window, and reasons below their versions.
const INDENT: usize = 2;

/// What windows do to Shoots.
#[must_use]
pub fn shoots(views: &[ShootView<'_, '_, '_, '_>], look: Look) -> String {
    let mut text = String::new();
    for (at, view) in views.iter().enumerate() {
        if at > 0 {
            text.push('\n');
        }
        shoot(view, look, &mut text);
    }
    text
}

fn shoot(view: &ShootView<'_, '_, '_, '_>, look: Look, out: &mut String) {
    heading(&words::title(view), look, out);
    paragraph(0, &words::subtitle(view), look.width, out);
    paragraph(0, &words::windows(view), look.width, out);
    let news = view.news();
    let shown = Shown::new(view, &news);
    let cells: Vec<[String; COLUMNS]> = news.iter().map(|row| shown.cells(view, row)).collect();
    let columns = Columns::new(HEADING, [true, true, true, true, shown.flavor, shown.artifact, true], &cells, 5, (INDENT, look.width));
    out.push('\n');
    columns.row(&HEADING.map(str::to_owned), None, out);
    let mut last = None;
    for (row, cells) in news.iter().zip(&cells) {
        if view.windows.len() > 1 && last.replace(row.window.at) != Some(row.window.at) {
            heading(&words::when(row), look, out);
        }
        columns.row(cells, mood(view, row).filter(|_| look.color).map(|style| (COLUMNS - 1, style)), out);
        paragraph(2 * INDENT, &words::why(view, row), look.width, out);
    }
    let in_first = news.iter().all(|row| view.windows.first().is_some_and(|first| std::ptr::eq(first, row.window)));
    if in_first && view.kind != Kind::Next {
        paragraph(0, if view.kind == Kind::Timeline { "Nothing changes later." } else { "Nothing moves after that." }, look.width, out);
    }
    for row in news.iter().filter(|row| look.explain || row.fails()) {
        explain(view, row, look, out);
    }
}

/// What keeps every version of an image from being chosen.
fn explain(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>, look: Look, out: &mut String) {
    let groups = words::candidates(view, row);
    let Some(pool) = row.pool.filter(|_| !groups.is_empty()) else { return };
    let count: usize = groups.iter().map(|(_, versions)| versions.len()).sum();
    let of = if count == 1 { "the version".to_owned() } else { format!("the {count} versions") };
    let when = if view.windows.len() > 1 { format!("{}: ", words::when(row)) } else { String::new() };
    out.push('\n');
    let image = pool.image.map_or("", |image| image.name);
    paragraph(0, &format!("{when}pool {}: of {of} of {}", clean(pool.name), clean(image)), look.width, out);
    for (reason, versions) in groups {
        let shown = if look.explain || versions.len() <= NAMED + 1 { versions.len() } else { NAMED };
        let more = if shown < versions.len() { format!(" and {} more", versions.len() - shown) } else { String::new() };
        paragraph(2, &format!("{}{more}: {}", versions[..shown].join(", "), plural(&reason, versions.len())), look.width, out);
    }
}

/// The same for several versions.
fn plural(reason: &str, count: usize) -> String {
    let Some((verb, rest)) = reason.split_once(' ').filter(|_| count > 1) else { return reason.to_owned() };
    let verb = match verb {
        "is" => "are",
        "has" => "have",
        "does" => "do",
        "lists" => "list",
        "admits" => "admit",
        "passes" => "pass",
        other => other,
    };
    format!("{verb} {rest}")
}

/// The columns of the table of a Shoot that may say nothing, and then are left out.
struct Shown {
    flavor: bool,
    artifact: bool,
}

impl Shown {
    fn new(view: &ShootView<'_, '_, '_, '_>, rows: &[Row<'_, '_>]) -> Self {
        let indices = |row: &Row<'_, '_>| [row.index, row.index_after()];
        Self {
            flavor: rows.iter().any(|row| is_image(row) && indices(row).iter().any(|index| view.flavor(row.pool, *index).is_some())),
            artifact: rows.iter().any(|row| is_image(row) && indices(row).iter().any(|index| view.artifact(row, *index).is_some())),
        }
    }

    fn cells(&self, view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>) -> [String; COLUMNS] {
        let listed = |index: Option<usize>| index.and_then(|index| view.listed(row.what, index));
        let at = row.window.at;
        let image = is_image(row);
        let change = |before: String, after: String| {
            if row.after().is_none() || before == after { before } else { format!("{before} → {after}") }
        };
        let flavor = |index| if image { flavor_cell(view.flavor(row.pool, index)) } else { String::new() };
        let artifact = |index| artifacts::cell(view.artifact(row, index).as_ref());
        [
            row.pool.map_or_else(|| "control plane".to_owned(), |pool| clean(pool.name).into_owned()),
            words::what(row.what),
            words::version(row.version, listed(row.index), at),
            row.after().map_or_else(String::new, |to| words::version(to, listed(row.index_after()), at)),
            change(flavor(row.index), flavor(row.index_after())),
            change(artifact(row.index), artifact(row.index_after())),
            words::shown(view, row).to_owned(),
        ]
    }
}

fn is_image(row: &Row<'_, '_>) -> bool {
    matches!(row.what, super::What::Image(..))
}

fn mood(view: &ShootView<'_, '_, '_, '_>, row: &Row<'_, '_>) -> Option<Style> {
    match words::shown(view, row) {
        "fails" | "no artifact" => Some(Style::new().red().bold()),
        "forced" => Some(Style::new().yellow()),
        "automatic" => Some(Style::new().green()),
        _ => None,
    }
}

/// What profiles alone say.
#[must_use]
pub fn profiles(views: &[ProfileView<'_, '_, '_, '_>], look: Look) -> String {
    let mut text = String::new();
    for (at, view) in views.iter().enumerate() {
        if at > 0 {
            text.push('\n');
        }
        profile(view, look, &mut text);
    }
    text
}

fn profile(view: &ProfileView<'_, '_, '_, '_>, look: Look, out: &mut String) {
    heading(&words::profile_title(view), look, out);
    paragraph(0, &words::range(view), look.width, out);
    if view.transitions.is_empty() {
        paragraph(0, "no version changes in this time", look.width, out);
    } else {
        let mut table = table(look);
        table.set_header(["After", "Of", "Version", "From", "To"]);
        for of in &view.transitions {
            let cells = [
                of.date.to_string(),
                clean(of.image.unwrap_or("Kubernetes")).into_owned(),
                clean(of.version).into_owned(),
                clean(of.from.as_str()).into_owned(),
                clean(of.to.as_str()).into_owned(),
            ];
            table.add_row(Line::from(cells.into_iter().map(|cell| paint(cell, None, look))));
        }
        let _ = write!(out, "\n{}\n", table.trim_fmt());
    }
    out.push('\n');
    if view.stuck.is_empty() {
        paragraph(0, "every version that expires leaves a way on", look.width, out);
        return;
    }
    paragraph(0, "Expired without a way on: maintenance of what runs these can only fail", look.width, out);
    let mut table = table(look);
    table.set_header(["After", "Of", "Version", "For", "Why"]);
    for stuck in &view.stuck {
        let (image, version) = words::stuck_on(view, &stuck.on);
        let cells = [
            stuck.date.map_or_else(|| "now".to_owned(), |date| date.to_string()),
            clean(image.unwrap_or("Kubernetes")).into_owned(),
            clean(version).into_owned(),
            words::stuck_who(view, &stuck.on, look.explain),
            words::no_way(stuck.fault).to_owned(),
        ];
        table.add_row(Line::from(cells.into_iter().enumerate().map(|(at, cell)| paint(cell, (at == 2).then_some(Color::Red), look))));
    }
    let _ = write!(out, "\n{}\n", table.trim_fmt());
}

fn table(look: Look) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(look.width.try_into().unwrap_or(u16::MAX));
    if look.color {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    table
}

fn paint(text: String, color: Option<Color>, look: Look) -> Cell {
    let cell = Cell::new(text);
    match color.filter(|_| look.color) {
        Some(color) => cell.fg(color),
        None => cell,
    }
}

fn heading(text: &str, look: Look, out: &mut String) {
    for line in wrap(text, look.width) {
        let line = if look.color { line.style(Style::new().bold()).to_string() } else { line };
        out.push_str(&line);
        out.push('\n');
    }
}
