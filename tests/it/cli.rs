//! The command line from the outside: inputs, exit codes, streams and the JSON contract.

use crate::common::{Dir, formats, run_to};
use serde_json::Value;

const VALID: &str = include_str!("../../testdata/examples/valid.yaml");
const WRONG: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  \
    name: wrong\nspec:\n  regions:\n  - name: r\n";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn exit_codes() {
    let dir = Dir::with(&[("valid.yaml", VALID), ("wrong.yaml", WRONG)]);
    assert_eq!(dir.run(&["lint", "valid.yaml"]).exit.code(), 0);
    assert_eq!(dir.run(&["lint", "wrong.yaml"]).exit.code(), 1);
    assert_eq!(
        dir.run(&["lint", "wrong.yaml", "--format", "json"])
            .exit
            .code(),
        1
    );
    assert_eq!(
        dir.run(&[
            "lint",
            "wrong.yaml",
            "--select",
            "cloudprofile/missing-type"
        ])
        .exit
        .code(),
        1
    );
    assert_eq!(
        dir.run(&["lint", "wrong.yaml", "--severity", "all=note"])
            .exit
            .code(),
        0
    );
    assert_eq!(
        dir.run(&[
            "lint",
            "wrong.yaml",
            "--severity",
            "all=note",
            "--deny",
            "note"
        ])
        .exit
        .code(),
        1
    );
    assert_eq!(
        dir.run(&["lint", "wrong.yaml", "--ignore", "all"])
            .exit
            .code(),
        0
    );
}

