use super::kubernetes;
use super::overrides;
use crate::finding::ErrorType;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::cursor::{Moment, Spanned};
use crate::model::path::Path;
use crate::rules::walk::Owner;
use crate::rules::{AdmissionView, Report, Reporter};
use crate::source::Place;

rule!(
    "namespaced/expired-override",
    Admission,
    Error,
    Admission(check),
    "An override that changes the date of a version to one in the past."
);

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(family) = &view.family else { return };
    let spec = Path::new("spec");
    let (kubernetes, images) = (spec.field("kubernetes"), spec.field("machineImages"));
    if let Some(kubernetes::Fault {
        index,
        kind: kubernetes::FaultKind::Expired { status },
    }) = view.kubernetes
        && let Some(version) = family.new.uniform.kubernetes_versions.get(index)
    {
        let path = kubernetes.field("versions");
        reporter.report(report(
            view,
            Owner::Kubernetes,
            version,
            status,
            &path.index(index),
        ));
    }
    for fault in &view.overrides {
        let overrides::FaultKind::Expired { status } = fault.kind else {
            continue;
        };
        let Some(image) = family.new.uniform.machine_images.get(fault.image) else {
            continue;
        };
        let Some(version) = image.versions.get(fault.version) else {
            continue;
        };
        let path = images.index(fault.image);
        let path = path.field("versions");
        let report = report(
            view,
            Owner::Image(*image.name),
            &version.expirable,
            status,
            &path.index(fault.version),
        );
        reporter.report(report.error(ErrorType::Invalid));
    }
}

fn report(
    view: &AdmissionView<'_>,
    owner: Owner<'_>,
    version: &ExpirableVersion<'_>,
    status: Spanned<Moment>,
    path: &Path<'_>,
) -> Report {
    let shown = |moment: Moment| {
        moment
            .time()
            .map_or_else(|| "no date".to_owned(), |time| time.to_string())
    };
    let report = Report::new(
        version.expiration_date.span,
        path.field("expirationDate"),
        format!(
            "{} is expired on {} by this entry, which sets {} instead of {}: an update cannot end \
             the life of a version in the past",
            owner.version(*version.version),
            view.own.settings.now,
            shown(*version.expiration_date),
            shown(*status)
        ),
    )
    .value(shown(*version.expiration_date))
    .help("set a date in the future, or keep the one that the version has");
    let label = "the date that applies now";
    match view.own.old {
        _ if !status.is_set() => report,
        // An entry that the parent lacks is the stored object's.
        Some(stored) if !status.span.is_elsewhere() => report.also_in(
            Place {
                file: stored.item.file,
                span: status.span,
            },
            label,
        ),
        _ => report.also(status.span, label),
    }
}
