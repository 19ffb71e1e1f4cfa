//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, walk, words};

/// `capability/capabilities-without-vocabulary`
pub static RULE: Rule = Rule {
    name: "capability/capabilities-without-vocabulary",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "Capabilities of a machine type in a CloudProfile that defines none.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/capability/capabilities-without-vocabulary.md"),
    check: Check::Spec(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if !view.vocabulary.is_empty() || !view.part.is_whole() {
        return;
    }
    walk::machine_types(view, |path, machine_type| {
        let capabilities = &machine_type.capabilities;
        if capabilities.is_empty() {
            return;
        }
        reporter.report(
            Report::new(
                capabilities.span,
                path.field("capabilities"),
                format!(
                    "must not provide capabilities without global definition: machine type {} \
                     names {}, but there is no `spec.machineCapabilities` that defines what they \
                     mean",
                    words::quoted(*machine_type.name),
                    words::all(capabilities.iter().map(|capability| *capability.name))
                ),
            )
            .error(ErrorType::Forbidden)
            .needs("spec.machineCapabilities")
            .help(
                "define every capability in `spec.machineCapabilities`, or keep to the legacy \
                format with `architecture`",
            ),
        );
    });
}
