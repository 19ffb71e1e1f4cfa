//! `cpcap render` and `cpcap verbs`: golden outputs, and what holds for every object.

use crate::common::{Dir, Ran, golden, root, run_in};
use cpcap::yaml;
use serde_json::{Value, json};

const PARENT: &str = include_str!("../../testdata/render/parent.yaml");
const CHILD: &str = include_str!("../../testdata/render/child.yaml");
const VALID: &str = include_str!("../../testdata/examples/valid.yaml");
const MINE: &str = include_str!("../../testdata/examples/namespaced.yaml");

fn here(args: &[&str]) -> Ran {
    run_in(&root().join("testdata/render"), args, "", &[])
}

/// Runs at `testdata/render` and compares everything with the golden file of that name.
#[track_caller]
fn keeps(name: &str, args: &[&str]) -> String {
    let ran = here(args);
    golden(
        format!("testdata/golden/render/{name}.txt"),
        &format!(
            "$ cpcap {}\n{}{}exit {}\n",
            args.join(" "),
            ran.stdout,
            ran.stderr,
            ran.exit.code()
        ),
    );
    ran.stdout
}

/// The documents of a text as our own reader takes them.
#[track_caller]
fn documents(text: &str) -> Vec<Value> {
    let read = yaml::read(text);
    assert!(
        read.iter().all(|document| document.problems.is_empty()),
        "{text}"
    );
    read.iter()
        .map(|document| document.tree.to_json(document.tree.root().unwrap()))
        .collect()
}

fn cases() -> Vec<Value> {
    crate::common::recorded::part("namespaced")
}

