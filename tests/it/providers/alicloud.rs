//! The rows of alicloud.

use cpcap::provider::part::Webhook;

use crate::providers::run::{artifact, merged, mutated, pointed, undecodable};
use crate::providers::{VOCABULARY, child_validator, validator};

const AMD64: &str = "capabilityFlavors: [{architecture: [amd64]}]";
const NEW_AMD64: &str =
    "capabilityFlavors: [{capabilities: {architecture: [amd64]}, regions: [{name: eu, id: a}]}]";
const OLD: &str = "regions: [{name: eu, id: a}]";
const OF_VERSION: [&str; 1] = ["FieldValueRequired spec.machineImages[0].versions[0]"];
const OF_FLAVOR: [&str; 1] =
    ["FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[0]"];

/// A part with gl@1.0.0 that has these fields.
fn version(fields: &str) -> String {
    format!("    machineImages: [{{name: gl, versions: [{{version: 1.0.0, {fields}}}]}}]\n")
}

/// Faults of such a version, below a vocabulary or not, with no image in the core part.
fn structure(core: &str, fields: &str) -> Vec<String> {
    let found = validator("alicloud", core, &version(fields));
    found
        .iter()
        .map(|fault| {
            fault
                .replace("spec.providerConfig.machineImages[0].versions[0]", "")
                .replace("FieldValue", "")
        })
        .collect()
}

/// A core part with gl@1.0.0 that has these fields.
fn core(fields: &str) -> String {
    format!("  machineImages: [{{name: gl, versions: [{{version: 1.0.0, {fields}}}]}}]\n")
}

/// The same below the vocabulary.
fn capable(fields: &str) -> String {
    format!("{VOCABULARY}{}", core(fields))
}

#[test]
fn ali_1_no_provider_images() {
    assert_eq!(
        validator("alicloud", "", "    machineImages: []\n"),
        ["FieldValueRequired spec.providerConfig.machineImages"]
    );
    assert_eq!(
        validator("alicloud", "", ""),
        ["FieldValueRequired spec.providerConfig"]
    );
    assert!(validator("alicloud", "", &version(OLD)).is_empty());
}

#[test]
fn ali_2_names_of_images_and_versions() {
    let images = |images: &str| {
        let found = validator("alicloud", "", &format!("    machineImages: [{images}]\n"));
        found
            .iter()
            .map(|fault| fault.replace("FieldValueRequired spec.providerConfig.machineImages", ""))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        images(&format!("{{versions: [{{version: '1', {OLD}}}]}}")),
        ["[0].name"]
    );
    assert_eq!(images("{name: gl}"), ["[0].versions"]);
    assert_eq!(
        images(&format!("{{name: gl, versions: [{{version: '', {OLD}}}]}}")),
        ["[0].versions[0].version"]
    );
    assert!(
        images(&format!(
            "{{name: gl, versions: [{{version: '1', {OLD}}}]}}"
        ))
        .is_empty()
    );
}

#[test]
fn ali_3_both_formats() {
    // Neither is looked into (T32).
    let both = "regions: [{name: eu}], capabilityFlavors: [{capabilities: {bogus: [x]}}]";
    assert_eq!(structure(VOCABULARY, both), ["Forbidden .regions"]);
    assert!(structure(VOCABULARY, NEW_AMD64).is_empty());
}

#[test]
fn ali_4_flavors_against_the_vocabulary() {
    let flavor = |capabilities: &str| {
        structure(
            VOCABULARY,
            &format!(
                "capabilityFlavors: [{{capabilities: {capabilities}, regions: [{{name: eu, id: \
                 a}}]}}]"
            ),
        )
    };
    assert_eq!(
        flavor("{architecture: [amd64], bogus: [x]}"),
        ["NotSupported .capabilityFlavors[0].capabilities"]
    );
    assert_eq!(
        flavor("{architecture: [riscv]}"),
        ["NotSupported .capabilityFlavors[0].capabilities.architecture[0]"]
    );
    assert_eq!(
        flavor("{boot: [uefi]}"),
        ["Invalid .capabilityFlavors[0].capabilities.architecture"]
    );
    assert!(flavor("{architecture: [arm64], boot: [uefi]}").is_empty());
}

