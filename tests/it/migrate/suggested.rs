//! Capabilities that profiles have in other words: proposed, and taken only where a user wants it.

use std::fs;

use serde_json::{Value, json};

use super::{NOW, PROVIDERS, artifacts, code, errors_of, text_of};
use crate::common::{Dir, root};

const GEN2: [&str; 3] = ["--suggested=generation", "--set", "generation=gen1:small"];

/// The legacy profiles of the page, by provider.
fn of_page(provider: &str) -> Value {
    let page = fs::read_to_string(root().join("docs/migrate.md")).unwrap();
    let yaml = page
        .split("```yaml\n")
        .map(|rest| rest.split("```").next().unwrap())
        .find(|text| text.contains(&format!("  type: {provider}\n")))
        .unwrap();
    let documents = cpcap::yaml::read(yaml);
    let tree = &documents[0].tree;
    tree.to_json(tree.root().unwrap())
}

/// Adds a version beside 1.0.0 in both parts, with artifacts of its own.
fn with_version(profile: &mut Value, version: &str) {
    fn renamed(value: &Value, version: &str) -> Value {
        match value {
            Value::Object(map) => map
                .iter()
                .map(|(name, value)| {
                    let value = match value {
                        Value::String(_) if name == "version" => json!(version),
                        Value::String(text)
                            if ["ami", "id", "image", "urn"].contains(&name.as_str()) =>
                        {
                            json!(format!("{text}-{version}"))
                        }
                        other => renamed(other, version),
                    };
                    (name.clone(), value)
                })
                .collect(),
            Value::Array(items) => items.iter().map(|item| renamed(item, version)).collect(),
            other => other.clone(),
        }
    }
    for at in [
        "/spec/machineImages/0/versions",
        "/spec/providerConfig/machineImages/0/versions",
    ] {
        let versions = profile.pointer_mut(at).unwrap().as_array_mut().unwrap();
        let plain = versions.iter().filter(|of| of["version"] == "1.0.0");
        let more: Vec<Value> = plain.map(|of| renamed(of, version)).collect();
        versions.extend(more);
    }
}

fn yaml(profile: &Value) -> String {
    cpcap::yaml::write(profile).unwrap()
}

fn of(
    all: &std::collections::BTreeMap<[String; 5], Option<String>>,
    machine: &str,
    version: &str,
) -> Option<String> {
    let found = all
        .iter()
        .find(|(key, _)| key[1] == machine && key[3] == version && key[4] == "eu");
    found.and_then(|(_, artifact)| artifact.clone())
}

fn report(dir: &Dir, args: &[&str]) -> (i32, Value, String) {
    let ran = dir.run(&[&["migrate", "--now", NOW, "-f", "json"], args].concat());
    let report = serde_json::from_str(&ran.stdout).unwrap_or_default();
    (code(&ran), report, ran.stderr)
}

