//! The answers as Markdown: one table a Shoot, two a profile.

use std::fmt::Write as _;

use crate::table::artifacts::flavor_cell;
use crate::table::maintain::{ProfileView, ShootView, words};
use crate::table::markdown::escape_line as escape;

/// What windows do to Shoots.
#[must_use]
pub fn shoots(views: &[ShootView<'_, '_, '_, '_>]) -> String {
    let mut out = String::new();
    for view in views {
        let (title, subtitle, windows) = (words::title(view), words::subtitle(view), words::windows(view));
        let _ = writeln!(out, "## {}\n\n{}\n\n{}\n", escape(&title), escape(&subtitle), escape(&windows));
        line(&mut out, &["When", "Pool", "What", "Before", "Flavor", "After", "Flavor", "How", "Why"]);
        line(&mut out, &["---"; 9]);
        for row in view.news() {
            let listed = |index: Option<usize>| index.and_then(|index| view.listed(row.what, index));
            let image = matches!(row.what, super::What::Image(..));
            let flavor = |index| if image { flavor_cell(view.flavor(row.pool, index)) } else { String::new() };
            let cells = [
                words::when(&row),
                row.pool.map_or_else(|| "control plane".to_owned(), |pool| pool.name.to_owned()),
                words::what(row.what),
                words::version(row.version, listed(row.index), row.window.at),
                flavor(row.index),
                row.after().map_or_else(String::new, |to| words::version(to, listed(row.index_after()), row.window.at)),
                flavor(row.index_after()),
                words::shown(view, &row).to_owned(),
                words::why(view, &row),
            ];
            line(&mut out, &cells.map(|cell| escape(&cell)));
        }
        out.push('\n');
    }
    out
}

/// What profiles alone say.
#[must_use]
pub fn profiles(views: &[ProfileView<'_, '_, '_, '_>]) -> String {
    let mut out = String::new();
    for view in views {
        let _ = writeln!(out, "## {}\n", escape(&words::profile_title(view)));
        let _ = writeln!(out, "{}.\n", escape(&words::range(view)));
        if !view.transitions.is_empty() {
            line(&mut out, &["After", "Of", "Version", "From", "To"]);
            line(&mut out, &["---"; 5]);
            for of in &view.transitions {
                let of_what = of.image.unwrap_or("Kubernetes");
                let cells = [of.date.to_string().as_str(), of_what, of.version, of.from.as_str(), of.to.as_str()].map(escape);
                line(&mut out, &cells);
            }
            out.push('\n');
        }
        if view.stuck.is_empty() {
            out.push_str("Every version that expires leaves a way on.\n\n");
            continue;
        }
        out.push_str("Expired without a way on:\n\n");
        line(&mut out, &["After", "Of", "Version", "For", "Why"]);
        line(&mut out, &["---"; 5]);
        for stuck in &view.stuck {
            let (image, version) = words::stuck_on(view, &stuck.on);
            let (date, who) =
                (stuck.date.map_or_else(|| "now".to_owned(), |date| date.to_string()), words::stuck_who(view, &stuck.on, true));
            line(&mut out, &[&date, image.unwrap_or("Kubernetes"), version, &who, words::no_way(stuck.fault)].map(escape));
        }
        out.push('\n');
    }
    out
}

fn line<const N: usize>(out: &mut String, cells: &[impl AsRef<str>; N]) {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}
