use std::collections::BTreeMap;

use crate::model::cloudprofile::MachineImageVersion;
use crate::model::path::Path;
use crate::model::version::Version;
use crate::rules::{AdmissionView, Report, Reporter, words};

rule!(
    "namespaced/respelt-version",
    Design,
    Warning,
    Admission(check),
    "An image version that the parent has too, in another spelling."
);

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(family) = &view.family else { return };
    let spec = Path::new("spec");
    let images = spec.field("machineImages");
    let parents: BTreeMap<&str, _> = family
        .parent
        .profile
        .machine_images
        .iter()
        .map(|image| (*image.name, image))
        .collect();
    for (index, image) in family.new.uniform.machine_images.iter().enumerate() {
        let Some(parent) = parents.get(*image.name) else {
            continue;
        };
        let spelt: BTreeMap<&str, _> = parent
            .versions
            .iter()
            .map(|version| (*version.version(), version.version()))
            .collect();
        let values: BTreeMap<Version<'_>, _> = parent
            .versions
            .iter()
            .filter_map(|version| {
                Some((Version::parse(version.version().value)?, version.version()))
            })
            .collect();
        let image_path = images.index(index);
        let list = image_path.field("versions");
        for (index, version) in image
            .versions
            .iter()
            .map(MachineImageVersion::version)
            .enumerate()
        {
            let same = Version::parse(version.value).and_then(|value| values.get(&value));
            let Some(theirs) = same.filter(|_| !spelt.contains_key(*version)) else {
                continue;
            };
            let message = format!(
                "version {} of image {} is the parent's {} in another spelling: look-ups compare \
                 the text. The two are different versions, and a Shoot gets the one that it \
                 spells exactly",
                words::quoted(*version),
                words::quoted(*image.name),
                words::quoted(**theirs)
            );
            reporter.report(
                Report::new(version.span, list.index(index).field("version"), message)
                    .value(*version)
                    .also(theirs.span, "the parent's spelling")
                    .help(format!(
                        "write {} to override the parent's version, or use another version number",
                        words::quoted(**theirs)
                    )),
            );
        }
    }
}
