//! vsphere: what its controllers fail on, and which template a worker gets.

use super::run::{look_up, on_profile, pointed, undecodable};
use super::validator;
use cpcap::provider::part::{Undecodable, Webhook};

const CORE: &str = "  machineImages: [{name: gl, versions: [{version: 1.0.0}, {version: 2.0.0}]}, \
    {name: other, versions: [{version: 1.0.0}]}]\n  machineTypes: [{name: small}]\n";
const IMAGES: &str =
    "machineImages: [{name: gl, versions: [{version: 1.0.0, path: a}, {version: 2.0.0, path: b}]}]";
const SETTINGS: &str = "namePrefix: my-garden, defaultClassStoragePolicyName: policy, \
    constraints: {loadBalancerConfig: {size: SMALL}}, dnsServers: [1.1.1.1]";
const HOSTS: &str = "vsphereHost: h, nsxtHost: nsx, snatIPPool: s, transportZone: t, \
    logicalTier0Router: r, edgeCluster: e";
const ZONE: &str = "{name: z, datacenter: d, datastore: s, computeCluster: c}";

/// A sound `providerConfig`, with one text in it replaced.
fn config(old: &str, new: &str) -> String {
    let all = format!("{SETTINGS}, {IMAGES}, regions: [{{name: eu, {HOSTS}, zones: [{ZONE}]}}]");
    assert!(all.contains(old), "{old}");
    format!(
        "  providerConfig: {{apiVersion: vsphere.provider.extensions.gardener.cloud/v1alpha1, \
         kind: CloudProfileConfig, {}}}\n",
        all.replacen(old, new, 1)
    )
}

/// The findings about a `providerConfig` with one text replaced.
#[track_caller]
fn found(old: &str, new: &str) -> Vec<String> {
    validator("vsphere", CORE, &config(old, new))
}

#[test]
fn controllers_object() {
    assert!(found("", "").is_empty());
    assert!(validator("vsphere", CORE, "").is_empty());
    on_profile("vsphere", CORE, &config("path: a", "path: ''"), |profile| {
        let faults = profile.faults().unwrap();
        assert_eq!(
            faults
                .iter()
                .map(|fault| profile.provider.error_type(&fault.what))
                .collect::<Vec<_>>(),
            [None]
        );
    });
}

#[test]
fn decoding_checks_known_fields_alone() {
    let why = |old: &str, new: &str| undecodable("vsphere", &config(old, new), Webhook::Validator);
    assert_eq!(why("namePrefix:", "folder: f, namePrefix:"), None);
    assert_eq!(
        why("version: 1.0.0", "version: 1"),
        Some(Undecodable::Value)
    );
}

#[test]
fn no_images() {
    assert_eq!(
        found(IMAGES, "machineImages: []"),
        ["FieldValueRequired machineImages"]
    );
    // A list of a region does not replace it.
    let in_region = format!("name: eu, {IMAGES},");
    let config =
        config("name: eu,", &in_region).replacen(&format!(", {IMAGES}, regions"), ", regions", 1);
    assert_eq!(
        validator("vsphere", CORE, &config),
        ["FieldValueRequired machineImages"]
    );
}

#[test]
fn image_name_empty_or_unknown() {
    assert_eq!(
        found("name: gl", "name: ''"),
        ["FieldValueRequired machineImages[0].name"]
    );
    assert_eq!(
        found("name: gl", "name: g1"),
        ["FieldValueForbidden machineImages[0].name"]
    );
    assert_eq!(
        pointed("vsphere", CORE, &config("name: gl", "name: g1")),
        ["g1"]
    );
}

#[test]
fn no_versions() {
    let versions = "versions: [{version: 1.0.0, path: a}, {version: 2.0.0, path: b}]";
    assert_eq!(
        found(versions, "versions: []"),
        [
            "FieldValueInvalid machineImages[0]",
            "FieldValueRequired machineImages[0].versions"
        ]
    );
}

#[test]
fn version_empty_repeated_or_unknown() {
    let third = |version: &str| {
        found(
            "path: b}",
            &format!("path: b}}, {{version: {version}, path: c}}"),
        )
    };
    assert_eq!(
        third("''"),
        ["FieldValueRequired machineImages[0].versions[2].version"]
    );
    assert_eq!(
        third("2.0.0"),
        ["FieldValueDuplicate machineImages[0].versions[2].version"]
    );
    assert_eq!(
        third("3.0.0"),
        ["FieldValueInvalid machineImages[0].versions[2].version"]
    );
}

#[test]
fn path_empty() {
    for nothing in ["path: ''", "guestId: g"] {
        assert_eq!(
            found("path: a", nothing),
            ["FieldValueRequired machineImages[0].versions[0].path"]
        );
    }
}

#[test]
fn versions_of_the_profile_missing() {
    assert_eq!(
        found(", {version: 2.0.0, path: b}", ""),
        ["FieldValueInvalid machineImages[0]"]
    );
    assert_eq!(
        pointed("vsphere", CORE, &config(", {version: 2.0.0, path: b}", "")),
        ["gl"]
    );
}

#[test]
fn lists_of_regions_follow_the_same_rules() {
    let found = found(
        "name: eu,",
        "name: eu, machineImages: [{name: gl, versions: [{version: 1.0.0, path: ''}]}, \
         {name: x, versions: []}],",
    );
    assert_eq!(
        found,
        [
            "FieldValueForbidden regions[0].machineImages[1].name",
            "FieldValueInvalid regions[0].machineImages[0]",
            "FieldValueRequired regions[0].machineImages[0].versions[0].path",
            "FieldValueRequired regions[0].machineImages[1].versions",
        ]
    );
}

