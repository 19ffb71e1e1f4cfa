//! See the page.

use crate::capability::ARCHITECTURE;
use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, words};

use super::architecture;

/// `capability/unsupported-architecture`
pub static RULE: Rule = Rule {
    name: "capability/unsupported-architecture",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A vocabulary with an architecture that Gardener does not know.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/capability/unsupported-architecture.md"),
    check: Check::CloudProfile(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    for value in view
        .vocabulary
        .architectures()
        .iter()
        .filter(|value| !architecture::is_known(value.value))
    {
        let has = |near: &str| {
            view.vocabulary
                .architectures()
                .iter()
                .any(|value| value.value == near)
        };
        let near = architecture::near(value.value).filter(|near| !has(near));
        reporter.report(
            Report::new(
                value.span,
                spec.field("machineCapabilities").field(ARCHITECTURE),
                format!(
                    "architecture {} is none that Gardener knows, so no worker pool could have it",
                    words::quoted(value.value)
                ),
            )
            .error(ErrorType::Invalid)
            .value(value.value)
            .help(format!(
                "{}the architectures are `amd64` and `arm64`",
                words::did_you_mean(near)
            )),
        );
    }
}
