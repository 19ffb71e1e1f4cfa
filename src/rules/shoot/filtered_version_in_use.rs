use crate::maintenance::{Absence, Cause};
use crate::rules::shoot::maintained::moving;
use crate::rules::{Reporter, ShootView, words};

rule!(
    "shoot/filtered-version-in-use",
    Time,
    Warning,
    Shoot(check),
    "An image version in use that no longer fits its pool, so that maintenance forces it \
        away."
);

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for moving in moving(view) {
        let (Some(to), Some(Cause::Missing(Absence::Filtered(filter)))) =
            (moving.outcome.moves(), moving.outcome.cause())
        else {
            continue;
        };
        let although = if moving.is_automatic() {
            ""
        } else {
            ", although automatic updates are off"
        };
        let message = format!(
            "the next maintenance window moves {} from {} to {} by force{although}: it {}, so it \
             counts as missing",
            moving.who(),
            moving.version(),
            words::quoted(to.to),
            moving.filtered(filter)
        );
        let mut report = moving.report(message).help(
            "correct the profile if this is a mistake; otherwise plan the update before \
             maintenance does it",
        );
        if let Some(listed) = moving.listed(moving.index) {
            report = moving.in_profile(report, listed.version.span, "the version in use");
        }
        if let Some(listed) = moving.listed(to.index) {
            report = moving.in_profile(report, listed.version.span, "moves here");
        }
        reporter.report(report);
    }
}