/// Machine types get of the one version what they got of the version that is for them.
#[test]
fn suffixed_versions_become_flavors() {
    for provider in PROVIDERS {
        let mut profile = of_page(provider);
        with_version(&mut profile, "1.0.0-gen2");
        let has_arm = profile["spec"]["machineTypes"].as_array().unwrap().len() > 1;
        for text in [yaml(&profile), profile.to_string()] {
            let dir = Dir::with(&[("p.yaml", &*text)]);
            let was = artifacts(&text);
            // It is only said, and changes nothing.
            let (status, told, _) = report(&dir, &["p.yaml"]);
            assert_eq!(status, 0, "{provider}: {told}");
            let suggestion = &told["profiles"][0]["suggestions"][0];
            assert_eq!(suggestion["name"], "generation", "{provider}: {told}");
            assert_eq!(suggestion["taken"], false);
            assert_eq!(suggestion["united"][0]["members"][1]["value"], "gen2");
            let ran = dir.run(&["migrate", "--now", NOW, "p.yaml"]);
            assert_eq!(artifacts(&ran.stdout), was);
            // The same with the choice of the user.
            let mut args = vec!["migrate", "--now", NOW, "p.yaml"];
            args.extend(GEN2);
            args.extend(
                has_arm
                    .then_some(["--set", "generation=gen2:arm"])
                    .into_iter()
                    .flatten(),
            );
            let ran = dir.run(&args);
            assert_eq!(code(&ran), 0, "{provider}: {}\n{text}", ran.stderr);
            let is = artifacts(&ran.stdout);
            assert!(is.keys().all(|key| key[3] == "1.0.0"), "{}", ran.stdout);
            assert_eq!(
                of(&is, "small", "1.0.0"),
                of(&was, "small", "1.0.0"),
                "{provider}"
            );
            assert!(of(&is, "small", "1.0.0").is_some(), "{provider}");
            assert_eq!(
                of(&is, "arm", "1.0.0"),
                of(&was, "arm", "1.0.0-gen2"),
                "{provider}"
            );
            assert_eq!(of(&is, "arm", "1.0.0").is_some(), has_arm, "{provider}");
            // Each difference is told with its cause.
            let differs = ran.stderr.matches("another flavor of it").count();
            assert_eq!(differs, 1 + usize::from(has_arm), "{}", ran.stderr);
            dir.write("new.yaml", &ran.stdout);
            let update = errors_of(&dir, &["--old", "p.yaml", "new.yaml"]);
            assert_eq!(update["summary"]["errors"], 0, "{update}");
            // Once more it changes nothing; what is suggested once is known.
            args[3] = "new.yaml";
            let again = dir.run(&args);
            assert_eq!(
                (code(&again), &again.stdout),
                (0, &ran.stdout),
                "{}",
                again.stderr
            );
        }
    }
}

/// Each stage is an update of the one before it, and the last one is the whole.
#[test]
fn stages_take_suggestions_too() {
    for provider in PROVIDERS {
        let mut profile = of_page(provider);
        with_version(&mut profile, "1.0.0-gen2");
        let text = yaml(&profile);
        let dir = Dir::with(&[("before.yaml", &*text), ("p.yaml", &*text)]);
        for stage in [
            "vocabulary",
            "machine-types",
            "images",
            "provider",
            "finish",
        ] {
            let args = [
                "migrate", "--now", NOW, "--write", "--stage", stage, "p.yaml",
            ];
            let ran = dir.run(&[&args[..], &GEN2].concat());
            assert_eq!(code(&ran), 0, "{provider} {stage}: {}", ran.stderr);
            let update = errors_of(&dir, &["--old", "before.yaml", "p.yaml"]);
            assert_eq!(
                update["summary"]["errors"], 0,
                "{provider} {stage}: {update}"
            );
            dir.write("before.yaml", text_of(&dir, "p.yaml"));
        }
        let is = artifacts(&text_of(&dir, "p.yaml"));
        assert!(is.keys().all(|key| key[3] == "1.0.0"), "{provider}");
        assert_eq!(
            of(&is, "small", "1.0.0"),
            of(&artifacts(&text), "small", "1.0.0")
        );
    }
}

/// Suffixes of several words differ by one of them; both may be taken.
#[test]
fn each_word_of_a_suffix_is_a_trait() {
    let mut profile = of_page("gcp");
    for version in ["1.0.0-gen2", "1.0.0-metal", "1.0.0-metal-gen2"] {
        with_version(&mut profile, version);
    }
    let text = yaml(&profile);
    let dir = Dir::with(&[("p.yaml", &*text)]);
    let was = artifacts(&text);
    for (args, left, whose) in [
        (
            &["--suggested=generation"][..],
            vec!["1.0.0", "1.0.0-metal"],
            "1.0.0",
        ),
        (
            &["--suggested=machineHostType"],
            vec!["1.0.0", "1.0.0-gen2"],
            "1.0.0",
        ),
        (&["--suggested"], vec!["1.0.0"], "1.0.0"),
        (
            &["--suggested", "--set", "machineHostType=metal:small"],
            vec!["1.0.0"],
            "1.0.0-metal",
        ),
    ] {
        let all = [
            &["migrate", "p.yaml", "--set", "generation=gen1:small"],
            args,
        ]
        .concat();
        let all: Vec<&str> = match args[0] {
            "--suggested=machineHostType" => [&["migrate", "p.yaml"], args].concat(),
            _ => all,
        };
        let ran = dir.run(&all);
        assert_eq!(code(&ran), 0, "{args:?}: {}", ran.stderr);
        let is = artifacts(&ran.stdout);
        let versions: std::collections::BTreeSet<&str> =
            is.keys().map(|key| key[3].as_str()).collect();
        assert_eq!(
            versions.into_iter().collect::<Vec<_>>(),
            left,
            "{}",
            ran.stdout
        );
        assert_eq!(
            of(&is, "small", "1.0.0"),
            of(&was, "small", whose),
            "{args:?}"
        );
    }
    // The words of a user are found among others, too.
    let mut profile = of_page("gcp");
    let versions = ["2.0.0-metal-pxe-amd64-2b8d", "2.0.0-metal-usi-amd64-2b8d"];
    for version in versions {
        with_version(&mut profile, version);
    }
    let dir = Dir::with(&[("p.yaml", &*yaml(&profile))]);
    let (_, told, _) = report(&dir, &["p.yaml"]);
    assert_eq!(told["profiles"][0]["suggestions"], json!([]), "{told}");
    let own = ["--capability", "delivery=usi,pxe", "--suggested"];
    let ran = dir.run(&[&["migrate", "p.yaml"][..], &own].concat());
    assert_eq!(code(&ran), 0, "{}", ran.stderr);
    assert!(
        artifacts(&ran.stdout)
            .keys()
            .any(|key| key[3] == "2.0.0-metal-amd64-2b8d")
    );
}

