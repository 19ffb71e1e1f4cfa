//! aws: which AMI a worker gets.

use super::{FLAVOR, IMAGE, REGION, config, core};
use crate::providers::run::look_up;
use crate::providers::validator;

fn machine_types(core: &str) -> String {
    format!(
        "{core}  machineTypes: [{{name: any}}, {{name: arm, architecture: arm64}}, {{name: bios, \
         capabilities: {{architecture: [amd64], boot: [bios]}}}}]\n"
    )
}

fn worker<'a>(region: &'a str, machine_type: &'a str) -> [&'a str; 5] {
    ["gl", "1.0.0", region, machine_type, "amd64"]
}

#[test]
fn look_up_says_what_is_missing() {
    let core = machine_types(IMAGE);
    let find = |worker| look_up("aws", &core, REGION, worker);
    assert_eq!(
        find(worker("eu", "any")),
        "ami ami-1 {architecture: [amd64]}"
    );
    assert_eq!(find(["other", "1.0.0", "eu", "any", "amd64"]), "no image");
    assert_eq!(find(["gl", "1.0", "eu", "any", "amd64"]), "no version");
    assert_eq!(find(worker("us", "any")), "only elsewhere");
    assert_eq!(find(worker("eu", "none")), "unknown machine type");
    assert_eq!(
        find(["gl", "1.0.0", "eu", "any", "arm64"]),
        r#"incompatible in [["architecture"]]"#
    );
}

#[test]
fn look_up_takes_the_last_mapping_of_a_region() {
    let twice = config("regions: [{name: eu, ami: a}, {name: eu, ami: b}]");
    assert_eq!(
        look_up("aws", &machine_types(IMAGE), &twice, worker("eu", "any")),
        "ami b {architecture: [amd64]}"
    );
    let flavor = "capabilityFlavors: [{capabilities: {architecture: [amd64]}, regions: \
        [{name: eu, ami: a}, {name: eu, ami: b}]}]";
    let core = machine_types(&core("capabilityFlavors: [{architecture: [amd64]}]"));
    assert_eq!(
        look_up("aws", &core, &config(flavor), worker("eu", "any")),
        "ami b {architecture: [amd64]}"
    );
}

#[test]
fn look_up_merges_entries_of_one_version_and_goes_on_to_the_next_image() {
    let core = machine_types(IMAGE);
    let entries = "    machineImages: \
        [{name: gl, versions: [{version: 1.0.0, regions: [{name: eu, ami: a}]}, \
        {version: 1.0.0, regions: [{name: eu, ami: b, architecture: arm64}]}]}]\n";
    assert_eq!(
        look_up("aws", &core, entries, worker("eu", "any")),
        "ami a {architecture: [amd64]}"
    );
    assert_eq!(
        look_up("aws", &core, entries, ["gl", "1.0.0", "eu", "any", "arm64"]),
        "ami b {architecture: [arm64]}"
    );
    let images = "    machineImages: \
        [{name: gl, versions: [{version: 1.0.0, regions: [{name: eu, ami: a}]}]}, \
        {name: gl, versions: [{version: 1.0.0, regions: [{name: us, ami: b}]}]}]\n";
    assert_eq!(
        look_up("aws", &core, images, worker("us", "any")),
        "ami b {architecture: [amd64]}"
    );
}

#[test]
fn trap_4_a_flavor_that_says_no_architecture_is_of_no_use() {
    let core = "  machineCapabilities: [{name: architecture, values: [amd64]}]\n  machineTypes: \
        [{name: any}]\n\x20 machineImages: [{name: gl, versions: [{version: 1.0.0}]}]\n";
    let flavors = config("capabilityFlavors: [{regions: [{name: eu, ami: a}]}]");
    assert!(validator("aws", core, &flavors).is_empty());
    assert_eq!(
        look_up("aws", core, &flavors, worker("eu", "any")),
        "no architecture"
    );
    let says = config(&format!("capabilityFlavors: [{FLAVOR}]"));
    assert_eq!(
        look_up("aws", core, &says, worker("eu", "any")),
        "ami ami-1 {architecture: [amd64]}"
    );
}

