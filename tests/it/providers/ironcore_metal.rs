//! ironcore-metal: what differs from gcp; the rest is the same code and tested there.

use cpcap::provider::part::{Undecodable, Webhook};

use super::run::{look_up, merged, mutated, pointed, undecodable};
use super::{VOCABULARY, child_validator, validator};

const IMAGE: &str =
    "  machineImages: [{name: gl, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";
const OLD: &str = "image: i/amd64";
const ARM64: &str = "image: i/arm64, architecture: arm64";
const FLAVOR: &str = "{image: i/new, capabilities: {architecture: [amd64]}}";

fn entries(entries: &[&str]) -> String {
    let entries: Vec<String> = entries
        .iter()
        .map(|fields| format!("{{version: 1.0.0, {fields}}}"))
        .collect();
    format!(
        "    machineImages: [{{name: gl, versions: [{}]}}]\n",
        entries.join(", ")
    )
}

fn core(flavors: &str) -> String {
    format!(
        "{VOCABULARY}  machineImages: [{{name: gl, versions: [{{version: 1.0.0, \
         capabilityFlavors: {flavors}}}]}}]\n"
    )
}

#[test]
fn its_part_has_regions_and_machine_types_that_nobody_validates() {
    let more = "    regionConfigs: [{name: eu, server: s, certificateAuthorityData: YWJj}, \
        {}]\n    machineTypes: [{name: m, serverLabels: {a: b}}]\n";
    assert!(
        validator(
            "ironcore-metal",
            IMAGE,
            &format!("{more}{}", entries(&[OLD]))
        )
        .is_empty()
    );
    let child = child_validator("ironcore-metal", IMAGE, &entries(&[OLD]), "", more);
    assert!(child.is_empty(), "{child:?}");
    let why = |config: &str| undecodable("ironcore-metal", config, Webhook::Validator);
    assert_eq!(
        why("    regionConfigs: [{zone: a}]\n"),
        Some(Undecodable::UnknownFields(vec![
            "regionConfigs[0].zone".to_owned()
        ]))
    );
    assert_eq!(
        why("    machineTypes: [{serverLabels: {a: 1}}]\n"),
        Some(Undecodable::Value)
    );
    assert_eq!(
        why("  providerConfig: {machineImages: []}\n"),
        Some(Undecodable::Kind)
    );
}

#[test]
fn it_validates_as_gcp_does() {
    for (core, config) in [
        (IMAGE.to_owned(), entries(&["architecture: riscv"])),
        (IMAGE.to_owned(), entries(&[ARM64])),
        (
            core("[{architecture: [amd64]}, {architecture: [arm64]}]"),
            entries(&[OLD]),
        ),
        (
            core("[{boot: [uefi]}]"),
            entries(&["capabilityFlavors: [{}]", OLD]),
        ),
        (core("[]"), "    machineImages: []\n".to_owned()),
    ] {
        let found = validator("ironcore-metal", &core, &config);
        assert!(!found.is_empty());
        assert_eq!(found, validator("gcp", &core, &config));
    }
    assert!(validator("ironcore-metal", IMAGE, &entries(&[OLD])).is_empty());
}

#[test]
fn an_architecture_without_an_entry_is_named() {
    let two = core("[{architecture: [amd64]}, {architecture: [arm64]}]");
    let found = validator("ironcore-metal", &two, &entries(&[OLD]));
    assert_eq!(
        found,
        ["FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[1]"]
    );
    assert_eq!(
        pointed("ironcore-metal", &two, &entries(&[OLD])),
        ["architecture"]
    );
}

#[test]
fn its_children_are_judged_as_those_of_gcp() {
    let second =
        "  machineImages: [{name: gl, versions: [{version: 2.0.0, architectures: [amd64]}]}]\n";
    let at = "spec.providerConfig.machineImages";
    let child = |core, config: &str| {
        child_validator("ironcore-metal", IMAGE, &entries(&[OLD]), core, config)
    };
    assert_eq!(child(second, ""), [format!("FieldValueRequired {at}")]);
    assert_eq!(
        child(second, &entries(&[OLD]).replace("1.0.0", "2.0.0")),
        Vec::<String>::new()
    );
    // An entry of the parent is not missing.
    assert!(child(IMAGE, "").is_empty());
}

#[test]
fn mutator_concatenates_all_entries() {
    let new = |architecture: &str| {
        format!(
            "capabilityFlavors: [{{image: x, capabilities: {{architecture: [{architecture}]}}}}]"
        )
    };
    let found = mutated(
        "ironcore-metal",
        &core("[]"),
        &entries(&[ARM64, &new("amd64"), &new("arm64"), OLD]),
    );
    let [amd64, arm64] =
        ["amd64", "arm64"].map(|architecture| format!("{{architecture: [{architecture}]}}"));
    assert_eq!(found, [format!("gl@1.0.0 {amd64} {arm64} {amd64} {arm64}")]);
    assert_eq!(
        mutated(
            "ironcore-metal",
            &core("[{boot: [uefi]}]"),
            &entries(&["architecture: amd64"])
        ),
        ["gl@1.0.0 "]
    );
}

#[test]
fn trap_20_several_entries_with_flavors_fail_after_the_mutator() {
    // The entries after the mutator, judged by the validator: it compares with the first that has
    // flavors.
    let derived = core("[{architecture: [amd64]}, {architecture: [arm64]}]");
    let mixed = entries(&[&format!("capabilityFlavors: [{FLAVOR}]"), ARM64]);
    assert_eq!(
        mutated("ironcore-metal", &core("[]"), &mixed),
        ["gl@1.0.0 {architecture: [amd64]} {architecture: [arm64]}"]
    );
    let found = validator("ironcore-metal", &derived, &mixed);
    assert_eq!(
        found,
        ["FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[1]"]
    );
    // Under gcp the same part goes through.
    assert_eq!(
        mutated("gcp", &core("[]"), &mixed),
        ["gl@1.0.0 {architecture: [amd64]}"]
    );
    assert!(validator("gcp", &core("[{architecture: [amd64]}]"), &mixed).is_empty());
}

#[test]
fn trap_15_merging_keeps_one_entry_of_a_version_and_fills_in_nothing() {
    let second = entries(&[OLD, ARM64]).replace("1.0.0", "2.0.0");
    assert_eq!(
        merged("ironcore-metal", [IMAGE, ""], [&entries(&[OLD]), &second]).to_string(),
        r#"[{"name":"gl","versions":[{"image":"i/amd64","version":"1.0.0"},{"architecture":"arm64","image":"i/arm64","version":"2.0.0"}]}]"#
    );
    // Of an image of its own all stay.
    let other = second.replace("gl", "own");
    let images = merged("ironcore-metal", [IMAGE, ""], [&entries(&[OLD]), &other]);
    assert_eq!(images[1]["versions"].as_array().map(Vec::len), Some(2));
}

#[test]
fn look_up_goes_as_for_gcp() {
    let core = format!("{IMAGE}  machineTypes: [{{name: any}}]\n");
    let find = |architecture| {
        look_up(
            "ironcore-metal",
            &core,
            &entries(&[OLD, ARM64]),
            ["gl", "1.0.0", "anywhere", "any", architecture],
        )
    };
    assert_eq!(find("amd64"), "image i/amd64 {architecture: [amd64]}");
    assert_eq!(find("arm64"), "image i/arm64 {architecture: [arm64]}");
}
