use std::collections::BTreeMap;

use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, words};

rule!(
    "design/image-names-in-other-case",
    Design,
    Warning,
    CloudProfile(check),
    "Two images whose names differ only in case."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let mut known = BTreeMap::new();
    let spec = Path::new("spec");
    let list = spec.field("machineImages");
    for (index, image) in view.written.machine_images.iter().enumerate() {
        let other = *known.entry(image.name.to_lowercase()).or_insert(image.name);
        if *other == *image.name {
            continue;
        }
        let message = format!(
            "images {} and {} differ only in case: Gardener treats them as two images, but people \
             mix them up",
            words::quoted(*other),
            words::quoted(*image.name)
        );
        reporter.report(
            Report::new(image.name.span, list.index(index).field("name"), message)
                .value(*image.name)
                .also(other.span, "the other image")
                .help(
                    "list the versions under one name; first move the Shoots that use the other \
                     name",
                ),
        );
    }
}
