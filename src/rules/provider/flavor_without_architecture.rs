use crate::capability::{ARCHITECTURE, written};
use crate::rules::provider::entry_path;
use crate::rules::{ProvidedView, Report, Reporter, words};

rule!(
    "provider/flavor-without-architecture",
    Selection,
    Error,
    Provided(check),
    "A flavor of `providerConfig` without the architecture that the extension needs."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(part) = &view.provided.part else {
        return;
    };
    // With several architectures the webhook itself refuses such flavors.
    let [single] = view.vocabulary.architectures() else {
        return;
    };
    if !view.provided.provider.lookup.needs_architecture {
        return;
    }
    for (at, image) in part.config.images.iter().enumerate() {
        for (index, version) in image.versions.iter().enumerate() {
            for (flavor, listed) in version.flavors.iter().enumerate() {
                if !written(&listed.capabilities, ARCHITECTURE).is_empty() {
                    continue;
                }
                let message = format!(
                    "a flavor of version {} of image {} does not name its architecture: the \
                     webhooks accept that, but the {} extension then creates no worker with it",
                    words::quoted(*version.version),
                    words::quoted(*image.name),
                    view.title()
                );
                let path = entry_path(at, index)
                    .field("capabilityFlavors")
                    .index(flavor)
                    .field("capabilities");
                let report = Report::new(listed.capabilities.span, path, message)
                    .help(format!(
                        "add `architecture: [{}]` to its capabilities",
                        single.value
                    ))
                    .also(
                        single.span,
                        "the only architecture, which everybody but the extension's controller \
                         takes as the default",
                    );
                reporter.report(report);
            }
        }
    }
}
