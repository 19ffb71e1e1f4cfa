//! `lint --summary`: equal findings about Shoots as one.

use crate::common::{Dir, Ran};
use serde_json::Value;

/// A Shoot with two pools of machine types that the profile does not have, and one that is too
/// long.
fn shoot(name: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: {name}, \
         namespace: garden-x}}\nspec:\n  cloudProfile: {{name: example}}\n  region: europe\n  \
         kubernetes: {{version: 1.34.2}}\n  provider:\n    type: example\n    workers:\n    - \
         {{name: {name}-a, minimum: 1, maximum: 2, machine: {{type: gone}}}}\n    - {{name: \
         {name}-b, minimum: 1, maximum: 2, machine: {{type: lost}}}}\n"
    )
}

fn lint(args: &[&str]) -> Ran {
    let profile =
        std::fs::read_to_string(crate::common::root().join("testdata/maintain/profile.yaml"))
            .unwrap();
    let (one, two, three) = (
        shoot("one"),
        shoot("two"),
        shoot("three").replace("lost", "gone"),
    );
    let files = [
        ("profile.yaml", &*profile),
        ("one.yaml", &one),
        ("two.yaml", &two),
        ("three.yaml", &three),
    ];
    let select = [
        "lint",
        "--select",
        "shoot/unknown-machine-type,selection,design",
    ];
    Dir::with(&files).run(&[&select[..], args, &["."]].concat())
}

