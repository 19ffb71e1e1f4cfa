//! The rows of openstack: images here, the rest below.

mod children;
mod constraints;
mod settings;

use cpcap::provider::part::Webhook;

use crate::providers::run::{artifact, mutated, pointed, undecodable};
use crate::providers::{VOCABULARY, validator};

const CONSTRAINTS: &str =
    "    constraints: {floatingPools: [{name: fp}], loadBalancerProviders: [{name: lb}]}\n";
const KEYSTONE: &str = "    keystoneURL: https://keystone.example\n";
const IMAGES: &str =
    "    machineImages: [{name: gl, versions: [{version: 1.0.0, regions: [{name: eu, id: a}]}]}]\n";

/// `Required x` stands for the whole type, and for a path in `providerConfig`.
fn at(kind_and_path: &str) -> String {
    let (kind, path) = kind_and_path.split_once(' ').unwrap();
    format!("FieldValue{kind} spec.providerConfig.{path}")
}

fn all<const N: usize>(faults: [&str; N]) -> Vec<String> {
    faults.map(at).to_vec()
}

/// A sound part and these fields.
fn with(fields: &str) -> Vec<String> {
    validator(
        "openstack",
        "",
        &format!("{KEYSTONE}{CONSTRAINTS}{IMAGES}{fields}"),
    )
}

/// The images of a part that is sound beside them.
fn part(images: &str) -> String {
    format!("{KEYSTONE}{CONSTRAINTS}    machineImages: [{images}]\n")
}

/// A part with gl@1.0.0 that has these fields.
fn version(fields: &str) -> String {
    part(&format!(
        "{{name: gl, versions: [{{version: 1.0.0, {fields}}}]}}"
    ))
}

