//! See the page.

use crate::finding::{Origin, Severity};
use crate::provider::fault::What;
use crate::rules::{Check, ProvidedView, Reporter, Rule, Scope, words};

use super::{faults, names};

/// `provider/conflicting-settings`
pub static RULE: Rule = Rule {
    name: "provider/conflicting-settings",
    origin: Origin::Provider,
    severity: Severity::Error,
    summary: "Settings of the provider part that exclude each other.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/provider/conflicting-settings.md"),
    check: Check::Provided(check),
};

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        let What::Exclusive { fields } = fault.what else {
            continue;
        };
        let message = format!(
            "{} say the same in different ways, and {} takes only one of them",
            words::all(fields.iter().copied()),
            names::extension(view)
        );
        reporter.report(names::report(view, fault, message).help("keep one, and remove the rest"));
    }
}
