//! aws: the rows of its CloudProfile and mutator.

mod child;
mod lookup;

use cpcap::provider::part::{Undecodable, Webhook};

use super::run::{mutated, pointed, undecodable};
use super::{VOCABULARY, validator};

/// A profile without a vocabulary.
const IMAGE: &str =
    "  machineImages: [{name: gl, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";
/// The legacy format for it.
const REGION: &str = "    machineImages: \
    [{name: gl, versions: [{version: 1.0.0, regions: [{name: eu, ami: ami-1}]}]}]\n";
/// The new format for one flavor.
const FLAVOR: &str = "{capabilities: {architecture: [amd64]}, regions: [{name: eu, ami: ami-1}]}";

/// One version with these fields in `providerConfig`.
fn config(fields: &str) -> String {
    format!("    machineImages: [{{name: gl, versions: [{{version: 1.0.0, {fields}}}]}}]\n")
}

/// One version with these fields in the core part, under the vocabulary.
fn core(fields: &str) -> String {
    format!(
        "{VOCABULARY}  machineImages: [{{name: gl, versions: [{{version: 1.0.0, {fields}}}]}}]\n"
    )
}

/// The errors of the validator where core and `providerConfig` have one version with these fields,
/// under the vocabulary.
#[track_caller]
fn both(core_fields: &str, fields: &str) -> Vec<String> {
    validator("aws", &core(core_fields), &config(fields))
}

#[test]
fn no_provider_config() {
    assert_eq!(
        validator("aws", IMAGE, ""),
        ["FieldValueRequired spec.providerConfig"]
    );
    assert_eq!(
        validator("aws", IMAGE, "  providerConfig: null\n"),
        ["FieldValueRequired spec.providerConfig"]
    );
}

#[test]
fn decoding_is_strict_and_needs_a_header() {
    let why = |config: &str, webhook| undecodable("aws", config, webhook);
    let unknown = "    machineImages: [{name: gl, image: ami}]\n";
    for webhook in [Webhook::Mutator, Webhook::Validator] {
        assert_eq!(
            why(unknown, webhook),
            Some(Undecodable::UnknownFields(vec![
                "machineImages[0].image".to_owned()
            ]))
        );
        assert_eq!(
            why(
                "    machineImages: [{name: gl, versions: [{version: 18.04}]}]\n",
                webhook
            ),
            Some(Undecodable::Value)
        );
        assert_eq!(why(REGION, webhook), None);
    }
    let headless = "  providerConfig: {machineImages: []}\n";
    assert_eq!(why(headless, Webhook::Validator), Some(Undecodable::Kind));
    assert_eq!(why(headless, Webhook::Mutator), None);
    let header = |kind| {
        format!(
            "  providerConfig: {{apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1, \
             kind: {kind}}}\n"
        )
    };
    assert_eq!(
        why(&header("WorkerConfig"), Webhook::Mutator),
        Some(Undecodable::Kind)
    );
    assert_eq!(
        why(&header("WorkerConfig"), Webhook::Validator),
        Some(Undecodable::Kind)
    );
    assert_eq!(why(&header("CloudProfileConfig"), Webhook::Validator), None);
}

#[test]
fn aws_1_no_provider_images() {
    assert_eq!(
        validator("aws", IMAGE, "    machineImages: []\n"),
        [
            "FieldValueRequired spec.machineImages[0]",
            "FieldValueRequired spec.providerConfig.machineImages"
        ]
    );
    assert!(validator("aws", IMAGE, REGION).is_empty());
}

#[test]
fn aws_2_name_empty() {
    let named = |name: &str| {
        format!(
            "    machineImages: [{{name: '{name}', versions: [{{version: 1.0.0, regions: [{{name: \
             eu, ami: a}}]}}]}}]\n"
        )
    };
    assert_eq!(
        validator("aws", "", &named("")),
        ["FieldValueRequired spec.providerConfig.machineImages[0].name"]
    );
    assert!(validator("aws", "", &named("gl")).is_empty());
}

