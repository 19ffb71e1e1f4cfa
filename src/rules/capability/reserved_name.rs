use std::collections::BTreeMap;

use crate::capability::RESERVED_PREFIX as PREFIX;
use crate::finding::{Edit, ErrorType};
use crate::model::cloudprofile::Capabilities;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, edit, walk};
use crate::source::Span;
use crate::yaml::NodeId;

rule!(
    "capability/reserved-name",
    Static,
    Error,
    CloudProfile(check),
    "A capability whose name begins with `gardener-`.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let list = spec.field("machineCapabilities");
    let mut places = places(view);
    for (i, definition) in view.profile.machine_capabilities.iter().enumerate() {
        let name = definition.name;
        let Some(rest) = name.strip_prefix(PREFIX) else {
            continue;
        };
        let mut report = Report::new(
            name.span,
            list.index(i).field("name"),
            format!(
                "capability `{}` begins with `{PREFIX}`, a prefix that Gardener reserves for \
                 itself",
                *name
            ),
        )
        .error(ErrorType::Forbidden)
        .value(*name);
        let free = view.vocabulary.get(rest).is_none();
        report = if rest.is_empty() || !free {
            report
                .help("rename it here, in flavors and machine types, and in `spec.providerConfig`")
        } else {
            report.help(format!(
                "rename it to `{rest}` everywhere: here, in flavors and machine types, and in \
                 `spec.providerConfig`"
            ))
        };
        // One fix is enough where the name is defined several times.
        let edits = places
            .remove(*name)
            .filter(|_| free)
            .map_or_else(Vec::new, |places| rename(view, &places, *name, rest));
        if !edits.is_empty() {
            // The server never accepted a profile with the old name, so nothing else knows it.
            report = report.safe_fix(
                format!("rename `{}` to `{rest}` everywhere in the profile", *name),
                edits,
            );
        }
        reporter.report(report);
    }
}

/// Wherever the profile names a capability that begins with the prefix.
fn places<'t>(view: &ProfileView<'t>) -> BTreeMap<&'t str, Vec<Span>> {
    let (profile, tree) = (view.written, &view.item.document.tree);
    let mut places: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    let mut see = |name: &'t str, span: Span| {
        if name.starts_with(PREFIX) {
            places.entry(name).or_default().push(span);
        }
    };
    profile
        .machine_capabilities
        .iter()
        .for_each(|definition| see(definition.name.value, definition.name.span));
    let mut see_all = |capabilities: &Capabilities<'t>| {
        capabilities
            .iter()
            .for_each(|capability| see(capability.name.value, capability.name.span));
    };
    walk::flavors(profile, |_, flavor| see_all(&flavor.capabilities));
    walk::machine_types(profile, |_, machine_type| {
        see_all(&machine_type.capabilities);
    });
    // `providerConfig` is the same for all providers as far as this.
    let below = |nodes: Vec<NodeId>, key: &str| {
        nodes
            .into_iter()
            .filter_map(|node| Some(tree.get(node, key)?.value))
            .collect::<Vec<_>>()
    };
    let items = |nodes: Vec<NodeId>| {
        nodes
            .into_iter()
            .flat_map(|node| tree.items(node))
            .copied()
            .collect::<Vec<_>>()
    };
    let mut nodes = below(below(vec![view.item.object.node], "spec"), "providerConfig");
    for list in ["machineImages", "versions", "capabilityFlavors"] {
        nodes = items(below(nodes, list));
    }
    for entry in below(nodes, "capabilities")
        .into_iter()
        .flat_map(|node| tree.entries(node))
    {
        see(tree.key(entry.key), tree.span(entry.key));
    }
    places
}

/// The edits that rename a capability; none if one of the places cannot be edited.
fn rename(view: &ProfileView<'_>, places: &[Span], old: &str, new: &str) -> Vec<Edit> {
    let edits: Option<Vec<Edit>> = places
        .iter()
        .map(|place| edit::replace_name(view.item.text, *place, old, new))
        .collect();
    edits.map(edit::sorted).unwrap_or_default()
}
