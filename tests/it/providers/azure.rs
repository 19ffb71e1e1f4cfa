//! azure: the rows of its CloudProfile and mutator.

mod child;
mod lookup;

use cpcap::provider::part::{Undecodable, Webhook};

use super::run::{mutated, pointed, undecodable};
use super::{VOCABULARY, validator};

/// The fields that every `providerConfig` must have.
const DOMAINS: &str = "    countFaultDomains: [{region: eu, count: 2}]\n    countUpdateDomains: \
    [{region: eu, count: 5}]\n";
/// A profile without a vocabulary.
const IMAGE: &str =
    "  machineImages: [{name: gl, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";
/// The legacy format.
const OLD: &str = "urn: 'a:b:c:d'";
/// The new format for one flavor.
const FLAVOR: &str = "{urn: 'a:b:c:d', capabilities: {architecture: [amd64]}}";
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
        "{DOMAINS}    machineImages: [{{name: gl, versions: [{}]}}]\n",
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
    validator("azure", VOCABULARY, &config(fields))
}

#[test]
fn no_provider_config() {
    assert_eq!(
        validator("azure", IMAGE, ""),
        ["FieldValueRequired spec.providerConfig"]
    );
}

#[test]
fn decoding_is_strict_and_needs_a_header() {
    let why = |config: &str, webhook| undecodable("azure", config, webhook);
    for webhook in [Webhook::Mutator, Webhook::Validator] {
        let regions = config("regions: []");
        assert_eq!(
            why(&regions, webhook),
            Some(Undecodable::UnknownFields(vec![
                "machineImages[0].versions[0].regions".to_owned()
            ]))
        );
        assert_eq!(
            why(
                "    countFaultDomains: [{region: eu, count: 4000000000}]\n",
                webhook
            ),
            Some(Undecodable::Value)
        );
        assert_eq!(why(&config(OLD), webhook), None);
    }
    let headless = "  providerConfig: {machineImages: []}\n";
    assert_eq!(why(headless, Webhook::Validator), Some(Undecodable::Kind));
    assert_eq!(why(headless, Webhook::Mutator), None);
    let other = "  providerConfig: \
        {apiVersion: azure.provider.extensions.gardener.cloud/v1alpha1, kind: WorkerConfig}\n";
    assert_eq!(why(other, Webhook::Mutator), Some(Undecodable::Kind));
}

#[test]
fn azure_1_no_fault_domains() {
    let config =
        |list: &str| config(OLD).replace("countFaultDomains: [{region: eu, count: 2}]", list);
    for list in [
        "countFaultDomains: []",
        "countFaultDomains: null",
        "machineTypes: []",
    ] {
        assert_eq!(
            validator("azure", IMAGE, &config(list)),
            ["FieldValueRequired spec.providerConfig.countFaultDomains"]
        );
    }
    assert!(
        validator(
            "azure",
            IMAGE,
            &config("countFaultDomains: [{region: eu, count: 0}]")
        )
        .is_empty()
    );
}

#[test]
fn azure_2_fault_domain_without_a_region() {
    let config = |region: &str| config(OLD).replace("{region: eu, count: 2}", region);
    let faults = ["FieldValueRequired spec.providerConfig.countFaultDomains[0].region"];
    assert_eq!(validator("azure", IMAGE, &config("{count: 2}")), faults);
    assert_eq!(
        validator("azure", IMAGE, &config("{region: '', count: 2}")),
        faults
    );
    assert!(validator("azure", IMAGE, &config("{region: nowhere}")).is_empty());
}

#[test]
fn azure_3_negative_count_of_fault_domains() {
    let config = |count: i32| config(OLD).replace("count: 2", &format!("count: {count}"));
    assert_eq!(
        validator("azure", IMAGE, &config(-1)),
        ["FieldValueInvalid spec.providerConfig.countFaultDomains[0].count"]
    );
    assert_eq!(pointed("azure", IMAGE, &config(-1)), ["-1"]);
    assert!(validator("azure", IMAGE, &config(0)).is_empty());
}

