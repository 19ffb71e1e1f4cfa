//! `cpcap diff`: the situations of the field, git, forms and exit codes.

use std::process::Command;

use crate::common::diff::{CHILD, PROFILE, SHOOT, diff, json, of_kind, refused, without};
use crate::common::{Dir, run_in};
use serde_json::Value;

#[test]
fn equal_files_have_no_change() {
    for text in [PROFILE, SHOOT, CHILD] {
        let ran = diff(text, text, &[("shoot.yaml", SHOOT)], &[]);
        assert_eq!((ran.exit.code(), ran.stdout.as_str()), (0, "no change\n"));
    }
}

/// Changes, line 1: "Removing a version, image or capability still used ... Tell who must move
/// first."
#[test]
fn changes_removing_what_is_used_names_who_must_move_first() {
    let gone = without(
        PROFILE,
        "    - version: 1592.9.0\n      cri",
        "  machineTypes:",
    );
    let gone = without(
        &format!("{gone}# end\n"),
        "      - version: 1592.9.0\n",
        "# end",
    )
    .replace("    - version: 1.32.5\n", "");
    let report = json(PROFILE, &gone, &[("shoot.yaml", SHOOT)]);
    let refusals = refused(&report, "change/removed-in-use");
    assert_eq!(refusals.len(), 2);
    assert_eq!(
        report["refused"][0]["rule"], "change/removed-in-use",
        "who must move first comes first"
    );
    assert!(
        refusals[0]["message"]
            .as_str()
            .unwrap()
            .contains("Shoot `garden-shop/web`")
    );
    let places: Vec<&str> = refusals[1]["related"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| of["place"]["file"].as_str().unwrap())
        .collect();
    assert_eq!(places, ["old.yaml", "shoot.yaml"]);
    assert_eq!(
        of_kind(&report, "impossible")[0]["pools"][0]["pool"],
        "blue"
    );
    assert_eq!(
        diff(PROFILE, &gone, &[("shoot.yaml", SHOOT)], &[])
            .exit
            .code(),
        1
    );
    assert_eq!(
        diff(PROFILE, &gone, &[], &[]).exit.code(),
        0,
        "nobody uses it"
    );
}

#[test]
fn changes_adding_an_image_that_a_child_defined() {
    let added = PROFILE.replace(
        "  - name: gardenlinux\n    updateStrategy",
        "  - name: flatcar\n    versions:\n    - {version: 1.0.0, cri: [{name: containerd}]}\n  - \
         name: gardenlinux\n    updateStrategy",
    );
    let report = json(PROFILE, &added, &[("child.yaml", CHILD)]);
    assert!(
        refused(&report, "change/claimed-image")[0]["message"]
            .as_str()
            .unwrap()
            .contains("NamespacedCloudProfile `garden-shop/shop`")
    );
}

/// Changes, line 2: "List changes by name, never by index. Removed machine types are not blocked
/// ... warning with the pools".
#[test]
fn changes_are_by_name_and_removed_machine_types_name_the_pools() {
    let moved = PROFILE.replace(
        "    - version: 1.33.1\n    - version: 1.32.5\n",
        "    - version: 1.32.5\n    - version: 1.33.1\n",
    );
    assert_eq!(
        json(PROFILE, &moved, &[])["counts"],
        serde_json::json!({}),
        "another order of versions does nothing"
    );
    let line = PROFILE
        .lines()
        .find(|line| line.contains("name: m5.large"))
        .unwrap();
    let report = json(
        PROFILE,
        &PROFILE.replace(&format!("{line}\n"), ""),
        &[("shoot.yaml", SHOOT)],
    );
    assert!(report["refused"].as_array().unwrap().is_empty());
    assert!(of_kind(&report, "removed").is_empty(), "{report:#}");
    let impossible = of_kind(&report, "impossible");
    assert_eq!(
        (impossible.len(), impossible[0]["name"].as_str()),
        (1, Some("m5.large")),
        "whatever image versions its pools run"
    );
    assert_eq!(impossible[0]["imageVersions"].as_array().unwrap().len(), 2);
    assert_eq!(impossible[0]["pools"].as_array().unwrap().len(), 2);
}

