//! equinixmetal: an operating system by id (`docs/gardener/providers/equinixmetal.md`). Its library
//! has rules that nothing calls; a worker takes what it finds.

use crate::model::path::Path;
use crate::provider::checks::{Checks, Judge};
use crate::provider::config::{ArchitectureAt, Fields};
use crate::provider::fault::{Faults, Missing, What};
use crate::provider::lookup::{self, Lookup, Way};
use crate::provider::mapping::{self, Mapping};
use crate::provider::{Provider, schema, unversed};

pub static PROVIDER: Provider = Provider {
    name: "equinixmetal",
    title: "Equinix Metal",
    api_version: "equinixmetal.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::EQUINIXMETAL_CLOUDPROFILECONFIG),
    fields: Fields {
        references: &["id", "ipxeScriptUrl"],
        in_region: None,
        of_one_architecture: &[],
        architecture: ArchitectureAt::Nowhere,
    },
    checks: Checks {
        judge: Judge::Nobody,
        needs_config: false,
        relative: true,
        ..Checks::WEBHOOK
    },
    validate,
    lookup: Lookup::plain(Way::Entries(|entries, _, _| {
        Some(Ok(lookup::legacy_format(
            entries.first()?,
            Vec::new(),
            None,
        )))
    })),
    ..unversed::BASE
};

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    if mapping.part.is_none() {
        return;
    }
    let images = Path::new("machineImages");
    mapping::some_images(mapping.config, &images, faults);
    mapping::structure(mapping.config, &images, faults, |entry, path, faults| {
        let id = entry
            .version
            .references
            .iter()
            .find(|reference| reference.field == "id");
        if id.is_none_or(|id| id.value.is_empty()) {
            let span = id.map_or(entry.version.at, |id| id.value.span);
            faults.add(
                &path.field("id"),
                span,
                What::Missing(Missing::Reference("id")),
            );
        }
    });
}
