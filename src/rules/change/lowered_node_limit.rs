use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, StoredProfile};
use crate::source::Place;

rule!(
    "change/lowered-node-limit",
    Admission,
    Error,
    ProfileUpdate(check),
    "An update that lowers `limits.maxNodesTotal`.",
    Part
);

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
                "the update lowers the limit of nodes from {from} to {to}, but an update can only \
                 raise it: clusters may already have more nodes"
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
