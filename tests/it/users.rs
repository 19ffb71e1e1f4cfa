//! Who uses an entry, or may: `uses`, `retire`, `diff` and `lint --old` say the same, and what the
//! server makes of a Shoot counts.

use serde_json::{Value, json};

use crate::common::Dir;

const PROFILE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: example}
spec:
  type: example
  kubernetes:
    versions:
    - {version: 1.33.1}
    - {version: 1.32.5}
  machineImages:
  - name: gl
    versions:
    - {version: 2.1.0, architectures: [amd64], cri: [{name: containerd}]}
    - {version: 1.4.0, architectures: [amd64], cri: [{name: containerd}]}
  machineTypes:
  - {name: large, cpu: '2', gpu: '0', memory: 8Gi}
  - {name: small, cpu: '2', gpu: '0', memory: 8Gi}
  regions: [{name: eu, zones: [{name: a}]}]
";

/// A Shoot of a profile, with this Kubernetes version and this pool.
fn shoot(reference: &str, kubernetes: &str, pool: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {{name: web, namespace: garden-a}}
spec:
  cloudProfile: {{{reference}}}
  region: eu
  kubernetes: {{version: \"{kubernetes}\"}}
  provider:
    type: example
    workers:
    - {{name: w, minimum: 1, maximum: 2, zones: [a], {pool}}}
"
    )
}

const OWN: &str = "kind: CloudProfile, name: example";
const MISSING: &str = "kind: NamespacedCloudProfile, name: mine";
const POOL: &str = "machine: {type: large, image: {name: gl, version: 2.1.0}}";

/// The profile as it is, without an entry, and a Shoot.
fn dir(gone: &str, shoot: &str) -> Dir {
    assert!(PROFILE.contains(gone), "{gone}");
    Dir::with(&[
        ("p.yaml", PROFILE),
        ("q.yaml", &PROFILE.replace(gone, "")),
        ("s.yaml", shoot),
    ])
}

fn json(dir: &Dir, args: &[&str]) -> Value {
    let ran = dir.run(&[args, &["-f", "json"]].concat());
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
}

fn verdict(dir: &Dir) -> Value {
    json(dir, &["diff", "p.yaml", "q.yaml", "--with", "s.yaml"])["verdict"].clone()
}

/// The command line that retires an entry.
fn retiring<'w>(entry: &[&'w str]) -> Vec<&'w str> {
    [&["retire"], entry, &["-p", "p.yaml", "--with", "s.yaml"]].concat()
}

fn retire(dir: &Dir, entry: &[&str]) -> Value {
    json(dir, &retiring(entry))
}

