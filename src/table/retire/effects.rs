//! Whether an entry can go without harm to those who use another one.

use std::collections::BTreeSet;

use super::{Fate, NAMED, RetireReport};
use crate::impact::{Impact, Kind};
use crate::model::object::qualified;
use crate::retire::{Retirement, State};
use crate::words;

impl RetireReport<'_> {
    /// That nobody uses it, and why nothing is announced first.
    pub(super) fn free(&self, of: &Retirement<'_>) -> String {
        let highest = if of.is_highest {
            " It is the highest supported version."
        } else {
            ""
        };
        if let Some(lost) = self.held() {
            return format!("Nobody among the files uses it, but {lost}.{highest}");
        }
        let so = match &self.removal {
            Some(removal) if removal.accepted => "it can go at once",
            _ => "it needs no announcement",
        };
        format!("Nobody among the files uses it, so {so}.{highest}")
    }

    /// Why a removal is not made yet although the server accepts it; none where nothing is against
    /// it.
    pub(crate) fn held(&self) -> Option<String> {
        let is_due = self.removal.is_some() || self.children_removal.is_some();
        (is_due && !self.lost.is_empty()).then(|| {
            format!(
                "without it maintenance cannot move {}",
                words::some(self.lost.iter().map(String::as_str), NAMED)
            )
        })
    }

    /// Whether the edit that is due changes more than the entry.
    pub(super) fn changes_others(&self, of: &Retirement<'_>) -> bool {
        let objects = of.diff.into_iter().flat_map(|diff| &diff.objects);
        let is_own = |impact: &Impact<'_>| {
            let entry = impact.entry.as_ref();
            matches!(impact.kind(), Kind::Removed | Kind::Classification)
                && entry.is_some_and(|of| (of.of, &*of.name) == (self.image, self.name))
        };
        objects
            .flat_map(|object| &object.impacts)
            .any(|impact| !is_own(impact))
    }

    /// Whether maintenance fails on the way.
    pub(super) fn fails(&self, of: &Retirement<'_>) -> bool {
        self.shoots
            .iter()
            .any(|user| matches!(self.fate(user), Fate::Fails(..)))
            || self.strands_all()
            || of.fails().next().is_some()
    }

    /// Whether no user is known, and maintenance could not move some.
    pub(super) fn strands_all(&self) -> bool {
        matches!(self.state, State::Announce | State::Wait(_))
            && self.users().is_empty()
            && !self.stuck.is_empty()
    }
}

/// The Shoots for which maintenance fails from the edit that is due on.
pub(super) fn lost(of: &Retirement<'_>) -> Vec<String> {
    let pools = of.fails().flat_map(|impact| &impact.pools);
    let names: BTreeSet<String> = pools
        .map(|pool| qualified(pool.namespace, pool.shoot))
        .collect();
    names.into_iter().collect()
}
