use std::collections::{BTreeMap, BTreeSet};

use crate::capability::{ARCHITECTURE, Vocabulary};
use crate::finding::Edit;
use crate::model::cloudprofile::{Capability, Flavor};
use crate::model::path::FieldPath;
use crate::rules::size::measure::Bytes;
use crate::rules::{ProfileView, Report, Reporter, edit, removal, walk, words};
use crate::source::Span;

rule!(
    "design/redundant-all-values",
    Design,
    Note,
    CloudProfile(check),
    "A flavor that lists all values of a capability, which it can leave out.",
    Part
);

/// The flavors of an image that list too much.
struct Found<'t> {
    path: FieldPath,
    at: Span,
    capabilities: BTreeSet<&'t str>,
    lists: usize,
    bytes: u64,
    edits: Vec<Edit>,
}

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if view.vocabulary.is_empty() {
        return;
    }
    let mut found: BTreeMap<&str, Found<'_>> = BTreeMap::new();
    walk::image_versions(view.profile, |path, image, version| {
        for (k, flavor) in version.capability_flavors.iter().enumerate() {
            let redundant = redundant(view.vocabulary, flavor);
            // Not the first of the text: the order of keys means nothing.
            let Some(first) = redundant.iter().min_by_key(|capability| *capability.name) else {
                continue;
            };
            let new = || Found {
                path: path
                    .field("capabilityFlavors")
                    .index(k)
                    .field(*first.name)
                    .into(),
                at: first.name.span,
                capabilities: BTreeSet::new(),
                lists: 0,
                bytes: 0,
                edits: Vec::new(),
            };
            let found = found.entry(image).or_insert_with(new);
            for capability in &redundant {
                found.capabilities.insert(*capability.name);
                found.lists += 1;
                found.bytes += bytes(capability);
                // A flavor must stay a map.
                if redundant.len() < flavor.capabilities.len() {
                    let last = capability.values.last().map(|value| value.span);
                    found
                        .edits
                        .extend(removal::entry(view.item.text, capability.name.span, last));
                }
            }
        }
    });
    for (image, found) in found {
        reporter.report(report(view, image, found));
    }
}

/// The capabilities of a flavor that mean the same when they are left out. The architecture stays
/// on purpose.
fn redundant<'a, 't>(
    vocabulary: &Vocabulary<'t>,
    flavor: &'a Flavor<'t>,
) -> Vec<&'a Capability<'t>> {
    let all = |capability: &&Capability<'t>| {
        let Some(definition) = vocabulary
            .get(*capability.name)
            .filter(|definition| *definition.name != ARCHITECTURE)
        else {
            return false;
        };
        let listed: BTreeSet<&str> = capability.values.iter().map(|value| value.value).collect();
        // A single value has its own finding.
        definition.values.len() > 1
            && definition
                .values
                .iter()
                .all(|value| listed.contains(value.value))
    };
    flavor.capabilities.iter().filter(all).collect()
}

/// The size of the entry as compact JSON, with its comma.
fn bytes(capability: &Capability<'_>) -> u64 {
    let values: usize = capability
        .values
        .iter()
        .map(|value| value.value.len() + 3)
        .sum();
    (capability.name.len() + 5 + values) as u64
}

fn report(view: &ProfileView<'_>, image: &str, found: Found<'_>) -> Report {
    let names = words::all(found.capabilities.iter().copied());
    let (lists, they) = if found.lists == 1 {
        (
            format!("a flavor of image {} lists", words::quoted(image)),
            "it",
        )
    } else {
        (
            format!(
                "{} lists in flavors of image {} have",
                found.lists,
                words::quoted(image)
            ),
            "they",
        )
    };
    let message = format!(
        "{lists} all values of {names}, which means the same as leaving {} out: {they} take{} {} \
         for nothing",
        if found.lists == 1 { "it" } else { "them" },
        if found.lists == 1 { "s" } else { "" },
        Bytes(found.bytes)
    );
    let mut report = Report::new(found.at, found.path, message)
        .value(found.lists)
        .help(
            "leave the capability out, in `providerConfig` too; a value that the definition gains \
             later then counts as well",
        );
    if let Some(definition) = found
        .capabilities
        .first()
        .and_then(|name| view.vocabulary.get(name))
    {
        report = report.also(definition.name.span, "defined here");
    }
    let edits = edit::sorted(found.edits);
    if edits.is_empty() {
        report
    } else {
        report.unsafe_fix(format!("leave {names} out of these flavors"), edits)
    }
}