#[test]
fn azure_4_update_domains() {
    let config = |list: &str| config(OLD).replace("[{region: eu, count: 5}]", list);
    let at = "spec.providerConfig.countUpdateDomains";
    assert_eq!(
        validator("azure", IMAGE, &config("[]")),
        [format!("FieldValueRequired {at}")]
    );
    let found = validator(
        "azure",
        IMAGE,
        &config("[{region: eu, count: 5}, {count: -5}]"),
    );
    assert_eq!(
        found,
        [
            format!("FieldValueInvalid {at}[1].count"),
            format!("FieldValueRequired {at}[1].region")
        ]
    );
    // Neither repeated nor unknown regions are checked.
    assert!(
        validator(
            "azure",
            IMAGE,
            &config("[{region: eu, count: 5}, {region: eu, count: 6}]")
        )
        .is_empty()
    );
}

#[test]
fn azure_5_no_provider_images() {
    let none = format!("{DOMAINS}    machineImages: []\n");
    assert_eq!(
        validator("azure", "", &none),
        ["FieldValueRequired spec.providerConfig.machineImages"]
    );
    assert!(validator("azure", "", &config(OLD)).is_empty());
}

#[test]
fn azure_6_names_and_versions() {
    let config = |images: &str| format!("{DOMAINS}    machineImages: {images}\n");
    let at = "spec.providerConfig.machineImages[0]";
    assert_eq!(
        validator(
            "azure",
            "",
            &config("[{versions: [{version: 1.0.0, urn: 'a:b:c:d'}]}]")
        ),
        [format!("FieldValueRequired {at}.name")]
    );
    assert_eq!(
        validator("azure", "", &config("[{name: gl}]")),
        [format!("FieldValueRequired {at}.versions")]
    );
    let found = validator(
        "azure",
        "",
        &config("[{name: gl, versions: [{urn: 'a:b:c:d'}]}]"),
    );
    assert_eq!(
        found,
        [format!("FieldValueRequired {at}.versions[0].version")]
    );
    assert!(
        validator(
            "azure",
            "",
            &config("[{name: gl, versions: [{version: 1.0.0, urn: 'a:b:c:d'}]}]")
        )
        .is_empty()
    );
}

#[test]
fn azure_7_id_beside_flavors() {
    let flavors = format!("capabilityFlavors: [{FLAVOR}]");
    for id in [
        OLD,
        "id: x",
        "urn: ''",
        "sharedGalleryImageID: x",
        "communityGalleryImageID: x",
    ] {
        assert_eq!(
            entry(&format!("{id}, {flavors}")),
            [format!("FieldValueForbidden {AT}.image")]
        );
    }
    assert_eq!(
        pointed("azure", VOCABULARY, &config(&format!("{OLD}, {flavors}"))),
        ["'a:b:c:d'"]
    );
    assert!(entry(&format!("urn: null, {flavors}")).is_empty());
}

#[test]
fn azure_8_architecture_beside_flavors() {
    let flavors = format!("capabilityFlavors: [{FLAVOR}]");
    for architecture in ["amd64", "''"] {
        assert_eq!(
            entry(&format!("architecture: {architecture}, {flavors}")),
            [format!("FieldValueForbidden {AT}.architecture")]
        );
    }
    assert!(entry(&format!("architecture: null, {flavors}")).is_empty());
}

#[test]
fn azure_9_accelerated_networking_beside_flavors() {
    let flavors = format!("capabilityFlavors: [{FLAVOR}]");
    for value in ["true", "false"] {
        let found = entry(&format!("acceleratedNetworking: {value}, {flavors}"));
        assert_eq!(
            found,
            [format!("FieldValueForbidden {AT}.acceleratedNetworking")]
        );
    }
    // Which is allowed in both formats.
    assert!(entry(&format!("skipMarketplaceAgreement: true, {flavors}")).is_empty());
    assert!(
        entry(&format!(
            "skipMarketplaceAgreement: true, acceleratedNetworking: true, {OLD}"
        ))
        .is_empty()
    );
}

