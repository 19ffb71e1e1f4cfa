//! azure: an image for each version, architecture and kind of networking, or for each flavor, named
//! by one of four fields and without regions (`docs/gardener/providers/azure.md`).

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use crate::capability::{ARCHITECTURE, ARCHITECTURES, Vocabulary, written};
use crate::finding::Severity;
use crate::merge::architecture_only;
use crate::model::cloudprofile::{
    Capabilities, Capability, CloudProfile, Flavor as CoreFlavor, MachineType,
};
use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::Path;
use crate::provider::checks::Checks;
use crate::provider::child::Child;
use crate::provider::config::{self, ArchitectureAt, Config, Fields, Reference, Version};
use crate::provider::entries::{self, Architectures};
use crate::provider::fault::{Faults, Form, Missing, What};
use crate::provider::form;
use crate::provider::gcp;
use crate::provider::lookup::{self, Artifact, Candidate, Entries, Lookup, Way};
use crate::provider::mapping::{self, EmptyImages, Entry, Mapping};
use crate::provider::merge::Merge;
use crate::provider::part::{OTHER_KIND, Part};
use crate::provider::settings::{OfRegions, Settings};
use crate::provider::{IMAGES, PROVIDER_CONFIG, Provider, derive, schema, worker_status};
use crate::source::Span;

pub static PROVIDER: Provider = Provider {
    name: "azure",
    title: "Azure",
    api_version: "azure.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::AZURE_CLOUDPROFILECONFIG),
    others: &[
        ("WorkerConfig", &schema::AZURE_WORKERCONFIG),
        ("WorkerStatus", &worker_status::AZURE),
        ("InfrastructureConfig", &OTHER_KIND),
        ("InfrastructureStatus", &OTHER_KIND),
        ("ControlPlaneConfig", &OTHER_KIND),
    ],
    tolerates_missing_header: false,
    fields: Fields {
        references: IDS,
        in_region: None,
        of_one_architecture: IDS,
        architecture: ArchitectureAt::Version,
    },
    adjust: None,
    checks: Checks::WEBHOOK,
    validate,
    validate_child: Some(validate_child),
    convert: None,
    merge: Merge::Appended,
    finish_version: Some(gcp::defaulted_architecture),
    finish: Some(machine_types_of),
    derive: Some(flavors),
    shoots: None,
    accelerates: Some(accelerated_networking),
    settings: Settings {
        of_regions: &[
            OfRegions {
                name: "countFaultDomains",
                otherwise: None,
                lack: "the extension does not know the number of fault domains, and fails for \
                    Shoots without zones",
                severity: Severity::Note,
            },
            OfRegions {
                name: "countUpdateDomains",
                otherwise: None,
                lack: "the extension does not know the number of update domains, and fails for \
                    Shoots with availability sets",
                severity: Severity::Note,
            },
        ],
        ..Settings::NONE
    },
    lookup: Lookup {
        way: Way::Flavors,
        vocabulary: &[
            (ARCHITECTURE, &ARCHITECTURES),
            (NETWORKING, &[ACCELERATED, BASIC]),
        ],
        completes_machine_types: true,
        entries: Entries::Merged,
        candidates,
        direct: None,
        needs_architecture: false,
        needs_name: false,
        judges_shoots: false,
    },
};

/// The fields that name an image. Of several the controllers take the first in this order.
const IDS: &[&str] = &[
    "urn",
    "communityGalleryImageID",
    "sharedGalleryImageID",
    "id",
];
/// How many machines share a point of failure, by region.
const DOMAINS: [&str; 2] = ["countFaultDomains", "countUpdateDomains"];

/// The capability that says whether a network interface is accelerated.
pub const NETWORKING: &str = "azure-networking";
/// A value of it: interfaces are accelerated.
pub const ACCELERATED: &str = "accelerated";
/// A value of it: interfaces are not.
pub const BASIC: &str = "basic";

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    if let Some(cursor) = mapping.part {
        DOMAINS
            .iter()
            .for_each(|field| domain_counts(cursor, field, faults));
    }
    mapping::some_images(mapping.config, &IMAGES, faults);
    mapping::structure(mapping.config, &IMAGES, faults, |entry, path, faults| {
        structure(mapping, entry, path, faults);
    });
    if faults.is_empty() {
        entries::compare(mapping, EmptyImages::Compared, faults);
    }
}

fn domain_counts<'t>(config: Cursor<'t>, field: &str, faults: &mut Faults<'t>) {
    let path = PROVIDER_CONFIG.field(field);
    let counts = config.field(field).list(|count| count);
    if counts.is_empty() {
        faults.add(
            &path,
            counts.span,
            What::Missing(Missing::Value("domain count")),
        );
    }
    for (index, entry) in counts.iter().enumerate() {
        let path = path.index(index);
        let (region, count) = (
            entry.field("region").string(),
            entry.field("count").integer(),
        );
        if region.is_empty() {
            faults.add(
                &path.field("region"),
                region.span,
                What::Missing(Missing::Value("region")),
            );
        }
        if let Some(negative) = count.filter(|count| *count < 0) {
            faults.add(&path.field("count"), count.span, What::Negative(negative));
        }
    }
}

