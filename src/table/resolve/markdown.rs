//! The answer as Markdown: one table a Shoot.

use crate::output::{Block, Document, Entry, Table, Widths};
use crate::resolve::ShootView;
use crate::table::resolve::words;

/// Shoots as the server has them, as Markdown.
pub(crate) fn document(views: &[ShootView<'_>]) -> Document {
    let mut out = Document::default();
    for view in views {
        out.heading(words::title(view));
        out.paragraph(0, words::subtitle(view));
        let mut table = Table::new(words::HEADING, Widths::Natural);
        view.pools
            .iter()
            .enumerate()
            .for_each(|(at, pool)| table.row(words::cells(view, at, pool)));
        if !table.rows.is_empty() {
            out.push(Block::Table(table));
        }
        out.paragraph(0, words::verdict(view));
        let beside = view.pools.iter().flat_map(|pool| {
            words::beside(pool)
                .into_iter()
                .map(|text| Entry::name(pool.name, &text))
        });
        let refusals = view
            .refusals
            .iter()
            .map(|refusal| Entry::name(refusal.field.to_string(), &refusal.message));
        out.list(refusals.chain(beside));
    }
    if let Some(legend) = words::legend(views) {
        out.remark(|out| out.paragraph(0, legend));
    } else {
        out.blank();
    }
    out
}
