//! The part of a Shoot that maintenance looks at.

use crate::capability::Demand;
use crate::maintenance::{AutoUpdate, Cluster, DEFAULT_CRI, Pool, PoolImage};
use crate::model::shoot::{Shoot, Worker};

/// The architecture of a pool without one, whose machine type has none either.
const DEFAULT_ARCHITECTURE: &str = "amd64";

impl<'t> Cluster<'t> {
    /// A Shoot in the form that the server stores. What is still unset counts as its fixed default
    /// (`docs/gardener/shoot.md#defaulting-by-the-server`); a pool without image or version has
    /// nothing that could move.
    #[must_use]
    pub fn new(shoot: &Shoot<'t>) -> Self {
        let auto_update = match shoot.auto_update {
            None => AutoUpdate {
                kubernetes: true,
                images: true,
            },
            Some(written) => AutoUpdate {
                kubernetes: written.kubernetes_version.unwrap_or(false),
                images: written.machine_image_version.unwrap_or(true),
            },
        };
        Self {
            kubernetes: *shoot.kubernetes_version,
            auto_update,
            pools: shoot
                .workers
                .iter()
                .map(|worker| pool(worker, *shoot.provider.provider_type))
                .collect(),
        }
    }
}

fn pool<'t>(worker: &Worker<'t>, provider_type: &str) -> Pool<'t> {
    let image = worker.image.as_ref();
    let image = image.and_then(|image| {
        Some(PoolImage {
            name: *image.name,
            version: image.version.filter(|text| !text.is_empty())?,
        })
    });
    let runtimes = worker
        .cri
        .iter()
        .flat_map(|cri| cri.container_runtimes.iter());
    Pool {
        name: *worker.name,
        machine_type: *worker.machine_type,
        architecture: worker.architecture.unwrap_or(DEFAULT_ARCHITECTURE),
        image,
        cri: worker.cri.as_ref().map_or(DEFAULT_CRI, |cri| *cri.name),
        container_runtimes: runtimes.map(|runtime| *runtime.runtime_type).collect(),
        in_place: worker.is_in_place(),
        kubernetes: worker
            .kubernetes
            .as_ref()
            .and_then(|kubernetes| *kubernetes.version),
        demand: Demand::of(worker, provider_type),
    }
}
