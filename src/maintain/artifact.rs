//! The artifacts that the pools of a Shoot get.

use crate::capability::Demand;
use crate::model::shoot::{Shoot, Worker};
use crate::provider::lookup::Missing;
use crate::resolution::prepared::Prepared;
use crate::words::artifacts;

/// Names the provider's artifact that a pool gets of an image version, or says why it gets none; by
/// position of the pool, and in `Matcher::versions`.
pub type Artifact<'v> = Box<dyn Fn(usize, usize) -> Result<String, Missing> + 'v>;

/// Names the artifacts that the pools of a Shoot get, as the server stores it.
#[must_use]
pub fn artifact<'v>(profile: &'v Prepared<'v>, stored: &Shoot<'v>) -> Option<Artifact<'v>> {
    let catalog = profile.catalog.as_ref()?;
    let region = *stored.region;
    let provider_type = *stored.provider.provider_type;
    let pool = |worker: &Worker<'v>| {
        (
            *worker.machine_type,
            worker.architecture.unwrap_or_default(),
            Demand::of(worker, provider_type),
        )
    };
    let pools: Vec<(&str, &str, Demand)> = stored.workers.iter().map(pool).collect();
    Some(Box::new(move |pool, version| {
        let (machine_type, architecture, demand) = pools.get(pool).copied().unwrap_or_default();
        let version = profile.offer.version_at(version);
        let version = (*version.image.name, *version.version.version());
        let found = catalog.find_for(version, region, machine_type, architecture, demand);
        found.map(|artifact| artifacts::name(&artifact))
    }))
}
