//! OS-1 to OS-10: floating pools, load balancer classes and load balancer providers.

use super::{IMAGES, KEYSTONE, all, validator};

const UUID: &str = "5f3a1c9e-7b2d-4e6f-8a10-3c5d7e9f1b24";

/// A part with these constraints.
fn constraints(text: &str) -> Vec<String> {
    validator(
        "openstack",
        "",
        &format!("{KEYSTONE}    constraints: {text}\n{IMAGES}"),
    )
}

fn pools(pools: &str) -> Vec<String> {
    constraints(&format!(
        "{{floatingPools: [{pools}], loadBalancerProviders: [{{name: lb}}]}}"
    ))
}

fn providers(providers: &str) -> Vec<String> {
    constraints(&format!(
        "{{floatingPools: [{{name: fp}}], loadBalancerProviders: [{providers}]}}"
    ))
}

/// A pool with these classes; paths within its list of classes.
fn classes(classes: &str) -> Vec<String> {
    let found = pools(&format!("{{name: fp, loadBalancerClasses: [{classes}]}}"));
    let list = "spec.providerConfig.constraints.floatingPools[0].loadBalancerClasses";
    found
        .iter()
        .map(|fault| fault.replace(list, "").replace("FieldValue", ""))
        .collect()
}

#[test]
fn os_1_no_floating_pools() {
    assert_eq!(pools(""), all(["Required constraints.floatingPools"]));
    assert!(pools("{name: fp}").is_empty());
}

#[test]
fn os_2_pool_without_a_name() {
    assert_eq!(
        pools("{name: fp}, {name: ''}"),
        all(["Required constraints.floatingPools[1].name"])
    );
    assert!(pools("{name: fp}, {name: '*'}").is_empty());
}

#[test]
fn os_3_pool_with_an_empty_region() {
    assert_eq!(
        pools("{name: fp, region: ''}"),
        all(["Required constraints.floatingPools[0].region"])
    );
    assert!(pools("{name: fp, region: null}, {name: fp2, region: eu}").is_empty());
}

#[test]
fn os_4_pool_with_an_empty_domain() {
    assert_eq!(
        pools("{name: fp, domain: ''}"),
        all(["Required constraints.floatingPools[0].domain"])
    );
    assert!(pools("{name: fp, domain: d}").is_empty());
}

#[test]
fn os_5_pool_twice() {
    let twice = all(["Duplicate constraints.floatingPools[1].name"]);
    assert_eq!(
        pools("{name: fp, region: eu}, {name: fp, region: eu}"),
        twice
    );
    assert_eq!(
        pools("{name: fp, region: eu}, {name: fp, region: eu, domain: '*'}"),
        twice
    );
    assert!(
        pools("{name: fp, region: eu}, {name: fp, region: us}, {name: fp, domain: eu}").is_empty()
    );
    // Only pools with a region or domain take part.
    assert!(pools("{name: fp}, {name: fp}").is_empty());
}

#[test]
fn twins_by_one_anchor_are_twins() {
    assert_eq!(
        pools("&pool {name: fp, region: eu}, *pool"),
        all(["Duplicate constraints.floatingPools[1].name"])
    );
    assert_eq!(
        classes("&class {name: default}, *class"),
        ["Duplicate [1].name", "Invalid "]
    );
}

#[test]
fn os_6_purpose_of_a_class() {
    assert_eq!(classes("{name: c, purpose: public}"), ["Invalid [0]"]);
    assert_eq!(classes("{name: c, purpose: ''}"), ["Invalid [0]"]);
    assert!(
        classes(
            "{name: a}, {name: b, purpose: default}, {name: c, purpose: private}, \
        {name: d, purpose: vpn}"
        )
        .is_empty()
    );
}

#[test]
fn os_6_network_of_a_class() {
    assert_eq!(
        classes("{name: c, floatingNetworkID: net}"),
        ["Invalid [0].floatingNetworkID"]
    );
    assert!(classes(&format!("{{name: c, floatingNetworkID: {UUID}}}")).is_empty());
}

#[test]
fn os_6_subnet_id_of_a_class() {
    assert_eq!(
        classes("{name: c, floatingSubnetID: ''}"),
        ["Invalid [0].floatingSubnetID"]
    );
    for id in [
        UUID.to_owned(),
        format!("urn:uuid:{UUID}"),
        format!("'{{{UUID}}}'"),
        UUID.replace('-', ""),
    ] {
        assert!(
            classes(&format!("{{name: c, floatingSubnetID: {id}}}")).is_empty(),
            "{id}"
        );
    }
    assert!(classes("{name: c, subnetID: nobody looks at it}").is_empty());
}

#[test]
fn os_6_class_without_a_name() {
    assert_eq!(classes("{purpose: vpn}"), ["Required [0].name"]);
    assert!(classes("{name: c, purpose: vpn}").is_empty());
}

