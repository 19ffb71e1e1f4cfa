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
    summary: "A setting in the provider part of a NamespacedCloudProfile that only a CloudProfile \
        may have.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/provider/only-in-parent.md"),
    check: Check::Provided(check),
};

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let parent = view
        .parent
        .map_or("", |parent| *parent.item.object.meta.name);
    for fault in faults(view, &RULE) {
        let (what, help) = match &fault.what {
            What::OnlyInParent { field } => (words::quoted(field), "remove it here".to_owned()),
            What::OnlyImages { fields, allowed } => {
                let allowed = ["machineImages"].iter().chain(*allowed).copied();
                (
                    words::all(fields.iter().copied()),
                    format!("remove what is not {} here", words::all(allowed)),
                )
            }
            _ => continue,
        };
        let message = format!(
            "{} takes {what} from the parent {} alone: a NamespacedCloudProfile must not set it",
            names::extension(view),
            words::quoted(parent)
        );
        reporter.report(names::report(view, fault, message).help(help));
    }
}
