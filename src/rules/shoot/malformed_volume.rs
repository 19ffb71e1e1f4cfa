//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};
use crate::shoot::Reason;

/// `shoot/malformed-volume`
pub static RULE: Rule = Rule {
    name: "shoot/malformed-volume",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A volume of a pool that cannot be made or found.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/malformed-volume.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        let (message, help) = match &fault.reason {
            Reason::VolumeSize => (
                format!("{} is not the size of a volume: it must be a whole number of gibibytes", words::quoted(fault.value)),
                "write it as in `50Gi`".to_owned(),
            ),
            Reason::UnknownDataVolume(names) => {
                let help = if names.is_empty() {
                    "remove the field: the pool has no data volumes".to_owned()
                } else {
                    let near = words::did_you_mean(words::near(fault.value, names.iter().copied()));
                    format!("{near}it has {}", words::all(names.iter().copied()))
                };
                (format!("{} has no data volume {}", view.pool(fault), words::quoted(fault.value)), help)
            }
            _ => continue,
        };
        reporter.report(ShootView::report(fault, message).help(help));
    }
}
