use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/lowered-image-version",
    Static,
    Error,
    Fault,
    "An update that lowers the image version of a pool with in-place updates."
);

pub(in crate::rules) fn lowered(view: &ShootView<'_>, fault: &Fault<'_>, old: &str) -> Report {
    let (pool, old, new) = (
        view.pool(fault),
        words::quoted(old),
        words::quoted(fault.value),
    );
    ShootView::report(
        fault,
        format!(
            "{pool} has in-place updates, so it cannot go down from image version {old} to \
            {new}"
        ),
    )
    .help("keep the version, or add a pool with another name")
}

pub(in crate::rules) fn unreadable(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    old: Option<&str>,
) -> Report {
    let old = old.map_or_else(|| "none".to_owned(), words::quoted);
    let (pool, new) = (view.pool(fault), words::quoted(fault.value));
    ShootView::report(
        fault,
        format!(
            "{pool} has in-place updates, but its image versions are not comparable: {old} \
             before, {new} now"
        ),
    )
    .help("write full versions of the profile")
}