#[test]
fn azure_10_flavors_against_the_vocabulary() {
    let flavors = |capabilities: &str| {
        entry(&format!(
            "capabilityFlavors: [{{urn: 'a:b:c:d', capabilities: {capabilities}}}]"
        ))
    };
    let at = format!("{AT}.capabilityFlavors[0].capabilities");
    assert_eq!(
        flavors("{architecture: [amd64], net: [x]}"),
        [format!("FieldValueNotSupported {at}")]
    );
    assert_eq!(
        flavors("{architecture: [amd64], boot: [uefi, grub]}"),
        [format!("FieldValueNotSupported {at}.boot[1]")]
    );
    assert_eq!(
        flavors("{boot: [uefi]}"),
        [format!("FieldValueInvalid {at}.architecture")]
    );
    assert!(flavors("{architecture: [amd64], boot: [uefi]}").is_empty());
    // Which name an image of their own.
    let found = entry(
        "capabilityFlavors: [{capabilities: {architecture: [amd64]}}, \
         {urn: x, capabilities: {architecture: [arm64]}}]",
    );
    assert_eq!(
        found,
        [
            format!("FieldValueInvalid {AT}.capabilityFlavors[1].urn"),
            format!("FieldValueRequired {AT}.capabilityFlavors[0]")
        ]
    );
}

#[test]
fn azure_11_architecture_of_the_legacy_format() {
    for architecture in ["riscv", "''"] {
        let found = entry(&format!("{OLD}, architecture: {architecture}"));
        assert_eq!(found, [format!("FieldValueNotSupported {AT}.architecture")]);
    }
    assert!(entry(&format!("{OLD}, architecture: arm64")).is_empty());
    assert!(entry(OLD).is_empty());
}

#[test]
fn azure_12_neither_format() {
    for fields in [
        "architecture: amd64",
        "acceleratedNetworking: true",
        "capabilityFlavors: []",
        "urn: null, architecture: riscv",
    ] {
        assert_eq!(entry(fields), [format!("FieldValueRequired {AT}.image")]);
    }
    assert!(entry(OLD).is_empty());
}

#[test]
fn azure_13_exactly_one_id() {
    assert_eq!(
        entry(&format!("{OLD}, id: x")),
        [format!("FieldValueRequired {AT}")]
    );
    assert_eq!(
        pointed("azure", VOCABULARY, &config(&format!("{OLD}, id: second"))),
        ["second"]
    );
    // An empty one counts.
    assert_eq!(
        entry(&format!("{OLD}, id: ''")),
        [
            format!("FieldValueRequired {AT}"),
            format!("FieldValueRequired {AT}.id")
        ]
    );
    assert!(entry(&format!("{OLD}, id: null")).is_empty());
    let flavor = |ids: &str| {
        entry(&format!(
            "capabilityFlavors: [{{{ids}, capabilities: {{architecture: [amd64]}}}}]"
        ))
    };
    assert_eq!(
        flavor("skipMarketplaceAgreement: true"),
        [format!("FieldValueRequired {AT}.capabilityFlavors[0]")]
    );
    assert!(flavor("id: x").is_empty());
}

/// The errors of an entry whose only id is this.
#[track_caller]
fn id(field: &str, value: &str) -> Vec<String> {
    let found = entry(&format!("{field}: '{value}'"));
    let of_flavor = entry(&format!(
        "capabilityFlavors: [{{{field}: '{value}', capabilities: {{architecture: [amd64]}}}}]"
    ));
    let lifted: Vec<String> = of_flavor
        .iter()
        .map(|fault| fault.replace(".capabilityFlavors[0]", ""))
        .collect();
    assert_eq!(found, lifted, "a flavor is judged as an entry is");
    found
}

#[test]
fn azure_14a_empty_urn() {
    assert_eq!(id("urn", ""), [format!("FieldValueRequired {AT}.urn")]);
    assert!(id("urn", "a:b:c:d").is_empty());
}

#[test]
fn azure_14b_urn_of_four_parts() {
    for urn in ["a", "a:b:c", "a:b:c:d:e"] {
        assert_eq!(id("urn", urn), [format!("FieldValueInvalid {AT}.urn")]);
    }
    assert!(id("urn", ":::").is_empty());
}

#[test]
fn azure_14c_empty_id() {
    assert_eq!(id("id", ""), [format!("FieldValueRequired {AT}.id")]);
    assert!(id("id", "anything").is_empty());
}

#[test]
fn azure_14d_empty_community_gallery_image() {
    assert_eq!(
        id("communityGalleryImageID", ""),
        [format!("FieldValueRequired {AT}.communityGalleryImageID")]
    );
    assert!(
        id(
            "communityGalleryImageID",
            "/CommunityGalleries/g/Images/i/versions/1"
        )
        .is_empty()
    );
}