#[test]
fn ali_5_no_regions() {
    assert_eq!(structure("", ""), ["Required .regions"]);
    assert_eq!(structure(VOCABULARY, ""), ["Required .regions"]);
    let flavor = "capabilityFlavors: [{capabilities: {architecture: [amd64]}}]";
    assert_eq!(
        structure(VOCABULARY, flavor),
        ["Required .capabilityFlavors[0].regions"]
    );
    assert!(structure(VOCABULARY, OLD).is_empty());
}

#[test]
fn ali_6_region_without_a_name() {
    assert_eq!(
        structure("", "regions: [{name: eu, id: a}, {id: a}]"),
        ["Required .regions[1].name"]
    );
    assert_eq!(
        structure(VOCABULARY, &NEW_AMD64.replace("name: eu, ", "")),
        ["Required .capabilityFlavors[0].regions[0].name"]
    );
    assert!(structure("", OLD).is_empty());
}

#[test]
fn ali_7_region_without_an_id() {
    assert_eq!(
        structure("", "regions: [{name: eu, id: ''}]"),
        ["Required .regions[0].id"]
    );
    assert_eq!(
        structure(VOCABULARY, &NEW_AMD64.replace(", id: a", "")),
        ["Required .capabilityFlavors[0].regions[0].id"]
    );
    assert!(structure(VOCABULARY, NEW_AMD64).is_empty());
}

#[test]
fn ali_8_flavors_without_a_vocabulary() {
    assert_eq!(
        structure("", &format!("{OLD}, {NEW_AMD64}")),
        ["Forbidden .capabilityFlavors"]
    );
    assert_eq!(
        structure("", NEW_AMD64),
        ["Forbidden .capabilityFlavors", "Required .regions"]
    );
    assert!(structure("", OLD).is_empty());
}

#[test]
fn ali_9_image_not_in_provider_part() {
    let core = "  machineImages: [{name: other, versions: [{version: 1.0.0}]}, \
        {name: empty, versions: []}]\n";
    assert_eq!(
        validator("alicloud", core, &version(OLD)),
        ["FieldValueRequired spec.machineImages[0]"]
    );
    assert!(validator("alicloud", &core.replace("other", "gl"), &version(OLD)).is_empty());
}

#[test]
fn ali_10_version_not_in_provider_part() {
    let found = |core: &str| validator("alicloud", core, &version(OLD));
    for core in [core(""), capable(AMD64)] {
        assert_eq!(found(&core.replace("1.0.0", "2.0.0")), OF_VERSION);
        assert!(found(&core).is_empty());
    }
}

#[test]
fn ali_11_flavor_without_an_equal_one() {
    let found = |core: &str| validator("alicloud", core, &version(NEW_AMD64));
    assert_eq!(
        found(&capable(
            "capabilityFlavors: [{architecture: [amd64], boot: [uefi]}]"
        )),
        OF_FLAVOR
    );
    assert!(
        found(&capable(
            "capabilityFlavors: [{architecture: [amd64], boot: [bios, uefi]}]"
        ))
        .is_empty()
    );
}

#[test]
fn ali_12_the_legacy_format_is_for_amd64() {
    let found = |core: &str| validator("alicloud", core, &version(OLD));
    assert_eq!(
        found(&capable("capabilityFlavors: [{architecture: [arm64]}]")),
        OF_FLAVOR
    );
    // All architectures of a flavor count.
    assert_eq!(
        found(&capable(
            "capabilityFlavors: [{architecture: [amd64, arm64]}]"
        )),
        OF_FLAVOR
    );
    // T24: other capabilities do not matter.
    assert!(
        found(&capable(
            "capabilityFlavors: [{architecture: [amd64], boot: [uefi]}]"
        ))
        .is_empty()
    );
}

