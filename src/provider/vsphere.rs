//! vsphere: the path of a VM template, for all regions or for one
//! (`docs/gardener/providers/vsphere.md`). There is no webhook: controllers fail on a profile that
//! breaks these rules, whenever they read it. Paths are printed from `providerConfig`.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::Path;
use crate::provider::Provider;
use crate::provider::checks::{Checks, Decoding, Judge};
use crate::provider::config::{ArchitectureAt, Config, Fields, Image, RegionMapping, Version};
use crate::provider::fault::{Faults, Form, Missing, What};
use crate::provider::form::is_name_prefix;
use crate::provider::lookup::{self, Candidate, Lookup, NoArtifact, Way};
use crate::provider::mapping::{self, Mapping};
use crate::provider::schema;
use crate::provider::unversed::{self, Known};

pub static PROVIDER: Provider = Provider {
    name: "vsphere",
    title: "vSphere",
    api_version: "vsphere.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::VSPHERE_CLOUDPROFILECONFIG),
    fields: FIELDS,
    adjust: Some(of_regions),
    // Not all fields are known here, so none is unknown.
    checks: Checks {
        judge: Judge::Controller,
        decoding: Decoding::Lenient,
        needs_config: false,
        relative: true,
        ..Checks::WEBHOOK
    },
    validate,
    lookup: Lookup::plain(Way::Entries(choose)),
    ..unversed::BASE
};

const FIELDS: Fields = Fields {
    references: &["path"],
    in_region: Some("path"),
    of_one_architecture: &[],
    architecture: ArchitectureAt::Nowhere,
};
const SIZES: &[&str] = &["LARGE", "MEDIUM", "SMALL"];
/// The fields that a region must set.
const OF_REGION: [&str; 7] = [
    "name",
    "vsphereHost",
    "nsxtHost",
    "snatIPPool",
    "transportZone",
    "logicalTier0Router",
    "edgeCluster",
];

/// The lists of regions, as mappings of a region.
fn of_regions<'t>(config: &mut Config<'t>, part: Cursor<'t>) {
    let in_region = |region: Cursor<'t>| {
        let name = region.field("name").string();
        let mut images = region
            .field("machineImages")
            .list(|image| Image::read(image, &FIELDS))
            .value;
        for version in images
            .iter_mut()
            .flat_map(|image| &mut image.versions.value)
        {
            *version = for_region(version, name);
        }
        images
    };
    config.of_regions = part
        .field("regions")
        .list(in_region)
        .value
        .into_iter()
        .flatten()
        .collect();
}

fn for_region<'t>(version: &Version<'t>, region: Spanned<&'t str>) -> Version<'t> {
    let reference = version
        .references
        .first()
        .map_or(Spanned::new("", version.at), |reference| reference.value);
    let mapping = RegionMapping {
        at: version.at,
        name: region,
        reference,
        architecture: Spanned::new(None, version.at),
    };
    Version {
        references: Vec::new(),
        regions: Spanned::new(vec![mapping], version.at),
        ..version.clone()
    }
}

fn choose<'a, 't>(
    entries: &[&'a Version<'t>],
    region: &str,
    _: &str,
) -> Option<Result<Candidate<'a, 't>, NoArtifact>> {
    let of_region = entries.iter().find_map(|entry| {
        Some((
            *entry,
            entry
                .regions
                .iter()
                .find(|mapping| *mapping.name == region)?,
        ))
    });
    if let Some((entry, mapping)) = of_region {
        return Some(Ok(lookup::legacy_format(entry, Vec::new(), Some(mapping))));
    }
    let of_all = entries.iter().find(|entry| entry.regions.is_empty())?;
    Some(Ok(lookup::legacy_format(of_all, Vec::new(), None)))
}

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    let Some(part) = mapping.part else { return };
    let known = Known::new(mapping.core);
    let at = Path::new("machineImages");
    mapping::some_images(mapping.config, &at, faults);
    known.compare(&mapping.config.images, "path", &at, faults);
    settings(part, faults);
    machine_types(mapping, part, faults);
    let regions = Path::new("regions");
    for (index, entry) in part
        .field("regions")
        .list(|region| region)
        .iter()
        .enumerate()
    {
        let path = regions.index(index);
        region(*entry, part, &path, faults);
        let images = entry
            .field("machineImages")
            .list(|image| Image::read(image, &FIELDS));
        known.compare(&images, "path", &path.field("machineImages"), faults);
    }
}