#[test]
fn azure_14e_community_gallery_image_of_seven_parts() {
    for value in [
        "CommunityGalleries/g/Images/i/versions/1",
        "/CommunityGalleries/g",
        "/CommunityGalleries/g/Images/i/versions/1/",
    ] {
        assert_eq!(
            id("communityGalleryImageID", value),
            [format!("FieldValueInvalid {AT}.communityGalleryImageID")]
        );
    }
    // The other parts may be anything.
    assert!(id("communityGalleryImageID", "x/CommunityGalleries/////").is_empty());
}

#[test]
fn azure_14f_community_gallery_image_of_another_kind() {
    let value = "/SharedGalleries/g/Images/i/versions/1";
    assert_eq!(
        id("communityGalleryImageID", value),
        [format!("FieldValueInvalid {AT}.communityGalleryImageID")]
    );
    assert!(
        id(
            "communityGalleryImageID",
            "/communitygalleries/g/Images/i/versions/1"
        )
        .is_empty()
    );
}

#[test]
fn azure_14g_empty_shared_gallery_image() {
    assert_eq!(
        id("sharedGalleryImageID", ""),
        [format!("FieldValueRequired {AT}.sharedGalleryImageID")]
    );
    assert!(
        id(
            "sharedGalleryImageID",
            "/SharedGalleries/g/Images/i/Versions/1"
        )
        .is_empty()
    );
}

#[test]
fn azure_14h_shared_gallery_image_of_seven_parts() {
    assert_eq!(
        id("sharedGalleryImageID", "/SharedGalleries/g/Images/i"),
        [format!("FieldValueInvalid {AT}.sharedGalleryImageID")]
    );
    assert!(id("sharedGalleryImageID", "/SharedGalleries/g/x/i/y/1").is_empty());
}

#[test]
fn azure_14i_shared_gallery_image_of_another_kind() {
    let value = "/CommunityGalleries/g/Images/i/Versions/1";
    assert_eq!(
        id("sharedGalleryImageID", value),
        [format!("FieldValueInvalid {AT}.sharedGalleryImageID")]
    );
    assert!(
        id(
            "sharedGalleryImageID",
            "/SHAREDGALLERIES/g/Images/i/Versions/1"
        )
        .is_empty()
    );
}

#[test]
fn azure_15_flavors_without_a_vocabulary() {
    let found = validator(
        "azure",
        IMAGE,
        &config(&format!("{OLD}, capabilityFlavors: [{FLAVOR}]")),
    );
    assert_eq!(
        found,
        [format!("FieldValueForbidden {AT}.capabilityFlavors")]
    );
    assert!(
        validator(
            "azure",
            IMAGE,
            &config(&format!("{OLD}, capabilityFlavors: []"))
        )
        .is_empty()
    );
}

#[test]
fn azure_16_legacy_format_without_a_vocabulary() {
    let found = |fields: &str| validator("azure", "", &config(fields));
    assert_eq!(
        found("architecture: amd64"),
        [format!("FieldValueRequired {AT}")]
    );
    assert_eq!(found("urn: a"), [format!("FieldValueInvalid {AT}.urn")]);
    assert_eq!(
        found(&format!("{OLD}, architecture: riscv")),
        [format!("FieldValueNotSupported {AT}.architecture")]
    );
    assert!(
        found(&format!(
            "{OLD}, architecture: arm64, acceleratedNetworking: false"
        ))
        .is_empty()
    );
}

#[test]
fn a_fault_of_structure_hides_the_mapping() {
    let core = "  machineImages: [{name: other, versions: [{version: 1.0.0}]}]\n";
    assert_eq!(
        validator("azure", core, &config(OLD)),
        ["FieldValueRequired spec.machineImages[0]"]
    );
    assert_eq!(
        validator("azure", core, &config("urn: a")),
        [format!("FieldValueInvalid {AT}.urn")]
    );
}

