use crate::finding::ErrorType;
use crate::model::lifecycle::Classification;
use crate::model::version::Version;
use crate::rules::{ProfileView, Report, Reporter, words};

rule!(
    "lifecycle/expiring-latest-version",
    Static,
    Error,
    Spec(check),
    "An end date on the highest Kubernetes version."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if !view.part.is_whole() {
        return;
    }
    let mut latest: Option<(Version<'_>, _)> = None;
    for version in view.profile.kubernetes_versions.iter() {
        // With one that cannot be compared there is no highest.
        let Some(parsed) = Version::parse(*version.version) else {
            return;
        };
        if latest.as_ref().is_none_or(|(highest, _)| parsed > *highest) {
            latest = Some((parsed, version));
        }
    }
    let Some((_, latest)) = latest else { return };
    let spec = view.spec();
    let (kubernetes, help) = (
        spec.field("kubernetes"),
        "remove the end until the profile lists a higher version",
    );
    let list = kubernetes.field("versions");
    let path = list.field("");
    let name = words::quoted(*latest.version);
    if latest.expiration_date.is_set() {
        let message = format!(
            "Kubernetes version {name} has an expiration date although it is the highest version, \
             so clusters could not move to a higher one"
        );
        reporter.report(
            Report::new(
                latest.expiration_date.span,
                path.field("expirationDate"),
                message,
            )
            .error(ErrorType::Invalid)
            .also(latest.version.span, "the highest version")
            .help(help),
        );
    }
    if let Some(last) = latest
        .stages()
        .last()
        .filter(|last| *last.classification == Classification::Expired.as_str())
    {
        let message = format!(
            "the lifecycle of Kubernetes version {name} ends in `expired` although it is the \
             highest version, so clusters could not move to a higher one"
        );
        reporter.report(
            Report::new(last.classification.span, path.field("lifecycle"), message)
                .error(ErrorType::Invalid)
                .also(latest.version.span, "the highest version")
                .help(help),
        );
    }
}
