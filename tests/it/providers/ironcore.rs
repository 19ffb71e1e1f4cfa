//! ironcore: its rules for CloudProfiles and NamespacedCloudProfiles, and its look-up.

use cpcap::provider::part::{Undecodable, Webhook};

use super::run::{look_up, merged, on_profile, pointed, undecodable};
use super::{VOCABULARY, child_validator, validator};

const IMAGE: &str =
    "  machineImages: [{name: gl, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";
const MAPPED: &str = "    machineImages: \
    [{name: gl, versions: [{version: 1.0.0, image: i, architecture: amd64}]}]\n";
const AT: &str = "spec.providerConfig.machineImages";

/// One version with these fields in `providerConfig`.
fn config(fields: &str) -> String {
    format!("    machineImages: [{{name: gl, versions: [{{version: 1.0.0, {fields}}}]}}]\n")
}

#[test]
fn no_provider_config() {
    assert_eq!(
        validator("ironcore", IMAGE, ""),
        ["FieldValueRequired spec.providerConfig"]
    );
}

#[test]
fn decoding_knows_no_flavors() {
    let why = |config: &str| undecodable("ironcore", config, Webhook::Validator);
    let unknown = Undecodable::UnknownFields(vec![
        "machineImages[0].versions[0].capabilityFlavors".to_owned(),
    ]);
    assert_eq!(why(&config("capabilityFlavors: []")), Some(unknown));
    assert_eq!(why(&config("image: 1")), Some(Undecodable::Value));
    assert_eq!(
        why("  providerConfig: {machineImages: []}\n"),
        Some(Undecodable::Kind)
    );
    let all = "    regionConfigs: \
        [{name: eu, server: 'https://s', certificateAuthorityData: YQ==}]\n    storageClasses: \
        {default: {name: fast, type: ssd}, additional: [{name: slow, type: hdd}]}\n";
    assert_eq!(why(&format!("{MAPPED}{all}")), None);
}

#[test]
fn no_images_are_enough() {
    assert!(validator("ironcore", "", "    machineImages: []\n").is_empty());
}

#[test]
fn name_empty() {
    let named = |name: &str| {
        format!(
            "    machineImages: [{{name: '{name}', versions: [{{version: 1.0.0, image: i}}]}}]\n"
        )
    };
    assert_eq!(
        validator("ironcore", "", &named("")),
        [format!("FieldValueRequired {AT}[0].name")]
    );
    assert!(validator("ironcore", "", &named("gl")).is_empty());
}

#[test]
fn no_versions() {
    let found = validator(
        "ironcore",
        "",
        "    machineImages: [{name: gl, versions: []}]\n",
    );
    assert_eq!(found, [format!("FieldValueRequired {AT}[0].versions")]);
}

#[test]
fn version_empty() {
    let found = validator(
        "ironcore",
        "",
        "    machineImages: [{name: gl, versions: [{version: '', image: i}]}]\n",
    );
    assert_eq!(
        found,
        [format!("FieldValueRequired {AT}[0].versions[0].version")]
    );
}

#[test]
fn image_empty() {
    for nothing in ["image: ''", "architecture: arm64"] {
        assert_eq!(
            validator("ironcore", "", &config(nothing)),
            [format!("FieldValueRequired {AT}[0].versions[0].image")]
        );
    }
    assert!(validator("ironcore", "", &config("image: i")).is_empty());
    assert_eq!(pointed("ironcore", "", &config("image: ''")), ["''"]);
    assert_eq!(
        pointed("ironcore", "", &config("architecture: arm64")),
        ["version: 1.0.0"]
    );
}

#[test]
fn unknown_architecture() {
    for unknown in ["riscv", "''"] {
        let found = validator(
            "ironcore",
            "",
            &config(&format!("image: i, architecture: {unknown}")),
        );
        assert_eq!(
            found,
            [format!(
                "FieldValueNotSupported {AT}[0].versions[0].architecture"
            )]
        );
    }
    assert!(validator("ironcore", "", &config("image: i, architecture: arm64")).is_empty());
}

