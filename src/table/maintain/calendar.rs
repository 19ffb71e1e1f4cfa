//! The dates of a calendar and what follows them, for a page that also draws them.

use std::collections::BTreeMap;

use crate::impact::stages;
use crate::maintain::{Calendar, Fate, Life};
use crate::output::{Block, Document, Table, Widths};
use crate::table::maintain::document::{named, who};

const CHANGES: [&str; 5] = ["Of", "Version", "Change", "Before", "After"];
const MOVES: [&str; 5] = ["After", "Of", "Version", "To", "For"];

impl Calendar<'_> {
    /// When versions change, and which have no target. `explain`: everything is named, instead of some.
    pub(crate) fn dates(&self, explain: bool) -> Document {
        let mut out = Document::default();
        self.profile.dates(explain, &mut out);
        out
    }

    /// The moves that the ends of versions bring.
    pub(crate) fn moves(&self, explain: bool) -> Document {
        let mut out = Document::default();
        let mut lives: Vec<_> = self
            .lives
            .iter()
            .filter(|life| !life.targets.is_empty())
            .collect();
        if lives.is_empty() {
            return out;
        }
        lives.sort_by_key(|life| life.ends);
        out.wrapped(
            0,
            "Once a version is expired, maintenance moves who runs it. Worker pools with container \
             runtimes or with updates in place may move to other versions.",
        );
        let mut table = Table::new(MOVES, Widths::Natural);
        for life in lives {
            let [what, version] = named(life.image, life.version);
            let date = life
                .ends
                .map_or_else(|| self.profile.start().to_owned(), |date| date.to_string());
            for target in &life.targets {
                let all = target.machine_types.is_empty();
                table.row([
                    date.clone(),
                    what.clone(),
                    version.clone(),
                    named(None, target.version)[1].clone(),
                    who(
                        life.image,
                        &target.machine_types,
                        (all, false),
                        &target.kubernetes,
                        explain,
                    ),
                ]);
            }
        }
        out.push(Block::Table(table));
        out
    }
}

/// The old and the new life of a version.
type Row<'c, 'v> = (Option<&'c Life<'v>>, Option<&'c Life<'v>>);

/// The versions that differ between two revisions, list by list.
pub(crate) fn changes([old, new]: &[Calendar<'_>; 2]) -> Document {
    let (before, after) = (old.numbered(), new.numbered());
    let others: BTreeMap<_, _> = before.iter().copied().collect();
    let is_gone = |(_, life): &&(_, &Life<'_>)| life.fate == Some(Fate::Removed);
    let mut rows: Vec<Row<'_, '_>> = Vec::new();
    for (key, life) in after.iter().filter(|(_, life)| life.fate.is_some()) {
        rows.push((others.get(key).copied(), Some(life)));
    }
    rows.extend(
        before
            .iter()
            .filter(is_gone)
            .map(|(_, life)| (Some(*life), None)),
    );
    let mut lists: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for life in new.lives.iter().chain(&old.lives) {
        let next = lists.len();
        lists.entry(life.image).or_insert(next);
    }
    rows.sort_by_key(|(before, after)| {
        let life = after.or(*before)?;
        lists.get(&life.image).copied()
    });
    let text = |life: Option<&Life<'_>>| {
        life.map_or_else(
            || "not listed".to_owned(),
            |life| stages(life.first, life.changes.iter().copied()),
        )
    };
    let mut table = Table::new(CHANGES, Widths::Natural);
    for (before, after) in rows {
        let Some(life) = after.or(before) else {
            continue;
        };
        let [what, version] = named(life.image, life.version);
        let fate = life.fate.map_or("", Fate::as_str).to_owned();
        table.row([what, version, fate, text(before), text(after)]);
    }
    let mut out = Document::default();
    out.push(Block::Table(table));
    out
}
