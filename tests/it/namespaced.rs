//! NamespacedCloudProfiles on the command line: where parents are found, and where findings about
//! the merged result point.

use crate::common::Dir;
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
    let mut all = vec![
        "lint",
        "--level=note",
        "--format=json",
        "--ignore=namespaced/required-verbs",
    ];
    all.extend(args);
    let ran = dir.run(&all);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    report["findings"].as_array().unwrap().clone()
}

fn lines(findings: &[Value]) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let line = |finding: &Value| {
        format!(
            "{} {} {}:{}",
            text(&finding["rule"]),
            text(&finding["origin"]),
            text(&finding["file"]),
            finding["span"]["start"]["line"]
        )
    };
    findings.iter().map(line).collect()
}

#[test]
fn the_nearest_parent_wins() {
    let broken = PARENT.replace("{version: 1.33.1}, ", "");
    let dir = Dir::with(&[
        ("a/parent.yaml", &broken),
        ("b/parent.yaml", PARENT),
        ("b/c/child.yaml", CHILD),
    ]);
    let found = findings(&dir, &["--with", "a", "--with", "b", "b/c"]);
    assert_eq!(
        lines(&found),
        ["namespaced/ambiguous-parent input b/c/child.yaml:5"]
    );
    let used = &found[0]["related"][0];
    assert_eq!(used["file"], "b/parent.yaml");
    // A judged file is not also context.
    assert!(findings(&dir, &["--with", "b", "b"]).is_empty());
}

#[test]
fn a_missing_parent_is_said_once() {
    let dir = Dir::with(&[("child.yaml", CHILD)]);
    assert_eq!(
        lines(&findings(&dir, &["child.yaml"])),
        ["namespaced/unknown-parent input child.yaml:5"]
    );
}

/// A document without `apiVersion` may be the parent, whether it stands alone or in a list.
#[test]
fn a_parent_that_cannot_be_read_is_not_missing() {
    let parent = r#"{"kind": "CloudProfile", "metadata": {"name": "example"}, "spec": {}}"#;
    let child = r#"{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
        "metadata": {"name": "c", "namespace": "n"},
        "spec": {"parent": {"kind": "CloudProfile", "name": "example"}}}"#;
    let list = format!(r#"{{"apiVersion": "v1", "kind": "List", "items": [{parent}, {child}]}}"#);
    for text in [format!("{parent}\n{child}"), list] {
        let dir = Dir::with(&[("x.yaml", &text)]);
        let found = findings(&dir, &["x.yaml"]);
        let rules: Vec<&Value> = found.iter().map(|finding| &finding["rule"]).collect();
        assert_eq!(rules, ["schema/missing-kind"], "{text}");
    }
}

#[test]
fn a_parent_that_is_nearly_there_is_named_and_shown() {
    let dir = Dir::with(&[
        ("parent.yaml", PARENT),
        (
            "child.yaml",
            &CHILD.replace("name: example}", "name: exmaple}"),
        ),
    ]);
    let found = findings(&dir, &["--with", "parent.yaml", "child.yaml"]);
    assert_eq!(
        lines(&found),
        ["namespaced/unknown-parent input child.yaml:5"]
    );
    assert!(
        found[0]["help"]
            .as_str()
            .unwrap()
            .starts_with("did you mean `example`? pass the file"),
        "{}",
        found[0]["help"]
    );
    let near = &found[0]["related"][0];
    assert_eq!(
        (&near["file"], &near["span"]["start"]["line"]),
        (&"parent.yaml".into(), &3.into())
    );
}

#[test]
fn faults_of_the_parent_are_shown_there() {
    let parent = PARENT.replace(
        "{version: 1.33.1}, ",
        "{version: 1.33.1, expirationDate: \"2027-01-01T00:00:00Z\"}, ",
    );
    let dir = Dir::with(&[("parent.yaml", &parent), ("child.yaml", CHILD)]);
    let found = findings(&dir, &["--with", "parent.yaml", "child.yaml"]);
    assert_eq!(
        lines(&found),
        ["lifecycle/expiring-latest-version admission parent.yaml:7"]
    );
    assert_eq!(found[0]["name"], "mine");
    assert!(
        found[0]["message"]
            .as_str()
            .unwrap()
            .contains("only in the parent")
    );
    let related = found[0]["related"].as_array().unwrap();
    assert!(
        related.iter().any(|label| label["file"] == "child.yaml"),
        "{related:?}"
    );
}

