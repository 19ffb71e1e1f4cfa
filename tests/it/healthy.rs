//! A user with healthy files reads one line; findings about normal life are counted there, and
//! shown on demand.

use std::fmt::Write as _;

use crate::common::{Dir, formats};
use serde_json::Value;

const VALID: &str = include_str!("../../testdata/examples/valid.yaml");
const CHILD: &str = include_str!("../../testdata/examples/namespaced.yaml");

/// A Shoot of the profile of the operator guide, or of what a project adds to it.
fn shoot(n: usize) -> String {
    let (kind, name) = if n.is_multiple_of(2) {
        ("CloudProfile", "example")
    } else {
        ("NamespacedCloudProfile", "mine")
    };
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata:\n  name: shoot-{n}\n  \
         namespace: garden-project\nspec:\n  cloudProfile: {{kind: {kind}, name: {name}}}\n  \
         region: local\n  kubernetes:\n    version: 1.36.0\n  provider:\n    type: local\n    \
         workers:\n    - name: pool\n      minimum: 1\n      maximum: 3\n      machine:\n        \
         type: general-medium\n        image: {{name: local, version: 1.0.0}}\n"
    )
}

/// Two landscapes of equal names: a profile, NamespacedCloudProfiles and Shoots, in files and
/// directories as people keep them.
fn landscapes() -> Dir {
    let dir = Dir::new();
    for landscape in ["canary", "live"] {
        dir.write(&format!("{landscape}/profiles/example.yaml"), VALID);
        // A machine type of its own.
        let mine = CHILD.replace(
            "arm-medium\n",
            "arm-large\n    capabilities: {architecture: [arm64]}\n",
        );
        dir.write(&format!("{landscape}/projects/mine.yaml"), mine);
        let mut shoots = String::new();
        for n in 0..20 {
            writeln!(shoots, "---\n{}", shoot(n)).unwrap();
        }
        dir.write(&format!("{landscape}/projects/shoots.yaml"), shoots);
    }
    dir
}

#[test]
fn healthy_files_print_one_line() {
    let dir = landscapes();
    for args in [
        &["lint"][..],
        &["lint", "canary"],
        &["lint", "--with", "live/profiles", "live/projects"],
    ] {
        let ran = dir.run(args);
        assert_eq!(
            (ran.exit.code(), ran.stdout.lines().count()),
            (0, 1),
            "{args:?}: {}",
            ran.stdout
        );
        assert!(
            ran.stdout.starts_with("no findings in ") && ran.stderr.is_empty(),
            "{}{}",
            ran.stdout,
            ran.stderr
        );
    }
    assert!(
        dir.run(&["lint"])
            .stdout
            .contains(" notes not shown (--level note shows them)")
    );
    let one = Dir::with(&[("valid.yaml", VALID)]).run(&["lint"]).stdout;
    assert_eq!(
        one,
        "no findings in 1 file, 1 document; 1 note not shown (--level note shows it)\n"
    );
}

