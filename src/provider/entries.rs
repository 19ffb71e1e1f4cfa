//! Several entries of one version string, one for each architecture: the legacy format of azure, gcp
//! and ironcore-metal. What a profile or a NamespacedCloudProfile lists against the entries that
//! `providerConfig` has of it (`docs/gardener/providers/azure.md` and
//! `docs/gardener/providers/gcp.md`).

use std::collections::{BTreeMap, BTreeSet};

use crate::capability::Row;
use crate::model::cursor::Spanned;
use crate::provider::child::{Child, ChildVersion};
use crate::provider::config::Version;
use crate::provider::fault::{Faults, Of, What};
use crate::provider::mapping::{self, CoreVersion, EmptyImages, Entry, Mapped, Mapping};
use crate::provider::{CORE_IMAGES, IMAGES};

/// The entries of a version string.
#[derive(Debug)]
pub struct Group<'a, 't> {
    /// The entries in the order of the text.
    pub entries: Vec<&'a Version<'t>>,
    architectures: BTreeSet<&'t str>,
}

impl<'a, 't> Group<'a, 't> {
    #[must_use]
    pub fn new(mapped: Mapped<'a, 't>, version: &str) -> Self {
        let entries: Vec<&'a Version<'t>> = mapped.entries(version).collect();
        let architectures = entries.iter().map(|entry| entry.architecture()).collect();
        Self {
            entries,
            architectures,
        }
    }

    /// The entry whose flavors count: the first that has any. None where all are in the legacy format.
    #[must_use]
    pub fn decisive(&self) -> Option<&'a Version<'t>> {
        decisive(&self.entries)
    }

    /// Whether an entry is for this architecture, by the field of the legacy format.
    #[must_use]
    pub fn has(&self, architecture: &str) -> bool {
        self.architectures.contains(architecture)
    }
}

/// The first entry with flavors.
#[must_use]
pub fn decisive<'a, 't>(entries: &[&'a Version<'t>]) -> Option<&'a Version<'t>> {
    entries
        .iter()
        .find(|entry| !entry.flavors.is_empty())
        .copied()
}

/// The architecture of an entry in the legacy format must be one that Gardener knows. `path` is that
/// of the entry.
pub fn known_architecture<'t>(
    entry: &Version<'t>,
    path: &crate::model::path::Path<'_>,
    faults: &mut Faults<'t>,
) {
    mapping::known_architecture(architecture(entry), &path.field("architecture"), faults);
}

/// The images of a profile against those of `providerConfig`.
pub fn compare<'t>(mapping: &Mapping<'_, 't>, empty_images: EmptyImages, faults: &mut Faults<'t>) {
    mapping::compare(
        mapping,
        &CORE_IMAGES,
        empty_images,
        faults,
        |version, path, faults| {
            let group = group(version);
            if !mapping.has_vocabulary() {
                for architecture in version.version.architectures.iter() {
                    mapping::known_architecture(
                        *architecture,
                        &path.field("architectures"),
                        faults,
                    );
                    unmapped_architecture(version, &group, *architecture, path, faults);
                }
            } else if group.entries.is_empty() {
                version.unmapped(path, faults);
            } else if let Some(entry) = group.decisive() {
                version.flavors(mapping, &entry.flavors, path, faults);
            } else {
                version.flavor_architectures(
                    mapping,
                    |architecture| group.has(architecture),
                    false,
                    path,
                    faults,
                );
            }
        },
    );
}

/// The entries of a version of the profile.
#[must_use]
pub fn group<'a, 't>(version: &CoreVersion<'a, 't>) -> Group<'a, 't> {
    Group::new(version.mapped, *version.version.version())
}

/// A child's version under a parent without a vocabulary: each architecture that it lists must have
/// an entry.
pub fn missing_listed<'t>(
    version: &ChildVersion<'_, 't>,
    group: &Group<'_, 't>,
    faults: &mut Faults<'t>,
) {
    for architecture in version.core.version.architectures.iter() {
        unmapped_architecture(&version.core, group, *architecture, &IMAGES, faults);
    }
}

