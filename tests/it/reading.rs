//! The files that a run reads or skips, and the messages about unreadable ones.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::Dir;
use serde_json::Value;

const VALID: &str = include_str!("../../testdata/examples/valid.yaml");

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A directory with the files of `testdata/strangers`, and some more.
fn strangers(more: &[(&str, &str)]) -> Dir {
    let dir = Dir::with(more);
    copy(
        &crate::common::root().join("testdata/strangers"),
        dir.path(),
    );
    dir
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The rules of the findings of a run, with their files.
fn found(dir: &Dir, args: &[&str]) -> Vec<(String, String)> {
    let ran = dir.run(&[&["lint", "--level=note", "-f", "json"], args].concat());
    let findings = json(&ran.stdout)["findings"].as_array().unwrap().clone();
    findings
        .iter()
        .map(|finding| {
            (
                finding["file"].as_str().unwrap().to_owned(),
                finding["rule"].as_str().unwrap().to_owned(),
            )
        })
        .collect()
}

#[test]
fn files_of_others_are_skipped_and_counted() {
    let dir = strangers(&[("valid.yaml", VALID)]);
    for paths in [
        &["."][..],
        &["charts", "spiff", "web", "valid.yaml"],
        &["charts/**/*.yaml", "**/*.json", "valid.yaml"],
    ] {
        let errors: Vec<_> = found(&dir, paths)
            .into_iter()
            .filter(|(file, _)| file != "valid.yaml" && !file.starts_with("overlay"))
            .collect();
        assert_eq!(errors, [], "{paths:?}");
    }
    let summary = json(&dir.run(&["lint", "--level=note", "-f", "json"]).stdout)["summary"].clone();
    // Seven documents of charts (two in one file), two of spiff, two Secrets, settings, the list of
    // patches, and one of operations.
    assert_eq!(
        (
            summary["files"].as_u64(),
            summary["documents"].as_u64(),
            summary["skipped"].as_u64()
        ),
        (Some(16), Some(18), Some(15))
    );
    let ran = dir.run(&["lint", "--verbose"]);
    assert_eq!(ran.exit.code(), 0, "{}{}", ran.stdout, ran.stderr);
    assert!(
        ran.stderr
            .contains("skipped: web/tsconfig.json (document 0): no Kubernetes object"),
        "{}",
        ran.stderr
    );
}

#[test]
fn named_files_are_reported_in_full() {
    let dir = strangers(&[]);
    for (path, rule) in [
        (
            "charts/controller/templates/deployment.yaml",
            "yaml/unrendered-template",
        ),
        (
            "charts/controller/templates/clusterrole.yaml",
            "yaml/unrendered-template",
        ),
        ("spiff/landscape.yaml", "yaml/bad-merge"),
        ("secrets.yaml", "yaml/duplicate-key"),
        ("web/tsconfig.json", "yaml/syntax-error"),
    ] {
        let named = found(&dir, &[path]);
        assert!(
            named.contains(&(path.to_owned(), rule.to_owned())),
            "{path}: {named:?}"
        );
        // Also where a search would find it as well.
        assert!(
            found(&dir, &[".", path]).contains(&(path.to_owned(), rule.to_owned())),
            "{path}"
        );
    }
}

#[test]
fn documents_that_may_be_ours_are_not_skipped() {
    for text in [
        "apiVersion: core.gardener.cloud/v1beta1\nkind: {{ .Values.kind }}\nspec: [\n",
        "{{- if .Values.x }}\napiVersion: {{ .Values.v }}\nkind: CloudProfile\n{{- end }}\n",
        "kind: NamespacedCloudProfile\nspec:\n\tparent: x\n",
        "{\"apiVersion\": \"core.gardener.cloud/v1beta1\",\n // c\n \"kind\": \"Shoot\"}",
        "apiVersion: v1\nkind: List\nitems:\n- kind: Shoot\n  spec: }\n",
        "kind: Shoot\nkind: Shoot\nspec: {}\n",
        "spec: {machineTypes: [], machineTypes: []}\n",
    ] {
        let dir = Dir::with(&[("valid.yaml", VALID), ("x.yaml", text)]);
        assert!(
            found(&dir, &["."])
                .iter()
                .any(|(file, rule)| file == "x.yaml" && rule.starts_with("yaml/")),
            "{text}"
        );
    }
}

#[test]
fn all_commands_skip_files_of_others() {
    let dir = strangers(&[("valid.yaml", VALID)]);
    for args in [
        &["uses", "."][..],
        &["table", "."],
        &["match", "--machine-type", "m5.large"],
        &["diff", ".", "."],
        &["verbs", "."],
        &["resolve", "."],
        &["maintain", "."],
        &["render", "."],
    ] {
        let ran = dir.run(args);
        for stranger in ["charts", "spiff", "secrets", "tsconfig"] {
            assert!(
                !ran.stderr.contains(stranger) && !ran.stdout.contains(stranger),
                "{args:?}: {}{}",
                ran.stdout,
                ran.stderr
            );
        }
    }
}

#[test]
fn patches_of_kustomize_are_judged_by_their_shape() {
    let dir = strangers(&[]);
    let note = |file: &str| (file.to_owned(), "schema/kustomize-patch".to_owned());
    assert_eq!(
        found(&dir, &["overlay"]),
        [
            note("overlay/patches/shoot.yaml"),
            note("overlay/profile.yaml")
        ]
    );
    // The list is found for a patch that is named alone.
    assert_eq!(
        found(&dir, &["overlay/patches/shoot.yaml"]),
        [note("overlay/patches/shoot.yaml")]
    );
    let wrong = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nspec:\n  region: 1\n  \
        nothing: x\n  provider:\n    $retainKeys: [type]\n";
    let dir = Dir::with(&[
        ("patch.yaml", wrong),
        ("kustomization.yml", "patchesStrategicMerge: [patch.yaml]\n"),
    ]);
    let rules: Vec<String> = found(&dir, &["."])
        .into_iter()
        .map(|(_, rule)| rule)
        .collect();
    assert_eq!(
        rules,
        [
            "schema/kustomize-patch",
            "schema/wrong-type",
            "schema/unknown-field"
        ]
    );
    // Without list and directive it is an object like others.
    let dir = Dir::with(&[(
        "patch.yaml",
        &wrong.replace("    $retainKeys: [type]\n", "    type: x\n"),
    )]);
    let rules: Vec<String> = found(&dir, &["."])
        .into_iter()
        .map(|(_, rule)| rule)
        .collect();
    assert!(
        rules.contains(&"shoot/missing-value".to_owned()),
        "{rules:?}"
    );
    assert!(
        !rules.contains(&"schema/kustomize-patch".to_owned()),
        "{rules:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_search_passes_by_what_is_no_file() {
    let dir = Dir::with(&[("valid.yaml", VALID), ("sub/valid.json", "{}")]);
    let made = Command::new("mkfifo")
        .arg(dir.path().join("pipe.yaml"))
        .stderr(Stdio::null())
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    let socket = std::os::unix::net::UnixListener::bind(dir.path().join("socket.yaml")).unwrap();
    for (target, link) in [
        ("/dev/zero", "zero.yaml"),
        (".", "loop"),
        ("..", "sub/up"),
        ("sub", "directory.yaml"),
    ] {
        std::os::unix::fs::symlink(target, dir.path().join(link)).unwrap();
    }
    for args in [
        &["lint", "--level=note", "-f", "json", "."][..],
        &["lint", "-f", "json", "**/*"],
        &["lint", "-f", "json", "*.yaml", "sub"],
    ] {
        let ran = dir.run(args);
        assert_eq!(ran.exit.code(), 0, "{args:?}: {}{}", ran.stdout, ran.stderr);
        assert_eq!(json(&ran.stdout)["summary"]["files"], 2, "{args:?}");
    }
    for args in [
        &["uses", "."][..],
        &["diff", ".", "."],
        &["verbs", "**/*.yaml"],
        &["table", "."],
    ] {
        assert!(!dir.run(args).stderr.contains("cannot read"), "{args:?}");
    }
    drop(socket);
}

#[test]
fn keys_with_dots_are_named_whole() {
    let shoot = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata:\n  name: x\n  \
        namespace: garden-x\n  labels: {a.b/c: true}\n  annotations: \
        {shoot.gardener.cloud/d: [1]}\nspec:\n  provider:\n    workers:\n    - name: w\n      \
        sysctls: {net.ipv4.ip_forward: 1}\n      labels: {x.y: 2}\n";
    let profile = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: \
        {name: x}\nspec:\n  seedSelector:\n    matchLabels: \
        {seed.gardener.cloud/eu-access: true}\n  machineTypes:\n  - name: a\n    capabilities: \
        {a.b: [1], \"c.d[0]\": x}\n";
    let dir = Dir::with(&[("shoot.yaml", shoot), ("profile.yaml", profile)]);
    let ran = dir.run(&["lint", "-f", "compact", "--select", "schema/wrong-type"]);
    for named in [
        ": `a.b/c` takes text",
        ": `shoot.gardener.cloud/d` takes text",
        ": `net.ipv4.ip_forward` takes text",
        ": `x.y` takes text",
        ": `seed.gardener.cloud/eu-access` takes text",
        ": an entry of `a.b` takes text",
        ": `c.d[0]` takes a list",
    ] {
        assert!(ran.stdout.contains(named), "{named}: {}", ran.stdout);
    }
}

#[test]
fn comments_in_json_have_their_own_message() {
    for text in [
        "{ // c\n \"kind\": \"Shoot\"}",
        "{\n  \"kind\": \"Shoot\", // c\n  \"spec\": {}\n}",
        "{\"kind\": \"Shoot\" /* c */}",
        "{\"kind\": \"Shoot\"} // c",
        "// c\n{\"kind\": \"Shoot\"}",
        "/* c */ {\"kind\": \"Shoot\", \"spec\": {}}",
    ] {
        let dir = Dir::with(&[("x.json", text)]);
        let ran = dir.run(&["lint", "-f", "compact", "x.json"]);
        assert!(ran.stdout.contains("JSON has no"), "{text}: {}", ran.stdout);
    }
}

#[test]
fn an_existing_name_is_not_a_suggestion() {
    let profile = |values: &str, names: &str| {
        VALID.to_owned()
            + &format!(
                "---\napiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: \
                 {{name: y}}\nspec:\n  type: example\n  machineCapabilities:\n  - name: \
                 architecture\n    values: [amd64, arm64]\n  - name: storage\n    values: \
                 [premium]\n  machineTypes:\n  - name: a\n    capabilities:\n      architecture: \
                 [{values}]\n      {names}: [premium]\n"
            )
    };
    for (values, names, rule, near) in [
        (
            "amd46",
            "storage",
            "capability/unregistered-value",
            Some("amd64"),
        ),
        (
            "amd64, amd46",
            "storage",
            "capability/unregistered-value",
            None,
        ),
        (
            "amd64",
            "storages",
            "capability/unregistered-name",
            Some("storage"),
        ),
        (
            "amd64",
            "storage: [premium]\n      storages",
            "capability/unregistered-name",
            None,
        ),
    ] {
        let dir = Dir::with(&[("x.yaml", &profile(values, names))]);
        let ran = dir.run(&[
            "lint",
            "--level=note",
            "-f",
            "json",
            "--select",
            rule,
            "x.yaml",
        ]);
        let finding = &json(&ran.stdout)["findings"][0];
        assert_eq!(finding["rule"], rule, "{}", ran.stdout);
        let help = finding["help"].as_str().unwrap();
        match near {
            Some(near) => assert!(help.contains(&format!("did you mean `{near}`?")), "{help}"),
            None => assert!(!help.contains("did you mean"), "{help}"),
        }
    }
}

#[test]
fn an_unclosed_bracket_is_reported_at_its_begin() {
    let profile = |text: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
             x}}\nspec:\n{text}"
        )
    };
    for (text, line, column) in [
        ("  type: [a, b\n  regions:\n  - name: c\n", 5, 9),
        ("  regions:\n  - name: \"a\n  - name: \"b\"\n", 6, 11),
    ] {
        let ran = Dir::with(&[("x.yaml", &profile(text))])
            .run(&["lint", "-f", "json", "--select", "yaml", "x.yaml"]);
        let finding = &json(&ran.stdout)["findings"][0];
        assert_eq!(
            (
                &finding["span"]["start"]["line"],
                &finding["span"]["start"]["column"]
            ),
            (&line.into(), &column.into()),
            "{text}{finding}"
        );
    }
}

