//! The image versions that a pool could have instead, for the rules that refuse its own.

use crate::capability::Demand;
use crate::matching::Verdict;
use crate::model::shoot::Worker;
use crate::model::version::Version;
use crate::rules::ShootView;
use crate::shoot::Fault;

/// Whether the server filled in the version of a pool's image.
pub(super) fn is_chosen(written: &Worker<'_>, worker: &Worker<'_>) -> bool {
    match (written.image, worker.image) {
        (None, Some(_)) => true,
        (Some(before), Some(now)) => (*before.name, *before.version) != (*now.name, *now.version),
        _ => false,
    }
}

/// The versions of an image that the pool of a fault could have now, the newest first.
pub(super) fn that_fit<'a>(
    view: &ShootView<'a>,
    fault: &Fault<'_>,
    image: usize,
) -> impl Iterator<Item = String> + use<'a> {
    let mut fit: Vec<(Option<Version<'a>>, &'a str)> = Vec::new();
    if let (Some(offer), Some(worker)) = (view.offer(), view.worker(fault)) {
        let machine = offer
            .machine(*worker.machine_type)
            .map(|at| offer.machine_at(at));
        let demand = Demand::of(worker, *view.judged.shoot.provider.provider_type);
        let kubelet = worker
            .kubernetes_version()
            .unwrap_or(view.judged.shoot.kubernetes_version);
        let kubelet = Version::parse(kubelet.value);
        for at in offer.matcher.range_of(image) {
            let version = offer.version_at(at);
            let architecture = worker
                .architecture
                .is_some_and(|name| version.architectures.contains(&name));
            let fits = machine.is_none_or(|machine| {
                offer.matcher.verdict_for(machine, version, demand) == Verdict::Fits
            });
            let updates = version.version.in_place_updates.as_ref();
            let in_place = !worker.is_in_place()
                || updates.is_some_and(|updates| *updates.supported == Some(true));
            let constraint = offer.constraint(at).flatten();
            let kubelet = constraint.is_none_or(|constraint| {
                kubelet
                    .as_ref()
                    .is_none_or(|kubelet| constraint.check(kubelet))
            });
            if architecture
                && fits
                && in_place
                && kubelet
                && offer.matcher.current(at, offer.now).is_active()
            {
                let name = *version.version.version();
                fit.push((Version::parse(name), name));
            }
        }
    }
    fit.sort_by(|a, b| b.0.cmp(&a.0));
    fit.into_iter().map(|(_, name)| name.to_owned())
}
