//! `cpcap diff`: what could not be checked or read, what is removed while it is in use, what was
//! denied, and by which settings it judges.

use std::process::Command;

use crate::common::diff::{CHILD, PROFILE, SHOOT, diff, json, of_kind, refused};
use crate::common::{Dir, formats_but};
use serde_json::{Value, json as value};

fn report(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn git(dir: &Dir, args: &[&str]) {
    let who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    assert!(
        Command::new("git")
            .args(who)
            .args(args)
            .current_dir(dir.path())
            .status()
            .unwrap()
            .success(),
        "{args:?}"
    );
}

fn commit(dir: &Dir) {
    git(dir, &["add", "-A"]);
    git(dir, &["commit", "-qm", "x"]);
}

#[test]
fn a_shoot_whose_profile_is_not_at_hand_is_not_said_to_be_accepted() {
    let new = SHOOT.replace("1592.9.0", "1.2.3");
    for format in formats_but("diff", &["json"]) {
        let ran = diff(SHOOT, &new, &[], &["-f", &format]);
        assert_eq!(ran.exit.code(), 0);
        let said = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            said.contains(
                "the CloudProfile `aws` is not among the files, so cpcap did not check the Shoot"
            ),
            "{said}"
        );
        assert!(
            said.contains("`--with FILE`") && said.contains("Not checked"),
            "{said}"
        );
        assert!(
            !said.contains("would accept it") && !said.contains('✅'),
            "{said}"
        );
    }
    let told = json(SHOOT, &new, &[]);
    assert_eq!(
        (
            told["unchecked"][0]["rule"].as_str(),
            told["exitCode"].as_u64()
        ),
        (Some("shoot/unknown-profile"), Some(0))
    );
    let with = json(SHOOT, &new, &[("profile.yaml", PROFILE)]);
    assert!(
        with["unchecked"].as_array().unwrap().is_empty()
            && !with["refused"].as_array().unwrap().is_empty()
    );
    let fine = diff(
        SHOOT,
        &SHOOT.replace("maximum: 6", "maximum: 5"),
        &[("profile.yaml", PROFILE)],
        &["-f", "markdown"],
    );
    assert!(
        fine.stdout.starts_with("### ✅") && fine.stdout.contains("would accept it"),
        "{}",
        fine.stdout
    );
}

