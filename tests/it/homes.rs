//! Landscapes of one name, given as files: whatever way they are given, a reference means the
//! profile in the nearest directory, and what is compared stands where its landscape is.

use serde_json::Value;

use crate::common::diff::{PROFILE, SHOOT, of_kind, refused};
use crate::common::{Dir, run_in};
use crate::landscapes::{added, removed};

/// Two landscapes, and revisions of the profile of `dev` in and outside of them.
fn two() -> Dir {
    let live = SHOOT.replace("name: web", "name: shop");
    Dir::with(&[
        ("all/dev/aws.yaml", PROFILE),
        ("all/dev/web.yaml", SHOOT),
        ("all/dev/draft.yaml", &removed()),
        ("all/live/aws.yaml", PROFILE),
        ("all/live/shop.yaml", &live),
        ("old.yaml", PROFILE),
        ("new.yaml", &removed()),
        ("away/draft.yaml", &removed()),
    ])
}

/// Who still uses the version that goes, by both commands: `lint --old` and `diff`.
fn users(dir: &Dir, at: &str, old: &str, new: &str, with: &[&str]) -> Vec<String> {
    let with: Vec<&str> = with.iter().flat_map(|path| ["--with", *path]).collect();
    let run = |line: &[&str]| -> Value {
        let ran = run_in(
            &dir.path().join(at),
            &[line, &with, &["-f", "json"]].concat(),
            "",
            &[],
        );
        serde_json::from_str(&ran.stdout)
            .unwrap_or_else(|_| panic!("{line:?}: {}{}", ran.stdout, ran.stderr))
    };
    let shoots = |related: &Value, file: &str| -> Vec<String> {
        let related = related.as_array().unwrap().iter();
        let mut shoots: Vec<String> = related
            .filter_map(|of| {
                let path = of.pointer(file).unwrap().as_str().unwrap();
                let name = path.rsplit('/').next().unwrap();
                ["web.yaml", "shop.yaml"]
                    .contains(&name)
                    .then(|| name.trim_end_matches(".yaml").to_owned())
            })
            .collect();
        shoots.sort();
        shoots
    };
    let diff = run(&["diff", old, new]);
    let gone = of_kind(&diff, "removed");
    let mut told: Vec<String> = gone[0]["pools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| of["shoot"].as_str().unwrap().to_owned())
        .collect();
    told.sort();
    let refusals = refused(&diff, "change/removed-in-use");
    let of_diff = refusals
        .first()
        .map(|of| shoots(&of["related"], "/place/file"))
        .unwrap_or_default();
    let lint = run(&[
        "lint",
        new,
        "--old",
        old,
        "--select",
        "change/removed-in-use",
    ]);
    let of_lint = lint["findings"]
        .as_array()
        .unwrap()
        .first()
        .map(|of| shoots(&of["related"], "/file"))
        .unwrap_or_default();
    assert_eq!(
        (&told, &of_diff),
        (&of_lint, &of_lint),
        "{old} {new} {with:?}: {diff:#}"
    );
    told
}

/// A file is the same one however its name is written: a name that another landscape has too makes
/// it no file of that.
#[test]
fn spelling_a_name_differently_changes_nothing() {
    let dir = two();
    dir.write("aws.yaml", removed());
    let full = format!("{}/aws.yaml", dir.path().display());
    let answers: Vec<(u8, String)> = ["aws.yaml", "./aws.yaml", &full]
        .into_iter()
        .map(|new| {
            let ran = dir.run(&[
                "diff",
                "all/dev/aws.yaml",
                new,
                "--with",
                "all/live",
                "-f",
                "json",
            ]);
            let report: Value = serde_json::from_str(&ran.stdout).unwrap();
            (ran.exit.code(), report["verdict"].to_string())
        })
        .collect();
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:?}"
    );
}

