//! azure: the rows of its NamespacedCloudProfile, and merging.

use serde_json::Value;

use super::{FLAVOR, OLD};
use crate::providers::run::{merged, mutated_child, on_child, pointed_in_child};
use crate::providers::{VOCABULARY, child_validator};

const AT: &str = "spec.providerConfig.machineImages";
const PARENT: &str = "  machineImages: \
    [{name: gl, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n  machineTypes: \
    [{name: small}]\n";

/// The parent's core and `providerConfig`, without or with the vocabulary: it has `gl@1.0.0` and the
/// machine type `small`.
fn parent(vocabulary: bool) -> (String, String) {
    (
        format!("{}{PARENT}", if vocabulary { VOCABULARY } else { "" }),
        super::config(OLD),
    )
}

/// The errors of a child under the parent.
#[track_caller]
fn child(vocabulary: bool, core: &str, config: &str) -> Vec<String> {
    let (parent_core, parent_config) = parent(vocabulary);
    child_validator("azure", &parent_core, &parent_config, core, config)
}

/// A version of `gl` or another image in the core part.
fn own(image: &str, fields: &str) -> String {
    format!("  machineImages: [{{name: {image}, versions: [{{version: 2.0.0, {fields}}}]}}]\n")
}

/// The same in `providerConfig`, maybe several times.
fn own_config(image: &str, entries: &[&str]) -> String {
    let entries: Vec<String> = entries
        .iter()
        .map(|fields| format!("{{version: 2.0.0, {fields}}}"))
        .collect();
    format!(
        "    machineImages: [{{name: {image}, versions: [{}]}}]\n",
        entries.join(", ")
    )
}

const AMD64: &str = "architectures: [amd64]";
const ARM64_ENTRY: &str = "id: x, architecture: arm64";

#[test]
fn nc0_no_config_is_an_empty_one() {
    assert!(child(false, "", "").is_empty());
    assert!(child(true, "", "    machineImages: []\n").is_empty());
}

#[test]
fn cloud_configuration_is_for_parents() {
    for value in ["{}", "{name: AzureChina}"] {
        let found = child(false, "", &format!("    cloudConfiguration: {value}\n"));
        assert_eq!(
            found,
            ["FieldValueForbidden spec.providerConfig.cloudConfiguration"]
        );
    }
    assert!(child(false, "", "    cloudConfiguration: null\n").is_empty());
}

#[test]
fn update_domains_are_for_parents() {
    let found = child(
        false,
        "",
        "    countUpdateDomains: [{region: eu, count: 5}]\n",
    );
    assert_eq!(
        found,
        ["FieldValueForbidden spec.providerConfig.countUpdateDomains"]
    );
    assert!(child(false, "", "    countUpdateDomains: []\n").is_empty());
}

#[test]
fn fault_domains_are_for_parents() {
    let config = "    countFaultDomains: [{region: eu, count: -1}]\n";
    assert_eq!(
        child(false, "", config),
        ["FieldValueForbidden spec.providerConfig.countFaultDomains"]
    );
    let (core, parent) = parent(false);
    assert_eq!(
        pointed_in_child("azure", [&core, ""], [&parent, config]),
        ["countFaultDomains"]
    );
    assert!(child(false, "", "    countFaultDomains: null\n").is_empty());
}

#[test]
fn ncs_provider_images_are_validated() {
    let found = child(false, &own("gl", AMD64), &own_config("gl", &["urn: x"]));
    assert_eq!(
        found,
        [format!("FieldValueInvalid {AT}[0].versions[0].urn")]
    );
    let found = child(true, &own("gl", AMD64), &own_config("gl", &[AMD64_FLAVORS]));
    assert!(found.is_empty(), "{found:?}");
}

const AMD64_FLAVORS: &str =
    "capabilityFlavors: [{urn: 'a:b:c:d', capabilities: {architecture: [amd64]}}]";
const ARM64_FLAVORS: &str =
    "capabilityFlavors: [{urn: 'a:b:c:d', capabilities: {architecture: [arm64]}}]";

