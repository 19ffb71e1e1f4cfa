//! aws: an AMI for each region, and for each architecture or flavor in it (`spec/providers.md`, 5).

use serde_json::{Map, Value as Json};

use crate::merge::{DEFAULT_ARCHITECTURE, architecture_only};
use crate::model::cloudprofile::Flavor as CoreFlavor;
use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::Path;
use crate::provider::checks::Checks;
use crate::provider::child::{self, Child, ChildVersion};
use crate::provider::config::{ArchitectureAt, Config, Fields, RegionMapping, Version};
use crate::provider::fault::{Faults, Missing, What};
use crate::provider::lookup::{self, Candidate, Entries, Lookup, Way};
use crate::provider::mapping::{self, CoreVersion, EmptyImages, Entry, InRegion, ListedFlavor, Mapping};
use crate::provider::merge::Merge;
use crate::provider::part::OTHER_KIND;
use crate::provider::{CORE_IMAGES, IMAGES, Provider, derive, schema};

/// aws.
pub static PROVIDER: Provider = Provider {
    name: "aws",
    title: "AWS",
    api_version: "aws.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::AWS_CLOUDPROFILECONFIG),
    others: &[("WorkerConfig", &schema::AWS_WORKERCONFIG), ("InfrastructureConfig", &OTHER_KIND), ("ControlPlaneConfig", &OTHER_KIND)],
    tolerates_missing_header: false,
    fields: Fields { references: &[], in_region: Some("ami"), architecture: ArchitectureAt::Region },
    adjust: Some(ignored_architectures),
    checks: Checks::WEBHOOK,
    validate,
    validate_child: Some(validate_child),
    convert: None,
    merge: Merge::ByVersion,
    finish_version: Some(|_, version| defaulted_regions(version)),
    finish: None,
    derive: Some(flavors),
    lookup: Lookup {
        way: Way::Flavors,
        vocabulary: lookup::ARCHITECTURE_ONLY,
        completes_machine_types: true,
        entries: Entries::Merged,
        candidates,
        direct: None,
        needs_architecture: true,
    },
};

/// The text `ignore` counts as no architecture at all.
fn ignored_architectures<'t>(config: &mut Config<'t>, _: Cursor<'t>) {
    for version in config.images.value.iter_mut().flat_map(|image| &mut image.versions.value) {
        let in_flavors = version.flavors.value.iter_mut().flat_map(|flavor| &mut flavor.regions.value);
        for region in version.regions.value.iter_mut().chain(in_flavors) {
            region.architecture.value = region.architecture.value.filter(|name| *name != "ignore");
        }
    }
}

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    mapping::some_images(mapping.config, &IMAGES, faults);
    mapping::structure(mapping.config, &IMAGES, faults, |entry, path, faults| structure(mapping, entry, path, faults));
    mapping::compare(mapping, &CORE_IMAGES, EmptyImages::Skipped, faults, |version, path, faults| {
        if mapping.has_vocabulary() {
            compare(mapping, version, path, faults);
        } else {
            compare_legacy(version, path, faults);
        }
    });
}

/// One version of the provider part.
pub(super) fn structure<'t>(mapping: &Mapping<'_, 't>, entry: Entry<'_, 't>, path: &Path<'_>, faults: &mut Faults<'t>) {
    let version = entry.version;
    let (regions, flavors) = (path.field("regions"), path.field("capabilityFlavors"));
    if mapping.has_vocabulary() && !version.flavors.is_empty() {
        if !version.regions.is_empty() {
            faults.add(&regions, version.regions.span, What::BothFormats(entry.of()));
            return;
        }
        for (index, flavor) in version.flavors.iter().enumerate() {
            let path = flavors.index(index);
            mapping::flavor(flavor, mapping.vocabulary, &path.field("capabilities"), faults);
            let at = path.field("regions");
            if flavor.regions.is_empty() {
                faults.add(&at, flavor.regions.span, What::Missing(Missing::Regions(entry.of())));
            }
            mapping::regions(&flavor.regions, "ami", InRegion::Forbidden, entry.of(), &at, faults);
        }
        return;
    }
    if version.regions.is_empty() {
        faults.add(&regions, version.regions.span, What::Missing(Missing::Regions(entry.of())));
    }
    mapping::regions(&version.regions, "ami", InRegion::Known, entry.of(), &regions, faults);
    if !version.flavors.is_empty() {
        faults.add(&flavors, version.flavors.span, What::FlavorsWithoutVocabulary(entry.of()));
    }
}

