//! gcp: an image for each version and architecture, or for each flavor, without regions
//! (`docs/gardener/providers/gcp.md`). ironcore-metal shares all but its type, what its mutating
//! webhook makes of several entries, and how it merges.

use serde_json::{Map, Value as Json};

use crate::merge::{DEFAULT_ARCHITECTURE, architecture_only};
use crate::model::cloudprofile::Flavor as CoreFlavor;
use crate::model::path::Path;
use crate::provider::checks::Checks;
use crate::provider::child::Child;
use crate::provider::config::{ArchitectureAt, Fields, Reference, Version};
use crate::provider::entries::{self, Architectures};
use crate::provider::fault::{Faults, Missing, What};
use crate::provider::lookup::{self, Candidate, Entries, Lookup, Way};
use crate::provider::mapping::{self, EmptyImages, Entry, Mapping};
use crate::provider::merge::Merge;
use crate::provider::part::OTHER_KIND;
use crate::provider::settings::Settings;
use crate::provider::{IMAGES, Provider, derive, schema, worker_status};
use crate::source::Span;

pub static PROVIDER: Provider = Provider {
    name: "gcp",
    title: "GCP",
    api_version: "gcp.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::GCP_CLOUDPROFILECONFIG),
    others: &[
        ("WorkerConfig", &schema::GCP_WORKERCONFIG),
        ("WorkerStatus", &worker_status::GCP),
        ("InfrastructureConfig", &OTHER_KIND),
        ("InfrastructureStatus", &OTHER_KIND),
        ("ControlPlaneConfig", &OTHER_KIND),
    ],
    tolerates_missing_header: false,
    fields: FIELDS,
    adjust: None,
    checks: Checks::WEBHOOK,
    validate,
    validate_child: Some(validate_child),
    convert: None,
    merge: Merge::Appended,
    finish_version: Some(defaulted_architecture),
    finish: None,
    derive: Some(flavors),
    shoots: None,
    accelerates: None,
    settings: Settings::NONE,
    lookup: LOOKUP,
};

pub(super) const FIELDS: Fields = Fields {
    references: &["image"],
    in_region: None,
    of_one_architecture: &["image"],
    architecture: ArchitectureAt::Version,
};

pub(super) const LOOKUP: Lookup = Lookup {
    way: Way::Flavors,
    vocabulary: lookup::ARCHITECTURE_ONLY,
    completes_machine_types: true,
    entries: Entries::Merged,
    candidates,
    direct: None,
    needs_architecture: false,
    needs_name: false,
    judges_shoots: false,
};

pub(super) fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    mapping::some_images(mapping.config, &IMAGES, faults);
    mapping::structure(mapping.config, &IMAGES, faults, |entry, path, faults| {
        structure(mapping, entry, path, faults);
    });
    entries::compare(mapping, EmptyImages::Skipped, faults);
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
        if !version.flavors.is_empty() {
            faults.add(
                &flavors,
                version.flavors.span,
                What::FlavorsWithoutVocabulary(entry.of()),
            );
        }
        if !version.has_reference() {
            faults.add(
                &image,
                empty(&version.references, version.at),
                What::Missing(Missing::Reference("image")),
            );
        }
        return entries::known_architecture(version, path, faults);
    }
    match (version.flavors.is_empty(), version.has_reference()) {
        (true, true) => entries::known_architecture(version, path, faults),
        (true, false) => faults.add(
            &image,
            empty(&version.references, version.at),
            What::NoFormat(entry.of()),
        ),
        (false, true) => faults.add(
            &image,
            empty(&version.references, version.at),
            What::BothFormats(entry.of()),
        ),
        (false, false) => {
            for (index, flavor) in version.flavors.iter().enumerate() {
                let path = flavors.index(index);
                mapping::flavor(
                    flavor,
                    mapping.vocabulary,
                    &path.field("capabilities"),
                    faults,
                );
                if !flavor.has_reference() {
                    let span = empty(&flavor.references, flavor.at);
                    faults.add(
                        &path.field("image"),
                        span,
                        What::Missing(Missing::Reference("image")),
                    );
                }
            }
            if version
                .architecture
                .is_some_and(|architecture| !architecture.is_empty())
            {
                let what = What::ArchitectureOutsideCapabilities(entry.of());
                faults.add(&path.field("architecture"), version.architecture.span, what);
            }
        }
    }
}

/// The bytes of the image, or else of the entry.
fn empty(references: &[Reference<'_>], at: Span) -> Span {
    references
        .first()
        .map_or(at, |reference| reference.value.span)
}

pub(super) fn validate_child<'t>(child: &Child<'_, 't>, faults: &mut Faults<'t>) {
    let mapping = &child.mapping;
    let known = Architectures::new(child);
    mapping::structure(mapping.config, &IMAGES, faults, |entry, path, faults| {
        structure(mapping, entry, path, faults);
    });
    child.versions(faults, |version, faults| {
        if version.in_parent {
            return;
        }
        let of = version.core.of();
        let group = entries::group(&version.core);
        if !mapping.has_vocabulary() {
            return entries::missing_listed(version, &group, faults);
        }
        match group.decisive() {
            _ if group.entries.is_empty() => return version.core.unmapped(&IMAGES, faults),
            Some(entry) => child.excess_flavors(
                of,
                &mapping.core_flavors(version.core.version),
                &entry.flavors,
                faults,
            ),
            None => group
                .entries
                .iter()
                .for_each(|entry| known.excess(child, of, entry, faults)),
        }
        entries::missing(child, version, &group, faults);
    });
    child.entries(faults, |entry, named, faults| {
        let legacy_format = entry.version.flavors.is_empty() && entry.version.has_reference();
        if !mapping.has_vocabulary() || named && legacy_format {
            known.excess(child, entry.of(), entry.version, faults);
        }
    });
}

/// The first entry with flavors decides; otherwise every entry with an image counts.
fn flavors<'t>(entries: &[&Version<'t>]) -> Option<Vec<CoreFlavor<'t>>> {
    if let Some(entry) = entries::decisive(entries) {
        return Some(derive::verbatim(&entry.flavors));
    }
    Some(legacy_format(entries))
}

/// One flavor for each architecture of the entries in the legacy format.
pub(super) fn legacy_format<'t>(entries: &[&Version<'t>]) -> Vec<CoreFlavor<'t>> {
    let named = entries
        .iter()
        .filter(|entry| entry.flavors.is_empty() && entry.has_reference());
    derive::one_an_architecture(named.map(|entry| entries::architecture(entry)))
}

fn candidates<'a, 't>(entry: &'a Version<'t>, _: &str, out: &mut Vec<Candidate<'a, 't>>) {
    if entry.flavors.is_empty() && entry.has_reference() {
        out.push(lookup::legacy_format(
            entry,
            vec![architecture_only(entries::architecture(entry))],
            None,
        ));
    }
    lookup::flavors(entry, None, false, out);
}

/// Decoding fills in the architecture of the legacy format.
pub(super) fn defaulted_architecture(version: &Version<'_>, map: &mut Map<String, Json>) {
    if version.flavors.is_empty() {
        map.entry("architecture")
            .or_insert_with(|| Json::from(DEFAULT_ARCHITECTURE));
    }
}