#[test]
fn ali_13_neither_format() {
    let found = validator("alicloud", &capable(AMD64), &version(""));
    assert_eq!(
        found,
        [
            OF_FLAVOR[0],
            "FieldValueRequired spec.providerConfig.machineImages[0].versions[0].regions"
        ]
    );
    assert!(validator("alicloud", &capable(AMD64), &version(OLD)).is_empty());
}

#[test]
fn architectures_are_not_looked_at_without_a_vocabulary() {
    // T18.
    assert!(validator("alicloud", &core("architectures: [arm64]"), &version(OLD)).is_empty());
    assert_eq!(
        artifact(
            "alicloud",
            &core("architectures: [arm64]"),
            &version(OLD),
            "eu",
            "arm"
        ),
        "id a {}"
    );
}

#[test]
fn faults_point_at_values_and_at_the_nearest_key_of_what_is_missing() {
    let found = pointed(
        "alicloud",
        &core(""),
        "    machineImages: [{name: gl, versions: [{version: 2.0.0}, \
         {version: 3.0.0, regions: [{name: ''}]}]}]\n",
    );
    assert_eq!(found, ["version: 2.0.0", "''", "name: ''", "1.0.0"]);
}

#[test]
fn strict_decoding() {
    let decode = |part: &str| {
        undecodable("alicloud", part, Webhook::Validator).map(|why| format!("{why:?}"))
    };
    let why = |fields: &str| decode(&version(fields));
    let architecture = "regions: [{name: eu, id: a, architecture: amd64}]";
    assert_eq!(
        why(architecture).unwrap(),
        "UnknownFields([\"machineImages[0].versions[0].regions[0].architecture\"])"
    );
    assert_eq!(why("regions: [{name: eu, id: 1}]").unwrap(), "Value");
    assert_eq!(why(OLD), None);
    // There is no WorkerConfig.
    let header = "apiVersion: alicloud.provider.extensions.gardener.cloud/v1alpha1, kind";
    assert_eq!(
        decode(&format!("  providerConfig: {{{header}: WorkerConfig}}\n")).unwrap(),
        "Kind"
    );
    assert_eq!(
        decode(&format!(
            "  providerConfig: {{{header}: CloudProfileConfig}}\n"
        )),
        None
    );
}

#[test]
fn mutation_overwrites_what_the_core_part_says() {
    // T1, T18.
    let core = capable(
        "capabilityFlavors: [{architecture: [arm64], boot: [uefi]}, {architecture: [amd64]}]",
    );
    assert_eq!(
        mutated("alicloud", &core, &version(NEW_AMD64)),
        ["gl@1.0.0 {architecture: [amd64]}"]
    );
    assert_eq!(
        mutated(
            "alicloud",
            &core,
            &version("regions: [{name: eu, id: a}, {name: us, id: b}]")
        ),
        ["gl@1.0.0 {architecture: [amd64]}"]
    );
    // Neither format: as it was.
    assert_eq!(
        mutated("alicloud", &core, &version("")),
        ["gl@1.0.0 {architecture: [arm64], boot: [uefi]} {architecture: [amd64]}"]
    );
}

#[test]
fn the_last_entry_of_a_version_is_compared_and_the_first_is_looked_up() {
    // T6.
    let other = NEW_AMD64
        .replace("amd64", "arm64")
        .replace("id: a", "id: b");
    let config = format!(
        "    machineImages: [{{name: gl, versions: [{{version: 1.0.0}}, {{version: 1.0.0, \
         {NEW_AMD64}}}, {{version: 1.0.0, {other}}}]}}]\n"
    );
    let found = validator("alicloud", &capable(AMD64), &config);
    assert_eq!(
        found,
        [
            OF_FLAVOR[0],
            "FieldValueRequired spec.providerConfig.machineImages[0].versions[0].regions"
        ]
    );
    // Entries in neither format are passed over; the others are not merged.
    assert_eq!(
        artifact("alicloud", &capable(AMD64), &config, "eu", "any"),
        "id a {architecture: [amd64]}"
    );
    assert_eq!(
        artifact("alicloud", &capable(AMD64), &config, "eu", "arm"),
        r#"incompatible in [["architecture"]]"#
    );
}

