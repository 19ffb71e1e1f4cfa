//! One mistake has one finding: consequences are dropped, or stand after it.

use crate::common::{Dir, formats_but};
use serde_json::Value;

const VALID: &str = include_str!("../../testdata/examples/valid.yaml");
const SHOOT: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: \
    {name: a, namespace: garden-x}\nspec:\n  cloudProfile: {name: legacy}\n  region: europe\n  \
    kubernetes: {version: 1.33.1}\n  provider:\n    type: example\n    workers:\n    - \
    {name: one, minimum: 1, maximum: 2, machine: {type: small}}\n";
const LEGACY: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: \
    {name: legacy}\nspec:\n  type: example\n  kubernetes: {versions: [{version: 1.34.1}, \
    {version: 1.33.1}]}\n  machineImages:\n  - name: gardenlinux\n    versions:\n    - \
    {version: 1877.2.0, architectures: [amd64]}\n  machineTypes:\n  - \
    {name: small, cpu: \"2\", gpu: \"0\", memory: 8Gi, architecture: amd64}\n  - \
    {name: big, cpu: \"4\", gpu: \"0\", memory: 8Gi}\n  regions: [{name: europe}]\n";

/// The rules of the errors and warnings about a text, in order.
fn rules(text: &str) -> Vec<String> {
    let dir = Dir::with(&[("x.yaml", text), ("legacy.yaml", LEGACY)]);
    let ran = dir.run(&[
        "lint",
        "x.yaml",
        "--with",
        "legacy.yaml",
        "-f",
        "json",
        "--now",
        "2026-11-27T00:00:00Z",
    ]);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["rule"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn values_under_a_repeated_key_are_not_reported_missing() {
    let once = ["yaml/duplicate-key"];
    for text in [VALID, LEGACY, SHOOT] {
        assert_eq!(rules(text), [""; 0]);
        for more in ["spec: {}\n", "spec:\n", "metadata: {}\n", "metadata:\n"] {
            assert_eq!(
                rules(&format!("{text}{more}")),
                once,
                "{more} behind {text}"
            );
        }
    }
    for key in ["kubernetes", "machineImages", "machineTypes", "regions"] {
        let value = if key == "kubernetes" { "{}" } else { "[]" };
        assert_eq!(
            rules(&format!("{}  {key}: {value}\n", LEGACY)),
            once,
            "{key}"
        );
    }
    // A field that both lack is missing.
    let without = LEGACY.replace("  regions: [{name: europe}]\n", "");
    assert_eq!(
        rules(&format!("{without}spec: {{}}\n")),
        ["cloudprofile/missing-regions", "yaml/duplicate-key"]
    );
}

#[test]
fn an_unknown_architecture_is_one_finding() {
    let vocabulary = |values: &str| {
        let text = LEGACY.replace(
            "architectures: [amd64]",
            "capabilityFlavors: [{architecture: [amd64]}]",
        );
        let text = text.replace(
            "architecture: amd64}\n  - {name: big",
            "capabilities: {architecture: [amd64]}}\n  - {name: big",
        );
        let text = text.replace(
            "memory: 8Gi}",
            "memory: 8Gi, capabilities: {architecture: [amd64]}}",
        );
        text.replace(
            "spec:\n",
            &format!(
                "spec:\n  machineCapabilities: [{{name: architecture, values: [{values}]}}]\n"
            ),
        )
    };
    assert_eq!(rules(&vocabulary("amd64, arm64")), [""; 0]);
    for (text, rule) in [
        (
            LEGACY.replace("architecture: amd64}", "architecture: x86_64}"),
            "capability/unsupported-legacy-architecture",
        ),
        (
            LEGACY.replace("architectures: [amd64]", "architectures: [x86_64]"),
            "capability/unsupported-legacy-architecture",
        ),
        (
            vocabulary("amd64, x86_64"),
            "capability/unsupported-architecture",
        ),
        (
            vocabulary("amd64, x86_64").replacen(
                "capabilities: {architecture: [amd64]}",
                "capabilities: {architecture: [x86_64]}",
                1,
            ),
            "capability/unsupported-architecture",
        ),
        (
            vocabulary("amd64, arm64").replacen(
                "capabilities: {architecture: [amd64]}",
                "capabilities: {architecture: [x86_64]}",
                1,
            ),
            "capability/unregistered-value",
        ),
    ] {
        assert_eq!(rules(&text), [rule], "{text}");
    }
}

#[test]
fn consequences_are_dropped_or_come_last() {
    let (head, _) = SHOOT.split_once("    workers:").unwrap();
    for value in ["hello", "{name: one}"] {
        for setting in ["infrastructureConfig: {a: b}", "workersSettings: {}"] {
            assert_eq!(
                rules(&format!("{head}    {setting}\n    workers: {value}\n")),
                ["schema/wrong-type"],
                "{setting}"
            );
        }
    }
    let unknown = SHOOT.replace("{type: small}", "{type: small, architecture: x86_64}");
    assert_eq!(
        rules(&unknown),
        ["shoot/no-default-image", "shoot/unsupported-value"]
    );
    let by_name = SHOOT
        .replace("cloudProfile: {name: legacy}", "cloudProfileName: legacy")
        .replace("1.33.1", "1.34.1");
    assert_eq!(
        rules(&by_name),
        ["shoot/retired-profile-name", "shoot/missing-profile"]
    );
}

/// One misspelt image hides nothing else, and the mark shows the findings that the server reports
/// later.
#[test]
fn a_shoot_with_many_mistakes_reports_all() {
    let pools = "    - {name: two, minimum: 2, maximum: 1, machine: {type: smal}}\n    - \
        {name: three, minimum: 1, maximum: 1, machine: {type: small}, zones: [nowhere]}\n";
    let text = SHOOT
        .replace("{type: small}", "{type: small, image: {name: gardenlinus}}")
        .replace("region: europe", "region: europa")
        + pools;
    let dir = Dir::with(&[("x.yaml", &text), ("legacy.yaml", LEGACY)]);
    let run = |format: &str| {
        dir.run(&[
            "lint",
            "x.yaml",
            "--with",
            "legacy.yaml",
            "-f",
            format,
            "--now",
            "2026-11-27T00:00:00Z",
        ])
        .stdout
    };
    let report: Value = serde_json::from_str(&run("json")).unwrap();
    let told: Vec<(&str, bool)> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            (
                finding["rule"].as_str().unwrap(),
                finding["afterwards"] == true,
            )
        })
        .collect();
    for (rule, afterwards) in [
        ("shoot/no-default-image", false),
        ("shoot/unknown-region", true),
        ("shoot/bad-node-count", true),
        ("shoot/unknown-machine-type", true),
        ("shoot/unknown-zone", true),
    ] {
        assert!(told.contains(&(rule, afterwards)), "{rule}: {told:?}");
    }
    let marked = told.iter().filter(|(_, afterwards)| *afterwards).count();
    for format in formats_but("lint", &["json"]) {
        let printed = run(&format);
        assert!(
            printed
                .split_whitespace()
                .collect::<String>()
                .matches("(afterwards)")
                .count()
                >= marked,
            "{format}: {printed}"
        );
    }
}

/// Where a webhook overwrites flavors, what differs is shown at its bytes with what may be meant.
#[test]
fn overwritten_flavors_show_where_they_differ() {
    let page = std::fs::read_to_string(
        crate::common::root().join("docs/rules/provider/overwritten-flavors.md"),
    )
    .unwrap();
    let bad = page
        .split("```yaml\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let same = bad.replace("      - architecture: [arm64]\n", "");
    for (text, at, said) in [
        (
            same.replacen("- architecture: [amd64]", "- architecture: [amd46]", 1),
            "amd46",
            "but `amd64`",
        ),
        (
            same.replacen("- architecture: [amd64]", "- architectur: [amd64]", 1),
            "architectur",
            "but `architecture`",
        ),
        (bad.to_owned(), "architecture", "has no flavor for"),
    ] {
        let dir = Dir::with(&[("x.yaml", &text)]);
        let report: Value =
            serde_json::from_str(&dir.run(&["lint", "x.yaml", "-f", "json"]).stdout).unwrap();
        let finding = report["findings"]
            .as_array()
            .unwrap()
            .iter()
            .find(|finding| finding["rule"] == "provider/overwritten-flavors");
        let related = finding.unwrap_or_else(|| panic!("{report:#}"))["related"]
            .as_array()
            .unwrap()
            .clone();
        let byte = |of: &Value, end: &str| {
            usize::try_from(of["span"][end]["byte"].as_u64().unwrap()).unwrap()
        };
        let label = related
            .iter()
            .find(|label| label["message"].as_str().unwrap().contains(said));
        let label = label.unwrap_or_else(|| panic!("{said}: {related:#?}"));
        assert!(
            text[byte(label, "start")..byte(label, "end")].starts_with(at),
            "{label:#}"
        );
    }
}

/// A consequence that the server reports stands after its cause.
#[test]
fn a_consequence_names_its_cause() {
    let text = LEGACY.replace("{versions: [{version: 1.34.1}, {version: 1.33.1}]}", "{}");
    let dir = Dir::with(&[("x.yaml", &text)]);
    let report: Value =
        serde_json::from_str(&dir.run(&["lint", "x.yaml", "-f", "json"]).stdout).unwrap();
    let follows: Vec<(&str, &Value)> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            (
                finding["rule"].as_str().unwrap(),
                &finding["follows"]["rule"],
            )
        })
        .collect();
    let cause = "cloudprofile/missing-kubernetes-versions";
    assert_eq!(
        follows,
        [
            (cause, &Value::Null),
            (
                "cloudprofile/undetermined-latest-version",
                &Value::from(cause)
            ),
        ]
    );
    let printed = dir.run(&["lint", "x.yaml"]).stdout;
    let words: Vec<&str> = printed.split_whitespace().collect();
    assert!(
        printed.matches("╭─[").count() == 1
            && words.join(" ").contains(
                "which most likely leads to: error[cloudprofile/undetermined-latest-version] \
                 spec.kubernetes.versions"
            ),
        "{printed}"
    );
}
