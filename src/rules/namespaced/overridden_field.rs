use super::overrides::FaultKind;
use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::walk::Owner;
use crate::rules::{AdmissionView, Report, Reporter, words};

rule!(
    "namespaced/overridden-field",
    Admission,
    Error,
    Admission(check),
    "An override of a parent's version that sets other fields than its expiration date."
);

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(family) = &view.family else { return };
    let spec = Path::new("spec");
    let images = spec.field("machineImages");
    for fault in &view.overrides {
        let FaultKind::Field {
            name,
            span,
            derived,
        } = fault.kind
        else {
            continue;
        };
        let Some(image) = family.new.uniform.machine_images.get(fault.image) else {
            continue;
        };
        let Some(version) = image.versions.get(fault.version) else {
            continue;
        };
        let path = images.index(fault.image);
        let version_name = Owner::Image(*image.name).version(*version.version());
        let message = if derived {
            format!(
                "{version_name} belongs to the parent, and the flavors made from `architectures` \
                 count as set too: a project may only change its expiration date"
            )
        } else {
            format!(
                "{version_name} belongs to the parent, but this entry sets {}: a project may only \
                 change its expiration date",
                words::quoted(name)
            )
        };
        let field = if derived { "architectures" } else { name };
        reporter.report(
            Report::new(
                span,
                path.field("versions").index(fault.version).field(name),
                message,
            )
            .error(ErrorType::Forbidden)
            .help(format!(
                "remove `{field}`, or choose a version that the parent does not have"
            )),
        );
    }
}
