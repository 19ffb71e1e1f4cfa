//! Where maintenance moves who runs a version once that is expired, by the profile alone.

use std::collections::BTreeMap;

use crate::maintenance::Maintenance;
use crate::maintenance::stuck::expiry;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::time::Time;

/// A move that the end of a version brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way<'t> {
    /// When the version expires; none if it is expired at the start.
    pub date: Option<Time>,
    pub to: &'t str,
    /// The machine types of the pools that move there, by position; none for Kubernetes.
    pub machines: Vec<usize>,
}

impl<'t> Maintenance<'_, '_, 't> {
    /// The move of who runs a Kubernetes version that expires in a range of time.
    #[must_use]
    pub fn way_of_kubernetes(
        &self,
        version: &ExpirableVersion<'t>,
        now: Time,
        until: Time,
    ) -> Option<Way<'t>> {
        let (date, at) = expiry(version, now, until)?;
        let outcome = self.kubernetes(*version.version, true, at).outcome;
        Some(Way {
            date,
            to: outcome.moves()?.to,
            machines: Vec::new(),
        })
    }

    /// The moves of pools that run a version of an image, by its position in `Matcher::versions`,
    /// and are not updated in place.
    #[must_use]
    pub fn ways_of_image(
        &self,
        image: usize,
        version: usize,
        now: Time,
        until: Time,
    ) -> Vec<Way<'t>> {
        let listed = self.matcher.versions()[version].version;
        let Some((date, at)) = expiry(&listed.expirable, now, until) else {
            return Vec::new();
        };
        let kubelets = self.kubelets(image);
        let mut found: BTreeMap<Option<usize>, (&str, Vec<usize>)> = BTreeMap::new();
        for kind in self.machine_kinds(image) {
            let outcomes = kubelets
                .iter()
                .filter_map(|kubelets| self.ask(version, kind[0], kubelets.one, false, at));
            let mut targets = BTreeMap::new();
            for outcome in outcomes {
                if let Some(to) = outcome.moves() {
                    targets.insert(to.index, to.to);
                }
            }
            for (index, to) in targets {
                let (_, machines) = found.entry(index).or_insert((to, Vec::new()));
                machines.extend(&kind);
            }
        }
        found
            .into_values()
            .map(|(to, mut machines)| {
                machines.sort_unstable();
                Way { date, to, machines }
            })
            .collect()
    }
}
