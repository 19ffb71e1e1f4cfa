//! The dates of a calendar and what follows them, for a page that also draws them.

use crate::maintain::Calendar;
use crate::output::{Block, Document, Table, Widths};
use crate::table::maintain::document::{named, who};

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
                .map_or_else(|| "now".to_owned(), |date| date.to_string());
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