#[test]
fn reordering_the_vocabulary_says_for_whom() {
    let report = json(
        PROFILE,
        &PROFILE.replace("[uefi, bios]", "[bios, uefi]"),
        &[("shoot.yaml", SHOOT)],
    );
    let flavors = of_kind(&report, "flavor");
    assert_eq!(flavors.len(), 1);
    assert_eq!(
        flavors[0]["causes"],
        serde_json::json!(["reorderedVocabulary"])
    );
    assert_eq!(flavors[0]["machineTypes"], serde_json::json!(["m5.large"]));
    assert_eq!(flavors[0]["pools"][0]["pool"], "green");
    let artifacts = of_kind(&report, "artifact");
    let moved = serde_json::json!([{"region": "eu", "before": "ami ami-1", "after": "ami ami-2"}]);
    assert_eq!(
        artifacts[0]["imageVersions"],
        serde_json::json!([{"image": "gardenlinux", "version": "1877.2.0", "artifacts": moved}])
    );
    assert_eq!(
        artifacts[0]["causes"],
        serde_json::json!(["reorderedVocabulary"])
    );
}

#[test]
fn added_values_name_who_claims_them() {
    let report = json(
        PROFILE,
        &PROFILE.replace("[uefi, bios]", "[uefi, bios, net]"),
        &[],
    );
    let vocabulary = of_kind(&report, "vocabulary");
    assert_eq!(vocabulary[0]["causes"], serde_json::json!(["addedValue"]));
    assert_eq!(
        vocabulary[0]["machineTypes"],
        serde_json::json!(["m5.large"])
    );
}

const LEGACY: &str = r#"apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: plain}
spec:
  type: example
  kubernetes: {versions: [{version: 1.33.1}]}
  machineImages:
  - {name: gl, updateStrategy: major, versions: [{version: 1.0.0, cri: [{name: containerd}], architectures: [amd64, arm64]}]}
  machineTypes:
  - {name: small, cpu: "2", gpu: "0", memory: 8Gi, architecture: amd64}
  regions: [{name: eu}]
"#;
const VOCABULARY: &str = "  machineCapabilities: [{name: architecture, values: [amd64, arm64]}]\n";

/// Capabilities: "Adding `machineCapabilities` to a stored legacy profile converts it first; the
/// same file created fresh is refused".
#[test]
fn capabilities_the_first_migration_is_told_and_the_same_file_created_is_refused() {
    let new = format!("{LEGACY}{VOCABULARY}");
    let report = json(LEGACY, &new, &[]);
    assert!(report["refused"].as_array().unwrap().is_empty());
    assert_eq!(report["notes"][0]["rule"], "change/first-migration");
    assert_eq!(
        of_kind(&report, "format")[0]["causes"],
        serde_json::json!(["firstMigration"])
    );
    let ran = diff(LEGACY, &new, &[], &[]);
    assert!(
        ran.stdout.contains("a create of the same file fails"),
        "{}",
        ran.stdout
    );
    let dir = Dir::with(&[
        ("old/shoot.yaml", SHOOT),
        ("new/shoot.yaml", SHOOT),
        ("new/profile.yaml", &new),
    ]);
    assert_eq!(
        dir.run(&["diff", "old", "new"]).exit.code(),
        1,
        "created fresh"
    );
}

/// Capabilities: "Dropping `machineCapabilities` silently clears flavors and machine type
/// capabilities."
#[test]
fn capabilities_going_back_is_told() {
    let report = json(&format!("{LEGACY}{VOCABULARY}"), LEGACY, &[]);
    assert_eq!(report["notes"][0]["rule"], "change/dropped-vocabulary");
    assert_eq!(
        of_kind(&report, "format")[0]["causes"],
        serde_json::json!(["backToLegacy"])
    );
}

/// Versions and life cycle: "Expired versions are dropped on create and kept on update ... error if
/// that empties the list".
#[test]
fn versions_expired_ones_are_kept_on_update_and_dropped_on_create() {
    let expired = LEGACY.replace(
        "{version: 1.33.1}",
        "{version: 1.32.1, expirationDate: \"2020-01-01T00:00:00Z\"}, {version: 1.33.1}",
    );
    assert_eq!(diff(LEGACY, &expired, &[], &[]).exit.code(), 0);
    let only = LEGACY.replace(
        "version: 1.0.0,",
        "version: 1.0.0, expirationDate: \"2020-01-01T00:00:00Z\",",
    );
    let dir = Dir::with(&[
        ("old/shoot.yaml", SHOOT),
        ("new/shoot.yaml", SHOOT),
        ("new/profile.yaml", &only),
    ]);
    assert_eq!(
        dir.run(&["diff", "old", "new"]).exit.code(),
        1,
        "a create would leave the image empty"
    );
    assert_eq!(
        diff(LEGACY, &only, &[], &[]).exit.code(),
        0,
        "an update keeps it"
    );
}