#[test]
fn aws_3_no_versions() {
    let found = validator("aws", "", "    machineImages: [{name: gl, versions: []}]\n");
    assert_eq!(
        found,
        ["FieldValueRequired spec.providerConfig.machineImages[0].versions"]
    );
    assert!(validator("aws", "", REGION).is_empty());
}

#[test]
fn aws_4_version_empty() {
    for nothing in ["", "version: '', ", "version: null, "] {
        let found = validator(
            "aws",
            "",
            &format!(
                "    machineImages: [{{name: gl, versions: [{{{nothing}regions: [{{name: eu, ami: \
                 a}}]}}]}}]\n"
            ),
        );
        assert_eq!(
            found,
            ["FieldValueRequired spec.providerConfig.machineImages[0].versions[0].version"]
        );
    }
    assert!(validator("aws", "", REGION).is_empty());
}

#[test]
fn aws_5_and_vector_6_both_formats() {
    let amd64 = "capabilityFlavors: [{architecture: [amd64]}]";
    let fields = format!("regions: [{{name: '', ami: ''}}], capabilityFlavors: [{FLAVOR}]");
    // The contents of the formats are not checked.
    assert_eq!(
        both(amd64, &fields),
        ["FieldValueForbidden spec.providerConfig.machineImages[0].versions[0].regions"]
    );
    assert!(both(amd64, &format!("capabilityFlavors: [{FLAVOR}]")).is_empty());
    assert!(both(amd64, "regions: [{name: eu, ami: a}]").is_empty());
}

#[test]
fn aws_6_flavor_against_the_vocabulary() {
    let at = "spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].capabilities";
    let found = |capabilities: &str| {
        let flavor = format!(
            "capabilityFlavors: [{{capabilities: {capabilities}, regions: [{{name: eu, ami: a}}]}}]"
        );
        validator("aws", VOCABULARY, &config(&flavor))
    };
    assert_eq!(
        found("{architecture: [amd64], disk: [nvme]}"),
        [format!("FieldValueNotSupported {at}")]
    );
    assert_eq!(
        found("{architecture: [amd64], boot: [uefi, grub]}"),
        [format!("FieldValueNotSupported {at}.boot[1]")]
    );
    for not_one in [
        "{}",
        "{architecture: []}",
        "{architecture: [amd64, arm64]}",
        "{architecture: [amd64, amd64]}",
    ] {
        assert_eq!(
            found(not_one),
            [format!("FieldValueInvalid {at}.architecture")],
            "{not_one}"
        );
    }
    assert!(found("{architecture: [amd64], boot: [uefi]}").is_empty());
    assert!(found("{architecture: [amd64], boot: []}").is_empty());
}

#[test]
fn aws_6_one_architecture_is_enough_for_silence() {
    let core = "  machineCapabilities: [{name: architecture, values: [amd64]}]\n";
    for any in ["{}", "{architecture: []}", "{architecture: [amd64, amd64]}"] {
        let flavor = format!(
            "capabilityFlavors: [{{capabilities: {any}, regions: [{{name: eu, ami: a}}]}}]"
        );
        assert!(validator("aws", core, &config(&flavor)).is_empty(), "{any}");
    }
}

#[test]
fn aws_7_flavor_without_regions() {
    let found = |regions: &str| {
        validator(
            "aws",
            VOCABULARY,
            &config(&format!(
                "capabilityFlavors: [{{capabilities: {{architecture: [amd64]}}, regions: \
                 {regions}}}]"
            )),
        )
    };
    assert_eq!(
        found("[]"),
        ["FieldValueRequired \
             spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].regions"]
    );
    assert!(found("[{name: eu, ami: a}]").is_empty());
}

#[test]
fn aws_8_legacy_format_without_regions() {
    for core in ["", VOCABULARY] {
        let found = validator("aws", core, &config("regions: []"));
        assert_eq!(
            found,
            ["FieldValueRequired spec.providerConfig.machineImages[0].versions[0].regions"]
        );
        assert!(validator("aws", core, REGION).is_empty());
    }
}

