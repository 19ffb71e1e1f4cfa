//! Shoots beside the profiles, and several profiles in one file.

use super::{Made, NOW, PROVIDERS, code, text_of};
use crate::common::Dir;

fn shoot(profile: &str, pools: &[(&str, &str)]) -> String {
    let pools: String = pools
        .iter()
        .map(|(name, machine)| {
            format!(
                "    - {{name: {name}, minimum: 1, maximum: 2, machine: {{type: {machine}, image: {{name: \
                 linux, version: 1.0.0}}}}}}\n"
            )
        })
        .collect();
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: s, namespace: \
         garden-a}}\nspec:\n  cloudProfile: {profile}\n  region: eu\n  kubernetes: {{version: \
         1.31.4}}\n  provider:\n    type: ironcore-metal\n    workers:\n{pools}"
    )
}

/// A legacy entry for each architecture: where the provider merges the lists of a child, it loses
/// one of them.
const PARENT: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: p}
spec:
  type: ironcore-metal
  regions: [{name: eu}]
  kubernetes: {versions: [{version: 1.31.4}]}
  machineTypes:
  - {name: m, cpu: '2', gpu: '0', memory: 8Gi}
  - {name: a, cpu: '2', gpu: '0', memory: 8Gi, architecture: arm64}
  machineImages:
  - name: linux
    versions: [{version: 1.0.0, architectures: [amd64, arm64]}]
  providerConfig:
    apiVersion: ironcore-metal.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: linux
      versions:
      - {version: 1.0.0, image: for-amd64}
      - {version: 1.0.0, image: for-arm64, architecture: arm64}
";
const CHILD: &str = "apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: c, namespace: garden-a}
spec:
  parent: {kind: CloudProfile, name: p}
  machineImages:
  - name: linux
    versions: [{version: 2.0.0, architectures: [amd64], cri: [{name: containerd}]}]
  providerConfig:
    apiVersion: ironcore-metal.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: linux
      versions: [{version: 2.0.0, image: newer}]
";

fn report(dir: &Dir, args: &[&str]) -> (i32, serde_json::Value, String) {
    let ran = dir.run(&[&["migrate", "--now", NOW, "-f", "json"], args].concat());
    let report = serde_json::from_str(&ran.stdout).unwrap_or_default();
    (code(&ran), report, ran.stderr)
}

/// Of equal pools only the count is told.
#[test]
fn pools_of_shoots_are_compared() {
    let of_parent = shoot("{name: p}", &[("one", "m"), ("two", "a")]);
    let of_child = shoot(
        "{kind: NamespacedCloudProfile, name: c}",
        &[("one", "m"), ("two", "a")],
    )
    .replace("name: s,", "name: t,");
    let dir = Dir::with(&[("p.yaml", PARENT), ("shoots/s.yaml", &*of_parent)]);
    let (code, of, told) = report(&dir, &["p.yaml", "--with", "shoots"]);
    assert_eq!(code, 0, "{told}");
    let pools = &of["pools"];
    assert_eq!(
        (&pools["shoots"], &pools["pools"], &pools["changes"]),
        (&1.into(), &2.into(), &serde_json::json!([])),
        "{of}"
    );
    assert!(
        told.contains("2 worker pools of 1 Shoot compared; all get the same"),
        "{told}"
    );
    assert!(!told.contains("garden-a/s"), "{told}");
    // The pool that had lost its artifact gets it, and no other.
    dir.write("c.yaml", CHILD);
    dir.write("shoots/t.yaml", &of_child);
    let (code, of, told) = report(&dir, &["p.yaml", "c.yaml", "--with", "shoots"]);
    assert_eq!(code, 0, "{told}");
    let changes = of["pools"]["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{of}");
    let lost = &changes[0];
    assert_eq!(lost["shoot"], "t", "{lost}");
    assert_eq!(
        lost["before"]["artifact"],
        serde_json::Value::Null,
        "{lost}"
    );
    assert!(
        lost["after"]["artifact"].as_str().unwrap().contains("for-"),
        "{lost}"
    );
    assert!(
        told.contains("of Shoot garden-a/t (shoots/t.yaml)"),
        "{told}"
    );
    // What maintenance or a person does to a Shoot is no matter of this: the Shoot names no version.
    let bare = of_parent.replace(", version: 1.0.0", "");
    dir.write("shoots/s.yaml", bare);
    let (code, of, told) = report(&dir, &["p.yaml", "--with", "shoots/s.yaml"]);
    assert_eq!(
        (code, &of["pools"]["changes"]),
        (0, &serde_json::json!([])),
        "{told}"
    );
    // Without Shoots nothing is said of them, and nothing where nothing changes.
    let (_, of, told) = report(&dir, &["p.yaml"]);
    assert!(
        of["pools"].is_null() && !told.contains("worker pool"),
        "{told}"
    );
    let ran = dir.run(&["migrate", "--write", "p.yaml"]);
    assert_eq!(super::code(&ran), 0, "{}", ran.stderr);
    let (_, of, _) = report(&dir, &["p.yaml", "--with", "shoots/s.yaml"]);
    assert!(of["pools"].is_null(), "{of}");
}