#[test]
fn azure_17_image_not_in_provider_part() {
    let core = |name: &str| {
        format!("  machineImages: [{{name: {name}, versions: [{{version: 1.0.0}}]}}]\n")
    };
    assert_eq!(
        validator("azure", &core("other"), &config(OLD)),
        ["FieldValueRequired spec.machineImages[0]"]
    );
    assert_eq!(pointed("azure", &core("other"), &config(OLD)), ["other"]);
    assert!(validator("azure", &core("gl"), &config(OLD)).is_empty());
}

#[test]
fn azure_18_version_not_in_provider_part() {
    let core = |version: &str| {
        format!(
            "{VOCABULARY}  machineImages: [{{name: gl, versions: [{{version: {version}, \
             capabilityFlavors: [{{architecture: [amd64]}}]}}]}}]\n"
        )
    };
    assert_eq!(
        validator("azure", &core("2.0.0"), &config(OLD)),
        [format!("FieldValueRequired {CORE}")]
    );
    assert!(validator("azure", &core("1.0.0"), &config(OLD)).is_empty());
}

#[test]
fn azure_19_flavor_not_in_the_first_entry_with_flavors() {
    let (amd64, arm64) = (
        "{urn: 'a:b:c:d', capabilities: {architecture: [amd64]}}",
        "{id: x, capabilities: {architecture: [arm64]}}",
    );
    let new = |flavors: &str| format!("capabilityFlavors: [{flavors}]");
    let two = core("[{architecture: [amd64]}, {architecture: [arm64]}]");
    assert_eq!(
        validator("azure", &two, &entries(&[&new(amd64)])),
        [format!("FieldValueRequired {CORE}.capabilityFlavors[1]")]
    );
    assert!(
        validator(
            "azure",
            &two,
            &entries(&[&new(&format!("{arm64}, {amd64}"))])
        )
        .is_empty()
    );
    // Old entries do not count beside new ones, nor do later new ones.
    let old = format!("{OLD}, architecture: arm64");
    let found = validator("azure", &two, &entries(&[&old, &new(amd64), &new(arm64)]));
    assert_eq!(
        found,
        [format!("FieldValueRequired {CORE}.capabilityFlavors[1]")]
    );
}

#[test]
fn azure_20_architecture_without_an_entry_in_the_legacy_format() {
    let two = core("[{architecture: [amd64], boot: [uefi]}, {architecture: [arm64]}]");
    assert_eq!(
        validator("azure", &two, &config(OLD)),
        [format!("FieldValueRequired {CORE}.capabilityFlavors[1]")]
    );
    // The architecture is the only capability to compare.
    assert!(
        validator(
            "azure",
            &two,
            &entries(&[OLD, &format!("{OLD}, architecture: arm64")])
        )
        .is_empty()
    );
    // Every architecture of a flavor is.
    assert_eq!(
        validator("azure", &core("[]"), &config(OLD)),
        [format!("FieldValueRequired {CORE}.capabilityFlavors[0]")]
    );
}

#[test]
fn azure_21a_legacy_unknown_architecture() {
    let found = validator("azure", &legacy("[amd64, riscv]"), &config(OLD));
    assert_eq!(
        found,
        [
            format!("FieldValueNotSupported {CORE}.architectures"),
            format!("FieldValueRequired {CORE}")
        ]
    );
    assert!(validator("azure", &legacy("[amd64]"), &config(OLD)).is_empty());
}

#[test]
fn azure_21b_legacy_architecture_without_an_entry() {
    assert_eq!(
        validator("azure", &legacy("[amd64, arm64]"), &config(OLD)),
        [format!("FieldValueRequired {CORE}")]
    );
    assert_eq!(
        pointed("azure", &legacy("[amd64, arm64]"), &config(OLD)),
        ["arm64"]
    );
    assert!(
        validator(
            "azure",
            &legacy("[amd64, arm64]"),
            &entries(&[OLD, &format!("{OLD}, architecture: arm64")])
        )
        .is_empty()
    );
    // Of a version that is not there at all, the version is pointed at, once.
    let core = "  machineImages: \
        [{name: gl, versions: [{version: 2.0.0, architectures: [amd64, arm64]}]}]\n";
    assert_eq!(
        validator("azure", core, &config(OLD)),
        [format!("FieldValueRequired {CORE}")]
    );
    assert_eq!(pointed("azure", core, &config(OLD)), ["2.0.0"]);
}

