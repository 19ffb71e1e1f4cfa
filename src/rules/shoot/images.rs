//! The image versions that a pool could have instead, for the rules that refuse its own.

use crate::model::shoot::Worker;
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
    let found = view.offer().zip(view.worker(fault));
    let fit = found.map_or_else(Vec::new, |(offer, worker)| {
        offer.fitting(&view.judged.shoot, worker, image)
    });
    fit.into_iter().map(str::to_owned)
}
