use crate::rules::{Report, ShootView};
use crate::shoot::{Fault, Range};

rule!(
    "shoot/setting-out-of-range",
    Static,
    Error,
    Fault,
    "A setting of a pool that is out of range, or lacks the update strategy that it needs."
);

pub(in crate::rules) fn needs_in_place(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    name: &str,
) -> Report {
    ShootView::report(
        fault,
        format!(
            "`{name}` has an effect only for in-place updates, and {} has none",
            view.pool(fault)
        ),
    )
    .help("remove it, or set `updateStrategy` to `AutoInPlaceUpdate` or `ManualInPlaceUpdate`")
}

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    name: &str,
    range: Range,
) -> Report {
    let (why, help) = match range {
        Range::NotNegative => ("is negative", "write 0 or more".to_owned()),
        Range::Priority => (
            "is below -1",
            "write -1 or more; the pool with the highest priority grows first".to_owned(),
        ),
        Range::Share => (
            "is not a share between 0 and 1",
            "write a number such as `0.5`".to_owned(),
        ),
        Range::AtMost {
            most,
            less_one: true,
        } => (
            "would reserve all machines, but system components need one",
            format!("write at most {most}, or raise `maximum`"),
        ),
        Range::AtMost {
            most,
            less_one: false,
        } => (
            "is above the `maximum` of the pool",
            format!("write at most {most}, or raise `maximum`"),
        ),
    };
    ShootView::report(fault, format!("`{name}` of {} {why}", view.pool(fault))).help(help)
}
