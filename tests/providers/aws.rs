//! The rows of aws.

use super::{VOCABULARY, validator};

const IMAGE: &str = "  machineImages: [{name: gl, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n";
const REGION: &str = "    machineImages: [{name: gl, versions: [{version: 1.0.0, regions: [{name: eu, ami: ami-1}]}]}]\n";

#[test]
fn aws_1_no_provider_images() {
    assert_eq!(
        validator("aws", IMAGE, "    machineImages: []\n"),
        ["FieldValueRequired spec.machineImages[0]", "FieldValueRequired spec.providerConfig.machineImages"]
    );
    assert!(validator("aws", IMAGE, REGION).is_empty());
}

#[test]
fn aws_2_name_empty() {
    let found = validator("aws", "", "    machineImages: [{name: '', versions: [{version: 1.0.0, regions: [{name: eu, ami: a}]}]}]\n");
    assert_eq!(found, ["FieldValueRequired spec.providerConfig.machineImages[0].name"]);
}

#[test]
fn aws_14_image_not_in_provider_part() {
    let core = format!("{VOCABULARY}  machineImages: [{{name: other, versions: [{{version: 1.0.0}}]}}]\n");
    assert_eq!(validator("aws", &core, REGION), ["FieldValueRequired spec.machineImages[0]"]);
}