/// A Shoot that cannot be read is named.
#[test]
fn shoots_that_cannot_be_judged_are_told() {
    let dir = Dir::with(&[
        ("p.yaml", PARENT),
        (
            "s.yaml",
            &*shoot("{name: p}", &[("one", "m")]).replace("type: m,", "type: [m],"),
        ),
    ]);
    let (_, of, told) = report(&dir, &["p.yaml", "--with", "s.yaml"]);
    assert_eq!(
        of["pools"]["unjudged"].as_array().map(Vec::len),
        Some(1),
        "{of}"
    );
    assert!(told.contains("1 Shoot cannot be judged"), "{told}");
    assert!(!told.contains("worker pool"), "{told}");
    let ran = dir.run(&["migrate", "-q", "p.yaml", "--with", "s.yaml", "--diff"]);
    let line = "cpcap: 1 Shoot cannot be judged: Shoot `garden-a/s`\n";
    assert_eq!(ran.stderr, line);
}

/// Another artifact is no fix, although the server refused the pool in new Shoots before.
#[test]
fn another_artifact_fixes_nothing() {
    use cpcap::migrate::{Got, PoolChange};
    let got = |artifact: Result<&str, &str>, is_refused| Got {
        image: "linux".to_owned(),
        version: "1.0.0".to_owned(),
        artifact: Some(artifact.map(str::to_owned).map_err(str::to_owned)),
        is_refused,
    };
    let fixes = |before, after| {
        PoolChange {
            file: String::new(),
            document: 0,
            namespace: String::new(),
            shoot: String::new(),
            pool: String::new(),
            before,
            after,
        }
        .fixes()
    };
    assert!(!fixes(got(Ok("a"), true), got(Ok("b"), false)));
    assert!(fixes(got(Err("none"), true), got(Ok("b"), false)));
}

/// Profiles in one file come out as they do from files of their own, whatever stands between them.
#[test]
fn profiles_of_one_file_are_migrated_as_alone() {
    let mut rng = fastrand::Rng::with_seed(43);
    for provider in PROVIDERS {
        let mut made = Made::new(&mut rng, provider, 0);
        let parent = made.text();
        let children: Vec<String> = (0..3)
            .map(|at| {
                made.child()
                    .replace("name: child", &format!("name: child{at}"))
            })
            .collect();
        let dir = Dir::with(&[("a.yaml", &*parent)]);
        for (at, child) in children.iter().enumerate() {
            dir.write(&format!("c{at}.yaml"), child);
        }
        let ran = dir.run(&["migrate", "--now", NOW, "--write", "."]);
        assert_eq!(code(&ran), 0, "{}", ran.stderr);
        let mut names = vec!["a.yaml".to_owned()];
        names.extend((0..3).map(|at| format!("c{at}.yaml")));
        let alone: Vec<String> = names.iter().map(|name| text_of(&dir, name)).collect();
        let all = [&[parent], &children[..]].concat();
        for (between, eol) in [
            ("---\n", "\n"),
            ("--- # next\n# a remark\n", "\n"),
            ("...\n---\n\n", "\n"),
            ("---\n---\n", "\n"),
            ("---\n", "\r\n"),
        ] {
            let text = |parts: &[String]| {
                format!("# first\n---\n{}{between}", parts.join(between)).replace('\n', eol)
            };
            let one = Dir::with(&[("all.yaml", &*text(&all))]);
            let ran = one.run(&["migrate", "--now", NOW, "all.yaml"]);
            assert_eq!(code(&ran), 0, "{between:?}: {}", ran.stderr);
            assert_eq!(ran.stdout, text(&alone), "{between:?}");
        }
    }
}

/// In one file nothing changes unless everything does.
#[test]
fn a_file_changes_as_a_whole() {
    let wrong = PARENT
        .replace("{name: p}", "{name: q}")
        .replace("version: 1.31.4", "version: x");
    let other = PARENT.replace("{name: p}", "{name: r}");
    let text = format!("{PARENT}---\n{wrong}---\n{other}");
    let dir = Dir::with(&[("all.yaml", &*text), ("c.yaml", CHILD)]);
    let ran = dir.run(&["migrate", "--now", NOW, "--write", "."]);
    assert_eq!(code(&ran), 2, "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("keeps the legacy format, because CloudProfile `p` does"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        (text_of(&dir, "all.yaml"), text_of(&dir, "c.yaml")),
        (text, CHILD.to_owned())
    );
}
