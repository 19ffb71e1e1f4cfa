//! See the page.

use crate::finding::{Origin, Severity};
use crate::provider::shoots::What;
use crate::rules::{Check, Reporter, Rule, Scope, ShootView, words};
use crate::shoot::Reason;

/// `provider/unsupported-pool-setting`
pub static RULE: Rule = Rule {
    name: "provider/unsupported-pool-setting",
    origin: Origin::Provider,
    severity: Severity::Error,
    summary: "A setting of a worker pool that the server knows and the extension refuses.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/provider/unsupported-pool-setting.md"),
    check: Check::Shoot(check),
};

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for fault in view.of_extension {
        let Reason::Webhook(what) = &fault.reason else { continue };
        let pool = view.pool(fault);
        let (why, help) = match what {
            What::Unsupported(field) => {
                (format!("{pool} sets `{field}`, which the extension does not support"), format!("remove `{field}`"))
            }
            What::SeveralZones(zones) => (
                format!("{pool} is in {zones} zones, but server group policy {} allows only one", words::quoted(fault.value)),
                "make a pool for each zone, or choose another policy".to_owned(),
            ),
            What::NotAllowed { .. } | What::NoPolicy { .. } | What::LostImage { .. } => continue,
        };
        reporter.report(ShootView::report(fault, format!("{why}; its webhook refuses the Shoot")).help(help));
    }
}