#[test]
fn aws_9_region_name_empty() {
    let at = "spec.providerConfig.machineImages[0].versions[0]";
    assert_eq!(
        validator("aws", "", &config("regions: [{name: '', ami: a}]")),
        [format!("FieldValueRequired {at}.regions[0].name")]
    );
    let flavor = |name| {
        format!(
            "capabilityFlavors: [{{capabilities: {{architecture: [amd64]}}, regions: [{{name: \
             '{name}', ami: a}}]}}]"
        )
    };
    let found = validator("aws", VOCABULARY, &config(&flavor("")));
    assert_eq!(
        found,
        [format!(
            "FieldValueRequired {at}.capabilityFlavors[0].regions[0].name"
        )]
    );
    assert!(validator("aws", VOCABULARY, &config(&flavor("eu"))).is_empty());
}

#[test]
fn aws_10_ami_empty() {
    let at = "spec.providerConfig.machineImages[0].versions[0]";
    assert_eq!(
        validator("aws", "", &config("regions: [{name: eu}]")),
        [format!("FieldValueRequired {at}.regions[0].ami")]
    );
    let flavor = |ami| {
        format!(
            "capabilityFlavors: [{{capabilities: {{architecture: [amd64]}}, regions: [{{name: eu, \
             ami: '{ami}'}}]}}]"
        )
    };
    let found = validator("aws", VOCABULARY, &config(&flavor("")));
    assert_eq!(
        found,
        [format!(
            "FieldValueRequired {at}.capabilityFlavors[0].regions[0].ami"
        )]
    );
    assert!(validator("aws", VOCABULARY, &config(&flavor("anything"))).is_empty());
}

#[test]
fn aws_11_architecture_in_the_regions_of_a_flavor() {
    let found = |architecture: &str| {
        let regions = format!("regions: [{{name: eu, ami: a{architecture}}}]");
        validator(
            "aws",
            VOCABULARY,
            &config(&format!(
                "capabilityFlavors: [{{capabilities: {{architecture: [amd64]}}, {regions}}}]"
            )),
        )
    };
    let at = "spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].regions[0].architecture";
    assert_eq!(
        found(", architecture: amd64"),
        [format!("FieldValueForbidden {at}")]
    );
    assert_eq!(
        found(", architecture: ''"),
        [format!("FieldValueForbidden {at}")]
    );
    assert!(found("").is_empty());
}

#[test]
fn aws_12_unknown_architecture() {
    let found = |architecture: &str| {
        validator(
            "aws",
            "",
            &config(&format!("regions: [{{name: eu, ami: a{architecture}}}]")),
        )
    };
    let at = "spec.providerConfig.machineImages[0].versions[0].regions[0].architecture";
    assert_eq!(
        found(", architecture: riscv"),
        [format!("FieldValueNotSupported {at}")]
    );
    // Written out, nothing is not amd64.
    assert_eq!(
        found(", architecture: ''"),
        [format!("FieldValueNotSupported {at}")]
    );
    assert!(found("").is_empty());
    assert!(found(", architecture: arm64").is_empty());
}

#[test]
fn aws_12_vocabulary_does_not_matter() {
    let core = "  machineCapabilities: [{name: architecture, values: [amd64]}]\n";
    assert!(
        validator(
            "aws",
            core,
            &config("regions: [{name: eu, ami: a, architecture: arm64}]")
        )
        .is_empty()
    );
}

#[test]
fn aws_13_flavors_without_a_vocabulary() {
    let flavors = format!("capabilityFlavors: [{FLAVOR}]");
    let at = "spec.providerConfig.machineImages[0].versions[0]";
    let found = validator("aws", "", &config(&flavors));
    assert_eq!(
        found,
        [
            format!("FieldValueForbidden {at}.capabilityFlavors"),
            format!("FieldValueRequired {at}.regions")
        ]
    );
    let found = validator(
        "aws",
        "",
        &config(&format!("regions: [{{name: eu, ami: a}}], {flavors}")),
    );
    assert_eq!(
        found,
        [format!("FieldValueForbidden {at}.capabilityFlavors")]
    );
    assert!(validator("aws", VOCABULARY, &config(&flavors)).is_empty());
}

