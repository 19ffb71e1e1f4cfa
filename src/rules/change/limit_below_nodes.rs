//! See the page.

use crate::finding::{Origin, Severity};
use crate::model::path::Path;
use crate::rules::change::users;
use crate::rules::{Check, ReferencesView, Report, Reporter, Rule, Scope};
use crate::uses::in_use::What;

/// `change/limit-below-nodes`
pub static RULE: Rule = Rule {
    name: "change/limit-below-nodes",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "An update that sets `limits.maxNodesTotal` below what a Shoot of the profile has at \
        least.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/change/limit-below-nodes.md"),
    check: Check::References(check),
};

fn check(view: &ReferencesView<'_>, reporter: &mut Reporter<'_>) {
    for users in users::grouped(view.in_use) {
        let Some(What::Limit { limit, .. }) = users.first().map(|user| &user.what) else {
            continue;
        };
        let most = users
            .iter()
            .map(|user| {
                if let What::Limit { nodes, .. } = user.what {
                    nodes
                } else {
                    0
                }
            })
            .max()
            .unwrap_or(*limit);
        let (verb, have) = if users.len() == 1 {
            ("has", "minimums of its pools add up")
        } else {
            ("have", "minimums of pools add up")
        };
        let spec = Path::new("spec");
        let report = Report::new(
            view.profile.max_nodes_total.span,
            spec.field("limits").field("maxNodesTotal"),
            format!(
                "the limit becomes {limit} nodes, but {} {verb} more: the {have} to {}{most}. The \
                 server refuses the update",
                users::named(&users),
                if users.len() == 1 { "" } else { "as much as " },
            ),
        )
        .value(limit);
        reporter.report(users::shown(report, &users, "these pools").help(format!(
            "set the limit to at least {most}, or first lower the minimums \
                    there; maximums may exceed the limit"
        )));
    }
}
