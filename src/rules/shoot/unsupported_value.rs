//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};
use crate::shoot::{Reason, Word};

/// `shoot/unsupported-value`
pub static RULE: Rule = Rule {
    name: "shoot/unsupported-value",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A value of a worker pool outside a closed list.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/unsupported-value.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        let Reason::UnknownWord { what, supported } = fault.reason else { continue };
        let what = match what {
            Word::Architecture => "an architecture",
            Word::UpdateStrategy => "an update strategy",
            Word::TaintEffect => "an effect of a taint",
            Word::Cri => "a container runtime interface",
        };
        let message = format!("{} is not {what} that a worker pool can have", words::quoted(fault.value));
        let near = words::did_you_mean(words::near(fault.value, supported.iter().copied()));
        let help = match supported {
            [only] => format!("{near}only {} is possible", words::quoted(only)),
            _ => format!("{near}possible are {}", words::all(supported.iter().copied())),
        };
        reporter.report(ShootView::report(fault, message).help(help));
    }
}
