//! Hover on what other commands answer about: the worker pools of Shoots, image versions and flavors.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::client::Client;
use super::{ENCODINGS, after_in};
use crate::common::{Dir, golden, root};

/// A Shoot with one worker pool on one line, behind characters that count differently.
pub fn shoot(name: &str, profile: &str, provider: &str, region: &str, machine: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: {name}, namespace: garden-x}}\nspec:\n  \
         cloudProfile: {{kind: CloudProfile, name: {profile}}}\n  region: {region}\n  kubernetes: {{version: \"1.34\"}}\n  \
         provider:\n    type: {provider}\n    workers:\n    \
         - {{annotations: {{team: \"ü😀\"}}, name: blue, machine: {{type: {machine}}}, minimum: 1, maximum: 2}}\n"
    )
}

fn hovered(client: &mut Client, uri: &str, text: &str, mark: &str, bytes: bool) -> String {
    let position = after_in(text, mark, bytes);
    let params = json!({"textDocument": {"uri": uri}, "position": position});
    let answer = client.ask("textDocument/hover", &params);
    match &answer["result"] {
        Value::Null => "nothing".to_owned(),
        of => of["contents"]["value"].as_str().unwrap().to_owned(),
    }
}

/// The providers of `testdata/regions`, each with a Shoot of its profile.
pub const PROVIDERS: [(&str, &str, &str); 3] = [
    ("aws", "eu-west-1", "m7i.large"),
    ("gcp", "europe-west1", "n2-standard-2"),
    ("openstack", "north", "g.large"),
];

pub fn landscape() -> Dir {
    let dir = Dir::new();
    for (provider, region, machine) in PROVIDERS {
        let name = format!("testdata/regions/{provider}.yaml");
        let profile = std::fs::read_to_string(root().join(name)).unwrap();
        dir.write(&format!("{provider}.yaml"), profile);
        let text = shoot(
            &format!("of-{provider}"),
            provider,
            provider,
            region,
            machine,
        );
        dir.write(&format!("of-{provider}.yaml"), text);
    }
    dir
}

#[test]
fn entries_are_explained_for_every_provider() {
    let dir = landscape();
    for (encoding, bytes) in ENCODINGS {
        let mut client = Client::new(
            dir.path(),
            &json!({"general": {"positionEncodings": [encoding]}}),
        );
        let mut page = String::new();
        let mut show = |file: &str, marks: &[&str]| {
            let path = dir.path().join(file);
            let text = std::fs::read_to_string(&path).unwrap();
            let uri = client.open(&path, &text);
            for mark in marks {
                let told = hovered(&mut client, &uri, &text, mark, bytes);
                let line = mark.rsplit('\n').next().unwrap().trim();
                writeln!(page, "# {file}: {line}\n{told}\n").unwrap();
            }
        };
        show(
            "aws.yaml",
            &[
                "version: 3.0",
                "version: 2.1",
                "version: 1.0.0, classification: deprecated, capabilityFl",
                "version: 3.0.0\n      capabilityFl",
                "- {architecture: [amd64], storageAccess: [NV",
                "- {architecture: [amd64], storageAccess: [SC",
                "      - version: 3.0.0\n        capabilityFl",
                "        - capab",
                "version: 1.34",
                "name: m4",
            ],
        );
        for (provider, _, machine) in PROVIDERS {
            let machine = format!("type: {machine}");
            show(
                &format!("of-{provider}.yaml"),
                &["name: bl", &machine, "version: \"1.3"],
            );
        }
        show("gcp.yaml", &["{version: 2.0", "{version: 1.0.0, im"]);
        show("openstack.yaml", &["{version: 2.0", "{version: 1.1"]);
        golden(root().join("testdata/lsp/hover.txt"), &page);
    }
}