#[test]
fn faults_that_the_child_has_a_part_in_are_shown_there() {
    let child = format!(
        "{CHILD}  kubernetes:\n    versions:\n    - {{version: 1.33.1, expirationDate: \
         \"2027-01-01T00:00:00Z\"}}\n"
    );
    let dir = Dir::with(&[("parent.yaml", PARENT), ("child.yaml", &child)]);
    let found = findings(&dir, &["--with", "parent.yaml", "child.yaml"]);
    assert_eq!(
        lines(&found),
        ["lifecycle/expiring-latest-version admission child.yaml:8"]
    );
}

#[test]
fn a_finding_about_the_object_alone_is_not_repeated_after_merging() {
    let child = format!(
        "{CHILD}  machineTypes:\n  - {{name: \"a b\", cpu: \"1\", gpu: \"0\", memory: -1Gi}}\n"
    );
    let dir = Dir::with(&[("parent.yaml", PARENT), ("child.yaml", &child)]);
    let found = lines(&findings(&dir, &["--with", "parent.yaml", "child.yaml"]));
    assert_eq!(
        found,
        [
            "cloudprofile/malformed-name static child.yaml:7",
            "cloudprofile/negative-quantity static child.yaml:7"
        ]
    );
}

#[test]
fn a_decoding_error_has_no_consequences() {
    let child =
        format!("{CHILD}  machineImages:\n  - name: linux\n    versions:\n    - version: [1]\n");
    let dir = Dir::with(&[("parent.yaml", PARENT), ("child.yaml", &child)]);
    let found = lines(&findings(&dir, &["--with", "parent.yaml", "child.yaml"]));
    assert_eq!(found, ["schema/wrong-type decode child.yaml:9"]);
}

#[test]
fn a_text_that_breaks_off_is_judged_by_itself_only() {
    let child = format!(
        "{CHILD}  machineImages:\n  - name: linux\n    versions:\n    - {{version: 1.0.0, \
         classification: x"
    );
    let dir = Dir::with(&[("parent.yaml", PARENT), ("child.yaml", &child)]);
    let found = lines(&findings(&dir, &["--with", "parent.yaml", "child.yaml"]));
    assert!(
        found.iter().all(|line| !line.contains("admission")),
        "{found:?}"
    );
}
/// Proofs use the merged profile, and the child reports only what it adds.
#[test]
fn proofs_about_the_child() {
    let parent = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: \
        {name: example}\nspec:\n  type: example\n  kubernetes: {versions: [{version: 1.33.1}]}\n  \
        machineCapabilities:\n  - {name: architecture, values: [amd64, arm64]}\n  \
        machineImages:\n  - name: gl\n    versions:\n    - \
        {version: 1.0.0, capabilityFlavors: [{architecture: [amd64]}]}\n  machineTypes:\n  - \
        {name: small, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {architecture: [amd64]}}\n  regions: [{name: europe}]\n";
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
        {name: mine, namespace: garden-p}\nspec:\n  parent: \
        {kind: CloudProfile, name: example}\n  machineTypes:\n  - \
        {name: arm, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {architecture: [arm64]}}\n";
    let dir = Dir::with(&[("parent.yaml", parent), ("child.yaml", child)]);
    let ran = dir.run(&[
        "lint",
        "--format",
        "compact",
        "--with",
        "parent.yaml",
        "child.yaml",
    ]);
    let lines: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| line.contains("[selection/"))
        .collect();
    assert_eq!(lines.len(), 1, "{}", ran.stdout);
    let wanted = "child.yaml:7:12: warning[selection/machine-type-without-image] \
        status.cloudProfileSpec.machineTypes[1]:";
    assert!(lines[0].starts_with(wanted), "{}", lines[0]);
}

