//! hcloud: one zone a region, and which image a worker gets.

use super::run::{look_up, on_profile, pointed};
use super::validator;
use cpcap::provider::part::Webhook;

const ZONES: &str = "  regions: [{name: fsn1, zones: [{name: fsn1-dc14}]}, \
    {name: hel1, zones: [{name: a}, {name: b}]}]\n";

#[test]
fn a_region_has_one_zone() {
    assert_eq!(pointed("hcloud", ZONES, ""), ["name: b"]);
    assert!(
        validator(
            "hcloud",
            "  regions: [{name: fsn1, zones: [{name: fsn1-dc14}]}, {name: hel1}]\n",
            ""
        )
        .is_empty()
    );
}

#[test]
fn the_webhook_names_no_field() {
    on_profile("hcloud", ZONES, "", |profile| {
        let faults = profile.faults().unwrap();
        assert_eq!(
            faults
                .iter()
                .map(|fault| profile.provider.error_type(&fault.what))
                .collect::<Vec<_>>(),
            [None]
        );
    });
}

#[test]
fn the_provider_config_is_not_decoded() {
    on_profile(
        "hcloud",
        "",
        "  providerConfig: {kind: Anything, machineImages: 1, foo: bar}\n",
        |profile| {
            assert_eq!(profile.part.unwrap().undecodable(Webhook::Validator), None);
            assert!(profile.part.unwrap().problems.is_empty());
            assert!(profile.faults().unwrap().is_empty());
        },
    );
}

#[test]
fn look_up_takes_the_first_of_the_global_list_or_what_the_cloud_has() {
    let config = "    machineImages: [{name: gl, versions: [{version: 1.0.0, imageName: a}, \
        {version: 1.0.0, imageName: b}, {version: 2.0.0}]}]\n    regions: \
        [{name: hel1, machineImages: [{name: gl, versions: [{version: 1.0.0, imageName: c}]}]}]\n";
    let find = |version| {
        look_up(
            "hcloud",
            "",
            config,
            ["gl", version, "hel1", "none", "amd64"],
        )
    };
    assert_eq!(find("1.0.0"), "imageName a {}");
    assert_eq!(find("2.0.0"), "imageName  {}");
    assert_eq!(find("3.0.0"), "elsewhere");
}