#[test]
fn dashes_and_blanks_that_are_none_are_named() {
    for (text, help) in [
        ("spec:\n  regions:\n  -name: a\n", "`- name:`"),
        ("spec:\n  regions:\n  -\u{a0}name: a\n", "U+00A0"),
        ("spec:\n  regions:\n  - name:\u{a0}a\n", "U+00A0"),
    ] {
        let text = format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
             x}}\n{text}"
        );
        let dir = Dir::with(&[("x.yaml", &text)]);
        let ran = dir.run(&["lint", "-f", "json", "--select", "schema", "x.yaml"]);
        assert!(
            json(&ran.stdout)["findings"][0]["help"]
                .as_str()
                .unwrap()
                .contains(help),
            "{}",
            ran.stdout
        );
        let shown = dir.run(&["lint", "--select", "schema", "x.yaml"]).stdout;
        assert!(!shown.contains('\u{a0}'), "{shown}");
    }
}

/// A document that cannot be of another kind is never silently skipped, wherever it stands.
#[test]
fn documents_without_kind_are_reported() {
    let (head, spec) = VALID.split_once("spec:\n").unwrap();
    let listed = format!("- {}\n", VALID.trim_end().replace('\n', "\n  "));
    let missing = [("x.yaml".to_owned(), "schema/missing-kind".to_owned())];
    for (name, text, documents, skipped) in [
        (
            "no apiVersion",
            "kind: Shoot\nmetadata: {name: a, namespace: garden-a}\nspec: {region: europe}\n"
                .to_owned(),
            1,
            1,
        ),
        (
            "no apiVersion, nothing else",
            "kind: NamespacedCloudProfile\n".to_owned(),
            1,
            1,
        ),
        (
            "behind a valid object",
            format!("{VALID}---\nregions: []\n"),
            2,
            1,
        ),
        ("in front of one", format!("just: this\n---\n{VALID}"), 2, 1),
        ("a text behind one", format!("{VALID}---\nhello\n"), 2, 1),
        (
            "no kind behind one",
            format!("{VALID}---\napiVersion: v1\nmetadata: {{name: a}}\n"),
            2,
            1,
        ),
        ("a list", listed, 1, 0),
    ] {
        let dir = Dir::with(&[("x.yaml", &text)]);
        for path in [".", "x.yaml"] {
            let mut told = found(&dir, &[path]);
            told.retain(|(_, rule)| !rule.starts_with("design/"));
            assert_eq!(told, missing, "{name}: {path}");
            let summary = json(&dir.run(&["lint", path, "-f", "json"]).stdout)["summary"].clone();
            assert_eq!(
                (summary["documents"].as_u64(), summary["skipped"].as_u64()),
                (Some(documents), Some(skipped)),
                "{name}"
            );
        }
    }
    let dir = Dir::with(&[("x.yaml", &format!("{head}---\nspec:\n{spec}"))]);
    assert!(
        found(&dir, &["."]).contains(&missing[0]),
        "{:?}",
        found(&dir, &["."])
    );
}

