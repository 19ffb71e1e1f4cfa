//! The answer as Markdown: one table a Shoot.

use std::fmt::Write as _;

use crate::table::markdown::escape_line as escape;
use crate::table::resolve::{ShootView, words};

/// What the server makes of Shoots.
#[must_use]
pub fn markdown(views: &[ShootView<'_>]) -> String {
    let mut out = String::new();
    for view in views {
        let _ = writeln!(out, "## {}\n\n{}\n", escape(&words::title(view)), escape(&words::subtitle(view)));
        if !view.pools.is_empty() {
            let _ = writeln!(out, "| {} |\n|{}", words::HEADING.join(" | "), " --- |".repeat(words::HEADING.len()));
        }
        for (at, pool) in view.pools.iter().enumerate() {
            let _ = writeln!(out, "| {} |", words::cells(view, at, pool).map(|cell| escape(&cell)).join(" | "));
        }
        let _ = writeln!(out, "\n{}\n", words::verdict(view));
        for refusal in &view.refusals {
            let _ = writeln!(out, "- {}: {}", escape(&refusal.field), escape(&refusal.message));
        }
        if !view.refusals.is_empty() {
            out.push('\n');
        }
    }
    if views.iter().any(|view| !view.filled.is_empty()) {
        out.push_str("\\* filled in by the server\n");
    }
    out
}
