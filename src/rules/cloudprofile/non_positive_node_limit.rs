use crate::finding::ErrorType;
use crate::rules::{Part, ProfileView, Report, Reporter};

rule!(
    "cloudprofile/non-positive-node-limit",
    Static,
    Error,
    Spec(check),
    "A limit of nodes that is zero or negative.",
    Part
);

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
            format!("a limit of {value} nodes allows no cluster"),
        )
        .error(ErrorType::Invalid)
        .value(value)
        .help(
            "set it to the maximum number of nodes of one cluster, or remove it if there is no \
             limit",
        );
        // The server checks it once more when a NamespacedCloudProfile is updated, and reports it
        // twice.
        if matches!(view.part, Part::Namespaced { update: true }) {
            reporter.report(report.clone());
        }
        reporter.report(report);
    }
}
