//! Completion where people write in brackets, and in the middle of words.

use serde_json::{Value, json};

use super::client::{Client, applied};
use super::{ENCODINGS, PROFILE, SHOOT, after_in};
use crate::common::Dir;

/// A profile and a Shoot in brackets.
const BRACKETS: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-a}
spec:
  cloudProfile: {kind: CloudProfile, name: shop}
  region: eu
  kubernetes: {version: 1.32.0}
  provider:
    type: local
    workers:
    - {name: \"ü😀\", machine: {type: small, image: {name: linux, version: 1.0.0}}, zones: [eu-a], minimum: 1}
";

/// A text without the mark `|`, and the completions there.
fn completed(name: &str, marked: &str) -> (String, Vec<Value>) {
    let [before, rest] = [0, 1].map(|at| marked.split('|').nth(at).unwrap());
    let text = format!("{before}{rest}");
    let mut all = None;
    for (encoding, bytes) in ENCODINGS {
        let dir = Dir::with(&[("profile.yaml", PROFILE), (name, &text)]);
        let can = json!({"general": {"positionEncodings": [encoding]}});
        let mut client = Client::new(dir.path(), &can);
        let uri = client.open(&dir.path().join(name), &text);
        let params = json!({
            "textDocument": {"uri": uri},
            "position": after_in(&text, before, bytes),
        });
        let answer = client.ask("textDocument/completion", &params);
        if !bytes {
            all = answer["result"].as_array().cloned();
        }
    }
    (text, all.unwrap_or_default())
}

fn labels(all: &[Value]) -> Vec<&str> {
    all.iter().map(|of| of["label"].as_str().unwrap()).collect()
}

/// A text in which `|` takes the place of something.
fn marked(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "{old}");
    text.replacen(old, new, 1)
}

#[test]
fn brackets_have_completions() {
    for (old, new, wanted) in [
        ("{type: small,", "{type: |,", &["small", "large"][..]),
        ("{type: small,", "{type: sm|all,", &["small", "large"]),
        ("{version: 1.32.0}", "{version: |}", &["1.32.0", "1.31.1"]),
        ("name: shop}", "name: |}", &["shop"]),
        ("{name: linux, version", "{name: |, version", &["linux"]),
        ("version: 1.0.0}", "version: |}", &["1.0.0"]),
        ("zones: [eu-a]", "zones: [|]", &["eu-a"]),
        ("zones: [eu-a]", "zones: [eu-a, |]", &[]),
        ("zones: [eu-a]", "zones: [eu|-a]", &["eu-a"]),
        ("zones: [eu-a]", "zones: [eu-b,\n        |]", &["eu-a"]),
        (
            "kind: CloudProfile, name",
            "kind: \"|\", name",
            &["CloudProfile", "NamespacedCloudProfile"],
        ),
    ] {
        let (_, all) = completed("web.yaml", &marked(BRACKETS, old, new));
        let mut found = labels(&all);
        let mut wanted = wanted.to_vec();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{new}");
    }
    for new in ["{vers|ion: 1.32.0}", "{|}"] {
        let (_, all) = completed("web.yaml", &marked(BRACKETS, "{version: 1.32.0}", new));
        let found = labels(&all);
        assert!(found.contains(&"version"), "{new}: {found:?}");
        assert!(!found.contains(&"region"), "{new}: {found:?}");
    }
    let (_, all) = completed("web.yaml", &marked(BRACKETS, "minimum: 1}", "|}"));
    let found = labels(&all);
    assert!(found.contains(&"minimum"), "{found:?}");
    assert!(!found.contains(&"machine"), "{found:?}");
    for (old, new, wanted) in [
        ("disk: [fast]", "disk: [|]", &["fast", "slow"][..]),
        ("disk: [fast]", "disk: [fast, |]", &["slow"]),
        (
            "architecture: [arm64]",
            "architecture:\n      - arm64\n      - |",
            &["amd64"],
        ),
        ("      disk: [fast]", "      disk: {|}", &[]),
    ] {
        let (_, all) = completed("profile.yaml", &marked(PROFILE, old, new));
        assert_eq!(labels(&all), wanted, "{new}");
    }
}

/// A text after one of its completions.
fn chosen(name: &str, marked: &str, label: &str) -> String {
    let (text, all) = completed(name, marked);
    let item = all.iter().find(|of| of["label"] == label);
    let item = item.unwrap_or_else(|| panic!("no {label}: {:?}", labels(&all)));
    applied(&text, &json!([item["textEdit"]]))
}

#[test]
fn completions_take_the_place_of_whole_words() {
    for (text, old, new, label, result) in [
        (SHOOT, "type: small", "type: sm|all", "large", "type: large"),
        (SHOOT, "type: small", "type: |small", "large", "type: large"),
        (
            SHOOT,
            "type: small",
            "type: \"sm|all\"",
            "large",
            "type: \"large\"",
        ),
        (
            SHOOT,
            "type: small",
            "type: sm|all # why",
            "large",
            "type: large # why",
        ),
        (
            SHOOT,
            "minimum: 1",
            "mini|mum: 1",
            "maxSurge",
            "maxSurge: 1",
        ),
        (SHOOT, "minimum: 1", "|minimum: 1", "minimum", "minimum: 1"),
        (
            BRACKETS,
            "type: small,",
            "type: s|mall,",
            "large",
            "type: large,",
        ),
        (
            BRACKETS,
            "minimum: 1}",
            "min|imum: 1}",
            "maxSurge",
            "maxSurge: 1}",
        ),
        (BRACKETS, "minimum: 1}", "m|}", "maximum", "maximum: }"),
        (BRACKETS, "[eu-a]", "[e|u-b]", "eu-a", "[eu-a]"),
    ] {
        let after = chosen("web.yaml", &marked(text, old, new), label);
        assert_eq!(after, marked(text, old, result), "{new}");
    }
    let json = r#"{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot", "metadata": {"name": "w"}, "spec": {
  "cloudProfile": {"kind": "CloudProfile", "name": "shop"},
  "kubernetes": {"version":"1.3|1.1"}, "regio|n": "x"}}"#;
    let one = json.replace("regio|n", "region");
    let after = chosen("web.json", &one, "1.32.0");
    assert_eq!(after, one.replace("1.3|1.1", "1.32.0"));
    let one = json.replace("1.3|1.1", "1.31.1");
    let after = chosen("web.json", &one, "purpose");
    assert_eq!(after, one.replace("regio|n", "purpose"));
}
