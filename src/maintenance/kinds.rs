//! The plans of one moment for many Shoots of one profile. Of 20,000 Shoots few differ in more than
//! their names, and what does not differ is worked out once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::maintenance::{Cluster, Maintenance, Plan};
use crate::model::time::Time;

/// The plans for the Shoots of a profile as if the next window were now, each worked out when a
/// thread first asks.
#[derive(Debug)]
pub struct Plans<'t> {
    maintenance: Maintenance<'t, 't, 't>,
    now: Time,
    known: Mutex<BTreeMap<Cluster<'t>, Arc<Plan<'t>>>>,
}

impl<'t> Plans<'t> {
    #[must_use]
    pub fn new(maintenance: Maintenance<'t, 't, 't>, now: Time) -> Self {
        Self {
            maintenance,
            now,
            known: Mutex::default(),
        }
    }

    /// The profile that all of them follow from.
    #[must_use]
    pub fn maintenance(&self) -> &Maintenance<'t, 't, 't> {
        &self.maintenance
    }

    /// The plan for a Shoot.
    pub fn of(&self, cluster: &Cluster<'t>) -> Arc<Plan<'t>> {
        // No plan depends on the names of pools.
        let mut kind = cluster.clone();
        for pool in &mut kind.pools {
            pool.name = "";
        }
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(plan) = known().get(&kind) {
            return Arc::clone(plan);
        }
        // Two threads may both work it out; none waits for another.
        let plan = Arc::new(self.maintenance.plan(cluster, self.now));
        known().insert(kind, Arc::clone(&plan));
        plan
    }
}
