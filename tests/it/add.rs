//! `cpcap add`: a version like another one changes nothing else in the text, and `lint`, `diff` and
//! `maintain` say the same of it.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::common::{Dir, Ran};

const NOW: &str = "2027-01-31T00:00:00Z";

/// The profiles of the pages of migrate: each provider, in the legacy format and with capabilities.
fn profiles() -> Vec<String> {
    let page = fs::read_to_string("docs/migrate.md").unwrap();
    let profiles: Vec<String> = page
        .split("```yaml\n")
        .skip(1)
        .map(|part| part.split("```").next().unwrap().to_owned())
        .collect();
    assert_eq!(profiles.len(), 16);
    profiles
}

const SHOOTS: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: one, namespace: garden-a}
spec:
  cloudProfile: {kind: CloudProfile, name: aws}
  region: eu
  kubernetes: {version: \"1.31.4\"}
  maintenance: {autoUpdate: {kubernetesVersion: true, machineImageVersion: true}}
  provider:
    type: aws
    workers:
    - {name: pool, machine: {type: small, image: {name: linux, version: 1.0.0}}, minimum: 1, maximum: 1}
    - {name: arm, machine: {type: arm, image: {name: linux, version: 1.0.0}}, minimum: 1, maximum: 1}
";

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr))
}

fn run(dir: &Dir, args: &[&str]) -> Ran {
    let more: &[&str] = if args.contains(&"--now") {
        &[]
    } else {
        &["--now", NOW]
    };
    dir.run(&[args, more].concat())
}

fn add(dir: &Dir, args: &[&str]) -> Ran {
    let all = [
        &[
            "add",
            "image",
            "linux",
            "1.1.0",
            "--like",
            "1.0.0",
            "-p",
            "profile.yaml",
        ],
        args,
    ];
    run(dir, &all.concat())
}

fn text_of(dir: &Dir) -> String {
    fs::read_to_string(dir.path().join("profile.yaml")).unwrap()
}

/// The lines that a change adds, if it only adds lines.
fn added<'n>(old: &str, new: &'n str) -> Vec<&'n str> {
    let mut rest = old.lines().peekable();
    let mut added = Vec::new();
    for line in new.lines() {
        if rest.peek() == Some(&line) {
            rest.next();
        } else {
            added.push(line);
        }
    }
    assert_eq!(rest.next(), None, "{new}");
    added
}

/// The errors of `lint`, as rules and fields.
fn errors(dir: &Dir, args: &[&str]) -> Vec<(String, String)> {
    let report = json(&run(dir, &[&["lint", "-f", "json"], args].concat()));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["severity"] == "error")
        .map(|finding| (text(&finding["rule"]), text(&finding["field"])))
        .collect()
}

#[test]
fn lint_names_the_artifacts_to_fill_in_and_nothing_else() {
    let mut filled = 0;
    for profile in profiles() {
        let dir = Dir::with(&[("profile.yaml", &profile), ("old.yaml", &profile)]);
        let report = json(&add(&dir, &["-f", "json"]));
        let places: Vec<(&str, u64, u64)> = report["artifacts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|of| {
                let number = |name: &str| of[name].as_u64().unwrap();
                (
                    of["path"].as_str().unwrap(),
                    number("line"),
                    number("column"),
                )
            })
            .collect();
        assert!(!places.is_empty(), "{profile}");
        let written = add(&dir, &["--write"]);
        assert_eq!(
            (i32::from(written.exit.code()), written.stdout.as_str()),
            (0, "")
        );
        // The first line names the file.
        assert_eq!(written.stderr.lines().count(), places.len() + 1);
        let text = text_of(&dir);
        let new = added(&profile, &text);
        assert!(new.iter().all(|line| !line.contains('#')), "{new:?}");
        let missing = errors(&dir, &["profile.yaml", "--old", "old.yaml"]);
        assert_eq!(missing.len(), places.len(), "{text}");
        for ((rule, field), (path, ..)) in missing.iter().zip(&places) {
            assert_eq!(rule, "provider/missing-artifact");
            assert!(path.starts_with(field), "{path} {field}");
        }
        // With artifacts, the server takes it.
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (at, (_, line, column)) in places.iter().enumerate() {
            let line = &mut lines[usize::try_from(*line).unwrap() - 1];
            let (before, after) = line.split_at(usize::try_from(*column).unwrap() - 1);
            let artifact = if profile.contains("type: azure") {
                format!("ours:linux:other:1.{at}.0")
            } else {
                format!("other-{at}")
            };
            *line = format!("{before}{artifact}{}", after.strip_prefix("\"\"").unwrap());
            filled += 1;
        }
        dir.write("profile.yaml", lines.join("\n") + "\n");
        assert_eq!(errors(&dir, &["profile.yaml", "--old", "old.yaml"]), []);
        // Twice is once too often.
        let again = add(&dir, &[]);
        assert_eq!(i32::from(again.exit.code()), 2);
        assert!(again.stderr.contains("already"), "{}", again.stderr);
    }
    assert!(filled >= 25, "{filled}");
}

