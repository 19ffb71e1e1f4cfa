//! See the page.

use crate::capability::{ARCHITECTURE, written};
use crate::finding::{ErrorType, Origin, Severity};
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, walk, words};

/// `capability/several-machine-architectures`
pub static RULE: Rule = Rule {
    name: "capability/several-machine-architectures",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A machine type with more than one architecture in its capabilities.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/capability/several-machine-architectures.md"),
    check: Check::Spec(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if view.vocabulary.is_empty() {
        return;
    }
    walk::first_machine_types(view, |path, machine_type| {
        let values = written(&machine_type.capabilities, ARCHITECTURE);
        let ([first, .., last], Some(_)) = (values, values.get(1)) else {
            return;
        };
        let names = || values.iter().map(|value| value.value);
        reporter.report(
            Report::new(
                first.span.to(last.span),
                path.field("capabilities").field(ARCHITECTURE),
                format!(
                    "machine type {} has more than one architecture, {}, but a machine boots \
                     exactly one",
                    words::quoted(*machine_type.name),
                    words::all(names())
                ),
            )
            .error(ErrorType::Invalid)
            .value(names().collect::<Vec<_>>().join(", "))
            .help("keep the one that the hardware has; other hardware is another machine type"),
        );
    });
}