/// Faults of such a version, below a vocabulary or not, with no image in the core part.
fn structure(core: &str, fields: &str) -> Vec<String> {
    let found = validator("openstack", core, &version(fields));
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

const AMD64: &str = "capabilityFlavors: [{architecture: [amd64]}]";
const NEW_AMD64: &str =
    "capabilityFlavors: [{capabilities: {architecture: [amd64]}, regions: [{name: eu, id: a}]}]";
const OF_VERSION: [&str; 1] = ["FieldValueRequired spec.machineImages[0].versions[0]"];
const OF_FLAVOR: [&str; 1] =
    ["FieldValueRequired spec.machineImages[0].versions[0].capabilityFlavors[0]"];

#[test]
fn os_no_provider_part() {
    assert_eq!(
        validator("openstack", "", ""),
        ["FieldValueRequired spec.providerConfig"]
    );
    assert!(with("").is_empty());
}

#[test]
fn os_11_no_provider_images() {
    assert_eq!(
        validator("openstack", "", &part("")),
        all(["Required machineImages"])
    );
    assert!(with("").is_empty());
}

#[test]
fn os_12_names_of_images_and_versions() {
    let images = |images: &str| validator("openstack", "", &part(images));
    assert_eq!(
        images("{name: '', versions: [{version: 1.0.0}]}"),
        all(["Required machineImages[0].name"])
    );
    assert_eq!(
        images("{name: gl, versions: []}"),
        all(["Required machineImages[0].versions"])
    );
    assert_eq!(
        images("{name: gl, versions: [{image: a}]}"),
        all(["Required machineImages[0].versions[0].version"])
    );
    assert!(images("{name: gl, versions: [{version: 1.0.0}]}").is_empty());
}

#[test]
fn os_13_both_formats() {
    let both = "regions: [{name: eu}], capabilityFlavors: [{capabilities: {bogus: [x]}}]";
    // The fault is at the version, and neither format is looked into (T32).
    assert_eq!(structure(VOCABULARY, both), ["Forbidden "]);
    assert!(structure(VOCABULARY, NEW_AMD64).is_empty());
    assert!(
        structure(
            VOCABULARY,
            &format!("image: beside flavors it is ignored, {NEW_AMD64}")
        )
        .is_empty()
    );
    // The comparison goes on, with the flavors.
    let both = format!(
        "regions: [{{name: eu, id: a}}], {}",
        NEW_AMD64.replace("amd64", "arm64")
    );
    let found = validator("openstack", &capable(AMD64), &version(&both));
    assert_eq!(
        found,
        [
            at("Forbidden machineImages[0].versions[0]").as_str(),
            OF_FLAVOR[0]
        ]
    );
}

#[test]
fn os_14_flavors_against_the_vocabulary() {
    let flavor = |capabilities: &str| {
        structure(
            VOCABULARY,
            &format!("capabilityFlavors: [{{capabilities: {capabilities}}}]"),
        )
    };
    assert_eq!(
        flavor("{architecture: [amd64], bogus: [x]}"),
        ["NotSupported .capabilityFlavors[0].capabilities"]
    );
    assert_eq!(
        flavor("{architecture: [amd64], boot: [uefi, x]}"),
        ["NotSupported .capabilityFlavors[0].capabilities.boot[1]"]
    );
    for architecture in [
        "{}",
        "{architecture: []}",
        "{architecture: [amd64, arm64]}",
        "{architecture: [amd64, amd64]}",
    ] {
        assert_eq!(
            flavor(architecture),
            ["Invalid .capabilityFlavors[0].capabilities.architecture"],
            "{architecture}"
        );
    }
    assert!(flavor("{architecture: [amd64], boot: [uefi]}").is_empty());
}

#[test]
fn os_15_region_without_a_name() {
    assert_eq!(
        structure("", "regions: [{id: a}]"),
        ["Required .regions[0].name"]
    );
    let flavor = NEW_AMD64.replace("name: eu, ", "");
    assert_eq!(
        structure(VOCABULARY, &flavor),
        ["Required .capabilityFlavors[0].regions[0].name"]
    );
    assert!(structure("", "regions: [{name: eu, id: a}]").is_empty());
}

#[test]
fn os_16_region_without_an_id() {
    assert_eq!(
        structure("", "image: a, regions: [{name: eu}]"),
        ["Required .regions[0].id"]
    );
    let flavor = NEW_AMD64.replace("id: a", "id: ''");
    assert_eq!(
        structure(VOCABULARY, &flavor),
        ["Required .capabilityFlavors[0].regions[0].id"]
    );
    assert!(structure(VOCABULARY, NEW_AMD64).is_empty());
}

#[test]
fn os_17_unknown_architecture_of_a_region() {
    assert_eq!(
        structure("", "regions: [{name: eu, id: a, architecture: riscv}]"),
        ["NotSupported .regions[0].architecture"]
    );
    assert_eq!(
        structure(VOCABULARY, "regions: [{name: eu, id: a, architecture: ''}]"),
        ["NotSupported .regions[0].architecture"]
    );
    assert!(
        structure(
            "",
            "regions: [{name: eu, id: a, architecture: arm64}, {name: eu, id: a}]"
        )
        .is_empty()
    );
}

#[test]
fn os_17_architectures_are_not_compared_with_the_vocabulary() {
    // T30: only the mutated core part shows it.
    let vocabulary = "  machineCapabilities: [{name: architecture, values: [amd64]}]\n";
    let config = version("regions: [{name: eu, id: a, architecture: arm64}]");
    assert!(validator("openstack", vocabulary, &config).is_empty());
    assert_eq!(
        mutated(
            "openstack",
            &format!("{vocabulary}{}", core(AMD64)),
            &config
        ),
        ["gl@1.0.0 {architecture: [arm64]}"]
    );
}

#[test]
fn os_18_architecture_of_a_region_in_a_flavor() {
    let flavor = NEW_AMD64.replace("id: a", "id: a, architecture: amd64");
    assert_eq!(
        structure(VOCABULARY, &flavor),
        ["Forbidden .capabilityFlavors[0].regions[0].architecture"]
    );
    assert!(structure(VOCABULARY, NEW_AMD64).is_empty());
}

#[test]
fn os_19_flavors_without_a_vocabulary() {
    assert_eq!(structure("", NEW_AMD64), ["Forbidden .capabilityFlavors"]);
    assert_eq!(
        structure("", &format!("regions: [{{name: eu}}], {NEW_AMD64}")),
        ["Forbidden .capabilityFlavors", "Required .regions[0].id"]
    );
    assert!(structure("", "regions: [{name: eu, id: a}]").is_empty());
}

#[test]
fn os_21_image_not_in_provider_part() {
    let core = "  machineImages: [{name: other, versions: [{version: 1.0.0}]}, \
        {name: empty, versions: []}]\n";
    assert_eq!(
        validator("openstack", core, &version("image: a")),
        ["FieldValueRequired spec.machineImages[0]"]
    );
    assert!(
        validator(
            "openstack",
            &core.replace("other", "gl"),
            &version("image: a")
        )
        .is_empty()
    );
}

#[test]
fn os_22_version_not_in_provider_part() {
    let found = |core: &str| validator("openstack", core, &version(NEW_AMD64));
    assert_eq!(found(&capable(AMD64).replace("1.0.0", "2.0.0")), OF_VERSION);
    assert!(found(&capable(AMD64)).is_empty());
}

#[test]
fn os_23a_flavor_without_an_equal_one() {
    let found = |core: &str| validator("openstack", core, &version(NEW_AMD64));
    assert_eq!(found(&capable(&AMD64.replace("amd64", "arm64"))), OF_FLAVOR);
    // All values are as good as none; fewer are not.
    assert!(
        found(&capable(
            "capabilityFlavors: [{architecture: [amd64], boot: [bios, uefi]}]"
        ))
        .is_empty()
    );
    assert_eq!(
        found(&capable(
            "capabilityFlavors: [{architecture: [amd64], boot: [uefi]}]"
        )),
        OF_FLAVOR
    );
}

#[test]
fn os_23a_covering_is_not_enough() {
    // T23: without flavors one with all values is expected.
    let flavors = "capabilityFlavors: [{capabilities: {architecture: [amd64]}}, \
        {capabilities: {architecture: [arm64]}}]";
    assert_eq!(
        validator(
            "openstack",
            &capable("classification: supported"),
            &version(flavors)
        ),
        OF_FLAVOR
    );
    let listed = "capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]";
    assert!(validator("openstack", &capable(listed), &version(flavors)).is_empty());
}

#[test]
fn os_23b_first_architecture_only() {
    let found =
        |flavors: &str, regions: &str| validator("openstack", &capable(flavors), &version(regions));
    let amd64 = "regions: [{name: eu, id: a}]";
    assert_eq!(
        found("capabilityFlavors: [{architecture: [arm64]}]", amd64),
        OF_FLAVOR
    );
    // T17, T24: further architectures and other capabilities do not matter.
    assert!(
        found(
            "capabilityFlavors: [{architecture: [amd64, arm64], boot: [uefi]}]",
            amd64
        )
        .is_empty()
    );
    assert_eq!(
        found("capabilityFlavors: [{architecture: [arm64, amd64]}]", amd64),
        OF_FLAVOR
    );
}

#[test]
fn os_23c_a_global_image_alone_is_not_enough() {
    let found = |core: &str, fields: &str| validator("openstack", core, &version(fields));
    assert_eq!(found(&capable(AMD64), "image: a"), OF_FLAVOR);
    assert!(found(&capable(AMD64), "image: a, regions: [{name: eu, id: a}]").is_empty());
    assert!(found(&core("architectures: [amd64]"), "image: a").is_empty());
}

#[test]
fn os_24a_unknown_architecture() {
    let found = validator(
        "openstack",
        &core("architectures: [amd64, riscv]"),
        &version("image: a"),
    );
    assert_eq!(
        found,
        ["FieldValueNotSupported spec.machineImages[0].versions[0].architectures"]
    );
    assert!(
        validator(
            "openstack",
            &core("architectures: [amd64, arm64]"),
            &version("image: a")
        )
        .is_empty()
    );
}

#[test]
fn os_24b_version_not_in_provider_part() {
    let core = core("architectures: [amd64, riscv]").replace("1.0.0", "2.0.0");
    let found = validator("openstack", &core, &version("image: a"));
    assert_eq!(
        found,
        [
            "FieldValueNotSupported spec.machineImages[0].versions[0].architectures",
            OF_VERSION[0]
        ]
    );
    assert!(
        validator(
            "openstack",
            &core.replace("2.0.0", "1.0.0").replace(", riscv", ""),
            &version("image: a")
        )
        .is_empty()
    );
}

#[test]
fn os_24c_architecture_without_a_region() {
    let found = |fields: &str| {
        validator(
            "openstack",
            &core("architectures: [amd64, arm64]"),
            &version(fields),
        )
    };
    assert_eq!(found("image: a, regions: [{name: eu, id: a}]"), OF_VERSION);
    assert!(
        found("regions: [{name: eu, id: a}, {name: us, id: b, architecture: arm64}]").is_empty()
    );
    // T18: without regions the extension does not check architectures.
    assert!(found("image: a").is_empty());
}

#[test]
fn faults_point_at_values_and_at_the_nearest_key_of_what_is_missing() {
    let config = "    constraints:\n      floatingPools:\n      - \
        {name: fp, loadBalancerClasses: [{name: c, purpose: 'public'}, {name: c}]}\n    \
        dnsServers: [10.0.0.0/8]\n    keystoneCACert: nonsense\n    machineImages: []\n";
    let found = pointed("openstack", "", config);
    assert_eq!(
        found,
        [
            "'public'",
            "c",
            "constraints",
            "providerConfig",
            "nonsense",
            "10.0.0.0/8",
            "machineImages"
        ]
    );
}

#[test]
fn strict_decoding() {
    let why = |fields: &str| {
        undecodable("openstack", fields, Webhook::Validator).map(|why| format!("{why:?}"))
    };
    assert_eq!(why("    requestTimeout: 1 minute\n").unwrap(), "Value");
    assert_eq!(
        why("    keyStoneURL: k\n").unwrap(),
        "UnknownFields([\"keyStoneURL\"])"
    );
    // T27: entries of `providerConfig` need `capabilities`.
    let bare = "    machineImages: \
        [{name: gl, versions: [{version: a, capabilityFlavors: [{architecture: [amd64]}]}]}]\n";
    assert_eq!(
        why(bare).unwrap(),
        "UnknownFields([\"machineImages[0].versions[0].capabilityFlavors[0].architecture\"])"
    );
    assert_eq!(
        why("    requestTimeout: 1m\n    nodeVolumeAttachLimit: 25\n    useSNAT: false\n"),
        None
    );
    assert_eq!(
        why(&format!("  providerConfig:\n{IMAGES}")).unwrap(),
        "Kind"
    );
}

#[test]
fn mutation_overwrites_what_the_core_part_says() {
    // T1, T18: flavors that only the core part has are lost.
    let core = capable(
        "capabilityFlavors: [{architecture: [arm64], boot: [uefi]}, {architecture: [amd64]}]",
    );
    assert_eq!(
        mutated("openstack", &core, &version(NEW_AMD64)),
        ["gl@1.0.0 {architecture: [amd64]}"]
    );
    let regions =
        "regions: [{name: eu, id: a, architecture: arm64}, {name: eu, id: b}, {name: us, id: c}]";
    assert_eq!(
        mutated("openstack", &core, &version(regions)),
        ["gl@1.0.0 {architecture: [amd64]} {architecture: [arm64]}"]
    );
    // Neither format, also with a global image: emptied.
    assert_eq!(
        mutated("openstack", &core, &version("image: a")),
        ["gl@1.0.0 "]
    );
    assert_eq!(
        mutated(
            "openstack",
            &core,
            &version(NEW_AMD64).replace("1.0.0", "2.0.0")
        ),
        ["gl@1.0.0 {architecture: [arm64], boot: [uefi]} {architecture: [amd64]}"]
    );
}

#[test]
fn mutation_takes_the_last_entry_even_if_it_is_empty() {
    let config = |last: &str| {
        part(&format!(
            "{{name: gl, versions: [{{version: 1.0.0, {NEW_AMD64}}}, {{version: 1.0.0, {last}}}]}}"
        ))
    };
    assert_eq!(
        mutated("openstack", &capable(AMD64), &config("image: a")),
        ["gl@1.0.0 "]
    );
    assert_eq!(
        mutated(
            "openstack",
            &capable(AMD64),
            &config("regions: [{name: eu, id: a, architecture: arm64}]")
        ),
        ["gl@1.0.0 {architecture: [arm64]}"]
    );
}

#[test]
fn extras_of_the_provider_part_are_accepted() {
    // T2.
    let flavors = "capabilityFlavors: [{capabilities: {architecture: [amd64]}}, \
        {capabilities: {architecture: [arm64]}}]";
    let config = part(&format!(
        "{{name: gl, versions: [{{version: 1.0.0, {flavors}}}, {{version: 2.0.0}}]}}, {{name: x, \
         versions: [{{version: 1}}]}}"
    ));
    let config = config.replace("version: 1}", "version: '1'}");
    assert!(validator("openstack", &capable(AMD64), &config).is_empty());
}

#[test]
fn regions_of_a_profile_are_not_compared() {
    // T5.
    let core = format!(
        "{}  regions: [{{name: eu}}, {{name: us}}]\n",
        capable(AMD64)
    );
    assert!(
        validator(
            "openstack",
            &core,
            &version(&NEW_AMD64.replace("name: eu", "name: nowhere"))
        )
        .is_empty()
    );
}

#[test]
fn a_version_or_flavor_without_any_image_is_accepted() {
    // T16.
    assert!(
        validator(
            "openstack",
            &core("architectures: [amd64]"),
            &version("image: ''")
        )
        .is_empty()
    );
    let flavor = "capabilityFlavors: [{capabilities: {architecture: [amd64]}}]";
    assert!(validator("openstack", &capable(AMD64), &version(flavor)).is_empty());
    assert_eq!(
        artifact("openstack", &capable(AMD64), &version(flavor), "eu", "any"),
        "nowhere"
    );
}

#[test]
fn an_empty_list_equals_only_an_empty_list() {
    // T22.
    let flavor = "capabilityFlavors: [{capabilities: {architecture: [amd64], boot: []}, image: a}]";
    assert_eq!(
        validator("openstack", &capable(AMD64), &version(flavor)),
        OF_FLAVOR
    );
    let empty = capable("capabilityFlavors: [{architecture: [amd64], boot: []}]");
    assert!(validator("openstack", &empty, &version(flavor)).is_empty());
    assert_eq!(
        artifact("openstack", &empty, &version(flavor), "eu", "any"),
        r#"incompatible in [["boot"]]"#
    );
}

#[test]
fn names_are_compared_to_the_letter() {
    // T25.
    let found = |from: &str, to: &str| {
        validator(
            "openstack",
            &core("architectures: [amd64]"),
            &version("image: a").replace(from, to),
        )
    };
    assert_eq!(
        found("name: gl", "name: GL"),
        ["FieldValueRequired spec.machineImages[0]"]
    );
    assert_eq!(found("1.0.0", "v1.0.0"), OF_VERSION);
}

#[test]
fn the_last_entry_of_a_version_is_compared_and_all_are_looked_up() {
    // T6.
    let other = NEW_AMD64
        .replace("amd64", "arm64")
        .replace("id: a", "id: b");
    let config = part(&format!(
        "{{name: gl, versions: [{{version: 1.0.0, {NEW_AMD64}}}, {{version: 1.0.0, {other}}}]}}"
    ));
    assert_eq!(validator("openstack", &capable(AMD64), &config), OF_FLAVOR);
    assert!(
        validator(
            "openstack",
            &capable(&AMD64.replace("amd64", "arm64")),
            &config
        )
        .is_empty()
    );
    assert_eq!(
        artifact("openstack", &capable(AMD64), &config, "eu", "any"),
        "id a {architecture: [amd64]}"
    );
    assert_eq!(
        artifact("openstack", &capable(AMD64), &config, "eu", "arm"),
        "id b {architecture: [arm64]}"
    );
    let same = part(&format!(
        "{{name: gl, versions: [{{version: 1.0.0, {NEW_AMD64}}}, {{version: 1.0.0, {NEW_AMD64}}}]}}"
    ));
    assert_eq!(
        artifact("openstack", &capable(AMD64), &same, "eu", "any"),
        "2 flavors alike"
    );
}

#[test]
fn look_up_falls_back_to_the_global_image() {
    let find = |fields: &str, region: &str, machine_type: &str| {
        artifact(
            "openstack",
            &core("architectures: [amd64]"),
            &version(fields),
            region,
            machine_type,
        )
    };
    let both = "image: any, regions: [{name: eu, id: a}, {name: eu, id: b}, \
        {name: us, id: c, architecture: arm64}]";
    // Of several mappings of a region the last counts.
    assert_eq!(find(both, "eu", "any"), "id b {architecture: [amd64]}");
    assert_eq!(find(both, "us", "arm"), "id c {architecture: [arm64]}");
    // One name for all architectures of the version.
    assert_eq!(find(both, "eu", "arm"), "image any {architecture: [arm64]}");
    assert_eq!(
        find(both, "nowhere", "any"),
        "image any {architecture: [amd64]}"
    );
    assert_eq!(
        find("image: any", "eu", "any"),
        "image any {architecture: [amd64]}"
    );
    // T18: a global image alone is for amd64.
    assert_eq!(
        find("image: any", "eu", "arm"),
        r#"incompatible in [["architecture"]]"#
    );
    assert_eq!(
        find("regions: [{name: eu, id: a}]", "us", "any"),
        "only elsewhere"
    );
    // An id that is empty does not count.
    assert_eq!(
        find("image: any, regions: [{name: eu, id: ''}]", "eu", "any"),
        "image any {architecture: [amd64]}"
    );
}

#[test]
fn a_flavor_with_only_the_global_image_can_win() {
    let flavors = "capabilityFlavors: [{capabilities: {architecture: [amd64], boot: [bios]}, \
        regions: [{name: eu, id: a}]}, {capabilities: {architecture: [amd64], boot: [uefi]}, \
        image: any}]";
    assert_eq!(
        artifact("openstack", &capable(AMD64), &version(flavors), "eu", "any"),
        "image any {architecture: [amd64], boot: [uefi]}"
    );
    let without = flavors.replace(", image: any", "");
    assert_eq!(
        artifact(
            "openstack",
            &capable(AMD64),
            &version(&without),
            "eu",
            "any"
        ),
        "id a {architecture: [amd64], boot: [bios]}"
    );
}

#[test]
fn the_first_image_that_has_something_for_the_region_decides() {
    let config = part(
        "{name: gl, versions: [{version: 1.0.0, regions: [{name: us, id: a}]}]}, \
         {name: gl, versions: [{version: 1.0.0, regions: [{name: eu, id: b}]}]}",
    );
    assert_eq!(
        artifact("openstack", &core(""), &config, "eu", "any"),
        "id b {architecture: [amd64]}"
    );
    assert_eq!(
        artifact("openstack", &core(""), &config, "us", "any"),
        "id a {architecture: [amd64]}"
    );
}
