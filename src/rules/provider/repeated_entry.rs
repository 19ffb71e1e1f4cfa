use std::collections::BTreeMap;

use crate::provider::config::{ArchitectureAt, RegionMapping};
use crate::provider::lookup::{Entries, Way};
use crate::rules::provider::lost_in_merge;
use crate::rules::provider::region_mapping::Place;
use crate::rules::provider::{entry_path, image_path};
use crate::rules::{ProvidedView, Report, Reporter, words};
use crate::source::Span;
use crate::yaml::is_same;

rule!(
    "provider/repeated-entry",
    Design,
    Warning,
    Provided(check),
    "An image, version or region that `providerConfig` has twice."
);

/// The longest list of regions of which all pairs are compared.
const FEW: usize = 32;

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(part) = &view.provided.part else {
        return;
    };
    // Others either report it or take the first, in all places.
    if !matches!(view.provided.provider.lookup.way, Way::Flavors) {
        return;
    }
    let fields = &view.provided.provider.fields;
    let counts = match view.provided.provider.lookup.entries {
        Entries::Merged => "a worker can get the flavors of all of them",
        Entries::First | Entries::FirstInAFormat => "a worker gets its artifact from the first",
    };
    let image_counts = match view.provided.provider.lookup.entries {
        Entries::Merged => "a worker can get the flavors of the first that has any for it",
        Entries::First | Entries::FirstInAFormat => {
            "a worker gets its artifact from the first that has its version"
        }
    };
    let lost = lost_in_merge::versions(view);
    let mut images: BTreeMap<&str, Span> = BTreeMap::new();
    for (at, image) in part.config.images.iter().enumerate() {
        let whole = lost.iter().any(|(of, _)| *of == *image.name);
        if let Some(first) = seen(&mut images, *image.name, image.name.span).filter(|_| !whole) {
            let message = format!(
                "`providerConfig` has image {} twice: the webhook compares the profile with the \
                 last, and {image_counts}",
                words::quoted(*image.name)
            );
            let report = Report::new(image.name.span, image_path(at), message).value(*image.name);
            reporter.report(
                report
                    .also(first, "first here")
                    .help("put all versions under one entry"),
            );
        }
        let mut versions: BTreeMap<(&str, &str, Option<bool>), Span> = BTreeMap::new();
        for (index, version) in image.versions.iter().enumerate() {
            // One entry for each architecture is how the legacy format says several.
            let several =
                fields.architecture == ArchitectureAt::Version && version.flavors.is_empty();
            let key = (
                *version.version,
                if several { version.architecture() } else { "" },
                version.accelerated_networking.value,
            );
            let first = if version.version.is_empty() {
                None
            } else {
                seen(&mut versions, key, version.version.span)
            };
            if let Some(first) = first.filter(|_| !lost.contains(&(*image.name, *version.version)))
            {
                let webhook = match (fields.architecture, version.flavors.is_empty()) {
                    (ArchitectureAt::Version, true) => "the webhook looks at all entries",
                    (ArchitectureAt::Version, false) => {
                        "the webhook looks at the first that has flavors"
                    }
                    _ => "the webhook looks at the last",
                };
                let message = format!(
                    "`providerConfig` has version {} of image {} twice: {webhook}, and {counts}",
                    words::quoted(*version.version),
                    words::quoted(*image.name)
                );
                let report = Report::new(version.version.span, entry_path(at, index), message)
                    .value(*version.version);
                reporter.report(
                    report
                        .also(first, "first here")
                        .help("keep one entry; put what differs into its flavors or regions"),
                );
            }
            for (flavor, list) in version.region_lists() {
                repeated((at, index), flavor, list, reporter);
            }
        }
    }
}

/// Repeated regions of one list; `entry`: image and version, by position.
fn repeated(
    entry: (usize, usize),
    flavor: Option<usize>,
    regions: &[RegionMapping<'_>],
    reporter: &mut Reporter<'_>,
) {
    let names_differ = || {
        regions.iter().enumerate().all(|(at, region)| {
            let before = &regions[..at];
            !before
                .iter()
                .any(|other| is_same(*other.name, *region.name))
        })
    };
    if regions.len() <= FEW && names_differ() {
        return;
    }
    let mut names: BTreeMap<(&str, &str), (Span, &str)> = BTreeMap::new();
    for (index, region) in regions
        .iter()
        .enumerate()
        .filter(|(_, region)| !region.name.is_empty())
    {
        let here = (region.name.span, *region.reference);
        match names.entry((*region.name, region.architecture())) {
            std::collections::btree_map::Entry::Vacant(vacant) => _ = vacant.insert(here),
            std::collections::btree_map::Entry::Occupied(known) => {
                let (first, artifact) = *known.get();
                let what = if artifact == here.1 {
                    "the same artifact".to_owned()
                } else {
                    format!("another artifact, {}", words::quoted(artifact))
                };
                let message = format!(
                    "region {} has two entries for architecture {}, first with {what}: the last \
                     entry counts",
                    words::quoted(*region.name),
                    words::quoted(region.architecture())
                );
                let report = Report::new(
                    region.name.span,
                    Place { flavor, index }
                        .below(entry_path(entry.0, entry.1))
                        .field("name"),
                    message,
                )
                .value(*region.name);
                reporter.report(
                    report.also(first, "first here").help(
                        "keep one; if this is for another architecture, name it in the entry",
                    ),
                );
            }
        }
    }
}

/// The earlier place of a key, if it has one.
fn seen<K: Ord>(known: &mut BTreeMap<K, Span>, key: K, span: Span) -> Option<Span> {
    match known.entry(key) {
        std::collections::btree_map::Entry::Occupied(entry) => Some(*entry.get()),
        std::collections::btree_map::Entry::Vacant(entry) => {
            entry.insert(span);
            None
        }
    }
}
