use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, edit, words};

use super::{faults, names};

rule!(
    "provider/not-in-profile",
    Provider,
    Error,
    Provided(check),
    "An entry in `providerConfig` for something that the profile lacks, which the extension \
     refuses."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        let images = || view.core.machine_images.iter();
        let (what, value, list, near) = match fault.what {
            What::ImageNotInProfile(of) => (
                names::version(of),
                of.image,
                "spec.machineImages",
                words::near_beside(of.image, images().map(|image| *image.name), |near| {
                    names::part_has_image(view, near)
                }),
            ),
            What::VersionNotInProfile(of) => {
                (names::version(of), of.version, "spec.machineImages", None)
            }
            What::MachineTypeNotInProfile(name) => {
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
        let message = format!("`providerConfig` has {what}, which `{list}` does not have");
        let report = names::report(view, fault, message)
            .value(value)
            .help(format!(
                "{}add it to `{list}`, or remove the entry",
                words::did_you_mean(near)
            ));
        let of = match fault.what {
            What::VersionNotInProfile(of) => images().find(|image| *image.name == of.image),
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
            (What::ImageNotInProfile(_), Some(image)) => {
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
