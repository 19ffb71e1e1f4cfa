//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, StoredProfile};
use crate::source::Place;

/// `change/lowered-node-limit`
pub static RULE: Rule = Rule {
    name: "change/lowered-node-limit",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "An update that lowers `limits.maxNodesTotal`.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/change/lowered-node-limit.md"),
    check: Check::ProfileUpdate(check),
};

fn check(view: &ProfileView<'_>, old: &StoredProfile<'_>, reporter: &mut Reporter<'_>) {
    let (new, stored) = (view.profile.max_nodes_total, old.profile.max_nodes_total);
    let (Some(to), Some(from)) = (new.value, stored.value) else {
        return;
    };
    if to >= from {
        return;
    }
    let spec = Path::new("spec");
    reporter.report(
        Report::new(
            new.span,
            spec.field("limits").field("maxNodesTotal"),
            format!(
                "the limit of nodes is lowered from {from} to {to}, but it can only be \
                raised: clusters may have as many already"
            ),
        )
        .error(ErrorType::Invalid)
        .value(to)
        .also_in(
            Place {
                file: old.item.file,
                span: stored.span,
            },
            "the stored limit",
        )
        .help(format!(
            "keep at least {from}; a NamespacedCloudProfile can set a lower limit for \
            its project"
        )),
    );
}
