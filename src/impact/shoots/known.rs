//! What is known of both sides of a Shoot: nothing follows from a value that cpcap could not read.

use std::collections::BTreeSet;

use crate::impact::shoots::OfShoot;
use crate::landscape::unread::Unread;
use crate::model::path::FieldPath;
use crate::model::shoot::Shoot;

/// The parts of a Shoot that could be read on both sides.
pub(super) struct KnownParts<'a> {
    /// The Kubernetes version of the control plane.
    pub kubernetes: bool,
    /// Which pools there are.
    pub pools: bool,
    /// The pools that hold something unread, on either side.
    half: BTreeSet<&'a str>,
}

impl<'a> KnownParts<'a> {
    /// Finds them. The Shoots are those that were written.
    pub fn new(sides: [(OfShoot<'_, 'a>, &Shoot<'a>); 2]) -> Self {
        let list = FieldPath::from("spec.provider.workers");
        let kubernetes = FieldPath::from("spec.kubernetes");
        let mut known = Self {
            kubernetes: true,
            pools: true,
            half: BTreeSet::new(),
        };
        for (side, shoot) in sides {
            let unread: &Unread = &side.item.unread;
            known.kubernetes &= !unread.hides(&kubernetes);
            known.pools &= !unread.covers(&list);
            for (at, worker) in shoot.workers.iter().enumerate() {
                let pool = list.clone().index(at);
                known.pools &= !unread.covers(&pool.clone().field("name"));
                if unread.hides(&pool) {
                    known.half.insert(*worker.name);
                }
            }
        }
        known
    }

    /// Whether all that decides what a pool gets could be read.
    pub fn pool(&self, name: &str) -> bool {
        self.kubernetes && self.pools && !self.half.contains(name)
    }
}
