//! kubevirt: a source URL for each version (`docs/gardener/providers/kubevirt.md`). Its webhook
//! ignores fields that it does not know, and prints paths from `providerConfig`.

use crate::model::path::Path;
use crate::provider::Provider;
use crate::provider::checks::{Checks, Decoding};
use crate::provider::config::{ArchitectureAt, Fields};
use crate::provider::fault::Faults;
use crate::provider::mapping::{self, Mapping};
use crate::provider::schema;
use crate::provider::unversed::{self, Known};

pub static PROVIDER: Provider = Provider {
    name: "kubevirt",
    title: "KubeVirt",
    api_version: "kubevirt.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::KUBEVIRT_CLOUDPROFILECONFIG),
    fields: Fields {
        references: &["sourceURL"],
        in_region: None,
        of_one_architecture: &[],
        architecture: ArchitectureAt::Nowhere,
    },
    checks: Checks {
        decoding: Decoding::Lenient,
        relative: true,
        ..Checks::WEBHOOK
    },
    validate,
    ..unversed::BASE
};

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    let images = Path::new("machineImages");
    mapping::some_images(mapping.config, &images, faults);
    Known::new(mapping.core).compare(&mapping.config.images, "sourceURL", &images, faults);
}
