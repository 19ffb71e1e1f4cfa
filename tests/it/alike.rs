//! Rows of tables that look alike are the same thing: where names repeat, rows say which entry,
//! flavor, document or file they are about.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::common::{Dir, run_at};

/// A profile in which everything repeats: machine types, versions, images, zones, flavors; and two
/// NamespacedCloudProfiles with one name.
const PROFILE: &str = r#"apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: example}
spec:
  type: aws
  kubernetes:
    versions:
    - version: 1.33.1
    - version: 1.32.5
      expirationDate: "2027-03-31T00:00:00Z"
    - version: 1.32.5
      expirationDate: "2027-03-31T00:00:00Z"
  machineCapabilities:
  - name: architecture
    values: [amd64, arm64]
  machineImages:
  - name: gardenlinux
    updateStrategy: major
    versions:
    - version: 1877.2.0
      cri: [{name: containerd}]
      capabilityFlavors:
      - architecture: [amd64]
      - architecture: [amd64]
    - version: 1877.2.0
      cri: [{name: containerd}]
      capabilityFlavors:
      - architecture: [amd64]
      - architecture: [arm64]
    - version: 1592.9.0
      expirationDate: "2027-03-31T00:00:00Z"
      cri: [{name: containerd}]
      capabilityFlavors:
      - architecture: [amd64]
  - name: gardenlinux
    updateStrategy: major
    versions:
    - version: 1877.2.0
      cri: [{name: containerd}]
      capabilityFlavors:
      - architecture: [amd64]
      - architecture: [amd64]
  machineTypes:
  - {name: small, cpu: "2", gpu: "0", memory: 8Gi, capabilities: {architecture: [amd64]}}
  - {name: small, cpu: "2", gpu: "0", memory: 8Gi, capabilities: {architecture: [amd64]}}
  - {name: small, cpu: "4", gpu: "0", memory: 8Gi, usable: false, capabilities: {architecture: [amd64]}}
  - {name: big, cpu: "4", gpu: "0", memory: 8Gi, capabilities: {architecture: [arm64]}}
  volumeTypes:
  - {name: gp3, class: standard}
  - {name: gp3, class: premium}
  regions:
  - name: eu
    zones: [{name: eu-a}, {name: eu-a, unavailableVolumeTypes: [gp3]}]
  - name: eu
    zones: [{name: eu-a}, {name: eu-b, unavailableMachineTypes: [small]}]
  providerConfig:
    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: gardenlinux
      versions:
      - version: 1877.2.0
        capabilityFlavors:
        - capabilities: {architecture: [amd64]}
          regions: [{name: eu, ami: ami-1}]
        - capabilities: {architecture: [amd64]}
          regions: [{name: eu, ami: ami-2}]
"#;
const CHILD: &str = "---
apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: mine, namespace: garden-x}
spec:
  parent: {kind: CloudProfile, name: example}
  machineTypes:
  - {name: extra, cpu: '2', gpu: '0', memory: 8Gi, capabilities: {architecture: [amd64]}}
  machineImages:
  - name: gardenlinux
    versions:
    - version: 1592.9.0
      expirationDate: '2027-06-30T00:00:00Z'
";
const SHOOT: &str = "---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-x}
spec:
  cloudProfile: {kind: CloudProfile, name: example}
  region: eu
  kubernetes: {version: 1.32.5}
  provider:
    type: aws
    workers:
    - {name: pool, minimum: 1, maximum: 2, zones: [eu-a], machine: {type: small, image: {name: gardenlinux, version: 1592.9.0}}, volume: {type: gp3, size: 50Gi}}
    - {name: pool, minimum: 1, maximum: 2, zones: [eu-a], machine: {type: small, image: {name: gardenlinux, version: 1592.9.0}}, volume: {type: gp3, size: 50Gi}}
";

