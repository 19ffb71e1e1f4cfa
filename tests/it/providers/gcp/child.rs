//! gcp: the rows of its NamespacedCloudProfile, and merging.

use serde_json::Value;

use super::{ARM64, FLAVOR, IMAGE, OLD};
use crate::providers::run::{merged, mutated_child, pointed_in_child};
use crate::providers::{VOCABULARY, child_validator};

const AT: &str = "spec.providerConfig.machineImages";

/// The parent's core and `providerConfig`, without or with the vocabulary: it has `gl@1.0.0`.
fn parent(vocabulary: bool) -> (String, String) {
    (
        format!("{}{IMAGE}", if vocabulary { VOCABULARY } else { "" }),
        super::config(OLD),
    )
}

/// The errors of a child under the parent.
#[track_caller]
fn child(vocabulary: bool, core: &str, config: &str) -> Vec<String> {
    let (parent_core, parent_config) = parent(vocabulary);
    child_validator("gcp", &parent_core, &parent_config, core, config)
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

/// The version that the parent has too.
fn again(text: &str) -> String {
    text.replace("2.0.0", "1.0.0")
}

const LISTED: &str = "architectures: [amd64]";
const AMD64_FLAVORS: &str =
    "capabilityFlavors: [{image: x, capabilities: {architecture: [amd64]}}]";
const ARM64_FLAVORS: &str =
    "capabilityFlavors: [{image: x, capabilities: {architecture: [arm64]}}]";

#[test]
fn nc0_no_config_is_an_empty_one() {
    assert!(child(false, "", "").is_empty());
    assert!(child(true, "", "    machineImages: []\n").is_empty());
}

#[test]
fn ncs_provider_images_are_validated() {
    let found = child(false, &own("gl", LISTED), &own_config("gl", &["image: ''"]));
    assert_eq!(
        found,
        [format!("FieldValueRequired {AT}[0].versions[0].image")]
    );
    // By the vocabulary of the parent.
    let found = child(
        true,
        &own("gl", LISTED),
        &own_config("gl", &[AMD64_FLAVORS]),
    );
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn nc1_image_is_nowhere() {
    assert_eq!(
        child(false, &own("other", LISTED), ""),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(child(false, &own("other", LISTED), &own_config("other", &[OLD])).is_empty());
}

#[test]
fn nc2_version_is_nowhere() {
    assert_eq!(
        child(true, &own("gl", LISTED), ""),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(child(true, &own("gl", LISTED), &own_config("gl", &[OLD])).is_empty());
}

#[test]
fn nc3_version_of_the_parent_is_not_compared() {
    assert!(child(true, &again(&own("gl", LISTED)), "").is_empty());
    // Not even with its entry; that the entry is there is another matter.
    let found = child(
        true,
        &again(&own("gl", LISTED)),
        &again(&own_config("gl", &[ARM64_FLAVORS])),
    );
    assert_eq!(found, [format!("FieldValueForbidden {AT}[0].versions[0]")]);
}

#[test]
fn legacy_missing_architecture_and_vector_17() {
    assert_eq!(
        child(false, &own("gl", LISTED), ""),
        [format!("FieldValueRequired {AT}")]
    );
    let core = own("gl", "architectures: [amd64, arm64]");
    assert_eq!(
        child(false, &core, &own_config("gl", &[OLD])),
        [format!("FieldValueRequired {AT}")]
    );
    let (parent_core, parent_config) = parent(false);
    let at = pointed_in_child(
        "gcp",
        [&parent_core, &core],
        [&parent_config, &own_config("gl", &[OLD])],
    );
    assert_eq!(at, ["arm64"]);
    assert!(child(false, &core, &own_config("gl", &[OLD, ARM64])).is_empty());
}

#[test]
fn excess_flavor_of_the_first_entry_with_flavors() {
    let core = own("gl", "capabilityFlavors: [{architecture: [amd64]}]");
    let two = format!(
        "capabilityFlavors: [{FLAVOR}, {{image: x, capabilities: {{architecture: [arm64]}}}}]"
    );
    assert_eq!(
        child(true, &core, &own_config("gl", &[&two])),
        [format!("FieldValueForbidden {AT}")]
    );
    assert!(child(true, &core, &own_config("gl", &[AMD64_FLAVORS])).is_empty());
    // Others are not checked.
    assert!(
        child(
            true,
            &core,
            &own_config("gl", &[AMD64_FLAVORS, ARM64_FLAVORS])
        )
        .is_empty()
    );
}

#[test]
fn missing_flavor() {
    let core = own(
        "gl",
        "capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]",
    );
    assert_eq!(
        child(true, &core, &own_config("gl", &[AMD64_FLAVORS])),
        [format!("FieldValueRequired {AT}")]
    );
    let both = format!(
        "capabilityFlavors: [{{image: x, capabilities: {{architecture: [arm64]}}}}, {FLAVOR}]"
    );
    assert!(child(true, &core, &own_config("gl", &[&both])).is_empty());
}

#[test]
fn excess_architecture_of_the_legacy_format() {
    let core = own("gl", "capabilityFlavors: [{architecture: [amd64]}]");
    assert_eq!(
        child(true, &core, &own_config("gl", &[OLD, ARM64])),
        [format!("FieldValueForbidden {AT}")]
    );
    let (parent_core, parent_config) = parent(true);
    let at = pointed_in_child(
        "gcp",
        [&parent_core, &core],
        [&parent_config, &own_config("gl", &[OLD, ARM64])],
    );
    assert_eq!(at, ["arm64"]);
    assert!(child(true, &core, &own_config("gl", &[OLD])).is_empty());
    // Versions of the parent too.
    let found = child(true, &again(&core), &again(&own_config("gl", &[ARM64])));
    assert_eq!(
        found,
        [
            format!("FieldValueForbidden {AT}"),
            format!("FieldValueForbidden {AT}[0].versions[0]")
        ]
    );
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
    assert!(child(true, &core, &own_config("gl", &[OLD, ARM64])).is_empty());
}

#[test]
fn nc5_and_vector_18_version_is_in_the_parent() {
    let found = child(
        false,
        &again(&own("gl", LISTED)),
        &again(&own_config("gl", &[OLD])),
    );
    assert_eq!(found, [format!("FieldValueForbidden {AT}[0].versions[0]")]);
    assert!(child(false, &own("gl", LISTED), &own_config("gl", &[OLD])).is_empty());
}

#[test]
fn nc6_image_not_in_the_child() {
    assert_eq!(
        child(false, "", &own_config("other", &[OLD])),
        [format!("FieldValueRequired {AT}[0]")]
    );
    assert!(child(false, &own("other", LISTED), &own_config("other", &[OLD])).is_empty());
}

#[test]
fn nc7_version_not_in_the_child() {
    let core = "  machineImages: [{name: other, versions: []}]\n";
    let invalid = format!("FieldValueInvalid {AT}[0].versions[0]");
    // Without a vocabulary it is one too many as well.
    assert_eq!(
        child(false, core, &own_config("other", &[OLD])),
        [format!("FieldValueForbidden {AT}"), invalid.clone()]
    );
    assert_eq!(child(true, core, &own_config("other", &[OLD])), [invalid]);
}

#[test]
fn legacy_excess_architecture() {
    let config = own_config("gl", &[OLD, ARM64]);
    assert_eq!(
        child(false, &own("gl", LISTED), &config),
        [format!("FieldValueForbidden {AT}")]
    );
    assert!(child(false, &own("gl", "architectures: [arm64, amd64]"), &config).is_empty());
}

#[test]
fn trap_12_and_vector_16_legacy_without_architectures_every_entry_is_one_too_many() {
    let found = child(
        false,
        &own("gl", "architectures: []"),
        &own_config("gl", &[OLD]),
    );
    assert_eq!(found, [format!("FieldValueForbidden {AT}")]);
}

#[test]
fn mutator_writes_the_flavors_of_a_child() {
    let (core, config) = parent(true);
    let own = own("gl", "architectures: [arm64]");
    let found = mutated_child(
        "gcp",
        [&core, &own],
        [&config, &own_config("gl", &[AMD64_FLAVORS])],
    );
    assert_eq!(found, ["gl@2.0.0 {architecture: [amd64]}"]);
    let (core, config) = parent(false);
    assert_eq!(
        mutated_child("gcp", [&core, &own], [&config, &own_config("gl", &[OLD])]),
        ["gl@2.0.0 "]
    );
}

#[test]
fn trap_15_merging_appends_versions_of_one_string() {
    let (core, config) = parent(false);
    let images = merged(
        "gcp",
        [&core, ""],
        [&config, &again(&own_config("gl", &["image: x", ARM64]))],
    );
    let versions: Vec<String> = images[0]["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    assert_eq!(
        versions,
        [
            r#"{"architecture":"amd64","image":"i/amd64","version":"1.0.0"}"#,
            r#"{"architecture":"amd64","image":"x","version":"1.0.0"}"#,
            r#"{"architecture":"arm64","image":"i/arm64","version":"1.0.0"}"#
        ]
    );
}

#[test]
fn merging_fills_in_the_architecture_of_the_legacy_format_only() {
    let (core, config) = parent(true);
    let images = merged(
        "gcp",
        [&core, ""],
        [&config, &own_config("gl", &[AMD64_FLAVORS])],
    );
    assert_eq!(images[0]["versions"][0]["architecture"], "amd64");
    assert_eq!(
        images[0]["versions"][1].to_string(),
        r#"{"capabilityFlavors":[{"capabilities":{"architecture":["amd64"]},"image":"x"}],"image":"","version":"2.0.0"}"#
    );
}
