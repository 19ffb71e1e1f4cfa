//! What becomes of each flavor of a version: the machine types that get it, and those that it fits
//! and that get another one.

use super::{Matcher, Verdict, Version};
use crate::capability::{Bit, Row, Selected};

/// A flavor of a version, and the machine types that it fits.
#[derive(Clone, Debug, Default)]
pub struct FlavorUse<'t> {
    /// The machine types that get it, by position.
    pub wins: Vec<usize>,
    /// The machine types that it fits and that get another flavor, by that one.
    pub loses: Vec<Lost<'t>>,
    /// The machine types that it fits and for which selection cannot choose, by the flavors between
    /// which it cannot: this one and others, or others that are preferred to it.
    pub ties: Vec<(Vec<usize>, Vec<usize>)>,
}

/// The machine types that get another flavor.
#[derive(Clone, Debug)]
pub struct Lost<'t> {
    /// The flavor that they get, by position.
    pub winner: usize,
    /// The preferred value that it lists and the other one does not.
    pub deciding: Option<Bit<'t>>,
    /// These machine types, by position.
    pub machines: Vec<usize>,
}

impl<'a, 't> Matcher<'a, 't> {
    /// What becomes of a flavor, by position. Machine types that no Shoot can have do not count.
    #[must_use]
    pub fn flavor_use(&self, version: &Version<'a, 't>, flavor: usize) -> FlavorUse<'t> {
        let mut found = FlavorUse::default();
        let Some(own) = version.flavors.get(flavor) else {
            return found;
        };
        for (at, machine) in self.machines().iter().enumerate() {
            let is_usable = *machine.machine_type.usable != Some(false);
            let fits = || self.layout().compatible(&machine.row, own);
            if !is_usable || self.verdict(machine, version) != Verdict::Fits || !fits() {
                continue;
            }
            match &self.answer(machine, version).selected {
                Selected::Nothing => {}
                Selected::One(winner) if *winner == flavor => found.wins.push(at),
                Selected::One(winner) => {
                    match found.loses.iter_mut().find(|of| of.winner == *winner) {
                        Some(known) => known.machines.push(at),
                        None => found.loses.push(Lost {
                            winner: *winner,
                            deciding: version
                                .flavors
                                .get(*winner)
                                .and_then(|winner| self.layout().deciding(winner, own)),
                            machines: vec![at],
                        }),
                    }
                }
                Selected::Ambiguous(tied) => {
                    match found.ties.iter_mut().find(|(of, _)| of == tied) {
                        Some((_, machines)) => machines.push(at),
                        None => found.ties.push((tied.clone(), vec![at])),
                    }
                }
            }
        }
        found
    }

    /// The flavor of a version with a row, by position: the one at `near` if it has it.
    #[must_use]
    pub fn flavor_with(
        &self,
        version: &Version<'a, 't>,
        row: &Row<'t>,
        near: usize,
    ) -> Option<usize> {
        let has = |at: &usize| version.flavors.get(*at) == Some(row);
        Some(near)
            .filter(has)
            .or_else(|| (0..version.flavors.len()).find(|at| has(at)))
    }
}