const COMMANDS: &[&str] = &[
    "match -m * --profile a --profile b",
    "match -m * -i * --profile a --profile b --expand",
    "match -m * -q --profile a --profile b",
    "match -i * -q --profile a --profile b",
    "match -i * --profile a --profile b --expand",
    "match --bastion --profile a --profile b",
    "table a b",
    "table a b --expand",
    "table a b --format markdown --expand",
    "table a b --by flavor --expand",
    "table a b --by image --expand",
    "table a b --regions --expand",
    "table a b --regions --format markdown",
    "table a b --availability --expand",
    "table a b --availability=volumes --expand",
    "uses a b",
    "uses a b --format markdown",
    "resolve a b",
    "resolve a b --format markdown",
    "maintain a b",
    "maintain a b --explain",
    "maintain a b --format markdown",
    "maintain -p a -p b",
    "maintain -p a -p b --format markdown",
    "verbs a b",
    "diff a c",
    "diff old new",
];

/// The tables of an answer: what stands below a title or between blank lines, without what goes on
/// from line to line (reasons and bits of a version, which stand behind more blanks).
fn tables(text: &str) -> Vec<Vec<&str>> {
    let mut tables = vec![Vec::new()];
    for line in text.lines() {
        if line.trim().is_empty() {
            tables.push(Vec::new());
            continue;
        }
        let columns = line.trim_start().contains("  ") || line.starts_with('|');
        if columns && !line.starts_with("      ") && !line.starts_with("    flavor ") {
            tables.last_mut().unwrap().push(line);
        }
    }
    tables
}

/// The titles of answers, at the left edge. A file may stand in the next line.
fn titles(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_title = |line: &str| {
        let line = line.trim_start_matches("## ");
        ["CloudProfile ", "NamespacedCloudProfile ", "Shoot "]
            .iter()
            .any(|kind| line.starts_with(kind))
    };
    let mut titles = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        // The second line of what is about a Shoot names its profile.
        let before = lines[..at].iter().rev().find(|line| !line.is_empty());
        let second =
            before.is_some_and(|line| line.trim_start_matches("## ").starts_with("Shoot "));
        if is_title(line) && !second && !line.contains(" → ") {
            let next = lines[at + 1..].iter().find(|line| !line.is_empty());
            titles.push(format!("{line}\n{}", next.unwrap_or(&"")));
        }
    }
    titles
}

#[test]
fn rows_that_look_alike_are_the_same_thing() {
    let dir = Dir::new();
    for landscape in ["a", "b", "c"] {
        dir.write(
            &format!("{landscape}/p.yaml"),
            PROFILE.to_owned() + CHILD + CHILD,
        );
        dir.write(&format!("{landscape}/s.yaml"), SHOOT.to_owned() + SHOOT);
    }
    for (revision, version) in [("old", "1592.9.0"), ("new", "1592.8.0")] {
        for landscape in ["canary", "live"] {
            let profile = (PROFILE.to_owned() + CHILD).replace("1592.9.0", version);
            dir.write(&format!("{revision}/{landscape}/p.yaml"), profile);
            dir.write(&format!("{revision}/{landscape}/s.yaml"), SHOOT);
        }
    }
    let mut faults = String::new();
    for line in COMMANDS {
        let args: Vec<&str> = line.split_whitespace().collect();
        let ran = run_at(dir.path(), &args, "", &[], Some(400));
        assert!(!ran.stdout.is_empty(), "{line}: {}", ran.stderr);
        let mut repeated = |what: &str, lines: &[&str]| {
            let mut known = BTreeMap::new();
            lines
                .iter()
                .for_each(|line| *known.entry(*line).or_insert(0) += 1);
            for (row, times) in known.into_iter().filter(|(_, times)| *times > 1) {
                writeln!(faults, "{line}: {times} {what} {row}").unwrap();
            }
        };
        for rows in tables(&ran.stdout) {
            repeated("rows", &rows);
        }
        let titles = titles(&ran.stdout);
        repeated(
            "titles",
            &titles.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        if line.contains(" -q") {
            repeated("lines", &ran.stdout.lines().collect::<Vec<_>>());
        }
    }
    assert!(faults.is_empty(), "{faults}");
}