/// The text that the command writes for a profile of `local`, whose list of versions is this one.
fn written(versions: &str, of_provider: &str, like: &str, more: &[&str]) -> String {
    let dir = Dir::with(&[("profile.yaml", &profile(versions, of_provider))]);
    let args = [
        "add",
        "image",
        "linux",
        "1.1.0",
        "--like",
        like,
        "-p",
        "profile.yaml",
    ];
    let ran = run(&dir, &[&args, more, &["--write"]].concat());
    assert_eq!(
        i32::from(ran.exit.code()),
        0,
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    text_of(&dir)
}

fn profile(versions: &str, of_provider: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {{name: local}}
spec:
  type: local
  regions: [{{name: local}}]
  kubernetes:
    versions:
    - version: 1.33.2
    - version: 1.32.4 # the older one
      classification: deprecated
      expirationDate: \"2027-06-01T00:00:00Z\"
  machineTypes:
  - {{name: m, cpu: \"2\", gpu: \"0\", memory: 8Gi}}
  machineImages:
  - name: linux
    versions:{versions}  providerConfig:
    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: linux
      versions:{of_provider}"
    )
}

/// A copy has the style of the original and the place of its version, without the life of the
/// original, its comments and its anchors.
#[test]
fn copies_have_the_style_of_the_list() {
    let two = " [{version: 1.2.0, image: a}, {version: 1.0.0, image: b}]\n";
    let cases = [
        (
            "
    # the newest
    - version: '1.2.0'
    # the oldest
    - expirationDate: \"2028-01-01T00:00:00Z\"
      version: '1.0.0' # for long
      classification: deprecated # soon
      # two of them
      cri:
      - name: containerd # as all
",
            "    - version: '1.1.0'
      classification: supported
      cri:
      - name: containerd
    # the oldest
",
        ),
        (
            "\n    - {version: \"1.2.0\"}\n    - {version: \"1.0.0\", expirationDate: \"2028-01-01T00:00:00Z\", cri: [{name: containerd}]} # old\n",
            "    - {version: \"1.2.0\"}\n    - {version: \"1.1.0\", cri: [{name: containerd}]}\n    - {version: \"1.0.0\"",
        ),
        (
            " [{version: 1.2.0}, &old {version: 1.0.0, architectures: &all [amd64]}]\n",
            " [{version: 1.2.0}, {version: 1.1.0, architectures: [amd64]}, &old {version: 1.0.0",
        ),
        (
            "\n    - version: 1.0.0\n      architectures: &all\n      - amd64\n    - version: 1.2.0\n      architectures: *all\n",
            "      - amd64\n    - version: 1.1.0\n      architectures:\n      - amd64\n    - version: 1.2.0\n      architectures: *all\n",
        ),
    ];
    for (versions, says) in cases {
        let text = written(versions, two, "1.0.0", &[]);
        assert!(text.contains(says), "{text}");
        assert!(
            text.contains(" [{version: 1.2.0, image: a}, {version: 1.1.0, image: \"\"}, {version: 1.0.0, image: b}]\n"),
            "{text}"
        );
    }
    // A copy of what comes from elsewhere in the text is written out.
    let text = written(
        "\n    - &base\n      version: 1.0.0\n      cri: [{name: containerd}]\n    - <<: *base\n      version: 1.2.0\n",
        two,
        "1.2.0",
        &[],
    );
    assert!(
        text.contains("    - version: 1.1.0\n      cri: [{name: containerd}]\n    - <<: *base\n"),
        "{text}"
    );
    // What is said below an entry stays below it.
    let text = written(
        "\n    - version: 1.0.0\n      # expires with Debian 11\n    - version: 2.0.0\n",
        "\n      - version: 1.0.0\n        image: b\n\n        # signed by us\n",
        "1.0.0",
        &[],
    );
    for lines in [
        "    - version: 1.0.0\n      # expires with Debian 11\n    - version: 1.1.0\n    - version: 2.0.0\n",
        "        image: b\n\n        # signed by us\n      - version: 1.1.0\n        image: \"\"\n",
    ] {
        assert!(text.contains(lines), "{text}");
    }
    // The last line has no end, and other line ends stay.
    let text = written(
        "\n    - version: 1.0.0\n",
        "\n      - version: 1.0.0\n        image: b",
        "1.0.0",
        &[],
    );
    assert!(
        text.ends_with("image: b\n      - version: 1.1.0\n        image: \"\""),
        "{text}"
    );
    let windows = profile(
        "\n    - version: 1.0.0\n",
        "\n      - version: 1.0.0\n        image: b\n",
    )
    .replace('\n', "\r\n");
    let dir = Dir::with(&[("profile.yaml", &windows)]);
    assert_eq!(i32::from(add(&dir, &["--write"]).exit.code()), 0);
    assert!(
        text_of(&dir).ends_with("image: b\r\n      - version: 1.1.0\r\n        image: \"\"\r\n")
    );
    assert!(!text_of(&dir).replace("\r\n", "").contains(['\r', '\n']));
}

/// An entry that `providerConfig` has already is none to fill in.
#[test]
fn entries_left_in_provider_config_are_told() {
    let left =
        "\n      - version: 1.1.0\n        image: a\n      - version: 1.0.0\n        image: b\n";
    let profile = profile("\n    - version: 1.0.0\n", left);
    let dir = Dir::with(&[("profile.yaml", &profile)]);
    let ran = add(&dir, &["--write"]);
    assert_eq!(i32::from(ran.exit.code()), 2);
    let said =
        "`providerConfig` of CloudProfile `local` lists version `1.1.0` of image `linux` already";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!(text_of(&dir), profile);
}

/// What is missing is said with --quiet, too.
#[test]
fn quiet_runs_name_the_artifacts_to_fill_in() {
    let profile = profile(
        "\n    - version: 1.0.0\n",
        "\n      - version: 1.0.0\n        image: b\n",
    );
    let dir = Dir::with(&[("profile.yaml", &profile)]);
    let ran = add(&dir, &["--write", "--quiet"]);
    assert!(ran.stderr.contains("fill in `image`"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("changed"), "{}", ran.stderr);
    dir.write("profile.yaml", &profile);
    let ran = add(&dir, &["--write"]);
    assert!(
        ran.stderr.contains("changed profile.yaml"),
        "{}",
        ran.stderr
    );
}

#[test]
fn json_keeps_its_layout() {
    let text = profile(
        "\n    - version: 1.0.0\n",
        "\n      - version: 1.0.0\n        image: b\n",
    );
    let dir = Dir::with(&[("profile.yaml", &text)]);
    let tree: Value =
        serde_json::from_str(&dir.run(&["render", "profile.yaml", "-f", "json"]).stdout)
            .unwrap_or_else(|_| {
                let yaml = cpcap::yaml::read(&text);
                let tree = &yaml[0].tree;
                tree.to_json(tree.root().unwrap())
            });
    let pretty = serde_json::to_string_pretty(&tree).unwrap();
    dir.write("profile.yaml", &pretty);
    let ran = add(&dir, &["--write"]);
    assert_eq!(i32::from(ran.exit.code()), 0, "{}", ran.stderr);
    let new: Value = serde_json::from_str(&text_of(&dir)).unwrap();
    assert_eq!(
        new["spec"]["machineImages"][0]["versions"][1]["version"],
        "1.1.0"
    );
    assert_eq!(
        new["spec"]["providerConfig"]["machineImages"][0]["versions"][1]["image"],
        ""
    );
    assert_eq!(text_of(&dir), serde_json::to_string_pretty(&new).unwrap());
}

/// A new version does not end when the one ends that it is like.
#[test]
fn the_life_of_the_other_version_stays_behind() {
    let stages = "\n    - version: 1.0.0\n      lifecycle:\n      - classification: preview\n      - classification: supported\n        startTime: \"2027-06-01T00:00:00Z\"\n      - classification: expired\n        startTime: \"2029-01-01T00:00:00Z\"\n";
    let one = "\n      - {version: 1.0.0, image: b}\n";
    let gate = ["--feature-gate", "VersionClassificationLifecycle=true"];
    // In preview like the other one, in the style of the other one.
    let text = written(stages, one, "1.0.0", &gate);
    assert!(
        text.contains("    - version: 1.1.0\n      lifecycle:\n      - classification: preview\n  providerConfig"),
        "{text}"
    );
    let supported = [&gate[..], &["--classification", "supported"]].concat();
    let text = written(stages, one, "1.0.0", &supported);
    assert!(
        text.contains("    - version: 1.1.0\n  providerConfig"),
        "{text}"
    );
    let plain = "\n    - {version: 1.0.0, classification: deprecated, expirationDate: \"2027-03-01T00:00:00Z\"}\n";
    let text = written(plain, one, "1.0.0", &[]);
    assert!(
        text.contains("- {version: 1.1.0, classification: supported}\n"),
        "{text}"
    );
    let text = written(plain, one, "1.0.0", &["--classification", "preview"]);
    assert!(
        text.contains("- {version: 1.1.0, classification: preview}\n"),
        "{text}"
    );
    let dir = Dir::with(&[("profile.yaml", &profile(plain, one))]);
    let report = json(&add(&dir, &["-f", "json"]));
    assert_eq!(
        report["leftOut"],
        serde_json::json!([
            {"field": "expirationDate", "before": "2027-03-01T00:00:00Z"},
            {"field": "classification", "before": "deprecated", "after": "supported"},
        ])
    );
    // Kubernetes versions likewise.
    let dir = Dir::with(&[("profile.yaml", &profile(plain, one))]);
    let args = [
        "add",
        "kubernetes",
        "1.32.9",
        "--like",
        "1.32.4",
        "-p",
        "profile.yaml",
    ];
    assert_eq!(
        i32::from(run(&dir, &[&args[..], &["--write"]].concat()).exit.code()),
        0
    );
    assert!(
        text_of(&dir).contains("    - version: 1.33.2\n    - version: 1.32.9\n      classification: supported\n    - version: 1.32.4 # the older one\n"),
        "{}",
        text_of(&dir)
    );
}

/// What the command says of defaults and maintenance is what `diff` says of the profile with the
/// artifacts.
#[test]
fn effects_are_those_of_diff_and_maintain() {
    let profile = &profiles()[1];
    let dir = Dir::with(&[
        ("profile.yaml", profile),
        ("old.yaml", profile),
        ("shoots.yaml", SHOOTS),
    ]);
    let report = json(&add(&dir, &["--with", "shoots.yaml", "-f", "json"]));
    assert_eq!(i32::from(add(&dir, &["--write"]).exit.code()), 0);
    dir.write("profile.yaml", text_of(&dir).replace("\"\"", "\"other\""));
    let args = ["--with", "shoots.yaml", "-f", "json", "--against-now", NOW];
    let diff = json(&dir.run(&[&["diff", "old.yaml", "profile.yaml"], &args[..]].concat()));
    let without_files = |report: &Value| {
        report["objects"][0]["impacts"]
            .to_string()
            .replace("old.yaml", "profile.yaml")
    };
    assert_eq!(without_files(&report["diff"]), without_files(&diff));
    let moved: BTreeSet<&str> = report["diff"]["objects"][0]["impacts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|impact| impact["kind"] == "maintenance")
        .flat_map(|impact| impact["pools"].as_array().unwrap())
        .map(|pool| pool["pool"].as_str().unwrap())
        .collect();
    assert_eq!(moved, BTreeSet::from(["arm", "pool"]));
    let maintain = json(&dir.run(&[
        "maintain",
        "-p",
        "profile.yaml",
        "shoots.yaml",
        "-f",
        "json",
        "--at",
        NOW,
    ]));
    let versions = maintain["shoots"][0]["windows"][0]["versions"]
        .as_array()
        .unwrap();
    let of_pools: Vec<&Value> = versions.iter().filter(|of| of["what"] == "image").collect();
    assert_eq!(of_pools.len(), 2);
    assert!(
        of_pools.iter().all(|of| of["after"]["version"] == "1.1.0"),
        "{of_pools:?}"
    );
    // Each machine type gets the flavor that `match` selects.
    let matched = json(&dir.run(&[
        "match",
        "-m",
        "*",
        "-i",
        "linux",
        "--version",
        "1.1.0",
        "-p",
        "profile.yaml",
        "-f",
        "json",
        "--now",
        NOW,
    ]))
    .to_string();
    for of in report["flavors"].as_array().unwrap() {
        assert_eq!(of["fits"], true);
        assert_eq!(of["machineTypes"].as_array().unwrap().len(), 1);
    }
    assert!(matched.contains("1.1.0"), "{matched}");
    // A version in preview is no default, and nobody moves.
    let preview = json(&{
        dir.write("profile.yaml", profile);
        add(
            &dir,
            &[
                "--with",
                "shoots.yaml",
                "-f",
                "json",
                "--classification",
                "preview",
            ],
        )
    });
    let kinds: BTreeSet<&str> = preview["diff"]["objects"][0]["impacts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|impact| impact["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, BTreeSet::from(["added"]));
}

#[test]
fn namespaced_cloud_profiles_get_versions_too() {
    let profile = &profiles()[1];
    let child = "\
apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: child, namespace: garden-a}
spec:
  parent: {kind: CloudProfile, name: aws}
  machineImages:
  - name: own
    updateStrategy: major
    versions:
    - version: 1.0.0
      cri: [{name: containerd}]
      capabilityFlavors: [{architecture: [amd64]}]
  providerConfig:
    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: own
      versions:
      - version: 1.0.0
        capabilityFlavors:
        - capabilities: {architecture: [amd64]}
          regions: [{name: eu, ami: ami-1}]
";
    let dir = Dir::with(&[("profile.yaml", child), ("parent.yaml", profile)]);
    let args = [
        "add",
        "image",
        "own",
        "1.1.0",
        "--like",
        "1.0.0",
        "-p",
        "profile.yaml",
    ];
    let alone = run(&dir, &args);
    assert_eq!(i32::from(alone.exit.code()), 2);
    assert!(
        alone.stderr.contains("give its file with --with"),
        "{}",
        alone.stderr
    );
    let with = [&args[..], &["--with", "parent.yaml"]].concat();
    let report = json(&run(&dir, &[&with[..], &["-f", "json"]].concat()));
    assert_eq!(report["errors"], Value::Array(Vec::new()));
    assert_eq!(report["artifacts"].as_array().unwrap().len(), 1, "{report}");
    assert_eq!(
        i32::from(run(&dir, &[&with[..], &["--write"]].concat()).exit.code()),
        0
    );
    dir.write("profile.yaml", text_of(&dir).replace("\"\"", "ami-2"));
    assert_eq!(errors(&dir, &["profile.yaml", "--with", "parent.yaml"]), []);
}

#[test]
fn what_has_no_answer_is_told() {
    let profiles = profiles();
    let both = format!(
        "{}---\n{}",
        profiles[1],
        profiles[1].replace("name: aws\n", "name: other\n")
    );
    let dir = Dir::with(&[("profile.yaml", &profiles[1]), ("both.yaml", &both)]);
    for (args, said) in [
        (
            &[
                "image",
                "linux",
                "1.1.0",
                "--like",
                "1.0.1",
                "-p",
                "profile.yaml",
            ][..],
            "its versions there are `1.0.0`",
        ),
        (
            &["image", "linux", "--like", "1.0.0", "-p", "profile.yaml"],
            "cpcap add image NAME VERSION",
        ),
        (
            &[
                "kubernetes",
                "a",
                "b",
                "--like",
                "1.0.0",
                "-p",
                "profile.yaml",
            ],
            "only `image` takes two names",
        ),
        (
            &[
                "kubernetes",
                "1.31.4",
                "--like",
                "1.31.4",
                "-p",
                "profile.yaml",
            ],
            "already",
        ),
        (
            &[
                "image",
                "linux",
                "1.1.0",
                "--like",
                "1.0.0",
                "-p",
                "both.yaml",
            ],
            "name one of them with --profile-name",
        ),
        (
            &[
                "image",
                "linux",
                "1.1.0",
                "--like",
                "1.0.0",
                "-p",
                "both.yaml",
                "--profile-name",
                "none",
            ],
            "there is no profile `none`",
        ),
    ] {
        let ran = run(&dir, &[&["add"], args].concat());
        assert_eq!(i32::from(ran.exit.code()), 2, "{args:?} {}", ran.stdout);
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    let second = [
        "add",
        "image",
        "linux",
        "1.1.0",
        "--like",
        "1.0.0",
        "-p",
        "both.yaml",
        "--profile-name",
        "other",
        "--write",
    ];
    assert_eq!(i32::from(run(&dir, &second).exit.code()), 0);
    let text = fs::read_to_string(dir.path().join("both.yaml")).unwrap();
    assert!(text.starts_with(&format!("{}---\n", profiles[1])), "{text}");
    // What the server refuses is not written.
    let refused = [
        "add",
        "image",
        "linux",
        "one",
        "--like",
        "1.0.0",
        "-p",
        "profile.yaml",
    ];
    for flag in ["--write", "--diff"] {
        let ran = run(&dir, &[&refused[..], &[flag]].concat());
        assert_eq!(i32::from(ran.exit.code()), 1, "{}", ran.stderr);
        assert!(ran.stderr.contains("the server refuses"), "{}", ran.stderr);
    }
    assert_eq!(text_of(&dir), profiles[1]);
}

/// Of a text that breaks off or has a wrong byte, the command and its kin keep all that is there, or
/// print nothing.
#[test]
fn damaged_texts_are_kept_or_left() {
    let text = fs::read_to_string("testdata/examples/valid.yaml").unwrap();
    let add = ["add", "image", "local", "1.1.0", "--like", "1.0.0"];
    let retire = ["retire", "image", "local", "1.0.0", "--notice", "90d"];
    let (mut kept, mut left) = ([0, 0], 0);
    for at in (0..text.len()).step_by(29) {
        let cut = text.as_bytes()[..at].to_vec();
        let mut flipped = text.clone().into_bytes();
        flipped[at] ^= 0x15;
        for damaged in [cut, flipped] {
            let damaged = String::from_utf8_lossy(&damaged).into_owned();
            for command in [&add[..], &retire] {
                let more = ["-p", "-", "--now", NOW, "--write"];
                let ran = Dir::new().run_with(&[command, &more].concat(), &damaged, &[]);
                if ran.stdout.is_empty() {
                    assert_ne!(i32::from(ran.exit.code()), 0, "{at}: {}", ran.stderr);
                    left += 1;
                    continue;
                }
                let is_add = command[0] == "add";
                if is_add {
                    added(&damaged, &ran.stdout);
                } else {
                    // What `retire` says of the one version, in its two lines.
                    let others = |text: &str| -> Vec<String> {
                        let says = |line: &&str| {
                            let line = line.trim_start();
                            !line.starts_with("classification: ")
                                && !line.starts_with("expirationDate: ")
                        };
                        text.lines().filter(says).map(str::to_owned).collect()
                    };
                    assert_eq!(others(&ran.stdout), others(&damaged), "{at}");
                    let date = "      expirationDate: \"2027-05-01T00:00:00Z\"\n";
                    assert!(ran.stdout.contains(date), "{at}: {}", ran.stdout);
                }
                kept[usize::from(is_add)] += 1;
            }
        }
    }
    assert!(
        kept.iter().all(|kept| *kept > 10) && left > 120,
        "{kept:?} {left}"
    );
}

/// The arguments that add a version of an image to a profile.
const ADD_IMAGE: [&str; 8] = [
    "add",
    "image",
    "local",
    "1.0.1",
    "--like",
    "1.0.0",
    "-p",
    "profile.yaml",
];

/// A refusal stands once, and what would be accepted is named.
#[test]
fn a_refusal_is_told_once_with_a_way_out() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/examples/valid.yaml");
    let dir = Dir::with(&[("profile.yaml", &*fs::read_to_string(path).unwrap())]);
    let ran = dir.run(&ADD_IMAGE);
    let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = "spec.machineImages[0].versions[0]: version `1.0.0`";
    assert_eq!(text.matches(first).count(), 1, "{text}");
    assert!(
        text.starts_with("Version 1.0.1 of image local in"),
        "{text}"
    );
    assert!(
        text.contains("With `--classification preview` it brings no error."),
        "{text}"
    );
    let ran = dir.run(&[&ADD_IMAGE[..], &["--classification", "preview"]].concat());
    assert_eq!(i32::from(ran.exit.code()), 0, "{}", ran.stdout);
    assert!(
        ran.stdout.contains("Its classification is `preview`."),
        "{}",
        ran.stdout
    );
}

/// A copy of an entry with aliases keeps its order and its lists in one line.
#[test]
fn copies_of_aliases_keep_the_layout() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/examples/valid.yaml");
    let text = fs::read_to_string(path).unwrap();
    let text = text.replacen(
        "      - architecture: [amd64]\n        machineHostType: [virtual]\n",
        "      - architecture: &amd [amd64]\n        machineHostType: [virtual]\n",
        1,
    );
    let text = text.replacen(
        "      - architecture: [amd64]\n        machineHostType: [metal]\n",
        "      - architecture: *amd\n        machineHostType: [metal]\n",
        1,
    );
    assert!(text.contains("*amd"));
    let dir = Dir::with(&[("profile.yaml", &*text)]);
    let ran = dir.run(&[&ADD_IMAGE[..], &["--classification", "preview", "--diff"]].concat());
    let copy = "\
+    - version: 1.0.1
+      classification: preview
+      capabilityFlavors:
+      - architecture: [amd64]
+        machineHostType: [virtual]
+        storageAccess: [NVMe, SCSI]
+      - architecture: [amd64]
+        machineHostType: [metal]
+        storageAccess: [SCSI]
";
    assert!(ran.stdout.contains(copy), "{}{}", ran.stdout, ran.stderr);
}