fn compare<'t>(mapping: &Mapping<'_, 't>, core: &CoreVersion<'_, 't>, path: &Path<'_>, faults: &mut Faults<'t>) {
    let Some(entry) = core.mapped.last(*core.version.version()) else { return core.unmapped(path, faults) };
    if entry.flavors.is_empty() && !entry.regions.is_empty() {
        core.flavor_architectures(mapping, |architecture| has(entry, architecture), false, path, faults);
    } else {
        core.flavors(mapping, &entry.flavors, path, faults);
    }
}

fn compare_legacy<'t>(core: &CoreVersion<'_, 't>, path: &Path<'_>, faults: &mut Faults<'t>) {
    for architecture in core.version.architectures.iter() {
        let Some(entry) = core.mapped.last(*core.version.version()) else { return core.unmapped(path, faults) };
        mapping::known_architecture(*architecture, &path.field("architectures"), faults);
        if !has(entry, architecture.value) {
            let what = What::UnmappedArchitecture { of: core.of(), architecture: architecture.value };
            faults.add(path, architecture.span, what);
        }
    }
}

fn has(entry: &Version<'_>, architecture: &str) -> bool {
    entry.regions.iter().any(|region| region.architecture() == architecture)
}

/// Of several entries of a version the last with a format decides.
pub(super) fn flavors<'t>(entries: &[&Version<'t>]) -> Option<Vec<CoreFlavor<'t>>> {
    let entry = entries.iter().rev().find(|entry| !entry.flavors.is_empty() || !entry.regions.is_empty())?;
    if !entry.flavors.is_empty() {
        return Some(derive::verbatim(&entry.flavors));
    }
    let architecture = |region: &RegionMapping<'t>| Spanned::new(region.architecture(), region.at);
    Some(derive::one_an_architecture(entry.regions.iter().map(architecture)))
}

fn candidates<'a, 't>(entry: &'a Version<'t>, region: &str, out: &mut Vec<Candidate<'a, 't>>) {
    if !entry.flavors.is_empty() {
        return lookup::flavors(entry, Some(region), false, out);
    }
    for (architecture, mapping) in lookup::by_architecture(entry, region) {
        let capabilities = vec![architecture_only(Spanned::new(architecture, mapping.at))];
        out.push(lookup::old_format(entry, capabilities, Some(mapping)));
    }
}

/// Decoding fills in the architecture of a region mapping of the old format.
fn defaulted_regions(version: &mut Map<String, Json>) {
    for region in version.get_mut("regions").and_then(Json::as_array_mut).into_iter().flatten() {
        if let Some(region) = region.as_object_mut() {
            region.entry("architecture").or_insert_with(|| Json::from(DEFAULT_ARCHITECTURE));
        }
    }
}

fn validate_child<'t>(child: &Child<'_, 't>, faults: &mut Faults<'t>) {
    let mapping = &child.mapping;
    mapping::structure(mapping.config, &IMAGES, faults, |entry, path, faults| structure(mapping, entry, path, faults));
    child.versions(faults, |version, faults| {
        let Some(entry) = version.core.mapped.last(version.core.of().version) else {
            if !version.in_parent {
                version.core.unmapped(&IMAGES, faults);
            }
            return;
        };
        if !mapping.has_vocabulary() {
            child::architectures_by_region(version, entry, faults);
        } else if entry.flavors.is_empty() && !entry.regions.is_empty() {
            architectures(child, version, entry, faults);
        } else {
            child::flavors_by_region(child, version, entry, faults);
        }
    });
    child.entries(faults, |_, _, _| {});
}

/// An entry in the old format under a parent with a vocabulary: architectures both ways, regions do not matter.
fn architectures<'t>(child: &Child<'_, 't>, version: &ChildVersion<'_, 't>, entry: &Version<'t>, faults: &mut Faults<'t>) {
    let of = version.core.of();
    let core = child.mapping.core_flavors(version.core.version);
    let named: Vec<(Vec<&str>, &ListedFlavor<'t>)> =
        core.iter().map(|flavor| (child.mapping.architectures(&flavor.capabilities), flavor)).collect();
    for region in entry.regions.iter() {
        let architecture = region.architecture();
        if !named.iter().any(|(architectures, _)| architectures.contains(&architecture)) {
            child.excess_architecture(of, Spanned::new(architecture, region.at), None, faults);
        }
    }
    for (architectures, flavor) in named {
        if architectures.iter().any(|architecture| !has(entry, architecture)) {
            child.missing_flavor(of, flavor, faults);
        }
    }
}
