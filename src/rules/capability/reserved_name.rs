//! See the page.

use crate::finding::{Edit, ErrorType, Origin, Severity};
use crate::model::cloudprofile::Capability;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, edit, walk};

/// `capability/reserved-name`
pub static RULE: Rule = Rule {
    name: "capability/reserved-name",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A capability whose name begins with `gardener-`.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/capability/reserved-name.md"),
    check: Check::CloudProfile(check),
};

/// What begins like this belongs to Gardener.
const PREFIX: &str = "gardener-";

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let list = spec.field("machineCapabilities");
    for (i, definition) in view.profile.machine_capabilities.iter().enumerate() {
        let name = definition.name;
        let Some(rest) = name.strip_prefix(PREFIX) else { continue };
        let mut report = Report::new(
            name.span,
            list.index(i).field("name"),
            format!("capability `{}` begins with `{PREFIX}`, a prefix that is reserved for Gardener itself", *name),
        )
        .error(ErrorType::Forbidden)
        .value(*name);
        let free = view.vocabulary.get(rest).is_none();
        report = if rest.is_empty() || !free {
            report.help("give it another name, and rename it wherever flavors and machine types use it, in `spec.providerConfig` too")
        } else {
            report.help(format!(
                "rename it to `{rest}` everywhere at once: here, in flavors and machine types, and by hand in `spec.providerConfig`"
            ))
        };
        let edits = if free { rename(view, *name, rest) } else { Vec::new() };
        if !edits.is_empty() {
            let title =
                format!("rename `{}` to `{rest}` in the definition, flavors and machine types (not in `spec.providerConfig`)", *name);
            report = report.unsafe_fix(title, edits);
        }
        reporter.report(report);
    }
}

/// The edits that rename a capability wherever the core part names it; none if one of the places cannot be edited.
fn rename(view: &ProfileView<'_>, old: &str, new: &str) -> Vec<Edit> {
    let mut places: Vec<Spanned<&str>> = Vec::new();
    places.extend(view.written.machine_capabilities.iter().map(|definition| definition.name));
    let mut keys = |capabilities: &[Capability<'_>]| {
        places.extend(
            capabilities.iter().filter(|capability| *capability.name == old).map(|capability| Spanned::new(old, capability.name.span)),
        );
    };
    walk::flavors(view.written, |_, flavor| keys(&flavor.capabilities));
    walk::machine_types(view.written, |_, machine_type| keys(&machine_type.capabilities));
    let edits: Option<Vec<Edit>> =
        places.iter().filter(|place| ***place == old).map(|place| edit::replace_name(view.item.text, place.span, old, new)).collect();
    edits.map(edit::sorted).unwrap_or_default()
}