#[test]
fn classifications_now_and_later() {
    let dated = PROFILE.replace(
        "- version: 1.32.5",
        "- version: 1.32.5\n      expirationDate: \"2030-01-01T00:00:00Z\"",
    );
    let report = json(PROFILE, &dated, &[("shoot.yaml", SHOOT)]);
    let found = of_kind(&report, "classification");
    assert_eq!(
        (found.len(), found[0]["after"].as_str()),
        (1, Some("supported; expired after 2030-01-01T00:00:00Z"))
    );
    let later: Value = serde_json::from_str(
        &diff(
            PROFILE,
            &dated,
            &[("shoot.yaml", SHOOT)],
            &["-f", "json", "--against-now", "2031-01-01T00:00:00Z"],
        )
        .stdout,
    )
    .unwrap();
    assert_eq!(of_kind(&later, "classification")[0]["after"], "expired");
    assert_eq!(of_kind(&later, "maintenance")[0]["after"], "1.33.1");
}

#[test]
fn another_default_is_told() {
    let added = PROFILE.replace(
        "    - version: 1877.2.0\n      cri",
        "    - \
        {version: 1900.1.0, cri: [{name: containerd}], capabilityFlavors: \
        [{architecture: [amd64]}]}\n    - version: 1877.2.0\n      cri",
    );
    let report = json(
        &PROFILE.replace("type: aws", "type: example"),
        &added.replace("type: aws", "type: example"),
        &[],
    );
    let defaults = of_kind(&report, "default");
    assert!(
        defaults
            .iter()
            .any(|of| of["before"] == "gardenlinux 1877.2.0"
                && of["after"] == "gardenlinux 1900.1.0"),
        "{report}"
    );
}

#[test]
fn impact_fails_only_where_it_is_denied() {
    let new = PROFILE.replace("[uefi, bios]", "[bios, uefi]");
    for (deny, code) in [
        ("incompatible", 0),
        ("incompatible,flavor", 1),
        ("any", 1),
        ("flavour", 2),
    ] {
        assert_eq!(
            diff(PROFILE, &new, &[], &["--deny-impact", deny])
                .exit
                .code(),
            code,
            "{deny}"
        );
    }
    assert!(
        diff(PROFILE, &new, &[], &["--deny-impact", "flavour"])
            .stderr
            .contains("did you mean flavor?")
    );
}

#[test]
fn a_comment_is_never_too_long() {
    let many: String = (0..3000)
        .map(|n| format!("    - version: 1.33.{}\n", n + 2))
        .collect();
    let new = PROFILE.replace(
        "    - version: 1.32.5\n",
        &format!("    - version: 1.32.5\n{many}"),
    );
    let ran = diff(PROFILE, &new, &[], &["-f", "markdown"]);
    assert!(ran.stdout.len() < 60_000, "{}", ran.stdout.len());
    assert!(ran.stdout.contains("Cut at 60000 bytes") && ran.stdout.contains("</details>"));
}

