use crate::rules::{Report, ShootView};
use crate::shoot::{BudgetFault, Fault};

rule!(
    "shoot/bad-rollout-budget",
    Static,
    Error,
    Fault,
    "A `maxSurge` or `maxUnavailable` that no rollout can work with."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    name: &str,
    why: BudgetFault,
) -> Report {
    let pool = view.pool(fault);
    let (message, help) = match why {
        BudgetFault::Malformed => (
            format!("`{name}` of {pool} is neither a number of nodes nor a percentage"),
            "write `1` or `10%`, and nothing negative",
        ),
        BudgetFault::TooMuch => (
            format!("`{name}` of {pool} is more than all of its nodes"),
            "write at most `100%`",
        ),
        BudgetFault::Manual => (
            format!("{pool} needs manual updates, so `{name}` has no effect"),
            "remove `maxSurge` and `maxUnavailable`, or use `AutoInPlaceUpdate`",
        ),
        BudgetFault::BothZero => (
            format!(
                "`maxSurge` and `maxUnavailable` of {pool} are both zero, so no node could ever \
                 be replaced"
            ),
            "let at least one of them be 1 or more; the defaults are `maxSurge: 1` and \
             `maxUnavailable: 0`",
        ),
    };
    ShootView::report(fault, message).help(help)
}
