//! Every row of the rules in `docs/gardener/providers/README.md` and the pages beside it has a
//! test, in the module of its provider. Their tables name it.

mod alicloud;
mod aws;
mod azure;
mod equinixmetal;
mod gcp;
mod hcloud;
mod headers;
mod ionos;
mod ironcore;
mod ironcore_metal;
mod kubevirt;
mod local;
mod metal;
mod openstack;
mod run;
mod stackit;
mod vsphere;

use cpcap::provider::fault::Fault;

/// The vocabulary of most tests.
pub const VOCABULARY: &str = "  machineCapabilities: \
    [{name: architecture, values: [amd64, arm64]}, {name: boot, values: [uefi, bios]}]\n";

/// The errors of the validating webhook for a CloudProfile, `type field` sorted: the core part
/// (below `spec`), and `providerConfig` (below `providerConfig`, its header added).
#[track_caller]
pub fn validator(provider: &str, core: &str, config: &str) -> Vec<String> {
    run::on_profile(provider, core, config, |profile| {
        sorted(&profile.faults().unwrap_or_else(|why| panic!("{why:?}")))
    })
}

/// The errors of the validating webhook for a NamespacedCloudProfile under a parent.
#[track_caller]
pub fn child_validator(
    provider: &str,
    parent_core: &str,
    parent_config: &str,
    core: &str,
    config: &str,
) -> Vec<String> {
    run::on_child(
        provider,
        [parent_core, core],
        [parent_config, config],
        |child| sorted(&child.faults().unwrap_or_else(|why| panic!("{why:?}"))),
    )
}

fn sorted(faults: &[Fault<'_>]) -> Vec<String> {
    let mut found: Vec<String> = faults
        .iter()
        .map(|fault| format!("{} {}", fault.what.error().as_str(), fault.field))
        .collect();
    found.sort();
    found
}
