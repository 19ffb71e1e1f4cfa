//! See the page.

use crate::capability::ARCHITECTURES;
use crate::finding::{Origin, Severity};
use crate::provider::fault::What;
use crate::rules::capability::architecture;
use crate::rules::{Check, ProvidedView, Reporter, Rule, Scope, edit, words};

use super::{faults, names};

/// `provider/unknown-architecture`
pub static RULE: Rule = Rule {
    name: "provider/unknown-architecture",
    origin: Origin::Provider,
    severity: Severity::Error,
    summary: "An architecture in the provider part that Gardener does not know.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/provider/unknown-architecture.md"),
    check: Check::Provided(check),
};

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        let What::UnknownArchitecture(value) = fault.what else {
            continue;
        };
        // Of the core part the API server says it itself.
        if fault.field.starts_with("spec.machineImages") {
            continue;
        }
        let near = architecture::near(value);
        let of = names::at(view, &fault.field).of();
        let message = format!(
            "architecture {}{of} is none that Gardener knows, so no worker pool would get this \
             artifact",
            words::quoted(value)
        );
        let help = format!(
            "{}the architectures are {}",
            words::did_you_mean(near),
            words::all(ARCHITECTURES)
        );
        let report = names::report(view, fault, message).value(value).help(help);
        let edit = near.and_then(|near| {
            Some((
                near,
                edit::replace_name(view.item.text, fault.span, value, near)?,
            ))
        });
        reporter.report(match edit {
            Some((near, edit)) => report.unsafe_fix(format!("replace it by `{near}`"), vec![edit]),
            None => report,
        });
    }
}
