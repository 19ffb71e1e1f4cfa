//! ionos: strict decoding, and nothing else.

use super::run::{look_up, undecodable};
use super::validator;
use cpcap::provider::part::{Undecodable, Webhook};

const IMAGES: &str =
    "    machineImages: [{name: gl, versions: [{version: 1.0.0, imageName: i}]}]\n";

#[test]
fn decoding_is_strict() {
    let why = |config: &str| undecodable("ionos", config, Webhook::Validator);
    assert_eq!(
        why("    machineImages: [{name: gl, foo: 1}]\n"),
        Some(Undecodable::UnknownFields(vec![
            "machineImages[0].foo".to_owned()
        ]))
    );
    assert_eq!(why("    regions: [{name: 1}]\n"), Some(Undecodable::Value));
    assert_eq!(
        why("  providerConfig: {machineImages: []}\n"),
        Some(Undecodable::Kind)
    );
    let rest = "    regions: \
        [{name: de, machineImages: [{name: gl, versions: [{version: 1.0.0}]}]}]\n    \
        defaultClassStoragePolicyName: p\n    machineTypeOptions: [{name: t, any: 1}]\n    \
        dockerDaemonOptions: {any: 1}\n";
    assert_eq!(why(&format!("{IMAGES}{rest}")), None);
}

#[test]
fn ionos_checks_no_image() {
    let core = "  machineImages: [{name: other, versions: [{version: 1.0.0}]}]\n";
    for config in [
        "",
        "    machineImages: []\n",
        "    machineImages: [{name: '', versions: []}]\n",
        IMAGES,
    ] {
        assert!(validator("ionos", core, config).is_empty(), "{config}");
    }
}

#[test]
fn the_look_up_is_unknown() {
    assert_eq!(
        look_up("ionos", "", IMAGES, ["gl", "1.0.0", "de", "none", "amd64"]),
        "elsewhere"
    );
}