/// Text without the breaks of lines.
fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands at a worker pool is what `cpcap resolve` prints of a Shoot with this pool alone.
#[test]
fn worker_pools_are_told_as_by_resolve() {
    let dir = landscape();
    let mut client = Client::new(dir.path(), &json!({}));
    for (provider, ..) in PROVIDERS {
        let file = format!("of-{provider}.yaml");
        let now = ["--now", "2026-11-27T00:00:00Z"];
        let all = ["resolve", &file, "--with", "."];
        let ran = dir.run(&[&all[..], &now].concat());
        let path = dir.path().join(&file);
        let text = std::fs::read_to_string(&path).unwrap();
        let uri = client.open(&path, &text);
        let told = hovered(&mut client, &uri, &text, "name: bl", false);
        // A window is narrower than a terminal, where rows are not folded.
        let is_row = |line: &str| line.trim_start().starts_with(['P', 'b']);
        for line in ran.stdout.lines().filter(|line| !is_row(line)) {
            assert!(joined(&told).contains(&joined(line)), "{line}\n{told}");
        }
    }
}

/// An edit of a profile that is not saved shows in the Shoot at once.
#[test]
fn hover_follows_unsaved_texts() {
    let dir = landscape();
    let mut client = Client::new(dir.path(), &json!({}));
    let path = dir.path().join("of-aws.yaml");
    let text = std::fs::read_to_string(&path).unwrap();
    let uri = client.open(&path, &text);
    let before = hovered(&mut client, &uri, &text, "name: bl", false);
    assert!(before.contains("3.0.0*"), "{before}");
    let profile = dir.path().join("aws.yaml");
    let edited = std::fs::read_to_string(&profile).unwrap();
    let edited = edited.replacen("- version: 3.0.0\n", "- version: 3.0.9\n", 1);
    client.open(&profile, &edited);
    let after = hovered(&mut client, &uri, &text, "name: bl", false);
    assert!(
        after.contains("3.0.9*") && !after.contains("3.0.0*"),
        "{after}"
    );
}

/// The verdict on a Shoot stands below each of its pools, and names the pool that is the reason.
#[test]
fn healthy_pools_name_the_one_that_is_not() {
    let bad = "    - {name: red, machine: {type: gone}, minimum: 1, maximum: 2}\n";
    let text = super::SHOOT.to_owned() + bad;
    let dir = Dir::with(&[("profile.yaml", super::PROFILE), ("web.yaml", &text)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("web.yaml"), &text);
    let told = joined(&hovered(&mut client, &uri, &text, "- name: bl", false));
    assert!(told.contains("The server refuses the Shoot."), "{told}");
    let reason = "worker pool `red`: spec.provider.workers[1].machine.type: ";
    assert!(told.contains(reason), "{told}");
    let told = joined(&hovered(&mut client, &uri, &text, "{name: re", false));
    assert_eq!(told.matches("machine.type: ").count(), 1, "{told}");
}

/// A flavor can lose to others between which selection cannot choose.
#[test]
fn a_flavor_behind_a_tie_is_never_selected() {
    let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: p}\nspec:\n  type: local\n  \
        machineCapabilities:\n  - {name: architecture, values: [amd64]}\n  - {name: disk, values: [fast, slow]}\n  \
        machineTypes:\n  - {name: any, cpu: \"1\", gpu: \"0\", memory: 1Gi, capabilities: {architecture: [amd64]}}\n  \
        machineImages:\n  - name: linux\n    versions:\n    - version: 1.0.0\n      capabilityFlavors:\n      \
        - {disk: [fast]}\n      - {disk: [fast]}\n      - {disk: [slow]}\n";
    let dir = Dir::with(&[("p.yaml", text)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("p.yaml"), text);
    let tie = "flavors 0 and 1 cannot be told apart";
    let told = joined(&hovered(&mut client, &uri, text, "- {disk: [slo", false));
    assert!(
        told.contains(&format!("fits any, but others are preferred: {tie}"))
            && told.contains("is never selected: selection prefers another flavor"),
        "{told}"
    );
    let told = joined(&hovered(&mut client, &uri, text, "- {disk: [fas", false));
    assert!(
        told.contains(&format!("for any: {tie}")) && !told.contains("never selected"),
        "{told}"
    );
}

#[test]
fn counts_are_no_sizes() {
    let dir = Dir::with(&[("profile.yaml", super::PROFILE)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("profile.yaml"), super::PROFILE);
    for (mark, example) in [("    cp", "`4`"), ("    gp", "`4`"), ("    memo", "`16Gi`")] {
        let told = hovered(&mut client, &uri, super::PROFILE, mark, false);
        assert!(told.contains(&format!("such as {example}")), "{told}");
    }
}
