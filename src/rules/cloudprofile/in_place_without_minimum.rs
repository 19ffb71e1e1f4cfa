use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/in-place-without-minimum",
    Design,
    Warning,
    CloudProfile(check),
    "A version that supports in-place updates but names no version to update from."
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
                "version `{}` of `{}` supports in-place updates, but names no version to update \
                 from: new worker pools can use it, but no pool can update to it",
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
                    "set `minVersionForUpdate` to the oldest version whose nodes can update in \
                     place to this one",
                ),
            );
        }
    }
}
