//! The answer for a terminal.

use owo_colors::{OwoColorize, Style};

use crate::table::columns::{Columns, paragraph};
use crate::table::matrix::wrap::{clean, wrap};
use crate::table::resolve::{Look, Refusal, ShootView, words};

/// How far pools stand below their Shoot, and reasons below their pool.
const INDENT: usize = 2;

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
    let mut shown = [true; 9];
    shown[6] = cells.iter().any(|cells| !cells[6].is_empty());
    shown[7] = cells.iter().any(|cells| !cells[7].is_empty());
    let columns = Columns::new(words::HEADING, shown, &cells, 7, (INDENT, look.width));
    out.push('\n');
    if !cells.is_empty() {
        columns.row(&words::HEADING.map(str::to_owned), None, out);
    }
    for (at, cells) in cells.iter().enumerate() {
        let refused = view.refusals(Some(at)).next().is_some();
        let style = if refused { Style::new().red().bold() } else { Style::new().green() };
        columns.row(cells, look.color.then_some((8, style)), out);
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

fn refusal(refusal: &Refusal, indent: usize, look: Look, out: &mut String) {
    paragraph(indent, &format!("✗ {}: {}", clean(&refusal.field), clean(&refusal.message)), look.width, out);
}
