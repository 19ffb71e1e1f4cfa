use crate::model::cloudprofile::CloudProfile;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, StoredProfile, walk, words};
use crate::source::Place;

rule!(
    "change/dropped-vocabulary",
    Change,
    Warning,
    ProfileUpdate(check),
    "An update that removes `machineCapabilities`, and with it all flavors and \
        capabilities."
);

fn check(view: &ProfileView<'_>, old: &StoredProfile<'_>, reporter: &mut Reporter<'_>) {
    let vocabulary = &old.profile.machine_capabilities;
    if vocabulary.is_empty() || !view.written.machine_capabilities.is_empty() {
        return;
    }
    let (flavors, types) = users(view.written);
    let left = if flavors + types == 0 {
        String::new()
    } else {
        let (flavors, types) = (
            words::count(flavors, "image version"),
            words::count(types, "machine type"),
        );
        format!(", also from {flavors} and {types} of this file")
    };
    let spec = Path::new("spec");
    reporter.report(
        Report::new(
            view.written.machine_capabilities.span,
            spec.field("machineCapabilities"),
            format!(
                "the update removes `machineCapabilities`: the server then silently removes all \
                 `capabilityFlavors` and `capabilities`{left}, and matches images by architecture \
                 only"
            ),
        )
        .also_in(
            Place {
                file: old.item.file,
                span: vocabulary.span,
            },
            "the stored vocabulary",
        )
        .help(format!(
            "keep the definitions of {}; to return to the legacy format, remove flavors and \
             capabilities here too",
            words::all(vocabulary.iter().map(|definition| *definition.name))
        )),
    );
}

/// How many image versions have flavors, and how many machine types capabilities.
fn users(profile: &CloudProfile<'_>) -> (usize, usize) {
    let (mut versions, mut types) = (0, 0);
    walk::image_versions(profile, |_, _, version| {
        versions += usize::from(!version.capability_flavors.is_empty());
    });
    walk::machine_types(profile, |_, machine_type| {
        types += usize::from(!machine_type.capabilities.is_empty());
    });
    (versions, types)
}
