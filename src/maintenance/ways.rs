//! Where maintenance moves who runs a version once that is expired, by the profile alone.

use std::collections::BTreeMap;

use crate::maintenance::Maintenance;
use crate::maintenance::stuck::Kubelets;
use crate::maintenance::sweep::{End, Line};
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

/// The position of a version that pools move to; none for those that do not move.
type Target = Option<usize>;

/// By target and the Kubernetes versions of those who move there: its text, and the machine types.
type Found<'t> = BTreeMap<(usize, Vec<&'t str>), (&'t str, Vec<usize>)>;

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
            let targets: Vec<Vec<Option<Target>>> = kubelets
                .iter()
                .map(|of| self.targets(image, &line, kind[0], of.one))
                .collect();
            for (number, found) in found.iter_mut().enumerate() {
                self.move_there(found, &kind, kubelets.iter().zip(&targets), number);
            }
        }
        for (expiring, found) in line.expiring.iter().zip(found) {
            ways[expiring.entry] = in_order(found, expiring.date);
        }
        ways
    }

    /// For each version of an image that expires, where pools of a machine type move; none where
    /// there can be no such pool.
    fn targets(
        &self,
        image: usize,
        line: &Line<'t>,
        machine: usize,
        kubelet: Option<&'t str>,
    ) -> Vec<Option<Target>> {
        let ends = self.image_ends(image, (line, &line.expiring), machine, kubelet, false);
        let target = |end| match end {
            End::Moves(to) => Some(to),
            End::Forced | End::Stays | End::Fails(_) => None,
        };
        ends.into_iter().map(|end| end.map(target)).collect()
    }

    /// Adds the moves of pools of one kind of machine types. `number`: the position of the version
    /// among those that expire.
    fn move_there<'k>(
        &self,
        found: &mut Found<'t>,
        kind: &[usize],
        targets: impl Iterator<Item = (&'k Kubelets<'t>, &'k Vec<Option<Target>>)>,
        number: usize,
    ) where
        't: 'k,
    {
        let mut of_kind: BTreeMap<usize, Vec<&Kubelets<'_>>> = BTreeMap::new();
        let mut asked = 0;
        for (kubelets, targets) in targets {
            let Some(target) = targets[number] else {
                continue;
            };
            asked += 1;
            if let Some(to) = target {
                of_kind.entry(to).or_default().push(kubelets);
            }
        }
        for (to, of) in of_kind {
            // Where all pools move there that can exist, the Kubernetes version does not matter.
            let all = of.len() == asked;
            let kubernetes = of.iter().filter(|_| !all);
            let kubernetes = kubernetes.flat_map(|kubelets| kubelets.all.iter().copied());
            let (_, machines) = found
                .entry((to, kubernetes.collect()))
                .or_insert_with(|| (self.text(to), Vec::new()));
            machines.extend(kind);
        }
    }
}

fn in_order(found: Found<'_>, date: Option<Time>) -> Vec<Way<'_>> {
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
