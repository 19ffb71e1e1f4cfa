use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "capability/flavors-without-vocabulary",
    Static,
    Error,
    Spec(check),
    "Flavors in a CloudProfile that defines no capabilities."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if !view.vocabulary.is_empty() {
        return;
    }
    walk::additional_image_versions(view, |path, image, version| {
        let flavors = &version.capability_flavors;
        if flavors.is_empty() {
            return;
        }
        reporter.report(
            Report::new(
                flavors.span,
                path.field("capabilityFlavors"),
                format!(
                    "must not provide capabilities without global definition: version {} of image \
                     {} has {}, but there is no `spec.machineCapabilities` that defines what they \
                     mean",
                    words::quoted(*version.version()),
                    words::quoted(image),
                    words::count(flavors.len(), "flavor")
                ),
            )
            .error(ErrorType::Forbidden)
            .needs("spec.machineCapabilities")
            .help(
                "define every capability in `spec.machineCapabilities`, or keep to the legacy \
                format with `architectures`",
            ),
        );
    });
}