#[test]
fn nc1_image_is_nowhere() {
    assert_eq!(
        child(false, &own("other", AMD64), ""),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(child(false, &own("other", AMD64), &own_config("other", &[OLD])).is_empty());
}

#[test]
fn legacy_missing_architecture() {
    let core = own("other", "architectures: [amd64, arm64]");
    assert_eq!(
        child(false, &core, &own_config("other", &[OLD])),
        [format!("FieldValueRequired {AT}")]
    );
    let (parent_core, parent_config) = parent(false);
    let at = pointed_in_child(
        "azure",
        [&parent_core, &core],
        [&parent_config, &own_config("other", &[OLD])],
    );
    assert_eq!(at, ["arm64"]);
    assert!(child(false, &core, &own_config("other", &[OLD, ARM64_ENTRY])).is_empty());
}

#[test]
fn trap_11_and_vector_17_legacy_a_new_version_of_an_image_of_the_parent_is_not_checked() {
    assert!(child(false, &own("gl", AMD64), "").is_empty());
    assert!(
        child(
            false,
            &own("gl", "architectures: [amd64, arm64]"),
            &own_config("gl", &[OLD])
        )
        .is_empty()
    );
}

#[test]
fn nc2_version_is_nowhere() {
    assert_eq!(
        child(true, &own("gl", AMD64), ""),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(child(true, &own("gl", AMD64), &own_config("gl", &[OLD])).is_empty());
}

#[test]
fn nc3_version_of_the_parent_needs_no_mapping() {
    let core = "  machineImages: \
        [{name: gl, versions: [{version: 1.0.0, expirationDate: '2040-01-01T00:00:00Z'}]}]\n";
    assert!(child(true, core, "").is_empty());
    assert!(child(false, core, "").is_empty());
}

#[test]
fn missing_flavor() {
    let core = own(
        "gl",
        "capabilityFlavors: [{architecture: [amd64]}, {architecture: [amd64], boot: [bios]}]",
    );
    assert_eq!(
        child(true, &core, &own_config("gl", &[AMD64_FLAVORS])),
        [format!("FieldValueRequired {AT}")]
    );
    let both = format!(
        "capabilityFlavors: [{FLAVOR}, {{id: x, capabilities: {{architecture: [amd64], boot: \
         [bios]}}}}]"
    );
    assert!(child(true, &core, &own_config("gl", &[&both])).is_empty());
}

#[test]
fn missing_architecture_of_the_legacy_format() {
    let core = own(
        "gl",
        "capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]",
    );
    assert_eq!(
        child(true, &core, &own_config("gl", &[OLD])),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(child(true, &core, &own_config("gl", &[OLD, ARM64_ENTRY])).is_empty());
}

#[test]
fn nc5_version_is_in_the_parent() {
    let core =
        "  machineImages: [{name: gl, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";
    let config =
        format!("    machineImages: [{{name: gl, versions: [{{version: 1.0.0, {OLD}}}]}}]\n");
    assert_eq!(
        child(false, core, &config),
        [format!("FieldValueForbidden {AT}[0].versions[0]")]
    );
    // It is still compared.
    let flavors = config.replace(OLD, ARM64_FLAVORS);
    assert_eq!(
        child(true, core, &flavors),
        [
            format!("FieldValueForbidden {AT}"),
            format!("FieldValueForbidden {AT}[0].versions[0]"),
            format!("FieldValueRequired {AT}")
        ]
    );
    assert!(child(false, &own("gl", AMD64), &own_config("gl", &[OLD])).is_empty());
}

#[test]
fn nc6_image_not_in_the_child() {
    assert_eq!(
        child(false, "", &own_config("other", &[OLD])),
        [format!("FieldValueRequired {AT}[0]")]
    );
    assert!(child(false, &own("other", AMD64), &own_config("other", &[OLD])).is_empty());
}

#[test]
fn nc7_version_not_in_the_child() {
    let core = "  machineImages: [{name: other, versions: []}]\n";
    // There is no other finding about it.
    assert_eq!(
        child(false, core, &own_config("other", &[OLD])),
        [format!("FieldValueInvalid {AT}[0].versions[0]")]
    );
    assert_eq!(
        child(true, core, &own_config("other", &[AMD64_FLAVORS])),
        [format!("FieldValueInvalid {AT}[0].versions[0]")]
    );
}

#[test]
fn legacy_excess_architecture() {
    let config = own_config("gl", &[OLD, ARM64_ENTRY]);
    assert_eq!(
        child(false, &own("gl", AMD64), &config),
        [format!("FieldValueForbidden {AT}")]
    );
    let (core, parent) = parent(false);
    assert_eq!(
        pointed_in_child("azure", [&core, &own("gl", AMD64)], [&parent, &config]),
        ["arm64"]
    );
    assert!(child(false, &own("gl", "architectures: [arm64, amd64]"), &config).is_empty());
}

#[test]
fn trap_12_legacy_without_architectures_every_entry_is_one_too_many() {
    assert_eq!(
        child(
            false,
            &own("gl", "architectures: []"),
            &own_config("gl", &[OLD])
        ),
        [format!("FieldValueForbidden {AT}")]
    );
}

#[test]
fn excess_flavor_of_the_last_entry() {
    let core = own("gl", "capabilityFlavors: [{architecture: [amd64]}]");
    assert_eq!(
        child(
            true,
            &core,
            &own_config("gl", &[AMD64_FLAVORS, ARM64_FLAVORS])
        ),
        [format!("FieldValueForbidden {AT}")]
    );
    // While the first with flavors counts for what is missing.
    assert_eq!(
        child(
            true,
            &core,
            &own_config("gl", &[ARM64_FLAVORS, AMD64_FLAVORS])
        ),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(
        child(
            true,
            &core,
            &own_config("gl", &[AMD64_FLAVORS, ARM64_ENTRY])
        )
        .is_empty()
    );
}

#[test]
fn excess_architecture_of_the_legacy_format() {
    let core = own("gl", "capabilityFlavors: [{architecture: [amd64]}]");
    assert_eq!(
        child(true, &core, &own_config("gl", &[OLD, ARM64_ENTRY])),
        [format!("FieldValueForbidden {AT}")]
    );
    assert!(child(true, &core, &own_config("gl", &[OLD])).is_empty());
    // An entry without an id is not checked, but it has none.
    let found = child(
        true,
        &core,
        &own_config("gl", &[OLD, "architecture: arm64"]),
    );
    assert_eq!(
        found,
        [format!("FieldValueRequired {AT}[0].versions[1].image")]
    );
}

#[test]
fn machine_type_of_the_parent() {
    let config = "    machineTypes: [{name: small, acceleratedNetworking: true}]\n";
    let at = "spec.providerConfig.machineTypes[0]";
    assert_eq!(
        child(false, "  machineTypes: [{name: small}]\n", config),
        [format!("FieldValueForbidden {at}")]
    );
    // Both may be wrong of one.
    assert_eq!(
        child(false, "", config),
        [
            format!("FieldValueForbidden {at}"),
            format!("FieldValueRequired {at}")
        ]
    );
}

#[test]
fn machine_type_not_in_the_child() {
    let config = "    machineTypes: [{name: large}]\n";
    assert_eq!(
        child(false, "", config),
        ["FieldValueRequired spec.providerConfig.machineTypes[0]"]
    );
    assert!(child(false, "  machineTypes: [{name: large}]\n", config).is_empty());
}

#[test]
fn mutator_writes_the_flavors_of_a_child() {
    let (core, parent) = parent(true);
    let found = mutated_child(
        "azure",
        [&core, &own("gl", "architectures: [arm64]")],
        [&parent, &own_config("gl", &[AMD64_FLAVORS])],
    );
    assert_eq!(found, ["gl@2.0.0 {architecture: [amd64]}"]);
    let (core, parent) = self::parent(false);
    let found = mutated_child(
        "azure",
        [&core, &own("gl", AMD64)],
        [&parent, &own_config("gl", &[OLD])],
    );
    assert_eq!(found, ["gl@2.0.0 "]);
}

#[test]
fn trap_15_merging_appends_versions_of_one_string() {
    let (core, parent) = parent(false);
    let again = format!(
        "    machineImages: [{{name: gl, versions: [{{version: 1.0.0, id: x}}, {{version: 1.0.0, \
         {ARM64_ENTRY}}}]}}]\n"
    );
    let images = merged("azure", [&core, ""], [&parent, &again]);
    let versions: Vec<String> = images[0]["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    assert_eq!(
        versions,
        [
            r#"{"architecture":"amd64","urn":"a:b:c:d","version":"1.0.0"}"#,
            r#"{"architecture":"amd64","id":"x","version":"1.0.0"}"#,
            r#"{"architecture":"arm64","id":"x","version":"1.0.0"}"#
        ]
    );
}

#[test]
fn merging_fills_in_the_architecture_of_the_legacy_format_only() {
    let (core, parent) = parent(true);
    let images = merged(
        "azure",
        [&core, ""],
        [&parent, &own_config("gl", &[AMD64_FLAVORS])],
    );
    assert_eq!(images[0]["versions"][0]["architecture"], "amd64");
    assert!(images[0]["versions"][1].get("architecture").is_none());
}

#[test]
fn merging_adds_the_machine_types_that_the_parent_does_not_name() {
    let (core, parent) = parent(false);
    let part = |parent: &str, child: &str| {
        on_child("azure", [&core, ""], [parent, child], |child| {
            let (of_parent, part) = (child.of_parent.unwrap(), child.part.unwrap());
            let merged =
                child
                    .provider
                    .merged(&of_parent.config, &part.config, &child.parent.vocabulary);
            cpcap::provider::merge::render(child.provider, &merged, of_parent, part).unwrap()
        })
    };
    let types = |list: &str| format!("    machineTypes: {list}\n");
    let of_parent = format!(
        "{parent}{}",
        types("[{name: a, acceleratedNetworking: true}]")
    );
    let merged = part(
        &of_parent,
        &types("[{name: a}, {name: b, acceleratedNetworking: false}, {name: c}]"),
    );
    assert_eq!(
        merged["machineTypes"].to_string(),
        r#"[{"acceleratedNetworking":true,"name":"a"},{"acceleratedNetworking":false,"name":"b"},{"name":"c"}]"#
    );
    // All else is the parent's.
    assert_eq!(
        merged["countFaultDomains"].to_string(),
        r#"[{"count":2,"region":"eu"}]"#
    );
    assert!(
        part(&parent, &own_config("gl", &[OLD]))
            .get("machineTypes")
            .is_none()
    );
}
