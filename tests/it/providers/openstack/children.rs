//! NamespacedCloudProfiles of openstack.

use super::{AMD64, CONSTRAINTS, KEYSTONE, NEW_AMD64, all, capable, core, version};
use crate::providers::child_validator;
use crate::providers::run::merged_part;

/// Under a parent with gl@1.0.0: a child with these images and this part.
fn child(parent: &str, core: &str, config: &str) -> Vec<String> {
    child_validator("openstack", parent, &version("image: a"), core, config)
}

/// A child's part with gl@1.0.1 that has these fields.
fn own(fields: &str) -> String {
    format!("    machineImages: [{{name: gl, versions: [{{version: 1.0.1, {fields}}}]}}]\n")
}

/// A child's core part with gl@1.0.1 that has these fields.
fn own_core(fields: &str) -> String {
    core(fields).replace("1.0.0", "1.0.1")
}

const PARENT_IMAGES: &str =
    "  machineImages: [{name: gl, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";

/// The parents without and with a vocabulary.
fn parents() -> (&'static str, String) {
    (PARENT_IMAGES, capable(AMD64))
}

#[test]
fn child_may_set_nothing_but_images() {
    let (legacy, _) = parents();
    let found = |fields: &str| child(legacy, "", &format!("    machineImages: []\n{fields}"));
    let refused = ["FieldValueForbidden spec.providerConfig"];
    for fields in [
        "    keystoneURL: k\n",
        "    keystoneForceInsecure: true\n",
        "    useSNAT: false\n",
        "    dhcpDomain: ''\n",
        "    requestTimeout: 0s\n",
        "    constraints: {floatingPools: [{name: ''}]}\n    dnsServers: [nonsense]\n",
    ] {
        assert_eq!(found(fields), refused, "{fields}");
    }
    for fields in [
        "",
        "    keystoneURL: ''\n    keystoneForceInsecure: false\n    useSNAT: null\n",
        "    dnsServers: []\n    keystoneURLs: []\n    storageClasses: null\n",
        "    constraints: {floatingPools: [], loadBalancerProviders: null}\n",
    ] {
        assert!(found(fields).is_empty(), "{fields}");
    }
}

#[test]
fn child_under_a_legacy_parent_is_compared_by_region() {
    let (legacy, _) = parents();
    let found = |core: &str, fields: &str| child(legacy, core, &own(fields));
    let refused = all(["Required machineImages"]);
    let both = own_core("architectures: [amd64, arm64]");
    assert!(
        found(
            &both,
            "regions: [{name: eu, id: a}, {name: eu, id: b, architecture: arm64}]"
        )
        .is_empty()
    );
    // Every region must have every architecture.
    assert_eq!(
        found(
            &both,
            "regions: [{name: eu, id: a}, {name: us, id: b, architecture: arm64}]"
        ),
        [refused.clone(), refused.clone()].concat()
    );
    // A global image alone does not count in a child.
    assert_eq!(
        found(&own_core("architectures: [amd64]"), "image: a"),
        refused
    );
    let excess = found(
        &own_core("architectures: [amd64]"),
        "regions: [{name: eu, id: a}, {name: eu, id: b, architecture: arm64}]",
    );
    assert_eq!(excess, all(["Forbidden machineImages"]));
}

#[test]
fn child_without_architectures_has_only_excess_ones() {
    // T12: they are not filled in.
    let (legacy, _) = parents();
    assert_eq!(
        child(
            legacy,
            &own_core("classification: supported"),
            &own("regions: [{name: eu, id: a}]")
        ),
        all(["Forbidden machineImages"])
    );
    assert!(
        child(
            legacy,
            &own_core("architectures: [amd64]"),
            &own("regions: [{name: eu, id: a}]")
        )
        .is_empty()
    );
}

#[test]
fn child_flavors_are_compared_both_ways_and_by_region() {
    let (_, parent) = parents();
    let flavor = |architecture: &str, regions: &str| {
        format!("{{capabilities: {{architecture: [{architecture}]}}, regions: [{regions}]}}")
    };
    let found = |core: &str, flavors: &str| {
        child(
            &parent,
            &own_core(core),
            &own(&format!("capabilityFlavors: [{flavors}]")),
        )
    };
    let (eu, both) = ("{name: eu, id: a}", "{name: eu, id: a}, {name: us, id: a}");
    assert!(found(AMD64, &flavor("amd64", both)).is_empty());
    assert_eq!(
        found(
            AMD64,
            &format!("{}, {}", flavor("amd64", eu), flavor("arm64", eu))
        ),
        all(["Forbidden machineImages"])
    );
    let two = "capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]";
    assert_eq!(
        found(two, &flavor("amd64", eu)),
        all(["Required machineImages"])
    );
    assert!(
        found(
            two,
            &format!("{}, {}", flavor("amd64", both), flavor("arm64", both))
        )
        .is_empty()
    );
    // A region that one flavor has must be there for the others.
    assert_eq!(
        found(
            two,
            &format!("{}, {}", flavor("amd64", both), flavor("arm64", eu))
        ),
        all(["Required machineImages"])
    );
}