fn structure<'t>(
    mapping: &Mapping<'_, 't>,
    entry: Entry<'_, 't>,
    path: &Path<'_>,
    faults: &mut Faults<'t>,
) {
    let version = entry.version;
    // The server names a field that there is not.
    let (image, flavors) = (path.field("image"), path.field("capabilityFlavors"));
    if !mapping.has_vocabulary() {
        if !version.flavors.is_empty() {
            faults.add(
                &flavors,
                version.flavors.span,
                What::FlavorsWithoutVocabulary(entry.of()),
            );
        }
        references(&version.references, version.at, path, faults);
        return entries::known_architecture(version, path, faults);
    }
    if version.flavors.is_empty() {
        if version.references.is_empty() {
            return faults.add(&image, version.at, What::NoFormat(entry.of()));
        }
        entries::known_architecture(version, path, faults);
        return references(&version.references, version.at, path, faults);
    }
    let outside = [
        (
            image,
            version
                .references
                .first()
                .map(|reference| reference.value.span),
        ),
        (
            path.field("architecture"),
            version.architecture.map(|_| version.architecture.span),
        ),
        (
            path.field("acceleratedNetworking"),
            version
                .accelerated_networking
                .map(|_| version.accelerated_networking.span),
        ),
    ];
    if outside.iter().any(|(_, span)| span.is_some()) {
        for (path, span) in outside {
            span.into_iter()
                .for_each(|span| faults.add(&path, span, What::BothFormats(entry.of())));
        }
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
        references(&flavor.references, flavor.at, &path, faults);
    }
}

/// The fields that name the image of an entry or flavor, which begins at `at`.
fn references<'t>(
    references: &[Reference<'t>],
    at: Span,
    path: &Path<'_>,
    faults: &mut Faults<'t>,
) {
    if references.len() != 1 {
        let span = references.get(1).map_or(at, |second| second.value.span);
        faults.add(
            path,
            span,
            What::NotOneReference {
                fields: IDS,
                count: references.len(),
            },
        );
    }
    for reference in references {
        let value = reference.value;
        let form = match reference.field {
            "urn" => Some((Form::Urn, value.split(':').count() == 4)),
            "communityGalleryImageID" => Some((
                Form::CommunityGallery,
                in_gallery(&value, "CommunityGalleries"),
            )),
            "sharedGalleryImageID" => {
                Some((Form::SharedGallery, in_gallery(&value, "SharedGalleries")))
            }
            _ => None,
        };
        let path = path.field(reference.field);
        if value.is_empty() {
            faults.add(
                &path,
                value.span,
                What::Missing(Missing::Reference(reference.field)),
            );
        } else if let Some((what, false)) = form {
            faults.add(
                &path,
                value.span,
                What::Malformed {
                    what,
                    value: *value,
                },
            );
        }
    }
}

/// Whether an identifier has the parts of one in a gallery of this kind; it begins with a slash.
fn in_gallery(id: &str, kind: &str) -> bool {
    let parts: Vec<&str> = id.split('/').collect();
    parts.len() == 7 && form::same_in_any_case(parts[1], kind)
}

fn validate_child<'t>(child: &Child<'_, 't>, faults: &mut Faults<'t>) {
    let mapping = &child.mapping;
    if let Some(cursor) = mapping.part {
        only_in_parent(cursor, faults);
    }
    machine_types(child, faults);
    mapping::structure(mapping.config, &IMAGES, faults, |entry, path, faults| {
        structure(mapping, entry, path, faults);
    });
    child.versions(faults, |version, faults| {
        let group = entries::group(&version.core);
        if !mapping.has_vocabulary() {
            // A new version of an image that the parent has is let through.
            if !child.parent_has_image(version.core.of().image) {
                entries::missing_listed(version, &group, faults);
            }
        } else if !group.entries.is_empty() {
            entries::missing(child, version, &group, faults);
        } else if !version.in_parent {
            version.core.unmapped(&IMAGES, faults);
        }
    });
    let (known, in_flavors) = (Architectures::new(child), entries::in_flavors(child));
    child.entries(faults, |entry, named, faults| {
        let compared = !mapping.has_vocabulary()
            || !in_flavors.contains(&entries::key(&entry)) && !entry.version.references.is_empty();
        if named && compared {
            known.excess(child, entry.of(), entry.version, faults);
        }
    });
    for (of, version) in child
        .own_versions()
        .filter(|(of, _)| mapping.has_vocabulary() && in_flavors.contains(&(of.image, of.version)))
    {
        // The last entry, where the first with flavors counts for what is missing.
        if let Some(last) = mapping
            .image(of.image)
            .and_then(|mapped| mapped.last(of.version))
        {
            child.excess_flavors(of, &mapping.core_flavors(version), &last.flavors, faults);
        }
    }
}

