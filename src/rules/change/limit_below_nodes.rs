use crate::model::path::Path;
use crate::rules::change::users;
use crate::rules::{ReferencesView, Report, Reporter};
use crate::uses::in_use::What;

rule!(
    "change/limit-below-nodes",
    Admission,
    Error,
    References(check),
    "An update that sets `limits.maxNodesTotal` below the minimum number of nodes of a Shoot."
);

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
        let nodes = if *limit == 1 { "node" } else { "nodes" };
        let spec = Path::new("spec");
        let report = Report::new(
            view.profile.max_nodes_total.span,
            spec.field("limits").field("maxNodesTotal"),
            format!(
                "the limit becomes {limit} {nodes}, but {} {verb} more: the {have} to {}{most}. The \
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