#[test]
fn the_last_of_several_images_counts() {
    let image = |fields: &str| format!("{{name: gl, versions: [{{version: 1.0.0, {fields}}}]}}");
    let images = |first: &str, second: &str| {
        format!(
            "{DOMAINS}    machineImages: [{}, {}]\n",
            image(first),
            image(second)
        )
    };
    let arm64 = format!("{OLD}, architecture: arm64");
    assert!(validator("azure", IMAGE, &images(&arm64, OLD)).is_empty());
    assert_eq!(
        validator("azure", IMAGE, &images(OLD, &arm64)),
        [format!("FieldValueRequired {CORE}")]
    );
}

#[test]
fn faults_point_at_the_value_or_at_the_nearest_key() {
    let at = |fields: &str| pointed("azure", VOCABULARY, &config(fields));
    assert_eq!(at(&format!("{OLD}, architecture: riscv")), ["riscv"]);
    assert_eq!(at("urn: ''"), ["''"]);
    assert_eq!(at("id: ''"), ["''"]);
    assert_eq!(at("architecture: amd64"), ["version: 1.0.0"]);
    assert_eq!(
        at("capabilityFlavors: [{capabilities: {architecture: [amd64]}}]"),
        ["capabilities"]
    );
    assert_eq!(
        pointed(
            "azure",
            "",
            &config(OLD).replace("[{region: eu, count: 5}]", "[]")
        ),
        ["countUpdateDomains"]
    );
}

#[test]
fn mutator_takes_the_first_entry_with_flavors() {
    let new = |capabilities: &str| {
        format!("capabilityFlavors: [{{urn: x, capabilities: {capabilities}}}]")
    };
    let config = entries(&[OLD, &new("{boot: [grub, grub]}"), &new("{}")]);
    assert_eq!(
        mutated("azure", &core("[{architecture: [amd64]}]"), &config),
        ["gl@1.0.0 {boot: [grub, grub]}"]
    );
}

#[test]
fn mutator_makes_one_flavor_an_architecture_and_kind_of_networking() {
    let accelerated = format!("{OLD}, acceleratedNetworking: true");
    let config = entries(&[
        &accelerated,
        "id: x, acceleratedNetworking: false",
        OLD,
        "id: z, architecture: arm64",
        "architecture: riscv",
    ]);
    let found = mutated("azure", &core("[]"), &config);
    let basic = |architecture: &str| {
        format!("{{architecture: [{architecture}], azure-networking: [basic]}}")
    };
    assert_eq!(
        found,
        [format!(
            "gl@1.0.0 {{architecture: [amd64]}} {} {}",
            basic("amd64"),
            basic("arm64")
        )]
    );
}

#[test]
fn mutator_empties_what_has_no_format() {
    assert_eq!(
        mutated(
            "azure",
            &core("[{boot: [uefi]}]"),
            &config("architecture: amd64")
        ),
        ["gl@1.0.0 "]
    );
    assert_eq!(
        mutated("azure", &core("[{boot: [uefi]}]"), ""),
        ["gl@1.0.0 {boot: [uefi]}"]
    );
    // Nothing without a vocabulary.
    assert_eq!(mutated("azure", IMAGE, &config(OLD)), ["gl@1.0.0 "]);
}

#[test]
fn trap_1_and_vector_2_the_mutator_overwrites_flavors() {
    let two = core("[{architecture: [amd64]}, {architecture: [arm64]}]");
    assert_eq!(
        mutated(
            "azure",
            &two,
            &config(&format!("capabilityFlavors: [{FLAVOR}]"))
        ),
        ["gl@1.0.0 {architecture: [amd64]}"]
    );
}

#[test]
fn trap_2_what_only_the_provider_part_has_is_accepted() {
    let extra = format!(
        "{DOMAINS}    machineTypes: [{{name: unknown}}]\n    machineImages: [{{name: gl, \
         versions: [{{version: 1.0.0, {OLD}}}, {{version: 2.0.0, {OLD}}}]}}, {{name: other, \
         versions: [{{version: 1.0.0, {OLD}}}]}}]\n"
    );
    assert!(validator("azure", IMAGE, &extra).is_empty());
}

