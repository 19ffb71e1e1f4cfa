//! aws: the rows of its NamespacedCloudProfile.

use super::{FLAVOR, IMAGE};
use crate::providers::run::{merged, mutated_child, pointed_in_child};
use crate::providers::{VOCABULARY, child_validator, validator};

/// The images of a parent: `gl@1.0.0`.
const PARENT: &str = "    machineImages: \
    [{name: gl, versions: [{version: 1.0.0, regions: [{name: eu, ami: ami-1}]}]}]\n";

/// One version of a child, `name@version` and fields, under a parent without or with the
/// vocabulary.
#[track_caller]
fn child(vocabulary: bool, core: &str, config: &str) -> Vec<String> {
    let parent = format!("{}{IMAGE}", if vocabulary { VOCABULARY } else { "" });
    child_validator("aws", &parent, PARENT, core, config)
}

/// A version 2.0.0 of the child with these fields.
fn second(fields: &str) -> String {
    format!("  machineImages: [{{name: gl, versions: [{{version: 2.0.0, {fields}}}]}}]\n")
}

/// The same of its `providerConfig`.
fn second_config(fields: &str) -> String {
    format!("    machineImages: [{{name: gl, versions: [{{version: 2.0.0, {fields}}}]}}]\n")
}

const AT: &str = "spec.providerConfig.machineImages";

#[test]
fn nc0_no_config_is_an_empty_one() {
    assert!(child(false, "", "").is_empty());
    assert!(child(false, "", "    machineImages: []\n").is_empty());
}

