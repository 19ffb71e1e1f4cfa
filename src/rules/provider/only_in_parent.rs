//! See the page.

use crate::finding::{Origin, Severity};
use crate::provider::fault::What;
use crate::rules::{Check, ProvidedView, Reporter, Rule, Scope, words};

use super::{faults, names};

/// `provider/only-in-parent`
pub static RULE: Rule = Rule {
    name: "provider/only-in-parent",
    origin: Origin::Provider,
    severity: Severity::Error,
    summary: "A setting in the provider part of a NamespacedCloudProfile that only a CloudProfile may have.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/provider/only-in-parent.md"),
    check: Check::Provided(check),
};

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let parent = view.parent.map_or("", |parent| *parent.item.object.meta.name);
    for fault in faults(view, &RULE) {
        let What::OnlyInParent { field } = fault.what else { continue };
        let what = if field.is_empty() { "anything but `machineImages`".to_owned() } else { words::quoted(field) };
        let message = format!(
            "{} takes {what} from the parent {} alone: a NamespacedCloudProfile must not set it",
            names::extension(view),
            words::quoted(parent)
        );
        let help = if field.is_empty() { "keep `apiVersion`, `kind` and `machineImages`, and remove the rest" } else { "remove it here" };
        reporter.report(names::report(fault, message).help(help));
    }
}
