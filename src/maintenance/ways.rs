//! Where maintenance moves who runs a version once that is expired, by the profile alone.

use std::collections::BTreeMap;

use crate::maintenance::Maintenance;
use crate::maintenance::stuck::{Kubelets, expiry};
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
    /// The Kubernetes versions of these pools; empty: it does not matter.
    pub kubernetes: Vec<&'t str>,
}

/// A target, and the Kubernetes versions of those who move there.
type To<'t> = (Option<usize>, Vec<&'t str>);

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
            kubernetes: Vec::new(),
        })
    }

    /// The moves of pools that run the versions of an image and are not updated in place, by
    /// version in the order of the image.
    #[must_use]
    pub fn ways_of_image(&self, image: usize, now: Time, until: Time) -> Vec<Vec<Way<'t>>> {
        // Both look at all versions, so they are asked for once, and only where something expires.
        let mut pools = None;
        let ways = |version: usize| {
            let listed = self.matcher.versions()[version].version;
            let Some(expires) = expiry(&listed.expirable, now, until) else {
                return Vec::new();
            };
            let (kubelets, kinds) =
                pools.get_or_insert_with(|| (self.kubelets(image), self.machine_kinds(image)));
            self.ways(version, expires, kubelets, kinds)
        };
        self.matcher.range_of(image).map(ways).collect()
    }

    /// The moves of pools of these kinds that run a version. `expires`: when it does.
    fn ways(
        &self,
        version: usize,
        (date, at): (Option<Time>, Time),
        kubelets: &[Kubelets<'t>],
        kinds: &[Vec<usize>],
    ) -> Vec<Way<'t>> {
        let mut found: BTreeMap<To<'t>, (&str, Vec<usize>)> = BTreeMap::new();
        for kind in kinds {
            let mut targets: BTreeMap<Option<usize>, (&str, Vec<&Kubelets<'_>>)> = BTreeMap::new();
            let mut asked = 0;
            for kubelets in kubelets {
                let Some(outcome) = self.ask(version, kind[0], kubelets.one, false, at) else {
                    continue;
                };
                asked += 1;
                if let Some(to) = outcome.moves() {
                    let (_, of) = targets.entry(to.index).or_insert((to.to, Vec::new()));
                    of.push(kubelets);
                }
            }
            for (index, (to, of)) in targets {
                // Where all pools move there that can exist, the Kubernetes version does not matter.
                let all = of.len() == asked;
                let kubernetes = of.iter().filter(|_| !all);
                let kubernetes = kubernetes.flat_map(|kubelets| kubelets.all.iter().copied());
                let (_, machines) = found
                    .entry((index, kubernetes.collect()))
                    .or_insert((to, Vec::new()));
                machines.extend(kind);
            }
        }
        found
            .into_iter()
            .map(|((_, kubernetes), (to, mut machines))| {
                machines.sort_unstable();
                Way {
                    date,
                    to,
                    machines,
                    kubernetes,
                }
            })
            .collect()
    }
}
