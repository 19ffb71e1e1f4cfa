//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope};

/// `cloudprofile/missing-machine-types`
pub static RULE: Rule = Rule {
    name: "cloudprofile/missing-machine-types",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A CloudProfile that offers no machine type.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/cloudprofile/missing-machine-types.md"),
    check: Check::CloudProfile(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let machine_types = &view.profile.machine_types;
    if machine_types.is_empty() {
        let spec = Path::new("spec");
        reporter.report(
            Report::new(
                machine_types.span,
                spec.field("machineTypes"),
                "no machine type is offered, so no worker pool could be created with this \
                 CloudProfile",
            )
            .error(ErrorType::Required)
            .help(
                "list at least one machine type of the infrastructure with `name`, `cpu`, `gpu` \
                and `memory`",
            ),
        );
    }
}