#[test]
fn golden_outputs() {
    let text = keeps("object", &["render", "--with", "parent.yaml", "child.yaml"]);
    assert!(
        text.contains("\n---\n"),
        "several objects are several documents"
    );
    let text = keeps(
        "provenance",
        &[
            "render",
            "--as",
            "status",
            "--provenance",
            "--with",
            "parent.yaml",
            "child.yaml",
        ],
    );
    for wanted in [
        "# child, instead of the parent's; architecture computed",
        "# both: the parent's with the child's expirationDate",
        "# both: the child's behind the parent's",
        "maxNodesTotal: 200 # child",
    ] {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    keeps(
        "cloudprofile",
        &[
            "render",
            "--as",
            "cloudprofile",
            "-f",
            "json",
            "--with",
            "parent.yaml",
            "child.yaml",
        ],
    );
    let text = keeps(
        "diff",
        &["render", "--diff", "--with", "parent.yaml", "child.yaml"],
    );
    assert!(!text.contains("[0]"), "by name, never by position");
}

/// The parent's `providerConfig` is taken over as it is; one of its own, which only an unknown
/// extension could merge, leaves none.
#[test]
fn a_provider_part_of_an_unknown_provider() {
    let part = "  providerConfig: \
        {apiVersion: example.provider.extensions.gardener.cloud/v1alpha1, kind: CloudProfileConfig}\n";
    let child = CHILD.replacen("  kubernetes:\n", &format!("{part}  kubernetes:\n"), 1);
    let dir = Dir::with(&[
        ("parent.yaml", PARENT),
        ("child.yaml", CHILD),
        ("own.yaml", &child),
    ]);
    let render = |file: &str| dir.run(&["render", "--as", "status", "--with", "parent.yaml", file]);
    let (taken_over, left_out) = (render("child.yaml"), render("own.yaml"));
    assert!(
        documents(&taken_over.stdout)
            .iter()
            .all(|status| status["cloudProfileSpec"]["providerConfig"].is_object())
    );
    assert!(
        !taken_over.stdout.contains("without providerConfig")
            && !taken_over.stderr.contains("leaves out"),
        "{}",
        taken_over.stderr
    );
    assert!(
        documents(&left_out.stdout)[0]["cloudProfileSpec"]
            .get("providerConfig")
            .is_none(),
        "{}",
        left_out.stdout
    );
    assert!(
        left_out
            .stdout
            .contains("# without providerConfig, which the provider extension merges\n"),
        "{}",
        left_out.stdout
    );
    assert!(
        left_out
            .stderr
            .contains("everything (own.yaml): cpcap leaves out `providerConfig`"),
        "{}",
        left_out.stderr
    );
}

/// The example of the design document, with its faults: a date that is none, versions that are
/// numbers.
#[test]
fn the_example_of_gep_25() {
    let text = keeps(
        "gep-25",
        &[
            "render",
            "--with",
            "gep-25-parent.yaml",
            "--as",
            "status",
            "gep-25.yaml",
        ],
    );
    let spec = &documents(&text)[0]["cloudProfileSpec"];
    assert_eq!(
        spec["kubernetes"]["versions"][4]["expirationDate"],
        "2024-06-06T01:02:03Z"
    );
    let versions = spec["machineImages"][0]["versions"].as_array().unwrap();
    let versions: Vec<&str> = versions
        .iter()
        .map(|version| version["version"].as_str().unwrap())
        .collect();
    let object =
        documents(&here(&["render", "--with", "gep-25-parent.yaml", "gep-25.yaml"]).stdout)
            .remove(0);
    assert_eq!(
        object["spec"]["machineImages"][0]["versions"][0]["expirationDate"], "2023-08-8T23:59:59Z",
        "as written"
    );
    // The document puts new entries first; the controller appends them.
    assert_eq!(versions, ["15.4", "14.4", "13.6", "16.4"]);
    let lint = here(&[
        "lint",
        "--level=note",
        "--format",
        "compact",
        "--with",
        "gep-25-parent.yaml",
        "gep-25.yaml",
        "gep-25-rendered.yaml",
    ])
    .stdout;
    for wanted in [
        "gep-25.yaml:19:35: error[schema/malformed-time]",
        "the day needs two digits: `08`, not `8`",
        "gep-25.yaml:18:20: error[schema/wrong-type]",
        "gep-25-rendered.yaml:30:3: error[schema/unknown-field] status.cloudProfile",
        "`modify-spec-kubernetes` and `modify-spec-machineimages`",
    ] {
        assert!(lint.contains(wanted), "{wanted}\n{lint}");
    }
    let verbs = keeps("gep-25-verbs", &["verbs", "gep-25.yaml"]);
    assert!(verbs.contains(
        "GEP-25 spells it modify-spec-machineImages; the server checks modify-spec-machineimages."
    ));
}

/// Whatever is rendered: YAML says what JSON says, comments change nothing, it is what the server
/// recorded, and rendering what was rendered changes nothing.
#[test]
fn recorded_cases() {
    let mut compared = 0;
    for case in cases() {
        let id = &case["id"];
        let text = |name: &str| case["input"][name].as_str().unwrap_or_default().to_owned();
        let dir = Dir::with(&[
            ("parent.yaml", &text("parent")),
            ("child.yaml", &text("object")),
            ("old.yaml", &text("old")),
        ]);
        let mut args = vec![
            "render",
            "--with",
            "parent.yaml",
            "child.yaml",
            "--now",
            case["now"].as_str().unwrap(),
        ];
        args.extend(if text("old").is_empty() {
            ["--operation", "create"]
        } else {
            ["--old", "old.yaml"]
        });
        let run = |more: &[&str]| dir.run(&[&args[..], more].concat());
        let plain = run(&[]);
        if plain.exit.code() == 2 {
            assert!(
                plain.stderr.contains("is not in the files")
                    || plain.stderr.contains("names no parent"),
                "{id}: {}",
                plain.stderr
            );
            continue;
        }
        let printed: Value = serde_json::from_str(&run(&["-f", "json"]).stdout).unwrap();
        assert_eq!(
            documents(&plain.stdout),
            std::slice::from_ref(&printed),
            "{id}"
        );
        let commented = run(&["--provenance"]).stdout;
        assert_eq!(
            documents(&commented),
            std::slice::from_ref(&printed),
            "{id}"
        );
        assert!(
            !printed["status"]["cloudProfileSpec"].is_null() && commented.contains(" # "),
            "{id}\n{commented}"
        );
        let accepted =
            case["expect"]["static"] == json!([]) && case["expect"].get("merged").is_some();
        assert!(
            !accepted || plain.exit.code() == 0,
            "{id}: {}",
            plain.stderr
        );
        if let Some(merged) = case["expect"].get("merged") {
            assert_eq!(
                sorted(merged.clone()),
                sorted(printed["status"]["cloudProfileSpec"].clone()),
                "{id}"
            );
            compared += 1;
        }
        // The changes of an object appear for every object, and never by position.
        let diff = run(&["--diff"]);
        assert_eq!(
            (diff.exit, diff.stdout.contains("[0]")),
            (plain.exit, false),
            "{id}: {}",
            diff.stdout
        );
        // The written version stays, so that nothing is dropped a second time.
        dir.write("again.yaml", &plain.stdout);
        let again = dir.run(&[
            "render",
            "--with",
            "parent.yaml",
            "again.yaml",
            "-f",
            "json",
        ]);
        assert_eq!(
            serde_json::from_str::<Value>(&again.stdout).unwrap(),
            printed,
            "{id}"
        );
    }
    assert!(compared > 5, "{compared}");
}

/// Architectures that come from flavors are a set.
fn sorted(mut spec: Value) -> Value {
    let images = spec["machineImages"].as_array_mut().into_iter().flatten();
    for version in images
        .filter_map(|image| image["versions"].as_array_mut())
        .flatten()
    {
        if let Some(Value::Array(values)) = version.get_mut("architectures") {
            values.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        }
    }
    spec
}

/// Texts that one YAML reader or another takes for something else.
#[test]
fn awkward_texts_survive() {
    let awkward = [
        "yes",
        "no",
        "on",
        "y",
        "n",
        "true",
        "null",
        "~",
        "",
        " ",
        "1_000",
        "0o7",
        "017",
        "0x1F",
        "1e3",
        ".inf",
        "-.5",
        "1.10",
        "12:30:45",
        "2027-01-01",
        "a: b",
        "trailing:",
        ":",
        "- a",
        "-",
        "---",
        "...",
        "#no comment",
        "a #b",
        "  leading",
        "trailing  ",
        "\ttab",
        "a\nb",
        "a\n",
        "\n",
        "\n a\n",
        "a\n\n",
        "  a\n b\n",
        "a\r\nb",
        "äöü €",
        "日本",
        "\u{1F600}",
        "\u{feff}bom",
        "\u{2028}",
        "\u{85}",
        "\u{7f}",
        "'",
        "\"",
        "\\",
        "\\n",
        "%a",
        "@a",
        "`a",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "{",
        "}",
        "[",
        "]",
        ",",
        "?",
        "? a",
        "=",
        "<<",
        "0",
        "-0",
        "+1",
        "1.",
        "a,b",
        "{a: b}",
        "$x",
    ];
    let long = "word ".repeat(200);
    let texts: Vec<&str> = awkward
        .into_iter()
        .chain([long.as_str(), long.trim()])
        .collect();
    let labels: serde_json::Map<String, Value> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| (format!("k{index}"), json!(text)))
        .chain(texts.iter().map(|text| ((*text).to_owned(), json!("key"))))
        .collect();
    let versions: Vec<Value> = texts
        .iter()
        .map(|text| json!({ "version": text, "expirationDate": "2027-01-01T00:00:00Z" }))
        .collect();
    let types: Vec<Value> = texts
        .iter()
        .map(|text| json!({ "name": text, "class": text }))
        .collect();
    let bundle = "-----BEGIN CERTIFICATE-----\n  x: y # z\n-----END CERTIFICATE-----\n";
    let parent = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": { "name": "p" },
        "spec": { "type": long, "caBundle": bundle, "machineImages": [{ "name": "image", "versions": versions }], "volumeTypes": types },
    });
    let child = json!({
        "apiVersion": "core.gardener.cloud/v1beta1", "kind": "NamespacedCloudProfile",
        "metadata": { "name": "c", "namespace": "n", "annotations": labels },
        "spec": { "parent": { "kind": "CloudProfile", "name": "p" }, "caBundle": bundle, "volumeTypes": types, "machineImages": [{ "name": "own", "versions": versions }] },
    });
    let dir = Dir::with(&[
        ("parent.json", &parent.to_string()),
        ("child.json", &child.to_string()),
    ]);
    let run = |more: &[&str]| {
        dir.run(&[&["render", "--with", "parent.json", "child.json"], more].concat())
            .stdout
    };
    let printed: Value = serde_json::from_str(&run(&["-f", "json"])).unwrap();
    assert_eq!(
        printed["metadata"]["annotations"],
        child["metadata"]["annotations"]
    );
    assert_eq!(
        printed["status"]["cloudProfileSpec"]["type"],
        parent["spec"]["type"]
    );
    assert_eq!(documents(&run(&[])), std::slice::from_ref(&printed));
    let commented = run(&["--provenance"]);
    assert_eq!(documents(&commented), [printed]);
    assert!(commented.contains("# child"), "the comments are there");
    assert!(
        commented.lines().any(|line| line.len() > long.len()),
        "long texts are not folded"
    );
}