/// Who leaves out what the server fills in loses nothing.
#[test]
fn entries_are_compared_as_the_server_stores_them() {
    let child =
        format!("{CHILD}  machineTypes: [{{name: small, cpu: \"4\", gpu: \"0\", memory: 8Gi}}]\n");
    let said = |usable: &str| {
        let parent = PARENT.replace(
            "memory: 8Gi}",
            &format!("memory: 8Gi, architecture: amd64, usable: {usable}}}"),
        );
        let dir = Dir::with(&[("parent.yaml", &parent), ("child.yaml", &child)]);
        let found = findings(
            &dir,
            &[
                "--select=namespaced/shadowed-entry",
                "--with",
                "parent.yaml",
                "child.yaml",
            ],
        );
        assert_eq!(found.len(), 1, "{found:?}");
        format!(
            "{}: {}",
            found[0]["severity"].as_str().unwrap(),
            found[0]["message"].as_str().unwrap()
        )
    };
    let (same, other) = (said("true"), said("false"));
    assert!(
        same.starts_with("note: ") && same.ends_with(", and has another `cpu`"),
        "{same}"
    );
    assert!(
        other.starts_with("note: ") && other.ends_with(", and has another `cpu` and `usable`"),
        "{other}"
    );
}

/// The server's errors for an update from one text to another, or for one text without a stored
/// object.
fn refusals(parent: &str, old: Option<&str>, child: &str, operation: &[&str]) -> Vec<String> {
    let dir = Dir::with(&[
        ("parent.yaml", parent),
        ("child.yaml", child),
        ("old.yaml", old.unwrap_or_default()),
    ]);
    let mut args = vec!["--with", "parent.yaml", "child.yaml"];
    if old.is_some() {
        args.extend(["--old", "old.yaml"]);
    }
    args.extend(operation);
    let found = findings(&dir, &args);
    let errors = found
        .iter()
        .filter(|finding| finding["severity"] == "error");
    errors
        .map(|finding| {
            format!(
                "{} {}",
                finding["rule"].as_str().unwrap(),
                finding["field"].as_str().unwrap()
            )
        })
        .collect()
}

#[test]
fn a_namespace_is_a_label() {
    let long = "x".repeat(64);
    for (namespace, faults) in [
        ("garden", 0),
        ("a-1", 0),
        ("Bad_NS", 1),
        ("a.b", 1),
        ("-a", 1),
        ("\"ä\"", 1),
        (&long, 1),
        (&"X".repeat(64), 2),
    ] {
        let child = CHILD.replace("namespace: garden", &format!("namespace: {namespace}"));
        let errors = vec!["metadata/malformed-namespace metadata.namespace"; faults];
        assert_eq!(refusals(PARENT, None, &child, &[]), errors, "{namespace}");
        assert_eq!(
            refusals(PARENT, Some(&child), &child, &[]),
            errors,
            "{namespace}"
        );
    }
}

#[test]
fn an_update_cannot_begin_a_deletion() {
    let with =
        |fields: &str| CHILD.replace("namespace: garden", &format!("namespace: garden{fields}"));
    let time = ", deletionTimestamp: \"2026-01-01T00:00:00Z\"";
    let other = ", deletionTimestamp: \"2026-01-02T00:00:00Z\"";
    let period = |seconds: u32| format!(", deletionGracePeriodSeconds: {seconds}");
    let rule = |field: &str| format!("change/immutable-metadata metadata.{field}");
    let table = [
        ("", time.to_owned(), vec![rule("deletionTimestamp")]),
        ("", period(0), vec![rule("deletionGracePeriodSeconds")]),
        (
            "",
            format!("{time}{}", period(5)),
            vec![
                rule("deletionTimestamp"),
                rule("deletionGracePeriodSeconds"),
            ],
        ),
        (time, other.to_owned(), vec![]),
        (time, String::new(), vec![]),
        (
            "",
            ", creationTimestamp: \"2026-01-02T00:00:00Z\"".to_owned(),
            vec![],
        ),
        (
            ", creationTimestamp: \"2026-01-01T00:00:00Z\"",
            ", creationTimestamp: \"2026-01-02T00:00:00Z\"".to_owned(),
            vec![],
        ),
    ];
    for (old, new, errors) in table {
        let mut found = refusals(PARENT, Some(&with(old)), &with(&new), &[]);
        found.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(found, errors, "{old} {new}");
    }
}

