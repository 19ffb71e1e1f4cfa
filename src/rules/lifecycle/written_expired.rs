//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::lifecycle::Classification;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope};

use super::stages::judged;

/// `lifecycle/written-expired`
pub static RULE: Rule = Rule {
    name: "lifecycle/written-expired",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A version classified as `expired` by hand.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/lifecycle/written-expired.md"),
    check: Check::Spec(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let expired = Classification::Expired.as_str();
    judged(view, |path, owner, version| {
        if *version.classification != Some(expired) || version.lifecycle.is_some() {
            return;
        }
        let mut report = Report::new(
            version.classification.span,
            path.field("classification"),
            format!(
                "{} is classified as `{expired}` by hand, but a version expires by its date only",
                owner.version(*version.version)
            ),
        )
        .error(ErrorType::Forbidden)
        .value(expired);
        report = if version.expiration_date.is_set() {
            report
                .also(version.expiration_date.span, "the date that counts")
                .help("classify it as `deprecated`; the date makes it expire")
        } else {
            report.help(
                "classify it as `deprecated` and set `expirationDate` to the time at \
                which it expires, or expired",
            )
        };
        reporter.report(report);
    });
}