#[test]
fn image_not_in_provider_part() {
    let core = "  machineImages: [{name: none, versions: []}, \
        {name: other, versions: [{version: 1.0.0}]}]\n";
    assert_eq!(
        validator("ironcore", core, MAPPED),
        ["FieldValueRequired spec.machineImages[1]"]
    );
    assert!(validator("ironcore", IMAGE, MAPPED).is_empty());
}

#[test]
fn version_or_architecture_not_in_provider_part() {
    let core = |version: &str, list: &str| {
        format!(
            "  machineImages: [{{name: gl, versions: [{{version: {version}, architectures: \
             {list}}}]}}]\n"
        )
    };
    let found = |core: &str| {
        (
            validator("ironcore", core, MAPPED),
            pointed("ironcore", core, MAPPED),
        )
    };
    let at = vec!["FieldValueRequired spec.machineImages[0].versions[0]".to_owned()];
    assert_eq!(
        found(&core("2.0.0", "[amd64, arm64]")),
        (at.clone(), vec!["2.0.0".to_owned()])
    );
    assert_eq!(
        found(&core("1.0.0", "[amd64, arm64]")),
        (at, vec!["arm64".to_owned()])
    );
    assert!(validator("ironcore", &core("1.0.0", "[amd64]"), MAPPED).is_empty());
    // An entry that says nothing counts as amd64 here; one entry an architecture is customary.
    assert!(validator("ironcore", IMAGE, &config("image: i")).is_empty());
    let two = "    machineImages: [{name: gl, versions: [{version: 1.0.0, image: a}, \
        {version: 1.0.0, image: b, architecture: arm64}]}]\n";
    assert!(validator("ironcore", &core("1.0.0", "[amd64, arm64]"), two).is_empty());
}

#[test]
fn under_a_vocabulary_the_architectures_count_that_the_server_fills_in() {
    let core = format!(
        "{VOCABULARY}  machineImages: [{{name: gl, versions: [{{version: 1.0.0, \
         capabilityFlavors: [{{architecture: [amd64]}}, {{architecture: [arm64]}}]}}]}}]\n"
    );
    let found = on_profile("ironcore", &core, MAPPED, |profile| {
        let core = cpcap::effective::stored(profile.written);
        let vocabulary = cpcap::capability::Vocabulary::new(&core.machine_capabilities);
        profile
            .provider
            .validate(&core, &vocabulary, profile.part)
            .unwrap()
            .iter()
            .map(|fault| fault.field.clone())
            .collect::<Vec<_>>()
    });
    assert_eq!(found, ["spec.machineImages[0].versions[0]"]);
}

#[test]
fn storage_class_names_are_labels() {
    let classes = |of: &str| format!("{MAPPED}    storageClasses: {of}\n");
    let at = "spec.providerConfig.storageClasses";
    let found = |of: &str| validator("ironcore", IMAGE, &classes(of));
    assert_eq!(
        found("{default: {name: Fast}}"),
        [format!("FieldValueInvalid {at}.defaultStorageClasses.name")]
    );
    assert_eq!(
        found("{additional: [{name: a}, {type: t}]}"),
        [format!(
            "FieldValueInvalid {at}.additionalStorageClasses[1].name"
        )]
    );
    assert!(found("{default: {name: fast}, additional: [{name: slow-1}]}").is_empty());
    assert_eq!(
        pointed("ironcore", IMAGE, &classes("{default: {name: Fast}}")),
        ["Fast"]
    );
}

#[track_caller]
fn child(core: &str, config: &str) -> Vec<String> {
    child_validator("ironcore", IMAGE, MAPPED, core, config)
}

/// A version 2.0.0 with these fields.
fn second(fields: &str) -> String {
    format!("machineImages: [{{name: gl, versions: [{{version: 2.0.0, {fields}}}]}}]\n")
}

#[test]
fn nc0_no_config_is_an_empty_one() {
    assert!(child("", "").is_empty());
}

#[test]
fn ncs_provider_images_are_validated() {
    let found = child(
        &format!("  {}", second("architectures: [amd64]")),
        &format!("    {}", second("image: ''")),
    );
    assert_eq!(
        found,
        [format!("FieldValueRequired {AT}[0].versions[0].image")]
    );
}

