//! ironcore-metal: as gcp, with two fields more, another mutating webhook and another merge
//! (`docs/gardener/providers/ironcore-metal.md`).

use crate::model::cloudprofile::Flavor as CoreFlavor;
use crate::provider::checks::Checks;
use crate::provider::config::Fields;
use crate::provider::config::Version;
use crate::provider::merge::Merge;
use crate::provider::part::OTHER_KIND;
use crate::provider::settings::Settings;
use crate::provider::{Provider, derive, gcp, schema};

pub static PROVIDER: Provider = Provider {
    name: "ironcore-metal",
    title: "IronCore Metal",
    api_version: "ironcore-metal.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::IRONCORE_METAL_CLOUDPROFILECONFIG),
    others: &[
        ("WorkerConfig", &schema::IRONCORE_METAL_WORKERCONFIG),
        ("InfrastructureConfig", &OTHER_KIND),
        ("ControlPlaneConfig", &OTHER_KIND),
    ],
    tolerates_missing_header: false,
    fields: Fields {
        of_one_architecture: &[],
        ..gcp::FIELDS
    },
    adjust: None,
    checks: Checks::WEBHOOK,
    validate: gcp::validate,
    validate_child: Some(gcp::validate_child),
    convert: None,
    merge: Merge::ByVersion,
    // Decoding fills in nothing.
    finish_version: None,
    finish: None,
    derive: Some(flavors),
    shoots: None,
    accelerates: None,
    settings: Settings::NONE,
    lookup: gcp::LOOKUP,
};

/// The flavors of all entries, then one for each architecture of those in the legacy format. The
/// validating webhook compares with those of the first entry that has any.
fn flavors<'t>(entries: &[&Version<'t>]) -> Option<Vec<CoreFlavor<'t>>> {
    let mut all: Vec<CoreFlavor<'t>> = entries
        .iter()
        .flat_map(|entry| derive::verbatim(&entry.flavors))
        .collect();
    all.extend(gcp::legacy_format(entries));
    Some(all)
}
