use crate::model::lifecycle::Classification;
use crate::model::path::Path;
use crate::rules::shoot::images;
use crate::rules::{Report, Reporter, ShootView, words};

rule!(
    "shoot/deprecated-default-image",
    Selection,
    Warning,
    Shoot(check),
    "A pool whose default image is a deprecated version."
);

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    let Some(offer) = view.offer() else { return };
    if !view.judged.mutation.is_empty() {
        return;
    }
    for (index, (worker, written)) in view
        .judged
        .shoot
        .workers
        .iter()
        .zip(view.written.workers.iter())
        .enumerate()
    {
        let Some(image) = worker.image.filter(|_| images::is_chosen(written, worker)) else {
            continue;
        };
        let begun = written
            .image
            .and_then(|image| *image.version)
            .filter(|version| !version.is_empty());
        let kept = view
            .judged
            .old
            .as_ref()
            .and_then(|old| old.worker(*worker.name))
            .and_then(|old| old.image);
        if kept.is_some_and(|old| (*old.name, *old.version) == (*image.name, *image.version)) {
            continue;
        }
        let Some(at) = offer.version(*image.name, image.version.unwrap_or_default()) else {
            continue;
        };
        if offer.matcher.current(at, offer.now) != Classification::Deprecated {
            continue;
        }
        let version = offer.version_at(at);
        let spec = Path::new("spec");
        let provider = spec.field("provider");
        let list = provider.field("workers");
        let path = list.index(index);
        let among = begun.map_or_else(String::new, |begun| format!(" of {}", words::quoted(begun)));
        let message = format!(
            "pool {} gets version {} of image {}, which is deprecated: no better version{among} \
             fits that is not in preview",
            words::quoted(*worker.name),
            words::quoted(*version.version.version()),
            words::quoted(*version.image.name)
        );
        let report = Report::new(
            image.version.span,
            path.field("machine").field("image"),
            message,
        )
        .help("name another image or version; a pool gets a preview version only by name");
        reporter.report(view.in_profile(report, version.version.version().span, "deprecated"));
    }
}