#[test]
fn load_balancer_size() {
    for wrong in ["size: small", "size: ''", "classes: []"] {
        assert_eq!(
            found("size: SMALL", wrong),
            ["FieldValueInvalid constraints.loadBalancerConfig.size"]
        );
    }
    assert!(found("size: SMALL", "size: LARGE").is_empty());
    assert!(found("size: SMALL", "size: MEDIUM").is_empty());
}

#[test]
fn name_prefix() {
    for wrong in ["My", "my-", "''"] {
        assert_eq!(found("my-garden", wrong), ["FieldValueInvalid namePrefix"]);
    }
    assert!(found("my-garden", "g").is_empty());
}

#[test]
fn storage_policy() {
    assert_eq!(
        found("policy", "''"),
        ["FieldValueRequired defaultClassStoragePolicyName"]
    );
}

#[test]
fn machine_type_options() {
    let options = |list: &str| {
        found(
            "namePrefix:",
            &format!("machineTypeOptions: {list}, namePrefix:"),
        )
    };
    assert_eq!(
        options("[{name: small}, {name: small}]"),
        ["FieldValueDuplicate machineTypeOptions[1].name"]
    );
    assert_eq!(
        options("[{name: big}]"),
        ["FieldValueInvalid machineTypeOptions[0].name"]
    );
    assert!(options("[{name: small, memoryReservationLockedToMax: true}]").is_empty());
}

#[test]
fn region_fields() {
    assert_eq!(
        found("name: eu", "name: ''"),
        ["FieldValueRequired regions[0].name"]
    );
    for (field, text) in [
        ("vsphereHost", "vsphereHost: h, "),
        ("nsxtHost", "nsxtHost: nsx, "),
        ("snatIPPool", "snatIPPool: s, "),
        ("transportZone", "transportZone: t, "),
        ("logicalTier0Router", "logicalTier0Router: r, "),
        ("edgeCluster", "edgeCluster: e, "),
    ] {
        assert_eq!(
            found(text, ""),
            [format!("FieldValueRequired regions[0].{field}")]
        );
    }
    assert_eq!(
        found(&format!("[{ZONE}]"), "[]"),
        ["FieldValueRequired regions[0].zones"]
    );
}

#[test]
fn dns_servers_for_all_or_for_the_region() {
    assert_eq!(
        found(", dnsServers: [1.1.1.1]", ""),
        ["FieldValueRequired regions[0].dnsServers"]
    );
    let config = config(", dnsServers: [1.1.1.1]", "").replacen(
        "name: eu,",
        "name: eu, dnsServers: [1.1.1.1],",
        1,
    );
    assert!(validator("vsphere", CORE, &config).is_empty());
}

#[test]
fn dhcp_options() {
    let options = |list: &str| found("namePrefix:", &format!("dhcpOptions: {list}, namePrefix:"));
    assert_eq!(
        options("[{code: 42, values: [a]}, {code: 0}]"),
        ["FieldValueInvalid dhcpOptions[1].code"]
    );
    assert_eq!(
        options("[{code: -1}]"),
        ["FieldValueInvalid dhcpOptions[0].code"]
    );
    assert!(options("[{code: 42}]").is_empty());
}

#[test]
fn zone_fields() {
    let zone = |of: &str| found(ZONE, &format!("{{{of}}}"));
    assert_eq!(
        zone("datacenter: d, datastore: s, computeCluster: c"),
        ["FieldValueRequired regions[0].zones[0].name"]
    );
    assert_eq!(
        zone("name: z, datastore: s, computeCluster: c"),
        ["FieldValueRequired regions[0].zones[0].datacenter"]
    );
    assert_eq!(
        zone("name: z, datacenter: d, computeCluster: c"),
        ["FieldValueRequired regions[0].zones[0].datastore"]
    );
    assert_eq!(
        zone("name: z, datacenter: d, datastore: s"),
        ["FieldValueRequired regions[0].zones[0]"]
    );
    assert!(zone("name: z, datacenter: d, datastoreCluster: s, resourcePool: p").is_empty());
    assert!(zone("name: z, datacenter: d, datastoreCluster: s, hostSystem: h").is_empty());
    // The region may say it for its zones.
    let config = config(ZONE, "{name: z, computeCluster: c}").replacen(
        "name: eu,",
        "name: eu, datacenter: d, datastore: s,",
        1,
    );
    assert!(validator("vsphere", CORE, &config).is_empty());
}

#[test]
fn look_up_asks_the_region_first() {
    let config = config(
        "name: eu,",
        "name: eu, machineImages: [{name: gl, versions: [{version: 1.0.0, path: eu}]}, \
         {name: own, versions: [{version: 1.0.0, path: o}]}],",
    );
    let find = |image, version, region| {
        look_up(
            "vsphere",
            CORE,
            &config,
            [image, version, region, "none", "arm64"],
        )
    };
    assert_eq!(find("gl", "1.0.0", "eu"), "path eu {}");
    assert_eq!(find("gl", "1.0.0", "us"), "path a {}");
    assert_eq!(find("gl", "2.0.0", "eu"), "path b {}");
    assert_eq!(find("own", "1.0.0", "us"), "only elsewhere");
    assert_eq!(find("own", "2.0.0", "eu"), "no version");
    assert_eq!(find("other", "1.0.0", "eu"), "no image");
}
