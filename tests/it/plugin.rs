//! cpcap as a plugin of kubectl, and what kubectl prints as its input.

use std::process::{Command, Output, Stdio};

use crate::common::Dir;
use serde_json::Value;

const VALID: &str = include_str!("../../testdata/examples/valid.yaml");

/// A directory with the binary under all of its names.
fn installed() -> Dir {
    let dir = Dir::with(&[
        ("profile.yaml", VALID),
        ("other/pod.yaml", "apiVersion: v1\nkind: Pod\n"),
    ]);
    for name in ["cpcap", "kubectl-cpcap", "kubectl_complete-cpcap"] {
        let (from, to) = (env!("CARGO_BIN_EXE_cpcap"), dir.path().join(name));
        std::fs::hard_link(from, &to)
            .or_else(|_| std::fs::copy(from, &to).map(|_| ()))
            .unwrap();
    }
    dir
}

fn run(dir: &Dir, program: &str, args: &[&str]) -> Output {
    let program = dir.path().join(program);
    Command::new(program)
        .args(args)
        .current_dir(dir.path())
        .stdin(Stdio::null())
        .env_remove("CPCAP_COMPLETE")
        .output()
        .unwrap()
}

#[test]
fn both_names_give_the_same_output() {
    let dir = installed();
    for args in [
        &["lint", "--now", "2026-11-27T00:00:00Z", "profile.yaml"][..],
        &[
            "lint",
            "--level=note",
            "--format",
            "json",
            "--now",
            "2026-11-27T00:00:00Z",
            "profile.yaml",
        ],
        &[
            "match",
            "-m",
            "metal-medium",
            "-i",
            "local",
            "--now",
            "2026-11-27T00:00:00Z",
            "-p",
            "profile.yaml",
        ],
        &["rules"],
        &["lint", "missing.yaml"],
        &["lint", "other"],
    ] {
        let (plain, plugin) = (run(&dir, "cpcap", args), run(&dir, "kubectl-cpcap", args));
        assert_eq!(plain.status.code(), plugin.status.code(), "{args:?}");
        assert_eq!(plain.stdout, plugin.stdout, "{args:?}");
        let stderr = String::from_utf8(plain.stderr)
            .unwrap()
            .replace("cpcap: ", "kubectl cpcap: ");
        assert_eq!(
            stderr,
            String::from_utf8(plugin.stderr).unwrap(),
            "{args:?}"
        );
    }
}

#[test]
fn usage_shows_the_name_of_the_call() {
    let dir = installed();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let help = text(run(&dir, "kubectl-cpcap", &["--help"]).stdout);
    assert!(help.contains("Usage: kubectl cpcap <COMMAND>"), "{help}");
    let help = text(run(&dir, "kubectl-cpcap", &["lint", "--help"]).stdout);
    assert!(help.contains("Usage: kubectl cpcap lint "), "{help}");
    assert!(
        help.contains("\n  kubectl cpcap lint profile.yaml\n")
            && help.contains("| kubectl cpcap lint -\n"),
        "{help}"
    );
    assert!(
        !help.replace("kubectl cpcap", "").contains("  cpcap lint"),
        "{help}"
    );
    assert!(text(run(&dir, "kubectl-cpcap", &["--version"]).stdout).starts_with("kubectl cpcap "));
    let wrong = text(run(&dir, "kubectl-cpcap", &["lnt"]).stderr);
    assert!(wrong.contains("Usage: kubectl cpcap <COMMAND>"), "{wrong}");
    let file = text(run(&dir, "kubectl-cpcap", &["profile.yaml"]).stderr);
    assert!(
        file.contains(
            "kubectl cpcap: to check a file, name the command: kubectl cpcap lint profile.yaml"
        ),
        "{file}"
    );
    assert!(text(run(&dir, "cpcap", &["lint", "--help"]).stdout).contains("Usage: cpcap lint "));
}