/// An update that changes nothing is admitted whatever the parent has become, and equal values
/// count as a change where the server's memory of them differs.
#[test]
fn equal_values_in_other_words_are_a_change() {
    let child = |types: &str| {
        format!(
            "{CHILD}  kubernetes: {{versions: [{{version: 1.33.1, expirationDate: \
             \"2091-01-01T00:00:00Z\"}}]}}\n{types}"
        )
    };
    let machine = |fields: &str| {
        child(&format!(
            "  machineTypes: [{{name: own, architecture: amd64, {fields}}}]\n"
        ))
    };
    let same = [
        (
            "cpu: 2, gpu: 0, memory: 8Gi",
            "cpu: \"2\", gpu: \"0\", memory: 8Gi",
        ),
        (
            "cpu: 2, gpu: 0, memory: 8Gi",
            "cpu: 2, gpu: 0, memory: 8192Mi",
        ),
        (
            "cpu: 2, gpu: 0, memory: 8Gi",
            "cpu: 2, gpu: 0, memory: \" 8Gi \"",
        ),
        (
            "cpu: 2, gpu: 0, memory: 8Gi",
            "cpu: 2, gpu: 0, memory: 8Gi, usable: true",
        ),
        ("cpu: 2, memory: 8Gi", "cpu: 2, gpu: null, memory: 8Gi"),
    ];
    for (old, new) in same {
        assert_eq!(
            refusals(PARENT, Some(&machine(old)), &machine(new), &[]),
            Vec::<String>::new(),
            "{old} {new}"
        );
    }
    let changed = [
        ("cpu: 2, gpu: 0, memory: 8Gi", "cpu: 2, memory: 8Gi"),
        ("cpu: 2, memory: 8Gi", "cpu: 2, gpu: 0, memory: 8Gi"),
        (
            "cpu: 2, gpu: 0, memory: 1Gi",
            "cpu: 2, gpu: 0, memory: 1024Mi",
        ),
        (
            "cpu: 2, gpu: 0, memory: 8Gi",
            "cpu: 2000m, gpu: 0, memory: 8Gi",
        ),
        (
            "cpu: 2, gpu: 0, memory: 8Gi",
            "cpu: 2, gpu: 0m, memory: 8Gi",
        ),
        (
            "cpu: 2, gpu: 0, memory: 8Gi",
            "cpu: 2, gpu: 0, memory: 8Gi, storage: {minSize: 1Gi, type: a, class: b}",
        ),
    ];
    for (old, new) in changed {
        let errors = refusals(PARENT, Some(&machine(old)), &machine(new), &[]);
        let expected = "lifecycle/expiring-latest-version \
            status.cloudProfileSpec.kubernetes.versions[].expirationDate";
        assert!(
            errors.iter().any(|error| error == expected),
            "{old} {new}: {errors:?}"
        );
    }
    // A fraction of a second is a change too.
    let fraction = child("").replace("00:00:00Z", "00:00:00.5Z");
    assert_eq!(
        refusals(PARENT, Some(&fraction), &fraction, &[]),
        Vec::<String>::new()
    );
    assert!(!refusals(PARENT, Some(&child("")), &fraction, &[]).is_empty());
}

#[test]
fn an_image_without_content_is_dropped() {
    let image = |fields: &str| format!("{CHILD}  machineImages: [{{name: own{fields}}}]\n");
    let expired = "versions: [{version: 1.0.0, expirationDate: \"2020-01-01T00:00:00Z\"}]";
    for fields in [
        "",
        ", updateStrategy: \"\"",
        ", updateStrategy: \"\", versions: []",
        ", updateStrategy: null, versions: null",
    ] {
        assert_eq!(
            refusals(PARENT, None, &image(fields), &[]),
            Vec::<String>::new(),
            "{fields}"
        );
        assert_eq!(
            refusals(PARENT, Some(CHILD), &image(fields), &[]),
            Vec::<String>::new(),
            "{fields}"
        );
    }
    let emptied = image(&format!(", updateStrategy: \"\", {expired}"));
    assert_eq!(
        refusals(PARENT, None, &emptied, &["--operation", "create"]),
        Vec::<String>::new()
    );
    for strategy in ["minor", "sideways"] {
        assert!(
            !refusals(
                PARENT,
                None,
                &image(&format!(", updateStrategy: {strategy}")),
                &[]
            )
            .is_empty(),
            "{strategy}"
        );
    }
}

