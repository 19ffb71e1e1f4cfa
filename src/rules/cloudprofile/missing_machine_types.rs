use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/missing-machine-types",
    Static,
    Error,
    CloudProfile(check),
    "A CloudProfile that offers no machine type."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let machine_types = &view.profile.machine_types;
    if machine_types.is_empty() {
        let spec = Path::new("spec");
        reporter.report(
            Report::new(
                machine_types.span,
                spec.field("machineTypes"),
                "the CloudProfile offers no machine type, so nobody can create a worker pool with \
                 it",
            )
            .error(ErrorType::Required)
            .help(
                "list at least one machine type of the infrastructure with `name`, `cpu`, `gpu` \
                and `memory`",
            ),
        );
    }
}
