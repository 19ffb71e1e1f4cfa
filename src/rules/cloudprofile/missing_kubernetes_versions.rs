use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/missing-kubernetes-versions",
    Static,
    Error,
    Spec(check),
    "A CloudProfile that offers no Kubernetes version."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let versions = &view.profile.kubernetes_versions;
    if !versions.is_empty() || !view.part.is_whole() {
        return;
    }
    let dropped = view.written.kubernetes_versions.len();
    let (message, help) = if dropped > 0 {
        (
            format!(
                "all {dropped} Kubernetes versions are inactive on {}: a create drops them and \
                 leaves none",
                view.settings.now.date()
            ),
            "add a version that has not expired, or extend the life of one of these",
        )
    } else {
        (
            "the CloudProfile offers no Kubernetes version, so nobody can create a cluster with it"
                .to_owned(),
            "list at least one version under `spec.kubernetes.versions`, such as `- version: \
             1.33.1`",
        )
    };
    let spec = view.spec();
    let kubernetes = spec.field("kubernetes");
    reporter.report(
        Report::new(versions.span, kubernetes.field("versions"), message)
            .error(ErrorType::Required)
            .help(help),
    );
}
