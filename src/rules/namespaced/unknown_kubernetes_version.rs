use super::kubernetes::FaultKind;
use crate::model::path::Path;
use crate::rules::{AdmissionView, Report, Reporter, words};

rule!(
    "namespaced/unknown-kubernetes-version",
    Admission,
    Error,
    Admission(check),
    "A Kubernetes version that the parent does not have."
);

/// How many versions of the parent the help names.
const NAMED: usize = 10;

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let (Some(family), Some(fault)) = (
        &view.family,
        view.kubernetes
            .filter(|fault| fault.kind == FaultKind::Unknown),
    ) else {
        return;
    };
    let Some(version) = family.new.uniform.kubernetes_versions.get(fault.index) else {
        return;
    };
    let known = || {
        family
            .parent
            .profile
            .kubernetes_versions
            .iter()
            .map(|version| *version.version)
    };
    let has = |near: &str| {
        family
            .new
            .uniform
            .kubernetes_versions
            .iter()
            .any(|version| *version.version == near)
    };
    let near = words::near_beside(*version.version, known(), has);
    let spec = Path::new("spec");
    let kubernetes = spec.field("kubernetes");
    let parent = *family.parent.item.object.meta.name;
    reporter.report(
        Report::new(
            version.version.span,
            kubernetes
                .field("versions")
                .index(fault.index)
                .field("version"),
            format!(
                "the parent does not have Kubernetes version {}: a project can change the \
                 expiration dates of the versions of {}, but cannot add versions",
                words::quoted(*version.version),
                words::quoted(parent)
            ),
        )
        .value(*version.version)
        .also(
            family.parent.profile.kubernetes_versions.span,
            "the versions of the parent",
        )
        .help(format!(
            "{}the versions of the parent are {}",
            words::did_you_mean(near),
            words::some(known(), NAMED)
        )),
    );
}
