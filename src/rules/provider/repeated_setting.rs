//! See the page.

use crate::finding::{Origin, Severity};
use crate::provider::fault::What;
use crate::rules::{Check, ProvidedView, Reporter, Rule, Scope, words};

use super::{faults, names};

/// `provider/repeated-setting`
pub static RULE: Rule = Rule {
    name: "provider/repeated-setting",
    origin: Origin::Provider,
    severity: Severity::Error,
    summary: "Something that the provider part sets twice where each may be set once.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/provider/repeated-setting.md"),
    check: Check::Provided(check),
};

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        // Some paths end in the list.
        let name = names::last_name(&fault.field);
        let of_entry = matches!(name, "name" | "region" | "version");
        let renamed = if of_entry { format!(", or give this one another `{name}`") } else { String::new() };
        reporter.report(match fault.what {
            What::Repeated(value) | What::RepeatedVersion(value) => {
                let message = format!("{} stands here a second time: {} takes each once", words::quoted(value), names::extension(view));
                names::report(view, fault, message).value(value).help(format!("remove one of the two entries{renamed}"))
            }
            What::SeveralDefaults(what) => {
                let message = format!("a second load balancer class of this list is {}, by its purpose or its name", words::quoted(what));
                names::report(view, fault, message).value(what).help("keep one such class")
            }
            _ => continue,
        });
    }
}
