//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Report, Rule, Scope, ShootView, words};
use crate::shoot::Fault;

/// `shoot/lowered-image-version`
pub static RULE: Rule = Rule {
    name: "shoot/lowered-image-version",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "An update that lowers the image version of a pool with in-place updates.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/lowered-image-version.md"),
    check: Check::Fault,
};

pub(in crate::rules) fn lowered(view: &ShootView<'_>, fault: &Fault<'_>, old: &str) -> Report {
    let (pool, old, new) = (
        view.pool(fault),
        words::quoted(old),
        words::quoted(fault.value),
    );
    ShootView::report(
        fault,
        format!("{pool} is updated in place, and cannot go down from image version {old} to {new}"),
    )
    .help("keep the version, or add a pool of another name")
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
            "{pool} is updated in place, and its image versions cannot \
        be compared: {old} before, {new} now"
        ),
    )
    .help("write whole versions that the profile has")
}
