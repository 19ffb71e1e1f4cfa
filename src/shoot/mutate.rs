//! The values that the mutator fills in from the profile
//! (`docs/gardener/shoot.md#defaulting-by-the-mutator`).

use crate::capability::Demand;
use crate::finding::ErrorType::Invalid;
use crate::matching::{Default, DefaultFault, Prefix, Wanted, default_image};
use crate::model::cursor::Spanned;
use crate::model::lifecycle::Classification;
use crate::model::path::Path;
use crate::model::shoot::{Shoot, Worker, WorkerImage};
use crate::model::version::Version;
use crate::shoot::fault::{Fault, Faults, Reason};
use crate::shoot::offer::Offer;
use crate::shoot::request::Stored;

/// The architecture of a pool whose machine type has none that can be determined.
const DEFAULT_ARCHITECTURE: &str = "amd64";

/// Fills in versions, architectures and images. Any fault refuses the Shoot; what could be filled
/// in is. Gives back the faults that the server has not come to.
pub(super) fn mutate<'a>(
    shoot: &mut Shoot<'a>,
    old: Option<&Stored<'a>>,
    offer: &Offer<'a>,
    faults: &mut Faults<'a>,
) -> Vec<Fault<'a>> {
    let later = kubernetes(shoot, offer, faults);
    for worker in &mut shoot.workers.value {
        if worker.architecture.is_none() {
            let machine = offer
                .machine(*worker.machine_type)
                .map(|at| offer.machine_at(at));
            worker.architecture.value = Some(
                machine
                    .and_then(|machine| machine.architecture)
                    .unwrap_or(DEFAULT_ARCHITECTURE),
            );
        }
    }
    let spec = Path::new("spec");
    let provider = spec.field("provider");
    let list = provider.field("workers");
    let provider_type = *shoot.provider.provider_type;
    for (index, worker) in shoot.workers.value.iter_mut().enumerate() {
        faults.worker = Some(index);
        let demand = Demand::of(worker, provider_type);
        image(worker, demand, old, offer, &list.index(index), faults);
    }
    faults.worker = None;
    later
}

/// The server reports only the first version of a pool that it cannot complete, beside that of the
/// control plane.
fn kubernetes<'a>(
    shoot: &mut Shoot<'a>,
    offer: &Offer<'a>,
    faults: &mut Faults<'a>,
) -> Vec<Fault<'a>> {
    let spec = Path::new("spec");
    let path = spec.field("kubernetes");
    complete_in_place(
        &mut shoot.kubernetes_version,
        offer,
        &path.field("version"),
        faults,
    );
    let provider = spec.field("provider");
    let list = provider.field("workers");
    let mut of_pools = Faults::default();
    for (index, worker) in shoot.workers.value.iter_mut().enumerate() {
        let Some(kubernetes) = worker.kubernetes.as_mut() else {
            continue;
        };
        let Some(mut version) = kubernetes
            .version
            .value
            .map(|version| Spanned::new(version, kubernetes.version.span))
        else {
            continue;
        };
        of_pools.worker = Some(index);
        let path = list.index(index);
        let path = path.field("kubernetes");
        complete_in_place(&mut version, offer, &path.field("version"), &mut of_pools);
        kubernetes.version.value = Some(*version);
    }
    let mut of_pools = of_pools.list.into_iter();
    faults.list.extend(of_pools.next());
    of_pools.collect()
}

fn complete_in_place<'a>(
    version: &mut Spanned<&'a str>,
    offer: &Offer<'a>,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    match complete(**version, offer) {
        Ok(complete) => version.value = complete,
        Err(reason) => faults.add(Invalid, path, *version, reason),
    }
}

