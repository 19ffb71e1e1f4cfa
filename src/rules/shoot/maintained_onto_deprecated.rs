use crate::maintenance::How;
use crate::model::lifecycle::{Classification, Current};
use crate::rules::shoot::maintained::moving;
use crate::rules::{Reporter, ShootView, words};

rule!(
    "shoot/maintained-onto-deprecated",
    Time,
    Warning,
    Shoot(check),
    "A Shoot that the next maintenance window moves to a deprecated version."
);

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for moving in moving(view) {
        let Some((to, cause)) = moving.outcome.moves().zip(moving.outcome.cause()) else {
            continue;
        };
        let is_deprecated =
            |state: Current<'_>| state == Current::Known(Classification::Deprecated);
        if !to.state.is_some_and(is_deprecated) {
            continue;
        }
        // Nothing gets worse for what is deprecated already.
        if moving
            .listed(moving.index)
            .is_some_and(|listed| is_deprecated(listed.classification_at(view.settings.now)))
        {
            continue;
        }
        let listed = moving.listed(to.index);
        let now = view.settings.now;
        let end = listed.and_then(|listed| words::maintenance::end(listed, now));
        let until = end.map_or_else(String::new, |date| {
            format!(" and expires after {}", words::day(date))
        });
        let how = if cause.forces() { " by force" } else { "" };
        let message = format!(
            "the next maintenance window moves {} from {} to {}{how}, which is deprecated{until}: \
             {}{}",
            moving.who(),
            moving.version(),
            words::quoted(to.to),
            moving.because(cause),
            if to.how == How::Capped {
                ", and no pool goes above its control plane"
            } else {
                ""
            }
        );
        let mut report = moving
            .report(message)
            .help("choose a version that is not deprecated, or add one to the profile");
        if let Some(listed) = listed {
            report = moving.in_profile(report, listed.version.span, "moves here");
        }
        reporter.report(report);
    }
}