#[test]
fn look_up_below_a_vocabulary() {
    let find = |fields: &str, region: &str, machine_type: &str| {
        artifact(
            "alicloud",
            &capable(AMD64),
            &version(fields),
            region,
            machine_type,
        )
    };
    // Of several mappings of a region the last counts.
    assert_eq!(
        find(
            "regions: [{name: eu, id: a}, {name: eu, id: b}]",
            "eu",
            "any"
        ),
        "id b {architecture: [amd64]}"
    );
    assert_eq!(
        find(OLD, "eu", "arm"),
        r#"incompatible in [["architecture"]]"#
    );
    // The version that decides has nothing there.
    assert_eq!(find(OLD, "us", "any"), "incompatible in []");
    assert_eq!(find("", "eu", "any"), "nowhere");
    assert_eq!(
        find("regions: [{name: eu, id: ''}]", "eu", "any"),
        "nameless"
    );
}

#[test]
fn machine_types_are_not_completed_by_the_pool() {
    let arm64 = "{capabilities: {architecture: [arm64]}, regions: [{name: eu, id: b}]}";
    let flavors = NEW_AMD64.replace(
        "capabilityFlavors: [",
        &format!("capabilityFlavors: [{arm64}, "),
    );
    // A type that says nothing takes the preferred architecture, whatever that of the pool.
    assert_eq!(
        artifact("alicloud", &capable(AMD64), &version(&flavors), "eu", "any"),
        "id a {architecture: [amd64]}"
    );
    assert_eq!(
        artifact("alicloud", &capable(AMD64), &version(&flavors), "eu", "arm"),
        "id b {architecture: [arm64]}"
    );
}

#[test]
fn look_up_without_a_vocabulary_is_direct() {
    let config = "    machineImages: \
        [{name: gl, versions: [{version: 1.0.0, regions: [{name: us, id: x}]}, \
        {version: 1.0.0, regions: [{name: eu, id: ''}, {name: eu, id: b}]}]}]\n";
    let find = |region: &str, machine_type: &str| {
        artifact("alicloud", &core(""), config, region, machine_type)
    };
    // The first mapping of all entries, even if it names nothing; for any machine type, also one
    // that is not there.
    assert_eq!(find("eu", "any"), "id  {}");
    assert_eq!(find("us", "arm"), "id x {}");
    assert_eq!(find("us", "nobody"), "id x {}");
    assert_eq!(find("cn", "any"), "only elsewhere");
}

/// Under a parent with gl@1.0.0: a child with gl@1.0.1 in the core part and in `providerConfig`.
fn child(parent: &str, own: &str, config: &str) -> Vec<String> {
    let (own, config) = (
        core(own).replace("1.0.0", "1.0.1"),
        version(config).replace("1.0.0", "1.0.1"),
    );
    child_validator("alicloud", parent, &version(OLD), &own, &config)
}

const FORBIDDEN: &str = "FieldValueForbidden spec.providerConfig.machineImages";
const REQUIRED: &str = "FieldValueRequired spec.providerConfig.machineImages";

#[test]
fn child_under_a_legacy_parent_is_not_compared() {
    assert!(
        child(
            &core("architectures: [amd64]"),
            "architectures: [amd64, arm64]",
            OLD
        )
        .is_empty()
    );
    // But its structure is.
    let found = child(
        &core("architectures: [amd64]"),
        "architectures: [amd64]",
        "",
    );
    assert_eq!(
        found,
        ["FieldValueRequired spec.providerConfig.machineImages[0].versions[0].regions"]
    );
}

