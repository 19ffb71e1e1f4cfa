//! The common part of the providers with artifacts per region: aws, openstack, alicloud and stackit
//! (`docs/gardener/providers/README.md#namespacedcloudprofiles`). Not for those whose artifacts are
//! the same everywhere.

use std::collections::{BTreeMap, BTreeSet};

use crate::capability::Row;
use crate::merge::architecture_only;
use crate::model::cloudprofile::{Capabilities, Flavor as CoreFlavor};
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::provider::child::{Child, ChildVersion};
use crate::provider::config::{RegionMapping, Version};
use crate::provider::fault::{Faults, Missing, Names, Of, What};
use crate::provider::lookup::{self, Candidate};
use crate::provider::mapping::{self, CoreVersion, Entry, InRegion, ListedFlavor, Mapping};
use crate::provider::{IMAGES, derive};
use crate::source::Span;

/// The differences between these providers.
#[derive(Debug)]
pub struct Regional {
    /// The field of a region mapping that names the artifact.
    pub reference: &'static str,
    /// Whether a version or flavor must have regions.
    pub needs_regions: bool,
    /// The field that is reported at a version with both formats; none for the version itself.
    pub both_formats_at: Option<&'static str>,
    /// Whether of a flavor's architectures only the first must be among those of an old-format
    /// version.
    pub first_architecture_only: bool,
    /// Whether children of a parent without a vocabulary are compared by architecture.
    pub compares_legacy_children: bool,
}

impl Regional {
    /// The structure of one version of `providerConfig`.
    pub fn structure<'t>(
        &self,
        mapping: &Mapping<'_, 't>,
        entry: Entry<'_, 't>,
        path: &Path<'_>,
        faults: &mut Faults<'t>,
    ) {
        let version = entry.version;
        let (regions, flavors) = (path.field("regions"), path.field("capabilityFlavors"));
        if !mapping.has_vocabulary() || version.flavors.is_empty() {
            self.regions(
                &version.regions,
                InRegion::Known,
                entry.of(),
                &regions,
                faults,
            );
            if !version.flavors.is_empty() {
                faults.add(
                    &flavors,
                    version.flavors.span,
                    What::FlavorsWithoutVocabulary(entry.of()),
                );
            }
            return;
        }
        if !version.regions.is_empty() {
            let path = self
                .both_formats_at
                .map_or(*path, |field| path.field(field));
            faults.add(&path, version.regions.span, What::BothFormats(entry.of()));
            return;
        }
        for (index, flavor) in version.flavors.iter().enumerate() {
            let path = flavors.index(index);
            mapping::flavor(
                flavor,
                mapping.vocabulary,
                &path.field("capabilities"),
                faults,
            );
            self.regions(
                &flavor.regions,
                InRegion::Forbidden,
                entry.of(),
                &path.field("regions"),
                faults,
            );
        }
    }

    fn regions<'t>(
        &self,
        regions: &Spanned<Vec<RegionMapping<'t>>>,
        architecture: InRegion,
        of: Of<'t>,
        path: &Path<'_>,
        faults: &mut Faults<'t>,
    ) {
        if self.needs_regions && regions.is_empty() {
            faults.add(path, regions.span, What::Missing(Missing::Regions(of)));
        }
        mapping::regions(regions, self.reference, architecture, of, path, faults);
    }

    /// One version of a profile with a vocabulary against `providerConfig`.
    pub fn compare<'t>(
        &self,
        mapping: &Mapping<'_, 't>,
        core: &CoreVersion<'_, 't>,
        path: &Path<'_>,
        faults: &mut Faults<'t>,
    ) {
        let Some(entry) = core.mapped.last(*core.version.version()) else {
            return core.unmapped(path, faults);
        };
        if entry.is_legacy_format() {
            core.flavor_architectures(
                mapping,
                |architecture| has(entry, architecture),
                self.first_architecture_only,
                path,
                faults,
            );
        } else {
            core.flavors(mapping, &entry.flavors, path, faults);
        }
    }

    /// Checks the images of a NamespacedCloudProfile.
    pub fn validate_child<'t>(&self, child: &Child<'_, 't>, faults: &mut Faults<'t>) {
        let mapping = &child.mapping;
        mapping::structure(mapping.config, &IMAGES, faults, |entry, path, faults| {
            self.structure(mapping, entry, path, faults);
        });
        child.versions(faults, |version, faults| {
            let Some(entry) = version.core.mapped.last(version.core.of().version) else {
                if !version.in_parent {
                    version.core.unmapped(&IMAGES, faults);
                }
                return;
            };
            if !mapping.has_vocabulary() {
                if self.compares_legacy_children {
                    legacy_architectures(version, entry, faults);
                }
            } else if entry.is_legacy_format() {
                self.architectures(child, version, entry, faults);
            } else {
                flavors_by_region(child, version, entry, faults);
            }
        });
        child.entries(faults, |_, _, _| {});
    }

    /// An entry in the legacy format under a parent with a vocabulary: architectures both ways,
    /// regions do not matter.
    fn architectures<'t>(
        &self,
        child: &Child<'_, 't>,
        version: &ChildVersion<'_, 't>,
        entry: &Version<'t>,
        faults: &mut Faults<'t>,
    ) {
        let of = version.core.of();
        let core = child.mapping.core_flavors(version.core.version);
        let named = |flavor: &ListedFlavor<'t>| {
            let mut architectures = child.mapping.architectures(&flavor.capabilities);
            if self.first_architecture_only {
                architectures.truncate(1);
            }
            architectures
        };
        let named: Vec<(Vec<&str>, &ListedFlavor<'t>)> =
            core.iter().map(|flavor| (named(flavor), flavor)).collect();
        for region in entry.regions.iter() {
            let architecture = region.architecture();
            if !named
                .iter()
                .any(|(architectures, _)| architectures.contains(&architecture))
            {
                child.excess_architecture(of, Spanned::new(architecture, region.at), None, faults);
            }
        }
        for (architectures, flavor) in named {
            if architectures
                .iter()
                .any(|architecture| !has(entry, architecture))
            {
                child.missing_flavor(of, flavor, faults);
            }
        }
    }
}