#[test]
fn an_unreadable_file_hides_no_findings() {
    let dir = Dir::with(&[("wrong.yaml", WRONG)]);
    let ran = dir.run(&[
        "lint",
        "missing.yaml",
        "wrong.yaml",
        "no-*.yaml",
        "--format",
        "compact",
    ]);
    assert_eq!(ran.exit.code(), 2);
    assert!(ran.stdout.contains("wrong.yaml:"), "{}", ran.stdout);
    assert!(
        ran.stderr
            .contains("cannot read missing.yaml: no such file or directory"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr
            .contains("cannot read no-*.yaml: no file matches this glob"),
        "{}",
        ran.stderr
    );
}

#[test]
fn an_empty_directory_is_an_error() {
    let dir = Dir::new();
    let ran = dir.run(&["lint"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr.contains("no *.yaml, *.yml or *.json file"),
        "{}",
        ran.stderr
    );
}

#[test]
fn directories_globs_and_what_git_ignores() {
    let dir = Dir::with(&[
        ("a.yaml", VALID),
        ("sub/b.yml", VALID),
        (
            "sub/c.json",
            "{\"apiVersion\": \"v1\", \"kind\": \"Secret\"}",
        ),
        ("sub/d.txt", "not read"),
        ("ignored/e.yaml", VALID),
        (".hidden/f.yaml", VALID),
        (".gitignore", "ignored/\n"),
        (".git/config", ""),
    ]);
    let files = |args: &[&str]| {
        json(&dir.run(args).stdout)["summary"]["files"]
            .as_u64()
            .unwrap()
    };
    assert_eq!(files(&["lint", "--level=note", "-f", "json"]), 3);
    assert_eq!(files(&["lint", "--level=note", "-f", "json", "."]), 3);
    assert_eq!(
        files(&["lint", "--level=note", "-f", "json", "--no-ignore", "."]),
        5
    );
    assert_eq!(
        files(&[
            "lint",
            "--level=note",
            "-f",
            "json",
            "sub/*.y*ml",
            "a.yaml",
            "./a.yaml"
        ]),
        2
    );
    assert_eq!(
        files(&[
            "lint",
            "--level=note",
            "-f",
            "json",
            "**/*.yaml",
            "ignored/e.yaml"
        ]),
        3,
        "a glob means what it says"
    );
    assert_eq!(
        files(&["lint", "--level=note", "-f", "json", "sub/d.txt"]),
        1,
        "a named file is read whatever its name"
    );
    let skipped = dir.run(&["lint", "sub", "--verbose"]);
    assert!(
        skipped
            .stderr
            .contains("skipped: sub/c.json (document 0): Secret of v1"),
        "{}",
        skipped.stderr
    );
}

#[test]
fn standard_input() {
    let dir = Dir::new();
    let ran = dir.run_with(
        &[
            "lint",
            "-",
            "--format",
            "compact",
            "--stdin-filename",
            "piped.yaml",
        ],
        WRONG,
        &[],
    );
    assert_eq!(ran.exit.code(), 1);
    assert!(ran.stdout.starts_with("piped.yaml:"), "{}", ran.stdout);
}

#[test]
fn empty_standard_input_is_an_error() {
    let ran = Dir::new().run_with(&["lint", "-"], "\n", &[]);
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr
            .contains("cannot read standard input: the input is empty"),
        "{}",
        ran.stderr
    );
}

#[test]
fn the_order_of_arguments_does_not_matter() {
    let dir = Dir::with(&[("a.yaml", WRONG), ("b.yaml", WRONG), ("c.yaml", VALID)]);
    for format in ["human", "compact", "json"] {
        let one = dir.run(&["lint", "-f", format, "a.yaml", "b.yaml", "c.yaml"]);
        let other = dir.run(&["lint", "-f", format, "c.yaml", "b.yaml", "a.yaml", "."]);
        assert_eq!(one.stdout, other.stdout);
        assert_eq!(
            one.stdout,
            dir.run(&["lint", "-f", format, "a.yaml", "b.yaml", "c.yaml"])
                .stdout
        );
    }
}

#[test]
fn bad_flags_say_what_was_expected() {
    let dir = Dir::with(&[("valid.yaml", VALID)]);
    let refused = |args: &[&str], wanted: &[&str]| {
        let ran = dir.run(args);
        assert_eq!(ran.exit.code(), 2, "{args:?}");
        for text in wanted {
            assert!(ran.stderr.contains(text), "{args:?}: {}", ran.stderr);
        }
    };
    refused(&["lint", "--formt", "json"], &["--format"]);
    refused(&["lint", "--now", "tomorrow"], &["2027-01-31T00:00:00Z"]);
    refused(
        &["lint", "--feature-gate", "CloudProfileCapabilitys=true"],
        &["CloudProfileCapabilities"],
    );
    refused(
        &["lint", "--feature-gate", "CloudProfileCapabilities"],
        &["NAME=true"],
    );
    refused(&["lint", "--gardener-version", "latest"], &["1.145"]);
    refused(
        &[
            "lint",
            "--gardener-version",
            "1.100",
            "--feature-gate",
            "CloudProfileCapabilities=true",
        ],
        &["exists from 1.117"],
    );
    refused(
        &["lint", "--select", "cloudprofile/mising-type"],
        &["cloudprofile/missing-type"],
    );
    refused(
        &["lint", "--severity", "cloudprofile=fatal"],
        &["error, warning and note"],
    );
    refused(&["lint", "--max-file-size", "big"], &["128MiB"]);
    refused(
        &["lint", "--max-file-size", "2GiB"],
        &["too large", "less than 2GiB"],
    );
    refused(
        &["lint", "--max-file-size", "4294967294"],
        &["less than 2GiB"],
    );
    refused(
        &["explain", "cloudprofile/mising-type"],
        &["cloudprofile/missing-type"],
    );
    refused(&["lnt"], &["lint"]);
    refused(&["valid.yaml"], &["cpcap lint valid.yaml"]);
}

#[test]
fn lists_keep_their_paths_and_bytes() {
    let item = WRONG
        .lines()
        .map(|line| format!("  {line}\n"))
        .collect::<String>()
        .replacen("  ", "- ", 1);
    let list =
        format!("apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n{item}");
    let own =
        format!("apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfileList\nitems:\n{item}");
    let dir = Dir::with(&[("list.yaml", &list), ("own.yaml", &own)]);
    let report = json(
        &dir.run(&[
            "lint",
            "--level=note",
            "-f",
            "json",
            "--select",
            "cloudprofile/missing-type",
            ".",
        ])
        .stdout,
    );
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 2);
    assert_eq!(findings[0]["field"], "items[1].spec.type");
    assert_eq!(findings[0]["span"]["start"]["line"], 10);
    assert_eq!(findings[1]["field"], "items[0].spec.type");
    assert_eq!(report["summary"]["skipped"], 1);
    assert_eq!(report["summary"]["documents"], 3);
}

