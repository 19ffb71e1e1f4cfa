//! Silencing: comments, annotations and baselines, from the outside.

use crate::common::Dir;
use serde_json::Value;

/// Two findings: an expired version (line 9) and a type without architecture in no vocabulary, so
/// none; a negative quantity (line 19).
const PROFILE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: example
spec:
  type: example
  kubernetes:
    versions:
    - version: 1.33.1
      classification: deprecated
      expirationDate: '2026-01-01T00:00:00Z'
    - version: 1.34.2
  machineImages:
  - name: gardenlinux
    versions:
    - version: 1877.2.0
  machineTypes:
  - name: small
    cpu: '-2'
    gpu: '0'
    memory: 8Gi
  regions:
  - name: europe
";
const DATED: &str = "lifecycle/dropped-on-create";
const NEGATIVE: &str = "cloudprofile/negative-quantity";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The findings as `line rule`, and the number of silenced ones.
fn found(text: &str, args: &[&str]) -> (Vec<String>, u64) {
    let dir = Dir::with(&[("profile.yaml", text)]);
    let report = json(
        &dir.run(
            &[
                &["lint", "--level", "note", "-f", "json", "profile.yaml"],
                args,
            ]
            .concat(),
        )
        .stdout,
    );
    let line = |finding: &Value| {
        format!(
            "{} {}",
            finding["span"]["start"]["line"],
            finding["rule"].as_str().unwrap()
        )
    };
    (
        report["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(line)
            .collect(),
        report["summary"]["ignored"].as_u64().unwrap(),
    )
}

/// The profile with texts after some lines (from 1), or before them when they end with a line end.
fn with(places: &[(usize, &str)]) -> String {
    let mut out = String::new();
    for (number, line) in PROFILE.lines().enumerate() {
        let here = |end: bool| {
            places
                .iter()
                .filter(move |(at, text)| *at == number + 1 && text.ends_with('\n') == end)
        };
        here(true).for_each(|(_, text)| out.push_str(text));
        out.push_str(line);
        here(false).for_each(|(_, text)| out.push_str(text));
        out.push('\n');
    }
    out
}

fn both() -> Vec<String> {
    vec![format!("9 {DATED}"), format!("19 {NEGATIVE}")]
}

#[test]
fn comments_silence_their_line_or_the_next() {
    assert_eq!(found(PROFILE, &[]), (both(), 0));
    let (behind, before) = (
        "  # cpcap: ignore[lifecycle/dropped-on-create] known",
        "# cpcap: ignore[lifecycle] known\n",
    );
    let negative = vec![format!("19 {NEGATIVE}")];
    assert_eq!(found(&with(&[(9, behind)]), &[]), (negative, 1));
    assert_eq!(
        found(&with(&[(9, before)]), &[]),
        (vec![format!("20 {NEGATIVE}")], 1)
    );
    let stacked = "  # cpcap: ignore[lifecycle/dropped-on-create] known\n  # it is\n";
    assert_eq!(found(&with(&[(9, stacked)]), &[]).1, 1);
    // A comment after a value says nothing of the next line, and none of a line above.
    let (findings, ignored) = found(&with(&[(8, behind), (19, behind)]), &[]);
    assert_eq!(ignored, 0);
    assert_eq!(
        findings,
        [
            &"8 suppression/unused".to_owned(),
            &both()[0],
            &both()[1],
            &"19 suppression/unused".to_owned()
        ]
        .map(String::clone)
    );
}

#[test]
fn comments_silence_a_file() {
    let whole = "# cpcap: ignore-file[lifecycle, cloudprofile/negative-quantity] generated\n";
    assert_eq!(found(&with(&[(1, whole)]), &[]), (vec![], 2));
    let text = with(&[(1, whole)]);
    let other = format!("{PROFILE}---\n{text}");
    assert_eq!(
        found(&other, &["--ignore", "metadata"]).1,
        4,
        "all documents of the file"
    );
}

#[test]
fn annotations_silence_an_object() {
    let annotated = with(&[(
        5,
        "  annotations: {cpcap/ignore: 'lifecycle/dropped-on-create, cloudprofile'}\n",
    )]);
    let other = PROFILE.replace("name: example", "name: other");
    assert_eq!(found(&annotated, &[]), (vec![], 2));
    let (findings, ignored) = found(&format!("{annotated}---\n{other}"), &[]);
    assert_eq!((findings.len(), ignored), (2, 2), "{findings:?}");
    // JSON has no comments; nor have lists a line for each object.
    let documents = cpcap::yaml::read(&annotated);
    let item = documents[0].tree.to_json(documents[0].tree.root().unwrap());
    let list = serde_json::json!({"apiVersion": "v1", "kind": "List", "items": [item]}).to_string();
    assert_eq!(found(&list, &[]), (vec![], 2));
    let (findings, _) = found(
        &with(&[(
            5,
            "  annotations:\n    cpcap/ignore: design/boolean-values, lifecycle, nothing\n",
        )]),
        &[],
    );
    assert_eq!(
        findings,
        [
            "6 suppression/unused",
            "6 suppression/unused",
            "21 cloudprofile/negative-quantity"
        ]
    );
}

#[test]
fn texts_that_look_like_comments_silence_nothing() {
    let annotated = "  annotations: {note: '# cpcap: ignore-file[all] x'}\n";
    let block = "  annotations:\n    note: |\n      # cpcap: ignore-file[all] x\n";
    for text in [annotated, block] {
        assert_eq!(found(&with(&[(5, text)]), &[]).0.len(), 2, "{text}");
    }
}

#[test]
fn a_directive_without_effect_is_reported() {
    let said = |comment: &str, args: &[&str]| {
        let (findings, _) = found(&with(&[(21, comment)]), args);
        findings
            .iter()
            .filter(|finding| finding.contains("suppression/"))
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(
        said(" # cpcap: ignore[design] x", &[]),
        ["21 suppression/unused"]
    );
    assert_eq!(
        said(" # cpcap: ignore[design, desing] x", &[]),
        ["21 suppression/unused"; 2]
    );
    assert_eq!(
        said(" # cpcap: ignore[design]", &[]),
        ["21 suppression/missing-reason", "21 suppression/unused"]
    );
    for malformed in [
        "ignore",
        "ignore design",
        "ignore[design",
        "ignore[]",
        "disable[design] x",
        "ingore[design] x",
    ] {
        assert_eq!(
            said(&format!(" # cpcap: {malformed}"), &[]),
            ["21 suppression/malformed-comment"],
            "{malformed}"
        );
    }
    for malformed in ["ignore x", "ignore[design] x", "ignore-file[design]"] {
        assert_eq!(
            said(&format!(" # cpcap {malformed}"), &[]),
            ["21 suppression/malformed-comment"],
            "{malformed}"
        );
    }
    for other in [": see the rules", " ignores this", " is a tool", "-ignore"] {
        assert_eq!(
            said(&format!(" # cpcap{other}"), &[]),
            Vec::<String>::new(),
            "{other}"
        );
    }
    // It is unknown whether it would be used.
    assert_eq!(
        said(
            " # cpcap: ignore[design] x",
            &["--select", "lifecycle,suppression"]
        ),
        Vec::<String>::new()
    );
    assert_eq!(
        said(
            " # cpcap: ignore[design] x",
            &["--ignore", "design/boolean-values"]
        ),
        Vec::<String>::new()
    );
    assert_eq!(
        said(" # cpcap: ignore[change/immutable-metadata] x", &[]),
        Vec::<String>::new()
    );
    assert_eq!(
        said(" # cpcap: ignore[namespaced/changed-parent] x", &[]),
        Vec::<String>::new()
    );
    assert_eq!(
        said(" # cpcap: ignore[cloudprofile/in-use] x", &[]),
        Vec::<String>::new()
    );
    // A file can silence findings about comments.
    let quiet = with(&[
        (
            1,
            "# cpcap: ignore-file[suppression/missing-reason] here nobody explains\n",
        ),
        (9, " # cpcap: ignore[lifecycle]"),
    ]);
    assert_eq!(found(&quiet, &[]), (vec![format!("20 {NEGATIVE}")], 2));
}

#[test]
fn a_child_without_its_parent_is_not_judged_to_the_end() {
    let child = include_str!("../../testdata/examples/namespaced.yaml").replace(
        "spec:",
        "spec: # cpcap: ignore[namespaced/shadowed-entry] x",
    );
    let dir = Dir::with(&[
        ("child.yaml", &child),
        (
            "parent/parent.yaml",
            include_str!("../../testdata/examples/valid.yaml"),
        ),
    ]);
    let unused = |args: &[&str]| {
        dir.run(
            &[
                &["lint", "--level", "note", "-f", "compact", "child.yaml"],
                args,
            ]
            .concat(),
        )
        .stdout
        .contains("suppression/unused")
    };
    assert!(!unused(&[]));
    assert!(unused(&["--with", "parent"]));
}

/// Other commands ask what the server would do, and it reads no comments.
#[test]
fn only_lint_heeds_silences() {
    let child = include_str!("../../testdata/examples/namespaced.yaml").replace(
        "spec:",
        "# cpcap: ignore-file[all] x\nspec:\n  regions: [{}]",
    );
    let dir = Dir::with(&[
        ("child.yaml", &child),
        (
            "parent.yaml",
            include_str!("../../testdata/examples/valid.yaml"),
        ),
    ]);
    let codes = |command| {
        dir.run(&[command, "child.yaml", "--with", "parent.yaml"])
            .exit
            .code()
    };
    assert_eq!((codes("lint"), codes("render")), (0, 1));
}

#[test]
fn the_fix_takes_the_comment_away() {
    for (comment, line) in [
        ("  # cpcap: ignore[design] x", 21),
        ("    # cpcap: ignore[design] x\n", 21),
    ] {
        let text = with(&[(line, comment)]);
        let dir = Dir::with(&[("profile.yaml", &text)]);
        let report = json(
            &dir.run(&[
                "lint",
                "--level",
                "note",
                "-f",
                "json",
                "--select",
                "suppression,design",
                "profile.yaml",
            ])
            .stdout,
        );
        let edit = &report["findings"][0]["fix"]["edits"][0];
        let at = |key: &str| usize::try_from(edit[key].as_u64().unwrap()).unwrap();
        assert_eq!(
            format!("{}{}", &text[..at("start")], &text[at("end")..]),
            PROFILE
        );
    }
}

#[test]
fn a_baseline_accepts_what_exists_until_it_goes() {
    let dir = Dir::with(&[("sub/profile.yaml", PROFILE)]);
    let lint = |args: &[&str]| {
        dir.run(
            &[
                &[
                    "lint",
                    "--level",
                    "note",
                    "-f",
                    "compact",
                    "--baseline",
                    "base.json",
                    "sub",
                ],
                args,
            ]
            .concat(),
        )
    };
    let missing = lint(&[]);
    assert_eq!((missing.exit.code(), missing.stdout.as_str()), (2, ""));
    assert!(
        missing.stderr.contains(
            "cannot read the baseline base.json: no such file or directory; \
            `--write-baseline` writes it"
        ),
        "{}",
        missing.stderr
    );
    let written = lint(&["--write-baseline"]);
    assert_eq!(
        (
            written.exit.code(),
            written.stdout.as_str(),
            written.stderr.as_str()
        ),
        (0, "", "wrote 2 findings to base.json\n")
    );
    let text = std::fs::read_to_string(dir.path().join("base.json")).unwrap();
    crate::common::golden("testdata/golden/baseline.json", &text);
    let schema = json(&dir.run(&["schema", "baseline"]).stdout);
    assert!(
        jsonschema::validator_for(&schema)
            .unwrap()
            .is_valid(&json(&text))
    );

    let accepted = lint(&[]);
    assert_eq!((accepted.exit.code(), accepted.stdout.as_str()), (0, ""));
    assert_eq!(
        accepted.stderr,
        "no findings in 1 file, 1 document, 2 silenced\n"
    );
    // From another directory the same files are meant.
    let below = crate::common::run_in(
        &dir.path().join("sub"),
        &[
            "lint",
            "--level",
            "note",
            "--baseline",
            "../base.json",
            "profile.yaml",
        ],
        "",
        &[],
    );
    assert_eq!(below.exit.code(), 0, "{}", below.stdout);

    // Lines and entries move; one more of the same kind is new.
    let moved = PROFILE.replace("spec:", "# more\n\nspec:").replace(
        "  machineTypes:\n",
        "  machineTypes:\n  - {name: other, cpu: '-1', gpu: '0', memory: 1Gi}\n",
    );
    dir.write("sub/profile.yaml", moved);
    let more = lint(&[]);
    assert_eq!(more.stdout.lines().count(), 1, "{}", more.stdout);
    assert!(
        more.stdout.contains("spec.machineTypes[0].cpu"),
        "{}",
        more.stdout
    );

    dir.write("sub/profile.yaml", PROFILE.replace("'-2'", "'2'"));
    let gone = lint(&[]);
    assert_eq!(gone.exit.code(), 0);
    assert!(
        gone.stdout.starts_with("base.json:")
            && gone
                .stdout
                .contains("warning[suppression/outdated-baseline]"),
        "{}",
        gone.stdout
    );
    assert_eq!(
        lint(&["--select", "lifecycle,suppression"]).stdout,
        "",
        "the rule was not chosen"
    );
    dir.write(
        "other.yaml",
        PROFILE
            .replace("'-2'", "'2'")
            .replace("'2026-01-01T00:00:00Z'", "'2036-01-01T00:00:00Z'"),
    );
    let elsewhere = dir.run(&[
        "lint",
        "--level",
        "note",
        "-f",
        "compact",
        "--baseline",
        "base.json",
        "other.yaml",
    ]);
    assert_eq!(elsewhere.stdout, "", "the file was not judged");

    dir.write(".cpcap.yaml", "baseline: base.json\n");
    dir.write("sub/profile.yaml", PROFILE);
    assert_eq!(
        crate::common::run_in(&dir.path().join("sub"), &["lint"], "", &[])
            .exit
            .code(),
        0
    );
}

#[test]
fn a_malformed_baseline_is_an_error() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    for (text, expected) in [
        ("", "expected a baseline"),
        ("{\"schemaVersion\": 2}", "only `schemaVersion` 1 is known"),
        (
            "{\"schemaVersion\": 1, \"findings\": [{}]}",
            "without `file` or `rule`",
        ),
        (
            "{\"schemaVersion\": 1, \"findings\": [",
            "expected a baseline",
        ),
        ("[]", "expected a baseline"),
    ] {
        dir.write("base.json", text);
        let ran = dir.run(&[
            "lint",
            "--level",
            "note",
            "--baseline",
            "base.json",
            "profile.yaml",
        ]);
        assert_eq!((ran.exit.code(), ran.stdout.as_str()), (2, ""), "{text}");
        assert!(ran.stderr.contains(expected), "{text}: {}", ran.stderr);
    }
    assert_eq!(
        dir.run(&[
            "lint",
            "--level",
            "note",
            "--write-baseline",
            "profile.yaml"
        ])
        .exit
        .code(),
        2
    );
    let ran = dir.run(&[
        "lint",
        "--level",
        "note",
        "--write-baseline",
        "--baseline",
        "profile.yaml",
        "profile.yaml",
    ]);
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr
            .contains("--baseline would overwrite profile.yaml, which is an input"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        std::fs::read_to_string(dir.path().join("profile.yaml")).unwrap(),
        PROFILE
    );
}

/// Baselines lie beside the files that they are for.
#[test]
fn a_baseline_among_the_files_is_no_document_of_another_kind() {
    let dir = Dir::with(&[
        ("sub/profile.yaml", PROFILE),
        ("sub/report.json", "{\"schemaVersion\": 1}"),
    ]);
    let written = dir.run(&[
        "lint",
        "--level",
        "note",
        "--baseline",
        "sub/base.json",
        "--write-baseline",
        "sub",
    ]);
    assert_eq!(written.exit.code(), 0, "{}", written.stderr);
    for (args, silenced) in [
        (&["--baseline", "sub/base.json"][..], ", 2 silenced"),
        (&[], ""),
    ] {
        let ran = dir.run(&[&["lint", "--level", "note", "-f", "compact", "sub"], args].concat());
        let end = format!("in 2 files, 2 documents (1 of other kinds skipped){silenced}\n");
        assert!(ran.stderr.ends_with(&end), "{}", ran.stderr);
    }
}

/// Context is not part of the counts.
#[test]
fn context_is_not_counted() {
    let dir = Dir::with(&[
        ("profile.yaml", PROFILE),
        ("with/other.yaml", PROFILE),
        ("with/more.yaml", PROFILE),
    ]);
    let ran = dir.run(&[
        "lint",
        "--level",
        "note",
        "-f",
        "compact",
        "--with",
        "with",
        "profile.yaml",
    ]);
    assert!(
        ran.stderr.ends_with(" in 1 file, 1 document\n"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_misspelt_rule_is_named_as_on_the_command_line() {
    for (wrong, meant) in [
        ("shoot/no-artefact", "shoot/no-artifact"),
        ("suppression/unsed", "suppression/unused"),
        ("lifecyle", "lifecycle"),
    ] {
        let dir = Dir::with(&[(
            "profile.yaml",
            &with(&[(19, &format!(" # cpcap: ignore[{wrong}] x"))]),
        )]);
        let ran = dir.run(&[
            "lint",
            "--level",
            "note",
            "--select=suppression/unused",
            "profile.yaml",
        ]);
        assert!(
            ran.stdout.contains(&format!("did you mean `{meant}`?")),
            "{}",
            ran.stdout
        );
        for flag in ["--select", "--ignore"] {
            let ran = dir.run(&["lint", "--level", "note", flag, wrong, "profile.yaml"]);
            assert!(
                ran.stderr.contains(&format!("did you mean `{meant}`?")),
                "{}",
                ran.stderr
            );
        }
    }
}
