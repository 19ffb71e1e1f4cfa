use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/missing-image-versions",
    Static,
    Error,
    Spec(check),
    "A machine image without versions."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = view.spec();
    let list = spec.field("machineImages");
    for (index, image) in view.profile.machine_images.iter().enumerate() {
        if !image.versions.is_empty() || !view.part.judges_additional(index) {
            continue;
        }
        // Images are never dropped, so positions are those of the text.
        let dropped = view
            .written
            .machine_images
            .get(index)
            .map_or(0, |image| image.versions.len());
        let (message, help) = if dropped > 0 {
            (
                format!(
                    "all {dropped} versions of machine image `{}` are expired on {}: a create \
                     drops them and leaves none",
                    *image.name,
                    view.settings.now.date()
                ),
                "add a version that has not expired, extend the life of one of these, or remove \
                 the image",
            )
        } else {
            (
                format!(
                    "machine image `{}` has no version, so no worker pool could use it",
                    *image.name
                ),
                "list at least one version under `versions`, or remove the image",
            )
        };
        reporter.report(
            Report::new(
                image.versions.span,
                list.index(index).field("versions"),
                message,
            )
            .error(ErrorType::Required)
            .help(help),
        );
    }
}