/// Two suffixes without a version that has none.
#[test]
fn a_version_takes_the_name_without_suffix() {
    let mut profile = of_page("gcp");
    with_version(&mut profile, "1.0.0-gen1");
    with_version(&mut profile, "1.0.0-gen2");
    for at in [
        "/spec/machineImages/0/versions",
        "/spec/providerConfig/machineImages/0/versions",
    ] {
        let versions = profile.pointer_mut(at).unwrap().as_array_mut().unwrap();
        versions.retain(|of| of["version"] != "1.0.0");
    }
    let text = yaml(&profile);
    let dir = Dir::with(&[("p.yaml", &*text)]);
    let ran = dir.run(&[&["migrate", "p.yaml"], &GEN2[..]].concat());
    assert_eq!(code(&ran), 0, "{}", ran.stderr);
    let (was, is) = (artifacts(&text), artifacts(&ran.stdout));
    assert_eq!(of(&is, "small", "1.0.0"), of(&was, "small", "1.0.0-gen1"));
    assert!(of(&is, "small", "1.0.0").is_some(), "{}", ran.stdout);
}

/// The architecture may be in the suffix, too: then nothing changes for workers.
#[test]
fn an_architecture_in_the_suffix_is_a_flavor() {
    let mut profile = of_page("ironcore-metal");
    with_version(&mut profile, "1.0.0-arm64");
    for at in [
        "/spec/machineImages/0/versions",
        "/spec/providerConfig/machineImages/0/versions",
    ] {
        let versions = profile.pointer_mut(at).unwrap().as_array_mut().unwrap();
        for version in versions.iter_mut() {
            if !version["architectures"].is_null() {
                let of = if version["version"] == "1.0.0" {
                    "amd64"
                } else {
                    "arm64"
                };
                version["architectures"] = json!([of]);
            }
        }
        versions.retain(|of| {
            (of["version"] == "1.0.0") == of["architecture"].is_null()
                || at.contains("/spec/machineImages")
        });
    }
    let text = yaml(&profile);
    let dir = Dir::with(&[("p.yaml", &*text)]);
    let ran = dir.run(&["migrate", "p.yaml", "--suggested=architecture"]);
    assert_eq!(code(&ran), 0, "{}\n{text}", ran.stderr);
    let (was, is) = (artifacts(&text), artifacts(&ran.stdout));
    assert_eq!(of(&is, "small", "1.0.0"), of(&was, "small", "1.0.0"));
    assert_eq!(of(&is, "arm", "1.0.0"), of(&was, "arm", "1.0.0-arm64"));
    assert!(of(&is, "arm", "1.0.0").is_some(), "{}", ran.stdout);
}

fn shoot(version: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: s, namespace: \
         garden-a}}\nspec:\n  cloudProfile: {{name: gcp}}\n  region: eu\n  kubernetes: {{version: \
         1.31.4}}\n  provider:\n    type: gcp\n    workers:\n    - {{name: pool, minimum: 1, \
         maximum: 2, machine: {{type: small, image: {{name: linux, version: {version}}}}}}}\n"
    )
}

