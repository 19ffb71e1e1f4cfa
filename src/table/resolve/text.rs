//! The answer for a terminal.

use owo_colors::{OwoColorize, Style};

use crate::table::columns::{Columns, paragraph};
use crate::table::matrix::wrap::{clean, width, wrap};
use crate::table::resolve::{Look, Refusal, ShootView, words};

/// How far pools stand below their Shoot, and reasons below their pool.
const INDENT: usize = 2;
/// The room of the longest heading where cells stand below each other.
const LABEL: usize = 14;

/// What the server makes of Shoots.
#[must_use]
pub fn text(views: &[ShootView<'_>], look: Look) -> String {
    let mut out = String::new();
    for (at, view) in views.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        shoot(view, look, &mut out);
    }
    if views.iter().any(|view| !view.filled.is_empty()) {
        paragraph(0, "\n* filled in by the server", look.width, &mut out);
    }
    out
}

fn shoot(view: &ShootView<'_>, look: Look, out: &mut String) {
    for line in wrap(&words::title(view), look.width) {
        out.push_str(&if look.color { line.style(Style::new().bold()).to_string() } else { line });
        out.push('\n');
    }
    paragraph(0, &words::subtitle(view), look.width, out);
    let cells: Vec<_> = view.pools.iter().enumerate().map(|(at, pool)| words::cells(view, at, pool)).collect();
    let layout = Layout::of(&cells, look.width);
    out.push('\n');
    if let (Layout::Columns(columns), false) = (&layout, cells.is_empty()) {
        columns.row(&words::HEADING.map(str::to_owned), None, out);
    }
    for (at, cells) in cells.iter().enumerate() {
        let refused = view.refusals(Some(at)).next().is_some();
        let style = if refused { Style::new().red().bold() } else { Style::new().green() };
        layout.pool(cells, style, look, out);
        if let Some(rules) = words::rules(view, at) {
            paragraph(2 * INDENT, &rules, look.width, out);
        }
        for refusal in view.refusals(Some(at)) {
            self::refusal(refusal, 2 * INDENT, look, out);
        }
    }
    paragraph(0, words::verdict(view), look.width, out);
    for refusal in view.refusals(None) {
        self::refusal(refusal, INDENT, look, out);
    }
}

/// How pools are shown.
enum Layout {
    /// Side by side; an artifact without a column stands on a line of its own.
    Columns(Columns<9>),
    /// Cell below cell, where the terminal is too narrow; only these.
    Lines([bool; 9]),
}

const FLAVOR: usize = 6;
const ARTIFACT: usize = 7;
const ADMITTED: usize = 8;

impl Layout {
    fn of(cells: &[[String; 9]], most: usize) -> Self {
        let mut shown = [true; 9];
        for at in [FLAVOR, ARTIFACT] {
            shown[at] = cells.iter().any(|cells| !cells[at].is_empty());
        }
        let columns = |shown| Columns::new(words::HEADING, shown, cells, ARTIFACT, (INDENT, most));
        let mut rest = shown;
        rest[ARTIFACT] = false;
        let found = [shown, rest].map(columns).into_iter().find(Columns::fits);
        found.map_or(Self::Lines(shown), Self::Columns)
    }

    fn pool(&self, cells: &[String; 9], style: Style, look: Look, out: &mut String) {
        match self {
            Self::Columns(columns) => {
                columns.row(cells, look.color.then_some((ADMITTED, style)), out);
                if !columns.shows(ARTIFACT) && !cells[ARTIFACT].is_empty() {
                    paragraph(2 * INDENT, &format!("artifact: {}", cells[ARTIFACT]), look.width, out);
                }
            }
            Self::Lines(shown) => {
                let lines = words::HEADING.iter().zip(cells).zip(shown).enumerate();
                for (at, ((heading, cell), _)) in lines.filter(|(_, ((_, cell), shown))| **shown && !cell.is_empty()) {
                    let (first, behind) = if at == 0 { (INDENT, 0) } else { (2 * INDENT, LABEL) };
                    if at == ARTIFACT && width(cell) > look.width.saturating_sub(first + behind) {
                        paragraph(first, &format!("{heading}: {cell}"), look.width, out);
                        continue;
                    }
                    let style = Some(style).filter(|_| look.color && at == ADMITTED);
                    for (n, line) in wrap(cell, look.width.saturating_sub(first + behind)).iter().enumerate() {
                        let label = if at > 0 && n == 0 { *heading } else { "" };
                        let line = style.map_or_else(|| line.clone(), |style| line.style(style).to_string());
                        out.push_str(&format!("{:first$}{label:behind$}{line}\n", ""));
                    }
                }
            }
        }
    }
}

fn refusal(refusal: &Refusal, indent: usize, look: Look, out: &mut String) {
    paragraph(indent, &format!("✗ {}: {}", clean(&refusal.field), clean(&refusal.message)), look.width, out);
}
