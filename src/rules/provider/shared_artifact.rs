use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::capability::{ARCHITECTURE, written};
use crate::model::cursor::Spanned;
use crate::provider::config::{ArchitectureAt, Flavor, Reference, RegionMapping, Version};
use crate::rules::provider::entry_path;
use crate::rules::{ProvidedView, Report, Reporter, words};

rule!(
    "provider/shared-artifact",
    Design,
    Warning,
    Provided(check),
    "One artifact for machines of different architectures."
);

/// An artifact with the field that names it and the architecture of its machines.
type Named<'t> = (&'static str, Spanned<&'t str>, &'t str);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    let Some(part) = &view.provided.part else {
        return;
    };
    let mut known: BTreeMap<(&str, &str), (&str, Spanned<&str>)> = BTreeMap::new();
    for (at, image) in part.config.images.iter().enumerate() {
        for (index, version) in image.versions.iter().enumerate() {
            for (field, artifact, architecture) in named(view, version) {
                let first = match known.entry((field, *artifact)) {
                    Entry::Vacant(free) => {
                        free.insert((architecture, artifact));
                        continue;
                    }
                    Entry::Occupied(first) => *first.get(),
                };
                if first.0 == architecture {
                    continue;
                }
                let message = format!(
                    "artifact {} is for {} machines here, and for {} machines elsewhere: an image \
                     has one architecture, so machines of the other never become nodes",
                    words::quoted(*artifact),
                    words::quoted(architecture),
                    words::quoted(first.0),
                );
                reporter.report(
                    Report::new(artifact.span, entry_path(at, index), message)
                        .value(*artifact)
                        .also(
                            first.1.span,
                            format!("for {} machines", words::quoted(first.0)),
                        )
                        .help("name the image that was built for each architecture"),
                );
            }
        }
    }
}

/// The artifacts of a version that are for machines of one architecture.
fn named<'t>(view: &ProvidedView<'t>, version: &Version<'t>) -> Vec<Named<'t>> {
    let fields = &view.provided.provider.fields;
    let mut all = Vec::new();
    let mut add = |references: &[Reference<'t>],
                   regions: &[RegionMapping<'t>],
                   of: &dyn Fn(Option<&RegionMapping<'t>>) -> Option<&'t str>| {
        let of_version = references
            .iter()
            .filter_map(|named| Some((named.field, named.value, of(None)?)));
        let of_regions = regions
            .iter()
            .filter_map(|region| Some((fields.in_region?, region.reference, of(Some(region))?)));
        all.extend(of_version.chain(of_regions));
    };
    add(
        &version.references,
        &version.regions,
        &|region| match (fields.architecture, region) {
            (ArchitectureAt::Version, _) => Some(version.architecture()),
            (ArchitectureAt::Region, Some(region)) => Some(region.architecture()),
            (ArchitectureAt::Region, None) | (ArchitectureAt::Nowhere, _) => None,
        },
    );
    for flavor in version.flavors.iter() {
        let only = architecture(view, flavor);
        add(&flavor.references, &flavor.regions, &|_| only);
    }
    all.retain(|(field, artifact, _)| {
        fields.of_one_architecture.contains(field) && !artifact.is_empty()
    });
    all
}

/// The only architecture of a flavor.
fn architecture<'t>(view: &ProvidedView<'t>, flavor: &Flavor<'t>) -> Option<&'t str> {
    let values = view
        .vocabulary
        .defaulted(&flavor.capabilities, ARCHITECTURE)
        .unwrap_or_else(|| written(&flavor.capabilities, ARCHITECTURE));
    match values {
        [only] => Some(only.value),
        _ => None,
    }
}
