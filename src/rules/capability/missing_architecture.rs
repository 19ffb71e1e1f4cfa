//! See the page.

use crate::capability::ARCHITECTURE;
use crate::finding::{ErrorType, Origin, Severity};
use crate::model::path::Path;
use crate::rules::words;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope};

/// `capability/missing-architecture`
pub static RULE: Rule = Rule {
    name: "capability/missing-architecture",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A vocabulary that does not define the capability `architecture`.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/capability/missing-architecture.md"),
    check: Check::CloudProfile(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let vocabulary = view.vocabulary;
    if vocabulary.is_empty() || vocabulary.get(ARCHITECTURE).is_some() {
        return;
    }
    let spec = Path::new("spec");
    let near = words::near(ARCHITECTURE, vocabulary.names())
        .or_else(|| vocabulary.names().find(|name| *name == "arch"));
    let mut report = Report::new(
        view.profile.machine_capabilities.span,
        spec.field("machineCapabilities").field(ARCHITECTURE),
        "architecture capability is required: every image artifact has exactly one architecture, \
         and without the capability each would count as fit for every machine",
    )
    .error(ErrorType::Required);
    report = match near.and_then(|near| vocabulary.get(near)) {
        Some(definition) => report
            .also(definition.name.span, "a near name, but not this one")
            .help(format!("rename `{}` to `architecture`", *definition.name)),
        None => report.help(
            "add a definition `name: architecture` with the architectures in use as values, \
             `[amd64]`, `[arm64]` or `[amd64, arm64]`",
        ),
    };
    reporter.report(report);
}