#[test]
fn json_keeps_its_contract() {
    let dir = Dir::with(&[
        ("a.yaml", WRONG),
        ("b.yaml", "a: b: c\n"),
        ("c.json", "{\"a\": 1, \"a\": 2}"),
    ]);
    dir.write(
        "d.yaml",
        include_str!("../../testdata/examples/profile.yaml"),
    );
    for (args, output) in [
        (vec!["lint", "--level=note", "-f", "json", "."], "lint"),
        (vec!["rules", "-f", "json"], "rules"),
    ] {
        let schema = json(&dir.run(&["schema", output]).stdout);
        let validator = jsonschema::validator_for(&schema).unwrap();
        let printed = json(&dir.run(&args).stdout);
        let errors: Vec<String> = validator
            .iter_errors(&printed)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:?}");
        assert!(
            !validator.is_valid(&serde_json::json!({"schemaVersion": 1})),
            "the schema refuses nothing"
        );
    }
}

#[test]
fn colour_is_decided_once() {
    let dir = Dir::with(&[("wrong.yaml", WRONG)]);
    let escapes =
        |args: &[&str], env: &[(&str, &str)]| dir.run_with(args, "", env).stdout.contains('\u{1b}');
    assert!(!escapes(&["lint", "wrong.yaml"], &[]));
    assert!(escapes(
        &["lint", "wrong.yaml", "--color", "always"],
        &[("NO_COLOR", "1")]
    ));
    assert!(escapes(&["lint", "wrong.yaml"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!escapes(
        &["lint", "wrong.yaml"],
        &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]
    ));
    assert!(!escapes(
        &["lint", "wrong.yaml", "-f", "json"],
        &[("CLICOLOR_FORCE", "1")]
    ));
    // `CLICOLOR=0` says no more than a stream that is no terminal.
    assert!(escapes(
        &["lint", "wrong.yaml"],
        &[("CLICOLOR_FORCE", "1"), ("CLICOLOR", "0")]
    ));
    assert!(!escapes(&["rules"], &[]));
    assert!(escapes(&["rules", "--color", "always"], &[]));
    assert!(!escapes(&["explain", "cloudprofile/missing-type"], &[]));
}

#[test]
fn many_findings_are_counted_not_hidden() {
    let dir = Dir::with(&[("wrong.yaml", WRONG)]);
    let all = dir.run(&["lint", "wrong.yaml", "--max-findings", "0"]);
    let one = dir.run(&["lint", "wrong.yaml", "--max-findings", "1"]);
    assert!(one.stdout.len() < all.stdout.len());
    assert!(one.stdout.contains("more not shown"), "{}", one.stdout);
    assert_eq!(one.stdout.lines().last(), all.stdout.lines().last());
}

#[test]
fn output_goes_to_the_file_that_was_asked_for() {
    let dir = Dir::with(&[("wrong.yaml", WRONG)]);
    let ran = dir.run(&["lint", "wrong.yaml", "-f", "json", "-o", "out.json"]);
    assert_eq!((ran.exit.code(), ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.contains("in 1 file"));
    assert_eq!(
        json(&std::fs::read_to_string(dir.path().join("out.json")).unwrap())["schemaVersion"],
        1
    );
    let ran = dir.run(&["lint", "wrong.yaml", "-o", "nowhere/out.json"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(ran.stderr.contains("nowhere/out.json"), "{}", ran.stderr);
}

#[test]
fn machine_formats_keep_standard_output_to_themselves() {
    let dir = Dir::with(&[("valid.yaml", VALID)]);
    let ran = dir.run(&["lint", "valid.yaml", "-f", "compact", "--ignore", "design"]);
    assert_eq!(ran.stdout, "");
    assert_eq!(ran.stderr, "no findings in 1 file, 1 document\n");
}

/// A reader that goes away, such as `head`, is not an error.
#[test]
fn a_closed_pipe_changes_no_exit_code() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
    }
    let dir = Dir::with(&[("wrong.yaml", WRONG), ("valid.yaml", VALID)]);
    let formats = formats("table");
    let tables: Vec<_> = formats
        .iter()
        .map(|format| ["table", "valid.yaml", "--format", format])
        .collect();
    let others = [&["lint", "wrong.yaml"][..], &["rules"], &["--help"]];
    for args in others
        .into_iter()
        .chain(tables.iter().map(|args| &args[..]))
    {
        let now = cpcap::model::time::Time::from_unix(0);
        let (exit, _) = run_to(dir.path(), args, &mut Closed, now);
        assert_eq!(exit.code(), u8::from(args[0] == "lint"), "{args:?}");
    }
}

#[test]
fn crlf_and_bom_are_read() {
    let windows = format!("\u{feff}{}", WRONG.replace('\n', "\r\n"));
    let dir = Dir::with(&[("windows.yaml", &windows), ("unix.yaml", WRONG)]);
    let positions = |name: &str| {
        let ran = dir.run(&["lint", "-f", "compact", name]);
        ran.stdout
            .lines()
            .map(|line| line.replacen(name, "", 1))
            .collect::<Vec<_>>()
    };
    let (windows, unix) = (positions("windows.yaml"), positions("unix.yaml"));
    assert!(!windows.is_empty());
    assert_eq!(windows.len(), unix.len());
}

/// The rules that report something of a profile, with their fields.
fn reported(spec: &str, args: &[&str]) -> Vec<String> {
    let head = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: \
        {name: x}\nspec:\n  type: example\n  regions: [{name: r}]\n";
    let dir = Dir::with(&[("profile.yaml", &format!("{head}{spec}"))]);
    let ran = dir.run(
        &[
            &["lint", "--level=note", "-f", "json", "profile.yaml"],
            args,
        ]
        .concat(),
    );
    let found = json(&ran.stdout);
    let findings = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["severity"] == "error");
    findings
        .map(|finding| {
            format!(
                "{} {}",
                finding["rule"].as_str().unwrap(),
                finding["field"].as_str().unwrap()
            )
        })
        .collect()
}

const KUBERNETES: &str = "  kubernetes: {versions: [{version: 1.33.0}]}\n";
const TYPES: &str = "  machineTypes: [{name: m, cpu: 1, gpu: 0, memory: 1Gi}]\n";

#[test]
fn a_decoding_error_is_reported_once() {
    let images = "  machineImages: [{name: [], versions: [{version: {}}, {version: {}}]}, \
        {name: [], versions: [{version: 1.0.0}]}]\n";
    let kubernetes = "  kubernetes: {versions: [{version: [1]}, {version: 1.33.0}]}\n";
    let other = "  machineTypes: some\n  bastion: {machineType: {name: m}}\n  \
        machineCapabilities: [{name: architecture, values: [{}, amd64]}]\n";
    let rules = reported(&format!("{kubernetes}{images}{other}"), &[]);
    let rules: Vec<&str> = rules
        .iter()
        .filter_map(|found| found.split(' ').next())
        .filter(|rule| *rule != "schema/wrong-type")
        .collect();
    assert_eq!(rules, Vec::<&str>::new());
}

#[test]
fn an_aliased_definition_is_a_duplicate() {
    let images = "  machineImages: [{name: i, versions: [{version: 1.0.0}]}]\n";
    let vocabulary = "  machineCapabilities:\n  - &a {name: architecture, values: [amd64]}\n  - \
        *a\n  - <<: *a\n";
    let rules = reported(&format!("{KUBERNETES}{TYPES}{images}{vocabulary}"), &[]);
    let duplicate =
        |index| format!("capability/duplicate-definition spec.machineCapabilities[{index}].name");
    assert_eq!(rules, [duplicate(1), duplicate(2)]);
}

/// The server gets `-1000`, `-16` and `-5`.
#[test]
fn quantities_count_as_kubectl_sends_them() {
    let images = "  machineImages: [{name: i, versions: [{version: 1.0.0}]}]\n";
    let types = "  machineTypes: \
        [{name: m, cpu: -1_000, gpu: -0x10, memory: !!int '-5', storage: {size: 0x10}}]\n";
    let rules = reported(&format!("{KUBERNETES}{types}{images}"), &[]);
    assert_eq!(
        rules,
        ["cpu", "gpu", "memory"]
            .map(|field| format!("cloudprofile/negative-quantity spec.machineTypes[0].{field}"))
    );
}

#[test]
fn a_create_counts_versions_without_those_that_it_drops() {
    let expired = "version: 1.0.0, expirationDate: '2020-01-01T00:00:00Z'";
    let images = |first: &str, second: &str| {
        format!(
            "{KUBERNETES}{TYPES}  machineImages: [{{name: i, versions: [{{{expired}, {first}}}, \
             {{version: 2.0.0, {second}}}]}}]\n"
        )
    };
    let create = &["--operation", "create"][..];
    // Faults of the dropped version hide nothing of the one that replaces it, and
    let wrong = reported(&images("architectures: 5", "architectures: [foo]"), create);
    let expected = [
        "schema/wrong-type spec.machineImages[0].versions[0].architectures",
        "capability/unsupported-legacy-architecture \
         spec.machineImages[0].versions[0].architectures[0]",
    ];
    assert_eq!(wrong, expected);
    // Each wrong value is reported once.
    let wrong = reported(
        &images(
            "cri: []",
            "capabilityFlavors: 5, cri: [{name: x, containerRuntimes: y}], architectures: [5]",
        ),
        create,
    );
    let expected = [
        "schema/wrong-type spec.machineImages[0].versions[1].capabilityFlavors",
        "cloudprofile/unsupported-cri spec.machineImages[0].versions[0].cri[0].name",
        "schema/wrong-type spec.machineImages[0].versions[1].cri[0].containerRuntimes",
        "schema/wrong-type spec.machineImages[0].versions[1].architectures[0]",
    ];
    assert_eq!(wrong, expected);
}

#[test]
fn an_input_is_never_overwritten() {
    let dir = Dir::with(&[("a.yaml", VALID)]);
    let ran = dir.run(&["lint", "--output", "./a.yaml", "a.yaml"]);
    assert_eq!(
        (ran.exit.code(), ran.stderr.as_str()),
        (
            2,
            "cpcap: --output would overwrite ./a.yaml, which is an input\n"
        )
    );
    assert_eq!(dir.run(&["lint", "a.yaml"]).exit.code(), 0);
}

/// The rules and places of the findings about a profile that differs from a valid one in one text.
fn changed(from: &str, to: &str) -> Vec<String> {
    assert!(VALID.contains(from), "{from}");
    let dir = Dir::with(&[("a.yaml", &VALID.replacen(from, to, 1))]);
    let ran = dir.run(&["lint", "-f", "compact", "--deny", "error", "a.yaml"]);
    let errors = ran.stdout.lines().filter(|line| line.contains(": error["));
    errors
        .map(|line| {
            line[..line.find(']').unwrap() + 1]
                .replace("a.yaml:", "")
                .replace(": error", " ")
        })
        .collect()
}

#[test]
fn one_typing_mistake_is_one_error() {
    for (from, to, expected) in [
        (
            "machineTypes:",
            "machinetypes:",
            "18:3 [schema/unknown-field]",
        ),
        ("spec:", "specs:", "6:1 [schema/unknown-field]"),
        (
            "  type: local\n  kubernetes:",
            "  kubernetes:\n    type: local",
            "8:5 [schema/misplaced-field]",
        ),
        (
            "      - architecture: [amd64]\n",
            "      - architecture: amd64\n",
            "48:23 [schema/wrong-type]",
        ),
        (
            "    - version: 1.36.0\n",
            "    - version: 1.36\n",
            "10:16 [schema/wrong-type]",
        ),
        ("    cpu:", "\tcpu:", "20:1 [yaml/syntax-error]"),
        ("    cpu:", "   \u{a0}cpu:", "20:4 [yaml/syntax-error]"),
        (
            "  machineTypes:",
            "<<<<<<< HEAD\n  machineTypes:",
            "18:1 [yaml/syntax-error]",
        ),
        (
            "    - version: 1.36.0\n",
            "    - version: 1.36.0\n       classification: supported\n",
            "11:22 [yaml/syntax-error]",
        ),
    ] {
        assert_eq!(changed(from, to), [expected], "{to:?}");
    }
}

#[test]
fn a_misspelt_vocabulary_counts_as_present() {
    assert_eq!(
        changed("machineCapabilities:", "machineCapabilites:"),
        ["11:3 [schema/unknown-field]"]
    );
}

#[test]
fn nothing_of_the_input_reaches_the_terminal_as_a_command() {
    let text = VALID
        .replace("name: local", "name: \"lo\\e]0;x\\acal\"")
        .replace("type: local", "typo: \"\u{202e}\"");
    let dir = Dir::with(&[("a.yaml", &text)]);
    for args in [
        &["lint", "a.yaml"][..],
        &["lint", "-f", "compact", "a.yaml"],
        &["match", "-m", "*", "-p", "a.yaml"],
        &["table", "a.yaml"],
    ] {
        let ran = dir.run(args);
        for output in [ran.stdout, ran.stderr] {
            assert!(
                !output.contains(['\u{1b}', '\u{7}', '\u{202e}']),
                "{args:?}: {output:?}"
            );
        }
    }
}

/// A list that a create empties is missing for the server: one finding says it.
#[test]
fn an_emptied_list_is_said_once() {
    let profile = VALID.replace(
        "- version: 1.36.0",
        "- version: 1.36.0\n      classification: deprecated\n      expirationDate: \
         \"2025-01-01T00:00:00Z\"",
    );
    let dir = Dir::with(&[("old.yaml", &profile)]);
    let errors = |args: &[&str]| {
        let ran = dir.run(args);
        let about = ran.stdout.lines().filter(|line| {
            line.contains(": error[") && line.contains("] spec.kubernetes.versions: ")
        });
        about
            .map(|line| line.split(['[', ']']).nth(1).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        errors(&["lint", "-f", "compact", "old.yaml"]),
        ["lifecycle/dropped-on-create"]
    );
    let created = errors(&["lint", "-f", "compact", "--operation", "create", "old.yaml"]);
    assert_eq!(
        created,
        [
            "cloudprofile/missing-kubernetes-versions",
            "cloudprofile/undetermined-latest-version"
        ]
    );
}

#[test]
fn a_misspelt_group_is_an_error() {
    let dir = Dir::new();
    let lint = |version: &str, kind: &str| {
        dir.write(
            "a.yaml",
            format!("apiVersion: {version}\nkind: {kind}\nmetadata: {{name: x}}\nspec: {{}}\n"),
        );
        dir.run(&["lint", "a.yaml"])
    };
    for version in [
        "core.gardner.cloud/v1beta1",
        "gardener.cloud/v1beta1",
        "core.gardner.cloud",
        "v1beta1",
        "/v1beta1",
        "\"\"",
    ] {
        for kind in [
            "CloudProfile",
            "NamespacedCloudProfile",
            "Shoot",
            "ShootList",
        ] {
            let ran = lint(version, kind);
            assert_eq!(ran.exit.code(), 1, "{version} {kind}");
            assert!(
                ran.stdout
                    .contains("error[schema/unknown-group] apiVersion"),
                "{}",
                ran.stdout
            );
            assert!(
                ran.stdout
                    .contains("did you mean `core.gardener.cloud/v1beta1`?"),
                "{}",
                ran.stdout
            );
        }
    }
    for (version, kind) in [
        ("example.com/v1", "Shoot"),
        ("seedmanagement.gardener.cloud/v1alpha1", "CloudProfile"),
        ("v1", "Secret"),
    ] {
        let ran = lint(version, kind);
        assert_eq!(ran.exit.code(), 0, "{version} {kind}");
        assert_eq!(
            ran.stdout,
            "no findings in 1 file, 1 document (1 of other kinds skipped): nothing was checked\n"
        );
    }
    let retired = lint("garden.sapcloud.io/v1beta1", "Shoot").stdout;
    assert!(
        retired.contains("retired-group") && !retired.contains("unknown-group"),
        "{retired}"
    );
}

#[test]
fn skipped_documents_are_named_in_every_form() {
    let dir = Dir::with(&[("a.yaml", "apiVersion: v1\nkind: Secret\n---\nfoo: 1\n")]);
    for format in ["human", "compact", "json", "github"] {
        let ran = dir.run(&["lint", "-v", "a.yaml", "-f", format]);
        assert!(
            ran.stderr
                .contains("skipped: a.yaml (document 0): Secret of v1\n"),
            "{format}: {}",
            ran.stderr
        );
        assert!(
            ran.stderr
                .contains("skipped: a.yaml (document 1): no Kubernetes object\n"),
            "{format}: {}",
            ran.stderr
        );
        assert!(
            ran.stderr
                .contains("read: YAML documents in one pass: 2, by the full parser: 0\n"),
            "{format}: {}",
            ran.stderr
        );
        assert!(
            !ran.stdout.contains("skipped: "),
            "{format}: {}",
            ran.stdout
        );
    }
    let skipped = &json(&dir.run(&["lint", "a.yaml", "-f", "json"]).stdout)["skipped"];
    assert_eq!(
        *skipped,
        serde_json::json!([{"file": "a.yaml", "document": 0, "apiVersion": "v1", "kind": "Secret"}, {"file": "a.yaml", "document": 1}])
    );
}

#[test]
fn a_binary_file_is_no_template() {
    let dir = Dir::with(&[]);
    dir.write("a.yaml", b"\x7fELF\0\xff<%= x %>\n");
    let out = dir.run(&["lint", "a.yaml"]).stdout;
    assert!(
        out.contains("the file is not text") && !out.contains("template"),
        "{out}"
    );
}

#[test]
fn a_day_means_its_begin() {
    let dir = Dir::with(&[("valid.yaml", VALID)]);
    let lint = |now: &str| dir.run(&["lint", "valid.yaml", "-f", "json", "--now", now]);
    assert_eq!(
        lint("2027-01-01").stdout,
        lint("2027-01-01T00:00:00Z").stdout
    );
    let wrong = lint("2027-13-01");
    assert!(
        wrong.exit.code() == 2 && wrong.stderr.contains("2027-01-31"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn settings_beyond_what_is_known_are_said() {
    let dir = Dir::with(&[("valid.yaml", VALID)]);
    let ran = dir.run(&["lint", "valid.yaml", "--gardener-version", "1.999"]);
    assert!(
        ran.stderr
            .contains("Gardener 1.999 is newer than this cpcap, which knows versions up to 1."),
        "{}",
        ran.stderr
    );
    let known = dir.run(&["lint", "valid.yaml", "--gardener-version", "1.140"]);
    assert!(!known.stderr.contains("newer"), "{}", known.stderr);
    let gate = dir.run(&["lint", "valid.yaml", "--feature-gate", "Foo=true"]);
    assert!(
        gate.stderr
            .contains("known gates: CloudProfileCapabilities, "),
        "{}",
        gate.stderr
    );
}

#[test]
fn a_word_that_reads_as_a_path_is_explained() {
    let ran = Dir::with(&[("valid.yaml", VALID)]).run(&[
        "table",
        "--availability",
        "volumes",
        "valid.yaml",
    ]);
    assert!(
        ran.exit.code() == 2
            && ran
                .stderr
                .contains("did you mean `--availability=volumes`?"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_broken_configuration_file_is_no_manifest() {
    let dir = Dir::with(&[
        (".cpcap.yaml", "deny: [a\nselect: }\n"),
        ("valid.yaml", VALID),
    ]);
    let ran = dir.run(&["lint", "valid.yaml"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(ran.stderr.contains(".cpcap.yaml:"), "{}", ran.stderr);
    assert!(
        !ran.stderr.contains("kubectl") && !ran.stderr.contains(" in 1 file"),
        "{}",
        ran.stderr
    );
}

/// A file that a link leads to is judged under its own name, and a link to nothing is called so.
#[cfg(unix)]
#[test]
fn links_are_followed() {
    let dir = Dir::with(&[("b.yaml", WRONG)]);
    std::os::unix::fs::symlink("b.yaml", dir.path().join("a.yaml")).unwrap();
    let ran = dir.run(&["lint", "-f", "compact"]);
    assert!(
        ran.stdout.starts_with("b.yaml:")
            && !ran.stdout.contains("a.yaml")
            && ran.stderr.contains(" in 1 file,"),
        "{}",
        ran.stdout
    );
    assert!(
        dir.run(&["lint", "-f", "compact", "a.yaml"])
            .stdout
            .starts_with("a.yaml:")
    );
    std::os::unix::fs::symlink("nowhere", dir.path().join("c.yaml")).unwrap();
    let ran = dir.run(&["lint", "-f", "compact"]);
    assert_eq!(
        (ran.exit.code(), ran.stdout.starts_with("b.yaml:")),
        (2, true)
    );
    assert!(
        ran.stderr
            .contains("cannot read c.yaml: a link to nothing\n"),
        "{}",
        ran.stderr
    );
}

/// Help is as wide as the terminal; examples stay in one piece.
#[test]
fn help_fits_narrow_terminals() {
    use clap::CommandFactory;
    let dir = Dir::new();
    for width in [60, 80] {
        for command in cpcap::cli::Cli::command().get_subcommands() {
            let ran = crate::common::run_at(
                dir.path(),
                &[command.get_name(), "-h"],
                "",
                &[],
                Some(width),
            );
            let words = |line: &str| line.split_whitespace().count();
            for line in ran.stdout.lines().take_while(|line| *line != "Examples:") {
                assert!(
                    line.chars().count() <= width || words(line) <= 3 || line.starts_with("Usage:"),
                    "{width}: {line}"
                );
            }
        }
    }
}

#[test]
fn nothing_to_check_is_a_failure() {
    let dir = Dir::with(&[("note.txt", "")]);
    let ran = dir.run(&["lint"]);
    assert_eq!(
        (ran.exit.code(), ran.stdout.as_str()),
        (
            2,
            "no findings in 0 files, 0 documents: nothing was checked\n"
        )
    );
    assert!(
        ran.stderr
            .contains("this directory has no *.yaml, *.yml or *.json file"),
        "{}",
        ran.stderr
    );
    let ran = dir.run(&["lint", "--ignore", "unregistered-valu"]);
    assert!(
        ran.stderr
            .contains("did you mean `capability/unregistered-value`?"),
        "{}",
        ran.stderr
    );
}

#[test]
fn times_are_days_times_or_spans_from_now() {
    let dir = Dir::with(&[(
        "profile.yaml",
        include_str!("../../testdata/examples/valid.yaml"),
    )]);
    let lint = |now: &str| {
        dir.run(&[
            "lint",
            "-f",
            "json",
            "--level",
            "note",
            "--now",
            now,
            "profile.yaml",
        ])
    };
    let at = |span: &str| {
        let ran = dir.run(&["table", "-f", "json", "--now", span, "profile.yaml"]);
        let json: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        json["now"].as_str().unwrap().to_owned()
    };
    assert_eq!(at("2027-01-31"), "2027-01-31T00:00:00Z");
    let days = |text: &str| cpcap::model::time::Time::parse(text).unwrap().unix() / 3600;
    let now = days(&at("0h"));
    for (span, hours) in [("36h", 36), ("90d", 90 * 24), ("2w", 14 * 24)] {
        assert_eq!(days(&at(span)) - now, hours, "{span}");
    }
    for wrong in ["d", "9q", "99999999999999999999d", "-1d"] {
        let ran = dir.run(&["lint", &format!("--now={wrong}"), "profile.yaml"]);
        assert_eq!(ran.exit.code(), 2, "{wrong}");
        assert!(
            ran.stderr.contains("such as 90d, 2w or 12h"),
            "{}",
            ran.stderr
        );
    }
    // The first fault, or only the forms that there are.
    for (wrong, said) in [
        ("2027-02-30", "there is no day 30 in 2027-02"),
        ("2027-02-30T00:00:00Z", "there is no day 30 in 2027-02"),
        ("yesterday", "'--now <TIME>': expected a day such as"),
        ("+90d", "'--now <TIME>': expected a day such as"),
    ] {
        let ran = dir.run(&["lint", &format!("--now={wrong}"), "profile.yaml"]);
        assert_eq!(ran.exit.code(), 2, "{wrong}");
        assert!(ran.stderr.contains(said), "{wrong}: {}", ran.stderr);
    }
    assert_ne!(lint("2w").exit.code(), 2);
}

#[test]
fn sizes_are_said_as_people_write_them() {
    let dir = Dir::with(&[("large.yaml", &"#".repeat(2048))]);
    let ran = dir.run(&["lint", "--max-file-size", "1KiB", "large.yaml"]);
    assert!(
        ran.stderr.contains("larger than 1 KiB; raise the limit"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_group_is_explained_by_its_rules() {
    let dir = Dir::new();
    let (explained, listed) = (dir.run(&["explain", "size"]), dir.run(&["rules", "size"]));
    assert_eq!(explained.exit.code(), 0, "{}", explained.stderr);
    assert!(!explained.stdout.is_empty());
    assert_eq!(explained.stdout, listed.stdout);
    let ran = dir.run(&["explain", "lifecyle"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr.contains("did you mean `lifecycle`?"),
        "{}",
        ran.stderr
    );
}
