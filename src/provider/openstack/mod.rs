//! openstack: an image for each region, or one name for all of them, for each architecture or
//! flavor (`docs/gardener/providers/openstack.md`). What it refuses beside images stands in
//! `constraints` and `settings`, of Shoots in `shoots`. stackit uses all but the last.

mod constraints;
mod settings;
mod shoots;

use std::collections::BTreeMap;

use crate::finding::Severity;
use crate::merge::{DEFAULT_ARCHITECTURE, architecture_only};
use crate::model::canonical;
use crate::model::cloudprofile::Flavor as CoreFlavor;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::model::schema::Type;
use crate::provider::checks::Checks;
use crate::provider::child::Child;
use crate::provider::config::{ArchitectureAt, Fields, Version};
use crate::provider::fault::{Faults, What};
use crate::provider::lookup::{self, Candidate, Entries, Lookup, Way};
use crate::provider::mapping::{self, CoreVersion, EmptyImages, Mapping};
use crate::provider::merge::Merge;
use crate::provider::part::OTHER_KIND;
use crate::provider::regional::{self, Regional};
use crate::provider::settings::{OfRegions, Settings};
use crate::provider::{CORE_IMAGES, IMAGES, PROVIDER_CONFIG, Provider, schema, worker_status};

pub use constraints::pools;
use settings::keystone_in_text;
pub use settings::settings;

/// The settings that stackit has too.
pub const SETTINGS: Settings = Settings {
    of_regions: &[],
    patterns: Some(&["constraints", "floatingPools"]),
    in_text: keystone_in_text,
};

pub static PROVIDER: Provider = Provider {
    name: "openstack",
    title: "OpenStack",
    api_version: "openstack.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::OPENSTACK_CLOUDPROFILECONFIG),
    others: &[
        ("WorkerConfig", &schema::OPENSTACK_WORKERCONFIG),
        ("WorkerStatus", &worker_status::OPENSTACK),
        ("InfrastructureConfig", &OTHER_KIND),
        ("InfrastructureStatus", &OTHER_KIND),
        ("ControlPlaneConfig", &OTHER_KIND),
    ],
    tolerates_missing_header: false,
    fields: FIELDS,
    adjust: None,
    checks: Checks::WEBHOOK,
    validate,
    validate_child: Some(|child, faults| {
        only_images(child, &schema::OPENSTACK_CLOUDPROFILECONFIG, &[], faults);
        REGIONAL.validate_child(child, faults);
    }),
    convert: None,
    merge: Merge::ByVersion,
    finish_version: None,
    finish: None,
    derive: Some(derived),
    shoots: Some(shoots::judge),
    accelerates: None,
    settings: Settings {
        of_regions: &[OfRegions {
            name: "keystoneURLs",
            otherwise: Some("keystoneURL"),
            lack: "the extension has no address of Keystone there, and no Shoot can be created",
            severity: Severity::Warning,
        }],
        ..SETTINGS
    },
    lookup: Lookup {
        candidates,
        ..LOOKUP
    },
};

pub const FIELDS: Fields = Fields {
    references: &["image"],
    in_region: Some("id"),
    of_one_architecture: &["id"],
    architecture: ArchitectureAt::Region,
};

/// How images are looked up.
pub const LOOKUP: Lookup = Lookup {
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

/// Neither regions nor a name for all of them are required.
pub static REGIONAL: Regional = Regional {
    reference: "id",
    needs_regions: false,
    both_formats_at: None,
    first_architecture_only: true,
    compares_legacy_children: true,
};

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    if let Some(part) = mapping.part {
        constraints::validate(part, faults);
        settings::some_keystone(part, faults);
        settings(part, faults);
    }
    images(mapping, faults);
}

/// The images: what they must have, and those of the profile against them.
pub fn images<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    mapping::some_images(mapping.config, &IMAGES, faults);
    mapping::structure(mapping.config, &IMAGES, faults, |entry, path, faults| {
        REGIONAL.structure(mapping, entry, path, faults);
    });
    mapping::compare(
        mapping,
        &CORE_IMAGES,
        EmptyImages::Skipped,
        faults,
        |version, path, faults| {
            if mapping.has_vocabulary() {
                REGIONAL.compare(mapping, version, path, faults);
            } else {
                compare_legacy(version, path, faults);
            }
        },
    );
}

fn compare_legacy<'t>(core: &CoreVersion<'_, 't>, path: &Path<'_>, faults: &mut Faults<'t>) {
    for architecture in core.version.architectures.iter() {
        mapping::known_architecture(*architecture, &path.field("architectures"), faults);
        let Some(entry) = core.mapped.last(*core.version.version()) else {
            core.unmapped(path, faults);
            continue;
        };
        // One name for all regions counts for every architecture.
        if !entry.regions.is_empty() && !regional::has(entry, architecture.value) {
            faults.add(
                path,
                architecture.span,
                What::UnmappedArchitecture {
                    of: core.of(),
                    architecture: architecture.value,
                },
            );
        }
    }
}

/// A child's `providerConfig` of this type may set images, and else only what is allowed here.
pub fn only_images<'t>(
    child: &Child<'_, 't>,
    of: &'static Type,
    allowed: &'static [&'static str],
    faults: &mut Faults<'t>,
) {
    let Some(part) = child.mapping.part else {
        return;
    };
    let Some(node) = part.node() else { return };
    let belongs = |field: &str| {
        ["apiVersion", "kind", "machineImages"].contains(&field) || allowed.contains(&field)
    };
    let fields: Vec<&'static str> = canonical::set_fields(part.tree(), node, of)
        .filter(|field| !belongs(field))
        .collect();
    if let Some(first) = fields.first() {
        faults.add(
            &PROVIDER_CONFIG,
            part.field(first).at(),
            What::OnlyImages { fields, allowed },
        );
    }
}

/// The last entry decides, and one with neither format empties the core part.
pub fn derived<'t>(entries: &[&Version<'t>]) -> Option<Vec<CoreFlavor<'t>>> {
    let entry = entries.last()?;
    Some(regional::derived(entry).unwrap_or_default())
}

/// The candidates of an entry for a region, with the one that has one name for all regions.
pub fn candidates<'a, 't>(entry: &'a Version<'t>, region: &str, out: &mut Vec<Candidate<'a, 't>>) {
    if !entry.flavors.is_empty() {
        return lookup::flavors(entry, Some(region), true, out);
    }
    let mut first = BTreeMap::new();
    for mapping in entry.regions.iter() {
        first.entry(mapping.architecture()).or_insert(mapping.at);
    }
    if entry.regions.is_empty() {
        first.insert(DEFAULT_ARCHITECTURE, entry.at);
    }
    let here = lookup::by_architecture(entry, region);
    for (architecture, at) in first {
        let mapping = here.get(architecture).copied();
        if mapping.is_some() || entry.has_reference() {
            out.push(lookup::legacy_format(
                entry,
                vec![architecture_only(Spanned::new(architecture, at))],
                mapping,
            ));
        }
    }
}
