//! Texts made to break parsers, and what is said of each. Their time and memory are measured in
//! `docs/performance.md`; here it matters that they end and what they say.

use crate::common::Dir;

/// The findings of cpcap about a text, as `rule line` pairs, the most relevant first.
fn rules_of(text: &[u8]) -> Vec<String> {
    let dir = Dir::new();
    dir.write("hostile.yaml", text);
    let ran = dir.run(&["lint", "--format", "compact", "hostile.yaml"]);
    assert!(ran.stderr.contains("in 1 file"), "{}", ran.stderr);
    ran.stdout
        .lines()
        .filter_map(|line| Some(line.split_once('[')?.1.split_once(']')?.0.to_owned()))
        .collect()
}

#[track_caller]
fn says(text: impl AsRef<[u8]>, rule: &str) {
    let rules = rules_of(text.as_ref());
    assert!(
        rules.iter().any(|found| found == rule),
        "expected {rule}, got {rules:?}"
    );
}

/// The same for texts of which nothing else is said.
#[track_caller]
fn says_only(text: impl AsRef<[u8]>, rules: &[&str]) {
    assert_eq!(rules_of(text.as_ref()), rules);
}

#[test]
fn nesting() {
    says("[".repeat(100_000), "yaml/too-deep");
    says("{a: ".repeat(10_000), "yaml/too-deep");
    let block: String = (0..10_000)
        .map(|depth| format!("{}a:\n", " ".repeat(depth % 120)))
        .collect();
    says(block, "yaml/too-deep");
    let deep: String = (0..200)
        .map(|depth| format!("{}a:\n", " ".repeat(depth)))
        .collect();
    says(deep, "yaml/too-deep");
    let json = "{\"a\":".repeat(10_000) + "1" + &"}".repeat(10_000);
    says(json, "yaml/too-deep");
}

#[test]
fn aliases() {
    let mut laughs = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        laughs += &format!("a{level}: &a{level} [{aliases}]\n");
    }
    says(laughs, "yaml/alias-bomb");
    let mut merges = String::from("a0: &a0 {k0: x}\n");
    for level in 1..24 {
        merges += &format!(
            "a{level}: &a{level}\n  <<: [*a{0}, *a{0}, *a{0}]\n  k{level}: x\n",
            level - 1
        );
    }
    says_only(merges, &["yaml/alias-bomb"]);
    says("a: &a [*a]\n", "yaml/self-reference");
    says("a: *nowhere\n", "yaml/unknown-anchor");
    let anchors: String = (0..100_000).map(|n| format!("- &a{n} x\n")).collect();
    says_only(anchors, &[]);
}

#[test]
fn sizes() {
    let keys: String = (0..200_000).map(|n| format!("k{n}: v\n")).collect();
    says_only(&keys, &[]);
    let doubled = keys + "k7: again\n";
    says(doubled, "yaml/duplicate-key");
    let comments = format!("spec:\n{}  a: b\n", "  # note\n".repeat(97));
    says_only(comments, &[]);
    let scalar = format!("a: \"{}\"\n", "x".repeat(4 << 20));
    says_only(scalar, &[]);
    says(
        "%TAG ! tag:x,2000:\n".repeat(80_000) + "---\na: b\n",
        "yaml/directive",
    );
}

#[test]
fn bytes() {
    says("a: b\0c\n", "yaml/control-character");
    says("a:\n\t- b\n", "yaml/syntax-error");
    says(b"a: \xff\n", "yaml/not-utf8");
    says(b"\xff\xfea\0:\0 \0b\0\n\0", "yaml/not-utf8");
    says("a: \"\\", "yaml/syntax-error");
}

#[test]
fn the_size_cap() {
    let dir = Dir::with(&[
        ("large.yaml", &"# x\n".repeat(1000)),
        ("small.yaml", "a: b\n"),
    ]);
    let ran = dir.run(&[
        "lint",
        "--max-file-size",
        "1KiB",
        "large.yaml",
        "small.yaml",
    ]);
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr.contains("large.yaml") && ran.stderr.contains("--max-file-size"),
        "{}",
        ran.stderr
    );
    assert!(ran.stdout.contains("1 file"), "{}", ran.stdout);
}

