//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::{Check, Part, ProfileView, Report, Reporter, Rule, Scope};

/// `cloudprofile/non-positive-node-limit`
pub static RULE: Rule = Rule {
    name: "cloudprofile/non-positive-node-limit",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A limit of nodes that is zero or negative.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/cloudprofile/non-positive-node-limit.md"),
    check: Check::Spec(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if matches!(view.part, Part::Additions(_) | Part::Merged) {
        return;
    }
    let limit = view.profile.max_nodes_total;
    if let Some(value) = limit.value.filter(|value| *value <= 0) {
        let spec = view.spec();
        let limits = spec.field("limits");
        let report = Report::new(
            limit.span,
            limits.field("maxNodesTotal"),
            format!(
                "a limit of {value} \
                nodes would leave no room for any cluster"
            ),
        )
        .error(ErrorType::Invalid)
        .value(value)
        .help(
            "set it to the most nodes that one cluster may have, or remove it where \
                    there is no limit",
        );
        // The server checks it once more when a NamespacedCloudProfile is updated, and reports it
        // twice.
        if matches!(view.part, Part::Namespaced { update: true }) {
            reporter.report(report.clone());
        }
        reporter.report(report);
    }
}
