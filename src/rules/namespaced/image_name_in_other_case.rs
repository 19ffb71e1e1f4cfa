use std::collections::BTreeMap;

use crate::model::path::Path;
use crate::rules::{AdmissionView, Report, Reporter, words};

rule!(
    "namespaced/image-name-in-other-case",
    Design,
    Warning,
    Admission(check),
    "An added image whose name differs from another one only in case."
);

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(family) = &view.family else { return };
    let images = family.parent.profile.machine_images.iter();
    let mut known: BTreeMap<String, _> = images
        .map(|image| (image.name.to_lowercase(), image.name))
        .collect();
    let exact = |name: &str| {
        family
            .parent
            .profile
            .machine_images
            .iter()
            .any(|image| *image.name == name)
    };
    let spec = Path::new("spec");
    let list = spec.field("machineImages");
    for (index, image) in view.own.child.spec.machine_images.iter().enumerate() {
        let other = *known.entry(image.name.to_lowercase()).or_insert(image.name);
        if *other == *image.name || exact(*image.name) {
            continue;
        }
        let message = format!(
            "the server adds image {} next to {} because names are case-sensitive: it does not \
             change the other image, and Shoots get the one that they spell exactly",
            words::quoted(*image.name),
            words::quoted(*other)
        );
        reporter.report(
            Report::new(image.name.span, list.index(index).field("name"), message)
                .value(*image.name)
                .also(other.span, "the other image")
                .help(format!(
                    "write {} if you mean that image, or use a name that nobody mistakes for it",
                    words::quoted(*other)
                )),
        );
    }
}