#[test]
fn kubectl_finds_it() {
    let dir = installed();
    let path = format!(
        "{}:{}",
        dir.path().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let ran = Command::new("kubectl")
        .args(["cpcap", "lint", "profile.yaml"])
        .current_dir(dir.path())
        .env("PATH", path)
        .output();
    match ran {
        Ok(ran) => assert_eq!(ran.status.code(), Some(0), "{ran:?}"),
        Err(error) => crate::common::skip(&format!("kubectl cannot be run: {error}")),
    }
}

/// A list as `kubectl get cloudprofiles -o yaml` prints it: with everything that the server adds.
fn as_printed() -> String {
    let spec = VALID.split_once("\nspec:\n").unwrap().1;
    let spec: String = spec.lines().map(|line| format!("  {line}\n")).collect();
    format!(
        r#"apiVersion: v1
items:
- apiVersion: core.gardener.cloud/v1beta1
  kind: CloudProfile
  metadata:
    annotations:
      kubectl.kubernetes.io/last-applied-configuration: |
        {{"apiVersion":"core.gardener.cloud/v1beta1","kind":"CloudProfile","metadata":{{"annotations":{{}},"name":"example"}}}}
    creationTimestamp: "2025-03-04T05:06:07Z"
    finalizers:
    - gardener
    generation: 7
    managedFields:
    - apiVersion: core.gardener.cloud/v1beta1
      fieldsType: FieldsV1
      fieldsV1:
        f:metadata:
          f:annotations:
            .: {{}}
            f:kubectl.kubernetes.io/last-applied-configuration: {{}}
        f:spec:
          f:type: {{}}
      manager: kubectl-client-side-apply
      operation: Update
      time: "2025-03-04T05:06:07Z"
    - apiVersion: core.gardener.cloud/v1beta1
      fieldsType: FieldsV1
      fieldsV1:
        f:status:
          f:kubernetes: {{}}
      manager: gardener-controller-manager
      operation: Update
      subresource: status
      time: "2025-03-04T05:06:08Z"
    name: example
    resourceVersion: "123456"
    uid: 0b3c9a9e-8a1a-4a53-9c1e-2f0f6a4e7a11
  spec:
{spec}  status:
    kubernetes:
      versions:
      - classification: supported
        version: 1.33.1
    machineImages:
    - name: local
      versions:
      - classification: supported
        version: 1.0.0
kind: List
metadata:
  resourceVersion: ""
"#
    )
}

fn findings(dir: &Dir, args: &[&str], stdin: &str) -> Vec<(String, String)> {
    let ran = dir.run_with(
        &[&["lint", "--level=note", "--format", "json"], args].concat(),
        stdin,
        &[],
    );
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(report["summary"]["documents"], 1, "{report}");
    let findings = report["findings"].as_array().unwrap().iter();
    findings
        .map(|finding| {
            (
                finding["rule"].to_string(),
                finding["field"].to_string().replace("items[0].", ""),
            )
        })
        .collect()
}

#[test]
fn fields_that_the_server_adds_change_nothing() {
    let dir = Dir::with(&[("profile.yaml", VALID)]);
    let printed = as_printed();
    assert_eq!(
        findings(&dir, &["-"], &printed),
        findings(&dir, &["profile.yaml"], "")
    );
    // A fault there is found, too.
    let wrong = printed.replace("  type: local\n", "  type: \"\"\n");
    assert_ne!(printed, wrong);
    dir.write(
        "profile.yaml",
        VALID.replace("  type: local\n", "  type: \"\"\n"),
    );
    let found = findings(&dir, &["-"], &wrong);
    assert!(!found.is_empty());
    assert_eq!(found, findings(&dir, &["profile.yaml"], ""));
}

/// kubectl asks `kubectl_complete-cpcap`, in its own words; shells ask the name that is typed.
#[test]
fn completions_work_under_both_names() {
    let dir = installed();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let asked = |args: &[&str]| text(run(&dir, "kubectl_complete-cpcap", args).stdout);
    assert_eq!(asked(&["match", "-m", "arm"]), "arm-medium\n:4\n");
    assert_eq!(
        asked(&["lint", "--format=sar"])
            .lines()
            .map(|line| line.split('\t').next().unwrap())
            .collect::<Vec<_>>(),
        ["sarif", ":4"]
    );
    assert!(
        asked(&["lint", "--severity", "suppression/unu"]).ends_with("\n:6\n"),
        "no space before a value"
    );
    assert!(asked(&[""]).starts_with("lint\t") && asked(&[]) == asked(&[""]));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(run(&dir, "kubectl-cpcap", &["completions", shell]).stdout);
        let plain = text(run(&dir, "cpcap", &["completions", shell]).stdout);
        assert!(
            script.contains("kubectl-cpcap") && !plain.contains("kubectl"),
            "{shell}: {script}"
        );
    }
    let script = text(run(&dir, "kubectl-cpcap", &["completions", "bash"]).stdout);
    let line = format!(
        "{script}\nCOMP_WORDS=(kubectl-cpcap match -m arm); COMP_CWORD=3; COMP_TYPE=9; \
         _clap_complete_kubectl_cpcap kubectl-cpcap arm -m; echo \"${{COMPREPLY[@]}}\"; complete \
         -p cpcap kubectl-cpcap"
    );
    let path = format!(
        "{}:{}",
        dir.path().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let ran = Command::new("bash")
        .args(["--norc", "-c", &line])
        .current_dir(dir.path())
        .env("PATH", path)
        .output()
        .unwrap();
    let out = text(ran.stdout);
    assert!(
        out.starts_with("arm-medium\n")
            && out.contains(" cpcap\n")
            && out.contains(" kubectl-cpcap\n"),
        "{out}"
    );
}
