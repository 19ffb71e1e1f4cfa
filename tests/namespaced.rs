//! NamespacedCloudProfiles on the command line: where parents are found, and where findings about the merged result point.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod common;

use common::Dir;
use serde_json::Value;

const PARENT: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: example}
spec:
  type: example
  kubernetes:
    versions: [{version: 1.33.1}, {version: 1.32.5, classification: supported}]
  machineImages: [{name: linux, versions: [{version: 1.0.0}]}]
  machineTypes: [{name: small, cpu: \"2\", gpu: \"0\", memory: 8Gi}]
  regions: [{name: europe}]
";
const CHILD: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: mine, namespace: garden}
spec:
  parent: {kind: CloudProfile, name: example}
";

fn findings(dir: &Dir, args: &[&str]) -> Vec<Value> {
    let mut all = vec!["lint", "--format=json", "--ignore=namespaced/required-verbs"];
    all.extend(args);
    let ran = dir.run(&all);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    report["findings"].as_array().unwrap().clone()
}

fn lines(findings: &[Value]) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let line = |finding: &Value| {
        format!("{} {} {}:{}", text(&finding["rule"]), text(&finding["origin"]), text(&finding["file"]), finding["span"]["start"]["line"])
    };
    findings.iter().map(line).collect()
}

#[test]
fn the_nearest_parent_wins() {
    let broken = PARENT.replace("{version: 1.33.1}, ", "");
    let dir = Dir::with(&[("a/parent.yaml", &broken), ("b/parent.yaml", PARENT), ("b/c/child.yaml", CHILD)]);
    let found = findings(&dir, &["--with", "a", "--with", "b", "b/c"]);
    assert_eq!(lines(&found), ["namespaced/ambiguous-parent input b/c/child.yaml:5"]);
    let used = &found[0]["related"][0];
    assert_eq!(used["file"], "b/parent.yaml");
    // What is judged is not also context.
    assert!(findings(&dir, &["--with", "b", "b"]).is_empty());
}

#[test]
fn a_missing_parent_is_said_once() {
    let dir = Dir::with(&[("child.yaml", CHILD)]);
    assert_eq!(lines(&findings(&dir, &["child.yaml"])), ["namespaced/unknown-parent input child.yaml:5"]);
}

#[test]
fn a_parent_that_is_nearly_there_is_named_and_shown() {
    let dir = Dir::with(&[("parent.yaml", PARENT), ("child.yaml", &CHILD.replace("name: example}", "name: exmaple}"))]);
    let found = findings(&dir, &["--with", "parent.yaml", "child.yaml"]);
    assert_eq!(lines(&found), ["namespaced/unknown-parent input child.yaml:5"]);
    assert!(found[0]["help"].as_str().unwrap().starts_with("did you mean `example`? pass the file"), "{}", found[0]["help"]);
    let near = &found[0]["related"][0];
    assert_eq!((&near["file"], &near["span"]["start"]["line"]), (&"parent.yaml".into(), &3.into()));
}

#[test]
fn faults_of_the_parent_are_shown_there() {
    let parent = PARENT.replace("{version: 1.33.1}, ", "{version: 1.33.1, expirationDate: \"2027-01-01T00:00:00Z\"}, ");
    let dir = Dir::with(&[("parent.yaml", &parent), ("child.yaml", CHILD)]);
    let found = findings(&dir, &["--with", "parent.yaml", "child.yaml"]);
    assert_eq!(lines(&found), ["lifecycle/expiring-latest-version admission parent.yaml:7"]);
    assert_eq!(found[0]["name"], "mine");
    assert!(found[0]["message"].as_str().unwrap().contains("in the parent alone"));
    let related = found[0]["related"].as_array().unwrap();
    assert!(related.iter().any(|label| label["file"] == "child.yaml"), "{related:?}");
}

#[test]
fn faults_that_the_child_has_a_part_in_are_shown_there() {
    let child = format!("{CHILD}  kubernetes:\n    versions:\n    - {{version: 1.33.1, expirationDate: \"2027-01-01T00:00:00Z\"}}\n");
    let dir = Dir::with(&[("parent.yaml", PARENT), ("child.yaml", &child)]);
    let found = findings(&dir, &["--with", "parent.yaml", "child.yaml"]);
    assert_eq!(lines(&found), ["lifecycle/expiring-latest-version admission child.yaml:8"]);
}

