use crate::rules::{Report, ShootView};
use crate::shoot::Fault;

rule!(
    "shoot/disabled-in-place-updates",
    Static,
    Error,
    Fault,
    "A pool with in-place updates while the feature gate for them is off."
);

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>) -> Report {
    let message = format!(
        "{} asks for in-place updates, but the feature gate `InPlaceNodeUpdates` is off",
        view.pool(fault)
    );
    let help = "use `AutoRollingUpdate`; if the gate is on in your landscape, pass \
        `--feature-gate InPlaceNodeUpdates=true`";
    ShootView::report(fault, message).help(help)
}