#[test]
fn a_child_whose_parent_is_not_at_hand_is_not_said_to_be_accepted() {
    let new = CHILD.replace("4152.2.3", "4152.2.4");
    let told = json(CHILD, &new, &[]);
    assert_eq!(
        told["unchecked"][0]["rule"], "namespaced/unknown-parent",
        "{told:#}"
    );
    assert!(
        diff(CHILD, &new, &[], &["-f", "markdown"])
            .stdout
            .starts_with("### ⚠️")
    );
    assert!(
        json(CHILD, &new, &[("profile.yaml", PROFILE)])["unchecked"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}

const BROKEN: &str = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  \
    name: aws\nspec: [\n";

#[test]
fn unreadable_documents_are_reported_and_not_compared() {
    for (old, new, at) in [
        (PROFILE, BROKEN, "new.yaml:5:7"),
        (BROKEN, PROFILE, "old.yaml:5:7"),
    ] {
        for format in formats_but("diff", &["json"]) {
            let ran = diff(old, new, &[], &["-f", &format]);
            assert_eq!(ran.exit.code(), 2);
            assert!(
                ran.stdout.contains("Cannot be read") && ran.stdout.contains(at),
                "{}",
                ran.stdout
            );
            assert!(
                !ran.stdout.contains("would accept it") && !ran.stdout.contains('✅'),
                "{}",
                ran.stdout
            );
            assert!(
                !ran.stdout.contains("removed") && !ran.stdout.contains("added"),
                "{}",
                ran.stdout
            );
        }
        let told = report(&diff(old, new, &[], &["-f", "json"]).stdout);
        assert_eq!(told["unreadable"][0]["rule"], "yaml/syntax-error");
        assert_eq!(
            (&told["objects"], &told["refused"], &told["exitCode"]),
            (&value!([]), &value!([]), &value!(2))
        );
    }
}

#[test]
fn readable_objects_beside_unreadable_ones_are_compared() {
    let whole = [PROFILE, SHOOT].join("---\n");
    let dir = Dir::with(&[
        ("old.yaml", whole.as_str()),
        (
            "new.yaml",
            &format!("{BROKEN}---\n{}", SHOOT.replace("maximum: 6", "maximum: 5")),
        ),
    ]);
    let told = report(
        &dir.run(&["diff", "old.yaml", "new.yaml", "-f", "json"])
            .stdout,
    );
    let objects = told["objects"].as_array().unwrap();
    assert_eq!(
        (objects.len(), &objects[0]["kind"]),
        (1, &value!("Shoot")),
        "{told:#}"
    );
    assert!(
        dir.run(&["diff", "old.yaml", "new.yaml"])
            .stdout
            .contains("nothing of that is compared; Objects: 1 changed; not known")
    );
    // Whose name cannot be read may be any that the other side has alone; what both have is
    // compared.
    let dir = Dir::with(&[
        ("a/p.yaml", PROFILE),
        ("a/s.yaml", SHOOT),
        (
            "b/p.yaml",
            "apiVersion: core.gardener.cloud/v1beta1\nkind: [\n",
        ),
        ("b/s.yaml", SHOOT),
    ]);
    let ran = dir.run(&["diff", "a", "b", "-f", "json"]);
    assert!(
        report(&ran.stdout)["objects"]
            .as_array()
            .unwrap()
            .is_empty(),
        "{}",
        ran.stdout
    );
    assert_eq!(
        ran.stderr.matches("cannot read").count(),
        1,
        "{}",
        ran.stderr
    );
}

#[test]
fn a_removed_profile_that_is_in_use_says_who_must_move_first() {
    let dir = Dir::with(&[
        ("a/p.yaml", PROFILE),
        ("a/s.yaml", SHOOT),
        ("a/c.yaml", CHILD),
        ("b/s.yaml", SHOOT),
        ("b/c.yaml", CHILD),
    ]);
    let check = |ran: &crate::common::Ran| {
        assert_eq!(ran.exit.code(), 1, "{}", ran.stdout);
        let said = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            said.contains("its finalizer keeps it, marked as deleted, until no Shoot refers to it"),
            "{said}"
        );
        assert!(
            said.contains("first move to another profile: garden-shop/web")
                && said.contains("parent of garden-shop/shop"),
            "{said}"
        );
        assert!(
            said.contains("1 removed object is still in use") && !said.contains("would accept it"),
            "{said}"
        );
    };
    check(&dir.run(&["diff", "a", "b"]));
    let markdown = dir.run(&["diff", "a", "b", "-f", "markdown"]);
    check(&markdown);
    assert!(markdown.stdout.starts_with("### ❌"));
    let told = report(&dir.run(&["diff", "a", "b", "-f", "json"]).stdout);
    let names: Vec<&str> = told["objects"][0]["inUse"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| of["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        (names, told["exitCode"].as_u64()),
        (vec!["web", "shop"], Some(1))
    );
    // Another name is another object.
    dir.write(
        "b/p.yaml",
        PROFILE.replace("  name: aws\n", "  name: aws2\n"),
    );
    check(&dir.run(&["diff", "a", "b"]));
    // All users are gone.
    let gone = Dir::with(&[
        ("a/p.yaml", PROFILE),
        ("a/s.yaml", SHOOT),
        (
            "b/q.yaml",
            PROFILE.replace("name: aws\n", "name: q\n").as_str(),
        ),
    ]);
    assert_eq!(gone.run(&["diff", "a", "b", "-f", "json"]).exit.code(), 0);
}

const LEGACY: &str = r#"apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: aws}
spec:
  type: example
  kubernetes: {versions: [{version: 1.33.1}]}
  machineImages:
  - {name: gl, updateStrategy: major, versions: [{version: 1.0.0, cri: [{name: containerd}]}]}
  machineTypes:
  - {name: small, cpu: "2", gpu: "0", memory: 8Gi}
  regions: [{name: eu}]
"#;

#[test]
fn a_first_migration_that_changes_nothing_else_says_so() {
    let one = format!("{LEGACY}  machineCapabilities: [{{name: architecture, values: [amd64]}}]\n");
    let own = CHILD.replace(
        "      capabilityFlavors:\n      - architecture: [amd64]\n        boot: [uefi]\n",
        "      architectures: [amd64]\n",
    );
    let ran = diff(
        LEGACY,
        &one,
        &[("child.yaml", &own)],
        &["--deny-impact", "flavor"],
    );
    assert_eq!(ran.exit.code(), 0, "{}", ran.stdout);
    let said = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("a create of the same file works too")
            && !said.contains("a create of the same file fails"),
        "{said}"
    );
    assert!(
        said.contains("nothing else changes") && said.matches("first vocabulary").count() == 1,
        "{said}"
    );
    let several = format!(
        "{LEGACY}  machineCapabilities: [{{name: architecture, values: [amd64, arm64]}}]\n"
    );
    let said = diff(LEGACY, &several, &[], &[])
        .stdout
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        said.contains("a create of the same file fails because it lacks flavors"),
        "{said}"
    );
}

#[test]
fn denied_impacts_are_named_and_the_heading_agrees() {
    let new = PROFILE.replace("[uefi, bios]", "[bios, uefi]");
    let denied = ["--deny-impact", "flavor,incompatible"];
    let markdown = diff(
        PROFILE,
        &new,
        &[],
        &[&denied[..], &["-f", "markdown"]].concat(),
    );
    assert_eq!(markdown.exit.code(), 1);
    assert!(
        markdown.stdout.starts_with("### ❌") && markdown.stdout.contains("denied: 1 flavor\n"),
        "{}",
        markdown.stdout
    );
    assert!(
        diff(PROFILE, &new, &[], &denied)
            .stdout
            .replace("\n  ", " ")
            .ends_with("; denied: 1 flavor\n")
    );
    let told = report(&diff(PROFILE, &new, &[], &[&denied[..], &["-f", "json"]].concat()).stdout);
    assert_eq!(
        (&told["denied"], &told["exitCode"]),
        (&value!(["flavor"]), &value!(1))
    );
    let other = diff(
        PROFILE,
        &new,
        &[],
        &["--deny-impact", "incompatible", "-f", "markdown"],
    );
    assert!(
        other.exit.code() == 0
            && other.stdout.starts_with("### ✅")
            && !other.stdout.contains("denied"),
        "{}",
        other.stdout
    );
    let wrong = diff(PROFILE, &new, &[], &["--deny-impact", "nothing"]);
    assert!(
        wrong
            .stderr
            .contains("there is no such kind of impact; there are: any, impossible"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn an_override_that_goes_is_shown_where_it_stood() {
    let child = |dates: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
             {{name: x, namespace: garden-a}}\nspec:\n  parent: {{kind: CloudProfile, name: \
             aws}}\n{dates}"
        )
    };
    let dates = child(
        "  kubernetes:\n    versions:\n    - version: 1.32.5\n      expirationDate: \
         \"2090-01-01T00:00:00Z\"\n",
    );
    let parent = PROFILE.replace(
        "- version: 1.32.5",
        "- version: 1.32.5\n      expirationDate: \"2089-01-01T00:00:00Z\"",
    );
    let with = [("profile.yaml", parent.as_str())];
    let place = |impact: &Value, side: &str| {
        (
            impact[side]["file"].as_str().unwrap().to_owned(),
            impact[side]["line"].as_u64().unwrap(),
        )
    };
    let told = json(&dates, &child(""), &with);
    let impact = of_kind(&told, "classification")[0];
    assert_eq!(place(impact, "old"), ("old.yaml".to_owned(), 9));
    assert_eq!(place(impact, "new").0, "profile.yaml");
    let told = json(&child(""), &dates, &with);
    assert_eq!(
        place(of_kind(&told, "classification")[0], "new"),
        ("new.yaml".to_owned(), 9)
    );
}

#[test]
fn the_settings_of_lint_count() {
    let staged = PROFILE.replace(
        "- version: 1.33.1",
        "- version: 1.33.1\n      lifecycle: [{classification: supported}]",
    );
    let dir = Dir::with(&[("old.yaml", PROFILE), ("new.yaml", &staged)]);
    let exit = |args: &[&str]| {
        dir.run(&[&["diff", "old.yaml", "new.yaml"], args].concat())
            .exit
            .code()
    };
    assert_eq!(exit(&[]), 1, "the gate is off");
    dir.write(
        ".cpcap.yaml",
        "feature-gates: {VersionClassificationLifecycle: true}\n",
    );
    assert_eq!((exit(&[]), exit(&["--no-config"])), (0, 1));
    dir.write(".cpcap.yaml", "");
    dir.write(
        "other.yaml",
        "feature-gates: {VersionClassificationLifecycle: true}\n",
    );
    assert_eq!(exit(&["--config", "other.yaml"]), 0);
    assert_eq!(
        exit(&[
            "--feature-gate",
            "VersionClassificationLifecycle=true",
            "--gardener-version",
            "1.120"
        ]),
        2,
        "it has no such gate"
    );
    // Context, and excluded files.
    let dir = Dir::with(&[
        (".cpcap.yaml", "with: [profiles]\nexclude: [drafts/]\n"),
        ("profiles/aws.yaml", PROFILE),
        ("a/s.yaml", SHOOT),
        ("b/s.yaml", &SHOOT.replace("1592.9.0", "1.2.3")),
        (
            "b/drafts/x.yaml",
            &PROFILE.replace("name: aws\n", "name: draft\n"),
        ),
    ]);
    git(&dir, &["init", "-q", "-b", "main"]);
    let told = report(&dir.run(&["diff", "a", "b", "-f", "json"]).stdout);
    assert_eq!(told["objects"].as_array().unwrap().len(), 1);
    assert!(
        told["unchecked"].as_array().unwrap().is_empty()
            && !told["refused"].as_array().unwrap().is_empty(),
        "{told:#}"
    );
    // The same for revisions: the profile of the work tree does not count.
    commit(&dir);
    dir.write("a/s.yaml", SHOOT.replace("1592.9.0", "1.2.3"));
    commit(&dir);
    dir.write("profiles/aws.yaml", PROFILE.replace("1592.9.0", "1.2.3"));
    let told = report(
        &dir.run(&["diff", "--git", "HEAD~1..HEAD", "a", "-f", "json"])
            .stdout,
    );
    assert_eq!(
        (
            told["objects"].as_array().unwrap().len(),
            &told["unchecked"]
        ),
        (1, &value!([])),
        "{told:#}"
    );
    assert!(!told["refused"].as_array().unwrap().is_empty(), "{told:#}");
    let all = report(&dir.run(&["diff", "--git", "HEAD~1..", "-f", "json"]).stdout);
    assert!(
        refused(&all, "yaml/syntax-error").is_empty()
            && all["objects"]
                .as_array()
                .unwrap()
                .iter()
                .all(|of| of["name"] != "draft")
    );
    let missing = dir.run(&["diff", "--git", "HEAD~1..HEAD", "nosuchpath"]);
    assert!(
        missing.exit.code() == 2
            && missing
                .stderr
                .contains("there is no nosuchpath in HEAD~1 and HEAD"),
        "{}",
        missing.stderr
    );
}

#[test]
fn the_help_breaks_no_sentence() {
    let help = Dir::new().run(&["diff", "--help"]).stdout;
    let codes = help
        .split("Exit codes:")
        .nth(1)
        .unwrap()
        .lines()
        .skip(1)
        .take(3)
        .collect::<Vec<_>>();
    assert!(
        codes
            .iter()
            .zip(["0", "1", "2"])
            .all(|(line, code)| line.trim_start().starts_with(code)),
        "{codes:?}"
    );
}
