//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope};

/// `cloudprofile/missing-regions`
pub static RULE: Rule = Rule {
    name: "cloudprofile/missing-regions",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A CloudProfile without regions.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/cloudprofile/missing-regions.md"),
    check: Check::CloudProfile(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let regions = &view.profile.regions;
    if regions.is_empty() {
        let spec = Path::new("spec");
        reporter.report(
            Report::new(
                regions.span,
                spec.field("regions"),
                "no region is offered, so no cluster could be created with this CloudProfile",
            )
            .error(ErrorType::Required)
            .help("list at least one region under `spec.regions`, with its zones if it has any"),
        );
    }
}
