//! ironcore: an image for each version and architecture, without regions and capabilities
//! (`docs/gardener/providers/ironcore.md`). No webhook changes the core part.

use crate::capability::ARCHITECTURE;
use crate::model::cursor::{Cursor, Spanned};
use crate::model::name::label_faults;
use crate::model::path::{FieldPath, Path};
use crate::provider::child::Child;
use crate::provider::config::{ArchitectureAt, Fields, Version};
use crate::provider::fault::{Fault, Faults, Form, Missing, What};
use crate::provider::lookup::{self, Candidate, Lookup, NoArtifact, Way};
use crate::provider::mapping::{self, CoreVersion, EmptyImages, Entry, Mapping};
use crate::provider::merge::Merge;
use crate::provider::{CORE_IMAGES, IMAGES, PROVIDER_CONFIG, Provider, schema, unversed};

pub static PROVIDER: Provider = Provider {
    name: "ironcore",
    title: "IronCore",
    api_version: "ironcore.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::IRONCORE_CLOUDPROFILECONFIG),
    fields: Fields {
        references: &["image"],
        in_region: None,
        of_one_architecture: &[],
        architecture: ArchitectureAt::Version,
    },
    validate,
    validate_child: Some(validate_child),
    merge: Merge::ByVersion,
    lookup: Lookup::plain(Way::Entries(choose)),
    ..unversed::BASE
};

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    mapping::structure(mapping.config, &IMAGES, faults, structure);
    mapping::compare(mapping, &CORE_IMAGES, EmptyImages::Skipped, faults, compare);
    if let Some(part) = mapping.part {
        storage_classes(part.field("storageClasses"), faults);
    }
}

fn structure<'t>(entry: Entry<'_, 't>, path: &Path<'_>, faults: &mut Faults<'t>) {
    let version = entry.version;
    if !version.has_reference() {
        let span = version
            .references
            .first()
            .map_or(version.at, |reference| reference.value.span);
        faults.add(
            &path.field("image"),
            span,
            What::Missing(Missing::Reference("image")),
        );
    }
    mapping::known_architecture(
        Spanned::new(version.architecture(), version.architecture.span),
        &path.field("architecture"),
        faults,
    );
}

/// The architectures of the core part, which the server fills in from the flavors, one by one.
fn compare<'t>(core: &CoreVersion<'_, 't>, path: &Path<'_>, faults: &mut Faults<'t>) {
    for fault in missing(core) {
        faults.add(path, fault.span, fault.what);
    }
}

/// The entries that `providerConfig` lacks for a version of the profile.
fn missing<'t>(core: &CoreVersion<'_, 't>) -> Vec<Fault<'t>> {
    let mut entries = core.mapped.entries(*core.version.version()).peekable();
    let fault = |span, what| Fault {
        field: FieldPath::ROOT,
        span,
        what,
    };
    let architectures = core.version.architectures.iter();
    if entries.peek().is_none() {
        return architectures
            .take(1)
            .map(|_| {
                fault(
                    core.version.version().span,
                    What::UnmappedVersion(core.of()),
                )
            })
            .collect();
    }
    let has: Vec<&str> = entries.map(Version::architecture).collect();
    let lacks = architectures.filter(|architecture| !has.contains(&architecture.value));
    let what = |architecture: &Spanned<&'t str>| What::UnmappedArchitecture {
        of: core.of(),
        architecture: architecture.value,
    };
    lacks
        .map(|architecture| fault(architecture.span, what(architecture)))
        .collect()
}

/// The paths name fields that do not exist.
fn storage_classes<'t>(classes: Cursor<'t>, faults: &mut Faults<'t>) {
    let path = PROVIDER_CONFIG.field("storageClasses");
    let mut class = |class: Cursor<'t>, path: &Path<'_>| {
        let name = class.field("name").string();
        if !label_faults(*name).is_empty() {
            faults.add(
                &path.field("name"),
                name.span,
                What::Malformed {
                    what: Form::DnsLabel,
                    value: *name,
                },
            );
        }
    };
    if classes.field("default").is_set() {
        class(
            classes.field("default"),
            &path.field("defaultStorageClasses"),
        );
    }
    let additional = path.field("additionalStorageClasses");
    for (index, entry) in classes
        .field("additional")
        .list(|entry| entry)
        .iter()
        .enumerate()
    {
        class(*entry, &additional.index(index));
    }
}

fn validate_child<'t>(child: &Child<'_, 't>, faults: &mut Faults<'t>) {
    mapping::structure(child.mapping.config, &IMAGES, faults, structure);
    child.versions(faults, |version, faults| {
        if !version.in_parent {
            compare(&version.core, &IMAGES, faults);
        }
    });
    child.entries(faults, |entry, _, faults| {
        let architecture = entry.version.architecture();
        let listed = child.own(entry.of()).is_some_and(|own| {
            own.architectures
                .iter()
                .any(|value| value.value == architecture)
        });
        if !listed {
            child.excess_architecture(
                entry.of(),
                Spanned::new(architecture, entry.version.architecture.span),
                None,
                faults,
            );
        }
    });
}

/// An entry without architecture fits no pool: the extension compares it as it stands, and pools
/// always have one.
fn choose<'a, 't>(
    entries: &[&'a Version<'t>],
    _: &str,
    architecture: &str,
) -> Option<Result<Candidate<'a, 't>, NoArtifact>> {
    if let Some(entry) = entries
        .iter()
        .find(|entry| entry.architecture.value == Some(architecture))
    {
        return Some(Ok(lookup::legacy_format(entry, Vec::new(), None)));
    }
    if let Some(entry) = entries.iter().find(|entry| entry.architecture.is_none()) {
        return Some(Err(NoArtifact::NoArchitecture(entry.at)));
    }
    let flavors: Vec<_> = entries
        .iter()
        .map(|entry| (entry.at, vec![ARCHITECTURE.to_owned()]))
        .collect();
    (!flavors.is_empty()).then_some(Err(NoArtifact::Incompatible { flavors }))
}
