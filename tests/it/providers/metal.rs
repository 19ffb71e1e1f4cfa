//! metal-stack: control planes, network isolation, and what an update may not change.

use super::run::{look_up, pointed, undecodable, updated};
use super::validator;
use cpcap::provider::part::{Undecodable, Webhook};

const REGIONS: &str = "  regions: [{name: eu, zones: [{name: p2}, {name: p1}]}]\n";
const AT: &str = "spec.providerConfig.metalControlPlanes.prod";
const DNS: &str = "dnsServers: [1.1.1.1]";
const NTP: &str = "ntpServers: [134.60.1.27]";
const NETWORKS: &str = "allowedNetworks: {ingress: [10.0.0.0/24], egress: [100.0.0.0/24]}";
const MIRROR: &str = "registryMirrors: \
    [{name: m, endpoint: 'https://m:5000', ip: 1.1.1.1, port: 5000, mirrorOf: [docker.io, 'quay.io:443']}]";

/// A control plane with these fields.
fn plane(fields: &str) -> String {
    format!("    metalControlPlanes: {{prod: {{{fields}}}}}\n")
}

/// A partition with network isolation of these fields; of each of the four pieces the last one
/// counts.
fn isolated(fields: &[&str]) -> String {
    plane(&format!(
        "partitions: {{p1: {{networkIsolation: {{{}}}}}}}",
        fields.join(", ")
    ))
}

/// The findings about network isolation with this piece as given and the others sound.
#[track_caller]
fn piece(piece: &str) -> Vec<String> {
    let name = piece.split(':').next().unwrap();
    let mut all = vec![piece];
    all.extend(
        [DNS, NTP, NETWORKS, MIRROR]
            .into_iter()
            .filter(|other| !other.starts_with(name)),
    );
    let at = format!("{AT}.p1.networkIsolation.");
    validator("metal", REGIONS, &isolated(&all))
        .iter()
        .map(|found| found.replace(&at, ""))
        .collect()
}

#[test]
fn no_provider_config() {
    assert_eq!(
        validator("metal", REGIONS, ""),
        ["FieldValueRequired spec.providerConfig"]
    );
}

#[test]
fn decoding_is_strict() {
    let why = |config: &str| undecodable("metal", config, Webhook::Validator);
    assert_eq!(
        why("    machineImages: []\n"),
        Some(Undecodable::UnknownFields(vec!["machineImages".to_owned()]))
    );
    assert_eq!(why(&plane("firewallImages: [1]")), Some(Undecodable::Value));
    assert_eq!(why("  providerConfig: {}\n"), Some(Undecodable::Kind));
    let all = "endpoint: e, partitions: {p1: {firewallTypes: [t]}}, firewallImages: [i], \
        nftablesExporter: {version: v, url: u}, firewallControllerVersions: \
        [{version: v, url: u, classification: supported}]";
    assert_eq!(why(&plane(all)), None);
    assert!(validator("metal", REGIONS, &plane(all)).is_empty());
    assert!(validator("metal", REGIONS, &isolated(&[DNS, NTP, NETWORKS, MIRROR])).is_empty());
}

#[test]
fn unknown_classification() {
    let versions = |of: &str| {
        plane(&format!(
            "firewallControllerVersions: [{{version: v1{of}}}]"
        ))
    };
    let found = validator("metal", "", &versions(", classification: expired"));
    assert_eq!(
        found,
        [format!(
            "FieldValueNotSupported {AT}.firewallControllerVersions.classification"
        )]
    );
    assert_eq!(
        pointed("metal", "", &versions(", classification: expired")),
        ["expired"]
    );
    for sound in [
        "",
        ", classification: preview",
        ", classification: supported",
        ", classification: deprecated",
    ] {
        assert!(validator("metal", "", &versions(sound)).is_empty());
    }
}

#[test]
fn repeated_controller_version() {
    let versions = |second: &str| {
        plane(&format!(
            "firewallControllerVersions: [{{version: v1}}, {{version: {second}}}]"
        ))
    };
    assert_eq!(
        validator("metal", "", &versions("v1")),
        [format!("FieldValueInvalid {AT}.firewallcontrollerversions")]
    );
    assert!(validator("metal", "", &versions("v2")).is_empty());
}

#[test]
fn partition_that_is_no_zone() {
    let partition = |name: &str| plane(&format!("partitions: {{{name}: {{}}}}"));
    assert_eq!(
        validator("metal", REGIONS, &partition("p3")),
        [format!("FieldValueInvalid {AT}")]
    );
    assert_eq!(pointed("metal", REGIONS, &partition("p3")), ["p3"]);
    assert!(validator("metal", REGIONS, &partition("p1")).is_empty());
}

#[test]
fn dns_servers() {
    assert_eq!(piece("dnsServers: []"), ["FieldValueInvalid dnsServers"]);
    assert_eq!(
        piece("dnsServers: [1.1.1.1, 1.1.1.2, 1.1.1.3, 1.1.1.4]"),
        ["FieldValueInvalid dnsServers"]
    );
    assert_eq!(
        piece("dnsServers: [1.1.1.1, dns.example]"),
        ["FieldValueInvalid dnsServers[1]"]
    );
    assert!(piece("dnsServers: [1.1.1.1, '::1', 1.1.1.3]").is_empty());
}

