//! One worker pool of a stored Shoot, judged by itself against any profile: what admission would
//! say of it as a new one, and on an update that leaves it as it is
//! (`docs/gardener/shoot.md#admission-of-updates`). Not for the Shoot as a whole.

use crate::capability::Demand;
use crate::model::quantity::Quantity;
use crate::model::shoot::{Kubelet, Worker, WorkerCri};
use crate::shoot::admission;
use crate::shoot::fault::{Fault, Faults};
use crate::shoot::offer::Offer;
use crate::shoot::request::Stored;

/// A worker pool, with the kubelet settings that count for it.
#[derive(Clone, Copy, Debug)]
pub struct PoolAlone<'s, 'a> {
    stored: &'s Stored<'a>,
    pub worker: &'s Worker<'a>,
    kubelet: Option<&'s Kubelet>,
}

/// Everything of a pool that depends on the profile: pools with the same key get the same answers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PoolKey<'a> {
    region: &'a str,
    /// Of the control plane, and of the pool.
    kubernetes: (&'a str, Option<&'a str>),
    machine_type: &'a str,
    architecture: Option<&'a str>,
    image: Option<(&'a str, Option<&'a str>)>,
    volume: Option<(Option<&'a str>, &'a str)>,
    zones: Vec<&'a str>,
    cri: Option<(&'a str, Vec<&'a str>)>,
    update_strategy: Option<&'a str>,
    /// The reserved CPUs and memory, where the pool has settings of its own.
    reserved: Option<[Option<Quantity>; 2]>,
    demand: Demand,
}

impl<'s, 'a> PoolAlone<'s, 'a> {
    /// Those of a Shoot, in its order.
    pub fn all(stored: &'s Stored<'a>) -> impl Iterator<Item = Self> {
        // Settings of a pool count for those after it, as in admission.
        stored
            .shoot
            .workers
            .iter()
            .scan(stored.shoot.kubelet.as_deref(), move |kubelet, worker| {
                *kubelet = worker
                    .kubernetes
                    .as_ref()
                    .and_then(|kubernetes| kubernetes.kubelet.as_ref())
                    .or(*kubelet);
                Some(Self {
                    stored,
                    worker,
                    kubelet: *kubelet,
                })
            })
    }

    #[must_use]
    pub fn key(&self) -> PoolKey<'a> {
        let (shoot, worker) = (&self.stored.shoot, self.worker);
        let volume = worker.volume.as_ref();
        let runtimes = |cri: &WorkerCri<'a>| {
            let runtimes = cri.container_runtimes.iter();
            runtimes.map(|runtime| *runtime.runtime_type).collect()
        };
        let reserved = self.kubelet.filter(|_| worker.kubernetes.is_some());
        PoolKey {
            region: *shoot.region,
            kubernetes: (
                *shoot.kubernetes_version,
                worker.kubernetes_version().map(|version| *version),
            ),
            machine_type: *worker.machine_type,
            architecture: *worker.architecture,
            image: worker.image.map(|image| (*image.name, *image.version)),
            volume: volume.map(|volume| (*volume.volume_type, *volume.size)),
            zones: worker.zones.iter().map(|zone| zone.value).collect(),
            cri: worker.cri.as_ref().map(|cri| (*cri.name, runtimes(cri))),
            update_strategy: *worker.update_strategy,
            reserved: reserved.map(|kubelet| {
                [&kubelet.reserved_cpu, &kubelet.reserved_memory].map(|of| of.value.clone())
            }),
            demand: Demand::of(worker, *shoot.provider.provider_type),
        }
    }

    /// The faults of admission for the reference. `unchanged`: an update leaves it as it is; else
    /// it counts as new.
    #[must_use]
    pub fn faults(&self, offer: &Offer<'a>, unchanged: bool) -> Vec<Fault<'a>> {
        let mut faults = Faults::default();
        admission::pool_alone(
            self.stored,
            (self.worker, self.kubelet),
            offer,
            unchanged,
            &mut faults,
        );
        faults.list
    }
}
