//! The answer for a terminal.

use crate::output::{Block, Color, Document, Grid, Paragraph, Row, Span, Style};
use crate::resolve::{Admitted, Refusal, ShootView};
use crate::table::resolve::words;

/// How far pools stand below their Shoot, and reasons below their pool.
const INDENT: usize = 2;

/// Shoots as the server has them, for a terminal.
pub(crate) fn document(views: &[ShootView<'_>]) -> Document {
    let mut out = Document::default();
    for (at, view) in views.iter().enumerate() {
        if at > 0 {
            out.blank();
        }
        shoot(view, None, &mut out);
    }
    legend(views, &mut out);
    out
}

/// One worker pool of a Shoot, by position.
pub(crate) fn pool(view: &ShootView<'_>, at: usize) -> Document {
    let mut out = Document::default();
    shoot(view, Some(at), &mut out);
    legend(std::slice::from_ref(view), &mut out);
    out
}

fn legend(views: &[ShootView<'_>], out: &mut Document) {
    if let Some(legend) = words::legend(views) {
        out.remark(|out| {
            out.blank();
            out.wrapped(0, legend);
        });
    }
}

/// A Shoot; `only`: of its worker pools only this one.
fn shoot(view: &ShootView<'_>, only: Option<usize>, out: &mut Document) {
    out.heading(words::title(view));
    out.wrapped(0, words::subtitle(view));
    out.blank();
    let mut rows = Vec::new();
    let pools = view.pools.iter().enumerate();
    for (at, pool) in pools.filter(|(at, _)| only.is_none_or(|only| only == *at)) {
        let [rest @ .., admitted] = words::cells(view, at, pool);
        let style = match pool.admitted {
            Admitted::Yes => Style::new(Color::Green),
            Admitted::No => Style::new(Color::Red).bold(),
            Admitted::Unknown(_) => Style::new(Color::Yellow),
        };
        rows.push(Row::Cells(
            rest.into_iter()
                .map(Span::from)
                .chain([Span::new(admitted, style)])
                .collect(),
        ));
        let beside = words::beside(pool)
            .into_iter()
            .map(|text| format!("! {text}"));
        if let Some(rules) = words::rules(pool) {
            let rules = vec![paragraph(2 * INDENT, rules)];
            rows.push(Row::Between(Block::Remark(rules)));
        }
        let below = view.refusals(Some(at)).map(refusal).chain(beside);
        rows.extend(below.map(|text| Row::Between(paragraph(2 * INDENT, text))));
    }
    out.push(Block::Grid(Grid {
        heading: &words::HEADING,
        optional: &[6, 7],
        names: 7,
        folds: true,
        indent: INDENT,
        rows,
    }));
    out.wrapped(0, words::verdict(view));
    view.refusals(None)
        .for_each(|of| out.push(paragraph(INDENT, refusal(of))));
    // What is wrong with a pool that is not shown is a reason, too.
    let hidden = view.pools.iter().enumerate();
    for (at, pool) in hidden.filter(|(at, _)| only.is_some_and(|only| only != *at)) {
        let told = |of| format!("✗ worker pool `{}`: {}", pool.name, words::refusal(of));
        view.refusals(Some(at))
            .for_each(|of| out.push(paragraph(INDENT, told(of))));
    }
}

fn refusal(of: &Refusal) -> String {
    format!("✗ {}", words::refusal(of))
}

fn paragraph(indent: usize, text: String) -> Block {
    Block::Paragraph(Paragraph {
        text: text.into(),
        first: indent,
        rest: indent,
        breaks: true,
        ..Paragraph::default()
    })
}
