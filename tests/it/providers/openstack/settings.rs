//! OS-25 to OS-32: Keystone, DNS and server groups.

use super::{CONSTRAINTS, IMAGES, KEYSTONE, all, validator, with};

/// A certificate that is well-formed.
const CERTIFICATE: &str = include_str!("../../../../testdata/pem/ed25519.pem");

#[test]
fn os_25_no_keystone() {
    let found =
        |keystone: &str| validator("openstack", "", &format!("{keystone}{CONSTRAINTS}{IMAGES}"));
    assert_eq!(found(""), all(["Required keyStoneURL"]));
    assert_eq!(
        found("    keystoneURL: ''\n    keystoneURLs: []\n"),
        all(["Required keyStoneURL"])
    );
    assert!(found("    keystoneURLs: [{region: eu, url: https://k}]\n").is_empty());
    assert!(found(KEYSTONE).is_empty());
}

fn certificate() -> String {
    format!("{CERTIFICATE:?}")
}

#[test]
fn os_26_certificate_of_keystone() {
    assert_eq!(
        with("    keystoneCACert: nonsense\n"),
        all(["Invalid caCert"])
    );
    assert!(with("    keystoneCACert: ''\n").is_empty());
    assert!(with(&format!("    keystoneCACert: {}\n", certificate())).is_empty());
}

#[test]
fn os_27_region_and_url_of_a_keystone() {
    assert_eq!(
        with("    keystoneURLs: [{url: u}]\n"),
        all(["Required keyStoneURLs[0].region"])
    );
    assert_eq!(
        with("    keystoneURLs: [{region: r, url: ''}]\n"),
        all(["Required keyStoneURLs[0].url"])
    );
    assert!(with("    keystoneURLs: [{region: r, url: u}]\n").is_empty());
}

#[test]
fn os_28_certificate_of_a_keystone() {
    let found = |certificate: &str| {
        with(&format!(
            "    keystoneURLs: [{{region: r, url: u, caCert: {certificate}}}]\n"
        ))
    };
    assert_eq!(found("nonsense"), all(["Invalid keyStoneURLs[0].caCert"]));
    assert!(found("''").is_empty());
    assert!(found(&certificate()).is_empty());
}

#[test]
fn os_29_keystones_of_one_region() {
    assert_eq!(
        with("    keystoneURLs: [{region: r, url: u}, {region: r, url: v}]\n"),
        all(["Duplicate keyStoneURLs[1].region"])
    );
    // Also of none.
    assert_eq!(
        with("    keystoneURLs: [{url: u}, {url: v}]\n"),
        all([
            "Duplicate keyStoneURLs[1].region",
            "Required keyStoneURLs[0].region",
            "Required keyStoneURLs[1].region"
        ])
    );
    assert!(with("    keystoneURLs: [{region: r, url: u}, {region: s, url: u}]\n").is_empty());
}

#[test]
fn os_30_dns_servers() {
    for wrong in [
        "10.0.0.0/8",
        "dns.example",
        "''",
        "010.0.0.1",
        "1.2.3",
        "'fe80::1%eth0'",
    ] {
        assert_eq!(
            with(&format!("    dnsServers: [1.1.1.1, {wrong}]\n")),
            all(["Invalid dnsServers[1]"]),
            "{wrong}"
        );
    }
    assert!(with("    dnsServers: [10.0.0.1, '2001:db8::1', '::ffff:1.2.3.4', '::']\n").is_empty());
}

#[test]
fn os_31_empty_dhcp_domain() {
    assert_eq!(with("    dhcpDomain: ''\n"), all(["Required dhcpDomain"]));
    assert!(with("    dhcpDomain: example\n").is_empty());
    assert!(with("    dhcpDomain: null\n").is_empty());
}

#[test]
fn os_32_empty_server_group_policy() {
    assert_eq!(
        with("    serverGroupPolicies: [affinity, '', null]\n"),
        all([
            "Required serverGroupPolicies[1]",
            "Required serverGroupPolicies[2]"
        ])
    );
    assert!(with("    serverGroupPolicies: [affinity]\n").is_empty());
}
