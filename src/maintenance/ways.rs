//! Where maintenance moves who runs a version once that is expired, by the profile alone.

use std::collections::BTreeMap;

use crate::maintenance::Maintenance;
use crate::maintenance::stuck::by_kubernetes;
use crate::maintenance::sweep::End;
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

/// The machine types of pools, by the target and by the Kubernetes versions of those who move there.
type Found<'t> = BTreeMap<(usize, Vec<&'t str>), Vec<usize>>;

impl<'t> Maintenance<'_, '_, 't> {
    /// The moves of who runs the Kubernetes versions that expire in a range of time, by position.
    #[must_use]
    pub fn ways_of_kubernetes(&self, now: Time, until: Time) -> Vec<Option<Way<'t>>> {
        let listed = &self.matcher.profile().kubernetes_versions;
        let mut ways = vec![None; listed.len()];
        for (expiring, end) in self.kubernetes_ends(&self.kubernetes_line(now, until)) {
            if let End::Moves(to) = end
                && let Some(to) = listed.get(to)
            {
                ways[expiring.entry] = Some(Way {
                    date: expiring.date,
                    to: *to.version,
                    machines: Vec::new(),
                    kubernetes: Vec::new(),
                });
            }
        }
        ways
    }

    /// The moves of pools that run the versions of an image and are not updated in place, by
    /// version in the order of the image.
    #[must_use]
    pub fn ways_of_image(&self, image: usize, now: Time, until: Time) -> Vec<Vec<Way<'t>>> {
        let range = self.matcher.range_of(image);
        let mut ways = vec![Vec::new(); range.len()];
        let line = self.image_line(image, now, until);
        if line.expiring.is_empty() {
            return ways;
        }
        let kubelets = self.kubelets(image);
        let mut found: Vec<Found<'t>> = vec![BTreeMap::new(); line.expiring.len()];
        for kind in self.machine_kinds(image) {
            let ends = self.ends_of_all(image, &line, kind[0], &kubelets, false);
            let target = |end| match end {
                End::Moves(to) => Some(to),
                End::Forced | End::Stays | End::Fails(_) => None,
            };
            for (number, found) in found.iter_mut().enumerate() {
                for way in by_kubernetes(&kubelets, &ends, number, target) {
                    found.entry(way).or_default().extend(&kind);
                }
            }
        }
        for (expiring, found) in line.expiring.iter().zip(found) {
            ways[expiring.entry] = self.in_order(found, expiring.date);
        }
        ways
    }

    fn in_order(&self, found: Found<'t>, date: Option<Time>) -> Vec<Way<'t>> {
        let way = |((to, kubernetes), mut machines): ((usize, Vec<&'t str>), Vec<usize>)| {
            machines.sort_unstable();
            Way {
                date,
                to: self.text(to),
                machines,
                kubernetes,
            }
        };
        found.into_iter().map(way).collect()
    }
}
