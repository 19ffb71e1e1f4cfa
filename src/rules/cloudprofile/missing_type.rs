//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope};

/// `cloudprofile/missing-type`
pub static RULE: Rule = Rule {
    name: "cloudprofile/missing-type",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A CloudProfile that does not say which provider it is for.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/cloudprofile/missing-type.md"),
    check: Check::CloudProfile(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let provider_type = view.profile.provider_type;
    if provider_type.is_empty() {
        let spec = Path::new("spec");
        reporter.report(
            Report::new(
                provider_type.span,
                spec.field("type"),
                "the provider type is missing, so no provider extension would answer for this \
                 CloudProfile",
            )
            .error(ErrorType::Required)
            .help(
                "set `spec.type` to the name under which the provider extension is registered, \
                such as `aws`, `gcp` or `openstack`",
            ),
        );
    }
}