/// The server drops versions that are not active, but for those that the stored object has. Without
/// a known stored object, their refusals are not errors.
#[test]
fn a_version_that_a_create_drops_is_an_error_only_where_it_is_stored() {
    let past = "expirationDate: \"2020-01-01T00:00:00Z\"";
    let kubernetes = |version: &str| {
        format!("{CHILD}  kubernetes: {{versions: [{{version: {version}, {past}}}]}}\n")
    };
    let image = |image: &str, fields: &str| {
        format!(
            "{CHILD}  machineImages: [{{name: {image}, updateStrategy: minor, versions: \
             [{{version: 2.0.0, architectures: [amd64], cri: [{{name: containerd}}]}}, {{version: \
             1.0.0, {past}{fields}}}]}}]\n"
        )
    };
    let table = [
        (
            kubernetes("1.20.0"),
            "namespaced/unknown-kubernetes-version",
        ),
        (
            kubernetes("latest"),
            "cloudprofile/malformed-kubernetes-version",
        ),
        (image("own", ""), "namespaced/missing-cri"),
        (
            image("linux", ", kubeletVersionConstraint: nonsense"),
            "cloudprofile/malformed-kubelet-constraint",
        ),
    ];
    for (child, rule) in &table {
        assert_eq!(
            refusals(PARENT, None, child, &[]),
            Vec::<String>::new(),
            "{rule}"
        );
        assert_eq!(
            refusals(PARENT, None, child, &["--operation", "create"]),
            Vec::<String>::new(),
            "{rule}"
        );
        assert_eq!(
            refusals(PARENT, Some(CHILD), child, &[]),
            Vec::<String>::new(),
            "{rule}"
        );
        let changed = format!("{child}  limits: {{maxNodesTotal: 5}}\n");
        let stored = refusals(PARENT, Some(child), &changed, &[]);
        assert!(
            stored.iter().any(|error| error.starts_with(rule)),
            "{rule}: {stored:?}"
        );
    }
    // Findings after a version that may be dropped are certain all the same.
    let both = format!(
        "{}  machineTypes: [{{name: own, cpu: 1, gpu: 0, memory: 1Gi}}]\n  machineImages: \
         [{{name: linux, versions: [{{version: 1.0.0}}]}}]\n",
        kubernetes("1.20.0")
    );
    let errors =
        ["namespaced/missing-expiration-date spec.machineImages[0].versions[0].expirationDate"];
    assert_eq!(refusals(PARENT, None, &both, &[]), errors);
}

fn said(parent: &str, child: &str, rule: &str) -> usize {
    let dir = Dir::with(&[("parent.yaml", parent), ("child.yaml", child)]);
    findings(&dir, &["parent.yaml", "child.yaml"])
        .iter()
        .filter(|finding| finding["rule"] == rule)
        .count()
}

#[test]
fn a_bundle_that_runs_into_the_one_of_the_parent_is_found() {
    let bundle = |text: &str| format!("  caBundle: {}\n", serde_json::to_string(text).unwrap());
    let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----");
    let certificate = format!("{begin}\nMIIB\n{end}");
    let torn = |parent: &str, child: &str| {
        let parent = PARENT.replace("spec:\n", &format!("spec:\n{}", bundle(parent)));
        let child = format!("{CHILD}{}", bundle(child));
        let dir = Dir::with(&[("parent.yaml", &parent), ("child.yaml", &child)]);
        let shown = dir
            .run(&["render", "--diff", "--with", "parent.yaml", "child.yaml"])
            .stdout
            .contains("run together");
        let found = said(&parent, &child, "namespaced/torn-ca-bundle") == 1;
        assert_eq!(shown, found, "{parent}{child}");
        found
    };
    let ended = format!("{certificate}\n");
    assert!(torn(&certificate, &certificate));
    assert!(torn(&certificate, &format!("# ours\n{ended}")));
    assert!(torn(&format!("{ended}  "), &ended));
    for (parent, child) in [
        (&ended, certificate.clone()),
        (&certificate, format!("\n{ended}")),
        (&certificate, format!(" \r\n{ended}")),
        (&String::new(), ended.clone()),
    ] {
        assert!(!torn(parent, &child), "{parent:?} {child:?}");
    }
}

