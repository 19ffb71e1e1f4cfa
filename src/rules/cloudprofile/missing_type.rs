use crate::finding::ErrorType;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/missing-type",
    Static,
    Error,
    CloudProfile(check),
    "A CloudProfile that does not say which provider it is for."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let provider_type = view.profile.provider_type;
    if provider_type.is_empty() {
        let spec = Path::new("spec");
        reporter.report(
            Report::new(
                provider_type.span,
                spec.field("type"),
                "the provider type is missing, so no provider extension handles this CloudProfile",
            )
            .error(ErrorType::Required)
            .help(
                "set `spec.type` to the type that the provider extension registers, such as \
                 `aws`, `gcp` or `openstack`",
            ),
        );
    }
}
