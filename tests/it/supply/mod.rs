//! What comes in and what goes out: dependencies, and the packages of a release. The programs of
//! others that judge these come from `tools/install`.

mod dependencies;
mod packages;
mod unsafe_code;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::ci::yaml;
use crate::common::{Dir, files_below, root, skip, skip_program};
use regex::Regex;
use serde_json::Value;

/// A target that all machines know the dependencies of.
const TARGET: &str = "x86_64-unknown-linux-gnu";

fn file(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A program of `tools/install`, or one of that name on the path.
#[track_caller]
fn tool(name: &str) -> Option<Command> {
    let installed = root().join("target/tools/bin").join(name);
    let program = if installed.exists() {
        installed
    } else {
        PathBuf::from(name)
    };
    if Command::new(&program).arg("--version").output().is_err() {
        skip_program(name, "tools/install");
        return None;
    }
    let mut command = Command::new(program);
    command.current_dir(root());
    Some(command)
}

/// Whether the scripts run here.
#[track_caller]
fn python() -> bool {
    let works = Command::new("python3")
        .args(["-c", "import tomllib, venv, ensurepip"])
        .output()
        .is_ok_and(|output| output.status.success());
    if !works {
        skip("no Python 3.11 with venv");
    }
    works
}

/// Whether Cargo has the crates of these systems, or of all if none is named. A build brings those
/// of its own system alone.
#[track_caller]
fn downloaded(targets: &[&str]) -> bool {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(root())
        .args(["fetch", "--locked", "--offline", "--quiet"]);
    for target in targets {
        cargo.args(["--target", target]);
    }
    let there = ran(&mut cargo).status.success();
    if !there {
        skip("no crates of other systems (cargo fetch --locked)");
    }
    there
}

fn ran(command: &mut Command) -> Output {
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    let streams = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&streams).into_owned()
}

#[track_caller]
fn passed(command: &mut Command) -> Vec<u8> {
    let output = ran(command);
    assert!(output.status.success(), "{command:?}\n{}", said(&output));
    output.stdout
}

/// Runs `tools/package`; with what it prints.
#[track_caller]
fn package(args: &[&str]) -> String {
    let mut command = Command::new(root().join("tools/package"));
    // The caller has asked whether the crates are `downloaded`.
    command
        .args(args)
        .env("CARGO_NET_OFFLINE", "true")
        .env("SOURCE_DATE_EPOCH", "1800000000");
    String::from_utf8(passed(&mut command)).unwrap()
}

#[track_caller]
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

fn names(list: &Value) -> BTreeSet<(String, String)> {
    let list = list.as_array().unwrap().iter();
    list.map(|item| {
        let text = |key: &str| item[key].as_str().unwrap().to_owned();
        (text("name"), text("version"))
    })
    .collect()
}

/// `cargo metadata` knows the same crates in another way.
fn metadata() -> Value {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root()).args([
        "metadata",
        "--locked",
        "--offline",
        "--format-version=1",
        &format!("--filter-platform={TARGET}"),
    ]);
    serde_json::from_slice(&passed(&mut cargo)).unwrap()
}

/// Cargo may choose no version by itself: not in a script, and not where somebody reads.
#[test]
fn cargo_takes_the_versions_of_the_lock_file() {
    let mut paths: Vec<PathBuf> = [
        ".ci/run",
        ".pre-commit-hooks.yaml",
        "CONTRIBUTING.md",
        "Cargo.toml",
        "README.md",
        "SECURITY.md",
        "action.yml",
        "benches/lint.rs",
        "deny.toml",
        "pyproject.toml",
        "tests/it/main.rs",
        "testdata/conformance/README.md",
    ]
    .map(|path| root().join(path))
    .to_vec();
    for folder in ["docs", "tools", "packages", ".github", "fuzz"] {
        let below = files_below(folder).into_iter();
        paths.extend(below.filter(|path| !path.ends_with("package/out")));
    }
    // Up to where the command ends: in prose, in a shell, or as a list of Python.
    let command = Regex::new(
        r#"\bcargo"?,? "?(?:add|bench|build|check|clippy|doc|fetch|install|metadata|package|publish|run|test|tree)\b[^\n`;|&)]*"#,
    )
    .unwrap();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        for found in command.find_iter(&text) {
            count += 1;
            if !found.as_str().contains("--locked") {
                wrong.push(format!("{}: {}", path.display(), found.as_str()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 40, "{count}");
}

/// Those of others find nothing in workflows and the Dockerfile, and find what is put there.
#[test]
fn workflows_and_the_dockerfile_have_no_fault_that_is_known() {
    let dir = Dir::new();
    let workflow = file(".github/workflows/ci.yml");
    let injected = replaced(
        &workflow,
        "run: .ci/run",
        "run: echo ${{ github.event.pull_request.title }}",
    );
    dir.write(".github/workflows/ci.yml", injected);
    if let Some(mut actionlint) = tool("actionlint") {
        passed(actionlint.arg("-no-color"));
        let output = ran(actionlint.arg(dir.path().join(".github/workflows/ci.yml")));
        assert!(
            said(&output).contains("potentially untrusted"),
            "{}",
            said(&output)
        );
    }
    if let Some(mut zizmor) = tool("zizmor") {
        zizmor.args(["--offline", "--no-progress", "--color=never"]);
        let program = zizmor.get_program().to_owned();
        passed(zizmor.arg("."));
        let mut again = Command::new(program);
        let output = ran(again
            .args(["--offline", "--no-progress", "--color=never"])
            .arg(dir.path()));
        assert!(
            said(&output).contains("error[template-injection]"),
            "{}",
            said(&output)
        );
    }
    if let Some(mut hadolint) = tool("hadolint") {
        passed(hadolint.arg("packages/Dockerfile"));
        dir.write("Dockerfile", "FROM rust\nRUN cd /tmp && sudo true\n");
        let output = ran(hadolint.arg(dir.path().join("Dockerfile")));
        assert!(said(&output).contains("DL3004"), "{}", said(&output));
    }
}

/// The systems that the workflow of releases builds for.
fn built(workflow: &Value) -> Vec<&str> {
    let matrix = &workflow["jobs"]["build"]["strategy"]["matrix"]["include"];
    let entries = matrix.as_array().unwrap().iter();
    entries
        .map(|entry| entry["target"].as_str().unwrap())
        .collect()
}

/// The systems of a release stand in three places.
#[test]
fn releases_are_for_the_systems_whose_dependencies_are_checked() {
    let workflow = yaml(&file(".github/workflows/release.yml"));
    let built = built(&workflow);
    let deny = file("deny.toml");
    let listed = deny.split_once("targets = [").unwrap().1;
    let listed = listed.split_once(']').unwrap().0;
    let checked: Vec<&str> = listed.split('"').skip(1).step_by(2).collect();
    assert_eq!(built, checked);
    let script = file("tools/package");
    let krew = script.split_once("KREW = {").unwrap().1;
    let krew = krew.split_once('}').unwrap().0;
    let names = Regex::new(r#"(?m)^    "([^"]+)":"#).unwrap();
    let krew: Vec<_> = names
        .captures_iter(krew)
        .map(|name| name[1].to_owned())
        .collect();
    assert_eq!(krew.len(), 5);
    assert!(krew.iter().all(|target| built.contains(&target.as_str())));
}