#[test]
fn json_keeps_its_contract() {
    let dir = Dir::new();
    let schema: Value = serde_json::from_str(&dir.run(&["schema", "diff"]).stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for new in [
        PROFILE.replace("[uefi, bios]", "[bios, uefi]"),
        PROFILE.replace("    - version: 1.32.5\n", ""),
    ] {
        let report = json(
            PROFILE,
            &new,
            &[("shoot.yaml", SHOOT), ("child.yaml", CHILD)],
        );
        let errors: Vec<String> = validator
            .iter_errors(&report)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
}

fn git(dir: &Dir, args: &[&str]) {
    let line = [
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@example.org",
        "-c",
        "init.defaultBranch=main",
        "-c",
        "commit.gpgsign=false",
    ];
    let ran = Command::new("git")
        .args(line)
        .args(args)
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert!(
        ran.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&ran.stderr)
    );
}

#[test]
fn both_sides_come_from_git() {
    let dir = Dir::with(&[("profiles/aws.yaml", PROFILE), ("shoots/web.yaml", SHOOT)]);
    git(&dir, &["init", "-q", "-b", "main"]);
    let commit = |message: &str| {
        git(&dir, &["add", "-A"]);
        git(&dir, &["commit", "-q", "-m", message]);
    };
    commit("first");
    git(&dir, &["checkout", "-q", "-b", "topic"]);
    // Renamed and changed.
    std::fs::remove_file(dir.path().join("profiles/aws.yaml")).unwrap();
    dir.write(
        "moved/profile.yaml",
        PROFILE.replace("[uefi, bios]", "[bios, uefi]"),
    );
    commit("second");
    git(&dir, &["checkout", "-q", "main"]);
    dir.write(
        "profiles/aws.yaml",
        PROFILE.replace(
            "    - version: 1.33.1\n",
            "    - version: 1.33.2\n    - version: 1.33.1\n",
        ),
    );
    commit("third");
    // The work tree does not count where two revisions are named.
    dir.write("profiles/aws.yaml", "broken: [");
    let report = |args: &[&str]| {
        let ran = dir.run(&[&["diff", "-f", "json", "--git"], args].concat());
        assert_eq!((ran.exit.code(), ran.stderr.as_str()), (0, ""), "{args:?}");
        serde_json::from_str::<Value>(&ran.stdout).unwrap()
    };
    let fork = report(&["main...topic"]);
    assert_eq!(
        fork["objects"].as_array().unwrap().len(),
        1,
        "a renamed file is no other object"
    );
    assert_eq!(fork["counts"]["flavor"], 1);
    assert!(
        fork["counts"].get("removed").is_none(),
        "what main did since is not the branch's doing"
    );
    assert_eq!(of_kind(&fork, "flavor")[0]["pools"][0]["shoot"], "web");
    assert_eq!(
        of_kind(&fork, "flavor")[0]["new"]["file"],
        "moved/profile.yaml"
    );
    assert_eq!(report(&["main..topic"])["counts"]["removed"], 1);
    assert_eq!(
        report(&["main~1.."])["counts"]["added"],
        1,
        "the other side is HEAD"
    );
    assert!(
        report(&["main..topic", "shoots"])["objects"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        dir.run(&["diff", "--git", "main...topic", "--deny-impact", "flavor"])
            .exit
            .code(),
        1
    );
    let missing = dir.run(&["diff", "--git", "gone...topic"]);
    assert_eq!(missing.exit.code(), 2);
    assert!(
        missing.stderr.contains("there is no revision `gone`"),
        "{}",
        missing.stderr
    );
    let outside = Dir::new().run(&["diff", "--git", "main"]);
    assert!(
        outside.exit.code() == 2 && outside.stderr.contains("not in a git repository"),
        "{}",
        outside.stderr
    );
}

/// A revision alone is compared with the work tree, as `git diff` does, and what git does not know
/// yet counts unless it ignores it.
#[test]
fn a_revision_is_compared_with_the_work_tree() {
    let later = PROFILE.replace("    - version: 1.32.5\n", "");
    let other = PROFILE.replace("name: aws\n", "name: other\n");
    let dir = Dir::with(&[("profiles/aws.yaml", PROFILE), ("shoots/web.yaml", SHOOT)]);
    git(&dir, &["init", "-q", "-b", "main"]);
    git(&dir, &["add", "-A"]);
    git(&dir, &["commit", "-q", "-m", "first"]);
    let told = |args: &[&str]| -> (u8, Vec<String>) {
        let ran = dir.run(&[&["diff", "-f", "json", "--git"], args].concat());
        let report: Value = serde_json::from_str(&ran.stdout)
            .unwrap_or_else(|_| panic!("{args:?}: {}", ran.stderr));
        let objects = report["objects"].as_array().unwrap().iter();
        let told = objects.map(|of| {
            let words = ["file", "change"].map(|key| of[key].as_str().unwrap());
            words.join(" ")
        });
        (ran.exit.code(), told.collect())
    };
    let is = |code: u8, told: &[&str]| (code, told.iter().map(|of| (*of).to_owned()).collect());
    assert_eq!(told(&["HEAD"]), is(0, &[]), "nothing changes");

    dir.write("profiles/aws.yaml", &later);
    dir.write("new/other.yaml", &other);
    let both = is(1, &["profiles/aws.yaml changed", "new/other.yaml added"]);
    assert_eq!(told(&["HEAD"]), both, "changed and untracked");
    assert_eq!(told(&["HEAD", "new"]), is(0, &["new/other.yaml added"]));
    assert_eq!(
        run_in(&dir.path().join("new"), &["diff", "--git", "HEAD"], "", &[])
            .exit
            .code(),
        1,
        "also from below"
    );
    git(&dir, &["add", "-A"]);
    assert_eq!(told(&["HEAD"]), both, "staged");
    assert_eq!(told(&["HEAD..HEAD"]), is(0, &[]), "two revisions");
    assert_eq!(told(&["HEAD...HEAD"]), is(0, &[]), "from where they part");
    git(&dir, &["commit", "-q", "-m", "second"]);
    assert_eq!(told(&["HEAD"]), is(0, &[]));
    assert_eq!(told(&["HEAD~1"]), both, "committed, as in CI");

    dir.write(
        "drafts/draft.yaml",
        PROFILE.replace("name: aws\n", "name: draft\n"),
    );
    dir.write(".gitignore", "drafts/\n");
    assert_eq!(told(&["HEAD"]), is(0, &[]), "ignored");
    let gone = |path: &str| std::fs::remove_file(dir.path().join(path)).unwrap();
    gone("new/other.yaml");
    assert_eq!(told(&["HEAD"]), is(0, &["HEAD:new/other.yaml removed"]));
    gone("profiles/aws.yaml");
    let (code, removed) = told(&["HEAD"]);
    assert_eq!((code, removed.len()), (1, 2), "{removed:?}");
    git(&dir, &["rm", "-q", "-r", "--cached", "new", "profiles"]);
    assert_eq!(told(&["HEAD"]).1, removed, "also from the index");
    git(&dir, &["checkout", "-q", "HEAD", "--", "."]);
    // What a sparse checkout leaves out is not deleted.
    git(&dir, &["sparse-checkout", "set", "--no-cone", "/shoots/"]);
    assert!(!dir.path().join("profiles/aws.yaml").exists());
    assert_eq!(told(&["HEAD"]), is(0, &[]));
    git(&dir, &["sparse-checkout", "disable"]);

    let missing = dir.run(&["diff", "--git", "HEAD", "nosuchpath"]);
    assert!(
        missing.exit.code() == 2
            && missing
                .stderr
                .contains("there is no nosuchpath in HEAD and the work tree\n"),
        "{}",
        missing.stderr
    );
    // Two revisions, as git itself takes them.
    for (args, meant) in [
        (["HEAD~1", "HEAD"], "; did you mean `HEAD~1..HEAD`?\n"),
        (["HEAD~1..HEAD", "HEAD"], "HEAD~1 and HEAD\n"),
    ] {
        let ran = dir.run(&[&["diff", "--git"], &args[..]].concat());
        assert_eq!(ran.exit.code(), 2, "{}", ran.stderr);
        assert!(ran.stderr.ends_with(meant), "{}", ran.stderr);
    }
    let bare = run_in(
        &dir.path().join(".git"),
        &["diff", "--git", "HEAD"],
        "",
        &[],
    );
    assert!(
        bare.exit.code() == 2 && bare.stderr.contains("`HEAD..HEAD`"),
        "{}",
        bare.stderr
    );
}

#[test]
fn objects_are_paired_by_name_in_directories() {
    let dir = Dir::with(&[
        ("a/one.yaml", PROFILE),
        ("a/two.yaml", CHILD),
        ("b/all.yaml", &format!("{PROFILE}---\n{SHOOT}")),
    ]);
    let ran = dir.run(&["diff", "a", "b", "-f", "json"]);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let changes: Vec<(&str, &str)> = report["objects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| (of["kind"].as_str().unwrap(), of["change"].as_str().unwrap()))
        .collect();
    assert_eq!(
        changes,
        [("NamespacedCloudProfile", "removed"), ("Shoot", "added")]
    );
}

#[test]
fn a_shoot_may_only_move_within_its_family() {
    let other = format!(
        "{SHOOT}---\n{}",
        PROFILE.replace("  name: aws\n", "  name: other\n")
    );
    let old = format!("{other}---\n{PROFILE}");
    let report = json(&old, &old.replacen("name: aws}", "name: other}", 1), &[]);
    assert_eq!(
        refused(&report, "shoot/forbidden-profile-move").len(),
        1,
        "{report:#}"
    );
}