const CHILD: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
    {name: c, namespace: garden-a}\nspec:\n  parent: {kind: CloudProfile, name: gcp}\n  \
    machineImages:\n  - name: linux\n    versions: [{version: 1.0.0-gen2, expirationDate: \
    '2028-01-01T00:00:00Z'}]\n";

/// The server removes no version in use, and no pool gets something else without anybody's notice.
#[test]
fn users_of_renamed_versions_are_named() {
    let mut profile = of_page("gcp");
    with_version(&mut profile, "1.0.0-gen2");
    let text = yaml(&profile);
    let dir = Dir::with(&[("p.yaml", &*text), ("users/c.yaml", CHILD)]);
    dir.write("users/s.yaml", shoot("1.0.0-gen2"));
    let args = [
        "migrate", "--now", NOW, "--write", "p.yaml", "--with", "users",
    ];
    let ran = dir.run(&[&args[..], &GEN2].concat());
    assert_eq!(code(&ran), 1, "{}", ran.stderr);
    for said in [
        "in use: NamespacedCloudProfile `garden-a/c`",
        "worker pool `pool` of Shoot `garden-a/s`",
        "worker pool `pool` of Shoot garden-a/s (users/s.yaml): linux 1.0.0-gen2 with image",
        "as an update of the original: ",
    ] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    assert!(
        !ran.stderr
            .contains("as an update of the original: no error"),
        "{}",
        ran.stderr
    );
    assert_eq!(text_of(&dir, "p.yaml"), text);
    // The same in the files of the run itself.
    let ran = dir.run(&[&["migrate", "--now", NOW, "--diff", "."], &GEN2[..]].concat());
    assert_ne!(code(&ran), 0, "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("worker pool `pool` of Shoot `garden-a/s`"),
        "{}",
        ran.stderr
    );
    // A pool of the other version keeps its artifact, or it is said.
    fs::remove_file(dir.path().join("users/c.yaml")).unwrap();
    dir.write("users/s.yaml", shoot("1.0.0"));
    let shown = [
        "migrate", "--now", NOW, "--diff", "p.yaml", "--with", "users",
    ];
    let ran = dir.run(&[&shown[..], &GEN2].concat());
    assert_eq!(code(&ran), 0, "{}", ran.stderr);
    let ran = dir.run(&[&shown[..], &["--suggested=generation"]].concat());
    assert_eq!(code(&ran), 1, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("1 gets something else"),
        "{}",
        ran.stderr
    );
    // A user can do it all the same.
    let ran = dir.run(&[&args[..], &["--suggested=generation", "--force"]].concat());
    assert_eq!(code(&ran), 1, "{}", ran.stderr);
    assert_ne!(text_of(&dir, "p.yaml"), text);
}

type Change = fn(&mut Value);

