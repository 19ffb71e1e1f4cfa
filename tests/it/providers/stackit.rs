//! The differences between stackit and openstack.

use cpcap::provider::part::Webhook;

use crate::providers::run::{artifact, merged_part, mutated, undecodable};
use crate::providers::{VOCABULARY, child_validator, validator};

const IMAGES: &str = "    machineImages: \
    [{name: gl, versions: [{version: 1.0.0, image: any, regions: [{name: eu01, id: a}]}]}]\n";
const NEW: &str = "    machineImages: \
    [{name: gl, versions: [{version: 1.0.0, capabilityFlavors: [{capabilities: {architecture: [arm64]}, image: any}]}]}]\n";
const CORE: &str =
    "  machineImages: [{name: gl, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";

fn with(fields: &str) -> Vec<String> {
    let found = validator("stackit", "", &format!("{IMAGES}{fields}"));
    found
        .iter()
        .map(|fault| {
            fault
                .replace("spec.providerConfig.", "")
                .replace("FieldValue", "")
        })
        .collect()
}

#[test]
fn neither_constraints_nor_keystone_are_required() {
    assert!(with("").is_empty());
    assert!(with("    constraints: {floatingPools: []}\n").is_empty());
    assert_eq!(
        validator("stackit", "", ""),
        ["FieldValueRequired spec.providerConfig"]
    );
}

#[test]
fn pools_are_checked() {
    let pools = |pools: &str| with(&format!("    constraints: {{floatingPools: [{pools}]}}\n"));
    assert_eq!(
        pools("{region: eu01}"),
        ["Required constraints.floatingPools[0].name"]
    );
    assert_eq!(
        pools("{name: a, region: '', domain: ''}"),
        [
            "Required constraints.floatingPools[0].domain",
            "Required constraints.floatingPools[0].region"
        ]
    );
    assert_eq!(
        pools("{name: a, domain: d}, {name: a, domain: d}"),
        ["Duplicate constraints.floatingPools[1].name"]
    );
    assert!(
        pools("{name: a, domain: d, defaultFloatingSubnet: s, nonConstraining: true}").is_empty()
    );
}

#[test]
fn settings_are_checked() {
    assert_eq!(with("    keystoneCACert: x\n"), ["Invalid caCert"]);
    assert_eq!(
        with("    keystoneURLs: [{region: r}]\n"),
        ["Required keyStoneURLs[0].url"]
    );
    assert_eq!(with("    dnsServers: [x]\n"), ["Invalid dnsServers[0]"]);
    assert_eq!(with("    dhcpDomain: ''\n"), ["Required dhcpDomain"]);
    assert_eq!(
        with("    serverGroupPolicies: ['']\n"),
        ["Required serverGroupPolicies[0]"]
    );
    assert!(
        with("    dnsServers: [1.1.1.1]\n    dhcpDomain: d\n    serverGroupPolicies: [affinity]\n")
            .is_empty()
    );
}

#[test]
fn images_are_checked_as_in_openstack() {
    assert_eq!(
        validator("stackit", "", "    machineImages: []\n"),
        ["FieldValueRequired spec.providerConfig.machineImages"]
    );
    let core = CORE.replace("[amd64]", "[arm64]");
    assert_eq!(
        validator("stackit", &core, IMAGES),
        ["FieldValueRequired spec.machineImages[0].versions[0]"]
    );
    assert!(validator("stackit", CORE, IMAGES).is_empty());
    let capable = format!(
        "{VOCABULARY}{}",
        CORE.replace(
            "architectures: [amd64]",
            "capabilityFlavors: [{architecture: [amd64]}]"
        )
    );
    assert_eq!(
        validator("stackit", &capable, NEW),
        ["FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[0]"]
    );
    assert_eq!(
        mutated("stackit", &capable, NEW),
        ["gl@1.0.0 {architecture: [arm64]}"]
    );
}

#[test]
fn strict_decoding() {
    let why = |config: &str| {
        undecodable(
            "stackit",
            &format!("  providerConfig:\n{config}"),
            Webhook::Validator,
        )
        .map(|why| format!("{why:?}"))
    };
    // Header or not.
    assert_eq!(why(IMAGES), None);
    assert_eq!(why(NEW), None);
    assert_eq!(
        why("    kind: WorkerConfig\n    machineImages: []\n").unwrap(),
        "Kind"
    );
    let all = "    apiEndpoints: \
        {dns: a, loadBalancer: a, iaas: a, applicationLoadBalancer: a, applicationLoadBalancerCertificate: a, tokenEndpoint: a}\n    storageClasses: [{name: a}]\n    rescanBlockStorageOnResize: true\n    dnsServers: [1.1.1.1]\n    caBundle: a\n    bastion: {rootDiskSize: 1}\n    constraints: {floatingPools: [{name: a}]}\n    dhcpDomain: a\n    keystoneURL: a\n    keystoneURLs: [{region: a, url: a, caCert: a}]\n    keystoneCACert: a\n    keystoneForceInsecure: true\n    requestTimeout: 1s\n    ignoreVolumeAZ: true\n    nodeVolumeAttachLimit: 1\n    useOctavia: true\n    useSNAT: true\n    serverGroupPolicies: [a]\n    resolvConfOptions: [a]\n";
    assert_eq!(why(&format!("{IMAGES}{all}")), None);
    let classes = "    constraints: {floatingPools: [{name: a, loadBalancerClasses: []}]}\n";
    assert_eq!(
        why(classes).unwrap(),
        "UnknownFields([\"constraints.floatingPools[0].loadBalancerClasses\"])"
    );
}

#[test]
fn child_may_set_nothing_but_images_and_endpoints() {
    let found = |fields: &str| {
        child_validator(
            "stackit",
            CORE,
            IMAGES,
            "",
            &format!("    machineImages: []\n{fields}"),
        )
    };
    assert!(found("    apiEndpoints: {dns: d}\n").is_empty());
    assert_eq!(
        found("    apiEndpoints: {dns: d}\n    caBundle: c\n"),
        ["FieldValueForbidden spec.providerConfig"]
    );
}

#[test]
fn child_replaces_all_endpoints() {
    let parent = format!("{IMAGES}    apiEndpoints: {{dns: d, iaas: i}}\n");
    let endpoints =
        |child: &str| merged_part("stackit", [CORE, ""], [&parent, child])["apiEndpoints"].clone();
    assert_eq!(
        endpoints("    apiEndpoints: {dns: e}\n"),
        serde_json::json!({"dns": "e"})
    );
    assert_eq!(
        endpoints("    machineImages: []\n"),
        serde_json::json!({"dns": "d", "iaas": "i"})
    );
}

#[test]
fn the_old_region_gets_the_images_of_the_new_one() {
    assert_eq!(
        artifact("stackit", CORE, IMAGES, "RegionOne", "any"),
        "id a {architecture: [amd64]}"
    );
    assert_eq!(
        artifact("stackit", CORE, IMAGES, "eu02", "any"),
        "image any {architecture: [amd64]}"
    );
}
