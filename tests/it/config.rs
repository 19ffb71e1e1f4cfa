//! The configuration file: its search, its settings, its faults, and the commands around it.

use crate::common::{Dir, golden};
use serde_json::Value;

const PROFILE: &str = include_str!("../../testdata/examples/profile.yaml");
const VALID: &str = include_str!("../../testdata/examples/valid.yaml");
const CHILD: &str = include_str!("../../testdata/examples/namespaced.yaml");
/// Every setting at once.
const ALL: &str = "\
select: [all]
ignore: size
severity:
  lifecycle/dropped-on-create: error
deny: warning
gardener-version: 1.140
feature-gates:
  VersionClassificationLifecycle: true
provider-rules: off
with: [context/]
exclude: [generated/, '*.tmpl.yaml']
overrides:
- paths: [legacy/]
  ignore: [selection, design]
  severity: {all: note}
";

fn rules(stdout: &str) -> Vec<String> {
    let mut rules: Vec<String> = stdout
        .lines()
        .filter_map(|line| Some(line.split_once('[')?.1.split_once(']')?.0.to_owned()))
        .collect();
    rules.sort();
    rules.dedup();
    rules
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn the_nearest_file_upwards_is_taken() {
    let dir = Dir::with(&[
        ("profile.yaml", PROFILE),
        ("sub/profile.yaml", PROFILE),
        ("sub/below/profile.yaml", PROFILE),
    ]);
    dir.write(".cpcap.yaml", "select: lifecycle\n");
    dir.write("sub/.cpcap.yaml", "select: capability\n");
    let groups = |cwd: &str, args: &[&str]| {
        let ran = crate::common::run_in(
            &dir.path().join(cwd),
            &[&["lint", "-f", "compact", "profile.yaml"], args].concat(),
            "",
            &[],
        );
        let mut groups: Vec<String> = rules(&ran.stdout)
            .iter()
            .map(|rule| rule.split('/').next().unwrap().to_owned())
            .collect();
        groups.dedup();
        groups
    };
    assert_eq!(groups("", &[]), ["lifecycle"]);
    assert_eq!(groups("sub", &[]), ["capability"]);
    assert_eq!(groups("sub/below", &[]), ["capability"]);
    assert_eq!(
        groups("sub/below", &["--config", "../../.cpcap.yaml"]),
        ["lifecycle"]
    );
    assert!(groups("sub", &["--no-config"]).len() > 2);
    let ran = dir.run(&["lint", "--config", "missing.yaml", "profile.yaml"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr
            .contains("cannot read the configuration file missing.yaml: no such file or directory"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_misnamed_file_is_said() {
    let dir = Dir::with(&[
        (".cpcap.yml", "select: [lifecycle]\n"),
        ("sub/valid.yaml", VALID),
    ]);
    let lint = |args: &[&str]| {
        crate::common::run_in(
            &dir.path().join("sub"),
            &[&["lint", "valid.yaml"], args].concat(),
            "",
            &[],
        )
    };
    let said = "cpcap: cpcap does not read ../.cpcap.yml: the configuration file has the name .cpcap.yaml; rename it, or pass it with --config\n";
    assert_eq!(lint(&[]).stderr, said);
    assert_eq!(lint(&["--no-config"]).stderr, "");
    assert_eq!(lint(&["--config", "../.cpcap.yml"]).stderr, "");
    dir.write(".cpcap.yaml", "select: [lifecycle]\n");
    assert_eq!(lint(&[]).stderr, "");
}

#[test]
fn flags_win_over_the_file() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    dir.write(
        ".cpcap.yaml",
        "ignore: [all]\nselect: [capability]\nseverity: {capability: note}\ndeny: note\n",
    );
    let lint =
        |args: &[&str]| dir.run(&[&["lint", "-f", "compact", "profile.yaml"], args].concat());
    let plain = lint(&[]);
    assert!(
        rules(&plain.stdout)
            .iter()
            .all(|rule| rule.starts_with("capability/")),
        "{}",
        plain.stdout
    );
    assert!(plain.stdout.contains(": note[capability/") && !plain.stdout.contains("error["));
    assert_eq!(
        (plain.exit.code(), lint(&["--deny", "error"]).exit.code()),
        (1, 0)
    );
    assert!(
        lint(&["--severity", "all=error"])
            .stdout
            .contains(": error[capability/")
    );
    assert_eq!(
        rules(&lint(&["--select", "lifecycle"]).stdout),
        ["lifecycle/dropped-on-create"]
    );
    assert_eq!(lint(&["--ignore", "capability"]).stdout, "");
}

#[test]
fn paths_choose_files() {
    let dir = Dir::with(&[
        ("a.yaml", PROFILE),
        ("legacy/b.yaml", PROFILE),
        ("legacy/new/c.yaml", PROFILE),
        ("generated/d.yaml", PROFILE),
    ]);
    dir.write(
        ".cpcap.yaml",
        "select: capability\nexclude: [generated/]\noverrides:\n- \
         {paths: legacy/, ignore: all}\n- \
         {paths: [legacy/new/**], select: capability/missing-flavors, severity: {all: warning}}\n",
    );
    let lines = |cwd: &str, args: &[&str]| {
        let ran = crate::common::run_in(
            &dir.path().join(cwd),
            &[&["lint", "-f", "compact"], args].concat(),
            "",
            &[],
        );
        let mut files: Vec<String> = ran
            .stdout
            .lines()
            .map(|line| line.split(':').next().unwrap().to_owned())
            .collect();
        files.dedup();
        (files, ran.stdout)
    };
    let (files, text) = lines("", &[]);
    assert_eq!(files, ["a.yaml", "legacy/new/c.yaml"]);
    assert!(
        text.contains("warning[capability/missing-flavors]") && !text.contains("c.yaml:34"),
        "{text}"
    );
    assert_eq!(
        lines("legacy", &[]).0,
        ["new/c.yaml"],
        "patterns are relative to the file"
    );
    assert_eq!(
        lines("", &["generated/d.yaml"]).0,
        ["generated/d.yaml"],
        "a named file is read"
    );
    let absolute = dir.path().join("legacy/b.yaml");
    assert!(lines("", &[absolute.to_str().unwrap()]).0.is_empty());
}

#[test]
fn context_and_gates_come_from_the_file() {
    let dir = Dir::with(&[
        ("landscape/parent.yaml", VALID),
        ("projects/child.yaml", CHILD),
    ]);
    let unknown = |config: &str| {
        dir.write(".cpcap.yaml", config);
        crate::common::run_in(
            &dir.path().join("projects"),
            &["lint", "-f", "compact", "child.yaml"],
            "",
            &[],
        )
        .stdout
    };
    assert!(unknown("").contains("namespaced/unknown-parent"));
    assert!(!unknown("with: landscape\n").contains("namespaced/unknown-parent"));
    let gated = |config: &str| {
        dir.write(".cpcap.yaml", config);
        dir.run(&["lint", "-f", "compact", "landscape"])
            .stdout
            .contains("capability/disabled-gate")
    };
    assert!(!gated(""));
    assert!(gated("gardener-version: 1.140\n"));
    assert!(!gated(
        "gardener-version: 1.140\nfeature-gates: {CloudProfileCapabilities: true}\n"
    ));
    assert!(gated("feature-gates: {CloudProfileCapabilities: false}\n"));
}

#[test]
fn the_configuration_file_chooses_the_rules_of_provider_configs() {
    let page = include_str!("../../docs/rules/provider/unused-entry.md");
    let profile = page
        .split("```yaml\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let provider = profile
        .split("\n  type: ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap();
    let dir = Dir::with(&[("profile.yaml", profile)]);
    let judged = |config: &str, args: &[&str]| {
        dir.write(".cpcap.yaml", config);
        dir.run(
            &[
                &["lint", "--level", "note", "-f", "compact", "profile.yaml"],
                args,
            ]
            .concat(),
        )
        .stdout
        .contains("[provider/")
    };
    assert!(judged("", &[]) && judged("provider-rules: own\n", &[]));
    assert!(!judged("provider-rules: off\n", &[]) && !judged("provider-rules: 'off'\n", &[]));
    assert!(judged(
        "provider-rules: off\n",
        &["--provider-rules", provider]
    ));
}

#[test]
fn a_wrong_file_is_shown_with_an_excerpt() {
    let dir = Dir::with(&[("valid.yaml", VALID)]);
    let mut shown = String::new();
    for wrong in [
        "selct: [lifecycle]\n",
        "ignore: [lifecycle, capability/empty-value-lists]\ndeny: warn\n",
        "feature_gates: {}\nseverity: {design: fatal, desing: note}\n",
        "gardener-version: latest\nfeature-gates:\n  CloudProfileCapabilitys: true\n  \
         InPlaceNodeUpdates: maybe\n",
        "gardener-version: '1.100'\nfeature-gates: {CloudProfileCapabilities: true}\n",
        "overrides:\n- ignore: [design]\n- paths: ['a[']\n  ignored: design\n",
        "overrides: {paths: legacy/}\n",
        "provider-rules: awss\n",
        "- select\n",
        "select: {a: b}\nwith: ~\nexclude: [[a]]\n",
        "select: a\nselect: b\n",
        "a: b: c\n",
        "deny: note\n---\ndeny: error\n",
    ] {
        dir.write(".cpcap.yaml", wrong);
        let ran = dir.run(&["lint", "valid.yaml"]);
        assert_eq!(
            (ran.exit.code(), ran.stdout.as_str()),
            (2, ""),
            "{wrong}\n{}",
            ran.stderr
        );
        assert!(
            ran.stderr.contains("[.cpcap.yaml:"),
            "{wrong}: no excerpt\n{}",
            ran.stderr
        );
        shown.push_str(&ran.stderr);
        shown.push('\n');
    }
    golden("testdata/golden/config/wrong.txt", &shown);
}

#[test]
fn settings_are_shown_with_where_they_come_from() {
    let dir = Dir::with(&[(".cpcap.yaml", ALL), ("context/profile.yaml", VALID)]);
    let flags = [
        "config",
        "--ignore",
        "design",
        "--severity",
        "size=note",
        "--deny",
        "note",
        "--with",
        "more",
        "--feature-gate",
        "InPlaceNodeUpdates=true",
    ];
    let outputs = [
        dir.run(&["config"]),
        dir.run(&flags),
        Dir::new().run(&["config"]),
    ];
    golden(
        "testdata/golden/config/effective.txt",
        &outputs.map(|ran| ran.stdout).join("\n"),
    );
    // The output is a file with the same meaning.
    for args in [&["config"][..], &flags] {
        let printed = dir.run(args).stdout;
        let again = Dir::with(&[(".cpcap.yaml", &printed)]).run(&["config"]);
        let values = |text: &str| {
            text.lines()
                .map(|line| line.split(" # ").next().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(values(&again.stdout), values(&printed), "{}", again.stderr);
    }
}

#[test]
fn settings_are_shown_as_json() {
    let dir = Dir::with(&[(".cpcap.yaml", ALL), ("context/profile.yaml", VALID)]);
    let schema = json(&dir.run(&["schema", "settings"]).stdout);
    let validator = jsonschema::validator_for(&schema).unwrap();
    let flags = [
        "--ignore",
        "design",
        "--severity",
        "size=note",
        "--deny",
        "note",
        "--feature-gate",
        "InPlaceNodeUpdates=true",
    ];
    for (dir, flags) in [(&dir, &[][..]), (&dir, &flags), (&Dir::new(), &[])] {
        let printed = json(
            &dir.run(&[&["config", "--format", "json"], flags].concat())
                .stdout,
        );
        let errors: Vec<String> = validator
            .iter_errors(&printed)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:?}");
        // The same settings as in the other form.
        let text = dir.run(&[&["config"], flags].concat()).stdout;
        let documents = cpcap::yaml::read(&text);
        let tree = &documents[0].tree;
        assert_eq!(tree.to_json(tree.root().unwrap()), printed["settings"]);
        assert_eq!(
            printed.get("file").and_then(Value::as_str),
            text.contains(".cpcap.yaml,").then_some(".cpcap.yaml")
        );
        // Each named place says something.
        for origin in printed["origins"].as_array().unwrap() {
            let at = origin["path"].as_array().unwrap().iter().fold(
                &printed["settings"],
                |value, step| match step {
                    Value::String(key) => &value[key.as_str()],
                    step => &value[usize::try_from(step.as_u64().unwrap()).unwrap()],
                },
            );
            assert!(!at.is_null(), "{origin}");
        }
    }
    let of = |path: Value| {
        let printed = json(
            &dir.run(&[&["config", "--format", "json"], &flags[..]].concat())
                .stdout,
        );
        printed["origins"]
            .as_array()
            .unwrap()
            .iter()
            .find(|origin| origin["path"] == path)
            .cloned()
            .unwrap()
    };
    assert_eq!(
        of(serde_json::json!(["deny"])),
        serde_json::json!({"path": ["deny"], "by": "flag", "flag": "--deny"})
    );
    assert_eq!(
        of(serde_json::json!(["ignore", 0])),
        serde_json::json!({"path": ["ignore", 0], "by": "file", "line": 2, "column": 9})
    );
    assert_eq!(
        of(serde_json::json!([
            "feature-gates",
            "CloudProfileCapabilities"
        ]))["by"],
        "default"
    );
}

/// The file that `init` writes sets nothing; with its examples taken in, it has every setting, and
/// all of them are right.
#[test]
fn init_writes_a_file_to_begin_with() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let before = dir.run(&["lint", "profile.yaml"]).stdout;
    let ran = dir.run(&["init"]);
    assert_eq!(
        (ran.exit.code(), ran.stdout.as_str()),
        (0, "wrote .cpcap.yaml\n")
    );
    assert_eq!(dir.run(&["lint", "profile.yaml"]).stdout, before);
    let again = dir.run(&["init"]);
    assert_eq!(again.exit.code(), 2);
    assert!(
        again.stderr.contains(".cpcap.yaml exists already"),
        "{}",
        again.stderr
    );
    let template = std::fs::read_to_string(dir.path().join(".cpcap.yaml")).unwrap();
    let examples: String = template
        .lines()
        .filter_map(|line| {
            line.strip_prefix('#')
                .filter(|rest| !rest.starts_with(' ') || rest.starts_with("  "))
        })
        .map(|line| format!("{line}\n"))
        .collect();
    dir.write(".cpcap.yaml", &examples);
    let ran = dir.run(&["config"]);
    assert_eq!(ran.exit.code(), 0, "{examples}\n{}", ran.stderr);
    assert_schema(&examples, true);
    let schema = json(&dir.run(&["schema", "config"]).stdout);
    for key in schema["properties"].as_object().unwrap().keys() {
        assert!(
            examples
                .lines()
                .any(|line| line.starts_with(&format!("{key}:"))),
            "init shows no {key}"
        );
    }
}

#[test]
fn the_schema_describes_the_file() {
    assert_schema(ALL, true);
    assert_schema("select: lifecycle\n", true);
    for wrong in [
        "selct: all\n",
        "select: nothing\n",
        "deny: fatal\n",
        "overrides: [{ignore: design}]\n",
        "severity: {desing: note}\n",
    ] {
        assert_schema(wrong, false);
    }
}

#[track_caller]
fn assert_schema(text: &str, valid: bool) {
    let schema = json(&Dir::new().run(&["schema", "config"]).stdout);
    let validator = jsonschema::validator_for(&schema).unwrap();
    let documents = cpcap::yaml::read(text);
    let tree = &documents[0].tree;
    let value = tree.to_json(tree.root().unwrap());
    let errors: Vec<String> = validator
        .iter_errors(&value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors.is_empty(), valid, "{text}: {errors:?}");
}
