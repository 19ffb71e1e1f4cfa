//! Shoots that name no version, or only its beginning: the server completes it when the Shoot is
//! written, and no file shows what they got.

use serde_json::Value;

use crate::common::Dir;
use crate::common::diff::json;

const PROFILE: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: example}
spec:
  type: example
  kubernetes:
    versions:
    - {version: 1.34.0, classification: preview}
    - {version: 1.34.1, classification: supported}
    - {version: 1.33.1, classification: supported}
    - {version: 1.33.0, classification: deprecated}
    - {version: 1.32.9, classification: supported}
    - {version: 1.32.5, classification: deprecated}
  machineImages:
  - name: gl
    updateStrategy: minor
    versions:
    - {version: 2.0.1, architectures: [amd64], cri: [{name: containerd}]}
    - {version: 1.5.0, architectures: [amd64], cri: [{name: containerd}]}
    - {version: 1.4.0, architectures: [amd64], cri: [{name: containerd}]}
    - {version: \"12.0\", architectures: [amd64], cri: [{name: containerd}]}
    - {version: 12.0.1, architectures: [amd64], cri: [{name: containerd}]}
  machineTypes: [{name: small, cpu: \"2\", gpu: \"0\", memory: 8Gi, architecture: amd64}]
  regions: [{name: eu}]
";

fn shoot(kubernetes: &str, image: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {{name: web, namespace: garden-a}}
spec:
  cloudProfile: {{kind: CloudProfile, name: example}}
  region: eu
  provider:
    type: example
    workers:
    - {{name: w, machine: {{type: small, image: {{name: gl{image}}}}}, minimum: 1, maximum: 2}}
  kubernetes: {{{kubernetes}}}
"
    )
}

/// The profile without the entry of a version.
fn without(version: &str) -> String {
    let is_it = |line: &&str| {
        line.trim_start()
            .starts_with(&format!("- {{version: {version},"))
    };
    assert_eq!(PROFILE.lines().filter(is_it).count(), 1, "{version}");
    let rest = PROFILE.lines().filter(|line| !is_it(line));
    rest.map(|line| format!("{line}\n")).collect()
}

/// The verdict on the removal of a version, and whether `uses` says that it may be used.
fn asked(shoot: &str, version: &str) -> (String, bool) {
    let report = json(PROFILE, &without(version), &[("shoot.yaml", shoot)]);
    let reasons = report["notKnown"].as_array().unwrap();
    for why in reasons {
        assert_eq!(why["reason"], "unnamedVersions", "{report:#}");
        let message = why["message"].as_str().unwrap();
        assert!(message.contains(version.trim_matches('"')), "{message}");
    }
    let verdict = report["verdict"].as_str().unwrap().to_owned();
    assert_eq!(!reasons.is_empty(), verdict == "notKnown", "{report:#}");
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("shoot.yaml", shoot)]);
    let ran = dir.run(&["uses", "-f", "json", "."]);
    let uses: Value = serde_json::from_str(&ran.stdout).unwrap();
    let entries = uses["profiles"][0]["entries"].as_array().unwrap();
    let entry = entries
        .iter()
        .find(|entry| entry["name"] == version.trim_matches('"') && entry["presence"] == "listed");
    (verdict, entry.unwrap()["mayBeUsed"] == true)
}

const ACCEPTED: (&str, bool) = ("accepted", false);
const REFUSED: (&str, bool) = ("refused", false);
const OPEN: (&str, bool) = ("notKnown", true);

#[test]
fn a_kubernetes_version_may_be_any_that_begins_so() {
    for (written, version, expected) in [
        ("version: 1.33.1", "1.33.0", ACCEPTED),
        ("version: 1.32.5", "1.32.5", REFUSED),
        ("version: '1.32'", "1.32.5", OPEN),
        ("version: '1.32'", "1.32.9", REFUSED),
        ("version: '1.32'", "1.33.0", ACCEPTED),
        ("version: '1'", "1.32.9", OPEN),
        ("version: '1'", "1.34.1", REFUSED),
        ("version: ''", "1.32.9", OPEN),
        ("", "1.32.9", OPEN),
        ("", "1.33.0", OPEN),
        // Of other than two parts only the first counts.
        ("version: 1.33.0.0", "1.32.9", OPEN),
        ("version: '1.'", "1.32.9", OPEN),
        // The server gives a preview to nobody who does not name it.
        ("", "1.34.0", ACCEPTED),
    ] {
        let shoot = shoot(written, ", version: 2.0.1");
        let (verdict, may) = asked(&shoot, version);
        assert_eq!((&*verdict, may), expected, "{written}: {version}");
        let dir = Dir::with(&[("profile.yaml", PROFILE), ("shoot.yaml", &shoot)]);
        let line = [
            "retire",
            "kubernetes",
            version,
            "-p",
            ".",
            "--now",
            "2026-12-01",
        ];
        let told = dir.run(&line).stdout;
        let is_told =
            told.contains("Shoots that name no version, or only its beginning, may have it");
        assert_eq!(is_told, may, "{written}: {version}: {told}");
    }
}

#[test]
fn an_image_version_may_be_any_that_begins_so() {
    for (written, version, expected) in [
        (", version: 2.0.1", "1.4.0", ACCEPTED),
        (", version: 1.4.0", "1.4.0", REFUSED),
        (", version: '1'", "1.4.0", OPEN),
        (", version: '1'", "1.5.0", REFUSED),
        (", version: '1'", "2.0.1", ACCEPTED),
        (", version: v1", "1.4.0", OPEN),
        (", version: 1.9.9.9", "1.4.0", OPEN),
        (", version: ''", "1.4.0", OPEN),
        ("", "2.0.1", OPEN),
        // The profile lists a version of that name: it is whole.
        (", version: '12.0'", "12.0.1", ACCEPTED),
        (", version: '12.0'", "\"12.0\"", REFUSED),
    ] {
        let (verdict, may) = asked(&shoot("version: 1.33.1", written), version);
        assert_eq!((&*verdict, may), expected, "{written}: {version}");
    }
}
