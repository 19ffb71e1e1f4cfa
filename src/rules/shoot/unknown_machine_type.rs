//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};
use crate::shoot::Reason;

/// `shoot/unknown-machine-type`
pub static RULE: Rule = Rule {
    name: "shoot/unknown-machine-type",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "A machine type that the profile does not have.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/unknown-machine-type.md"),
    check: Check::Shoot(check),
};

/// How many of the machine types that would do are named.
const SHOWN: usize = 5;

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        let Reason::UnknownMachineType(fit) = &fault.reason else { continue };
        let Some(offer) = view.offer() else { continue };
        let all = offer.profile().machine_types.iter().map(|machine_type| *machine_type.name);
        let near = words::near(fault.value, fit.iter().copied()).or_else(|| words::near(fault.value, all));
        let near = words::did_you_mean(near);
        let message =
            format!("{} has no machine type {}, which {} is to use", view.profile_name(), words::quoted(fault.value), view.pool(fault));
        let help = if fit.is_empty() {
            format!("{near}no machine type fits the architecture and the zones of the pool")
        } else {
            format!("{near}by the architecture and the zones of the pool these would do: {}", words::some(fit.iter().copied(), SHOWN))
        };
        reporter.report(ShootView::report(fault, message).help(help));
    }
}