#[test]
fn child_in_the_legacy_format_is_for_amd64() {
    let parent = capable(AMD64);
    assert!(child(&parent, AMD64, OLD).is_empty());
    assert_eq!(
        child(&parent, "capabilityFlavors: [{architecture: [arm64]}]", OLD),
        [FORBIDDEN, REQUIRED]
    );
    assert_eq!(
        child(
            &parent,
            "capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]",
            OLD
        ),
        [REQUIRED]
    );
    // All architectures of a flavor count.
    assert_eq!(
        child(
            &parent,
            "capabilityFlavors: [{architecture: [amd64, arm64]}]",
            OLD
        ),
        [REQUIRED]
    );
}

#[test]
fn child_in_neither_format_lacks_every_flavor() {
    let found = child(
        &capable(AMD64),
        "capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]",
        "",
    );
    assert_eq!(
        found,
        [
            REQUIRED,
            REQUIRED,
            "FieldValueRequired spec.providerConfig.machineImages[0].versions[0].regions"
        ]
    );
}

#[test]
fn child_flavors_are_compared_both_ways_and_by_region() {
    let parent = capable(AMD64);
    let two = "capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]";
    let flavor = |architecture: &str, regions: &str| {
        format!("{{capabilities: {{architecture: [{architecture}]}}, regions: [{regions}]}}")
    };
    let both = |first: &str, second: &str| {
        format!(
            "capabilityFlavors: [{}, {}]",
            flavor("amd64", first),
            flavor("arm64", second)
        )
    };
    let (eu, all) = ("{name: eu, id: a}", "{name: eu, id: a}, {name: us, id: a}");
    assert!(child(&parent, two, &both(eu, eu)).is_empty());
    assert_eq!(child(&parent, two, &both(all, eu)), [REQUIRED]);
    assert_eq!(child(&parent, AMD64, &both(eu, eu)), [FORBIDDEN]);
    assert_eq!(child(&parent, two, NEW_AMD64), [REQUIRED]);
}

#[test]
fn child_names_what_is_in_neither_parent_nor_part() {
    let parent = core("architectures: [amd64]");
    let found =
        |own: &str, config: &str| child_validator("alicloud", &parent, &version(OLD), own, config);
    let own = core("architectures: [amd64]").replace("1.0.0", "1.0.1");
    assert_eq!(found(&own.replace("name: gl", "name: x"), ""), [REQUIRED]);
    assert_eq!(found(&own, ""), [REQUIRED]);
    assert!(found(&own.replace("1.0.1", "1.0.0"), "").is_empty());
}

#[test]
fn child_part_has_what_parent_has_or_core_lacks() {
    let parent = core("architectures: [amd64]");
    let found =
        |own: &str, config: &str| child_validator("alicloud", &parent, &version(OLD), own, config);
    let entry = version(OLD).replace("1.0.0", "1.0.1");
    assert_eq!(
        found(&parent, &version(OLD)),
        ["FieldValueForbidden spec.providerConfig.machineImages[0].versions[0]"]
    );
    assert_eq!(
        found("", &entry),
        ["FieldValueRequired spec.providerConfig.machineImages[0]"]
    );
    assert_eq!(
        found(&parent, &entry),
        ["FieldValueInvalid spec.providerConfig.machineImages[0].versions[0]"]
    );
    assert!(found(&parent.replace("1.0.0", "1.0.1"), &entry).is_empty());
}

#[test]
fn merge_replaces_versions() {
    let child = "    machineImages: \
        [{name: gl, versions: [{version: 1.0.0, regions: [{name: us, id: b}]}]}, {name: x}]\n";
    let merged = merged("alicloud", [""; 2], [&version(OLD), child]);
    let images = serde_json::json!([
        {"name": "gl", "versions": [{"version": "1.0.0", "regions": [{"name": "us", "id": "b"}]}]},
        {"name": "x", "versions": null},
    ]);
    assert_eq!(merged, images);
}
