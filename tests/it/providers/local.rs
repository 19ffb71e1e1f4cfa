//! local: the rows of its CloudProfile, NamespacedCloudProfile and look-up.

use cpcap::provider::part::{Undecodable, Webhook};

use super::run::{look_up, merged, mutated, pointed, undecodable};
use super::{VOCABULARY, child_validator, validator};

/// A profile without a vocabulary.
const IMAGE: &str = "  machineImages: [{name: gl, versions: [{version: 1.0.0}]}]\n";
/// The legacy format for it.
const OLD: &str = "    machineImages: [{name: gl, versions: [{version: 1.0.0, image: 'r/gl'}]}]\n";
/// The new format for one flavor.
const FLAVOR: &str = "{image: 'r/gl', capabilities: {architecture: [amd64]}}";
const AT: &str = "spec.providerConfig.machineImages";

/// One version with these fields in `providerConfig`.
fn config(fields: &str) -> String {
    format!("    machineImages: [{{name: gl, versions: [{{version: 1.0.0, {fields}}}]}}]\n")
}

/// One version with these flavors in the core part, under the vocabulary.
fn core(flavors: &str) -> String {
    format!(
        "{VOCABULARY}  machineImages: [{{name: gl, versions: [{{version: 1.0.0, \
         capabilityFlavors: {flavors}}}]}}]\n"
    )
}

#[test]
fn no_provider_config() {
    assert_eq!(
        validator("local", IMAGE, ""),
        ["FieldValueRequired spec.providerConfig"]
    );
}

#[test]
fn decoding_is_strict() {
    let why = |config: &str| undecodable("local", config, Webhook::Validator);
    assert_eq!(
        why("    machineImages: [{name: gl, regions: []}]\n"),
        Some(Undecodable::UnknownFields(vec![
            "machineImages[0].regions".to_owned()
        ]))
    );
    assert_eq!(
        why("    machineImages: [{name: gl, versions: [{version: 1}]}]\n"),
        Some(Undecodable::Value)
    );
    assert_eq!(
        why("  providerConfig: {machineImages: []}\n"),
        Some(Undecodable::Kind)
    );
    assert_eq!(why("    loadBalancer: {image: envoy}\n"), None);
}