#[test]
fn nc1_image_is_nowhere() {
    let core =
        "  machineImages: [{name: other, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";
    assert_eq!(child(core, ""), [format!("FieldValueRequired {AT}")]);
}

#[test]
fn nc2_version_and_architecture_are_nowhere() {
    let core = format!("  {}", second("architectures: [amd64, arm64]"));
    assert_eq!(child(&core, ""), [format!("FieldValueRequired {AT}")]);
    assert_eq!(
        child(&core, &format!("    {}", second("image: i"))),
        [format!("FieldValueRequired {AT}")]
    );
    let both = "    machineImages: [{name: gl, versions: [{version: 2.0.0, image: a}, \
        {version: 2.0.0, image: b, architecture: arm64}]}]\n";
    assert!(child(&core, both).is_empty());
}

#[test]
fn version_of_the_parent_needs_no_mapping() {
    assert!(child(IMAGE, "").is_empty());
}

#[test]
fn nc5_version_of_the_parent_in_the_provider_part() {
    assert_eq!(
        child(IMAGE, MAPPED),
        [format!("FieldValueForbidden {AT}[0].versions[0]")]
    );
}

#[test]
fn nc6_image_that_the_child_does_not_name() {
    assert_eq!(
        child("", &format!("    {}", second("image: i"))),
        [format!("FieldValueRequired {AT}[0]")]
    );
}

#[test]
fn nc7_version_that_the_child_does_not_name_is_an_excess_too() {
    let config = "    machineImages: [{name: gl, versions: [{version: 2.0.0, image: i}, \
        {version: 3.0.0, image: i}]}]\n";
    let found = child(&format!("  {}", second("architectures: [amd64]")), config);
    assert_eq!(
        found,
        [
            format!("FieldValueForbidden {AT}"),
            format!("FieldValueInvalid {AT}[0].versions[1]")
        ]
    );
}

#[test]
fn excess_architecture() {
    let core = format!("  {}", second("architectures: [amd64]"));
    let both = "    machineImages: [{name: gl, versions: [{version: 2.0.0, image: a}, \
        {version: 2.0.0, image: b, architecture: arm64}]}]\n";
    assert_eq!(child(&core, both), [format!("FieldValueForbidden {AT}")]);
    // T12: nothing fills in the architectures of a child.
    let silent = format!("  {}", second("cri: [{name: containerd}]"));
    assert_eq!(
        child(&silent, &format!("    {}", second("image: i"))),
        [format!("FieldValueForbidden {AT}")]
    );
}

#[test]
fn merging_replaces_by_version() {
    let own = "    machineImages: [{name: gl, versions: [{version: 1.0.0, image: a}, \
        {version: 1.0.0, image: b, architecture: arm64}]}]\n";
    let wanted =
        r#"[{"name":"gl","versions":[{"architecture":"arm64","image":"b","version":"1.0.0"}]}]"#;
    assert_eq!(
        merged("ironcore", [IMAGE, ""], [MAPPED, own]).to_string(),
        wanted
    );
}

#[test]
fn look_up_compares_the_architecture_of_the_pool() {
    let find = |config: &str, version, architecture| {
        look_up(
            "ironcore",
            IMAGE,
            config,
            ["gl", version, "eu", "none", architecture],
        )
    };
    assert_eq!(find(MAPPED, "1.0.0", "amd64"), "image i {}");
    assert_eq!(
        find(MAPPED, "1.0.0", "arm64"),
        r#"incompatible in [["architecture"]]"#
    );
    assert_eq!(find(MAPPED, "2.0.0", "amd64"), "no version");
    assert_eq!(
        look_up(
            "ironcore",
            IMAGE,
            MAPPED,
            ["other", "1.0.0", "eu", "none", "amd64"]
        ),
        "no image"
    );
}

#[test]
fn trap_21_an_entry_without_an_architecture_matches_no_pool() {
    let silent = config("image: i");
    assert!(validator("ironcore", IMAGE, &silent).is_empty());
    assert_eq!(
        look_up(
            "ironcore",
            IMAGE,
            &silent,
            ["gl", "1.0.0", "eu", "none", "amd64"]
        ),
        "no architecture"
    );
}
