//! gcp: the rows of its CloudProfile and mutator, and which image a worker gets.

mod child;

use cpcap::provider::part::{Undecodable, Webhook};

use super::run::{look_up, mutated, pointed, undecodable};
use super::{VOCABULARY, validator};

/// A profile without a vocabulary.
const IMAGE: &str =
    "  machineImages: [{name: gl, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";
/// The legacy format.
const OLD: &str = "image: i/amd64";
/// The legacy format for another architecture.
const ARM64: &str = "image: i/arm64, architecture: arm64";
/// The new format for one flavor.
const FLAVOR: &str = "{image: i/new, capabilities: {architecture: [amd64]}}";
/// The version of `providerConfig`.
const AT: &str = "spec.providerConfig.machineImages[0].versions[0]";
/// The version of the core part.
const CORE: &str = "spec.machineImages[0].versions[0]";

/// These entries of one version in `providerConfig`.
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

/// One version with these fields in `providerConfig`.
fn config(fields: &str) -> String {
    entries(&[fields])
}

/// One version with these flavors in the core part, under the vocabulary.
fn core(flavors: &str) -> String {
    format!(
        "{VOCABULARY}  machineImages: [{{name: gl, versions: [{{version: 1.0.0, \
         capabilityFlavors: {flavors}}}]}}]\n"
    )
}

/// One version with these architectures, without a vocabulary.
fn legacy(architectures: &str) -> String {
    format!(
        "  machineImages: [{{name: gl, versions: [{{version: 1.0.0, architectures: \
         {architectures}}}]}}]\n"
    )
}

/// The errors of this entry, under the vocabulary; the core part asks for nothing.
#[track_caller]
fn entry(fields: &str) -> Vec<String> {
    validator("gcp", VOCABULARY, &config(fields))
}

#[test]
fn no_provider_config() {
    assert_eq!(
        validator("gcp", IMAGE, ""),
        ["FieldValueRequired spec.providerConfig"]
    );
}

#[test]
fn decoding_is_strict_and_needs_a_header() {
    let why = |config: &str, webhook| undecodable("gcp", config, webhook);
    for webhook in [Webhook::Mutator, Webhook::Validator] {
        let unknown = "    machineTypes: []\n";
        assert_eq!(
            why(unknown, webhook),
            Some(Undecodable::UnknownFields(vec!["machineTypes".to_owned()]))
        );
        assert_eq!(
            why("    machineImages: [{name: 5}]\n", webhook),
            Some(Undecodable::Value)
        );
        assert_eq!(why(&config(OLD), webhook), None);
    }
    let headless = "  providerConfig: {machineImages: []}\n";
    assert_eq!(why(headless, Webhook::Validator), Some(Undecodable::Kind));
    assert_eq!(why(headless, Webhook::Mutator), None);
}

#[test]
fn gcp_1_no_provider_images() {
    let found = validator("gcp", IMAGE, "    machineImages: []\n");
    assert_eq!(
        found,
        [
            "FieldValueRequired spec.machineImages[0]",
            "FieldValueRequired spec.providerConfig.machineImages"
        ]
    );
    assert!(validator("gcp", IMAGE, &config(OLD)).is_empty());
}

#[test]
fn gcp_2_names_and_versions() {
    let found = |images: &str| validator("gcp", "", &format!("    machineImages: {images}\n"));
    let at = "spec.providerConfig.machineImages[0]";
    assert_eq!(
        found("[{name: '', versions: [{version: 1.0.0, image: x}]}]"),
        [format!("FieldValueRequired {at}.name")]
    );
    assert_eq!(
        found("[{name: gl, versions: []}]"),
        [format!("FieldValueRequired {at}.versions")]
    );
    assert_eq!(
        found("[{name: gl, versions: [{version: '', image: x}]}]"),
        [format!("FieldValueRequired {at}.versions[0].version")]
    );
    assert!(found("[{name: gl, versions: [{version: 1.0.0, image: x}]}]").is_empty());
}

#[test]
fn gcp_3_image_beside_flavors() {
    let flavors = format!("capabilityFlavors: [{FLAVOR}]");
    assert_eq!(
        entry(&format!("{OLD}, {flavors}")),
        [format!("FieldValueForbidden {AT}.image")]
    );
    assert_eq!(
        pointed("gcp", VOCABULARY, &config(&format!("{OLD}, {flavors}"))),
        ["i/amd64"]
    );
    assert!(entry(&format!("image: '', {flavors}")).is_empty());
}