#[test]
fn loc_1_no_provider_images() {
    assert_eq!(
        validator("local", IMAGE, "    machineImages: []\n"),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(validator("local", IMAGE, OLD).is_empty());
}

#[test]
fn loc_2_name_empty() {
    let named = |name: &str| {
        format!(
            "    machineImages: [{{name: '{name}', versions: [{{version: 1.0.0, image: i}}]}}]\n"
        )
    };
    assert_eq!(
        validator("local", "", &named("")),
        [format!("FieldValueRequired {AT}[0].name")]
    );
    assert!(validator("local", "", &named("gl")).is_empty());
}

#[test]
fn loc_3_no_versions() {
    for list in ["[]", "null"] {
        let found = validator(
            "local",
            "",
            &format!("    machineImages: [{{name: gl, versions: {list}}}]\n"),
        );
        assert_eq!(found, [format!("FieldValueRequired {AT}[0].versions")]);
    }
    assert!(validator("local", "", OLD).is_empty());
}

#[test]
fn loc_4_version_empty() {
    let version = |text: &str| {
        format!("    machineImages: [{{name: gl, versions: [{{version: '{text}', image: i}}]}}]\n")
    };
    assert_eq!(
        validator("local", "", &version("")),
        [format!("FieldValueRequired {AT}[0].versions[0].version")]
    );
    assert!(validator("local", "", &version("1.0.0")).is_empty());
}

#[test]
fn loc_5_image_beside_a_vocabulary() {
    let flavors = format!("capabilityFlavors: [{FLAVOR}]");
    let found = validator(
        "local",
        &core("[{architecture: [amd64]}]"),
        &config(&format!("image: i, {flavors}")),
    );
    assert_eq!(
        found,
        [format!("FieldValueForbidden {AT}[0].versions[0].image")]
    );
    assert_eq!(
        validator("local", VOCABULARY, &config("image: i")),
        [format!("FieldValueForbidden {AT}[0].versions[0].image")]
    );
    assert!(
        validator(
            "local",
            &core("[{architecture: [amd64]}]"),
            &config(&format!("image: '', {flavors}"))
        )
        .is_empty()
    );
}

#[test]
fn loc_6_flavor_without_image() {
    let found = |image: &str| {
        validator(
            "local",
            VOCABULARY,
            &config(&format!(
                "capabilityFlavors: [{{capabilities: {{architecture: [amd64]}}{image}}}]"
            )),
        )
    };
    for nothing in ["", ", image: ''", ", image: null"] {
        assert_eq!(
            found(nothing),
            [format!(
                "FieldValueRequired {AT}[0].versions[0].capabilityFlavors[0].image"
            )]
        );
    }
    assert!(found(", image: i").is_empty());
}

#[test]
fn loc_7_flavor_against_the_vocabulary() {
    let at = format!("{AT}[0].versions[0].capabilityFlavors[0].capabilities");
    let found = |capabilities: &str| {
        validator(
            "local",
            VOCABULARY,
            &config(&format!(
                "capabilityFlavors: [{{image: i, capabilities: {capabilities}}}]"
            )),
        )
    };
    assert_eq!(
        found("{architecture: [amd64], disk: [nvme]}"),
        [format!("FieldValueNotSupported {at}")]
    );
    assert_eq!(
        found("{architecture: [riscv]}"),
        [format!("FieldValueNotSupported {at}.architecture[0]")]
    );
    assert_eq!(
        found("{boot: [uefi]}"),
        [format!("FieldValueInvalid {at}.architecture")]
    );
    assert!(found("{architecture: [arm64], boot: [uefi]}").is_empty());
}

#[test]
fn loc_8_legacy_without_image() {
    for nothing in ["image: ''", "image: null"] {
        assert_eq!(
            validator("local", "", &config(nothing)),
            [format!("FieldValueRequired {AT}[0].versions[0].image")]
        );
    }
    assert!(validator("local", "", &config("image: i")).is_empty());
}

#[test]
fn loc_9_legacy_with_flavors() {
    let found = validator(
        "local",
        "",
        &config(&format!("image: i, capabilityFlavors: [{FLAVOR}]")),
    );
    assert_eq!(
        found,
        [format!(
            "FieldValueForbidden {AT}[0].versions[0].capabilityFlavors"
        )]
    );
    assert!(validator("local", "", &config("image: i, capabilityFlavors: []")).is_empty());
}

#[test]
fn structure_stops_the_comparison() {
    let two = "  machineImages: [{name: other, versions: [{version: 1.0.0}]}]\n";
    assert_eq!(
        validator("local", two, &config("image: ''")),
        [format!("FieldValueRequired {AT}[0].versions[0].image")]
    );
    assert_eq!(
        validator("local", two, &config("image: i")),
        [format!("FieldValueRequired {AT}[0]")]
    );
}

#[test]
fn loc_10_image_not_in_provider_part() {
    let core = "  machineImages: [{name: none, versions: []}, \
        {name: gl, versions: [{version: 1.0.0}]}, {name: other, versions: [{version: 1.0.0}]}]\n";
    // The position is that of the core image.
    assert_eq!(
        validator("local", core, OLD),
        [format!("FieldValueRequired {AT}[2]")]
    );
    assert_eq!(pointed("local", core, OLD), ["other"]);
    assert!(validator("local", IMAGE, OLD).is_empty());
}

#[test]
fn loc_11_version_not_in_provider_part() {
    let core = |version| {
        format!(
            "{VOCABULARY}  machineImages: [{{name: gl, versions: [{{version: 1.0.0, \
             capabilityFlavors: [{{architecture: [amd64]}}]}}{version}]}}]\n"
        )
    };
    let config = config(&format!("capabilityFlavors: [{FLAVOR}]"));
    assert_eq!(
        validator("local", &core(", {version: 2.0.0}"), &config),
        [format!("FieldValueRequired {AT}[0].versions[1]")]
    );
    assert!(validator("local", &core(""), &config).is_empty());
}

#[test]
fn loc_12_flavor_without_equal() {
    let config = config(&format!("capabilityFlavors: [{FLAVOR}]"));
    let found = validator(
        "local",
        &core("[{architecture: [amd64]}, {architecture: [arm64]}]"),
        &config,
    );
    assert_eq!(
        found,
        [format!(
            "FieldValueRequired {AT}[0].versions[0].capabilityFlavors[1]"
        )]
    );
    assert!(
        validator(
            "local",
            &core("[{architecture: [amd64], boot: [bios, uefi]}]"),
            &config
        )
        .is_empty()
    );
    let extra = self::config(&format!(
        "capabilityFlavors: [{FLAVOR}, {{image: i, capabilities: {{architecture: [arm64]}}}}]"
    ));
    assert!(validator("local", &core("[{architecture: [amd64]}]"), &extra).is_empty());
}

#[test]
fn loc_12_a_version_with_neither_format_has_no_flavor() {
    let found = validator(
        "local",
        &core("[{architecture: [amd64]}]"),
        &config("capabilityFlavors: []"),
    );
    assert_eq!(
        found,
        [format!(
            "FieldValueRequired {AT}[0].versions[0].capabilityFlavors[0]"
        )]
    );
}

#[test]
fn vector_1_nothing_overwrites_core_flavors() {
    let core = core("[{architecture: [amd64]}, {architecture: [arm64]}]");
    let config = config(&format!("capabilityFlavors: [{FLAVOR}]"));
    assert_eq!(
        mutated("local", &core, &config),
        ["gl@1.0.0 {architecture: [amd64]} {architecture: [arm64]}"]
    );
    assert_eq!(
        validator("local", &core, &config),
        [format!(
            "FieldValueRequired {AT}[0].versions[0].capabilityFlavors[1]"
        )]
    );
}

#[test]
fn vector_3_and_trap_23_covering_is_not_enough() {
    let core = "  machineCapabilities: [{name: architecture, values: [amd64]}, \
        {name: foo, values: [a, b]}]\n\x20 machineImages: \
        [{name: gl, versions: [{version: 1.0.0}]}]\n";
    let flavor =
        |foo: &str| format!("{{image: i, capabilities: {{architecture: [amd64], foo: {foo}}}}}");
    let two = config(&format!(
        "capabilityFlavors: [{}, {}]",
        flavor("[a]"),
        flavor("[b]")
    ));
    assert_eq!(
        validator("local", core, &two),
        [format!(
            "FieldValueRequired {AT}[0].versions[0].capabilityFlavors[0]"
        )]
    );
    assert!(
        validator(
            "local",
            core,
            &config(&format!("capabilityFlavors: [{}]", flavor("[b, a, a]")))
        )
        .is_empty()
    );
    // Silence is everything.
    assert!(validator("local", core, &config("capabilityFlavors: [{image: i}]")).is_empty());
}

#[test]
fn vector_4_and_trap_8_legacy_versions_are_not_compared() {
    let other = "    machineImages: [{name: gl, versions: [{version: 2.0.0, image: i}]}]\n";
    assert!(validator("local", IMAGE, other).is_empty());
}

#[test]
fn the_last_of_several_entries_counts() {
    let twice = |first: &str, second: &str| {
        let entry = |architecture: &str| {
            format!(
                "{{version: 1.0.0, capabilityFlavors: [{{image: i, capabilities: {{architecture: \
                 [{architecture}]}}}}]}}"
            )
        };
        format!(
            "    machineImages: [{{name: gl, versions: [{}, {}]}}]\n",
            entry(first),
            entry(second)
        )
    };
    assert!(
        validator(
            "local",
            &core("[{architecture: [amd64]}]"),
            &twice("arm64", "amd64")
        )
        .is_empty()
    );
    let found = validator(
        "local",
        &core("[{architecture: [amd64]}]"),
        &twice("amd64", "arm64"),
    );
    assert_eq!(
        found,
        [format!(
            "FieldValueRequired {AT}[0].versions[0].capabilityFlavors[0]"
        )]
    );
}

/// The errors of a child under a parent with `gl@1.0.0`, without or with the vocabulary.
#[track_caller]
fn child(vocabulary: bool, core: &str, config: &str) -> Vec<String> {
    let (parent, of_parent) = if vocabulary {
        (
            self::core("[{architecture: [amd64]}]"),
            self::config(&format!("capabilityFlavors: [{FLAVOR}]")),
        )
    } else {
        (IMAGE.to_owned(), OLD.to_owned())
    };
    child_validator("local", &parent, &of_parent, core, config)
}

const SECOND: &str =
    "  machineImages: [{name: gl, versions: [{version: 2.0.0, architectures: [amd64]}]}]\n";

/// `providerConfig` of version 2.0.0 with these fields.
fn second(fields: &str) -> String {
    format!("    machineImages: [{{name: gl, versions: [{{version: 2.0.0, {fields}}}]}}]\n")
}

#[test]
fn nc0_no_config_is_an_empty_one() {
    assert!(child(false, "", "").is_empty());
    assert!(child(true, "", "    machineImages: []\n").is_empty());
}

#[test]
fn trap_9_nothing_else_of_a_childs_config_is_validated() {
    // Neither names nor images nor values nor the correspondence of flavors.
    for fields in [
        "image: ''",
        "capabilityFlavors: [{capabilities: {disk: [nvme]}}]",
        "image: i, capabilityFlavors: [{image: i}]",
    ] {
        for vocabulary in [false, true] {
            assert!(
                child(vocabulary, SECOND, &second(fields)).is_empty(),
                "{fields}"
            );
        }
    }
}

#[test]
fn nc1_image_is_nowhere() {
    let other =
        "  machineImages: [{name: other, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";
    assert_eq!(
        child(false, other, ""),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(
        child(
            false,
            other,
            "    machineImages: [{name: other, versions: [{version: 1.0.0, image: i}]}]\n"
        )
        .is_empty()
    );
}

#[test]
fn nc2_version_is_nowhere() {
    assert_eq!(
        child(false, SECOND, ""),
        [format!("FieldValueRequired {AT}")]
    );
    assert!(child(false, SECOND, &second("image: i")).is_empty());
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
fn nc5_version_of_the_parent_in_the_provider_part() {
    assert_eq!(
        child(false, IMAGE, OLD),
        [format!("FieldValueForbidden {AT}[0].versions[0]")]
    );
}

#[test]
fn nc6_image_that_the_child_does_not_name() {
    assert_eq!(
        child(false, "", &second("image: i")),
        [format!("FieldValueRequired {AT}[0]")]
    );
}

#[test]
fn nc7_version_that_the_child_does_not_name() {
    let config = "    machineImages: [{name: gl, versions: [{version: 2.0.0, image: i}, \
        {version: 3.0.0, image: i}]}]\n";
    assert_eq!(
        child(false, SECOND, config),
        [format!("FieldValueInvalid {AT}[0].versions[1]")]
    );
}

#[test]
fn merging_brings_the_child_into_the_format_of_its_parent() {
    let flavors = config(&format!("capabilityFlavors: [{FLAVOR}]"));
    assert_eq!(
        merged(
            "local",
            [&core("[{architecture: [amd64]}]"), SECOND],
            [&flavors, &second("image: 'r/new'")]
        )
        .to_string(),
        r#"[{"name":"gl","versions":[{"capabilityFlavors":[{"capabilities":{"architecture":["amd64"]},"image":"r/gl"}],"version":"1.0.0"},{"capabilityFlavors":[{"image":"r/new"}],"version":"2.0.0"}]}]"#
    );
    // Under a parent without a vocabulary the first flavor is all that remains.
    let own = second(&format!("capabilityFlavors: [{FLAVOR}, {{image: lost}}]"));
    let merged = merged("local", [IMAGE, SECOND], [OLD, &own]);
    assert_eq!(merged[0]["versions"][1]["image"], "r/gl");
    assert!(merged[0]["versions"][1]["capabilityFlavors"].is_null());
}

#[test]
fn merging_replaces_by_version() {
    let own = "    machineImages: [{name: gl, versions: [{version: 1.0.0, image: first}, \
        {version: 1.0.0, image: last}]}]\n";
    assert_eq!(
        merged("local", [IMAGE, ""], [OLD, own]).to_string(),
        r#"[{"name":"gl","versions":[{"capabilityFlavors":null,"image":"last","version":"1.0.0"}]}]"#
    );
}

const TYPES: &str = "  machineTypes: [{name: any}, {name: arm, architecture: arm64}, \
    {name: bios, capabilities: {boot: [bios]}}]\n";

fn worker(machine_type: &str) -> [&str; 5] {
    ["gl", "1.0.0", "anywhere", machine_type, "amd64"]
}

#[test]
fn look_up_without_a_vocabulary_takes_the_first_entry_whatever_the_machine_type() {
    let core = format!("{IMAGE}{TYPES}");
    assert_eq!(look_up("local", &core, OLD, worker("any")), "image r/gl {}");
    assert_eq!(look_up("local", &core, OLD, worker("arm")), "image r/gl {}");
    let twice = "    machineImages: [{name: gl, versions: [{version: 1.0.0, image: first}, \
        {version: 1.0.0, image: last}]}]\n";
    assert_eq!(
        look_up("local", &core, twice, worker("any")),
        "image first {}"
    );
    assert_eq!(
        look_up(
            "local",
            &core,
            OLD,
            ["gl", "2.0.0", "anywhere", "any", "amd64"]
        ),
        "no version"
    );
    assert_eq!(
        look_up(
            "local",
            &core,
            OLD,
            ["other", "1.0.0", "anywhere", "any", "amd64"]
        ),
        "no image"
    );
}

#[test]
fn look_up_with_a_vocabulary_chooses_among_the_flavors_of_the_first_entry() {
    let core = format!("{}{TYPES}", core("[]"));
    let flavor = |image: &str, boot: &str| {
        format!("{{image: {image}, capabilities: {{architecture: [amd64], boot: [{boot}]}}}}")
    };
    let entry = |flavors: &str| format!("{{version: 1.0.0, capabilityFlavors: [{flavors}]}}");
    let both = format!("{}, {}", flavor("b", "bios"), flavor("u", "uefi"));
    let config =
        |entries: &str| format!("    machineImages: [{{name: gl, versions: [{entries}]}}]\n");
    assert_eq!(
        look_up("local", &core, &config(&entry(&both)), worker("bios")),
        "image b {architecture: [amd64], boot: [bios]}"
    );
    assert_eq!(
        look_up("local", &core, &config(&entry(&both)), worker("none")),
        "unknown machine type"
    );
    let twice = format!(
        "{}, {}",
        entry(&flavor("u", "uefi")),
        entry(&flavor("b", "bios"))
    );
    assert_eq!(
        look_up("local", &core, &config(&twice), worker("bios")),
        r#"incompatible in [["boot"]]"#
    );
    // An entry without flavors decides too.
    let none_first = format!("{}, {}", entry(""), entry(&both));
    assert_eq!(
        look_up("local", &core, &config(&none_first), worker("bios")),
        "incompatible in []"
    );
}

#[test]
fn trap_28_machine_types_without_an_architecture_have_all() {
    let core = format!("{}{TYPES}", core("[]"));
    let flavor = |image: &str, architecture: &str| {
        format!("{{image: {image}, capabilities: {{architecture: [{architecture}]}}}}")
    };
    let config = config(&format!(
        "capabilityFlavors: [{}, {}]",
        flavor("arm", "arm64"),
        flavor("amd", "amd64")
    ));
    // The architecture of the pool does not matter, the order of the vocabulary does.
    assert_eq!(
        look_up(
            "local",
            &core,
            &config,
            ["gl", "1.0.0", "anywhere", "bios", "arm64"]
        ),
        "image amd {architecture: [amd64]}"
    );
}
