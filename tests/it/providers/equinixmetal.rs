//! equinixmetal: the rules that nothing calls, and the operating system of a worker.

use super::run::{look_up, on_profile, pointed, undecodable};
use super::validator;
use cpcap::provider::part::{Undecodable, Webhook};

/// One version with these fields.
fn config(fields: &str) -> String {
    format!("    machineImages: [{{name: gl, versions: [{{version: 1.0.0, {fields}}}]}}]\n")
}

#[test]
fn equinixmetal_has_no_webhook() {
    on_profile("equinixmetal", "", "    machineImages: []\n", |profile| {
        let faults = profile.faults().unwrap();
        assert_eq!(profile.provider.error_type(&faults[0].what), None);
    });
    assert!(validator("equinixmetal", "", "").is_empty());
}

#[test]
fn decoding_is_strict() {
    let why = |config: &str| undecodable("equinixmetal", config, Webhook::Validator);
    assert_eq!(
        why(&config("image: i")),
        Some(Undecodable::UnknownFields(vec![
            "machineImages[0].versions[0].image".to_owned()
        ]))
    );
    assert_eq!(why(&config("id: i, ipxeScriptUrl: u")), None);
}

#[test]
fn no_images() {
    assert_eq!(
        validator("equinixmetal", "", "    machineImages: []\n"),
        ["FieldValueRequired machineImages"]
    );
    assert!(validator("equinixmetal", "", &config("id: i")).is_empty());
}

#[test]
fn name_empty() {
    let found = validator(
        "equinixmetal",
        "",
        "    machineImages: [{name: '', versions: [{version: 1.0.0, id: i}]}]\n",
    );
    assert_eq!(found, ["FieldValueRequired machineImages[0].name"]);
}

#[test]
fn no_versions() {
    let found = validator(
        "equinixmetal",
        "",
        "    machineImages: [{name: gl, versions: []}]\n",
    );
    assert_eq!(found, ["FieldValueRequired machineImages[0].versions"]);
}

#[test]
fn version_empty() {
    let found = validator(
        "equinixmetal",
        "",
        "    machineImages: [{name: gl, versions: [{version: '', id: i}]}]\n",
    );
    assert_eq!(
        found,
        ["FieldValueRequired machineImages[0].versions[0].version"]
    );
}

#[test]
fn id_empty_even_beside_a_script() {
    for nothing in ["id: ''", "id: '', ipxeScriptUrl: u", "ipxeScriptUrl: u"] {
        assert_eq!(
            validator("equinixmetal", "", &config(nothing)),
            ["FieldValueRequired machineImages[0].versions[0].id"]
        );
    }
    assert_eq!(pointed("equinixmetal", "", &config("id: ''")), ["''"]);
    assert!(validator("equinixmetal", "", &config("id: i, ipxeScriptUrl: u")).is_empty());
}

#[test]
fn look_up_takes_the_first_entry() {
    let twice = "    machineImages: \
        [{name: gl, versions: [{version: 1.0.0, id: a, ipxeScriptUrl: u}, \
        {version: 1.0.0, id: b}]}]\n";
    assert_eq!(
        look_up(
            "equinixmetal",
            "",
            twice,
            ["gl", "1.0.0", "ny", "none", "arm64"]
        ),
        "id a ipxeScriptUrl u {}"
    );
    assert_eq!(
        look_up(
            "equinixmetal",
            "",
            twice,
            ["gl", "2.0.0", "ny", "none", "amd64"]
        ),
        "no version"
    );
}