#[test]
fn trap_6_equal_flavors_are_accepted() {
    assert!(
        validator(
            "azure",
            &core("[{architecture: [amd64]}]"),
            &config(&format!("capabilityFlavors: [{FLAVOR}, {FLAVOR}]"))
        )
        .is_empty()
    );
}

#[test]
fn trap_10_and_vector_9_old_entries_bring_a_capability_that_nobody_registered() {
    let core = "  machineCapabilities: [{name: architecture, values: [amd64]}]\n  machineImages: \
        [{name: gl, versions: [{version: 1.0.0}]}]\n";
    assert_eq!(
        mutated("azure", core, &config(OLD)),
        ["gl@1.0.0 {architecture: [amd64], azure-networking: [basic]}"]
    );
    let accelerated = config(&format!("{OLD}, acceleratedNetworking: true"));
    assert_eq!(
        mutated("azure", core, &accelerated),
        ["gl@1.0.0 {architecture: [amd64]}"]
    );
}

#[test]
fn trap_13_and_vector_10_update_domains_are_required_and_hide_the_mapping() {
    let without = config(OLD).replace("    countUpdateDomains: [{region: eu, count: 5}]\n", "");
    let core = "  machineImages: [{name: other, versions: [{version: 1.0.0}]}]\n";
    assert_eq!(
        validator("azure", core, &without),
        ["FieldValueRequired spec.providerConfig.countUpdateDomains"]
    );
}

#[test]
fn trap_22_an_empty_list_equals_only_an_empty_list() {
    let empty =
        config("capabilityFlavors: [{id: x, capabilities: {architecture: [amd64], boot: []}}]");
    assert!(
        validator(
            "azure",
            &core("[{architecture: [amd64], boot: []}]"),
            &empty
        )
        .is_empty()
    );
    assert_eq!(
        validator("azure", &core("[{architecture: [amd64]}]"), &empty),
        [format!("FieldValueRequired {CORE}.capabilityFlavors[0]")]
    );
}

#[test]
fn trap_25_only_the_kinds_of_galleries_are_compared_without_case() {
    let core = |name: &str, version: &str| {
        format!("  machineImages: [{{name: {name}, versions: [{{version: {version}}}]}}]\n")
    };
    assert!(validator("azure", &core("gl", "1.0.0"), &config(OLD)).is_empty());
    assert_eq!(
        validator("azure", &core("GL", "1.0.0"), &config(OLD)),
        ["FieldValueRequired spec.machineImages[0]"]
    );
    assert_eq!(
        validator("azure", &core("gl", "v1.0.0"), &config(OLD)),
        [format!("FieldValueRequired {CORE}")]
    );
}

#[test]
fn trap_27_each_part_has_its_own_shape_of_flavors() {
    let why = undecodable(
        "azure",
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
fn trap_29_images_without_versions_are_compared_too() {
    assert_eq!(
        validator(
            "azure",
            "  machineImages: [{name: other, versions: []}]\n",
            &config(OLD)
        ),
        ["FieldValueRequired spec.machineImages[0]"]
    );
    assert!(
        validator(
            "azure",
            "  machineImages: [{name: gl, versions: []}]\n",
            &config(OLD)
        )
        .is_empty()
    );
}

#[test]
fn trap_30_old_architectures_are_not_compared_with_the_vocabulary() {
    let core = "  machineCapabilities: [{name: architecture, values: [amd64]}]\n  machineImages: \
        [{name: gl, versions: [{version: 1.0.0}]}]\n";
    let config = entries(&[
        &format!("{OLD}, acceleratedNetworking: true"),
        &format!("{OLD}, architecture: arm64"),
    ]);
    assert!(validator("azure", core, &config).is_empty());
    let found = mutated("azure", core, &config);
    assert_eq!(
        found,
        ["gl@1.0.0 {architecture: [amd64]} {architecture: [arm64], azure-networking: [basic]}"]
    );
}

#[test]
fn trap_32_both_formats_hide_what_is_wrong_in_them() {
    let found = entry(
        "urn: x, architecture: riscv, capabilityFlavors: [{urn: z, capabilities: {net: [x]}}]",
    );
    assert_eq!(
        found,
        [
            format!("FieldValueForbidden {AT}.architecture"),
            format!("FieldValueForbidden {AT}.image")
        ]
    );
}
