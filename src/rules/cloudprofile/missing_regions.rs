use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/missing-regions",
    Static,
    Error,
    CloudProfile(check),
    "A CloudProfile without regions."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let regions = &view.profile.regions;
    if regions.is_empty() {
        let spec = Path::new("spec");
        reporter.report(
            Report::new(
                regions.span,
                spec.field("regions"),
                "the CloudProfile offers no region, so nobody can create a cluster with it",
            )
            .error(ErrorType::Required)
            .help("list at least one region under `spec.regions`, with its zones if it has any"),
        );
    }
}