#[test]
fn aws_14_image_not_in_provider_part() {
    let core = |image: &str| {
        format!(
            "{VOCABULARY}  machineImages: [{{name: {image}, versions: [{{version: 1.0.0, \
             capabilityFlavors: [{{architecture: [amd64]}}]}}]}}]\n"
        )
    };
    for config in [REGION, &config(&format!("capabilityFlavors: [{FLAVOR}]"))] {
        assert_eq!(
            validator("aws", &core("other"), config),
            ["FieldValueRequired spec.machineImages[0]"]
        );
        assert!(validator("aws", &core("gl"), config).is_empty());
    }
    assert_eq!(pointed("aws", &core("other"), REGION), ["other"]);
}

#[test]
fn aws_14_images_without_versions_need_no_mapping() {
    assert!(
        validator(
            "aws",
            "  machineImages: [{name: other, versions: []}]\n",
            REGION
        )
        .is_empty()
    );
}

#[test]
fn aws_15_version_not_in_provider_part() {
    let core = |version: &str| {
        format!(
            "{VOCABULARY}  machineImages: [{{name: gl, versions: [{{version: {version}, \
             capabilityFlavors: [{{architecture: [amd64]}}]}}]}}]\n"
        )
    };
    assert_eq!(
        validator("aws", &core("'1.0'"), REGION),
        ["FieldValueRequired spec.machineImages[0].versions[0]"]
    );
    assert_eq!(
        validator("aws", &core("v1.0.0"), REGION),
        ["FieldValueRequired spec.machineImages[0].versions[0]"]
    );
    assert!(validator("aws", &core("1.0.0"), REGION).is_empty());
}

#[test]
fn aws_16_flavor_without_equal() {
    let two = "capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]";
    let flavors = format!("capabilityFlavors: [{FLAVOR}]");
    assert_eq!(
        both(two, &flavors),
        ["FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[1]"]
    );
    assert!(both("capabilityFlavors: [{architecture: [amd64]}]", &flavors).is_empty());
    // Results are equal when they hold the same, in any order.
    assert!(
        both(
            "capabilityFlavors: [{architecture: [amd64], boot: [bios, uefi]}]",
            &flavors
        )
        .is_empty()
    );
    let found = both(
        "capabilityFlavors: [{architecture: [amd64], boot: [uefi]}]",
        &flavors,
    );
    assert_eq!(
        found,
        ["FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[0]"]
    );
}

#[test]
fn aws_16_no_flavors_are_one_with_everything() {
    let found = both(
        "cri: [{name: containerd}]",
        &format!("capabilityFlavors: [{FLAVOR}]"),
    );
    assert_eq!(
        found,
        ["FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[0]"]
    );
}

#[test]
fn aws_16_flavors_count_beside_regions() {
    let fields = format!(
        "regions: [{{name: eu, ami: a, architecture: arm64}}], capabilityFlavors: [{FLAVOR}]"
    );
    assert_eq!(
        both("capabilityFlavors: [{architecture: [arm64]}]", &fields),
        [
            "FieldValueForbidden spec.providerConfig.machineImages[0].versions[0].regions",
            "FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[0]",
        ]
    );
}

#[test]
fn aws_17_architecture_without_region() {
    let fields = "regions: [{name: eu, ami: a}]";
    let flavors = |list: &str| format!("capabilityFlavors: {list}");
    let found = both(
        &flavors("[{architecture: [amd64]}, {architecture: [arm64]}]"),
        fields,
    );
    assert_eq!(
        found,
        ["FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[1]"]
    );
    // Other capabilities do not matter, and every architecture of a flavor does.
    assert!(both(&flavors("[{architecture: [amd64], boot: [uefi]}]"), fields).is_empty());
    let found = both(&flavors("[{boot: [uefi]}]"), fields);
    assert_eq!(
        found,
        ["FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[0]"]
    );
    assert!(
        both(
            &flavors("[{boot: [uefi]}]"),
            "regions: [{name: eu, ami: a}, {name: us, ami: b, architecture: arm64}]"
        )
        .is_empty()
    );
}