#[test]
fn gcp_4_flavors_against_the_vocabulary() {
    let flavors = |capabilities: &str| {
        entry(&format!(
            "capabilityFlavors: [{{image: x, capabilities: {capabilities}}}]"
        ))
    };
    let at = format!("{AT}.capabilityFlavors[0].capabilities");
    assert_eq!(
        flavors("{architecture: [amd64], net: [x]}"),
        [format!("FieldValueNotSupported {at}")]
    );
    assert_eq!(
        flavors("{architecture: [riscv]}"),
        [format!("FieldValueNotSupported {at}.architecture[0]")]
    );
    assert_eq!(
        flavors("{architecture: [amd64, arm64]}"),
        [format!("FieldValueInvalid {at}.architecture")]
    );
    assert!(flavors("{architecture: [amd64], boot: [bios]}").is_empty());
}

#[test]
fn gcp_5_flavor_without_an_image() {
    let flavor = |fields: &str| {
        config(&format!(
            "capabilityFlavors: [{{{fields}capabilities: {{architecture: [amd64]}}}}]"
        ))
    };
    let faults = [format!(
        "FieldValueRequired {AT}.capabilityFlavors[0].image"
    )];
    assert_eq!(validator("gcp", VOCABULARY, &flavor("")), faults);
    assert_eq!(pointed("gcp", VOCABULARY, &flavor("")), ["capabilities"]);
    assert_eq!(validator("gcp", VOCABULARY, &flavor("image: '', ")), faults);
    assert_eq!(pointed("gcp", VOCABULARY, &flavor("image: '', ")), ["''"]);
    assert!(validator("gcp", VOCABULARY, &flavor("image: x, ")).is_empty());
}

#[test]
fn gcp_6_architecture_beside_flavors() {
    let flavors = format!("capabilityFlavors: [{FLAVOR}]");
    assert_eq!(
        entry(&format!("architecture: amd64, {flavors}")),
        [format!("FieldValueForbidden {AT}.architecture")]
    );
    assert!(entry(&format!("architecture: '', {flavors}")).is_empty());
}

#[test]
fn gcp_7_architecture_of_the_legacy_format() {
    for architecture in ["riscv", "''"] {
        assert_eq!(
            entry(&format!("{OLD}, architecture: {architecture}")),
            [format!("FieldValueNotSupported {AT}.architecture")]
        );
    }
    assert!(entry(ARM64).is_empty());
    assert!(entry(OLD).is_empty());
}

#[test]
fn gcp_8_neither_format() {
    for fields in [
        "architecture: riscv",
        "image: ''",
        "image: null, capabilityFlavors: []",
    ] {
        assert_eq!(entry(fields), [format!("FieldValueRequired {AT}.image")]);
    }
    assert_eq!(
        pointed("gcp", VOCABULARY, &config("architecture: amd64")),
        ["version: 1.0.0"]
    );
    assert!(entry(OLD).is_empty());
}

#[test]
fn gcp_9_flavors_without_a_vocabulary() {
    let found = validator(
        "gcp",
        IMAGE,
        &config(&format!("{OLD}, capabilityFlavors: [{FLAVOR}]")),
    );
    assert_eq!(
        found,
        [format!("FieldValueForbidden {AT}.capabilityFlavors")]
    );
    assert!(
        validator(
            "gcp",
            IMAGE,
            &config(&format!("{OLD}, capabilityFlavors: []"))
        )
        .is_empty()
    );
}

#[test]
fn gcp_10_no_image_without_a_vocabulary() {
    assert_eq!(
        validator("gcp", "", &config("architecture: amd64")),
        [format!("FieldValueRequired {AT}.image")]
    );
    assert_eq!(
        validator("gcp", "", &config("image: ''")),
        [format!("FieldValueRequired {AT}.image")]
    );
    assert!(validator("gcp", "", &config(OLD)).is_empty());
}

#[test]
fn gcp_11_architecture_without_a_vocabulary() {
    for architecture in ["riscv", "''"] {
        let found = validator(
            "gcp",
            "",
            &config(&format!("{OLD}, architecture: {architecture}")),
        );
        assert_eq!(found, [format!("FieldValueNotSupported {AT}.architecture")]);
    }
    assert_eq!(
        pointed("gcp", "", &config(&format!("{OLD}, architecture: riscv"))),
        ["riscv"]
    );
    assert!(validator("gcp", "", &config(ARM64)).is_empty());
}

#[test]
fn a_fault_of_structure_does_not_hide_the_mapping() {
    let core = "  machineImages: [{name: other, versions: [{version: 1.0.0}]}]\n";
    let found = validator("gcp", core, &config("image: ''"));
    assert_eq!(
        found,
        [
            "FieldValueRequired spec.machineImages[0]".to_owned(),
            format!("FieldValueRequired {AT}.image")
        ]
    );
}

