//! The common part of the tests of `cpcap diff`: a profile with a Shoot and a
//! NamespacedCloudProfile that use it, and its answers.

use serde_json::Value;

use crate::common::{Dir, Ran};

pub const PROFILE: &str = r#"apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: aws
spec:
  type: aws
  kubernetes:
    versions:
    - version: 1.33.1
    - version: 1.32.5
  machineCapabilities:
  - name: architecture
    values: [amd64]
  - name: boot
    values: [uefi, bios]
  machineImages:
  - name: gardenlinux
    updateStrategy: major
    versions:
    - version: 1877.2.0
      cri: [{name: containerd}]
      capabilityFlavors:
      - architecture: [amd64]
        boot: [uefi]
      - architecture: [amd64]
        boot: [bios]
    - version: 1592.9.0
      cri: [{name: containerd}]
      capabilityFlavors:
      - architecture: [amd64]
        boot: [bios]
  machineTypes:
  - {name: m5.large, cpu: "2", gpu: "0", memory: 8Gi, capabilities: {architecture: [amd64]}}
  - {name: m4.large, cpu: "2", gpu: "0", memory: 8Gi, capabilities: {architecture: [amd64], boot: [bios]}}
  regions:
  - name: eu
    zones: [{name: eu-a}]
  providerConfig:
    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: gardenlinux
      versions:
      - version: 1877.2.0
        capabilityFlavors:
        - capabilities: {architecture: [amd64], boot: [uefi]}
          regions: [{name: eu, ami: ami-1}]
        - capabilities: {architecture: [amd64], boot: [bios]}
          regions: [{name: eu, ami: ami-2}]
      - version: 1592.9.0
        capabilityFlavors:
        - capabilities: {architecture: [amd64], boot: [bios]}
          regions: [{name: eu, ami: ami-3}]
"#;

pub const SHOOT: &str = r#"apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-shop}
spec:
  cloudProfile: {kind: CloudProfile, name: aws}
  region: eu
  kubernetes: {version: 1.32.5}
  provider:
    type: aws
    workers:
    - name: blue
      minimum: 2
      maximum: 6
      machine: {type: m5.large, architecture: amd64, image: {name: gardenlinux, version: 1592.9.0}}
    - name: green
      minimum: 2
      maximum: 6
      machine: {type: m5.large, architecture: amd64, image: {name: gardenlinux, version: 1877.2.0}}
"#;

pub const CHILD: &str = r#"apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: shop, namespace: garden-shop}
spec:
  parent: {kind: CloudProfile, name: aws}
  machineImages:
  - name: flatcar
    updateStrategy: major
    versions:
    - version: 4152.2.3
      cri: [{name: containerd}]
      capabilityFlavors:
      - architecture: [amd64]
        boot: [uefi]
"#;

pub fn diff(old: &str, new: &str, with: &[(&str, &str)], args: &[&str]) -> Ran {
    let dir = Dir::with(&[("old.yaml", old), ("new.yaml", new)]);
    let mut line = vec!["diff", "old.yaml", "new.yaml"];
    for (name, text) in with {
        dir.write(name, text);
        line.extend(["--with", *name]);
    }
    dir.run(&[&line[..], args].concat())
}

pub fn json(old: &str, new: &str, with: &[(&str, &str)]) -> Value {
    let ran = diff(old, new, with, &["-f", "json"]);
    assert!(ran.stderr.is_empty(), "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).unwrap()
}

/// The impacts of a kind, over all objects.
pub fn of_kind<'r>(report: &'r Value, kind: &str) -> Vec<&'r Value> {
    let objects = report["objects"].as_array().unwrap().iter();
    objects
        .flat_map(|object| object["impacts"].as_array().unwrap())
        .filter(|impact| impact["kind"] == kind)
        .collect()
}

pub fn refused<'r>(report: &'r Value, rule: &str) -> Vec<&'r Value> {
    report["refused"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["rule"] == rule)
        .collect()
}

pub fn without(text: &str, from: &str, to: &str) -> String {
    let start = text.find(from).unwrap();
    let end = start + text[start..].find(to).unwrap();
    format!("{}{}", &text[..start], &text[end..])
}
