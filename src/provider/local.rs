//! local: a container image for each version or flavor, without regions (`spec/providers.md`, 4). No webhook changes the core part.

use crate::model::path::Path;
use crate::provider::config::{ArchitectureAt, Fields};
use crate::provider::fault::{Faults, Missing, What};
use crate::provider::mapping::{self, CoreVersion, EmptyImages, Entry, Mapping};
use crate::provider::lookup::{self, Entries, Lookup};
use crate::provider::{IMAGES, Provider, schema};

/// local.
pub static PROVIDER: Provider = Provider {
    name: "local",
    title: "local",
    api_version: "local.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::LOCAL_CLOUDPROFILECONFIG),
    others: &[],
    tolerates_missing_header: false,
    fields: Fields { references: &["image"], in_region: None, architecture: ArchitectureAt::Nowhere },
    adjust: None,
    validate,
    derive: None,
    lookup: Lookup {
        vocabulary: &[],
        completes_machine_types: false,
        entries: Entries::First,
        candidates: |entry, _, out| lookup::flavors(entry, None, false, out),
        direct: Some(|entry, _| Some(lookup::old_format(entry, Vec::new(), None))),
        needs_architecture: false,
    },
};

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    if mapping.config.images.is_empty() {
        return mapping::some_images(mapping.config, &IMAGES, faults);
    }
    mapping::structure(mapping.config, &IMAGES, faults, |entry, path, faults| structure(mapping, entry, path, faults));
    if !faults.is_empty() {
        return;
    }
    // The server prints the positions of the core part behind the path of the provider part.
    mapping::compare(mapping, &IMAGES, EmptyImages::Skipped, faults, |version, path, faults| {
        if mapping.has_vocabulary() {
            compare(mapping, version, path, faults);
        }
    });
}

fn structure<'t>(mapping: &Mapping<'_, 't>, entry: Entry<'_, 't>, path: &Path<'_>, faults: &mut Faults<'t>) {
    let version = entry.version;
    let (image, flavors) = (path.field("image"), path.field("capabilityFlavors"));
    if !mapping.has_vocabulary() {
        if !version.has_reference() {
            faults.add(&image, version.at, What::Missing(Missing::Reference("image")));
        }
        if !version.flavors.is_empty() {
            faults.add(&flavors, version.flavors.span, What::FlavorsWithoutVocabulary(entry.of()));
        }
        return;
    }
    if let Some(reference) = version.references.first().filter(|reference| !reference.value.is_empty()) {
        faults.add(&image, reference.value.span, What::ArtifactOutsideFlavors(entry.of()));
    }
    for (index, flavor) in version.flavors.iter().enumerate() {
        let path = flavors.index(index);
        if !flavor.has_reference() {
            faults.add(&path.field("image"), flavor.at, What::Missing(Missing::Reference("image")));
        }
        mapping::flavor(flavor, mapping.vocabulary, &path.field("capabilities"), faults);
    }
}

fn compare<'t>(mapping: &Mapping<'_, 't>, core: &CoreVersion<'_, 't>, path: &Path<'_>, faults: &mut Faults<'t>) {
    match core.mapped.last(*core.version.version()) {
        Some(entry) => core.flavors(mapping, &entry.flavors, path, faults),
        None => core.unmapped(path, faults),
    }
}
