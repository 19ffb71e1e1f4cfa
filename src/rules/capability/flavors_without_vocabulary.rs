//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, walk, words};

/// `capability/flavors-without-vocabulary`
pub static RULE: Rule = Rule {
    name: "capability/flavors-without-vocabulary",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "Flavors in a CloudProfile that defines no capabilities.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/capability/flavors-without-vocabulary.md"),
    check: Check::Spec(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if !view.vocabulary.is_empty() {
        return;
    }
    walk::additional_image_versions(view, |path, image, version| {
        let flavors = &version.capability_flavors;
        if flavors.is_empty() {
            return;
        }
        reporter.report(
            Report::new(
                flavors.span,
                path.field("capabilityFlavors"),
                format!(
                    "must not provide capabilities without global definition: version {} of image \
                     {} has {}, but there is no `spec.machineCapabilities` that defines what they \
                     mean",
                    words::quoted(*version.version()),
                    words::quoted(image),
                    words::count(flavors.len(), "flavor")
                ),
            )
            .error(ErrorType::Forbidden)
            .needs("spec.machineCapabilities")
            .help(
                "define every capability in `spec.machineCapabilities`, or keep to the legacy \
                format with `architectures`",
            ),
        );
    });
}