/// An object that adds nothing changes nothing, but that architectures and what every object gets
/// by default are filled in.
#[test]
fn an_empty_object_changes_nothing() {
    let empty = MINE.split("  machineImages:").next().unwrap();
    let dir = Dir::with(&[("parent.yaml", VALID), ("child.yaml", empty)]);
    let ran = dir.run(&[
        "render",
        "--as",
        "cloudprofile",
        "--with",
        "parent.yaml",
        "child.yaml",
    ]);
    assert_eq!((ran.exit.code(), ran.stderr.as_str()), (0, ""));
    let mut rendered = documents(&ran.stdout).remove(0);
    let written = documents(VALID).remove(0);
    for machine_type in rendered["spec"]["machineTypes"].as_array_mut().unwrap() {
        let machine_type = machine_type.as_object_mut().unwrap();
        assert!(
            machine_type.remove("architecture").is_some()
                && machine_type.remove("usable").is_some()
        );
    }
    let version = rendered["spec"]["machineImages"][0]["versions"][0]
        .as_object_mut()
        .unwrap();
    assert!(version.remove("architectures").is_some() && version.remove("cri").is_some());
    assert_eq!(rendered["spec"], written["spec"]);
    // Once filled in, nothing is.
    dir.write(
        "filled.yaml",
        ran.stdout
            .replace("\n  name: mine\n", "\n  name: example\n"),
    );
    let again = dir
        .run(&[
            "render",
            "--as",
            "cloudprofile",
            "--with",
            "filled.yaml",
            "child.yaml",
        ])
        .stdout;
    assert_eq!(documents(&again), documents(&ran.stdout));
    let diff = dir
        .run(&["render", "--diff", "--with", "parent.yaml", "child.yaml"])
        .stdout;
    assert!(diff.ends_with("  = nothing changes\n"), "{diff}");
}

