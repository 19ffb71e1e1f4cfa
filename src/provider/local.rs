//! local: a container image for each version or flavor, without regions
//! (`docs/gardener/providers/local.md`). No webhook changes the core part.

use serde_json::{Map, Value as Json, json};

use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::provider::checks::Checks;
use crate::provider::child::Child;
use crate::provider::config::{ArchitectureAt, Config, Fields, Flavor, Reference, Version};
use crate::provider::fault::{Faults, Missing, What};
use crate::provider::lookup::{self, Entries, Lookup, Way};
use crate::provider::mapping::{self, CoreVersion, EmptyImages, Entry, Mapping};
use crate::provider::merge::Merge;
use crate::provider::settings::Settings;
use crate::provider::{IMAGES, Provider, schema, worker_status};

pub static PROVIDER: Provider = Provider {
    name: "local",
    title: "local",
    api_version: "local.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::LOCAL_CLOUDPROFILECONFIG),
    others: &[("WorkerStatus", &worker_status::LOCAL)],
    tolerates_missing_header: false,
    fields: Fields {
        references: &["image"],
        in_region: None,
        of_one_architecture: &[],
        architecture: ArchitectureAt::Nowhere,
    },
    adjust: None,
    checks: Checks {
        unchecked_in_child: Some(unchecked_in_child),
        ..Checks::WEBHOOK
    },
    validate,
    validate_child: Some(validate_child),
    convert: Some(convert),
    merge: Merge::ByVersion,
    finish_version: Some(finish_version),
    finish: None,
    derive: None,
    shoots: None,
    accelerates: None,
    settings: Settings::NONE,
    lookup: Lookup {
        way: Way::Flavors,
        vocabulary: &[],
        completes_machine_types: false,
        entries: Entries::First,
        candidates: |entry, _, out| lookup::flavors(entry, None, false, out),
        direct: Some(|entry, _| Some(lookup::legacy_format(entry, Vec::new(), None))),
        needs_architecture: false,
        needs_name: false,
        judges_shoots: false,
    },
};

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    if mapping.config.images.is_empty() {
        return mapping::some_images(mapping.config, &IMAGES, faults);
    }
    mapping::structure(mapping.config, &IMAGES, faults, |entry, path, faults| {
        structure(mapping, entry, path, faults);
    });
    if !faults.is_empty() {
        return;
    }
    // The server prints the positions of the core part after the path of `providerConfig`.
    mapping::compare(
        mapping,
        &IMAGES,
        EmptyImages::Skipped,
        faults,
        |version, path, faults| {
            if mapping.has_vocabulary() {
                compare(mapping, version, path, faults);
            }
        },
    );
}

fn structure<'t>(
    mapping: &Mapping<'_, 't>,
    entry: Entry<'_, 't>,
    path: &Path<'_>,
    faults: &mut Faults<'t>,
) {
    let version = entry.version;
    let (image, flavors) = (path.field("image"), path.field("capabilityFlavors"));
    if !mapping.has_vocabulary() {
        if !version.has_reference() {
            faults.add(
                &image,
                version.at,
                What::Missing(Missing::Reference("image")),
            );
        }
        if !version.flavors.is_empty() {
            faults.add(
                &flavors,
                version.flavors.span,
                What::FlavorsWithoutVocabulary(entry.of()),
            );
        }
        return;
    }
    if let Some(reference) = version
        .references
        .first()
        .filter(|reference| !reference.value.is_empty())
    {
        faults.add(
            &image,
            reference.value.span,
            What::ArtifactOutsideFlavors(entry.of()),
        );
    }
    for (index, flavor) in version.flavors.iter().enumerate() {
        let path = flavors.index(index);
        if !flavor.has_reference() {
            faults.add(
                &path.field("image"),
                flavor.at,
                What::Missing(Missing::Reference("image")),
            );
        }
        mapping::flavor(
            flavor,
            mapping.vocabulary,
            &path.field("capabilities"),
            faults,
        );
    }
}

