//! The regions that offer machine types at all: where every zone calls them unavailable, no
//! artifact is missing.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::ProvidedView;

/// The places that offer machine types.
pub(super) struct Offered<'a> {
    /// Classes whose machine types no zone of a region has, by region.
    nowhere: BTreeMap<&'a str, BTreeSet<usize>>,
}

impl<'a> Offered<'a> {
    /// Reads the zones of a profile.
    pub(super) fn new(view: &ProvidedView<'a>) -> Self {
        let mut nowhere = BTreeMap::new();
        for region in view
            .whole
            .regions
            .iter()
            .filter(|region| !region.zones.is_empty())
        {
            let lists = || {
                region
                    .zones
                    .iter()
                    .map(|zone| &zone.unavailable_machine_types)
            };
            if lists().any(|list| list.is_empty()) {
                continue;
            }
            let sets: Vec<BTreeSet<&str>> = lists()
                .map(|list| list.iter().map(|name| name.value).collect())
                .collect();
            let offered = |name: &str| sets.iter().any(|set| !set.contains(name));
            let machines = view.matcher.machines();
            let mut classes: BTreeSet<usize> =
                machines.iter().map(|machine| machine.class).collect();
            for machine in machines
                .iter()
                .filter(|machine| offered(*machine.machine_type.name))
            {
                classes.remove(&machine.class);
            }
            nowhere.insert(*region.name, classes);
        }
        Self { nowhere }
    }

    /// Whether some machine type of a class is available in some zone of a region.
    pub(super) fn in_region(&self, class: usize, region: &str) -> bool {
        self.nowhere
            .get(region)
            .is_none_or(|classes| !classes.contains(&class))
    }
}