#[test]
fn images_that_differ_by_case_only_are_found() {
    let images = |names: &[&str]| {
        let image = |name: &&str| {
            format!(
                "{{name: {name}, updateStrategy: minor, versions: [{{version: 1.0.0, \
                 architectures: [amd64], cri: [{{name: containerd}}]}}]}}"
            )
        };
        format!(
            "machineImages: [{}]",
            names.iter().map(image).collect::<Vec<_>>().join(", ")
        )
    };
    let profile = |names: &[&str]| {
        PARENT.replace(
            "machineImages: [{name: linux, versions: [{version: 1.0.0}]}]",
            &images(names),
        )
    };
    let child = |names: &[&str]| format!("{CHILD}  {}\n", images(names));
    for (names, count) in [
        (&["linux", "Linux"][..], 1),
        (&["linux", "LINUX", "lInux"], 2),
        (&["linux", "linux-x"], 0),
        (&["linux", "linux"], 0),
    ] {
        assert_eq!(
            said(&profile(names), CHILD, "design/image-names-in-other-case"),
            count,
            "{names:?}"
        );
    }
    for (names, count) in [
        (&["Linux"][..], 1),
        (&["own", "Own"], 1),
        (&["own"], 0),
        (&["Linux", "LINUX"], 2),
    ] {
        assert_eq!(
            said(PARENT, &child(names), "namespaced/image-name-in-other-case"),
            count,
            "{names:?}"
        );
    }
    // Both of the parent's are meant where both are there.
    assert_eq!(
        said(
            &profile(&["linux", "Linux"]),
            &child(&["linux", "Linux"]),
            "namespaced/image-name-in-other-case"
        ),
        0
    );
}

#[test]
fn types_that_are_available_nowhere_are_found() {
    let zone = |name: &str, lists: &str| format!("{{name: {name}{lists}}}");
    let profile = |regions: &str| {
        PARENT.replace(
            "regions: [{name: europe}]",
            &format!("volumeTypes: [{{name: ssd, class: a}}]\n  regions: [{regions}]"),
        )
    };
    let machine = ", unavailableMachineTypes: [other, small]";
    let volume = ", unavailableVolumeTypes: [ssd]";
    let one = |lists: &str| format!("{{name: europe, zones: [{}]}}", zone("a", lists));
    let table = [
        (one(machine), 1),
        (one(&format!("{machine}{volume}")), 2),
        (
            format!(
                "{}, {{name: asia, zones: [{}, {}]}}",
                one(volume),
                zone("b", volume),
                zone("c", volume)
            ),
            1,
        ),
        (
            format!(
                "{}, {{name: asia, zones: [{}, {}]}}",
                one(volume),
                zone("b", volume),
                zone("c", machine)
            ),
            0,
        ),
        (format!("{}, {{name: asia}}", one(machine)), 0),
        (one(""), 0),
    ];
    for (regions, count) in table {
        assert_eq!(
            said(&profile(&regions), CHILD, "design/type-available-nowhere"),
            count,
            "{regions}"
        );
    }
    let hidden = profile(&one(machine)).replace("memory: 8Gi}", "memory: 8Gi, usable: false}");
    assert_eq!(said(&hidden, CHILD, "design/type-available-nowhere"), 0);
    // The child, and nobody else, reports what it adds.
    let own = format!(
        "{CHILD}  machineTypes: [{{name: other, cpu: 1, gpu: 0, memory: 1Gi}}]\n  volumeTypes: \
         [{{name: hdd, class: a}}, {{name: nvme, class: a}}]\n"
    );
    let nvme = ", unavailableVolumeTypes: [nvme]";
    for (regions, count) in [
        (one(", unavailableMachineTypes: [other]"), 1),
        (one(nvme), 1),
        (
            format!(
                "{}, {{name: asia, zones: [{}]}}",
                one(nvme),
                zone("b", nvme)
            ),
            1,
        ),
        (
            format!("{}, {{name: asia, zones: [{}]}}", one(nvme), zone("b", "")),
            0,
        ),
        (one(machine), 2),
    ] {
        assert_eq!(
            said(&profile(&regions), &own, "design/type-available-nowhere"),
            count,
            "{regions}"
        );
    }
}

