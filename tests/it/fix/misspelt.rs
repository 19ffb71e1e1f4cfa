//! Names that are written nearly right, and texts that the help spells out: each becomes what was
//! meant, by a fix that a person asks for.

use cpcap::finding::Severity;
use cpcap::source::FileId;

use super::fixed;

/// A profile and a Shoot without a finding that has a fix.
const PROFILE: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: example
spec:
  type: example
  kubernetes:
    versions:
    - version: 1.34.2
  machineImages:
  - name: linux
    updateStrategy: major
    versions:
    - version: 1.0.0
      classification: supported
      architectures: [amd64, arm64]
      cri: [{name: containerd}]
  machineTypes:
  - {name: m5.large, cpu: \"2\", gpu: \"0\", memory: 8Gi, architecture: amd64}
  - {name: standard, cpu: \"2\", gpu: \"0\", memory: 8Gi, architecture: amd64}
  - {name: graviton, cpu: \"2\", gpu: \"0\", memory: 8Gi, architecture: arm64}
  volumeTypes:
  - {name: premium, class: standard, minSize: 20Gi}
  regions:
  - name: europe-west1
    accessRestrictions: [{name: eu-access-only}]
    zones:
    - {name: europe-west1-b, unavailableMachineTypes: [graviton]}
    - name: europe-west1-c
  bastion:
    machineImage: {name: linux, version: 1.0.0}
    machineType: {name: standard}
---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: cluster, namespace: garden-x}
spec:
  cloudProfile:
    kind: CloudProfile
    name: example # the one above
  region: europe-west1
  accessRestrictions: [{name: eu-access-only}]
  kubernetes:
    version: 1.34.2
  provider:
    type: example
    workers:
    - name: pool
      minimum: 1
      maximum: 2
      machine:
        type: m5.large
        architecture: amd64
        image: {name: linux, version: 1.0.0}
      cri: {name: containerd}
      volume: {type: premium, size: 50Gi}
      dataVolumes: [{name: images, type: premium, size: 50Gi}]
      kubeletDataVolumeName: images
      zones: [europe-west1-b]
";

fn with(from: &str, to: &str) -> String {
    assert_eq!(PROFILE.matches(from).count(), 1, "{from}");
    PROFILE.replace(from, to)
}

#[test]
fn names_that_are_nearly_right_are_written_right() {
    assert_eq!(fixed(PROFILE, true), PROFILE);
    for (right, wrong) in [
        ("name: example # the", "name: exampel # the"),
        ("region: europe-west1\n", "region: eurpoe-west1\n"),
        (
            "accessRestrictions: [{name: eu-access-only}]\n  kub",
            "accessRestrictions: [{name: eu-acces-only}]\n  kub",
        ),
        (
            "version: 1.34.2\n  provider",
            "version: v1.34.2\n  provider",
        ),
        ("type: example\n    workers", "type: exmaple\n    workers"),
        ("type: m5.large\n", "type: m5.lagre\n"),
        ("type: m5.large\n", "type: \"m5.Large\"\n"),
        (
            "architecture: amd64\n        image",
            "architecture: x86_64\n        image",
        ),
        (
            "image: {name: linux, version: 1.0.0}\n      cri",
            "image: {name: linxu, version: 1.0.0}\n      cri",
        ),
        (
            "image: {name: linux, version: 1.0.0}\n      cri",
            "image: {name: linux, version: v1.0.0}\n      cri",
        ),
        ("cri: {name: containerd}\n", "cri: {name: docker}\n"),
        ("volume: {type: premium", "volume: {type: premuim"),
        ("size: 50Gi}\n      data", "size: 5Gi}\n      data"),
        (
            "kubeletDataVolumeName: images",
            "kubeletDataVolumeName: image",
        ),
        ("zones: [europe-west1-b]", "zones: [eurpoe-west1-b]"),
        (
            "unavailableMachineTypes: [graviton]",
            "unavailableMachineTypes: [gravitno]",
        ),
        (
            "machineImage: {name: linux, v",
            "machineImage: {name: linxu, v",
        ),
        (
            "linux, version: 1.0.0}\n    machineType",
            "linux, version: v1.0.0}\n    machineType",
        ),
        (
            "machineType: {name: standard}",
            "machineType: {name: standart}",
        ),
    ] {
        let text = with(right, wrong);
        assert_eq!(fixed(&text, false), text, "a person should look at {wrong}");
        let good = if wrong.contains("5Gi") && right.contains("50Gi") {
            with(right, &right.replace("50Gi", "20Gi"))
        } else if wrong.contains('"') {
            with(right, "type: \"m5.large\"\n")
        } else {
            PROFILE.to_owned()
        };
        assert_eq!(fixed(&text, true), good, "{wrong}");
    }
}

#[test]
fn ambiguous_names_have_no_fix() {
    let two = with("name: standard, cpu", "name: m5.largo, cpu");
    for (right, wrong) in [
        ("type: m5.large\n", "type: m5.largz\n"),
        ("zones: [europe-west1-b]", "zones: [europe-west1-d]"),
    ] {
        let text = two.replace(right, wrong).replace("standard}", "m5.largo}");
        assert_eq!(fixed(&text, true), text, "{wrong}");
    }
}

#[test]
fn references_and_architectures_that_the_help_spells_out_are_written() {
    let old = with(
        "  cloudProfile:\n    kind: CloudProfile\n    name: example # the one above\n",
        "  cloudProfileName: example # the one above\n",
    );
    assert_eq!(
        fixed(&old, false),
        with(
            "  cloudProfile:\n    kind: CloudProfile\n    name: example # the one above\n",
            "  cloudProfile: {kind: CloudProfile, name: example} # the one above\n",
        )
    );
}

#[test]
fn a_cri_that_a_namespaced_profile_needs_is_added() {
    let child = |cri: &str| {
        format!(
            "{PROFILE}---\napiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
             {{name: child, namespace: garden-x}}\nspec:\n  parent: {{kind: CloudProfile, name: \
             example}}\n  machineImages:\n  - name: mine\n    updateStrategy: major\n    versions:\n    - \
             version: 2.0.0 # new\n{cri}      architectures: [amd64]\n"
        )
    };
    let last = |cri: &str| {
        child(cri)
            .replace("      architectures: [amd64]\n", "")
            .replace(
                "- version: 2.0.0",
                "- architectures: [amd64]\n      version: 2.0.0",
            )
    };
    assert_eq!(
        fixed(&last(""), false),
        last("      cri: [{name: containerd}]\n")
    );
    assert_eq!(
        fixed(&child(""), false),
        child("      cri: [{name: containerd}]\n")
    );
}

#[test]
fn the_architecture_of_the_legacy_field_is_declared() {
    let profile = |machine: &str| {
        super::whole(&[(
            "      capabilities:\n        architecture: [amd64]\n        gpu: [a]\n",
            machine,
        )])
    };
    for (bad, good) in [
        (
            "      architecture: amd64\n      capabilities:\n        gpu: [a]\n",
            "      architecture: amd64\n      capabilities:\n        gpu: [a]\n        \
             architecture: [amd64]\n",
        ),
        (
            "      architecture: amd64\n      capabilities: {gpu: [a]}\n",
            "      architecture: amd64\n      capabilities: {gpu: [a], architecture: [amd64]}\n",
        ),
    ] {
        let text = profile(bad);
        assert_eq!(fixed(&text, false), text, "it changes what fits");
        assert_eq!(fixed(&text, true), profile(good));
    }
}

#[test]
fn the_architecture_that_a_pool_gets_is_written_out() {
    let text = with(
        "        type: m5.large\n        architecture: amd64\n",
        "        type: graviton\n",
    );
    let text = text.replace(", unavailableMachineTypes: [graviton]", "");
    let settings = super::settings();
    let settings = cpcap::config::Settings {
        level: Severity::Note,
        ..settings
    };
    let (done, _) = super::run(&text, false, &settings);
    assert_eq!(
        done.sources.get(FileId(0)).text(),
        text.replace(
            "type: graviton\n",
            "type: graviton\n        architecture: arm64\n"
        )
    );
}
