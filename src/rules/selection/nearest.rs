//! The pair that comes nearest to fitting: it explains best why nothing fits.

use crate::matching::{Clash, Machine, Version};

use super::kinds::Kinds;

/// A machine type and a flavor that do not fit.
pub(super) struct Nearest<'a> {
    pub(super) machine: &'a Machine<'a, 'a>,
    pub(super) version: &'a Version<'a, 'a>,
    /// The flavor, by position.
    pub(super) flavor: usize,
    pub(super) clashes: Vec<Clash<'a>>,
}

/// A clash as the message shows it: equal ones are one cause.
pub(super) type Cause<'a> = Vec<(&'a str, Vec<&'a str>, Vec<&'a str>)>;

impl<'a> Nearest<'a> {
    /// The pair with the fewest clashes; the first of several.
    pub(super) fn of(
        kinds: &Kinds<'a>,
        machines: impl Iterator<Item = &'a Machine<'a, 'a>>,
        flavors: &(impl Iterator<Item = (&'a Version<'a, 'a>, usize)> + Clone),
    ) -> Option<Self> {
        let layout = kinds.matcher.layout();
        let mut best: Option<(usize, &Machine<'_, '_>, &Version<'_, '_>, usize)> = None;
        for machine in machines {
            for (version, flavor) in flavors.clone() {
                let Some(row) = version.flavors.get(flavor) else {
                    continue;
                };
                let clashes = layout.clashes(&[&machine.row, row]).len();
                if best.is_none_or(|best| clashes < best.0) {
                    best = Some((clashes, machine, version, flavor));
                }
            }
        }
        let (_, machine, version, flavor) = best?;
        let clashes = kinds
            .matcher
            .reasons(machine, version)
            .flavors
            .into_iter()
            .nth(flavor)?;
        Some(Self {
            machine,
            version,
            flavor,
            clashes,
        })
    }

    /// The key by which findings differ.
    pub(super) fn cause(&self) -> Cause<'a> {
        self.clashes
            .iter()
            .map(|clash| {
                (
                    clash.capability,
                    clash.machine.values.clone(),
                    clash.flavor.values.clone(),
                )
            })
            .collect()
    }
}

/// All flavors of some versions.
pub(super) fn flavors<'k, 'a: 'k>(
    versions: impl Iterator<Item = &'a Version<'a, 'a>> + Clone + 'k,
) -> impl Iterator<Item = (&'a Version<'a, 'a>, usize)> + Clone + 'k {
    versions.flat_map(|version| (0..version.flavors.len()).map(move |flavor| (version, flavor)))
}
