//! The common part of the providers without capabilities: a base to build on, and the image rules
//! of vsphere and kubevirt (`docs/gardener/providers/README.md#which-webhooks-there-are`).

use std::collections::{BTreeMap, BTreeSet};

use crate::model::cloudprofile::CloudProfile;
use crate::model::path::Path;
use crate::provider::Provider;
use crate::provider::checks::Checks;
use crate::provider::config::{ArchitectureAt, Fields, Image};
use crate::provider::fault::{Faults, Missing, Names, Of, What};
use crate::provider::lookup::{Lookup, Way};
use crate::provider::merge::Merge;
use crate::provider::settings::Settings;
use crate::source::Span;

/// A provider without rules, NamespacedCloudProfiles and look-up.
pub const BASE: Provider = Provider {
    name: "",
    title: "",
    api_version: "",
    config: None,
    others: &[],
    tolerates_missing_header: false,
    fields: Fields {
        references: &[],
        in_region: None,
        of_one_architecture: &[],
        architecture: ArchitectureAt::Nowhere,
    },
    adjust: None,
    checks: Checks::WEBHOOK,
    validate: |_, _| {},
    validate_child: None,
    convert: None,
    merge: Merge::Never,
    finish_version: None,
    finish: None,
    derive: None,
    shoots: None,
    accelerates: None,
    settings: Settings::NONE,
    lookup: Lookup::plain(Way::Elsewhere),
};

/// The versions of each image of a profile.
#[derive(Debug)]
pub struct Known<'t>(BTreeMap<&'t str, BTreeSet<&'t str>>);

impl<'t> Known<'t> {
    /// Takes them off the core part.
    #[must_use]
    pub fn new(core: &CloudProfile<'t>) -> Self {
        let mut known: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for image in core.machine_images.iter() {
            known
                .entry(*image.name)
                .or_default()
                .extend(image.versions.iter().map(|version| *version.version()));
        }
        Self(known)
    }

    /// A list of provider images against the profile: each image must be one of the profile and
    /// have exactly its versions, each once and with an artifact in this field. Images of the
    /// profile that the list lacks are not checked.
    pub fn compare(
        &self,
        images: &[Image<'t>],
        reference: &'static str,
        at: &Path<'_>,
        faults: &mut Faults<'t>,
    ) {
        for (index, image) in images.iter().enumerate() {
            self.image(image, reference, &at.index(index), faults);
        }
    }

    fn image(
        &self,
        image: &Image<'t>,
        reference: &'static str,
        path: &Path<'_>,
        faults: &mut Faults<'t>,
    ) {
        let known = self.0.get(*image.name);
        let name = path.field("name");
        if image.name.is_empty() {
            faults.add(
                &name,
                image.name.span,
                What::Missing(Missing::Name("machine image")),
            );
        } else if known.is_none() {
            faults.add(
                &name,
                image.name.span,
                What::ImageNotInProfile(Of {
                    image: *image.name,
                    version: "",
                }),
            );
        }
        let versions = path.field("versions");
        if image.versions.is_empty() {
            faults.add(
                &versions,
                image.versions.span,
                What::Missing(Missing::Versions(*image.name)),
            );
        }
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for (index, entry) in image.versions.iter().enumerate() {
            let path = versions.index(index);
            let (at, of) = (
                path.field("version"),
                Of {
                    image: *image.name,
                    version: *entry.version,
                },
            );
            if entry.version.is_empty() {
                faults.add(&at, entry.version.span, What::Missing(Missing::Version));
            } else if let Some(first) = seen.get(*entry.version) {
                faults.add(
                    &at,
                    entry.version.span,
                    What::Repeated {
                        value: *entry.version,
                        first: *first,
                    },
                );
            } else if known.is_some_and(|known| !known.contains(*entry.version)) {
                faults.add(&at, entry.version.span, What::VersionNotInProfile(of));
            }
            seen.entry(*entry.version).or_insert(entry.version.span);
            if !entry.has_reference() {
                let span = entry
                    .references
                    .first()
                    .map_or(entry.at, |reference| reference.value.span);
                faults.add(
                    &path.field(reference),
                    span,
                    What::Missing(Missing::Reference(reference)),
                );
            }
        }
        let Some(known) = known else { return };
        let missing = known.len()
            - seen
                .keys()
                .filter(|version| known.contains(*version))
                .count();
        if missing > 0 {
            // Each of many entries of one image may lack as many versions.
            let versions = Names::new(
                known
                    .iter()
                    .copied()
                    .filter(|version| !seen.contains_key(version)),
                missing,
            );
            let span = if image.name.is_empty() {
                image.at
            } else {
                image.name.span
            };
            faults.add(
                path,
                span,
                What::VersionsNotMapped {
                    image: *image.name,
                    versions,
                },
            );
        }
    }
}