#[test]
fn trap_6_equal_flavors_cannot_be_told_apart() {
    let core = machine_types(&core("capabilityFlavors: [{architecture: [amd64]}]"));
    let twice = config(&format!("capabilityFlavors: [{FLAVOR}, {FLAVOR}]"));
    assert_eq!(
        look_up("aws", &core, &twice, worker("eu", "any")),
        "2 flavors alike"
    );
}

#[test]
fn look_up_completes_machine_types_by_the_architecture_of_the_pool() {
    let core = core("capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]");
    let core = format!("{core}  machineTypes: [{{name: uefi, capabilities: {{boot: [uefi]}}}}]\n");
    let flavor = |architecture: &str, ami: &str| {
        format!(
            "{{capabilities: {{architecture: [{architecture}]}}, regions: [{{name: eu, ami: \
             {ami}}}]}}"
        )
    };
    let config = config(&format!(
        "capabilityFlavors: [{}, {}]",
        flavor("amd64", "a"),
        flavor("arm64", "b")
    ));
    assert_eq!(
        look_up("aws", &core, &config, worker("eu", "uefi")),
        "ami a {architecture: [amd64]}"
    );
    assert_eq!(
        look_up(
            "aws",
            &core,
            &config,
            ["gl", "1.0.0", "eu", "uefi", "arm64"]
        ),
        "ami b {architecture: [arm64]}"
    );
}

#[test]
fn vector_20_a_region_may_lack_the_better_flavor() {
    let core = "  machineCapabilities: [{name: architecture, values: [amd64]}, \
        {name: boot, values: [uefi, bios]}]\n  machineTypes: [{name: any}]\n\x20 machineImages: \
        [{name: gl, versions: [{version: 1.0.0}]}]\n";
    let flavors = config(
        "capabilityFlavors: [{capabilities: {architecture: [amd64], boot: [uefi]}, regions: \
         [{name: eu, ami: a}]}, {capabilities: {architecture: [amd64], boot: [bios]}, regions: \
         [{name: eu, ami: b}, {name: us, ami: c}]}]",
    );
    assert_eq!(
        look_up("aws", core, &flavors, worker("eu", "any")),
        "ami a {architecture: [amd64], boot: [uefi]}"
    );
    assert_eq!(
        look_up("aws", core, &flavors, worker("us", "any")),
        "ami c {architecture: [amd64], boot: [bios]}"
    );
}

#[test]
fn vector_19_values_are_walked_capability_by_capability() {
    let core = "  machineCapabilities: [{name: architecture, values: [amd64]}, \
        {name: c1, values: [a, b]}, {name: c2, values: [x, z]}]\n\x20 machineTypes: \
        [{name: any}]\n  machineImages: [{name: gl, versions: [{version: 1.0.0}]}]\n";
    let flavors = config(
        "capabilityFlavors: [{capabilities: {architecture: [amd64], c1: [a], c2: [x]}, regions: \
         [{name: eu, ami: f1}]}, {capabilities: {architecture: [amd64], c1: [a, b], c2: [z]}, \
         regions: [{name: eu, ami: f2}]}]",
    );
    assert_eq!(
        look_up("aws", core, &flavors, worker("eu", "any")),
        "ami f2 {architecture: [amd64], c1: [a, b], c2: [z]}"
    );
}

#[test]
fn trap_31_ignore_is_no_architecture_for_workers_either() {
    assert_eq!(
        look_up(
            "aws",
            &machine_types(IMAGE),
            &config("regions: [{name: eu, ami: a, architecture: ignore}]"),
            worker("eu", "any")
        ),
        "ami a {architecture: [amd64]}"
    );
}
