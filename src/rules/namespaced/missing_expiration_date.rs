use super::kubernetes;
use super::overrides;
use crate::finding::ErrorType;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::path::Path;
use crate::rules::walk::Owner;
use crate::rules::{AdmissionView, Report, Reporter};

rule!(
    "namespaced/missing-expiration-date",
    Admission,
    Error,
    Admission(check),
    "A version of the parent without an expiration date."
);

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(family) = &view.family else { return };
    let spec = Path::new("spec");
    let (kubernetes, images) = (spec.field("kubernetes"), spec.field("machineImages"));
    let versions = &family.new.uniform.kubernetes_versions;
    if let Some(fault) = view
        .kubernetes
        .filter(|fault| fault.kind == kubernetes::FaultKind::NoExpirationDate)
        && let Some(version) = versions.get(fault.index)
    {
        reporter.report(report(
            Owner::Kubernetes,
            version,
            &kubernetes.field("versions").index(fault.index),
        ));
    }
    for fault in view
        .overrides
        .iter()
        .filter(|fault| fault.kind == overrides::FaultKind::NoExpirationDate)
    {
        let Some(image) = family.new.uniform.machine_images.get(fault.image) else {
            continue;
        };
        let Some(version) = image.versions.get(fault.version) else {
            continue;
        };
        let path = images.index(fault.image);
        let path = path.field("versions");
        let report = report(
            Owner::Image(*image.name),
            &version.expirable,
            &path.index(fault.version),
        );
        reporter.report(report.error(ErrorType::Invalid));
    }
}

fn report(owner: Owner<'_>, version: &ExpirableVersion<'_>, path: &Path<'_>) -> Report {
    let lifecycle = if version.stages().is_empty() {
        ""
    } else {
        ", which a `lifecycle` does not replace"
    };
    Report::new(
        version.version.span,
        path.field("expirationDate"),
        format!(
            "{} belongs to the parent and has no expiration date here{lifecycle}: a project may \
             only change that date",
            owner.version(*version.version)
        ),
    )
    .help("set `expirationDate`, or remove the entry")
}
