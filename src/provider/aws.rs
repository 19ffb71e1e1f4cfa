//! aws: an AMI for each region, and for each architecture or flavor in it
//! (`docs/gardener/providers/aws.md`).

use serde_json::{Map, Value as Json};

use crate::merge::DEFAULT_ARCHITECTURE;
use crate::model::cursor::Cursor;
use crate::model::path::Path;
use crate::provider::checks::Checks;
use crate::provider::config::{ArchitectureAt, Config, Fields};
use crate::provider::fault::{Faults, What};
use crate::provider::lookup::{self, Entries, Lookup, Way};
use crate::provider::mapping::{self, CoreVersion, EmptyImages, Mapping};
use crate::provider::merge::Merge;
use crate::provider::part::OTHER_KIND;
use crate::provider::regional::{self, Regional};
use crate::provider::settings::Settings;
use crate::provider::{CORE_IMAGES, IMAGES, Provider, schema, worker_status};

pub static PROVIDER: Provider = Provider {
    name: "aws",
    title: "AWS",
    api_version: "aws.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::AWS_CLOUDPROFILECONFIG),
    others: &[
        ("WorkerConfig", &schema::AWS_WORKERCONFIG),
        ("WorkerStatus", &worker_status::AWS),
        ("InfrastructureConfig", &OTHER_KIND),
        ("InfrastructureStatus", &OTHER_KIND),
        ("ControlPlaneConfig", &OTHER_KIND),
    ],
    tolerates_missing_header: false,
    fields: Fields {
        references: &[],
        in_region: Some("ami"),
        of_one_architecture: &["ami"],
        architecture: ArchitectureAt::Region,
    },
    adjust: Some(ignored_architectures),
    checks: Checks::WEBHOOK,
    validate,
    validate_child: Some(|child, faults| REGIONAL.validate_child(child, faults)),
    convert: None,
    merge: Merge::ByVersion,
    finish_version: Some(|_, version| defaulted_regions(version)),
    finish: None,
    derive: Some(regional::last_derived),
    shoots: None,
    accelerates: None,
    settings: Settings::NONE,
    lookup: Lookup {
        way: Way::Flavors,
        vocabulary: lookup::ARCHITECTURE_ONLY,
        completes_machine_types: true,
        entries: Entries::Merged,
        candidates: regional::candidates,
        direct: None,
        needs_architecture: true,
        needs_name: false,
        judges_shoots: true,
    },
};

static REGIONAL: Regional = Regional {
    reference: "ami",
    needs_regions: true,
    both_formats_at: Some("regions"),
    first_architecture_only: false,
    compares_legacy_children: true,
};

/// An architecture that counts as none at all.
const IGNORED: &str = "ignore";

fn ignored_architectures<'t>(config: &mut Config<'t>, _: Cursor<'t>) {
    for version in config
        .images
        .value
        .iter_mut()
        .flat_map(|image| &mut image.versions.value)
    {
        let in_flavors = version
            .flavors
            .value
            .iter_mut()
            .flat_map(|flavor| &mut flavor.regions.value);
        for region in version.regions.value.iter_mut().chain(in_flavors) {
            region.architecture.value = region.architecture.value.filter(|name| *name != IGNORED);
        }
    }
}

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
            } else {
                compare_legacy(version, path, faults);
            }
        },
    );
}

fn compare_legacy<'t>(core: &CoreVersion<'_, 't>, path: &Path<'_>, faults: &mut Faults<'t>) {
    for architecture in core.version.architectures.iter() {
        let Some(entry) = core.mapped.last(*core.version.version()) else {
            return core.unmapped(path, faults);
        };
        mapping::known_architecture(*architecture, &path.field("architectures"), faults);
        if !regional::has(entry, architecture.value) {
            let what = What::UnmappedArchitecture {
                of: core.of(),
                architecture: architecture.value,
            };
            faults.add(path, architecture.span, what);
        }
    }
}

/// Decoding fills in the architecture of a region mapping of the legacy format, and drops the text
/// `ignore` everywhere.
fn defaulted_regions(version: &mut Map<String, Json>) {
    fn regions(of: &mut Map<String, Json>) -> impl Iterator<Item = &mut Map<String, Json>> {
        of.get_mut("regions")
            .and_then(Json::as_array_mut)
            .into_iter()
            .flatten()
            .filter_map(Json::as_object_mut)
    }
    let drop_ignored = |region: &mut Map<String, Json>| {
        region.retain(|name, value| name != "architecture" || *value != IGNORED);
    };
    for region in regions(version) {
        region
            .entry("architecture")
            .or_insert_with(|| Json::from(DEFAULT_ARCHITECTURE));
        drop_ignored(region);
    }
    let flavors = version
        .get_mut("capabilityFlavors")
        .and_then(Json::as_array_mut)
        .into_iter()
        .flatten();
    flavors
        .filter_map(Json::as_object_mut)
        .flat_map(regions)
        .for_each(drop_ignored);
}
