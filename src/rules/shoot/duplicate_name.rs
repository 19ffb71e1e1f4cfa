//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};
use crate::shoot::{NameKind, Reason};

/// `shoot/duplicate-name`
pub static RULE: Rule = Rule {
    name: "shoot/duplicate-name",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "Two worker pools, volumes, taints or container runtimes that cannot be told apart.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/duplicate-name.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        let Reason::Duplicate(kind, first) = fault.reason else { continue };
        let name = words::quoted(fault.value);
        let (message, help) = match kind {
            NameKind::Worker => (format!("two worker pools are called {name}"), "give each pool a name of its own"),
            NameKind::DataVolume | NameKind::Volume => {
                (format!("two data volumes are called {name}"), "give each data volume a name of its own")
            }
            NameKind::Taint => (format!("the taint {name} stands twice with the same effect"), "remove one of the two"),
            NameKind::Runtime => (format!("the container runtime {name} stands twice"), "remove one of the two"),
            NameKind::ProviderType => continue,
        };
        reporter.report(ShootView::report(fault, message).help(help).also(first, "first used here"));
    }
}
