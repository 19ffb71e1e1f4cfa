use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/in-place-without-minimum",
    Design,
    Warning,
    CloudProfile(check),
    "In-place updates are supported, but no version is named from which a node can be \
        updated."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let list = spec.field("machineImages");
    for (i, image) in view.profile.machine_images.iter().enumerate() {
        let path = list.index(i);
        let versions = path.field("versions");
        for (j, version) in image.versions.iter().enumerate() {
            let Some(updates) = &version.in_place_updates else {
                continue;
            };
            if updates.supported.value != Some(true) || updates.min_version_for_update.is_some() {
                continue;
            }
            let message = format!(
                "version `{}` of `{}` supports in-place updates from no version: new worker pools \
                 can use it, but none can be updated to it",
                *version.version(),
                *image.name
            );
            reporter.report(
                Report::new(
                    updates.supported.span,
                    versions.index(j).field("inPlaceUpdates"),
                    message,
                )
                .help(
                    "set `minVersionForUpdate` to the oldest version whose nodes can be \
                        updated in place to this one",
                ),
            );
        }
    }
}