/// A child's version under a parent with a vocabulary: each flavor must have an equal one, or each
/// of its architectures an entry.
pub fn missing<'t>(
    child: &Child<'_, 't>,
    version: &ChildVersion<'_, 't>,
    group: &Group<'_, 't>,
    faults: &mut Faults<'t>,
) {
    let of = version.core.of();
    let rows = group.decisive().map(|entry| {
        entry
            .flavors
            .iter()
            .map(|flavor| child.mapping.row(flavor))
            .collect::<BTreeSet<Row<'t>>>()
    });
    for flavor in child.mapping.core_flavors(version.core.version) {
        let Some(rows) = &rows else {
            for architecture in child.mapping.architectures(&flavor.capabilities) {
                unmapped_architecture(
                    &version.core,
                    group,
                    Spanned::new(architecture, flavor.span),
                    &IMAGES,
                    faults,
                );
            }
            continue;
        };
        if !rows.contains(&flavor.row) {
            child.missing_flavor(of, &flavor, faults);
        }
    }
}

/// A version without any entry is missing itself, whatever the architecture.
fn unmapped_architecture<'t>(
    version: &CoreVersion<'_, 't>,
    group: &Group<'_, 't>,
    architecture: Spanned<&'t str>,
    path: &crate::model::path::Path<'_>,
    faults: &mut Faults<'t>,
) {
    if group.entries.is_empty() {
        version.unmapped(path, faults);
    } else if !group.has(*architecture) {
        faults.add(
            path,
            architecture.span,
            What::UnmappedArchitecture {
                of: version.of(),
                architecture: *architecture,
            },
        );
    }
}

/// The architectures of the versions of a child: those that it lists, or under a parent with a
/// vocabulary those of its flavors.
#[derive(Debug)]
pub struct Architectures<'t> {
    of: BTreeMap<(&'t str, &'t str), BTreeSet<&'t str>>,
}

impl<'t> Architectures<'t> {
    #[must_use]
    pub fn new(child: &Child<'_, 't>) -> Self {
        let mapping = &child.mapping;
        let of = child.own_versions().map(|(of, version)| {
            let listed = || {
                version
                    .architectures
                    .iter()
                    .map(|value| value.value)
                    .collect()
            };
            let flavors = || {
                mapping
                    .core_flavors(version)
                    .iter()
                    .flat_map(|flavor| mapping.architectures(&flavor.capabilities))
                    .collect()
            };
            (
                (of.image, of.version),
                if mapping.has_vocabulary() {
                    flavors()
                } else {
                    listed()
                },
            )
        });
        Self { of: of.collect() }
    }

    /// An entry must be for one of the architectures of the child's version.
    pub fn excess(
        &self,
        child: &Child<'_, 't>,
        of: Of<'t>,
        entry: &Version<'t>,
        faults: &mut Faults<'t>,
    ) {
        let architecture = architecture(entry);
        if !self
            .of
            .get(&(of.image, of.version))
            .is_some_and(|known| known.contains(*architecture))
        {
            child.excess_architecture(of, architecture, None, faults);
        }
    }
}

/// The versions of a child whose entries have flavors.
#[must_use]
pub fn in_flavors<'t>(child: &Child<'_, 't>) -> BTreeSet<(&'t str, &'t str)> {
    let versions = child.own_versions().map(|(of, _)| of).filter(|of| {
        let mapped = child.mapping.image(of.image);
        mapped.is_some_and(|mapped| {
            mapped
                .entries(of.version)
                .any(|entry| !entry.flavors.is_empty())
        })
    });
    versions.map(|of| (of.image, of.version)).collect()
}

/// The names of an entry of `providerConfig`, as keys.
#[must_use]
pub fn key<'t>(entry: &Entry<'_, 't>) -> (&'t str, &'t str) {
    (entry.of().image, entry.of().version)
}

/// The architecture of the legacy format, at its bytes.
#[must_use]
pub fn architecture<'t>(entry: &Version<'t>) -> Spanned<&'t str> {
    Spanned::new(entry.architecture(), entry.architecture.span)
}
