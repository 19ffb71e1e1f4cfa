//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope};

/// `cloudprofile/non-positive-node-limit`
pub static RULE: Rule = Rule {
    name: "cloudprofile/non-positive-node-limit",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A limit of nodes that is zero or negative.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/cloudprofile/non-positive-node-limit.md"),
    check: Check::CloudProfile(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let limit = view.profile.max_nodes_total;
    if let Some(value) = limit.value.filter(|value| *value <= 0) {
        let spec = Path::new("spec");
        let limits = spec.field("limits");
        reporter.report(
            Report::new(limit.span, limits.field("maxNodesTotal"), format!("a limit of {value} nodes would leave no room for any cluster"))
                .error(ErrorType::Invalid)
                .value(value)
                .help("set it to the most nodes that one cluster may have, or remove it where there is no limit"),
        );
    }
}
