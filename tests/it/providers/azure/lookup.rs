//! azure: which image a worker gets, and whether its network is accelerated.

use cpcap::effective;
use cpcap::provider::azure::PROVIDER;
use cpcap::provider::lookup::Catalog;

use super::{DOMAINS, FLAVOR, IMAGE, OLD, config, core, entries};
use crate::providers::run::{look_up, on_profile};

const TYPES: &str =
    "  machineTypes: [{name: any}, {name: basic, capabilities: {azure-networking: [basic]}}]\n";
/// A vocabulary that knows of networking, and an image of it.
const NETWORKING: &str = "  machineCapabilities: [{name: architecture, values: [amd64, arm64]}, \
    {name: azure-networking, values: [accelerated, basic]}]\n\x20 machineImages: \
    [{name: gl, versions: [{version: 1.0.0, capabilityFlavors: [{architecture: [amd64]}]}]}]\n";
const ACCELERATED: &str = "id: fast, acceleratedNetworking: true";

#[track_caller]
fn find(core: &str, config: &str, machine_type: &str) -> String {
    look_up(
        "azure",
        &format!("{core}{TYPES}"),
        config,
        ["gl", "1.0.0", "anywhere", machine_type, "amd64"],
    )
}

#[test]
fn look_up_says_what_is_missing() {
    let core = format!("{IMAGE}{TYPES}");
    let find = |worker| look_up("azure", &core, &config(OLD), worker);
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
fn look_up_prefers_accelerated_networking() {
    let both = entries(&[OLD, ACCELERATED]);
    let fast = "id fast {architecture: [amd64], azure-networking: [basic, accelerated]}";
    assert_eq!(find(IMAGE, &both, "any"), fast);
    assert_eq!(find(NETWORKING, &both, "any"), fast);
    // A superset wins even for a machine that knows only the rest.
    assert_eq!(find(NETWORKING, &both, "basic"), fast);
    assert_eq!(
        find(NETWORKING, &config(OLD), "any"),
        "urn a:b:c:d {architecture: [amd64], azure-networking: [basic]}"
    );
}

#[test]
fn look_up_cannot_tell_networking_apart_where_the_vocabulary_does_not_know_it() {
    let both = entries(&[OLD, ACCELERATED]);
    assert_eq!(
        find(&core("[{architecture: [amd64]}]"), &both, "any"),
        "2 flavors alike"
    );
}

#[test]
fn look_up_merges_entries_of_both_formats() {
    let core = core("[{architecture: [amd64]}]");
    let entries = entries(&[
        "id: old, architecture: arm64",
        &format!("capabilityFlavors: [{FLAVOR}]"),
    ]);
    assert_eq!(
        find(&core, &entries, "any"),
        "urn a:b:c:d {architecture: [amd64]}"
    );
    let worker = ["gl", "1.0.0", "anywhere", "any", "arm64"];
    let any = format!("{core}  machineTypes: [{{name: any, capabilities: {{boot: [uefi]}}}}]\n");
    assert_eq!(
        look_up("azure", &any, &entries, worker),
        "id old {architecture: [arm64], azure-networking: [basic]}"
    );
}

#[test]
fn look_up_goes_on_to_the_next_image_of_the_name() {
    let images = format!(
        "{DOMAINS}    machineImages: [{{name: gl, versions: [{{version: 2.0.0, {OLD}}}]}}, \
         {{name: gl, versions: [{{version: 1.0.0, id: x}}]}}]\n"
    );
    assert_eq!(
        find(IMAGE, &images, "any"),
        "id x {architecture: [amd64], azure-networking: [basic]}"
    );
}

#[test]
fn trap_6_equal_flavors_cannot_be_told_apart() {
    assert_eq!(
        find(
            &core("[]"),
            &config(&format!("capabilityFlavors: [{FLAVOR}, {FLAVOR}]")),
            "any"
        ),
        "2 flavors alike"
    );
}

/// Whether the network of a worker is accelerated.
#[track_caller]
fn accelerated(core: &str, config: &str, machine_type: &str) -> bool {
    on_profile("azure", &format!("{core}{TYPES}"), config, |profile| {
        let stored = effective::stored(profile.written);
        let part = &profile.part.unwrap().config;
        let catalog = Catalog::new(profile.provider, &stored, part);
        let artifact = catalog
            .find("gl", "1.0.0", "anywhere", machine_type, "amd64")
            .unwrap();
        let of = stored
            .machine_types
            .iter()
            .find(|of| *of.name == machine_type)
            .unwrap();
        PROVIDER.accelerates.unwrap()(&stored, part, of, &artifact)
    })
}

#[test]
fn networking_is_accelerated_where_image_and_machine_type_can() {
    assert!(accelerated(NETWORKING, &config(ACCELERATED), "any"));
    assert!(!accelerated(NETWORKING, &config(ACCELERATED), "basic"));
    assert!(!accelerated(NETWORKING, &config(OLD), "any"));
    // A flavor that does not say supports all.
    assert!(accelerated(
        NETWORKING,
        &config(&format!("capabilityFlavors: [{FLAVOR}]")),
        "any"
    ));
}

#[test]
fn networking_is_accelerated_without_a_vocabulary_for_marked_machine_types() {
    let marked = |of: &str, fields: &str| {
        format!(
            "{}    machineTypes: [{{name: {of}, acceleratedNetworking: true}}]\n",
            config(fields)
        )
    };
    assert!(accelerated(IMAGE, &marked("any", ACCELERATED), "any"));
    assert!(!accelerated(IMAGE, &marked("any", OLD), "any"));
    assert!(!accelerated(IMAGE, &marked("other", ACCELERATED), "any"));
    assert!(!accelerated(IMAGE, &config(ACCELERATED), "any"));
}

#[test]
fn trap_10_networking_is_never_accelerated_where_the_vocabulary_does_not_know_it() {
    let config = format!(
        "{}    machineTypes: [{{name: any, acceleratedNetworking: true}}]\n",
        config(ACCELERATED)
    );
    assert!(!accelerated(
        &core("[{architecture: [amd64]}]"),
        &config,
        "any"
    ));
    // Nor do marks count where it does.
    assert!(!accelerated(
        NETWORKING,
        &config.replace("name: any", "name: basic"),
        "basic"
    ));
}
