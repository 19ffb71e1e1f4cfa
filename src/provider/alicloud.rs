//! alicloud: an image for each region; the legacy format is always for amd64
//! (`docs/gardener/providers/alicloud.md`). There is no `WorkerConfig`.

use crate::provider::checks::Checks;
use crate::provider::config::{ArchitectureAt, Fields, Version};
use crate::provider::fault::Faults;
use crate::provider::lookup::{self, Candidate, Entries, Lookup, Way};
use crate::provider::mapping::{self, EmptyImages, Mapping};
use crate::provider::merge::Merge;
use crate::provider::part::OTHER_KIND;
use crate::provider::regional::{self, Regional};
use crate::provider::settings::Settings;
use crate::provider::{CORE_IMAGES, IMAGES, Provider, schema, worker_status};

pub static PROVIDER: Provider = Provider {
    name: "alicloud",
    title: "Alibaba Cloud",
    api_version: "alicloud.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::ALICLOUD_CLOUDPROFILECONFIG),
    others: &[
        ("WorkerStatus", &worker_status::ALICLOUD),
        ("InfrastructureConfig", &OTHER_KIND),
        ("InfrastructureStatus", &OTHER_KIND),
        ("ControlPlaneConfig", &OTHER_KIND),
    ],
    tolerates_missing_header: false,
    fields: Fields {
        references: &[],
        in_region: Some("id"),
        of_one_architecture: &["id"],
        architecture: ArchitectureAt::Nowhere,
    },
    adjust: None,
    checks: Checks::WEBHOOK,
    validate,
    validate_child: Some(|child, faults| REGIONAL.validate_child(child, faults)),
    convert: None,
    merge: Merge::ByVersion,
    finish_version: None,
    finish: None,
    derive: Some(regional::last_derived),
    shoots: None,
    accelerates: None,
    settings: Settings::NONE,
    lookup: Lookup {
        way: Way::Flavors,
        vocabulary: &[],
        completes_machine_types: false,
        entries: Entries::FirstInAFormat,
        candidates: regional::candidates,
        direct: Some(direct),
        needs_architecture: false,
        needs_name: true,
        judges_shoots: false,
    },
};

static REGIONAL: Regional = Regional {
    reference: "id",
    needs_regions: true,
    both_formats_at: Some("regions"),
    first_architecture_only: false,
    compares_legacy_children: false,
};

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
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
            } else if version.mapped.last(version.of().version).is_none() {
                // The webhook does not check the architectures of the version.
                version.unmapped(path, faults);
            }
        },
    );
}

/// The first mapping of the region, also one that names nothing.
fn direct<'a, 't>(entry: &'a Version<'t>, region: &str) -> Option<Candidate<'a, 't>> {
    let mapping = entry
        .regions
        .iter()
        .find(|mapping| *mapping.name == region)?;
    Some(lookup::legacy_format(entry, Vec::new(), Some(mapping)))
}