fn settings<'t>(part: Cursor<'t>, faults: &mut Faults<'t>) {
    let config = part.field("constraints").field("loadBalancerConfig");
    let size = config.field("size").string();
    if !SIZES.contains(&*size) {
        let path = Path::new("constraints");
        let path = path.field("loadBalancerConfig");
        let what = What::NotAllowed {
            what: "load balancer size",
            value: *size,
            allowed: SIZES,
        };
        faults.add(&path.field("size"), size.span, what);
    }
    let prefix = part.field("namePrefix").string();
    if !is_name_prefix(*prefix) {
        faults.add(
            &Path::new("namePrefix"),
            prefix.span,
            What::Malformed {
                what: Form::NamePrefix,
                value: *prefix,
            },
        );
    }
    required(part, "defaultClassStoragePolicyName", &Path::ROOT, faults);
}

/// A text that must be there.
fn required<'t>(of: Cursor<'t>, field: &'static str, path: &Path<'_>, faults: &mut Faults<'t>) {
    let text = of.field(field).string();
    if text.is_empty() {
        faults.add(
            &path.field(field),
            text.span,
            What::Missing(Missing::Value(field)),
        );
    }
}

fn machine_types<'t>(mapping: &Mapping<'_, 't>, part: Cursor<'t>, faults: &mut Faults<'t>) {
    let known: BTreeSet<&str> = mapping
        .core
        .machine_types
        .iter()
        .map(|machine_type| *machine_type.name)
        .collect();
    let (path, mut seen) = (Path::new("machineTypeOptions"), BTreeMap::new());
    for (index, name) in part
        .field("machineTypeOptions")
        .list(|options| options.field("name").string())
        .iter()
        .enumerate()
    {
        let path = path.index(index);
        if let Some(first) = seen.get(**name) {
            faults.add(
                &path.field("name"),
                name.span,
                What::Repeated {
                    value: **name,
                    first: *first,
                },
            );
        } else if !known.contains(**name) {
            faults.add(
                &path.field("name"),
                name.span,
                What::MachineTypeNotInProfile(**name),
            );
        }
        seen.entry(**name).or_insert(name.span);
    }
}

fn region<'t>(region: Cursor<'t>, part: Cursor<'t>, path: &Path<'_>, faults: &mut Faults<'t>) {
    for field in OF_REGION {
        required(region, field, path, faults);
    }
    let [own, global] = [region, part].map(|of| of.field("dnsServers").list(|server| server));
    if own.is_empty() && global.is_empty() {
        faults.add(
            &path.field("dnsServers"),
            own.span,
            What::Missing(Missing::Value("dnsServers")),
        );
    }
    // Once for each region, so not at all without regions.
    for (index, code) in part
        .field("dhcpOptions")
        .list(|option| option.field("code").integer())
        .iter()
        .enumerate()
    {
        if code.is_none_or(|code| code <= 0) {
            let path = Path::new("dhcpOptions");
            let path = path.index(index);
            faults.add(
                &path.field("code"),
                code.span,
                What::NotPositive(code.unwrap_or_default()),
            );
        }
    }
    let (zones, path) = (region.field("zones").list(|zone| zone), path.field("zones"));
    if zones.is_empty() {
        faults.add(&path, zones.span, What::Missing(Missing::Value("zones")));
    }
    for (index, entry) in zones.iter().enumerate() {
        zone(*entry, region, &path.index(index), faults);
    }
}

/// Checks that a zone sets each field, unless its region does.
fn zone<'t>(zone: Cursor<'t>, region: Cursor<'t>, path: &Path<'_>, faults: &mut Faults<'t>) {
    required(zone, "name", path, faults);
    let says = |of: Cursor<'t>, field: &&str| !of.field(field).string().is_empty();
    if !says(region, &"datacenter") {
        required(zone, "datacenter", path, faults);
    }
    let stores: &[&str] = &["datastore", "datastoreCluster"];
    if !stores
        .iter()
        .any(|field| says(zone, field) || says(region, field))
    {
        faults.add(
            &path.field("datastore"),
            zone.at(),
            What::Missing(Missing::OneOf(stores)),
        );
    }
    let hosts: &[&str] = &["computeCluster", "resourcePool", "hostSystem"];
    if !hosts.iter().any(|field| says(zone, field)) {
        faults.add(path, zone.at(), What::Missing(Missing::OneOf(hosts)));
    }
}
