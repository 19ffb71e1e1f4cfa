use super::overrides::FaultKind;
use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::walk::Owner;
use crate::rules::{AdmissionView, Report, Reporter, words};
use crate::source::Place;

rule!(
    "namespaced/changed-override",
    Admission,
    Error,
    Admission(check),
    "An update that changes other fields of an override than its expiration date."
);

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let (Some(family), Some(stored)) = (&view.family, view.own.old) else {
        return;
    };
    let spec = Path::new("spec");
    let images = spec.field("machineImages");
    for fault in &view.overrides {
        let FaultKind::Changed { fields, old } = &fault.kind else {
            continue;
        };
        let Some(image) = family.new.uniform.machine_images.get(fault.image) else {
            continue;
        };
        let Some(version) = image.versions.get(fault.version) else {
            continue;
        };
        let path = images.index(fault.image);
        reporter.report(
            Report::new(
                version.version().span,
                path.field("versions").index(fault.version),
                format!(
                    "{} changes in {}, but the parent has it too, so an update may only change \
                     its expiration date",
                    Owner::Image(*image.name).version(*version.version()),
                    words::all(fields.iter().copied())
                ),
            )
            .error(ErrorType::Forbidden)
            .value(*version.version())
            .also_in(
                Place {
                    file: stored.item.file,
                    span: *old,
                },
                "as stored",
            )
            .help(
                "keep everything but `expirationDate` as stored (absent and empty lists \
                differ), or remove the entry",
            ),
        );
    }
}