#[test]
fn os_6_empty_subnet_name_or_tags() {
    assert_eq!(
        classes("{name: c, floatingSubnetName: ''}"),
        ["Required [0].floatingSubnetName"]
    );
    assert_eq!(
        classes("{name: c, floatingSubnetTags: ''}"),
        ["Required [0].floatingSubnetTags"]
    );
    assert!(classes("{name: c, floatingSubnetName: null, floatingSubnetTags: 'a,b'}").is_empty());
}

#[test]
fn os_6_texts_of_a_class() {
    for wrong in ["a{b", "a}b", "a[b", "a]b", "a\\nb"] {
        assert_eq!(
            classes(&format!("{{name: \"{wrong}\"}}")),
            ["Invalid [0].name"],
            "{wrong}"
        );
        assert_eq!(
            classes(&format!("{{name: c, floatingSubnetName: \"{wrong}\"}}")),
            ["Invalid [0].floatingSubnetName"]
        );
        assert_eq!(
            classes(&format!("{{name: c, floatingSubnetTags: \"{wrong}\"}}")),
            ["Invalid [0].floatingSubnetTags"]
        );
    }
    assert!(classes("{name: 'a (b) *!', floatingSubnetName: 'sub*'}").is_empty());
}

#[test]
fn os_6_length_of_texts_of_a_class() {
    // Characters count, not bytes.
    let text = |length: usize| "ü".repeat(length);
    assert_eq!(
        classes(&format!("{{name: {}}}", text(256))),
        ["Invalid [0].name"]
    );
    assert_eq!(
        classes(&format!("{{name: c, floatingSubnetTags: {}}}", text(256))),
        ["Invalid [0].floatingSubnetTags"]
    );
    assert!(
        classes(&format!(
            "{{name: {}, floatingSubnetName: {}}}",
            text(255),
            text(255)
        ))
        .is_empty()
    );
}

#[test]
fn os_6_subnet_chosen_in_several_ways() {
    for ways in [
        format!("floatingSubnetID: {UUID}, floatingSubnetName: sub, floatingSubnetTags: t"),
        format!("floatingSubnetID: {UUID}, floatingSubnetName: sub"),
        format!("floatingSubnetID: {UUID}, floatingSubnetTags: t"),
        "floatingSubnetName: sub, floatingSubnetTags: t".to_owned(),
    ] {
        assert_eq!(
            classes(&format!("{{name: c, {ways}}}")),
            ["Forbidden [0]"],
            "{ways}"
        );
    }
    for way in [
        format!("floatingSubnetID: {UUID}"),
        "floatingSubnetName: sub".to_owned(),
        "floatingSubnetTags: t".to_owned(),
    ] {
        assert!(classes(&format!("{{name: c, {way}}}")).is_empty(), "{way}");
    }
}

#[test]
fn os_6_class_name_twice() {
    assert_eq!(
        classes("{name: c}, {name: d}, {name: c}"),
        ["Duplicate [2].name"]
    );
    assert!(classes("{name: c}, {name: C}").is_empty());
    assert!(
        pools(
            "{name: a, loadBalancerClasses: [{name: c}]}, \
        {name: b, loadBalancerClasses: [{name: c}]}"
        )
        .is_empty()
    );
}

#[test]
fn os_6_several_default_classes() {
    for of in ["default", "private"] {
        assert_eq!(
            classes(&format!(
                "{{name: a, purpose: {of}}}, {{name: b, purpose: {of}}}"
            )),
            ["Invalid "]
        );
        assert_eq!(
            classes(&format!(
                "{{name: {of}}}, {{name: b, purpose: {of}}}, {{name: c, purpose: {of}}}"
            )),
            ["Invalid "]
        );
        assert!(classes(&format!("{{name: {of}, purpose: {of}}}, {{name: b}}")).is_empty());
    }
    assert_eq!(
        classes("{name: default, purpose: private}, {name: private, purpose: default}"),
        ["Invalid ", "Invalid "]
    );
    assert!(classes("{name: a, purpose: vpn}, {name: vpn, purpose: vpn}").is_empty());
}

#[test]
fn os_7_no_load_balancer_providers() {
    assert_eq!(
        providers(""),
        all(["Required constraints.loadBalancerProviders"])
    );
    assert!(providers("{name: lb}").is_empty());
}

#[test]
fn os_8_load_balancer_provider_without_a_name() {
    assert_eq!(
        providers("{region: eu}"),
        all(["Required constraints.loadBalancerProviders[0].name"])
    );
    assert!(providers("{name: lb, region: eu}").is_empty());
}

#[test]
fn os_9_load_balancer_provider_with_an_empty_region() {
    assert_eq!(
        providers("{name: lb, region: ''}"),
        all(["Required constraints.loadBalancerProviders[0].region"])
    );
    assert!(providers("{name: lb, region: eu}").is_empty());
}

#[test]
fn os_10_load_balancer_provider_twice() {
    assert_eq!(
        providers("{name: lb, region: eu}, {name: lb, region: eu}"),
        all(["Duplicate constraints.loadBalancerProviders[1]"])
    );
    assert!(
        providers("{name: lb, region: eu}, {name: lb, region: us}, {name: lb}, {name: lb}")
            .is_empty()
    );
}