/// The spec of a CloudProfile as a text.
fn profile(spec: impl AsRef<str>) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
         a}}\nspec:\n{}",
        spec.as_ref()
    )
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// What was slow while the work grew with the square of the text. Nothing here asks for the time.
#[test]
fn many_findings_of_one_kind() {
    let reserved = lines(20_000, |n| {
        format!("  - {{name: gardener-x{}, values: [a]}}\n", n / 2)
    });
    says(
        profile(format!("  machineCapabilities:\n{reserved}")),
        "capability/reserved-name",
    );
    let unreadable = lines(40_000, |_| "    - version: []\n".to_owned());
    says(
        profile(format!("  kubernetes:\n    versions:\n{unreadable}")),
        "schema/wrong-type",
    );
    let name = "a".repeat(100_000);
    says(
        profile(format!(
            "  machineImages:\n  - name: {name}\n  bastion: {{machineImage: {{name: {name}a}}}}\n"
        )),
        "cloudprofile/malformed-name",
    );
}

/// Pairs of few versions are findings each; those of many are one for each version, so that the
/// answer grows with the list and not with its square.
#[test]
fn pairs_of_many_supported_versions_are_one_finding_for_each_version() {
    let told = |count: usize| {
        let versions = lines(count, |n| {
            format!("    - {{version: 1.31.{n}, classification: supported}}\n")
        });
        let text = profile(format!("  kubernetes:\n    versions:\n{versions}"));
        let dir = Dir::with(&[("profile.yaml", &text)]);
        let args = [
            "lint",
            "profile.yaml",
            "--select",
            "lifecycle/several-supported",
            "-f",
            "json",
        ];
        let report: serde_json::Value = serde_json::from_str(&dir.run(&args).stdout).unwrap();
        let findings = report["findings"].as_array().unwrap().clone();
        let of_many = |of: &&serde_json::Value| {
            let message = of["message"].as_str().unwrap();
            message.contains(&format!(
                "and {} other versions of the same minor",
                count - 2
            ))
        };
        (findings.len(), findings.iter().filter(of_many).count())
    };
    assert_eq!(told(21), (21 * 20, 0));
    assert_eq!(told(22), (22, 22));
    assert_eq!(told(1_000), (1_000, 1_000));
}

/// Stored objects are found by their names.
#[test]
fn many_stored_objects() {
    let dir = Dir::new();
    let object = |n| {
        format!(
            "- {{apiVersion: core.gardener.cloud/v1beta1, kind: CloudProfile, metadata: {{name: \
             x{n}}}}}\n"
        )
    };
    dir.write(
        "list.yaml",
        format!(
            "apiVersion: v1\nkind: List\nitems:\n{}",
            lines(5_000, object)
        )
        .as_bytes(),
    );
    let ran = dir.run(&[
        "lint",
        "--select",
        "change",
        "--old",
        "list.yaml",
        "list.yaml",
    ]);
    assert_eq!(ran.exit.code(), 0, "{}", ran.stderr);
}

/// A search for the intended names does not run for very many unknown fields.
#[test]
fn many_unknown_fields() {
    let mut text = String::from(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: a}\nspec:\n",
    );
    for n in 0..20_000 {
        text += &format!("  k{n}: v\n");
    }
    let rules = rules_of(text.as_bytes());
    assert_eq!(
        rules
            .iter()
            .filter(|rule| *rule == "schema/unknown-field")
            .count(),
        20_000
    );
}

/// Each of these multiplies: entries by versions, flavors by regions.
#[test]
fn provider_parts() {
    let header = |of_type: &str| {
        format!(
            "    apiVersion: {of_type}.provider.extensions.gardener.cloud/v1alpha1\n    kind: \
             CloudProfileConfig\n    machineImages:\n"
        )
    };
    let versions = lines(8_000, |n| format!("    - version: 1.0.{n}\n"));
    let core = format!("  machineImages:\n  - name: gl\n    versions:\n{versions}");
    let entries = lines(8_000, |_| "    - {name: gl, versions: []}\n".to_owned());
    says(
        profile(format!(
            "  type: vsphere\n{core}  providerConfig:\n{}{entries}",
            header("vsphere")
        )),
        "provider/unmapped-version",
    );
    let others = lines(8_000, |n| {
        format!("      - {{version: 2.0.{n}, regions: [{{name: eu, ami: a}}]}}\n")
    });
    let part = format!("{}    - name: gl\n      versions:\n{others}", header("aws"));
    says(
        profile(format!("  type: aws\n{core}  providerConfig:\n{part}")),
        "provider/unmapped-version",
    );
}
