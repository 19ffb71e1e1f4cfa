//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::{Check, NamespacedView, Report, Reporter, Rule, Scope, words};

/// `namespaced/classified-kubernetes-version`
pub static RULE: Rule = Rule {
    name: "namespaced/classified-kubernetes-version",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A Kubernetes version whose classification a NamespacedCloudProfile tries to set.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/namespaced/classified-kubernetes-version.md"),
    check: Check::Namespaced(check),
};

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
                    "Kubernetes version {} is classified here, but only the CloudProfile may do \
                     that: a project may give a version another expiration date, and nothing else",
                    words::quoted(*version.version)
                ),
            )
            .error(ErrorType::Forbidden)
            .value(classification)
            .help("remove `classification` and set `expirationDate`"),
        );
    }
}
