//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::{Check, Part, ProfileView, Report, Reporter, Rule, Scope, walk, words};

/// `namespaced/missing-update-strategy`
pub static RULE: Rule = Rule {
    name: "namespaced/missing-update-strategy",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "An added image without an update strategy.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/namespaced/missing-update-strategy.md"),
    check: Check::Spec(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    // In a CloudProfile it is filled in, and in a NamespacedCloudProfile that of the parent may
    // hold.
    if !matches!(view.part, Part::Merged) {
        return;
    }
    walk::images(view, |path, image| {
        if image.update_strategy.is_none() {
            reporter.report(
                Report::new(
                    image.name.span,
                    path.field("updateStrategy"),
                    format!(
                        "image {} is added without an `updateStrategy`, which is filled in for a \
                         CloudProfile, but not here",
                        words::quoted(*image.name)
                    ),
                )
                .error(ErrorType::Required)
                .help(
                    "set `updateStrategy` to `patch`, `minor` or `major`; in a CloudProfile it \
                    would be `major`",
                ),
            );
        }
    });
}
