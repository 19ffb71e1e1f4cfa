//! See the page.

use crate::capability::ARCHITECTURE;
use crate::finding::{Origin, Severity};
use crate::model::cloudprofile::Capability;
use crate::model::path::Path;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, removal, walk, words};

/// `capability/empty-value-list`
pub static RULE: Rule = Rule {
    name: "capability/empty-value-list",
    origin: Origin::Selection,
    severity: Severity::Error,
    summary: "A capability of a machine type or flavor without any value: it matches nothing.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/capability/empty-value-list.md"),
    check: Check::CloudProfile(check),
};

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if view.vocabulary.is_empty() {
        return;
    }
    walk::flavors(view.profile, |path, flavor| judge(view, path, "flavor", &flavor.capabilities, reporter));
    walk::machine_types(view.profile, |path, machine_type| {
        judge(view, &path.field("capabilities"), "machine type", &machine_type.capabilities, reporter);
    });
}

fn judge(view: &ProfileView<'_>, path: &Path<'_>, owner: &str, capabilities: &[Capability<'_>], reporter: &mut Reporter<'_>) {
    for capability in capabilities.iter().filter(|capability| capability.values.is_empty()) {
        let name = *capability.name;
        let Some(definition) = view.vocabulary.get(name) else { continue };
        // The server itself asks flavors for an architecture where there are several.
        if name == ARCHITECTURE && owner == "flavor" && definition.values.len() > 1 {
            continue;
        }
        let path = path.field(name);
        if view.item.refuses(&path) {
            continue;
        }
        let (other, quoted) = (if owner == "flavor" { "machine type" } else { "image flavor" }, words::quoted(name));
        let mut report = Report::new(
            capability.name.span,
            &path,
            format!(
                "{quoted} is given without any value: the {owner} supports none of them, so no {other} ever fits it, and validation \
             lets it pass"
            ),
        )
        .also(definition.values_at, format!("{quoted} is defined here"))
        .help(format!(
            "leave {quoted} out if all values are meant; else list those that are supported, of {}",
            words::all(definition.values.iter().map(|value| value.value))
        ));
        if capabilities.len() > 1
            && let Some(edit) = removal::entry(view.item.text, capability.name.span, None)
        {
            report = report.unsafe_fix(format!("leave {quoted} out, so that all values count"), vec![edit]);
        }
        reporter.report(report);
    }
}
