//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope};

/// `cloudprofile/missing-machine-images`
pub static RULE: Rule = Rule {
    name: "cloudprofile/missing-machine-images",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A CloudProfile that offers no machine image.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/cloudprofile/missing-machine-images.md"),
    check: Check::CloudProfile(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let images = &view.profile.machine_images;
    if images.is_empty() {
        let spec = Path::new("spec");
        reporter.report(
            Report::new(
                images.span,
                spec.field("machineImages"),
                "no machine image is offered, so no worker pool could be created with this \
                 CloudProfile",
            )
            .error(ErrorType::Required)
            .help(
                "list at least one image with a version under `spec.machineImages`, and its \
                counterpart in the provider part",
            ),
        );
    }
}