#[test]
fn gcp_12_image_not_in_provider_part() {
    let core = |name: &str| {
        format!("  machineImages: [{{name: {name}, versions: [{{version: 1.0.0}}]}}]\n")
    };
    assert_eq!(
        validator("gcp", &core("other"), &config(OLD)),
        ["FieldValueRequired spec.machineImages[0]"]
    );
    assert_eq!(pointed("gcp", &core("other"), &config(OLD)), ["other"]);
    assert!(validator("gcp", &core("gl"), &config(OLD)).is_empty());
    // Images without versions are skipped.
    assert!(
        validator(
            "gcp",
            "  machineImages: [{name: other, versions: []}]\n",
            &config(OLD)
        )
        .is_empty()
    );
}

#[test]
fn gcp_13_version_not_in_provider_part() {
    let other = core("[{architecture: [amd64]}]").replace("1.0.0", "2.0.0");
    assert_eq!(
        validator("gcp", &other, &config(OLD)),
        [format!("FieldValueRequired {CORE}")]
    );
    assert!(validator("gcp", &core("[{architecture: [amd64]}]"), &config(OLD)).is_empty());
}

#[test]
fn gcp_14_flavor_not_in_the_first_entry_with_flavors() {
    let arm64 = "{image: x, capabilities: {architecture: [arm64]}}";
    let new = |flavors: &str| format!("capabilityFlavors: [{flavors}]");
    let two = core("[{architecture: [amd64]}, {architecture: [arm64]}]");
    let missing = [format!("FieldValueRequired {CORE}.capabilityFlavors[1]")];
    assert_eq!(validator("gcp", &two, &config(&new(FLAVOR))), missing);
    assert_eq!(
        validator("gcp", &two, &entries(&[ARM64, &new(FLAVOR), &new(arm64)])),
        missing
    );
    assert!(validator("gcp", &two, &config(&new(&format!("{arm64}, {FLAVOR}")))).is_empty());
    // Which counts even where it has both formats.
    let found = validator("gcp", &two, &config(&format!("{OLD}, {}", new(FLAVOR))));
    assert_eq!(
        found,
        [
            format!("FieldValueForbidden {AT}.image"),
            missing[0].clone()
        ]
    );
}

#[test]
fn gcp_15_architecture_without_an_entry_in_the_legacy_format() {
    let two = core("[{architecture: [amd64], boot: [uefi]}, {architecture: [arm64]}]");
    assert_eq!(
        validator("gcp", &two, &config(OLD)),
        [format!("FieldValueRequired {CORE}.capabilityFlavors[1]")]
    );
    assert!(validator("gcp", &two, &entries(&[OLD, ARM64])).is_empty());
    // Every architecture of a flavor must have one.
    assert_eq!(
        validator("gcp", &core("[]"), &config(OLD)),
        [format!("FieldValueRequired {CORE}.capabilityFlavors[0]")]
    );
    // An entry without an image counts.
    let found = validator("gcp", &two, &entries(&[OLD, "architecture: arm64"]));
    assert_eq!(
        found,
        ["FieldValueRequired spec.providerConfig.machineImages[0].versions[1].image"]
    );
}

#[test]
fn gcp_16a_legacy_unknown_architecture() {
    let found = validator("gcp", &legacy("[amd64, riscv]"), &config(OLD));
    assert_eq!(
        found,
        [
            format!("FieldValueNotSupported {CORE}.architectures"),
            format!("FieldValueRequired {CORE}")
        ]
    );
    assert!(validator("gcp", &legacy("[amd64]"), &config(OLD)).is_empty());
}

#[test]
fn gcp_16b_legacy_architecture_without_an_entry() {
    assert_eq!(
        validator("gcp", &legacy("[amd64, arm64]"), &config(OLD)),
        [format!("FieldValueRequired {CORE}")]
    );
    assert_eq!(
        pointed("gcp", &legacy("[amd64, arm64]"), &config(OLD)),
        ["arm64"]
    );
    assert!(validator("gcp", &legacy("[amd64, arm64]"), &entries(&[OLD, ARM64])).is_empty());
    // Of a version that is not there at all, the version is pointed at, once.
    let other = legacy("[amd64, arm64]").replace("1.0.0", "2.0.0");
    assert_eq!(
        validator("gcp", &other, &config(OLD)),
        [format!("FieldValueRequired {CORE}")]
    );
    assert_eq!(pointed("gcp", &other, &config(OLD)), ["2.0.0"]);
}