#[test]
fn whatever_way_files_are_given_the_nearest_profile_counts() {
    let dir = two();
    let root = dir.path().display().to_string();
    let full = |path: &str| format!("{root}/{path}");
    let (all, aws, draft) = (
        full("all"),
        full("all/dev/aws.yaml"),
        full("all/dev/draft.yaml"),
    );
    for (at, old, new, with) in [
        // Both in the landscape.
        ("", "all/dev/aws.yaml", "all/dev/draft.yaml", &["all"][..]),
        (
            "",
            "all/dev/aws.yaml",
            "all/dev/draft.yaml",
            &["all/dev", "all/live"],
        ),
        (
            "",
            "all/dev/aws.yaml",
            "all/dev/draft.yaml",
            &["all/dev/web.yaml", "all/live"],
        ),
        ("", "all/dev/aws.yaml", "all/dev/draft.yaml", &["all/*"]),
        ("", "all/dev/aws.yaml", "all/dev/draft.yaml", &[&all]),
        ("", &aws, "all/dev/draft.yaml", &["all"]),
        ("", "all/dev/aws.yaml", &draft, &["all"]),
        ("all/live", "../dev/aws.yaml", "../dev/draft.yaml", &[".."]),
        ("all/dev", "aws.yaml", "draft.yaml", &["..", "../live"]),
    ] {
        assert_eq!(
            users(&dir, at, old, new, with),
            ["web"],
            "{at} {old} {new} {with:?}"
        );
    }
    // One of them elsewhere.
    std::fs::remove_file(dir.path().join("all/dev/draft.yaml")).unwrap();
    for (at, old, new, with) in [
        ("", "all/dev/aws.yaml", "new.yaml", &["all"][..]),
        ("", "all/dev/aws.yaml", "away/draft.yaml", &["all"]),
        (
            "",
            "all/dev/aws.yaml",
            "away/draft.yaml",
            &["all/dev", "all/live"],
        ),
        ("", &aws, "away/draft.yaml", &["all/dev/web.yaml", &all]),
        ("all/dev", "aws.yaml", "../../new.yaml", &[".", "../live"]),
    ] {
        assert_eq!(
            users(&dir, at, old, new, with),
            ["web"],
            "{at} {old} {new} {with:?}"
        );
    }
    // What it is a copy of is not told by anything.
    assert!(users(&dir, "", "old.yaml", "new.yaml", &["all"]).is_empty());
}

/// A copy of the profile stands for the one of the landscape that says the same, and for no other.
#[test]
fn a_copy_stands_for_the_profile_that_says_the_same() {
    let dir = two();
    dir.write("all/live/aws.yaml", added());
    std::fs::remove_file(dir.path().join("all/dev/draft.yaml")).unwrap();
    assert_eq!(users(&dir, "", "old.yaml", "new.yaml", &["all"]), ["web"]);
    assert_eq!(
        users(&dir, "", "old.yaml", "new.yaml", &["all/dev"]),
        ["web"]
    );
    let nobody: [&str; 0] = [];
    assert_eq!(
        users(&dir, "", "old.yaml", "new.yaml", &["all/live"]),
        nobody
    );
    let ran = dir.run(&[
        "diff", "old.yaml", "new.yaml", "--with", "all/live", "-f", "json",
    ]);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (&report["verdict"], &report["notKnown"][0]["reason"]),
        (&Value::from("notKnown"), &Value::from("noShoots")),
        "{report:#}"
    );
}

/// The same directory is nearer than one below it, and one below it nearer than one further down.
#[test]
fn the_fewest_directories_between_are_nearest() {
    let dir = Dir::with(&[
        ("near/aws.yaml", PROFILE),
        ("near/web.yaml", SHOOT),
        ("near/a/aws.yaml", &removed()),
        ("deep/web.yaml", SHOOT),
        ("deep/a/b/aws.yaml", &removed()),
        ("deep/z/aws.yaml", PROFILE),
        ("tied/web.yaml", SHOOT),
        ("tied/a/aws.yaml", &removed()),
        ("tied/b/aws.yaml", PROFILE),
    ]);
    for (at, severity, file) in [
        ("near", "note", "near/aws.yaml"),
        ("deep", "note", "deep/z/aws.yaml"),
        ("tied", "warning", "tied/a/aws.yaml"),
    ] {
        let rule = "shoot/ambiguous-profile";
        let ran = dir.run(&[
            "lint", at, "--select", rule, "--level", "note", "-f", "json",
        ]);
        let said: Value = serde_json::from_str(&ran.stdout).unwrap();
        let finding = &said["findings"][0];
        assert_eq!(finding["severity"], severity, "{finding:#}");
        assert_eq!(finding["related"][0]["file"], file, "{finding:#}");
    }
}
