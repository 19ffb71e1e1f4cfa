use crate::model::version::Version;
use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, edit, words};

use super::{faults, names};

rule!(
    "provider/not-in-child",
    Provider,
    Error,
    Provided(check),
    "An entry in `providerConfig` of a NamespacedCloudProfile that it does not need."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        let images = || view.core.machine_images.iter();
        let (what, value, list, near) = match fault.what {
            What::ImageNotInChild(of) => {
                let near =
                    words::near_beside(of.image, images().map(|image| *image.name), |near| {
                        names::part_has_image(view, near)
                    });
                (names::version(of), of.image, "spec.machineImages", near)
            }
            What::VersionNotInChild(of) => {
                let image = images().find(|image| *image.name == of.image);
                let versions = image
                    .into_iter()
                    .flat_map(|image| image.versions.iter().map(|version| *version.version()));
                (
                    names::version(of),
                    of.version,
                    "spec.machineImages",
                    respelt(of.version, versions),
                )
            }
            What::MachineTypeNotInChild(name) => {
                let known = view
                    .core
                    .machine_types
                    .iter()
                    .map(|machine_type| *machine_type.name);
                let near = words::near_beside(name, known, |near| {
                    names::part_has_machine_type(view, near)
                });
                (
                    format!("machine type {}", words::quoted(name)),
                    name,
                    "spec.machineTypes",
                    near,
                )
            }
            _ => continue,
        };
        let message = format!(
            "`providerConfig` has {what}, which `{list}` of this NamespacedCloudProfile does not \
             have: {} refuses unused entries",
            names::extension(view)
        );
        let help = format!(
            "{}add it to `{list}`, or remove the entry",
            words::did_you_mean(near)
        );
        let report = names::report(view, fault, message).value(value).help(help);
        let of = match fault.what {
            What::VersionNotInChild(of) => images().find(|image| *image.name == of.image),
            _ => None,
        };
        let report = match of {
            Some(image) => report.also(image.name.span, "the image in `spec.machineImages`"),
            None => report,
        };
        let edit = near.and_then(|near| {
            Some((
                near,
                edit::replace_name(view.item.text, fault.span, value, near)?,
            ))
        });
        let found = near.and_then(|near| images().find(|image| *image.name == near));
        let report = match (&fault.what, found) {
            (What::ImageNotInChild(_), Some(image)) => {
                report.also(image.name.span, "the nearest image")
            }
            _ => report,
        };
        reporter.report(match edit {
            Some((near, edit)) => report.unsafe_fix(format!("write `{near}`"), vec![edit]),
            None => report,
        });
    }
}

/// The same version in other letters: versions that are merely near are often all there.
fn respelt<'a>(version: &str, mut among: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let parsed = Version::parse(version.strip_prefix('v').unwrap_or(version))?;
    among.find(|other| Version::parse(other).is_some_and(|other| other == parsed))
}
