//! See the page.

use crate::finding::{Origin, Severity};
use crate::maintenance::{Absence, Cause};
use crate::rules::shoot::maintained::moving;
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};

/// `shoot/filtered-version-in-use`
pub static RULE: Rule = Rule {
    name: "shoot/filtered-version-in-use",
    origin: Origin::Time,
    severity: Severity::Warning,
    summary: "An image version in use that no longer fits its pool, so that maintenance forces it \
        away.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/filtered-version-in-use.md"),
    check: Check::Shoot(check),
};

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
            "the next maintenance window moves {} from {} to {} by force{although}: it {}, and so \
             counts as missing",
            moving.who(),
            moving.version(),
            words::quoted(to.to),
            moving.filtered(filter)
        );
        let mut report = moving.report(message).help(
            "change the profile if that is a mistake; else plan the \
                update, before maintenance does it",
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