#[test]
fn aws_18_neither_format() {
    assert_eq!(
        both(
            "capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]",
            "regions: []"
        ),
        [
            "FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[0]",
            "FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[1]",
            "FieldValueRequired spec.providerConfig.machineImages[0].versions[0].regions",
        ]
    );
    assert!(
        both(
            "capabilityFlavors: [{architecture: [amd64]}]",
            "regions: [{name: eu, ami: a}]"
        )
        .is_empty()
    );
}

#[test]
fn aws_19a_and_vector_4_legacy_version_not_in_provider_part() {
    let other = "    machineImages: \
        [{name: gl, versions: [{version: 2.0.0, regions: [{name: eu, ami: ami-1}]}]}]\n";
    assert_eq!(
        validator("aws", IMAGE, other),
        ["FieldValueRequired spec.machineImages[0].versions[0]"]
    );
    assert!(validator("aws", IMAGE, REGION).is_empty());
}

#[test]
fn aws_19b_legacy_unknown_architecture() {
    let core = |list: &str| {
        format!(
            "  machineImages: [{{name: gl, versions: [{{version: 1.0.0, architectures: \
             {list}}}]}}]\n"
        )
    };
    assert_eq!(
        validator("aws", &core("[amd64, riscv]"), REGION),
        [
            "FieldValueNotSupported spec.machineImages[0].versions[0].architectures",
            "FieldValueRequired spec.machineImages[0].versions[0]"
        ]
    );
    assert!(validator("aws", &core("[amd64]"), REGION).is_empty());
}

#[test]
fn aws_19c_legacy_architecture_without_region() {
    let core = |list: &str| {
        format!(
            "  machineImages: [{{name: gl, versions: [{{version: 1.0.0, architectures: \
             {list}}}]}}]\n"
        )
    };
    assert_eq!(
        validator("aws", &core("[amd64, arm64]"), REGION),
        ["FieldValueRequired spec.machineImages[0].versions[0]"]
    );
    assert_eq!(pointed("aws", &core("[amd64, arm64]"), REGION), ["arm64"]);
    assert!(validator("aws", &core("[amd64]"), REGION).is_empty());
    // Without architectures the server fills in amd64.
    assert!(
        validator(
            "aws",
            "  machineImages: [{name: gl, versions: [{version: 1.0.0}]}]\n",
            REGION
        )
        .is_empty()
    );
    // Any region will do.
    let regions = config("regions: [{name: eu, ami: a}, {name: us, ami: b, architecture: arm64}]");
    assert!(validator("aws", &core("[amd64, arm64]"), &regions).is_empty());
}

#[test]
fn the_last_of_several_entries_counts() {
    let twice = |first: &str, second: &str| {
        format!(
            "    machineImages: [{{name: gl, versions: [{{version: 1.0.0, regions: [{first}]}}, \
             {{version: 1.0.0, regions: [{second}]}}]}}]\n"
        )
    };
    let (amd64, arm64) = (
        "{name: eu, ami: a}",
        "{name: eu, ami: b, architecture: arm64}",
    );
    assert!(validator("aws", IMAGE, &twice(arm64, amd64)).is_empty());
    assert_eq!(
        validator("aws", IMAGE, &twice(amd64, arm64)),
        ["FieldValueRequired spec.machineImages[0].versions[0]"]
    );
    let images = |first: &str, second: &str| {
        let image = |region: &str| {
            format!("{{name: gl, versions: [{{version: 1.0.0, regions: [{region}]}}]}}")
        };
        format!("    machineImages: [{}, {}]\n", image(first), image(second))
    };
    assert!(validator("aws", IMAGE, &images(arm64, amd64)).is_empty());
    assert_eq!(
        validator("aws", IMAGE, &images(amd64, arm64)),
        ["FieldValueRequired spec.machineImages[0].versions[0]"]
    );
}

