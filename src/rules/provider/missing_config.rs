//! See the page.

use crate::finding::{Origin, Severity};
use crate::provider::part::CONFIG_KIND;
use crate::rules::{Check, ProvidedView, Reporter, Rule, Scope};

use super::{faults, names};

/// `provider/missing-config`
pub static RULE: Rule = Rule {
    name: "provider/missing-config",
    origin: Origin::Provider,
    severity: Severity::Error,
    summary: "A profile without `spec.providerConfig`, which its extension requires.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/provider/missing-config.md"),
    check: Check::Provided(check),
};

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let provider = view.provided.provider;
    for fault in faults(view, &RULE) {
        // Not all say anything of images in it.
        let images = provider.config.is_some_and(|of| of.field("machineImages").is_some());
        let message = format!(
            "{} requires `spec.providerConfig`{}: without it the {} is refused",
            names::extension(view),
            if images { ", which says which artifact each image version is" } else { "" },
            names::kind(view)
        );
        let header = format!("`apiVersion: {}`", provider.api_version);
        let kind = format!("`kind: {CONFIG_KIND}`");
        let fields = if images { format!("{header}, {kind} and `machineImages`") } else { format!("{header} and {kind}") };
        reporter.report(names::report(view, fault, message).help(format!("add `spec.providerConfig` with {fields}")));
    }
}