/// What is not clear says what to do, and nothing is written.
#[test]
fn ambiguous_suffixes_are_refused() {
    let cases: [(&str, Change, &[&str], &str); 9] = [
        (
            "1.0.0-gen2",
            |_| {},
            &["--suggested=nosuch"],
            "has no suggestion `nosuch`; it has `generation`",
        ),
        (
            "1.0.0-gen2",
            |profile| with_version(profile, "1.0.0-g2"),
            &["--suggested=generation"],
            "would both have the value `gen2`",
        ),
        (
            "1.0.0-gen1",
            |_| {},
            &["--suggested"],
            "would both have the value `gen1` of `generation`: remove or rename",
        ),
        (
            "1.0.0-gen2-metal",
            |_| {},
            &["--suggested"],
            "differs from `1.0.0` by more than one trait: `gen2` and `metal`",
        ),
        (
            "1.0.0-fips",
            |_| {},
            &["--suggested"],
            "define the capability with --capability NAME=fips,OTHER",
        ),
        (
            "1.0.0-gen2",
            |profile| {
                let versions = profile
                    .pointer_mut("/spec/machineImages/0/versions")
                    .unwrap();
                versions[1]["classification"] = json!("preview");
            },
            &["--suggested"],
            "differ in `classification`; make that equal first",
        ),
        (
            "1.0.0-fast",
            |_| {},
            &[
                "--suggested",
                "--capability",
                "a=fast,slow",
                "--capability",
                "b=fast,other",
            ],
            "is a value of the capabilities `a` and `b`",
        ),
        (
            "1.0.0-fast",
            |_| {},
            &["--suggested", "--capability", "a=fast,slow,medium"],
            "has more than two values",
        ),
        (
            "1.0.0-gen2",
            |profile| profile["spec"]["machineTypes"][0]["name"] = json!("a-gen1-gen2"),
            &["--suggested"],
            "machine type `a-gen1-gen2` has several values of `generation`",
        ),
    ];
    for (version, change, args, said) in cases {
        let mut profile = of_page("gcp");
        with_version(&mut profile, version);
        change(&mut profile);
        let text = yaml(&profile);
        let dir = Dir::with(&[("p.yaml", &*text)]);
        let ran = dir.run(&[&["migrate", "--now", NOW, "--write", "p.yaml"], args].concat());
        assert_eq!(code(&ran), 2, "{said}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
        assert_eq!(text_of(&dir, "p.yaml"), text);
    }
    // A name of the user's own makes the suffix clear.
    let mut profile = of_page("gcp");
    with_version(&mut profile, "1.0.0-fips");
    let dir = Dir::with(&[("p.yaml", &*yaml(&profile))]);
    let own = ["--capability", "crypto=fips,standard", "--suggested=crypto"];
    let ran = dir.run(&[&["migrate", "--now", NOW, "p.yaml"][..], &own].concat());
    assert_eq!(code(&ran), 0, "{}", ran.stderr);
    assert!(
        !ran.stdout.contains("version: 1.0.0-fips"),
        "{}",
        ran.stdout
    );
    // The name of a stage is no trait.
    let mut profile = of_page("gcp");
    with_version(&mut profile, "1.0.0-beta");
    let dir = Dir::with(&[("p.yaml", &*yaml(&profile))]);
    let (_, told, _) = report(&dir, &["p.yaml"]);
    assert_eq!(told["profiles"][0]["suggestions"], json!([]), "{told}");
}

/// Machine types by their names, and what machine types of azure say of themselves.
#[test]
fn machine_types_say_what_they_are() {
    let mut profile = of_page("aws");
    profile["spec"]["machineTypes"][0]["name"] = json!("m5.metal");
    let text = yaml(&profile);
    let dir = Dir::with(&[("p.yaml", &*text)]);
    let (_, told, _) = report(&dir, &["p.yaml"]);
    let suggestion = &told["profiles"][0]["suggestions"][0];
    assert_eq!(suggestion["name"], "machineHostType", "{told}");
    assert_eq!(
        suggestion["machineTypes"][0],
        json!({"value": "metal", "names": ["m5.metal"]})
    );
    let ran = dir.run(&["migrate", "--now", NOW, "--suggested", "p.yaml"]);
    assert_eq!(code(&ran), 0, "{}", ran.stderr);
    assert!(
        ran.stdout.contains("machineHostType: [metal]"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("machineHostType: [virtual]"),
        "{}",
        ran.stdout
    );
    assert_eq!(artifacts(&ran.stdout), artifacts(&text));

    let mut profile = of_page("azure");
    for version in profile
        .pointer_mut("/spec/providerConfig/machineImages/0/versions")
        .unwrap()
        .as_array_mut()
        .unwrap()
    {
        version
            .as_object_mut()
            .unwrap()
            .remove("acceleratedNetworking");
    }
    let text = yaml(&profile);
    let dir = Dir::with(&[("p.yaml", &*text)]);
    let ran = dir.run(&["migrate", "--now", NOW, "p.yaml"]);
    assert!(!ran.stdout.contains("azure-networking"), "{}", ran.stdout);
    let said = "--suggested=azure-networking takes it";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    let ran = dir.run(&[
        "migrate",
        "--now",
        NOW,
        "p.yaml",
        "--suggested=azure-networking",
    ]);
    assert_eq!(code(&ran), 0, "{}", ran.stderr);
    assert!(
        ran.stdout
            .contains("azure-networking: [accelerated, basic]"),
        "{}",
        ran.stdout
    );
    assert_eq!(artifacts(&ran.stdout), artifacts(&text));
}
