use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/missing-machine-images",
    Static,
    Error,
    CloudProfile(check),
    "A CloudProfile that offers no machine image."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let images = &view.profile.machine_images;
    if images.is_empty() {
        let spec = Path::new("spec");
        reporter.report(
            Report::new(
                images.span,
                spec.field("machineImages"),
                "the CloudProfile offers no machine image, so nobody can create a worker pool \
                 with it",
            )
            .error(ErrorType::Required)
            .help(
                "list at least one image with a version under `spec.machineImages`, and map it in \
                 `providerConfig`",
            ),
        );
    }
}