#[test]
fn legacy_architectures_that_name_only_part_are_found() {
    let profile = |architectures: &str, flavors: &str| {
        let image = format!(
            "machineCapabilities: [{{name: architecture, values: [amd64, arm64]}}]\n  \
             machineImages: [{{name: linux, versions: [{{version: 1.0.0{architectures}, \
             capabilityFlavors: [{flavors}]}}]}}]"
        );
        PARENT.replace(
            "machineImages: [{name: linux, versions: [{version: 1.0.0}]}]",
            &image,
        )
    };
    let both = "{architecture: [amd64]}, {architecture: [arm64]}";
    for (architectures, flavors, count) in [
        (", architectures: [amd64]", both, 1),
        (", architectures: [arm64]", both, 1),
        (", architectures: [arm64, amd64]", both, 0),
        ("", both, 0),
        (", architectures: []", both, 0),
        (", architectures: [amd64]", "{architecture: [amd64]}", 0),
        (", architectures: [arm64]", "{architecture: [amd64]}", 0),
    ] {
        assert_eq!(
            said(
                &profile(architectures, flavors),
                CHILD,
                "capability/incomplete-architectures"
            ),
            count,
            "{architectures} {flavors}"
        );
        // The same of a version that a child adds, of an image of its own and of one of the parent.
        for image in ["own", "linux"] {
            let child = format!(
                "{CHILD}  machineImages: [{{name: {image}, updateStrategy: major, versions: \
                 [{{version: 2.0.0, cri: [{{name: containerd}}]{architectures}, \
                 capabilityFlavors: [{flavors}]}}]}}]\n"
            );
            assert_eq!(
                said(
                    &profile("", both),
                    &child,
                    "capability/incomplete-architectures"
                ),
                count,
                "{child}"
            );
        }
    }
}

/// No advice is to keep one of two entries when one is the parent's.
#[test]
fn a_child_is_told_what_it_can_do_about_a_lifecycle_of_the_parent() {
    let lifecycle = "lifecycle: [{classification: supported}, \
        {classification: expired, startTime: \"2091-01-01T00:00:00Z\"}]";
    let parent = PARENT.replace(
        "{version: 1.0.0}",
        &format!("{{version: 2.0.0}}, {{version: 1.0.0, {lifecycle}}}"),
    );
    let child = format!(
        "{CHILD}  machineImages: [{{name: linux, versions: [{{version: 1.0.0, expirationDate: \
         \"2092-01-01T00:00:00Z\"}}]}}]\n"
    );
    let dir = Dir::with(&[("parent.yaml", &parent), ("child.yaml", &child)]);
    let found = findings(
        &dir,
        &[
            "--feature-gate",
            "VersionClassificationLifecycle=true",
            "--with",
            "parent.yaml",
            "child.yaml",
        ],
    );
    let mixed = found
        .iter()
        .find(|finding| finding["rule"] == "lifecycle/mixed-lifecycle")
        .unwrap();
    let help = mixed["help"].as_str().unwrap();
    assert!(
        help.contains("only the parent can change that") && !help.contains("keep one"),
        "{help}"
    );
}

/// Something missing is told at the first key of its entry, and hides nothing that is told of that
/// key.
#[test]
fn what_is_missing_hides_no_fault_of_the_key_that_it_is_told_at() {
    let parent = r#"{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "p"},
        "spec": {"type": "x", "kubernetes": {"versions": [{"version": "1.33.1"}]}, "regions": [{"name": "eu"}],
        "machineCapabilities": [{"name": "architecture", "values": ["amd64", "arm64"]}],
        "machineImages": [{"name": "gl", "versions": [{"version": "1.0.0", "cri": [{"name": "containerd"}],
        "capabilityFlavors": [{"architecture": ["amd64"]}]}]}],
        "machineTypes": [{"name": "m", "cpu": "1", "gpu": "0", "memory": "1Gi", "capabilities": {"architecture": ["amd64"]}}]}}"#;
    let version = r#""version": "2.1.0""#;
    let life =
        r#""lifecycle": [{"classification": "deprecated", "startTime": "2026-06-01T00:00:00Z"}]"#;
    let constraint = r#""kubeletVersionConstraint": "< 1.34""#;
    let mut told = Vec::new();
    for entry in [[constraint, life, version], [life, constraint, version]] {
        let child = format!(
            r#"{{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
            "metadata": {{"name": "c", "namespace": "n"}}, "spec": {{"parent": {{"kind": "CloudProfile", "name": "p"}},
            "machineImages": [{{"name": "gl", "versions": [{{{}}}]}}]}}}}"#,
            entry.join(", ")
        );
        let dir = Dir::with(&[("parent.yaml", parent), ("child.yaml", &child)]);
        let found = findings(&dir, &["--with", "parent.yaml", "child.yaml"]);
        let mut rules: Vec<String> = found
            .iter()
            .map(|finding| finding["rule"].to_string())
            .collect();
        rules.sort();
        told.push(rules);
    }
    assert_eq!(told[0], told[1]);
    assert!(
        told[0].iter().any(|rule| rule.contains("disabled-gate"))
            && told[0].iter().any(|rule| rule.contains("missing-flavors")),
        "{told:?}"
    );
}
