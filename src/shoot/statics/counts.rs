//! How many machines a pool has, and how many may come and go at once.

use crate::finding::ErrorType::{Forbidden, Invalid};
use crate::model::cursor::{IntOrString, Spanned};
use crate::model::path::Path;
use crate::model::shoot::{UpdateStrategy, Worker};
use crate::shoot::fault::{BudgetFault, Faults, Reason};

pub(super) fn validate<'a>(worker: &Worker<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    let (minimum, maximum) = (worker.minimum.unwrap_or(0), worker.maximum.unwrap_or(0));
    for (name, count) in [("minimum", worker.minimum), ("maximum", worker.maximum)] {
        if count.is_some_and(|count| count < 0) {
            faults.at(
                Invalid,
                &path.field(name),
                count.span,
                Reason::NegativeCount(name),
            );
        }
    }
    if maximum < minimum {
        let reason = Reason::MaximumBelowMinimum {
            minimum,
            at: worker.minimum.span,
        };
        faults.at(
            Forbidden,
            &path.field("maximum"),
            worker.maximum.span,
            reason,
        );
    }
    budgets(worker, path, faults);
}

fn budgets<'a>(worker: &Worker<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    const SURGE: &str = "maxSurge";
    const UNAVAILABLE: &str = "maxUnavailable";
    let manual = worker.strategy() == Some(UpdateStrategy::ManualInPlace);
    let mut add = |name: &'static str, budget: Spanned<Option<IntOrString<'a>>>, fault| {
        let text = if let Some(IntOrString::String(text)) = *budget {
            text
        } else {
            ""
        };
        faults.add(
            Invalid,
            &path.field(name),
            Spanned::new(text, budget.span),
            Reason::Budget(name, fault),
        );
    };
    for (name, budget) in [
        (SURGE, worker.max_surge),
        (UNAVAILABLE, worker.max_unavailable),
    ] {
        let Some(value) = *budget else { continue };
        if !is_well_formed(value) {
            add(name, budget, BudgetFault::Malformed);
        }
        if name == UNAVAILABLE && percent(value).is_some_and(|percent| percent > 100) {
            add(name, budget, BudgetFault::TooMuch);
        }
        if manual {
            add(name, budget, BudgetFault::Manual);
        }
    }
    if !manual && is_zero(*worker.max_surge) && is_zero(*worker.max_unavailable) {
        add(UNAVAILABLE, worker.max_unavailable, BudgetFault::BothZero);
    }
}

fn is_well_formed(value: IntOrString<'_>) -> bool {
    match value {
        IntOrString::Int(number) => number >= 0,
        IntOrString::String(text) => digits_before_percent(text).is_some(),
    }
}

/// The digits of `N%`.
fn digits_before_percent(text: &str) -> Option<&str> {
    text.strip_suffix('%')
        .filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn percent(value: IntOrString<'_>) -> Option<u64> {
    let IntOrString::String(text) = value else {
        return None;
    };
    // More than fits is more than all.
    digits_before_percent(text).map(|digits| digits.parse().unwrap_or(u64::MAX))
}

fn is_zero(value: Option<IntOrString<'_>>) -> bool {
    match value {
        None => true,
        Some(IntOrString::Int(number)) => number == 0,
        Some(IntOrString::String(text)) => match percent(IntOrString::String(text)) {
            Some(percent) => percent == 0,
            // Text that is a plain number counts as it, any other as nothing.
            None => text.parse::<i64>().unwrap_or(0) == 0,
        },
    }
}
