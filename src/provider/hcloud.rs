//! hcloud: image names of the cloud, or its public images (`docs/gardener/providers/hcloud.md`).
//! The webhook checks only the zones, and answers without a field error; nobody decodes
//! `providerConfig` before the extension creates a worker.

use crate::provider::checks::{Checks, Decoding, Judge};
use crate::provider::config::{ArchitectureAt, Fields, Version};
use crate::provider::fault::{Faults, What};
use crate::provider::lookup::{self, Candidate, Lookup, NoArtifact, Way};
use crate::provider::mapping::Mapping;
use crate::provider::{Provider, SPEC, unversed};

pub static PROVIDER: Provider = Provider {
    name: "hcloud",
    title: "Hetzner Cloud",
    api_version: "hcloud.provider.extensions.gardener.cloud/v1alpha1",
    fields: Fields {
        references: &["imageName"],
        in_region: None,
        of_one_architecture: &[],
        architecture: ArchitectureAt::Nowhere,
    },
    checks: Checks {
        judge: Judge::WebhookInWords,
        decoding: Decoding::Nobody,
        needs_config: false,
        ..Checks::WEBHOOK
    },
    validate,
    lookup: Lookup::plain(Way::Entries(choose)),
    ..unversed::BASE
};

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    let regions = SPEC.field("regions");
    for (index, region) in mapping.core.regions.iter().enumerate() {
        let path = regions.index(index);
        if let [_, second, ..] = region.zones.as_slice() {
            let what = What::SeveralZones {
                region: *region.name,
                count: region.zones.len(),
            };
            faults.add(&path.field("zones"), second.at, what);
        }
    }
}

/// An entry without a name means `<image>-<version>`. The extension looks for others among the
/// public images.
fn choose<'a, 't>(
    entries: &[&'a Version<'t>],
    _: &str,
    _: &str,
) -> Option<Result<Candidate<'a, 't>, NoArtifact>> {
    let first = entries
        .first()
        .map(|entry| lookup::legacy_format(entry, Vec::new(), None));
    Some(first.ok_or(NoArtifact::Elsewhere))
}
