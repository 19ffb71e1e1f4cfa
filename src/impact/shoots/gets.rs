//! What a worker pool gets from a profile: whether it fits, its flavor and its artifact.

use crate::capability::Demand;
use crate::impact::side::answer;
use crate::impact::{Side, artifacts};
use crate::model::shoot::{Shoot, Worker};
use crate::provider::lookup::Missing;

/// The properties that a profile gives to a pool.
#[derive(Default)]
pub(super) struct Gets {
    pub fits: bool,
    pub flavor: Option<String>,
    pub artifact: Option<String>,
    /// Why it gets no artifact, where that is known.
    pub missing: Option<Missing>,
}

pub(super) fn gets<'a>(side: Option<&Side<'a>>, shoot: &Shoot<'a>, worker: &Worker<'a>) -> Gets {
    let Some((side, image)) = side.zip(worker.image.as_ref()) else {
        return Gets::default();
    };
    let (name, version) = (*image.name, image.version.unwrap_or_default());
    let machine = side.machines.get(*worker.machine_type);
    let Some((machine, at)) = machine.zip(side.versions.get(&(name, version))) else {
        return Gets::default();
    };
    let architecture = worker.architecture.unwrap_or_default();
    let (compatible, flavor) = answer(side, *machine, *at);
    if !compatible
        || !side.matcher.versions()[*at]
            .architectures
            .contains(&architecture)
    {
        return Gets::default();
    }
    let demand = Demand::of(worker, *shoot.provider.provider_type);
    let found = side.catalog.as_ref().map(|catalog| {
        catalog.find_for(
            (name, version),
            *shoot.region,
            *worker.machine_type,
            architecture,
            demand,
        )
    });
    let (artifact, missing) = match found {
        None => (None, None),
        Some(Ok(artifact)) => {
            let machine_type = side.matcher.machines()[*machine].machine_type;
            (
                Some(artifacts::name(&side.gives(machine_type, &artifact))),
                None,
            )
        }
        Some(Err(missing)) => (None, Some(missing).filter(Missing::is_certain)),
    };
    Gets {
        fits: true,
        flavor,
        artifact,
        missing,
    }
}