#[test]
fn child_in_the_legacy_format_is_compared_by_first_architecture() {
    let (_, parent) = parents();
    let found = |core: &str, fields: &str| child(&parent, &own_core(core), &own(fields));
    let amd64 = "regions: [{name: eu, id: a}]";
    assert!(found(AMD64, amd64).is_empty());
    // T17: further architectures do not matter, for what is missing and for what is too many.
    assert!(found("capabilityFlavors: [{architecture: [amd64, arm64]}]", amd64).is_empty());
    let arm64_too = "regions: [{name: eu, id: a}, {name: eu, id: b, architecture: arm64}]";
    assert_eq!(
        found(
            "capabilityFlavors: [{architecture: [amd64, arm64]}]",
            arm64_too
        ),
        all(["Forbidden machineImages"])
    );
    assert_eq!(
        found("capabilityFlavors: [{architecture: [arm64, amd64]}]", amd64),
        all(["Forbidden machineImages", "Required machineImages"])
    );
    // Neither format: every flavor is missing.
    assert_eq!(found(AMD64, "image: a"), all(["Required machineImages"]));
}

#[test]
fn child_structure_is_checked_as_in_a_profile() {
    let (legacy, parent) = parents();
    let architectures = own_core("architectures: [amd64]");
    assert_eq!(
        child(legacy, &architectures, &own("regions: [{name: eu}]")),
        all(["Required machineImages[0].versions[0].regions[0].id"])
    );
    let both = format!("regions: [{{name: eu, id: a}}], {NEW_AMD64}");
    assert_eq!(
        child(&parent, &own_core(AMD64), &own(&both)),
        all(["Forbidden machineImages[0].versions[0]"])
    );
}

#[test]
fn child_names_what_is_in_neither_parent_nor_part() {
    let (legacy, _) = parents();
    let image = own_core("architectures: [amd64]");
    assert_eq!(
        child(legacy, &image.replace("name: gl", "name: x"), ""),
        all(["Required machineImages"])
    );
    assert_eq!(child(legacy, &image, ""), all(["Required machineImages"]));
    // A version of the parent needs no entry.
    assert!(child(legacy, &image.replace("1.0.1", "1.0.0"), "").is_empty());
    assert!(child(legacy, &image, &own("regions: [{name: eu, id: a}]")).is_empty());
}

#[test]
fn child_part_has_what_parent_has_or_core_lacks() {
    let (legacy, _) = parents();
    let entry = own("regions: [{name: eu, id: a}]");
    let image = own_core("architectures: [amd64]");
    let in_parent = child(
        legacy,
        &image.replace("1.0.1", "1.0.0"),
        &entry.replace("1.0.1", "1.0.0"),
    );
    assert_eq!(in_parent, all(["Forbidden machineImages[0].versions[0]"]));
    assert_eq!(
        child(legacy, "", &entry),
        all(["Required machineImages[0]"])
    );
    let other = child(legacy, &image.replace("1.0.1", "1.0.0"), &entry);
    assert_eq!(other, all(["Invalid machineImages[0].versions[0]"]));
    assert!(child(legacy, &image, &entry).is_empty());
}

#[test]
fn merge_replaces_versions_and_keeps_the_rest_of_the_parent() {
    let parent = format!(
        "{KEYSTONE}{CONSTRAINTS}{}",
        own("image: parent").replace("1.0.1", "1.0.0")
    );
    let child = "    machineImages: [{name: gl, versions: [{version: 1.0.0, image: a}, \
        {version: 1.0.1, image: b}, {version: 1.0.1, image: c}]}]\n";
    let merged = merged_part("openstack", [PARENT_IMAGES, ""], [&parent, child]);
    // T15: of several entries of one version the last stays.
    let versions =
        serde_json::json!([{"version": "1.0.0", "image": "a"}, {"version": "1.0.1", "image": "c"}]);
    assert_eq!(merged["machineImages"][0]["versions"], versions);
    assert_eq!(merged["keystoneURL"], "https://keystone.example");
    assert_eq!(merged["constraints"]["floatingPools"][0]["name"], "fp");
}