/// The findings by severity, in JSON.
fn counts(dir: &Dir, args: &[&str]) -> [usize; 3] {
    let ran = dir.run(&[&["lint", "--format", "json"], args].concat());
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let counts = ["error", "warning", "note"].map(|severity| {
        report["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|finding| finding["severity"] == severity)
            .count()
    });
    let summary = ["errors", "warnings", "notes"]
        .map(|name| usize::try_from(report["summary"][name].as_u64().unwrap()).unwrap());
    assert_eq!(summary, counts);
    let hidden = |name: &str| {
        usize::try_from(report["summary"]["notShown"][name].as_u64().unwrap()).unwrap()
    };
    let all: Value = serde_json::from_str(
        &dir.run(&["lint", "--format", "json", "--level", "note", "--no-config"])
            .stdout,
    )
    .unwrap();
    if !args
        .iter()
        .any(|arg| arg.starts_with("--select") || arg.starts_with("--severity"))
    {
        assert_eq!(
            all["findings"].as_array().unwrap().len(),
            counts.iter().sum::<usize>() + hidden("warnings") + hidden("notes")
        );
    }
    counts
}

#[test]
fn the_level_decides_what_is_shown_in_every_form() {
    // An unclassified second version is a warning, a list of all values a note, a missing type an
    // error.
    let wrong = VALID
        .replace(
            "    - version: 1.36.0\n",
            "    - version: 1.36.1\n      classification: supported\n    - version: 1.36.0\n",
        )
        .replace("  type: local\n", "  typ: local\n");
    let dir = Dir::with(&[("valid.yaml", &wrong)]);
    let [errors, warnings, notes] = counts(&dir, &["--level", "note"]);
    assert!(
        errors > 0 && warnings > 0 && notes > 0,
        "{errors} {warnings} {notes}"
    );
    assert_eq!(counts(&dir, &[]), [errors, warnings, 0]);
    assert_eq!(counts(&dir, &["--level", "warning"]), [errors, warnings, 0]);
    assert_eq!(counts(&dir, &["--level", "error"]), [errors, 0, 0]);
    // Findings that fail a run are shown.
    assert_eq!(counts(&dir, &["--deny", "note"]), [errors, warnings, notes]);
    assert_eq!(
        counts(&dir, &["--level", "error", "--deny", "warning"]),
        [errors, warnings, 0]
    );
    // A rule that the user names also shows, and `all` names none.
    let note = "design/redundant-all-values";
    assert_eq!(counts(&dir, &["--select", note]), [0, 0, 1]);
    assert_eq!(counts(&dir, &["--select", "design"]), [0, 0, 1]);
    assert_eq!(counts(&dir, &["--select", "all"]), [errors, warnings, 0]);
    assert_eq!(
        counts(&dir, &[&format!("--severity={note}=warning")]),
        [errors, warnings + 1, 0]
    );
    dir.write(".cpcap.yaml", "level: note\n");
    assert_eq!(counts(&dir, &[]), [errors, warnings, notes]);
    assert_eq!(counts(&dir, &["--level", "error"]), [errors, 0, 0]);
    dir.write(".cpcap.yaml", "select: [design]\n");
    assert_eq!(
        dir.run(&["lint", "-f", "compact"]).stdout.lines().count(),
        1
    );
    dir.write(".cpcap.yaml", "");
    for format in formats("lint") {
        let shown = |args: &[&str]| {
            dir.run(&[&["lint", "--format", &format], args].concat())
                .stdout
        };
        // SARIF lists all rules, whatever they find.
        let has = |text: &str| match format.as_str() {
            "sarif" => {
                let report: Value = serde_json::from_str(text).unwrap();
                report["runs"][0]["results"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .any(|result| result["ruleId"] == note)
            }
            _ => text.contains(note),
        };
        assert!(
            has(&shown(&["--level", "note"])) && !has(&shown(&[])),
            "{format}"
        );
    }
    let ran = dir.run(&["lint", "--format", "compact", "--level", "error"]);
    assert!(
        ran.stderr
            .contains("warning, 1 note not shown (--level note shows them)"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_baseline_and_fixes_are_about_what_is_shown() {
    let dir = Dir::with(&[("valid.yaml", VALID)]);
    assert_eq!(dir.run(&["lint", "--fix", "--unsafe-fixes"]).exit.code(), 0);
    assert_eq!(
        std::fs::read_to_string(dir.path().join("valid.yaml")).unwrap(),
        VALID,
        "a note that nobody sees changes nothing"
    );
    assert!(
        dir.run(&["lint", "--baseline", "base.json", "--write-baseline"])
            .stderr
            .starts_with("wrote 0 findings")
    );
    assert!(
        dir.run(&[
            "lint",
            "--baseline",
            "base.json",
            "--write-baseline",
            "--level",
            "note"
        ])
        .stderr
        .starts_with("wrote 1 finding")
    );
    // An accepted finding below the shown level is not outdated.
    assert_eq!(
        dir.run(&["lint", "--baseline", "base.json"]).stdout,
        "no findings in 1 file, 1 document, 1 silenced\n"
    );
}

#[test]
fn children_do_not_repeat_what_their_parent_causes() {
    // The first flavor lists what the second one is for, and wins everywhere.
    let parent = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: \
        {name: example}\nspec:\n  type: example\n  kubernetes: {versions: [{version: 1.33.1}]}\n  \
        machineCapabilities:\n  - {name: architecture, values: [amd64]}\n  - \
        {name: storageAccess, values: [NVMe, SCSI]}\n  machineImages:\n  - name: gardenlinux\n    \
        versions:\n    - version: 1877.2.0\n      classification: deprecated\n      \
        capabilityFlavors:\n      - {architecture: [amd64], storageAccess: [NVMe, SCSI]}\n      - \
        {architecture: [amd64], storageAccess: [SCSI]}\n  machineTypes:\n  - \
        {name: small, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {architecture: [amd64]}}\n  regions: [{name: europe}]\n";
    let dir = Dir::with(&[("parent.yaml", parent)]);
    let found = |args: &[&str]| {
        dir.run(
            &[
                &["lint", "--format", "compact", "--select", "selection"],
                args,
            ]
            .concat(),
        )
        .stdout
    };
    let of_parent = found(&[]);
    assert!(
        of_parent.contains("selection/unreachable-flavor")
            && of_parent.contains("selection/machine-type-without-supported-image")
    );
    for n in 0..5 {
        dir.write(
            &format!("child-{n}.yaml"),
            format!(
                "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
                 {{name: child-{n}, namespace: garden-a}}\nspec:\n  parent: {{kind: CloudProfile, \
                 name: example}}\n  machineTypes:\n  - {{name: own-{n}, cpu: \"2\", gpu: \"0\", \
                 memory: 8Gi, capabilities: {{architecture: [amd64]}}}}\n"
            ),
        );
    }
    assert_eq!(found(&[]), of_parent);
    // Its own flavors are its own.
    dir.write(
        "child-0.yaml",
        "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
         {name: child-0, namespace: garden-a}\nspec:\n  parent: \
         {kind: CloudProfile, name: example}\n  machineImages:\n  - name: gardenlinux\n    \
         versions:\n    - version: 1878.0.0\n      cri: [{name: containerd}]\n      \
         architectures: [amd64]\n      expirationDate: \"2090-01-01T00:00:00Z\"\n      \
         capabilityFlavors:\n      - {architecture: [amd64], storageAccess: [NVMe, SCSI]}\n      \
         - {architecture: [amd64], storageAccess: [SCSI]}\n",
    );
    let own = found(&["--with", "parent.yaml", "child-0.yaml"]);
    assert_eq!(
        own.matches("selection/unreachable-flavor").count(),
        1,
        "{own}"
    );
}

#[test]
fn one_entry_has_one_finding() {
    let parent = VALID;
    let child = CHILD.replace(
        "      expirationDate: \"2027-12-31T00:00:00Z\"\n",
        "      cri: [{name: containerd}]\n",
    );
    let dir = Dir::with(&[("parent.yaml", parent), ("child.yaml", &child)]);
    let ran = dir.run(&[
        "lint",
        "--level",
        "note",
        "--format",
        "compact",
        "--with",
        "parent.yaml",
        "child.yaml",
    ]);
    let of_version: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| line.contains("machineImages[0].versions[0]"))
        .collect();
    assert_eq!(
        of_version
            .iter()
            .filter(|line| line.contains("shadowed-entry"))
            .count(),
        0,
        "{of_version:?}"
    );
    assert!(
        of_version
            .iter()
            .any(|line| line.contains("overridden-field")),
        "{of_version:?}"
    );
    assert!(
        ran.stdout.contains("machineTypes[0]") && ran.stdout.contains("shadowed-entry"),
        "{}",
        ran.stdout
    );
}

#[test]
fn several_profiles_are_a_warning_only_where_none_is_nearest() {
    let dir = landscapes();
    let severity = |args: &[&str]| {
        let ran = dir.run(
            &[
                &[
                    "lint",
                    "--format",
                    "compact",
                    "--select",
                    "shoot/ambiguous-profile,namespaced/ambiguous-parent",
                ],
                args,
            ]
            .concat(),
        );
        (
            ran.stdout.matches(": warning[").count(),
            ran.stdout.matches(": note[").count(),
        )
    };
    assert_eq!(severity(&[]).0, 0);
    assert!(severity(&[]).1 > 0);
    dir.write("elsewhere/shoot.yaml", shoot(0));
    dir.write("elsewhere/mine.yaml", CHILD);
    assert_eq!(
        severity(&["elsewhere", "--with", "canary", "--with", "live"]),
        (2, 0)
    );
}
