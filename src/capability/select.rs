//! Selection: which one of several compatible flavors is taken, step by step, and by the rule that
//! the operator guide describes instead (`docs/gardener/capabilities.md#selection`).

use crate::capability::row::{Bit, Layout, Row};

/// Which candidate a selection takes. Numbers are positions in the list of candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selected {
    Nothing,
    One(usize),
    /// Selection cannot choose between these flavors: an error at run time that no admission
    /// reports.
    Ambiguous(Vec<usize>),
}

impl Selected {
    /// The candidate that is taken, and those that it cannot choose between.
    #[must_use]
    pub fn parts(&self) -> (Option<usize>, &[usize]) {
        match self {
            Self::Nothing => (None, &[]),
            Self::One(one) => (Some(*one), &[]),
            Self::Ambiguous(several) => (None, several),
        }
    }
}

/// A selection with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection<'t> {
    pub compatible: Vec<usize>,
    /// The eliminations, in order; values that eliminate nobody are left out.
    pub steps: Vec<Step<'t>>,
    pub selected: Selected,
}

/// One elimination: some candidates list the value, those that do not drop out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<'t> {
    /// The capability and its value.
    pub bit: Bit<'t>,
    pub kept: Vec<usize>,
    pub dropped: Vec<usize>,
}

/// The outcome alone: the compatible row that is the largest binary number.
#[must_use]
pub fn choose<'t>(layout: &Layout<'t>, machine: &Row<'t>, candidates: &[Row<'t>]) -> Selected {
    let mut best: Vec<usize> = Vec::new();
    for (index, row) in candidates.iter().enumerate() {
        if !layout.compatible(machine, row) {
            continue;
        }
        match best
            .first()
            .map(|first| candidates[*first].preference().cmp(row.preference()))
        {
            Some(std::cmp::Ordering::Greater) => {}
            Some(std::cmp::Ordering::Equal) => best.push(index),
            Some(std::cmp::Ordering::Less) | None => best = vec![index],
        }
    }
    outcome(best)
}

/// The selection with every elimination, as the page walks it.
#[must_use]
pub fn select<'t>(layout: &Layout<'t>, machine: &Row<'t>, candidates: &[Row<'t>]) -> Selection<'t> {
    let compatible: Vec<usize> = (0..candidates.len())
        .filter(|index| layout.compatible(machine, &candidates[*index]))
        .collect();
    let mut left = compatible.clone();
    let mut steps = Vec::new();
    for (at, bit) in layout.bits() {
        if left.len() < 2 {
            break;
        }
        let (kept, dropped): (Vec<usize>, Vec<usize>) =
            left.iter().partition(|index| candidates[**index].has(at));
        if !kept.is_empty() && !dropped.is_empty() {
            left.clone_from(&kept);
            steps.push(Step { bit, kept, dropped });
        }
    }
    Selection {
        compatible,
        steps,
        selected: outcome(left),
    }
}

/// The order of the operator guide: compare the most preferred value of each candidate, capability
/// by capability; the first capability in which they differ decides. Gardener does not do so.
#[must_use]
pub fn documented<'t>(layout: &Layout<'t>, machine: &Row<'t>, candidates: &[Row<'t>]) -> Selected {
    documented_steps(layout, machine, candidates).selected
}

/// The selection that the operator guide describes, with every elimination.
#[must_use]
pub fn documented_steps<'t>(
    layout: &Layout<'t>,
    machine: &Row<'t>,
    candidates: &[Row<'t>],
) -> Selection<'t> {
    let compatible: Vec<usize> = (0..candidates.len())
        .filter(|index| layout.compatible(machine, &candidates[*index]))
        .collect();
    let mut left = compatible.clone();
    let mut steps = Vec::new();
    let mut decided = None;
    for (at, bit) in layout.bits() {
        // The first value of a capability that somebody lists is the best of all; the rest of the
        // capability does not count.
        if left.len() < 2 || decided == Some(bit.capability) {
            continue;
        }
        let (kept, dropped): (Vec<usize>, Vec<usize>) =
            left.iter().partition(|index| candidates[**index].has(at));
        if kept.is_empty() {
            continue;
        }
        decided = Some(bit.capability);
        if !dropped.is_empty() {
            left.clone_from(&kept);
            steps.push(Step { bit, kept, dropped });
        }
    }
    Selection {
        compatible,
        steps,
        selected: outcome(left),
    }
}

fn outcome(left: Vec<usize>) -> Selected {
    match left[..] {
        [] => Selected::Nothing,
        [one] => Selected::One(one),
        _ => Selected::Ambiguous(left),
    }
}