/// The version itself, or the highest supported one that begins so.
fn complete<'a>(written: &'a str, offer: &Offer<'a>) -> Result<&'a str, Reason<'a>> {
    if written.split('.').count() == 3 {
        return Ok(written);
    }
    let prefix = Prefix::parse(written).ok_or(Reason::NoKubernetesVersion { malformed: true })?;
    let mut best: Option<(Version<'_>, &str)> = None;
    for version in offer.active_kubernetes() {
        if let Some(number) = Version::parse(*version.version)
            && version.classification_at(offer.now) == Classification::Supported
            && prefix.matches(&number)
            && best.as_ref().is_none_or(|(highest, _)| number > *highest)
        {
            best = Some((number, *version.version));
        }
    }
    best.map(|(_, version)| version)
        .ok_or(Reason::NoKubernetesVersion { malformed: false })
}

fn image<'a>(
    worker: &mut Worker<'a>,
    demand: Demand,
    old: Option<&Stored<'a>>,
    offer: &Offer<'a>,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    let at = worker.image.map_or(worker.at, |image| image.at);
    let old = old.and_then(|old| old.worker(*worker.name));
    let stored = old.and_then(|worker| worker.image);
    let Some(wanted) = worker.image else {
        match stored {
            Some(stored) => {
                worker.image = Some(moved_to(stored, at));
                worker.image_config = old.and_then(|worker| worker.image_config.clone());
            }
            None => choose(worker, demand, offer, path, faults),
        }
        return;
    };
    if let Some(stored) = stored.filter(|stored| *stored.name == *wanted.name) {
        let version = wanted.version.filter(|version| !version.is_empty());
        if version.is_none_or(|version| Some(version) == *stored.version) {
            worker.image = Some(WorkerImage {
                version: Spanned::new(*stored.version, wanted.version.span),
                ..wanted
            });
            return;
        }
    }
    choose(worker, demand, offer, path, faults);
}

/// Moves the spans of a stored value to the pool, since the new object has no bytes for it.
fn moved_to(stored: WorkerImage<'_>, at: crate::source::Span) -> WorkerImage<'_> {
    WorkerImage {
        at,
        name: Spanned::new(*stored.name, at),
        version: Spanned::new(*stored.version, at),
    }
}

fn choose<'a>(
    worker: &mut Worker<'a>,
    demand: Demand,
    offer: &Offer<'a>,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    let written = worker.image;
    let wanted = Wanted {
        image: written.map(|image| *image.name),
        version: written.and_then(|image| *image.version),
        architecture: worker.architecture.unwrap_or_default(),
        in_place: worker.is_in_place(),
        demand: Some(demand),
    };
    let machine = offer
        .machine(*worker.machine_type)
        .map(|at| offer.machine_at(at));
    match default_image(offer.matcher, machine, wanted, offer.now) {
        Ok(Default::Chosen { version, .. }) => {
            let at = worker.at;
            let place = |value: &str, span| if value.is_empty() { at } else { span };
            let (name_at, version_at) = written.map_or((at, at), |image| {
                (
                    place(*image.name, image.name.span),
                    place(image.version.unwrap_or_default(), image.version.span),
                )
            });
            worker.image = Some(WorkerImage {
                at: written.map_or(at, |image| image.at),
                name: Spanned::new(*version.image.name, name_at),
                version: Spanned::new(Some(*version.version.version()), version_at),
            });
        }
        Ok(Default::Kept) => {}
        Err(fault) => {
            let version = written
                .map(|image| image.version)
                .filter(|version| version.is_some_and(|version| !version.is_empty()));
            let name = written
                .map(|image| image.name)
                .filter(|name| !name.is_empty());
            let (value, span) = match (version, name) {
                (Some(version), _) if !matches!(fault, DefaultFault::NoSuchImage) => {
                    (version.unwrap_or_default(), version.span)
                }
                (_, Some(name)) => (*name, name.span),
                _ => ("", worker.at),
            };
            faults.add(
                Invalid,
                path,
                Spanned::new(value, span),
                Reason::NoImage(fault),
            );
        }
    }
}