#[test]
fn what_is_said_of_the_object_by_itself_is_not_said_again() {
    let child = format!("{CHILD}  machineTypes:\n  - {{name: \"a b\", cpu: \"1\", gpu: \"0\", memory: -1Gi}}\n");
    let dir = Dir::with(&[("parent.yaml", PARENT), ("child.yaml", &child)]);
    let found = lines(&findings(&dir, &["--with", "parent.yaml", "child.yaml"]));
    assert_eq!(found, ["cloudprofile/malformed-name static child.yaml:7", "cloudprofile/negative-quantity static child.yaml:7"]);
}

#[test]
fn what_cannot_be_decoded_has_no_followers() {
    let child = format!("{CHILD}  machineImages:\n  - name: linux\n    versions:\n    - version: [1]\n");
    let dir = Dir::with(&[("parent.yaml", PARENT), ("child.yaml", &child)]);
    let found = lines(&findings(&dir, &["--with", "parent.yaml", "child.yaml"]));
    assert_eq!(found, ["schema/wrong-type decode child.yaml:9"]);
}

#[test]
fn a_text_that_breaks_off_is_judged_by_itself_only() {
    let child = format!("{CHILD}  machineImages:\n  - name: linux\n    versions:\n    - {{version: 1.0.0, classification: x");
    let dir = Dir::with(&[("parent.yaml", PARENT), ("child.yaml", &child)]);
    let found = lines(&findings(&dir, &["--with", "parent.yaml", "child.yaml"]));
    assert!(found.iter().all(|line| !line.contains("admission")), "{found:?}");
}
/// Selection is proved on the merged profile, and only what the child brings in is said of it.
#[test]
fn proofs_about_the_child() {
    let parent = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: example}\nspec:\n  type: example\n  kubernetes: {versions: [{version: 1.33.1}]}\n  machineCapabilities:\n  - {name: architecture, values: [amd64, arm64]}\n  machineImages:\n  - name: gl\n    versions:\n    - {version: 1.0.0, capabilityFlavors: [{architecture: [amd64]}]}\n  machineTypes:\n  - {name: small, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {architecture: [amd64]}}\n  regions: [{name: europe}]\n";
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: mine, namespace: garden-p}\nspec:\n  parent: {kind: CloudProfile, name: example}\n  machineTypes:\n  - {name: arm, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {architecture: [arm64]}}\n";
    let dir = Dir::with(&[("parent.yaml", parent), ("child.yaml", child)]);
    let ran = dir.run(&["lint", "--format", "compact", "--with", "parent.yaml", "child.yaml"]);
    let lines: Vec<&str> = ran.stdout.lines().filter(|line| line.contains("[selection/")).collect();
    assert_eq!(lines.len(), 1, "{}", ran.stdout);
    let wanted = "child.yaml:7:12: warning[selection/machine-type-without-image] status.cloudProfileSpec.machineTypes[1]:";
    assert!(lines[0].starts_with(wanted), "{}", lines[0]);
}

/// Who leaves out what the server fills in loses nothing.
#[test]
fn entries_are_compared_as_the_server_stores_them() {
    let child = format!("{CHILD}  machineTypes: [{{name: small, cpu: \"4\", gpu: \"0\", memory: 8Gi}}]\n");
    let said = |usable: &str| {
        let parent = PARENT.replace("memory: 8Gi}", &format!("memory: 8Gi, architecture: amd64, usable: {usable}}}"));
        let dir = Dir::with(&[("parent.yaml", &parent), ("child.yaml", &child)]);
        let found = findings(&dir, &["--select=namespaced/shadowed-entry", "--with", "parent.yaml", "child.yaml"]);
        assert_eq!(found.len(), 1, "{found:?}");
        format!("{}: {}", found[0]["severity"].as_str().unwrap(), found[0]["message"].as_str().unwrap())
    };
    let (same, other) = (said("true"), said("false"));
    assert!(same.starts_with("note: ") && same.ends_with("whole, and has another `cpu`"), "{same}");
    assert!(other.starts_with("note: ") && other.ends_with("whole, and has another `cpu` and `usable`"), "{other}");
}
