//! One worker pool of a stored Shoot, judged by itself against any profile: what admission would
//! say of it as a new one, and on an update that leaves it as it is
//! (`docs/gardener/shoot.md#admission-of-updates`). Not for the Shoot as a whole.

use crate::capability::Demand;
use crate::model::shoot::{Kubelet, Worker};
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

impl<'s, 'a> PoolAlone<'s, 'a> {
    /// Those of a Shoot, in its order.
    pub fn all(stored: &'s Stored<'a>) -> impl Iterator<Item = Self> {
        // Settings of a pool count for those after it, as in admission.
        stored
            .shoot
            .workers
            .iter()
            .scan(stored.shoot.kubelet.as_ref(), move |kubelet, worker| {
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

    /// Everything of it that depends on the profile: pools with the same key get the same answers.
    #[must_use]
    pub fn key(&self) -> String {
        let (shoot, worker) = (&self.stored.shoot, self.worker);
        let image = worker.image.map(|image| (*image.name, *image.version));
        let volume = worker
            .volume
            .as_ref()
            .map(|volume| (*volume.volume_type, *volume.size));
        let zones: Vec<&str> = worker.zones.iter().map(|zone| zone.value).collect();
        let cri = worker.cri.as_ref().map(|cri| {
            let runtimes: Vec<&str> = cri
                .container_runtimes
                .iter()
                .map(|runtime| *runtime.runtime_type)
                .collect();
            (*cri.name, runtimes)
        });
        let reserved = self.kubelet.filter(|_| worker.kubernetes.is_some());
        let reserved =
            reserved.map(|kubelet| (&kubelet.reserved_cpu.value, &kubelet.reserved_memory.value));
        let demand = Demand::of(worker, *shoot.provider.provider_type);
        format!(
            "{} {} {:?} {} {:?} {image:?} {volume:?} {zones:?} {cri:?} {:?} {} {reserved:?} \
             {demand:?}",
            *shoot.region,
            *shoot.kubernetes_version,
            worker.kubernetes_version().map(|version| *version),
            *worker.machine_type,
            *worker.architecture,
            *worker.update_strategy,
            worker.kubernetes.is_some(),
        )
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