#[test]
fn the_last_of_several_images_counts() {
    let images = |first: &str, second: &str| {
        let image =
            |fields: &str| format!("{{name: gl, versions: [{{version: 1.0.0, {fields}}}]}}");
        format!("    machineImages: [{}, {}]\n", image(first), image(second))
    };
    assert!(validator("gcp", IMAGE, &images(ARM64, OLD)).is_empty());
    assert_eq!(
        validator("gcp", IMAGE, &images(OLD, ARM64)),
        [format!("FieldValueRequired {CORE}")]
    );
}

#[test]
fn mutator_takes_the_first_entry_with_flavors() {
    let new = |capabilities: &str| {
        format!("capabilityFlavors: [{{image: x, capabilities: {capabilities}}}]")
    };
    let config = entries(&[OLD, &new("{boot: [grub, grub]}"), &new("{}")]);
    assert_eq!(
        mutated("gcp", &core("[{architecture: [amd64]}]"), &config),
        ["gl@1.0.0 {boot: [grub, grub]}"]
    );
}

#[test]
fn mutator_makes_one_flavor_an_architecture() {
    let config = entries(&[ARM64, OLD, "image: other", "architecture: riscv"]);
    assert_eq!(
        mutated("gcp", &core("[]"), &config),
        ["gl@1.0.0 {architecture: [amd64]} {architecture: [arm64]}"]
    );
}

#[test]
fn mutator_empties_what_has_no_format() {
    assert_eq!(
        mutated(
            "gcp",
            &core("[{boot: [uefi]}]"),
            &config("architecture: amd64")
        ),
        ["gl@1.0.0 "]
    );
    assert_eq!(
        mutated("gcp", &core("[{boot: [uefi]}]"), ""),
        ["gl@1.0.0 {boot: [uefi]}"]
    );
    // Nothing without a vocabulary.
    assert_eq!(mutated("gcp", IMAGE, &config(OLD)), ["gl@1.0.0 "]);
}

#[test]
fn trap_1_and_vector_2_the_mutator_overwrites_flavors() {
    let two = core("[{architecture: [amd64]}, {architecture: [arm64]}]");
    assert_eq!(
        mutated(
            "gcp",
            &two,
            &config(&format!("capabilityFlavors: [{FLAVOR}]"))
        ),
        ["gl@1.0.0 {architecture: [amd64]}"]
    );
}

#[test]
fn trap_2_what_only_the_provider_part_has_is_accepted() {
    let extra = format!(
        "    machineImages: [{{name: gl, versions: [{{version: 1.0.0, {OLD}}}, {{version: 1.0.0, \
         {ARM64}}}, {{version: 2.0.0, {OLD}}}]}}, {{name: other, versions: [{{version: 1.0.0, \
         {OLD}}}]}}]\n"
    );
    assert!(validator("gcp", IMAGE, &extra).is_empty());
}

#[test]
fn trap_22_an_empty_list_equals_only_an_empty_list() {
    let empty =
        config("capabilityFlavors: [{image: x, capabilities: {architecture: [amd64], boot: []}}]");
    assert!(validator("gcp", &core("[{architecture: [amd64], boot: []}]"), &empty).is_empty());
    assert_eq!(
        validator("gcp", &core("[{architecture: [amd64]}]"), &empty),
        [format!("FieldValueRequired {CORE}.capabilityFlavors[0]")]
    );
}

#[test]
fn trap_23_covering_is_not_enough() {
    let flavor = |boot: &str| {
        format!("{{image: x, capabilities: {{architecture: [amd64], boot: [{boot}]}}}}")
    };
    let both = config(&format!(
        "capabilityFlavors: [{}, {}]",
        flavor("uefi"),
        flavor("bios")
    ));
    let found = validator(
        "gcp",
        &core("[{architecture: [amd64], boot: [uefi, bios]}]"),
        &both,
    );
    assert_eq!(
        found,
        [format!("FieldValueRequired {CORE}.capabilityFlavors[0]")]
    );
    // Their order does not matter, and what is left out is all.
    let all = config(&format!("capabilityFlavors: [{}]", flavor("bios, uefi")));
    assert!(validator("gcp", &core("[{architecture: [amd64]}]"), &all).is_empty());
}

#[test]
fn trap_25_everything_is_compared_byte_by_byte() {
    assert_eq!(
        validator("gcp", &IMAGE.replace("gl", "GL"), &config(OLD)),
        ["FieldValueRequired spec.machineImages[0]"]
    );
    assert_eq!(
        validator("gcp", &IMAGE.replace("1.0.0", "v1.0.0"), &config(OLD)),
        [format!("FieldValueRequired {CORE}")]
    );
}

