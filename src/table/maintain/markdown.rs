//! The answers as Markdown: one table a Shoot, two a profile.

use crate::output::{Block, Document, Table, Widths};
use crate::table::maintain::{ProfileView, ShootView, words};
use crate::words::artifacts::flavor_cell;

/// What windows do to Shoots.
#[must_use]
pub(crate) fn shoots(views: &[ShootView<'_, '_, '_, '_>]) -> Document {
    let mut out = Document::default();
    for view in views {
        out.heading(words::title(view));
        out.paragraph(0, words::subtitle(view));
        out.paragraph(0, words::windows(view));
        let mut table = Table::new(["When", "Pool", "What", "Before", "Flavor", "After", "Flavor", "How", "Why"], Widths::Natural);
        for row in view.news() {
            let listed = |index: Option<usize>| index.and_then(|index| view.listed(row.what, index));
            let flavor = |index| if row.is_image() { flavor_cell(view.flavor(row.pool, index)) } else { String::new() };
            table.row([
                words::when(&row),
                row.pool.map_or_else(|| "control plane".to_owned(), |pool| pool.name.to_owned()),
                words::what(row.what),
                words::version(row.version, listed(row.index), row.window.at),
                flavor(row.index),
                row.after().map_or_else(String::new, |to| words::version(to, listed(row.index_after()), row.window.at)),
                flavor(row.index_after()),
                words::shown(view, &row).to_owned(),
                words::why(view, &row),
            ]);
        }
        out.push(Block::Table(table));
    }
    out.blank();
    out
}

/// What profiles alone say.
#[must_use]
pub(crate) fn profiles(views: &[ProfileView<'_, '_, '_, '_>]) -> Document {
    let mut out = Document::default();
    for view in views {
        out.heading(words::profile_title(view));
        out.paragraph(0, words::range(view) + ".");
        if !view.transitions.is_empty() {
            let mut table = Table::new(words::TRANSITIONS, Widths::Natural);
            view.transitions.iter().for_each(|of| table.row(words::transition(of)));
            out.push(Block::Table(table));
        }
        if view.stuck.is_empty() {
            out.paragraph(0, "Every version that expires leaves a way on.");
            continue;
        }
        out.paragraph(0, "Expired without a way on:");
        let mut table = Table::new(words::STUCK, Widths::Natural);
        view.stuck.iter().for_each(|stuck| table.row(words::stuck(view, stuck, true)));
        out.push(Block::Table(table));
    }
    out.blank();
    out
}