/// Whether some region has an artifact of the legacy format for an architecture.
#[must_use]
pub fn has(entry: &Version<'_>, architecture: &str) -> bool {
    entry
        .regions
        .iter()
        .any(|region| region.architecture() == architecture)
}

/// The flavors that an entry gives to the core part; none where it has neither format.
#[must_use]
pub fn derived<'t>(entry: &Version<'t>) -> Option<Vec<CoreFlavor<'t>>> {
    if !entry.flavors.is_empty() {
        return Some(derive::verbatim(&entry.flavors));
    }
    let architecture = |region: &RegionMapping<'t>| Spanned::new(region.architecture(), region.at);
    (!entry.regions.is_empty())
        .then(|| derive::one_an_architecture(entry.regions.iter().map(architecture)))
}

/// The last of several entries of a version that has a format decides.
#[must_use]
pub fn last_derived<'t>(entries: &[&Version<'t>]) -> Option<Vec<CoreFlavor<'t>>> {
    entries.iter().rev().find_map(|entry| derived(entry))
}

/// The candidates of an entry for a region.
pub fn candidates<'a, 't>(entry: &'a Version<'t>, region: &str, out: &mut Vec<Candidate<'a, 't>>) {
    if !entry.flavors.is_empty() {
        return lookup::flavors(entry, Some(region), false, out);
    }
    for (architecture, mapping) in lookup::by_architecture(entry, region) {
        let capabilities = vec![architecture_only(Spanned::new(architecture, mapping.at))];
        out.push(lookup::legacy_format(entry, capabilities, Some(mapping)));
    }
}

/// The comparison of flavors under a parent with a vocabulary: every flavor must be there, in every
/// region that another one has.
fn flavors_by_region<'t>(
    child: &Child<'_, 't>,
    version: &ChildVersion<'_, 't>,
    entry: &Version<'t>,
    faults: &mut Faults<'t>,
) {
    let of = version.core.of();
    let core = child.mapping.core_flavors(version.core.version);
    child.excess_flavors(of, &core, &entry.flavors, faults);
    let mut rows: BTreeMap<Row<'t>, BTreeSet<&'t str>> = BTreeMap::new();
    for flavor in entry.flavors.iter() {
        rows.entry(child.mapping.row(flavor))
            .or_default()
            .extend(flavor.regions.iter().map(|region| *region.name));
    }
    let regions: BTreeSet<&'t str> = rows.values().flatten().copied().collect();
    for flavor in &core {
        match rows.get(&flavor.row) {
            None => child.missing_flavor(of, flavor, faults),
            Some(has) => {
                missing_regions(of, flavor.span, &flavor.capabilities, &regions, has, faults);
            }
        }
    }
}

/// The regions of all that one lacks: what is missing may be as much as flavors times regions, so
/// only the first ones are named.
fn missing_regions<'t>(
    of: Of<'t>,
    at: Span,
    flavor: &Capabilities<'t>,
    all: &BTreeSet<&'t str>,
    has: &BTreeSet<&'t str>,
    faults: &mut Faults<'t>,
) {
    if has.len() < all.len() {
        let lacks = all.iter().filter(|region| !has.contains(*region)).copied();
        let regions = Names::new(lacks, all.len() - has.len());
        faults.add(
            &IMAGES,
            at,
            What::UnmappedRegion {
                of,
                regions,
                flavor: flavor.clone(),
            },
        );
    }
}

/// The comparison of architectures under a parent without a vocabulary.
fn legacy_architectures<'t>(
    version: &ChildVersion<'_, 't>,
    entry: &Version<'t>,
    faults: &mut Faults<'t>,
) {
    let of = version.core.of();
    let listed = &version.core.version.architectures;
    let regions: BTreeSet<&'t str> = entry.regions.iter().map(|region| *region.name).collect();
    let mut has: BTreeMap<&'t str, BTreeSet<&'t str>> = BTreeMap::new();
    for region in entry.regions.iter() {
        let architecture = region.architecture();
        has.entry(architecture).or_default().insert(*region.name);
        if !listed.iter().any(|value| value.value == architecture) {
            faults.add(
                &IMAGES,
                region.at,
                What::ExcessArchitecture {
                    of,
                    architecture,
                    region: Some(*region.name),
                },
            );
        }
    }
    let nowhere = BTreeSet::new();
    for architecture in listed.iter() {
        if regions.is_empty() {
            faults.add(
                &IMAGES,
                architecture.span,
                What::UnmappedArchitecture {
                    of,
                    architecture: architecture.value,
                },
            );
        }
        let has = has.get(architecture.value).unwrap_or(&nowhere);
        missing_regions(
            of,
            architecture.span,
            &vec![architecture_only(*architecture)],
            &regions,
            has,
            faults,
        );
    }
}