#[test]
fn ncs_provider_images_are_validated() {
    let found = child(
        false,
        &second("architectures: [amd64]"),
        &second_config("regions: [{name: eu}]"),
    );
    assert_eq!(
        found,
        [format!(
            "FieldValueRequired {AT}[0].versions[0].regions[0].ami"
        )]
    );
    // In the format of the parent.
    let found = child(
        true,
        &second("architectures: [amd64]"),
        &second_config(&format!("capabilityFlavors: [{FLAVOR}]")),
    );
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn nc1_image_is_nowhere() {
    let core = |image: &str| {
        format!(
            "  machineImages: [{{name: {image}, versions: [{{version: 1.0.0, expirationDate: \
             '2040-01-01T00:00:00Z'}}]}}]\n"
        )
    };
    assert_eq!(
        child(false, &core("other"), ""),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(child(false, &core("gl"), "").is_empty());
}

#[test]
fn nc2_version_is_nowhere() {
    let core = |version: &str| {
        format!(
            "  machineImages: [{{name: gl, versions: [{{version: {version}, architectures: \
             [amd64]}}]}}]\n"
        )
    };
    assert_eq!(
        child(false, &core("2.0.0"), ""),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(
        child(
            false,
            &core("2.0.0"),
            &second_config("regions: [{name: eu, ami: a}]")
        )
        .is_empty()
    );
}

#[test]
fn nc3_version_of_the_parent_needs_no_mapping() {
    assert!(
        child(
            false,
            "  machineImages: [{name: gl, versions: [{version: 1.0.0}]}]\n",
            ""
        )
        .is_empty()
    );
}

#[test]
fn nc4_legacy_excess_architecture_of_a_region() {
    let regions = |architecture: &str| {
        second_config(&format!(
            "regions: [{{name: eu, ami: a, architecture: {architecture}}}]"
        ))
    };
    let core = second("architectures: [arm64]");
    assert_eq!(
        child(false, &core, &regions("amd64")),
        [
            format!("FieldValueForbidden {AT}"),
            format!("FieldValueRequired {AT}")
        ]
    );
    assert!(child(false, &core, &regions("arm64")).is_empty());
}

#[test]
fn nc4_legacy_architecture_without_regions() {
    let found = child(
        false,
        &second("architectures: [amd64]"),
        &second_config("regions: []"),
    );
    assert_eq!(
        found,
        [
            format!("FieldValueRequired {AT}"),
            format!("FieldValueRequired {AT}[0].versions[0].regions")
        ]
    );
}

#[test]
fn nc4_legacy_region_without_an_architecture() {
    let core = second("architectures: [amd64, arm64]");
    let eu = "{name: eu, ami: a}, {name: eu, ami: b, architecture: arm64}";
    let found = child(
        false,
        &core,
        &second_config(&format!("regions: [{eu}, {{name: us, ami: c}}]")),
    );
    assert_eq!(found, [format!("FieldValueRequired {AT}")]);
    assert!(child(false, &core, &second_config(&format!("regions: [{eu}]"))).is_empty());
}

#[test]
fn trap_12_no_architectures_make_every_mapping_an_excess() {
    let found = child(
        false,
        &second("cri: [{name: containerd}]"),
        &second_config("regions: [{name: eu, ami: a}]"),
    );
    assert_eq!(found, [format!("FieldValueForbidden {AT}")]);
}

#[test]
fn nc4_flavors_both_ways() {
    let flavors = |list: &[&str]| {
        let flavor = |architecture: &&str| {
            format!(
                "{{capabilities: {{architecture: [{architecture}]}}, regions: [{{name: eu, ami: \
                 a}}]}}"
            )
        };
        second_config(&format!(
            "capabilityFlavors: [{}]",
            list.iter().map(flavor).collect::<Vec<_>>().join(", ")
        ))
    };
    let core = second("capabilityFlavors: [{architecture: [amd64]}]");
    assert_eq!(
        child(true, &core, &flavors(&["amd64", "arm64"])),
        [format!("FieldValueForbidden {AT}")]
    );
    assert_eq!(
        child(true, &core, &flavors(&["arm64"])),
        [
            format!("FieldValueForbidden {AT}"),
            format!("FieldValueRequired {AT}")
        ]
    );
    assert!(child(true, &core, &flavors(&["amd64"])).is_empty());
}

#[test]
fn nc4_and_vector_15_regions_are_symmetric() {
    let flavor = |architecture: &str, regions: &str| {
        format!("{{capabilities: {{architecture: [{architecture}]}}, regions: [{regions}]}}")
    };
    let (eu, both) = (
        "{name: eu, ami: a}",
        "{name: eu, ami: a}, {name: us, ami: b}",
    );
    let core = second("capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]");
    let config = |arm64| {
        second_config(&format!(
            "capabilityFlavors: [{}, {}]",
            flavor("amd64", both),
            flavor("arm64", arm64)
        ))
    };
    assert_eq!(
        child(true, &core, &config(eu)),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(child(true, &core, &config(both)).is_empty());
    // A CloudProfile with the same is accepted.
    let profile = format!("{VOCABULARY}{core}");
    assert!(validator("aws", &profile, &config(eu)).is_empty());
}

#[test]
fn nc4_legacy_format_under_a_vocabulary_compares_architectures() {
    let core = second("capabilityFlavors: [{architecture: [amd64]}]");
    let regions = |list: &str| second_config(&format!("regions: [{list}]"));
    let (amd64, arm64) = (
        "{name: eu, ami: a}",
        "{name: us, ami: b, architecture: arm64}",
    );
    assert_eq!(
        child(true, &core, &regions(&format!("{amd64}, {arm64}"))),
        [format!("FieldValueForbidden {AT}")]
    );
    assert_eq!(
        child(true, &core, &regions(arm64)),
        [
            format!("FieldValueForbidden {AT}"),
            format!("FieldValueRequired {AT}")
        ]
    );
    assert!(child(true, &core, &regions(amd64)).is_empty());
    // No region needs to have all of them.
    let both = second("capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]");
    assert!(child(true, &both, &regions(&format!("{amd64}, {arm64}"))).is_empty());
}

#[test]
fn nc4_neither_format_under_a_vocabulary() {
    let found = child(
        true,
        &second("capabilityFlavors: [{architecture: [amd64]}]"),
        &second_config("regions: []"),
    );
    assert_eq!(
        found,
        [
            format!("FieldValueRequired {AT}"),
            format!("FieldValueRequired {AT}[0].versions[0].regions")
        ]
    );
}

#[test]
fn nc5_and_vector_18_version_of_the_parent_in_the_provider_part() {
    let core =
        "  machineImages: [{name: gl, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";
    assert_eq!(
        child(false, core, PARENT),
        [format!("FieldValueForbidden {AT}[0].versions[0]")]
    );
    assert_eq!(
        pointed_in_child("aws", [IMAGE, core], [PARENT, PARENT]),
        ["1.0.0"]
    );
}

#[test]
fn nc6_image_that_the_child_does_not_name() {
    let config = second_config("regions: [{name: eu, ami: a}]");
    assert_eq!(
        child(false, "", &config),
        [format!("FieldValueRequired {AT}[0]")]
    );
    assert!(child(false, &second("architectures: [amd64]"), &config).is_empty());
}

#[test]
fn nc7_version_that_the_child_does_not_name() {
    let config = "    machineImages: \
        [{name: gl, versions: [{version: 2.0.0, regions: [{name: eu, ami: a}]}, \
        {version: 3.0.0, regions: [{name: eu, ami: a}]}]}]\n";
    assert_eq!(
        child(false, &second("architectures: [amd64]"), config),
        [format!("FieldValueInvalid {AT}[0].versions[1]")]
    );
}

#[test]
fn mutator_rewrites_children_of_a_parent_with_a_vocabulary() {
    let config = second_config(&format!("capabilityFlavors: [{FLAVOR}]"));
    let core = second("capabilityFlavors: [{architecture: [arm64]}]");
    let parent = format!("{VOCABULARY}{IMAGE}");
    assert_eq!(
        mutated_child("aws", [&parent, &core], [PARENT, &config]),
        ["gl@2.0.0 {architecture: [amd64]}"]
    );
    assert_eq!(
        mutated_child("aws", [IMAGE, &core], [PARENT, &config]),
        ["gl@2.0.0 {architecture: [arm64]}"]
    );
}

#[test]
fn merging_collapses_entries_of_one_version() {
    let child = "    machineImages: \
        [{name: gl, versions: [{version: 2.0.0, regions: [{name: eu, ami: a}]}, \
        {version: 2.0.0, regions: [{name: us, ami: b}]}, \
        {version: 1.0.0, capabilityFlavors: []}]}, {name: own, versions: null}]\n";
    assert_eq!(
        merged("aws", [IMAGE, ""], [PARENT, child]).to_string(),
        r#"[{"name":"gl","versions":[{"version":"1.0.0"},{"regions":[{"ami":"b","architecture":"amd64","name":"us"}],"version":"2.0.0"}]},{"name":"own","versions":null}]"#
    );
}

#[test]
fn vector_17_a_new_version_without_provider_part() {
    assert_eq!(
        child(false, &second("architectures: [amd64]"), ""),
        [format!("FieldValueRequired {AT}")]
    );
}
