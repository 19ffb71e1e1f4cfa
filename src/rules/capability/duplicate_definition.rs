//! See the page.

use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::cloudprofile::repetition::{self, Repeated};
use crate::rules::words;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope};

/// `capability/duplicate-definition`
pub static RULE: Rule = Rule {
    name: "capability/duplicate-definition",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A capability that is defined twice.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/capability/duplicate-definition.md"),
    check: Check::CloudProfile(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let list = spec.field("machineCapabilities");
    for Repeated { index, name, first } in repetition::find(
        view.profile
            .machine_capabilities
            .iter()
            .map(|definition| definition.name),
    ) {
        reporter.report(
            Report::new(
                name.span,
                list.index(index).field("name"),
                format!(
                    "capability {} is defined twice: this list of values would replace the \
                     earlier one for every flavor and machine type",
                    words::quoted(*name)
                ),
            )
            .error(ErrorType::Duplicate)
            .value(*name)
            .also(first.span, "first defined here")
            .help("keep one definition that lists all values, most preferred first"),
        );
    }
}
