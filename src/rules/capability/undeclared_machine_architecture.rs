//! See the page.

use crate::capability::ARCHITECTURE;
use crate::finding::{Origin, Severity};
use crate::model::cursor::Spanned;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, walk, words};
use crate::source::Span;

/// `capability/undeclared-machine-architecture`
pub static RULE: Rule = Rule {
    name: "capability/undeclared-machine-architecture",
    origin: Origin::Documented,
    severity: Severity::Warning,
    summary: "Machine types without an architecture in their capabilities though the vocabulary has several.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/capability/undeclared-machine-architecture.md"),
    check: Check::CloudProfile(check),
};

/// How many machine types the message names.
const NAMED: usize = 3;

/// A machine type without a declared architecture.
struct Undeclared<'t> {
    name: Spanned<&'t str>,
    at: Span,
    path: String,
    legacy: Option<&'t str>,
}

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(definition) = view.vocabulary.get(ARCHITECTURE).filter(|definition| definition.values.len() > 1) else { return };
    let mut found: Vec<Undeclared<'_>> = Vec::new();
    walk::machine_types(view.profile, |path, machine_type| {
        let capabilities = &machine_type.capabilities;
        // An empty list matches nothing, and has its own finding.
        if !capabilities.iter().any(|capability| *capability.name == ARCHITECTURE) {
            found.push(Undeclared {
                name: machine_type.name,
                at: if capabilities.is_empty() { machine_type.at } else { capabilities.span },
                path: path.field("capabilities").to_string(),
                legacy: machine_type.architecture.value.filter(|legacy| !legacy.is_empty()),
            });
        }
    });
    let Some(first) = found.first() else { return };
    let names = words::some(found.iter().map(|found| *found.name), NAMED);
    let subject = if found.len() == 1 { format!("machine type {names} declares") } else { format!("machine types {names} declare") };
    let consequence = if found.iter().all(|found| found.legacy.is_some()) {
        "so they match images of every architecture in spite of the legacy field `architecture`"
    } else {
        "so they match images of every architecture, and worker pools are taken for amd64"
    };
    let consequence = if found.len() == 1 { consequence.replacen("they match", "it matches", 1) } else { consequence.to_owned() };
    let mut report =
        Report::new(first.at, &first.path, format!("{subject} no architecture though the vocabulary has several, {consequence}"))
            .also(definition.values_at, "several architectures are defined here")
            .help(match first.legacy {
                Some(legacy) => format!("add `architecture: [{legacy}]` to `capabilities`, as the legacy field says"),
                None => format!(
                    "add `architecture` with exactly one of {} to `capabilities`",
                    words::all(definition.values.iter().map(|value| value.value))
                ),
            });
    for other in found.iter().skip(1).take(NAMED - 1) {
        report = report.also(other.name.span, "and here");
    }
    reporter.report(report);
}
