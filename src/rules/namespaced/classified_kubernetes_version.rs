use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{NamespacedView, Report, Reporter, words};

rule!(
    "namespaced/classified-kubernetes-version",
    Static,
    Error,
    Namespaced(check),
    "A Kubernetes version whose classification a NamespacedCloudProfile tries to set.",
    Part
);

fn check(view: &NamespacedView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let kubernetes = spec.field("kubernetes");
    let list = kubernetes.field("versions");
    for (index, version) in view.prepared.profile.kubernetes_versions.iter().enumerate() {
        let Some(classification) = version.classification.value else {
            continue;
        };
        reporter.report(
            Report::new(
                version.classification.span,
                list.index(index).field("classification"),
                format!(
                    "Kubernetes version {} has a classification here, but only the CloudProfile \
                     may set it: a project may only change the expiration date",
                    words::quoted(*version.version)
                ),
            )
            .error(ErrorType::Forbidden)
            .value(classification)
            .help("remove `classification` and set `expirationDate`"),
        );
    }
}