#[test]
fn trap_27_each_part_has_its_own_shape_of_flavors() {
    let why = undecodable(
        "gcp",
        &config("capabilityFlavors: [{architecture: [amd64]}]"),
        Webhook::Validator,
    );
    assert_eq!(
        why,
        Some(Undecodable::UnknownFields(vec![
            "machineImages[0].versions[0].capabilityFlavors[0].architecture".to_owned()
        ]))
    );
}

#[test]
fn trap_30_old_architectures_are_not_compared_with_the_vocabulary() {
    let core = "  machineCapabilities: [{name: architecture, values: [amd64]}]\n  machineImages: \
        [{name: gl, versions: [{version: 1.0.0}]}]\n";
    assert!(validator("gcp", core, &entries(&[OLD, ARM64])).is_empty());
    assert_eq!(
        mutated("gcp", core, &entries(&[OLD, ARM64])),
        ["gl@1.0.0 {architecture: [amd64]} {architecture: [arm64]}"]
    );
}

#[test]
fn trap_32_both_formats_hide_what_is_wrong_in_them_but_not_the_mapping() {
    let both =
        format!("{OLD}, architecture: riscv, capabilityFlavors: [{{capabilities: {{net: [x]}}}}]");
    assert_eq!(entry(&both), [format!("FieldValueForbidden {AT}.image")]);
    assert_eq!(
        validator("gcp", &core("[{architecture: [amd64]}]"), &config(&both)),
        [
            format!("FieldValueForbidden {AT}.image"),
            format!("FieldValueRequired {CORE}.capabilityFlavors[0]")
        ]
    );
}

const TYPES: &str = "  machineTypes: [{name: any}, {name: uefi, capabilities: {boot: [uefi]}}, \
    {name: net, capabilities: {boot: []}}]\n";

#[track_caller]
fn find(core: &str, config: &str, machine_type: &str, architecture: &str) -> String {
    look_up(
        "gcp",
        &format!("{core}{TYPES}"),
        config,
        ["gl", "1.0.0", "anywhere", machine_type, architecture],
    )
}

#[test]
fn look_up_says_what_is_missing() {
    let core = format!("{IMAGE}{TYPES}");
    let find = |worker| look_up("gcp", &core, &config(OLD), worker);
    assert_eq!(
        find(["gl", "1.0.0", "eu", "any", "amd64"]),
        "image i/amd64 {architecture: [amd64]}"
    );
    assert_eq!(find(["other", "1.0.0", "eu", "any", "amd64"]), "no image");
    assert_eq!(find(["gl", "1.0", "eu", "any", "amd64"]), "no version");
    assert_eq!(
        find(["gl", "1.0.0", "eu", "none", "amd64"]),
        "unknown machine type"
    );
    assert_eq!(
        find(["gl", "1.0.0", "eu", "any", "arm64"]),
        r#"incompatible in [["architecture"]]"#
    );
}

#[test]
fn look_up_merges_entries_of_both_formats_and_skips_those_without_an_image() {
    let two = core("[{architecture: [amd64]}, {architecture: [arm64]}]");
    let entries = entries(&[
        "architecture: amd64",
        ARM64,
        &format!("capabilityFlavors: [{FLAVOR}]"),
    ]);
    assert_eq!(
        find(&two, &entries, "uefi", "amd64"),
        "image i/new {architecture: [amd64]}"
    );
    assert_eq!(
        find(&two, &entries, "uefi", "arm64"),
        "image i/arm64 {architecture: [arm64]}"
    );
    assert_eq!(
        find(&two, &entries, "net", "amd64"),
        r#"incompatible in [["architecture", "boot"], ["boot"]]"#
    );
}

#[test]
fn look_up_goes_on_to_the_next_image_of_the_name() {
    let images = format!(
        "    machineImages: [{{name: gl, versions: [{{version: 1.0.0}}]}}, {{name: gl, versions: \
         [{{version: 1.0.0, {OLD}}}]}}]\n"
    );
    assert_eq!(
        find(IMAGE, &images, "any", "amd64"),
        "image i/amd64 {architecture: [amd64]}"
    );
}

#[test]
fn trap_6_and_vector_11_equal_flavors_are_accepted_and_cannot_be_told_apart() {
    let core = core("[{architecture: [amd64]}]");
    let twice = config(&format!("capabilityFlavors: [{FLAVOR}, {FLAVOR}]"));
    assert!(validator("gcp", &core, &twice).is_empty());
    assert_eq!(find(&core, &twice, "uefi", "amd64"), "2 flavors alike");
}
