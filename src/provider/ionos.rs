//! ionos: its webhook decodes `providerConfig` strictly and has no rules
//! (`docs/gardener/providers/ionos.md`).

use crate::provider::checks::Checks;
use crate::provider::{Provider, schema, unversed};

pub static PROVIDER: Provider = Provider {
    name: "ionos",
    title: "IONOS",
    api_version: "ionos.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::IONOS_CLOUDPROFILECONFIG),
    checks: Checks {
        needs_config: false,
        ..Checks::WEBHOOK
    },
    ..unversed::BASE
};
