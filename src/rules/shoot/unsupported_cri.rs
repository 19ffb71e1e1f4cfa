//! See the page.

use crate::finding::{Origin, Severity};
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};
use crate::shoot::Reason;

/// `shoot/unsupported-cri`
pub static RULE: Rule = Rule {
    name: "shoot/unsupported-cri",
    origin: Origin::Admission,
    severity: Severity::Error,
    summary: "A container runtime that the image version of a pool does not offer.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/shoot/unsupported-cri.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.faults() {
        let Some(offer) = view.offer() else { continue };
        let (at, what, offered) = match fault.reason {
            Reason::UnsupportedCri { version } => (
                version,
                "container runtime interface",
                offer.version_at(version).version.cri.iter().map(|cri| *cri.name).collect::<Vec<_>>(),
            ),
            Reason::UnsupportedRuntime { version, cri } => {
                let found = offer.version_at(version).version.cri.iter().find(|offered| *offered.name == cri);
                let runtimes = found.into_iter().flat_map(|cri| cri.container_runtimes.iter().map(|runtime| runtime.value));
                (version, "container runtime", runtimes.collect())
            }
            _ => continue,
        };
        let version = offer.version_at(at);
        let message = format!(
            "version {} of image {} does not offer the {what} {}, which {} asks for",
            words::quoted(*version.version.version()),
            words::quoted(*version.image.name),
            words::quoted(fault.value),
            view.pool(fault)
        );
        let help = if offered.is_empty() {
            "remove it, or choose an image version that offers it; this one offers none".to_owned()
        } else {
            format!("choose an image version that offers it, or what this one offers: {}", words::all(offered))
        };
        reporter.report(view.in_profile(ShootView::report(fault, message).help(help), version.version.cri.span, "what the version offers"));
    }
}
