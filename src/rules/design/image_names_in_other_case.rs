use std::collections::BTreeMap;

use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, words};

rule!(
    "design/image-names-in-other-case",
    Design,
    Warning,
    CloudProfile(check),
    "Two images whose names differ by case only."
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
            "images {} and {} differ by case only: Gardener takes them for two, and people take \
             one for the other",
            words::quoted(*other),
            words::quoted(*image.name)
        );
        reporter.report(
            Report::new(image.name.span, list.index(index).field("name"), message)
                .value(*image.name)
                .also(other.span, "the other image")
                .help(
                    "list the versions under one name; Shoots that use the other one must move \
                    first",
                ),
        );
    }
}
