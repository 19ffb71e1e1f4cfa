//! `cpcap uses`: golden files, the schema of its JSON, exit codes.

use crate::common::{Dir, Ran, formats, golden, root, run_at, run_in, run_to};

fn uses(args: &[&str]) -> Ran {
    run_in(&root(), &[&["uses"], args].concat(), "", &[])
}

#[test]
fn golden_files() {
    let all = ["testdata/uses"];
    for (name, args) in [
        ("all.txt", &[][..]),
        ("used.txt", &["--used"]),
        ("unused.txt", &["--unused"]),
        ("expand.txt", &["--expand"]),
        ("all.md", &["--format", "markdown"]),
        ("all.csv", &["--format", "csv"]),
        ("all.json", &["--format", "json"]),
    ] {
        let ran = uses(&[&all[..], args].concat());
        assert_eq!((ran.exit.code(), ran.stderr.as_str()), (0, ""), "{name}");
        golden(format!("testdata/golden/uses/{name}"), &ran.stdout);
    }
    let narrow = run_at(&root(), &["uses", "testdata/uses"], "", &[], Some(60));
    golden("testdata/golden/uses/narrow.txt", &narrow.stdout);
}

#[test]
fn json_keeps_its_contract() {
    let json = |args: &[&str]| {
        serde_json::from_str::<serde_json::Value>(&run_in(&root(), args, "", &[]).stdout).unwrap()
    };
    let validator = jsonschema::validator_for(&json(&["schema", "uses"])).unwrap();
    for args in [&[][..], &["--used"], &["--unused"]] {
        let printed = json(
            &[
                &["uses", "-f", "json", "testdata/uses", "testdata/small"],
                args,
            ]
            .concat(),
        );
        let errors: Vec<String> = validator
            .iter_errors(&printed)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    assert!(
        !validator.is_valid(&serde_json::json!({"schemaVersion": 1})),
        "the schema refuses nothing"
    );
    let printed = json(&["uses", "-f", "json", "testdata/uses"]);
    let entry = |profile: usize, what: &str, name: &str| {
        let entries = printed["profiles"][profile]["entries"].as_array().unwrap();
        entries
            .iter()
            .find(|entry| entry["what"] == what && entry["name"] == name)
            .cloned()
            .unwrap_or_default()
    };
    // A Shoot of a child runs on the parent's version, on the child's own type, and not on the type
    // that the child replaces.
    assert_eq!(
        entry(0, "imageVersion", "1443.5.0")["users"][1]["throughChild"],
        true
    );
    assert_eq!(
        entry(0, "machineType", "m5.xlarge")["users"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        entry(1, "machineType", "m5.xlarge")["users"][0]["workerPool"],
        "shadow"
    );
    assert!(entry(0, "machineType", "x1.large").is_null());
    assert_eq!(entry(0, "machineType", "m5.huge")["presence"], "missing");
    // A Shoot with the beginning of a version has the version that the server completes.
    assert!(entry(0, "kubernetesVersion", "1.34").is_null());
    assert_eq!(
        entry(0, "kubernetesVersion", "1.34.1")["users"][0]["written"],
        "1.34"
    );
    assert_eq!(printed["dangling"][0]["name"], "lost");
}

#[test]
fn context_is_known_but_not_listed() {
    let ran = uses(&[
        "testdata/uses/projects/child.yaml",
        "--with",
        "testdata/uses",
    ]);
    assert_eq!(ran.exit.code(), 0);
    assert!(
        ran.stdout
            .starts_with("NamespacedCloudProfile garden-x/mine (parent example)"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("used by 1 Shoot"), "{}", ran.stdout);
    let alone = uses(&["testdata/uses/projects/child.yaml"]);
    assert!(alone.stdout.contains("used by nobody"), "{}", alone.stdout);
    assert!(
        alone
            .stdout
            .contains("NamespacedCloudProfile garden-x/mine →"),
        "{}",
        alone.stdout
    );
}

/// Of two landscapes in one tree, each Shoot counts in its own.
#[test]
fn the_nearest_profile_is_meant() {
    let profile = std::fs::read_to_string(root().join("testdata/uses/profile.yaml")).unwrap();
    let shoot = |name: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: {name}, \
             namespace: garden-x}}\nspec:\n  cloudProfileName: example\n  kubernetes: {{version: \
             1.34.1}}\n"
        )
    };
    let dir = Dir::with(&[
        ("a/profile.yaml", &profile),
        ("a/x/shoot.yaml", &shoot("one")),
        ("b/profile.yaml", &profile),
        ("b/x/shoot.yaml", &shoot("two")),
    ]);
    let json: serde_json::Value =
        serde_json::from_str(&dir.run(&["uses", "-f", "json"]).stdout).unwrap();
    let shoots = |at: usize| {
        json["profiles"][at]["shoots"]
            .as_array()
            .unwrap()
            .iter()
            .map(|shoot| shoot["name"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (shoots(0), shoots(1)),
        (vec!["one".into()], vec!["two".into()])
    );
}

/// A Shoot whose NamespacedCloudProfile is not among the files may use what it names of each
/// CloudProfile, in every form; one whose CloudProfile is missing uses nothing of another.
#[test]
fn a_shoot_of_a_missing_child_may_use_what_it_names() {
    let profile = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: gcp}
spec:
  type: gcp
  kubernetes: {versions: [{version: 1.34.2}, {version: 1.34.0}, {version: 1.33.1}]}
  machineImages: [{name: linux, versions: [{version: 1.0.1}, {version: 1.0.0}]}]
  machineTypes: [{name: m1}, {name: m2}]
  volumeTypes: [{name: fast}, {name: slow}]
";
    let named = "machine: {type: m1, image: {name: linux, version: 1.0.1}}, volume: {type: slow}";
    let begun = "machine: {type: m2, image: {name: linux}}";
    let (child, other) = ("kind: NamespacedCloudProfile, name: mine", "name: other");
    let of_named = ["1.34.0", "linux", "1.0.1", "m1", "slow"];
    for (reference, version, worker, expected) in [
        (child, "1.34.0", named, &of_named[..]),
        (
            child,
            "\"1.34\"",
            begun,
            &["1.34.2", "1.34.0", "linux", "1.0.1", "1.0.0", "m2"],
        ),
        (other, "1.34.0", named, &[]),
    ] {
        let shoot = format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: a, namespace: \
             garden-a}}\nspec:\n  cloudProfile: {{{reference}}}\n  kubernetes: {{version: \
             {version}}}\n  provider: {{type: gcp, workers: [{{name: w, {worker}}}]}}\n"
        );
        let dir = Dir::with(&[("p.yaml", profile), ("s.yaml", &shoot)]);
        let json: serde_json::Value =
            serde_json::from_str(&dir.run(&["uses", "-f", "json"]).stdout).unwrap();
        let entries = json["profiles"][0]["entries"].as_array().unwrap();
        assert!(
            entries
                .iter()
                .all(|of| of["users"] == serde_json::json!([]))
        );
        let open = entries.iter().filter(|of| of["mayBeUsed"] == true);
        let open: Vec<&str> = open.map(|of| of["name"].as_str().unwrap()).collect();
        assert_eq!(open, expected, "{shoot}");
        let remark = "may be used by Shoots whose NamespacedCloudProfile is not among the files";
        for format in formats("uses") {
            let said = dir.run(&["uses", "-f", &format, "--unused"]).stdout;
            let (mark, lines) = match format.as_str() {
                "json" => ("\"mayBeUsed\": true", expected.len()),
                "csv" => (",true,", expected.len()),
                "markdown" => (remark, expected.len()),
                _ => (
                    "  No known user; may be used by Shoots",
                    usize::from(!expected.is_empty()),
                ),
            };
            assert_eq!(said.matches(mark).count(), lines, "{format}: {said}");
            if matches!(format.as_str(), "table" | "markdown") {
                let whole = said.contains("no user is known for certain");
                assert_eq!(whole, !expected.is_empty(), "{said}");
            }
        }
    }
}

#[test]
fn a_closed_pipe_is_success() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    for format in formats("uses") {
        let args = ["uses", "testdata/uses", "--format", &format];
        let now = cpcap::model::time::Time::from_unix(0);
        let (exit, stderr) = run_to(&root(), &args, &mut Closed, now);
        assert_eq!((exit.code(), stderr.len()), (0, 0), "{format}");
    }
}

#[test]
fn exit_codes() {
    let dir = Dir::with(&[("other.yaml", "apiVersion: v1\nkind: ConfigMap\n")]);
    let none = dir.run(&["uses", "."]);
    assert_eq!((none.exit.code(), none.stdout.as_str()), (2, ""));
    assert!(
        none.stderr.contains("have no CloudProfile"),
        "{}",
        none.stderr
    );
    let missing = uses(&["testdata/uses/profile.yaml", "nowhere.yaml"]);
    assert_eq!(missing.exit.code(), 2);
    assert!(
        missing.stdout.contains("CloudProfile example"),
        "what can be read is answered all the same"
    );
    assert!(
        missing.stderr.contains("cannot read nowhere.yaml"),
        "{}",
        missing.stderr
    );
    assert_eq!(uses(&["--used", "--unused"]).exit.code(), 2);
}