#[test]
fn exit_codes() {
    let dir = Dir::with(&[
        ("parent.yaml", VALID),
        ("child.yaml", MINE),
        (
            "orphan.yaml",
            &MINE.replace("name: example", "name: exmple"),
        ),
        ("refused.yaml", &MINE.replace("1.0.0", "\"1\"")),
        ("broken.yaml", "kind: NamespacedCloudProfile\nspec: [\n"),
        ("foreign.yaml", "apiVersion: v1\nkind: ConfigMap\n"),
    ]);
    let run = |args: &[&str]| dir.run(&[&["render", "--with", "parent.yaml"], args].concat());
    let (fine, refused) = (run(&["child.yaml"]), run(&["refused.yaml"]));
    assert_eq!((fine.exit.code(), fine.stderr.as_str()), (0, ""));
    assert_eq!(refused.exit.code(), 1);
    assert!(
        refused
            .stderr
            .contains("the server refuses the object with"),
        "{}",
        refused.stderr
    );
    assert!(refused.stdout.contains("cloudProfileSpec"));
    let says = |args: &[&str], wanted: &str| {
        let ran = run(args);
        assert_eq!(ran.exit.code(), 2, "{args:?}");
        assert!(ran.stderr.contains(wanted), "{args:?}: {}", ran.stderr);
        ran.stdout
    };
    assert_eq!(
        says(
            &["child.yaml", "orphan.yaml"],
            "CloudProfile `exmple`, is not in the files"
        ),
        fine.stdout
    );
    says(&["orphan.yaml"], "did you mean `example`?");
    assert_eq!(
        says(
            &["child.yaml", "broken.yaml"],
            "broken.yaml:2:7: a bracket opens here"
        ),
        fine.stdout,
        "the others are printed"
    );
    assert_eq!(
        says(
            &["child.yaml", "nowhere.yaml"],
            "cannot read nowhere.yaml: no such file"
        ),
        fine.stdout
    );
    assert_eq!(
        says(&["foreign.yaml"], "there is no NamespacedCloudProfile"),
        ""
    );
    assert_eq!(says(&["parent.yaml"], "only 1 CloudProfile"), "");
    assert_eq!(
        says(
            &["--provenance", "-f", "json", "child.yaml"],
            "which JSON does not have"
        ),
        ""
    );
    assert_eq!(
        dir.run(&["render", "--diff", "-f", "json", "child.yaml"])
            .exit
            .code(),
        2
    );
    let broken_parent = VALID.replace("  regions:\n", "  regions: [\n");
    dir.write("broken-parent.yaml", broken_parent);
    let ran = dir.run(&["render", "--with", "broken-parent.yaml", "child.yaml"]);
    assert_eq!((ran.exit.code(), ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("broken-parent.yaml:"), "{}", ran.stderr);
    // Surroundings in which nothing is sought may be broken.
    assert_eq!(run(&["--with", "broken.yaml", "child.yaml"]).exit.code(), 0);
    // In one file, and from standard input.
    assert_eq!(
        dir.run_with(&["render", "-"], &format!("{VALID}---\n{MINE}"), &[])
            .exit
            .code(),
        0
    );
}

/// The server first drops the versions that a create drops.
#[test]
fn render_uses_the_prepared_object() {
    let expired = MINE.replace("2027-12-31", "2026-01-31");
    let dir = Dir::with(&[
        ("parent.yaml", VALID),
        ("child.yaml", &expired),
        ("new.yaml", MINE),
    ]);
    let run = |args: &[&str]| {
        dir.run(&[&["render", "--with", "parent.yaml", "child.yaml"], args].concat())
    };
    assert!(run(&[]).stdout.contains("2026-01-31"), "as written");
    let created = run(&["--operation", "create"]);
    assert!(!created.stdout.contains("2026-01-31"));
    assert!(
        created
            .stderr
            .contains("drops 1 image version, which is inactive at 2026-11-27T00:00:00Z"),
        "{}",
        created.stderr
    );
    assert!(
        run(&["--operation", "create", "--now", "2026-01-01T00:00:00Z"])
            .stdout
            .contains("2026-01-31")
    );
    assert!(
        run(&["--old", "new.yaml"]).stdout.contains("2026-01-31"),
        "the stored object has the version"
    );
}

#[test]
fn verbs() {
    keeps("verbs", &["verbs", "child.yaml"]);
    keeps("verbs-json", &["verbs", "-f", "json", "child.yaml"]);
    let stored = CHILD.replace("2027-06-30T02", "2027-06-30T03");
    let dir = Dir::with(&[
        ("stored.yaml", &stored),
        ("child.yaml", CHILD),
        ("parent.yaml", PARENT),
        ("broken.yaml", "a: [\n"),
    ]);
    let update: Value = serde_json::from_str(
        &dir.run(&["verbs", "-f", "json", "--old", "stored.yaml", "child.yaml"])
            .stdout,
    )
    .unwrap();
    assert_eq!(update["objects"][0]["operation"], "update");
    assert_eq!(
        update["objects"][0]["verbs"],
        json!([{ "field": "spec.kubernetes", "verb": "modify-spec-kubernetes" }])
    );
    assert_eq!(update["objects"][1]["verbs"], json!([]));
    let schema: Value = serde_json::from_str(&dir.run(&["schema", "verbs"]).stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&update));
    assert!(
        !validator.is_valid(&json!({ "schemaVersion": 1 })),
        "the schema refuses nothing"
    );
    let code = |args: &[&str]| dir.run(&[&["verbs"], args].concat()).exit.code();
    assert_eq!(code(&["child.yaml"]), 0);
    assert_eq!(code(&["child.yaml", "broken.yaml"]), 2);
    assert_eq!(code(&["parent.yaml"]), 2);
    assert_eq!(
        code(&["child.yaml", "--user", "a"]),
        2,
        "without --rbac there is nothing to grant"
    );
}