fn only_in_parent<'t>(config: Cursor<'t>, faults: &mut Faults<'t>) {
    let cloud = config.field("cloudConfiguration");
    let set = [("cloudConfiguration", cloud.is_set(), cloud.at())]
        .into_iter()
        .chain(DOMAINS.map(|field| {
            let counts = config.field(field).list(|_| ());
            (field, !counts.is_empty(), counts.span)
        }));
    for (field, _, span) in set.filter(|(_, set, _)| *set) {
        faults.add(
            &PROVIDER_CONFIG.field(field),
            span,
            What::OnlyInParent { field },
        );
    }
}

/// The machine types of a child's part must be its own.
fn machine_types<'t>(child: &Child<'_, 't>, faults: &mut Faults<'t>) {
    let names =
        |types: &[MachineType<'t>]| types.iter().map(|of| *of.name).collect::<BTreeSet<_>>();
    let (of_parent, own) = (
        names(&child.parent.machine_types),
        names(&child.mapping.core.machine_types),
    );
    let path = PROVIDER_CONFIG.field("machineTypes");
    for (index, name) in child
        .mapping
        .config
        .machine_types
        .iter()
        .map(|of| of.name)
        .enumerate()
    {
        let path = path.index(index);
        if of_parent.contains(*name) {
            faults.add(&path, name.span, What::MachineTypeInParent(*name));
        }
        if !own.contains(*name) {
            faults.add(&path, name.span, What::MachineTypeNotInChild(*name));
        }
    }
}

/// Prints the merged machine types.
fn machine_types_of(part: &mut Map<String, Json>, merged: &Config<'_>, _: &Part<'_>) {
    let machine_type = |of: &config::MachineType<'_>| match of.accelerated_networking.value {
        Some(accelerated) => json!({"name": *of.name, "acceleratedNetworking": accelerated}),
        None => json!({"name": *of.name}),
    };
    if !merged.machine_types.is_empty() {
        part.insert(
            "machineTypes".to_owned(),
            merged.machine_types.iter().map(machine_type).collect(),
        );
    }
}

/// Whether machines of this type get accelerated networking with this image
/// (`docs/gardener/providers/azure.md#workers`).
fn accelerated_networking<'t>(
    core: &CloudProfile<'t>,
    config: &Config<'t>,
    machine_type: &MachineType<'t>,
    artifact: &Artifact<'t>,
) -> bool {
    let vocabulary = Vocabulary::new(&core.machine_capabilities);
    if vocabulary.is_empty() {
        let marked = |of: &config::MachineType<'_>| {
            *of.name == *machine_type.name && of.accelerated_networking.value == Some(true)
        };
        let image = written(&artifact.capabilities, NETWORKING)
            .iter()
            .any(|value| value.value == ACCELERATED);
        return image && config.machine_types.iter().any(marked);
    }
    // Without the capability in the vocabulary nobody gets it.
    let has = |capabilities: &Capabilities<'t>| {
        vocabulary
            .defaulted(capabilities, NETWORKING)
            .is_some_and(|values| values.iter().any(|value| value.value == ACCELERATED))
    };
    has(&artifact.capabilities) && has(&machine_type.capabilities)
}

/// The first entry with flavors decides; otherwise there is one flavor for each architecture and
/// kind of networking.
fn flavors<'t>(entries: &[&Version<'t>]) -> Option<Vec<CoreFlavor<'t>>> {
    if let Some(entry) = entries::decisive(entries) {
        return Some(derive::verbatim(&entry.flavors));
    }
    let mut seen = BTreeSet::new();
    let distinct = entries
        .iter()
        .filter(|entry| !entry.references.is_empty())
        .filter(|entry| seen.insert((entry.architecture(), accelerated(entry))));
    // Accelerated images are for every kind of networking, which needs no mention.
    let flavor = |entry: &&Version<'t>| {
        let networking = (!accelerated(entry)).then(|| networking(entry, &[BASIC]));
        let capabilities = [architecture_only(entries::architecture(entry))]
            .into_iter()
            .chain(networking)
            .collect();
        CoreFlavor {
            at: entry.at,
            span: Span::default(),
            capabilities,
        }
    };
    Some(distinct.map(flavor).collect())
}

fn candidates<'a, 't>(entry: &'a Version<'t>, _: &str, out: &mut Vec<Candidate<'a, 't>>) {
    if !entry.flavors.is_empty() {
        return lookup::flavors(entry, None, false, out);
    }
    let values: &[&str] = if accelerated(entry) {
        &[BASIC, ACCELERATED]
    } else {
        &[BASIC]
    };
    let capabilities: Capabilities<'t> = vec![
        architecture_only(entries::architecture(entry)),
        networking(entry, values),
    ];
    out.push(lookup::legacy_format(entry, capabilities, None));
}

fn accelerated(entry: &Version<'_>) -> bool {
    entry.accelerated_networking.value == Some(true)
}

/// The capability that `acceleratedNetworking` of the legacy format stands for.
fn networking<'t>(entry: &Version<'t>, values: &[&'static str]) -> Capability<'t> {
    let at = entry.accelerated_networking.span;
    let values = values
        .iter()
        .map(|value| Spanned::new(*value, at))
        .collect();
    Capability {
        name: Spanned::new(NETWORKING, at),
        values: Spanned::new(values, at),
    }
}