#[test]
fn compact_folds_findings_that_differ_only_in_names() {
    let all = lint(&[
        "--format",
        "compact",
        "--select",
        "shoot/unknown-machine-type",
    ]);
    let all: Vec<&str> = all
        .stdout
        .lines()
        .filter(|line| line.contains("shoot/unknown-machine-type"))
        .collect();
    assert_eq!(all.len(), 6, "{all:?}");
    let ran = lint(&["--format", "compact", "--summary"]);
    let folded: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| line.contains("shoot/unknown-machine-type"))
        .collect();
    assert_eq!(folded.len(), 2, "{folded:?}");
    // Each stands at the first place; files are sorted by name.
    assert!(
        folded[0].starts_with("one.yaml:11:") && folded[0].ends_with("(4 findings in 3 Shoots)"),
        "{folded:?}"
    );
    assert!(
        folded[1].starts_with("one.yaml:12:") && folded[1].ends_with("(2 findings in 2 Shoots)"),
        "{folded:?}"
    );
    assert!(
        folded[0].contains("pool `…`") && folded[0].contains("`gone`"),
        "{folded:?}"
    );
    // The answers about profiles stay as they are.
    let others = |ran: &Ran| {
        ran.stdout
            .lines()
            .filter(|line| !line.contains("[shoot/"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(others(&ran), others(&lint(&["--format", "compact"])));
    assert!(
        ran.stderr.contains("6 errors"),
        "the counts are those of all findings: {}",
        ran.stderr
    );
}

#[test]
fn the_human_form_shows_one_line_for_many() {
    let ran = lint(&["--summary"]);
    assert!(
        ran.stdout.contains("(4 findings in 3 Shoots)\n\n")
            && ran.stdout.contains("(2 findings in 2 Shoots)\n\n"),
        "{}",
        ran.stdout
    );
    assert_eq!(
        ran.stdout.matches("shoot/unknown-machine-type").count(),
        2,
        "{}",
        ran.stdout
    );
    assert!(!lint(&[]).stdout.contains(" Shoots)"));
    // A limit counts what is shown.
    let ran = lint(&["--summary", "--max-findings", "1"]);
    assert_eq!(
        ran.stdout.matches("shoot/unknown-machine-type").count(),
        1,
        "{}",
        ran.stdout
    );
}

#[test]
fn json_gets_the_counts_beside_all_findings() {
    let json = |args: &[&str]| serde_json::from_str::<Value>(&lint(args).stdout).unwrap();
    let (plain, with) = (json(&["-f", "json"]), json(&["-f", "json", "--summary"]));
    assert!(plain.get("folded").is_none());
    assert_eq!(plain["findings"], with["findings"]);
    let folded = with["folded"].as_array().unwrap();
    let counts: Vec<(u64, u64)> = folded
        .iter()
        .map(|group| {
            (
                group["count"].as_u64().unwrap(),
                group["shoots"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(counts, [(4, 3), (2, 2)]);
    for group in folded {
        let first = &with["findings"][usize::try_from(group["first"].as_u64().unwrap()).unwrap()];
        assert_eq!(
            (&first["rule"], &first["file"]),
            (&group["rule"], &Value::from("one.yaml"))
        );
    }
    let schema = crate::common::run_in(&crate::common::root(), &["schema", "lint"], "", &[]).stdout;
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&with)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
}

/// A profile with one finding that has a safe fix, and three with a fix for review.
const FIXABLE: &str = include_str!("../../testdata/report/fixable.yaml");

#[test]
fn statistics_count_findings_and_fixes_by_rule() {
    let dir = Dir::with(&[("profile.yaml", FIXABLE)]);
    let ran = dir.run(&["lint", "--statistics", "profile.yaml"]);
    assert_eq!(ran.exit.code(), 1);
    assert_eq!(
        ran.stdout,
        "\
Rule                                       Findings  Severity  Fix
schema/unknown-field                       2         error     2 fixable with --fix --unsafe-fixes
cloudprofile/malformed-kubernetes-version  1         error     1 fixable with --fix
schema/memory-without-unit                 1         warning   1 fixable with --fix --unsafe-fixes

3 errors, 1 warning in 1 file, 1 document; 1 fixable with --fix (3 more with --unsafe-fixes)
"
    );
    let json = |args: &[&str]| {
        serde_json::from_str::<Value>(&dir.run(&[&["lint", "-f", "json"], args].concat()).stdout)
            .unwrap()
    };
    let (plain, with) = (json(&["."]), json(&["--statistics", "."]));
    assert!(plain.get("statistics").is_none());
    assert_eq!(plain["findings"], with["findings"]);
    let sum = |field: &str| {
        let counts = with["statistics"].as_array().unwrap().iter();
        counts
            .map(|of| of.pointer(field).and_then(Value::as_u64).unwrap())
            .sum::<u64>()
    };
    let summary = &with["summary"];
    assert_eq!(
        sum("/count"),
        ["errors", "warnings", "notes"]
            .map(|level| summary[level].as_u64().unwrap())
            .iter()
            .sum::<u64>()
    );
    for of in ["safe", "unsafe"] {
        assert_eq!(
            summary["fixable"][of].as_u64(),
            Some(sum(&format!("/fixable/{of}")))
        );
    }
    // The remaining findings have no fix.
    let fixed = json(&["--fix", "--unsafe-fixes", "."]);
    assert_eq!(
        fixed["summary"]["fixable"],
        serde_json::json!({"safe": 0, "unsafe": 0})
    );
    let refused = dir.run(&["lint", "--statistics", "-f", "sarif", "."]);
    assert_eq!(
        (refused.exit.code(), &*refused.stderr),
        (2, "cpcap: --statistics needs the form human or json\n")
    );
}

#[test]
fn quiet_shows_findings_and_nothing_else() {
    let dir = Dir::with(&[("profile.yaml", FIXABLE)]);
    for args in [
        &["lint", "."][..],
        &["lint", "--statistics", "."],
        &["lint", "--format", "compact", "."],
        &["lint", "--diff", "."],
    ] {
        let (loud, quiet) = (dir.run(args), dir.run(&[args, &["--quiet"]].concat()));
        assert_eq!(quiet.exit, loud.exit, "{args:?}");
        assert_eq!(quiet.stderr, "", "{args:?}");
        let (lines, fewer) = (loud.stdout.lines().count(), quiet.stdout.lines().count());
        assert!(
            loud.stdout.starts_with(&quiet.stdout) && !quiet.stdout.is_empty(),
            "{args:?}: {}",
            quiet.stdout
        );
        assert!(fewer < lines || !loud.stderr.is_empty(), "{args:?}");
    }
    let clean = dir.run(&["lint", "-q", "--select", "yaml", "."]);
    assert_eq!((&*clean.stdout, &*clean.stderr), ("", ""));
}