#[test]
fn ntp_servers() {
    assert_eq!(piece("ntpServers: []"), ["FieldValueInvalid ntpServers"]);
    assert_eq!(
        piece("ntpServers: [pool.ntp.org]"),
        ["FieldValueInvalid ntpServers[0]"]
    );
    assert!(piece("ntpServers: [1.1.1.1, 1.1.1.2, 1.1.1.3, 1.1.1.4]").is_empty());
}

#[test]
fn allowed_networks() {
    assert_eq!(
        piece("allowedNetworks: {}"),
        [
            "FieldValueInvalid allowedNetworks.egress",
            "FieldValueInvalid allowedNetworks.ingress"
        ]
    );
    let found = piece("allowedNetworks: {ingress: [10.0.0.0], egress: [10.0.0.0/8, 10.0.0.0/40]}");
    assert_eq!(
        found,
        [
            "FieldValueInvalid allowedNetworks.egress[1]",
            "FieldValueInvalid allowedNetworks.ingress[0]"
        ]
    );
}

#[test]
fn registry_mirrors() {
    assert_eq!(
        piece("registryMirrors: []"),
        ["FieldValueInvalid registryMirrors"]
    );
    let mirror = |name: &str, endpoint: &str, ip: &str, port: &str, of: &str| {
        piece(&format!(
            "registryMirrors: [{{name: '{name}', endpoint: '{endpoint}', ip: '{ip}', port: \
             {port}, mirrorOf: {of}}}]"
        ))
    };
    let at = |field: &str| [format!("FieldValueInvalid registryMirrors[0].{field}")];
    assert!(mirror("m", "http://m", "1.1.1.1", "80", "[docker.io]").is_empty());
    assert_eq!(
        mirror("", "http://m", "1.1.1.1", "80", "[docker.io]"),
        at("name")
    );
    assert_eq!(
        mirror("m", "http://a b", "1.1.1.1", "80", "[docker.io]"),
        at("endpoint")
    );
    assert_eq!(
        mirror("m", "ftp://m", "1.1.1.1", "80", "[docker.io]"),
        at("endpoint")
    );
    assert_eq!(mirror("m", "http://m", "m", "80", "[docker.io]"), at("ip"));
    assert_eq!(
        mirror("m", "http://m", "1.1.1.1", "0", "[docker.io]"),
        at("port")
    );
    assert_eq!(
        mirror("m", "http://m", "1.1.1.1", "null", "[docker.io]"),
        at("port")
    );
    assert_eq!(
        mirror("m", "http://m", "1.1.1.1", "80", "[]"),
        at("mirrorOf")
    );
    assert_eq!(
        mirror("m", "http://m", "1.1.1.1", "80", "[docker.io, '']"),
        at("mirrorOf[1]")
    );
    assert_eq!(
        mirror("m", "http://m", "1.1.1.1", "80", "['https://docker.io']"),
        at("mirrorOf[0]")
    );
    assert_eq!(
        mirror("m", "http://m", "1.1.1.1", "80", "['a b']"),
        at("mirrorOf[0]")
    );
}

#[test]
fn update_keeps_network_isolation() {
    let (with, without) = (
        isolated(&[DNS]),
        plane("partitions: {p1: {firewallTypes: [t]}}"),
    );
    assert_eq!(
        updated("metal", &with, &without),
        [format!("FieldValueRequired {AT}.p1.networkIsolation p1")]
    );
    assert!(updated("metal", &without, &with).is_empty());
    assert!(updated("metal", &with, &with).is_empty());
    assert!(updated("metal", &with, &plane("partitions: {}")).is_empty());
}

#[test]
fn update_keeps_the_number_of_dns_servers() {
    let found = updated(
        "metal",
        &isolated(&[DNS]),
        &isolated(&["dnsServers: [1.1.1.1, 1.1.1.2]"]),
    );
    assert_eq!(
        found,
        [format!(
            "FieldValueNotSupported {AT}.p1.networkIsolation.dnsServers dnsServers"
        )]
    );
}

#[test]
fn update_keeps_each_dns_server() {
    let found = updated(
        "metal",
        &isolated(&["dnsServers: [1.1.1.1, 1.1.1.2]"]),
        &isolated(&["dnsServers: [1.1.1.1, 8.8.8.8]"]),
    );
    assert_eq!(
        found,
        [format!(
            "FieldValueNotSupported {AT}.p1.networkIsolation.dnsServers[1] 8.8.8.8"
        )]
    );
}

#[test]
fn update_looks_at_what_can_be_decoded_on_both_sides() {
    let (with, without) = (isolated(&[DNS]), plane("partitions: {p1: {}}"));
    assert!(updated("metal", "", &without).is_empty());
    assert!(updated("metal", &with, "").is_empty());
    assert!(updated("metal", &format!("    foo: bar\n{with}"), &without).is_empty());
}

#[test]
fn images_stand_elsewhere() {
    assert_eq!(
        look_up(
            "metal",
            REGIONS,
            &plane(""),
            ["gl", "1.0.0", "eu", "none", "amd64"]
        ),
        "elsewhere"
    );
}