#[test]
fn rbac() {
    let text = keeps("rbac", &["verbs", "--rbac", "child.yaml", "gep-25.yaml"]);
    assert!(text.starts_with("# Replace the subject REPLACE-ME"));
    let all = documents(&text);
    assert_eq!(all.len(), 4, "a Role and a RoleBinding for each namespace");
    let args = [
        "verbs",
        "--rbac",
        "--user",
        "yes",
        "--group",
        "g",
        "--service-account",
        "garden-project:deployer",
        "--role-name",
        "mine",
    ];
    let granted = documents(&here(&[&args[..], &["child.yaml"]].concat()).stdout);
    assert_eq!(
        granted[0]["rules"][0]["verbs"],
        json!(["modify-spec-kubernetes", "modify-spec-machineimages"])
    );
    assert_eq!(
        granted[0]["metadata"],
        json!({ "name": "mine", "namespace": "garden-project" })
    );
    assert_eq!(
        granted[1]["subjects"],
        json!([
            { "apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "yes" },
            { "apiGroup": "rbac.authorization.k8s.io", "kind": "Group", "name": "g" },
            { "kind": "ServiceAccount", "name": "deployer", "namespace": "garden-project" },
        ])
    );
    let wrong = here(&[
        "verbs",
        "--rbac",
        "--service-account",
        "deployer",
        "child.yaml",
    ]);
    assert_eq!(wrong.exit.code(), 2);
    assert!(
        wrong.stderr.contains("expected NAMESPACE:NAME"),
        "{}",
        wrong.stderr
    );
    let dir = Dir::with(&[("child.yaml", MINE.split("  machineImages:").next().unwrap())]);
    let nothing = dir.run(&["verbs", "--rbac", "child.yaml"]);
    assert_eq!((nothing.exit.code(), nothing.stdout.as_str()), (0, ""));
    assert!(nothing.stderr.contains("there is nothing to grant"));
    dir.write(
        "homeless.yaml",
        MINE.replace("  namespace: garden-project\n", ""),
    );
    assert!(
        dir.run(&["verbs", "--rbac", "homeless.yaml"])
            .stdout
            .contains("kubectl -n")
    );
}

#[test]
fn looks_and_remarks() {
    let dir = Dir::with(&[
        ("a/parent.yaml", VALID),
        ("b/parent.yaml", VALID),
        ("b/child.yaml", MINE),
    ]);
    let run = |more: &[&str], env: &[(&str, &str)]| {
        dir.run_with(
            &[&["render", "--with", ".", "b/child.yaml"], more].concat(),
            "",
            env,
        )
    };
    let plain = run(&["--diff"], &[]);
    assert!(
        plain.stderr.contains(
            "2 CloudProfiles have the name `example`; cpcap takes the nearest, in b/parent.yaml"
        ),
        "{}",
        plain.stderr
    );
    assert!(!plain.stdout.contains('\u{1b}'));
    assert!(
        run(&["--diff"], &[("CLICOLOR_FORCE", "1")])
            .stdout
            .contains('\u{1b}')
    );
    assert!(
        run(&["--diff", "--color", "always"], &[("NO_COLOR", "1")])
            .stdout
            .contains('\u{1b}')
    );
    assert!(
        !run(&["--color", "always"], &[]).stdout.contains('\u{1b}'),
        "YAML is for machines, too"
    );
    // Names cannot break out of the comments.
    dir.write(
        "b/odd.yaml",
        MINE.replace("name: mine", "name: \"mine\\nspec: 1\""),
    );
    let odd = dir.run(&["render", "--with", "b/parent.yaml", "b/odd.yaml"]);
    assert!(
        odd.stdout
            .starts_with("# NamespacedCloudProfile garden-project/mine spec: 1 (b/odd.yaml)\n"),
        "{}",
        odd.stdout
    );
}

/// Whatever breaks off, nothing panics, and what is printed can be read.
#[test]
fn truncated_texts() {
    let dir = Dir::with(&[("parent.yaml", PARENT)]);
    for end in (0..CHILD.len())
        .step_by(29)
        .filter(|end| CHILD.is_char_boundary(*end))
    {
        dir.write("child.yaml", &CHILD[..end]);
        let plain = dir.run(&["render", "--with", "parent.yaml", "child.yaml"]);
        assert_eq!(
            documents(
                &dir.run(&[
                    "render",
                    "--provenance",
                    "--with",
                    "parent.yaml",
                    "child.yaml"
                ])
                .stdout
            ),
            documents(&plain.stdout)
        );
        assert_eq!(
            dir.run(&["render", "--diff", "--with", "parent.yaml", "child.yaml"])
                .exit,
            plain.exit
        );
        documents(&dir.run(&["verbs", "--rbac", "child.yaml"]).stdout);
    }
    for end in (0..PARENT.len()).step_by(29) {
        let dir = Dir::with(&[("parent.yaml", &PARENT[..end]), ("child.yaml", CHILD)]);
        documents(
            &dir.run(&[
                "render",
                "--provenance",
                "--with",
                "parent.yaml",
                "child.yaml",
            ])
            .stdout,
        );
    }
}

/// A parent of some type with a `providerConfig`, and a child that adds an image and brings a part of
/// its own.
fn family(of_type: &str, of_parent: &str, of_child: &str) -> Dir {
    let parent = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
         p}}\nspec:\n  type: {of_type}\n  kubernetes: {{versions: [{{version: 1.33.1}}]}}\n  \
         machineImages: [{{name: gl, versions: [{{version: 1.0.0}}]}}]\n  machineTypes: [{{name: \
         a, cpu: '1', gpu: '0', memory: 1Gi}}]\n  regions: [{{name: eu}}]\n  providerConfig: \
         {of_parent}\n"
    );
    let child = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {{name: \
         c, namespace: garden-x}}\nspec:\n  parent: {{kind: CloudProfile, name: p}}\n  \
         machineImages:\n  - name: own\n    updateStrategy: major\n    versions: [{{version: \
         1.0.0, cri: [{{name: containerd}}], architectures: [amd64]}}]\n  providerConfig: \
         {of_child}\n"
    );
    Dir::with(&[("parent.yaml", &parent), ("child.yaml", &child)])
}

#[test]
fn a_refusal_of_a_webhook_is_a_refusal() {
    let header =
        "apiVersion: local.provider.extensions.gardener.cloud/v1alpha1, kind: CloudProfileConfig";
    let part = |image: &str| {
        format!(
            "{{{header}, machineImages: [{{name: {image}, versions: [{{version: 1.0.0, image: \
             i}}]}}]}}"
        )
    };
    let code = |image: &str| {
        family("local", &part("gl"), &part(image))
            .run(&["render", "--with", "parent.yaml", "child.yaml"])
            .exit
            .code()
    };
    assert_eq!((code("own"), code("none")), (0, 1));
}

#[test]
fn without_a_webhook_the_part_of_the_parent_stays() {
    let header =
        "apiVersion: metal.provider.extensions.gardener.cloud/v1alpha1, kind: CloudProfileConfig";
    let dir = family(
        "metal",
        &format!("{{{header}, metalControlPlanes: {{}}}}"),
        &format!("{{{header}}}"),
    );
    let ran = dir.run(&[
        "render",
        "--as",
        "status",
        "--with",
        "parent.yaml",
        "child.yaml",
    ]);
    assert!(
        ran.stdout.contains("metalControlPlanes: {}") && !ran.stderr.contains("left out"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
}
