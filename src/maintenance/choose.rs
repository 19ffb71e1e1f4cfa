//! Choosing among versions: automatically, and by force
//! (`docs/gardener/maintenance.md#machine-images`). Knows neither filters nor who asks.

use crate::maintenance::{Aside, Next, Reach};
use crate::model::constraint::Operator;
use crate::model::lifecycle::{Classification, Current};
use crate::model::normalised::Comparison;
use crate::model::version::Version;

/// A version that may be chosen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<'t> {
    /// Its position, in the list that the caller knows.
    pub index: usize,
    /// The version as the profile writes it.
    pub text: &'t str,
    pub number: Version<'t>,
    /// How it is classified now.
    pub state: Current<'t>,
}

#[derive(Debug)]
pub(super) struct InUse<'t> {
    pub number: Version<'t>,
    /// The comparison that finds versions of the same minor; read once, whatever the number of
    /// candidates.
    same_minor: Comparison,
}

impl<'t> InUse<'t> {
    /// Reads the version in use; `None` if it is not a version number.
    pub fn parse(text: &'t str) -> Option<Self> {
        Version::parse(text).map(|number| Self {
            number,
            same_minor: Comparison::new(Operator::Tilde, text),
        })
    }

    /// Whether a version that is not below it is of the same minor.
    pub fn is_same_minor(&self, number: &Version<'_>) -> bool {
        self.same_minor.admits(number)
    }
}

impl Candidate<'_> {
    fn is(&self, classification: Classification) -> bool {
        self.state == Current::Known(classification)
    }

    fn qualifies(&self) -> bool {
        !self.is(Classification::Preview)
    }
}

/// The reason why maintenance does not choose a version automatically; none where it may.
pub(super) fn aside(candidate: &Candidate<'_>, current: &InUse<'_>, reach: Reach) -> Option<Aside> {
    let order = candidate.number.cmp_precedence(&current.number);
    if order.is_eq() {
        Some(Aside::Current)
    } else if order.is_lt() {
        Some(Aside::Lower)
    } else if !candidate.qualifies() {
        Some(Aside::Preview)
    } else if candidate.is(Classification::Expired) {
        Some(Aside::Expired)
    } else {
        let within = match reach {
            Reach::Minor => current.is_same_minor(&candidate.number),
            Reach::Major => candidate.number.major == current.number.major,
            Reach::Everything => true,
        };
        (!within).then_some(Aside::Beyond(reach))
    }
}

/// The automatic choice: the highest that is not deprecated, else the highest deprecated one; of
/// equal ones the first.
pub(super) fn automatic<'c, 't>(
    candidates: &'c [Candidate<'t>],
    current: &InUse<'_>,
    reach: Reach,
) -> Option<&'c Candidate<'t>> {
    let highest = |deprecated: bool| {
        let mut best: Option<&Candidate<'_>> = None;
        for candidate in candidates
            .iter()
            .filter(|candidate| candidate.is(Classification::Deprecated) == deprecated)
        {
            let higher = best.is_none_or(|best| candidate.number > best.number);
            if higher && aside(candidate, current, reach).is_none() {
                best = Some(candidate);
            }
        }
        best
    };
    highest(false).or_else(|| highest(true))
}

/// The forced choice: the highest version of the next minor or major that has any. Expired ones
/// only count where there is no other way, or where without them a minor or major would be skipped.
pub(super) fn forced<'c, 't>(
    candidates: &'c [Candidate<'t>],
    current: &InUse<'_>,
    next: Next,
) -> Option<&'c Candidate<'t>> {
    let group = |number: &Version<'_>| match next {
        Next::Minor => number.minor,
        Next::Major => number.major,
    };
    let higher = |candidate: &Candidate<'_>| {
        let reachable = next == Next::Major || candidate.number.major == current.number.major;
        reachable && group(&candidate.number) > group(&current.number)
    };
    let counts = |candidate: &Candidate<'_>, expired: bool| {
        candidate.qualifies()
            && (expired || !candidate.is(Classification::Expired))
            && higher(candidate)
    };
    let take = |expired: bool| {
        let lowest = candidates
            .iter()
            .filter(|candidate| counts(candidate, expired))
            .map(|candidate| group(&candidate.number))
            .min()?;
        let in_lowest = candidates
            .iter()
            .filter(|candidate| counts(candidate, expired) && group(&candidate.number) == lowest);
        // The last of equal ones wins.
        in_lowest.max_by(|a, b| a.number.cmp_precedence(&b.number))
    };
    let skips = |taken: &Candidate<'_>| {
        let mut ascending: Vec<&Candidate<'_>> = candidates.iter().collect();
        ascending.sort_by(|a, b| a.number.cmp_precedence(&b.number));
        let below = ascending
            .into_iter()
            .take_while(|met| !(counts(met, false) && group(&met.number) > group(&taken.number)));
        let between = |met: &Candidate<'_>| {
            (group(&current.number) + 1..group(&taken.number)).contains(&group(&met.number))
        };
        below.into_iter().any(between)
    };
    take(false)
        .filter(|taken| !skips(taken))
        .or_else(|| take(true))
}

/// The forced choice for Kubernetes: the highest version of exactly the next minor; an expired one
/// only if there is no other.
pub(super) fn next_minor<'c, 't>(
    candidates: &'c [Candidate<'t>],
    current: &InUse<'_>,
) -> Option<&'c Candidate<'t>> {
    let next = (current.number.major, current.number.minor.checked_add(1)?);
    let highest = |expired: bool| {
        let of_next = candidates.iter().filter(|candidate| {
            candidate.qualifies()
                && candidate.is(Classification::Expired) == expired
                && (candidate.number.major, candidate.number.minor) == next
        });
        of_next.max_by(|a, b| a.number.cmp_precedence(&b.number))
    };
    highest(false).or_else(|| highest(true))
}
