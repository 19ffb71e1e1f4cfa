//! kubevirt: images of `providerConfig` against those of the profile.

use super::run::{look_up, pointed, undecodable};
use super::validator;
use cpcap::provider::part::{Undecodable, Webhook};

const IMAGE: &str = "  machineImages: [{name: gl, versions: [{version: 1.0.0}, \
    {version: 2.0.0}]}, {name: other, versions: [{version: 1.0.0}]}]\n";

/// These versions of the image `gl`, each with a source.
fn config(versions: &[&str]) -> String {
    let versions: Vec<String> = versions
        .iter()
        .map(|version| format!("{{version: {version}, sourceURL: u}}"))
        .collect();
    format!(
        "    machineImages: [{{name: gl, versions: [{}]}}]\n",
        versions.join(", ")
    )
}

#[test]
fn no_provider_config() {
    assert_eq!(
        validator("kubevirt", IMAGE, ""),
        ["FieldValueRequired spec.providerConfig"]
    );
}

#[test]
fn decoding_ignores_unknown_fields() {
    let why = |config: &str| undecodable("kubevirt", config, Webhook::Validator);
    assert_eq!(
        why(
            "    foo: bar\n    machineTypes: [{name: t, limits: {any: 1}}]\n    machineImages: \
             [{name: gl, image: i}]\n"
        ),
        None
    );
    assert_eq!(
        why("    machineImages: [{name: gl, versions: [{version: 1}]}]\n"),
        Some(Undecodable::Value)
    );
    assert_eq!(why("  providerConfig: {}\n"), Some(Undecodable::Kind));
}

#[test]
fn no_images() {
    assert_eq!(
        validator("kubevirt", IMAGE, "    machineImages: []\n"),
        ["FieldValueRequired machineImages"]
    );
    // Images of the profile that the list lacks are not reported.
    assert!(validator("kubevirt", IMAGE, &config(&["1.0.0", "2.0.0"])).is_empty());
}

#[test]
fn name_empty_or_unknown() {
    let named = |name: &str| {
        format!(
            "    machineImages: [{{name: {name}, versions: [{{version: 1.0.0, sourceURL: u}}]}}]\n"
        )
    };
    assert_eq!(
        validator("kubevirt", IMAGE, &named("''")),
        ["FieldValueRequired machineImages[0].name"]
    );
    assert_eq!(
        validator("kubevirt", IMAGE, &named("GL")),
        ["FieldValueForbidden machineImages[0].name"]
    );
    assert_eq!(pointed("kubevirt", IMAGE, &named("GL")), ["GL"]);
    assert!(validator("kubevirt", IMAGE, &named("other")).is_empty());
}

#[test]
fn no_versions() {
    assert_eq!(
        validator("kubevirt", IMAGE, &config(&[])),
        [
            "FieldValueInvalid machineImages[0]",
            "FieldValueRequired machineImages[0].versions"
        ]
    );
}

#[test]
fn version_empty_repeated_or_unknown() {
    let found = |third: &str| validator("kubevirt", IMAGE, &config(&["1.0.0", "2.0.0", third]));
    assert_eq!(
        found("''"),
        ["FieldValueRequired machineImages[0].versions[2].version"]
    );
    assert_eq!(
        found("1.0.0"),
        ["FieldValueDuplicate machineImages[0].versions[2].version"]
    );
    assert_eq!(
        found("3.0.0"),
        ["FieldValueInvalid machineImages[0].versions[2].version"]
    );
}

#[test]
fn source_empty() {
    let config =
        "    machineImages: [{name: other, versions: [{version: 1.0.0, sourceURL: ''}]}]\n";
    assert_eq!(
        validator("kubevirt", IMAGE, config),
        ["FieldValueRequired machineImages[0].versions[0].sourceURL"]
    );
    assert_eq!(pointed("kubevirt", IMAGE, config), ["''"]);
}

#[test]
fn versions_of_the_profile_missing() {
    assert_eq!(
        validator("kubevirt", IMAGE, &config(&["2.0.0"])),
        ["FieldValueInvalid machineImages[0]"]
    );
    assert_eq!(pointed("kubevirt", IMAGE, &config(&["2.0.0"])), ["gl"]);
}

#[test]
fn the_look_up_is_unknown() {
    assert_eq!(
        look_up(
            "kubevirt",
            IMAGE,
            &config(&["1.0.0"]),
            ["gl", "1.0.0", "eu", "none", "amd64"]
        ),
        "elsewhere"
    );
}