#[test]
fn faults_point_at_the_value_or_at_the_nearest_key() {
    let at = |fields: &str| pointed("aws", "", &config(fields));
    assert_eq!(
        at("regions: [{name: eu, ami: a, architecture: riscv}]"),
        ["riscv"]
    );
    assert_eq!(at("regions: [{name: eu, ami: ''}]"), ["''"]);
    assert_eq!(at("regions: [{name: eu}]"), ["name: eu"]);
    assert_eq!(at("regions: []"), ["regions"]);
    let flavor = config(
        "capabilityFlavors: [{capabilities: {architecture: [amd64], boot: [grub]}, regions: \
         [{name: eu, ami: a}]}]",
    );
    assert_eq!(pointed("aws", VOCABULARY, &flavor), ["grub"]);
}

#[test]
fn trap_1_and_vector_2_the_mutator_overwrites_flavors() {
    let two = core("capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]");
    assert_eq!(
        mutated(
            "aws",
            &two,
            &config(&format!("capabilityFlavors: [{FLAVOR}]"))
        ),
        ["gl@1.0.0 {architecture: [amd64]}"]
    );
    // Not without a vocabulary.
    let legacy = "  machineImages: [{name: gl, versions: [{version: 1.0.0}]}]\n";
    assert_eq!(
        mutated(
            "aws",
            legacy,
            &config(&format!("capabilityFlavors: [{FLAVOR}]"))
        ),
        ["gl@1.0.0 "]
    );
}

#[test]
fn trap_2_what_only_the_provider_part_has_is_accepted() {
    let extra = "    machineImages: \
        [{name: gl, versions: [{version: 1.0.0, regions: [{name: eu, ami: a}, \
        {name: eu, ami: b, architecture: arm64}]}, \
        {version: 2.0.0, regions: [{name: eu, ami: a}]}]}, \
        {name: other, versions: [{version: 1.0.0, regions: [{name: xx, ami: a}]}]}]\n";
    assert!(validator("aws", IMAGE, extra).is_empty());
}

#[test]
fn trap_5_regions_are_not_compared() {
    let core = format!(
        "{}  regions: [{{name: eu}}, {{name: us}}]\n",
        core("capabilityFlavors: [{architecture: [amd64]}]")
    );
    assert!(
        validator(
            "aws",
            &core,
            &config("regions: [{name: nowhere, ami: a}, {name: nowhere, ami: b}]")
        )
        .is_empty()
    );
}

#[test]
fn trap_6_equal_flavors_are_accepted() {
    assert!(
        both(
            "capabilityFlavors: [{architecture: [amd64]}]",
            &format!("capabilityFlavors: [{FLAVOR}, {FLAVOR}]")
        )
        .is_empty()
    );
}

#[test]
fn trap_22_an_empty_list_equals_only_an_empty_list() {
    let empty = "capabilityFlavors: [{capabilities: {architecture: [amd64], boot: []}, regions: \
        [{name: eu, ami: a}]}]";
    assert!(
        both(
            "capabilityFlavors: [{architecture: [amd64], boot: []}]",
            empty
        )
        .is_empty()
    );
    let found = both("capabilityFlavors: [{architecture: [amd64]}]", empty);
    assert_eq!(
        found,
        ["FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[0]"]
    );
}

#[test]
fn trap_27_each_part_has_its_own_shape_of_flavors() {
    let bare = config("capabilityFlavors: [{architecture: [amd64]}]");
    let why = undecodable("aws", &bare, Webhook::Validator);
    assert_eq!(
        why,
        Some(Undecodable::UnknownFields(vec![
            "machineImages[0].versions[0].capabilityFlavors[0].architecture".to_owned()
        ]))
    );
}