fn compare<'t>(
    mapping: &Mapping<'_, 't>,
    core: &CoreVersion<'_, 't>,
    path: &Path<'_>,
    faults: &mut Faults<'t>,
) {
    match core.mapped.last(*core.version.version()) {
        Some(entry) => core.flavors(mapping, &entry.flavors, path, faults),
        None => core.unmapped(path, faults),
    }
}

fn validate_child<'t>(child: &Child<'_, 't>, faults: &mut Faults<'t>) {
    child.versions(faults, |version, faults| {
        if version
            .core
            .mapped
            .last(version.core.of().version)
            .is_none()
            && !version.in_parent
        {
            version.core.unmapped(&IMAGES, faults);
        }
    });
    child.entries(faults, |_, _, _| {});
}

/// The webhook judges no structure of a child's part, and what `convert` does to it loses or widens
/// artifacts silently.
fn unchecked_in_child<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    mapping::structure(mapping.config, &IMAGES, faults, |entry, path, faults| {
        let version = entry.version;
        match (mapping.has_vocabulary(), version.flavors.first()) {
            (true, None) => match version
                .references
                .first()
                .filter(|reference| !reference.value.is_empty())
            {
                None => faults.add(
                    &path.field("image"),
                    version.at,
                    What::Missing(Missing::Reference("image")),
                ),
                Some(reference) if mapping.vocabulary.architectures().len() > 1 => {
                    faults.add(
                        &path.field("image"),
                        reference.value.span,
                        What::ArtifactOutsideFlavors(entry.of()),
                    );
                }
                Some(_) => {}
            },
            (false, Some(first)) if !first.has_reference() => {
                let path = path.field("capabilityFlavors");
                faults.add(
                    &path.index(0).field("image"),
                    first.at,
                    What::Missing(Missing::Reference("image")),
                );
            }
            (false, Some(_)) if version.flavors.len() == 1 => {}
            (false, Some(_)) => {
                faults.add(
                    &path.field("capabilityFlavors"),
                    version.flavors.span,
                    What::FlavorsWithoutVocabulary(entry.of()),
                );
            }
            _ => structure(mapping, entry, path, faults),
        }
    });
}

/// Brings the part of a child into the format of its parent.
fn convert(config: &mut Config<'_>, has_vocabulary: bool) {
    for version in config
        .images
        .value
        .iter_mut()
        .flat_map(|image| &mut image.versions.value)
    {
        if has_vocabulary && version.flavors.is_empty() {
            let at = version.at;
            version.flavors.value.push(Flavor {
                at,
                span: at,
                capabilities: Spanned::new(Vec::new(), at),
                references: std::mem::take(&mut version.references),
                skip_marketplace_agreement: Spanned::new(None, at),
                regions: Spanned::new(Vec::new(), at),
            });
        } else if !has_vocabulary && let Some(first) = version.flavors.first() {
            version.references.clone_from(&first.references);
            version.flavors.value.clear();
        }
    }
}

fn image<'t>(references: &[Reference<'t>]) -> &'t str {
    references.first().map_or("", |reference| *reference.value)
}

/// Prints what conversion made of a version; the rest is as it was written.
fn finish_version(version: &Version<'_>, map: &mut Map<String, Json>) {
    let written = map
        .get("capabilityFlavors")
        .and_then(Json::as_array)
        .map_or(0, Vec::len);
    match version.flavors.first() {
        Some(flavor) if written == 0 => {
            map.remove("image");
            map.insert(
                "capabilityFlavors".to_owned(),
                json!([{ "image": image(&flavor.references) }]),
            );
        }
        None if written > 0 => {
            map.remove("image");
            let image = Some(image(&version.references)).filter(|image| !image.is_empty());
            map.extend(image.map(|image| ("image".to_owned(), Json::from(image))));
            map.insert("capabilityFlavors".to_owned(), Json::Null);
        }
        _ => {}
    }
}