/// The words of `retire` for people.
fn told(dir: &Dir, entry: &[&str]) -> String {
    let said = dir.run(&retiring(entry)).stdout;
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The entries of the first profile that `uses` shows.
fn entries(dir: &Dir, paths: &[&str]) -> Vec<Value> {
    let report = json(dir, &[&["uses"], paths].concat());
    report["profiles"][0]["entries"].as_array().unwrap().clone()
}

const OLD_IMAGE: &str =
    "    - {version: 1.4.0, architectures: [amd64], cri: [{name: containerd}]}\n";

/// The server chooses the image, and then the version that begins so.
#[test]
fn a_pool_with_a_version_and_without_an_image_uses_what_the_server_chooses() {
    for image in ["{version: \"1\"}", "{name: \"\", version: \"1.4\"}"] {
        let pool = format!("machine: {{type: large, image: {image}}}");
        let dir = dir(OLD_IMAGE, &shoot(OWN, "1.33.1", &pool));
        let resolved = json(&dir, &["resolve", "s.yaml", "-p", "p.yaml"]).to_string();
        assert!(resolved.contains("1.4.0"), "{resolved}");
        assert_eq!(verdict(&dir), "refused", "{image}");
        let lint = dir.run(&["lint", "--old", "p.yaml", "q.yaml", "--with", "s.yaml"]);
        assert!(
            lint.stdout.contains("change/removed-in-use"),
            "{}",
            lint.stdout
        );
        let plan = retire(&dir, &["image", "gl", "1.4.0"]);
        assert_eq!(plan["shoots"][0]["maintenance"]["name"], "web", "{plan}");
        let all = entries(&dir, &["p.yaml", "--with", "s.yaml"]);
        let of = all.iter().find(|of| of["name"] == "1.4.0").unwrap();
        assert_eq!(of["users"][0]["workerPool"], "w", "{of}");
        assert!(all.iter().all(|of| of["presence"] == "listed"), "{all:?}");
    }
}

/// Dots within a marker part no version, and no list has a marker.
#[test]
fn a_marker_is_not_the_beginning_of_a_version() {
    let (version, image) = ("1.32.{{ .Values.patch }}", "1.4.{{ .Values.patch }}");
    let pool =
        format!("machine: {{type: \"{{{{ .m }}}}\", image: {{name: gl, version: \"{image}\"}}}}");
    let newest = "    - {version: 1.33.1}\n";
    for gone in [newest, OLD_IMAGE] {
        let dir = dir(gone, &shoot(OWN, version, &pool));
        assert_eq!(verdict(&dir), "notKnown", "{gone}");
        let lint = dir.run(&["lint", "--old", "p.yaml", "q.yaml", "--with", "s.yaml"]);
        assert!(!lint.stdout.contains("removed-in-use"), "{}", lint.stdout);
        assert!(lint.stderr.contains("no file tells"), "{}", lint.stderr);
        let all = entries(&dir, &["p.yaml", "--with", "s.yaml"]);
        for of in &all {
            let is_named = of["name"] == "gl";
            let users = of["users"].as_array().unwrap();
            assert_eq!(users.is_empty(), !is_named, "{of}");
            assert!(!of["name"].as_str().unwrap().contains("{{"), "{of}");
        }
    }
}

/// What a NamespacedCloudProfile says of a machine type is its own: it stays, and its Shoots run on it.
#[test]
fn a_machine_type_of_a_child_stays() {
    let child = "\
apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: mine, namespace: garden-a}
spec:
  parent: {kind: CloudProfile, name: example}
  machineTypes: [{name: small, cpu: '4', gpu: '0', memory: 9Gi}]
";
    let of_child = shoot(MISSING, "1.33.1", &POOL.replace("large", "small"));
    let small = "  - {name: small, cpu: '2', gpu: '0', memory: 8Gi}\n";
    let dir = dir(small, &format!("{child}---\n{of_child}"));
    let plan = retire(&dir, &["machine-type", "small"]);
    assert_eq!(plan["state"], "removable", "{plan}");
    assert_eq!(plan["namespacedCloudProfiles"], json!([]));
    let write = [&retiring(&["machine-type", "small"])[..], &["--write"]].concat();
    let ran = dir.run(&write);
    assert_eq!(ran.exit.code(), 0, "{}{}", ran.stdout, ran.stderr);
    let [profile, with] =
        ["p.yaml", "s.yaml"].map(|name| std::fs::read_to_string(dir.path().join(name)).unwrap());
    assert!(!profile.contains("small") && with.contains("small"));
}

/// The server does not ask pools for their own versions, but an update moves them.
#[test]
fn a_version_of_a_pool_alone_has_users() {
    for own in ["1.32.5", "1.32"] {
        let pool = format!("{POOL}, kubernetes: {{version: \"{own}\"}}");
        let dir = dir("    - {version: 1.32.5}\n", &shoot(OWN, "1.33.1", &pool));
        assert_eq!(verdict(&dir), "accepted", "{own}");
        let report = json(&dir, &["diff", "p.yaml", "q.yaml", "--with", "s.yaml"]);
        let impacts = report["objects"][0]["impacts"].as_array().unwrap();
        let removed = impacts.iter().find(|of| of["kind"] == "removed").unwrap();
        let users = removed["pools"].as_array().unwrap();
        assert_eq!(users.len(), 1, "{removed}");
    }
}

/// Only a Shoot of a profile that is there is a sign that its users are there.
#[test]
fn shoots_of_unknown_profiles_free_nothing() {
    let gone = "    - {version: 1.32.5}\n";
    for reference in ["kind: CloudProfile, name: other", MISSING] {
        let dir = dir(gone, &shoot(reference, "1.33.1", POOL));
        assert_eq!(verdict(&dir), "notKnown", "{reference}");
        assert_eq!(retire(&dir, &["kubernetes", "1.32.5"])["state"], "announce");
        let said = told(&dir, &["kubernetes", "1.32.5"]);
        assert!(said.contains("so its users are not known"), "{said}");
    }
}

/// A CloudProfile that cannot be the parent is left alone, and the order of documents says nothing.
#[test]
fn a_missing_child_has_a_parent_that_fits() {
    let stray = shoot(MISSING, "1.32.5", POOL).replace("name: web", "name: stray");
    let deleted = stray.replace(
        "namespace: garden-a",
        "namespace: garden-a, deletionTimestamp: \"2026-01-01T00:00:00Z\"",
    );
    let other_type = stray.replace("    type: example\n", "    type: another\n");
    let own = shoot(OWN, "1.33.1", POOL);
    for (stray, may) in [(&stray, true), (&deleted, false), (&other_type, false)] {
        let both = [format!("{own}---\n{stray}"), format!("{stray}---\n{own}")];
        let [one, other] = both.map(|text| {
            let dir = dir("    - {version: 1.32.5}\n", &text);
            let state = retire(&dir, &["kubernetes", "1.32.5"])["state"].clone();
            assert_eq!(state == "removable", !may, "{text}");
            assert_eq!(verdict(&dir) == "accepted", !may, "{text}");
            entries(&dir, &["p.yaml", "--with", "s.yaml"])
        });
        assert_eq!(one, other);
        let open = one.iter().filter(|of| of["mayBeUsed"] == true);
        let open: Vec<&str> = open.map(|of| of["name"].as_str().unwrap()).collect();
        let expected = ["1.32.5", "gl", "2.1.0", "large"];
        assert_eq!(open, expected[..if may { 4 } else { 0 }], "{stray}");
    }
    // What the profile does not list is no entry that may be used.
    let unlisted =
        [&own, &stray].map(|of| of.replace("1.33.1", "1.30.0").replace("1.32.5", "1.30.0"));
    let dir = dir("    - {version: 1.32.5}\n", &unlisted.join("---\n"));
    let all = entries(&dir, &["p.yaml", "--with", "s.yaml"]);
    let of = all.iter().find(|of| of["name"] == "1.30.0").unwrap();
    assert_eq!(
        (&of["presence"], &of["mayBeUsed"]),
        (&json!("missing"), &Value::Null)
    );
    // The profile of another landscape is not meant.
    let land = Dir::with(&[
        ("a/p.yaml", PROFILE),
        ("a/s.yaml", &stray),
        ("b/p.yaml", PROFILE),
    ]);
    for (place, may) in [("a/p.yaml", true), ("b/p.yaml", false)] {
        let of = entries(&land, &[place, "--with", "."]);
        assert_eq!(of.iter().any(|of| of["mayBeUsed"] == true), may, "{place}");
        let args = ["retire", "kubernetes", "1.32.5", "-p", place, "--with", "."];
        let dangling = json(&land, &args)["dangling"].as_array().unwrap().len();
        assert_eq!(dangling, usize::from(may), "{place}");
    }
}

/// Each reason to doubt is told, beside others.
#[test]
fn a_value_and_a_text_that_hide_users_are_both_told() {
    let own = shoot(OWN, "1.33.1", POOL);
    let marked = own
        .replace("name: web", "name: marked")
        .replace("1.33.1", "{{ .v }}");
    let broken = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nspec: [\n";
    let (value, text) = (
        "No file tells spec.kubernetes.version of Shoot garden-a/marked (s.yaml:",
        "What cpcap could not read may use it too",
    );
    for (texts, expected) in [
        (vec![&own], [false, false]),
        (vec![&own, &marked], [true, false]),
        (vec![&own, &marked, &broken.to_owned()], [true, true]),
    ] {
        let texts: Vec<&str> = texts.iter().map(|text| text.as_str()).collect();
        let dir = dir("    - {version: 1.32.5}\n", &texts.join("---\n"));
        let said = told(&dir, &["kubernetes", "1.32.5"]);
        assert_eq!(
            [said.contains(value), said.contains(text)],
            expected,
            "{said}"
        );
    }
}