/// The objects of a list are judged as they are by themselves, and answered about.
#[test]
fn a_list_of_objects_is_read() {
    let broken = VALID.replace("  type: ", "  typ: ");
    assert_ne!(broken, VALID);
    let listed = format!(
        "- {}\n- {}\n",
        VALID.trim_end().replace('\n', "\n  "),
        broken.trim_end().replace('\n', "\n  ")
    );
    let dir = Dir::with(&[
        ("alone.yaml", &broken),
        ("list.yaml", &listed),
        ("playbook.yaml", "- hosts: all\n  kind: Play\n"),
    ]);
    let alone = found(&dir, &["alone.yaml"]);
    let rules: Vec<String> = alone.iter().map(|(_, rule)| rule.clone()).collect();
    assert!(!rules.is_empty());
    let all: Vec<String> = found(&dir, &["list.yaml", "playbook.yaml"])
        .into_iter()
        .map(|(_, rule)| rule)
        .collect();
    assert!(rules.iter().all(|rule| all.contains(rule)), "{all:?}");
    assert!(all.contains(&"schema/missing-kind".to_owned()), "{all:?}");
    let ran = dir.run(&["lint", "list.yaml", "-f", "json"]);
    assert!(ran.stdout.contains("\"[1].spec.typ\""), "{}", ran.stdout);
}

/// Equal tabs are one fault, also behind the one that stops the parser.
#[test]
fn all_tabs_of_a_document_have_one_rule() {
    let text = VALID.replacen("\nspec:\n  ", "\nspec:\n\t", 1);
    let text = text.replacen("\n    ", "\n\t", 2);
    assert_eq!(text.matches("\n\t").count(), 3, "{text}");
    let dir = Dir::with(&[("tabs.yaml", &text)]);
    let rules: Vec<String> = found(&dir, &["tabs.yaml"])
        .into_iter()
        .map(|(_, rule)| rule)
        .collect();
    assert_eq!(rules, ["yaml/syntax-error"; 3]);
}