#[test]
fn trap_31_ignore_is_no_architecture() {
    assert!(
        validator(
            "aws",
            IMAGE,
            &config("regions: [{name: eu, ami: a, architecture: ignore}]")
        )
        .is_empty()
    );
    let flavor = "capabilityFlavors: [{capabilities: {architecture: [amd64]}, regions: \
        [{name: eu, ami: a, architecture: ignore}]}]";
    assert!(both("capabilityFlavors: [{architecture: [amd64]}]", flavor).is_empty());
}

#[test]
fn mutator_takes_new_flavors_as_they_stand() {
    let flavors =
        "capabilityFlavors: [{capabilities: {boot: [grub, grub]}, regions: []}, {regions: []}]";
    assert_eq!(
        mutated("aws", &core("architectures: [amd64]"), &config(flavors)),
        ["gl@1.0.0 {boot: [grub, grub]} {}"]
    );
}

#[test]
fn mutator_makes_one_flavor_an_architecture() {
    let regions = "regions: [{name: eu, ami: a, architecture: arm64}, {name: eu, ami: b}, \
        {name: us, ami: c, architecture: arm64}]";
    let found = mutated("aws", &core("capabilityFlavors: []"), &config(regions));
    assert_eq!(
        found,
        ["gl@1.0.0 {architecture: [amd64]} {architecture: [arm64]}"]
    );
}

#[test]
fn mutator_prefers_flavors_and_skips_what_has_no_format() {
    let written = core("capabilityFlavors: [{boot: [uefi]}]");
    let fields = format!(
        "regions: [{{name: eu, ami: a, architecture: arm64}}], capabilityFlavors: [{FLAVOR}]"
    );
    assert_eq!(
        mutated("aws", &written, &config(&fields)),
        ["gl@1.0.0 {architecture: [amd64]}"]
    );
    assert_eq!(
        mutated("aws", &written, &config("regions: []")),
        ["gl@1.0.0 {boot: [uefi]}"]
    );
    assert_eq!(mutated("aws", &written, ""), ["gl@1.0.0 {boot: [uefi]}"]);
}

#[test]
fn mutator_lets_the_last_of_several_entries_win_and_rewrites_the_first_core_version() {
    let core = format!(
        "{VOCABULARY}  machineImages: [{{name: gl, versions: [{{version: 1.0.0}}, {{version: \
         1.0.0}}]}}]\n"
    );
    let config = "    machineImages: \
        [{name: gl, versions: [{version: 1.0.0, regions: [{name: eu, ami: a}]}, \
        {version: 1.0.0, regions: [{name: eu, ami: a, architecture: arm64}]}, \
        {version: 1.0.0}]}]\n";
    assert_eq!(
        mutated("aws", &core, config),
        ["gl@1.0.0 {architecture: [arm64]}", "gl@1.0.0 "]
    );
}

#[test]
fn vector_5_a_flavor_without_capabilities() {
    let core = "  machineCapabilities: [{name: architecture, values: [amd64]}]\n  machineImages: \
        [{name: gl, versions: [{version: 1.0.0}]}]\n";
    assert!(
        validator(
            "aws",
            core,
            &config("capabilityFlavors: [{regions: [{name: eu, ami: a}]}]")
        )
        .is_empty()
    );
}

#[test]
fn vector_7_legacy_format_makes_the_flavors() {
    let regions = config("regions: [{name: eu, ami: a}, {name: eu, ami: b, architecture: arm64}]");
    assert_eq!(
        mutated("aws", &core("capabilityFlavors: []"), &regions),
        ["gl@1.0.0 {architecture: [amd64]} {architecture: [arm64]}"]
    );
    let derived = core("capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]");
    assert!(validator("aws", &derived, &regions).is_empty());
}

#[test]
fn vector_8_a_flavor_without_an_architecture() {
    let flavors = config("capabilityFlavors: [{regions: [{name: eu, ami: a}]}]");
    let found = validator("aws", &core("capabilityFlavors: [{}]"), &flavors);
    assert_eq!(
        found,
        ["FieldValueInvalid \
            spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].capabilities.architecture"]
    );
    assert_eq!(
        mutated("aws", &core("capabilityFlavors: []"), &flavors),
        ["gl@1.0.0 {}"]
    );
}
