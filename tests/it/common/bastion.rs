//! Area `bastion`: what an extension works out for a bastion.

use cpcap::config::Operation;
use cpcap::effective;
use cpcap::landscape::{Body, Input, Landscape, read};
use cpcap::matching::{Matcher, NoBastion, bastion};
use cpcap::source::{Source, Sources};
use serde_json::{Value, json};

use super::errors::settings;

pub fn agrees(case: &Value) -> Result<(), String> {
    let mut sources = Sources::default();
    let text = case["input"]["object"].as_str().unwrap();
    let inputs = [Input {
        file: sources.add(Source::new("object.yaml", text)),
        fault: None,
    }];
    let files = read(&sources, &inputs);
    let landscape = Landscape::new(&files);
    let Body::CloudProfile(profile) = &landscape.items[0].body else {
        panic!("not a CloudProfile")
    };
    // The object is one that is stored already, so nothing is migrated to the vocabulary any more.
    let mut profile = (**profile).clone();
    effective::default(&mut profile);
    effective::canonicalise(&mut profile, true);
    let matcher = Matcher::new(&profile);
    let bastion = bastion(&matcher, settings(case, Operation::Update).now);
    let got = match bastion.fault {
        Some(fault) => json!({"error": match fault {
            NoBastion::UnknownMachineType(_) | NoBastion::UnknownImage(_) | NoBastion::UnknownVersion(_) => "unknown",
            NoBastion::NoArchitecture => "no-architecture",
            NoBastion::NoMachineType => "no-machine-type",
            NoBastion::NoImage => "no-image",
            NoBastion::NoVersion => "no-version",
            NoBastion::UnsupportedVersion(_) => "unsupported-version",
        }}),
        None => {
            let machine = &matcher.machines()[bastion.machine.unwrap().index];
            json!({
                "machineType": *machine.machine_type.name,
                "architecture": machine.architecture,
                "image": *profile.machine_images[bastion.image.unwrap().index].name,
                "version": bastion.version_text(&matcher),
            })
        }
    };
    if got == case["expect"] {
        Ok(())
    } else {
        Err(format!(
            "\n  Gardener: {}\n  cpcap:    {got}",
            case["expect"]
        ))
    }
}
