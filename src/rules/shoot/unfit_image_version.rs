use crate::model::lifecycle::Classification;
use crate::rules::shoot::{images, versions};
use crate::rules::{Report, ShootView, words};
use crate::shoot::{Fault, ImageCause};

rule!(
    "shoot/unfit-image-version",
    Admission,
    Error,
    Fault,
    "An image version that a pool cannot use."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    at: usize,
    causes: &[ImageCause<'_>],
) -> Option<Report> {
    let offer = view.offer()?;
    let version = offer.version_at(at);
    let expirable = &version.version.expirable;
    let pool = view.pool(fault);
    let mut clauses = Vec::new();
    let mut places = Vec::new();
    for cause in causes {
        match cause {
            ImageCause::Inactive(state) => {
                // One that is not available yet is refused as an expired one is.
                let like = if *state == Classification::Expired {
                    ""
                } else {
                    ", which counts as expired"
                };
                clauses.push(format!(
                    "it {}{like}",
                    versions::state(state, Some(expirable), view.settings.now)
                ));
                places.push((expirable.because(), "ends it"));
            }
            ImageCause::Architecture { pool } => {
                let has = words::all(version.architectures.iter().copied());
                let has = if has.is_empty() {
                    "none".to_owned()
                } else {
                    has
                };
                clauses.push(format!(
                    "it does not support the architecture {} of the pool, only {has}",
                    words::quoted(pool)
                ));
                places.push((version.version.architectures.span, "its architectures"));
            }
            ImageCause::InPlace => {
                clauses.push(
                    "it does not support in-place updates, which the pool asks for".to_owned(),
                );
                places.push((expirable.at, "without `inPlaceUpdates.supported: true`"));
            }
            ImageCause::MinVersion { current, least } => {
                let current = current.map_or_else(|| "no version".to_owned(), words::quoted);
                clauses.push(match least {
                    Some(least) => {
                        format!(
                            "an in-place update to it needs version {} or later, and the pool \
                            has {current}",
                            words::quoted(least)
                        )
                    }
                    None => "no pool can be updated to it in place: it has no \
                        `minVersionForUpdate`"
                        .to_owned(),
                });
                places.push((
                    version
                        .version
                        .in_place_updates
                        .as_ref()
                        .map_or(expirable.at, |updates| updates.at),
                    "its in-place updates",
                ));
            }
        }
    }
    let written = fault.worker.and_then(|at| view.written.workers.get(at));
    let chosen = written
        .zip(view.worker(fault))
        .is_some_and(|(written, worker)| images::is_chosen(written, worker));
    // The stored Shoot may already have the filled-in value.
    let taken = match (chosen, view.old) {
        (true, None) => ", which is the default",
        (true, Some(_)) => ", which is filled in",
        (false, _) => "",
    };
    let message = format!(
        "{pool} cannot use version {} of image {}{taken}: {}",
        words::quoted(fault.value),
        words::quoted(*version.image.name),
        clauses.join("; ")
    );
    let fit: Vec<String> = images::that_fit(view, fault, version.image_index)
        .take(6)
        .collect();
    let mut help = if fit.is_empty() {
        "no version of the image fits now: choose another image".to_owned()
    } else {
        format!(
            "these versions fit: {}",
            words::some(fit.iter().map(String::as_str), 5)
        )
    };
    if view.old.is_none()
        && causes
            .iter()
            .any(|cause| matches!(cause, ImageCause::Inactive(_)))
    {
        help.push_str(
            "; a pool that has the version already keeps it: pass the stored object with `--old`",
        );
    }
    let mut report = ShootView::report(fault, message).help(help);
    for (at, text) in places {
        report = view.in_profile(report, at, text);
    }
    Some(report)
}
