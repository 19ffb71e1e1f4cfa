//! See the page.

use std::collections::BTreeMap;

use crate::finding::{Edit, ErrorType, Origin, Severity};
use crate::model::cloudprofile::CloudProfile;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, edit, walk};
use crate::source::Span;

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
    let mut places = places(view.written);
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
        // Where the name is defined several times, one fix is enough.
        let edits = places.remove(*name).filter(|_| free).map_or_else(Vec::new, |places| rename(view, &places, *name, rest));
        if !edits.is_empty() {
            let title =
                format!("rename `{}` to `{rest}` in the definition, flavors and machine types (not in `spec.providerConfig`)", *name);
            report = report.unsafe_fix(title, edits);
        }
        reporter.report(report);
    }
}

/// Wherever the core part names a capability that begins with the prefix.
fn places<'t>(profile: &CloudProfile<'t>) -> BTreeMap<&'t str, Vec<Span>> {
    let mut places: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    let mut see = |name: Spanned<&'t str>| {
        if name.starts_with(PREFIX) {
            places.entry(name.value).or_default().push(name.span);
        }
    };
    profile.machine_capabilities.iter().for_each(|definition| see(definition.name));
    walk::flavors(profile, |_, flavor| flavor.capabilities.iter().for_each(|capability| see(capability.name)));
    walk::machine_types(profile, |_, machine_type| machine_type.capabilities.iter().for_each(|capability| see(capability.name)));
    places
}

/// The edits that rename a capability; none if one of the places cannot be edited.
fn rename(view: &ProfileView<'_>, places: &[Span], old: &str, new: &str) -> Vec<Edit> {
    let edits: Option<Vec<Edit>> = places.iter().map(|place| edit::replace_name(view.item.text, *place, old, new)).collect();
    edits.map(edit::sorted).unwrap_or_default()
}
