use std::collections::BTreeMap;

use crate::model::path::Path;
use crate::rules::{AdmissionView, Report, Reporter, words};

rule!(
    "namespaced/image-name-in-other-case",
    Design,
    Warning,
    Admission(check),
    "An added image whose name differs from another one by case only."
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
            "image {} is added beside {}, as names differ by case too: it changes nothing of \
             that, and Shoots get the one whose case they write",
            words::quoted(*image.name),
            words::quoted(*other)
        );
        reporter.report(
            Report::new(image.name.span, list.index(index).field("name"), message)
                .value(*image.name)
                .also(other.span, "the other image")
                .help(format!(
                    "write {} if that is meant, or take a name that nobody mistakes for it",
                    words::quoted(*other)
                )),
        );
    }
}
