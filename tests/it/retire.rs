//! `cpcap retire`: the way out of an entry is what `maintain` and `lint --old` say of it.

use std::fs;

use serde_json::Value;

use crate::common::{Dir, Ran};

const NOW: &str = "2027-01-31T12:00:00Z";

const PROFILE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: local}
spec:
  type: local
  regions: [{name: local}]
  kubernetes:
    versions:
    - version: 1.33.2
    - {version: 1.32.5, expirationDate: \"2027-12-01T00:00:00Z\"} # next year
    - version: 1.32.3
      classification: supported
      expirationDate: \"2027-02-10T00:00:00Z\"
    - version: 1.31.9
      classification: deprecated
      expirationDate: \"2027-01-01T00:00:00Z\"
  machineTypes:
  - {name: m, cpu: \"2\", gpu: \"0\", memory: 8Gi}
  - {name: other, cpu: \"2\", gpu: \"0\", memory: 8Gi, usable: false}
  machineImages:
  - name: linux
    updateStrategy: minor
    versions:
    - {version: 1.1.2, classification: supported}
    # the old one
    - {version: 1.0.1, classification: supported}
    - {version: 0.9.0, classification: deprecated}
  providerConfig:
    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: linux
      versions:
      - {version: 1.1.2, image: a}
      - {version: 1.0.1, image: b}
      - {version: 0.9.0, image: c}
";

const CHILD: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata: {name: child, namespace: garden-a}
spec:
  parent: {kind: CloudProfile, name: local}
  kubernetes:
    versions: [{version: 1.32.3, expirationDate: \"2027-09-01T00:00:00Z\"}]
";

fn shoot(name: &str, profile: &str, kubernetes: &str, image: &str, automatic: bool) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: {name}, namespace: \
         garden-a}}\nspec:\n  cloudProfile: {profile}\n  region: local\n  kubernetes: {{version: \
         \"{kubernetes}\"}}\n  maintenance: {{autoUpdate: {{kubernetesVersion: {automatic}, \
         machineImageVersion: {automatic}}}}}\n  provider:\n    type: local\n    workers:\n    - \
         {{name: pool, machine: {{type: m, image: {{name: linux, version: {image}}}}}, minimum: 1, \
         maximum: 1}}\n"
    )
}

fn landscape() -> Dir {
    let own = "{kind: CloudProfile, name: local}";
    let child = "{kind: NamespacedCloudProfile, name: child}";
    let shoots = [
        shoot("one", own, "1.32.5", "1.0.1", true),
        shoot("two", own, "1.32.5", "1.0.1", false),
        shoot("three", own, "1.32.3", "0.9.0", false),
        shoot("four", child, "1.32.3", "1.0.1", false),
        shoot("five", own, "1.31.9", "1.1.2", false),
        shoot("six", own, "1.33", "1.1.2", false),
    ];
    Dir::with(&[
        ("profile.yaml", PROFILE),
        ("child.yaml", CHILD),
        ("shoots.yaml", shoots.join("---\n").as_str()),
    ])
}

fn text_of(dir: &Dir, name: &str) -> String {
    fs::read_to_string(dir.path().join(name)).unwrap()
}

fn retire(dir: &Dir, args: &[&str]) -> Ran {
    let with = [
        "--now",
        NOW,
        "-p",
        "profile.yaml",
        "--with",
        "child.yaml",
        "--with",
        "shoots.yaml",
    ];
    let mut all = vec!["retire"];
    all.extend(args);
    all.extend(if args.contains(&"--now") {
        &with[2..]
    } else {
        &with[..]
    });
    dir.run(&all)
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}{}", ran.stdout, ran.stderr))
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|of| {
            of["maintenance"]["name"]
                .as_str()
                .or(of["name"].as_str())
                .unwrap()
        })
        .collect()
}

/// What the plan says of each date is what `maintain` says of the edited profile, and the server
/// takes the edit.
#[test]
fn the_plan_is_that_of_maintain_and_lint() {
    let entries: [&[&str]; 7] = [
        &["kubernetes", "1.33.2"],
        &["kubernetes", "1.32.5"],
        &["kubernetes", "1.32.3", "--notice", "90d"],
        &["kubernetes", "1.31.9"],
        &["image", "linux", "1.1.2"],
        &["image", "linux", "1.0.1"],
        &["image", "linux", "0.9.0"],
    ];
    let (mut compared, mut moved, mut edited) = (0, 0, 0);
    for entry in entries {
        let dir = landscape();
        let mut args = entry.to_vec();
        args.extend(["-f", "json"]);
        let ran = retire(&dir, &args);
        let report = json(&ran);
        let edit = &report["edit"];
        dir.write("old.yaml", PROFILE);
        if edit["accepted"] == true {
            let mut args = entry.to_vec();
            args.push("--write");
            let written = retire(&dir, &args);
            assert_eq!(written.stdout, "", "{}", written.stderr);
            assert_ne!(text_of(&dir, "profile.yaml"), PROFILE, "{}", written.stderr);
            edited += 1;
            let update = dir.run(&[
                "lint",
                "--now",
                NOW,
                "--old",
                "old.yaml",
                "profile.yaml",
                "-f",
                "json",
            ]);
            assert_eq!(json(&update)["summary"]["errors"], 0, "{}", update.stdout);
            // Nothing is left to announce, on no later day.
            let entry: Vec<&str> = entry
                .iter()
                .copied()
                .take_while(|arg| *arg != "--notice")
                .collect();
            for (day, state) in [("2027-02-03", "wait"), ("2029-01-01", "inUse")] {
                let args = [&entry[..], &["--now", day, "-f", "json"]].concat();
                let later = json(&retire(&dir, &args));
                assert_eq!(
                    (&later["edit"], &later["state"]),
                    (&Value::Null, &Value::from(state)),
                    "{later}"
                );
            }
        } else if !edit.is_null() {
            // The newest Kubernetes version must stay.
            assert_eq!(entry, ["kubernetes", "1.33.2"]);
            assert!(!edit["errors"].as_array().unwrap().is_empty());
            continue;
        }
        let until = report["until"].as_str();
        let until = until.map(|until| until.replace("00:00:00Z", "00:00:01Z"));
        for user in report["shoots"].as_array().unwrap() {
            let name = user["maintenance"]["name"].as_str().unwrap();
            let mut args = vec![
                "maintain",
                "-p",
                "profile.yaml",
                "--with",
                "child.yaml",
                "shoots.yaml",
                "-f",
                "json",
                "--settle",
            ];
            match &until {
                Some(until) => args.extend(["--from", NOW, "--until", until]),
                None => args.extend(["--at", NOW]),
            }
            let maintain = json(&dir.run(&args));
            let same = maintain["shoots"]
                .as_array()
                .unwrap()
                .iter()
                .find(|shoot| shoot["name"] == name)
                .unwrap();
            assert_eq!(
                same["windows"], user["maintenance"]["windows"],
                "{entry:?} {name}"
            );
            compared += 1;
            moved += usize::from(user["maintenance"]["windows"].as_array().unwrap().len() > 1);
        }
    }
    assert!(
        compared >= 9 && moved >= 5 && edited >= 3,
        "{compared} {moved} {edited}"
    );
}

#[test]
fn users_and_steps_are_named() {
    let dir = landscape();
    let report = json(&retire(&dir, &["kubernetes", "1.32.3", "-f", "json"]));
    assert_eq!(
        (&report["state"], &report["date"]),
        (&Value::from("wait"), &report["expires"])
    );
    let report = json(&retire(
        &dir,
        &["kubernetes", "1.32.3", "--notice", "90d", "-f", "json"],
    ));
    assert_eq!(report["state"], "announce", "{report}");
    assert_eq!(report["expires"], "2027-02-10T00:00:00Z");
    // 90 days from now, and then the next midnight.
    assert_eq!(report["date"], "2027-05-02T00:00:00Z");
    assert_eq!(names(&report["namespacedCloudProfiles"]), ["child"]);
    assert_eq!(names(&report["shoots"]), ["three", "four"]);
    assert_eq!(report["steps"].as_array().unwrap().len(), 4, "{report}");
    // A partial version counts as what the server stores.
    let report = json(&retire(&dir, &["kubernetes", "1.33.2", "-f", "json"]));
    assert_eq!(names(&report["shoots"]), ["six"]);
    // A date that leaves more time stays, unless somebody asks.
    let report = json(&retire(&dir, &["kubernetes", "1.32.5", "-f", "json"]));
    assert_eq!(
        (&report["state"], &report["edit"]),
        (&Value::from("wait"), &Value::Null)
    );
    let report = json(&retire(
        &dir,
        &["kubernetes", "1.32.5", "--notice", "30d", "-f", "json"],
    ));
    assert_eq!(report["date"], "2027-03-03T00:00:00Z");
    // After the date.
    let late = ["kubernetes", "1.32.5", "--now", "2028-01-01", "-f", "json"];
    assert_eq!(json(&retire(&dir, &late))["state"], "inUse");
    let report = json(&retire(&dir, &["machine-type", "other", "-f", "json"]));
    assert_eq!(report["state"], "removable", "{report}");
    let report = json(&retire(&dir, &["machine-type", "m", "-f", "json"]));
    assert_eq!(names(&report["shoots"]).len(), 6);
    assert_eq!(report["edit"]["accepted"], true);
    // Without Shoots nobody knows.
    let alone = dir.run(&[
        "retire",
        "machine-type",
        "other",
        "-p",
        "profile.yaml",
        "-f",
        "json",
    ]);
    assert_eq!(json(&alone)["state"], "inUse");
}

/// What nobody can know is not called free.
#[test]
fn a_version_is_free_only_if_all_users_are_known() {
    let own = "{kind: CloudProfile, name: local}";
    let announced = PROFILE.replace("- version: 1.33.2\n", "- version: 1.34.0\n    - version: 1.33.3\n    - {version: 1.33.2, classification: deprecated, expirationDate: \"2027-12-01T00:00:00Z\"}\n");
    let run = |shoots: &str, format: &str| {
        let dir = Dir::with(&[
            ("profile.yaml", announced.as_str()),
            ("shoots.yaml", shoots),
        ]);
        let args = [
            "retire",
            "kubernetes",
            "1.33.2",
            "--now",
            NOW,
            "-p",
            "profile.yaml",
        ];
        dir.run(&[&args[..], &["--with", "shoots.yaml", "-f", format]].concat())
    };
    let state = |shoots: &str| json(&run(shoots, "json"));
    let text = |shoots: &str| run(shoots, "table").stdout;
    assert_eq!(
        state(&shoot("one", own, "1.34.0", "1.0.1", false))["state"],
        "removable"
    );
    // The server makes 1.33.3 of it today, and made something else of it earlier.
    let partial = state(&shoot("one", own, "1.33", "1.0.1", false));
    assert_eq!(
        (&partial["state"], &partial["mayBeUsed"]),
        (&Value::from("wait"), &Value::from(true))
    );
    let other = shoot("one", own, "1.34.0", "1.0.1", false);
    let child = shoot(
        "two",
        "{kind: NamespacedCloudProfile, name: missing}",
        "1.33.2",
        "1.0.1",
        false,
    );
    // A Shoot of another CloudProfile cannot use this one; one in a broken document may.
    let elsewhere = shoot(
        "three",
        "{kind: CloudProfile, name: other}",
        "1.33.2",
        "1.0.1",
        false,
    );
    assert_eq!(
        state(&format!("{other}---\n{elsewhere}"))["state"],
        "removable"
    );
    let header = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\n";
    let named = shoot("four", own, "1.34.0", "1.0.1", false).replace("minimum: 1", "minimum: [");
    for unread in [format!("{header}spec: [\n"), named] {
        let broken = state(&format!("{other}---\n{unread}"));
        assert_eq!(broken["state"], "wait", "{unread}");
        assert_eq!(broken["hidesUsers"], true, "{unread}");
    }
    let dangling = state(&format!("{other}---\n{child}"));
    assert_eq!(dangling["state"], "wait", "{dangling}");
    assert_eq!(names(&dangling["dangling"]), ["two"]);
    // People read the same, and where what may use it could not be read.
    let marked = shoot("five", own, "{{ .v }}", "1.0.1", false);
    let begun = shoot("six", own, "1.33", "1.0.1", false);
    let broken = format!("{header}spec: [\n");
    for (open, why) in [
        (
            &child,
            "Shoot garden-a/two refers to a NamespacedCloudProfile that is not among",
        ),
        (&begun, "Shoots that name no version"),
        (
            &broken,
            "What cpcap could not read may use it too: mend that",
        ),
        (
            &marked,
            "No file tells spec.kubernetes.version of Shoot garden-a/five (shoots.yaml:",
        ),
    ] {
        let said = text(&format!("{other}---\n{open}"));
        let all = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(all.contains("No user is known for certain."), "{said}");
        assert!(all.contains(why), "{said}");
    }
    let said = text(&other);
    assert!(!said.contains("for certain"), "{said}");
}

/// What a Shoot has is what the profile made of it before the edit, and a date of a child counts.
#[test]
fn moves_begin_with_what_is_stored() {
    let own = "{kind: CloudProfile, name: local}";
    let profile = PROFILE.replace("- version: 1.33.2\n", "- version: 1.34.0\n    - {version: 1.33.2, classification: supported}\n    - {version: 1.33.1, classification: deprecated}\n");
    let dir = Dir::with(&[
        ("profile.yaml", profile.as_str()),
        (
            "shoots.yaml",
            shoot("one", own, "1.33", "1.0.1", false).as_str(),
        ),
    ]);
    let ran = dir.run(&[
        "retire",
        "kubernetes",
        "1.33.2",
        "--now",
        NOW,
        "-p",
        "profile.yaml",
        "--with",
        "shoots.yaml",
    ]);
    assert!(
        ran.stdout
            .contains("after 2027-05-02T00:00:00Z  1.34.0  forced"),
        "{}",
        ran.stdout
    );
    let dir = landscape();
    let ran = retire(&dir, &["kubernetes", "1.32.3", "--notice", "90d"]);
    let row = |name: &str| {
        let line = ran.stdout.lines().find(|line| line.contains(name)).unwrap();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        row("garden-a/three"),
        "garden-a/three control plane after 2027-05-02T00:00:00Z 1.32.5 forced"
    );
    assert_eq!(
        row("garden-a/four"),
        "garden-a/four control plane after 2027-09-01T00:00:00Z 1.32.5 forced"
    );
}

/// The edits of the whole way, each accepted on top of the one before: the date, then the
/// NamespacedCloudProfiles, then the profile with its `providerConfig`.
#[test]
fn each_step_can_be_written() {
    let child = CHILD.replace(
        "  kubernetes:\n    versions: [{version: 1.32.3, expirationDate: \"2027-09-01T00:00:00Z\"}]\n",
        "  machineImages:\n  # longer\n  - name: linux\n    versions: [{version: 1.0.1, expirationDate: \"2027-09-01T00:00:00Z\"}]\n  machineTypes: [{name: own, cpu: \"2\", gpu: \"0\", memory: 8Gi}]\n",
    );
    assert_ne!(child, CHILD);
    let own = "{kind: CloudProfile, name: local}";
    let before = shoot("one", own, "1.32.5", "1.0.1", false);
    let dir = Dir::with(&[
        ("profile.yaml", PROFILE),
        ("child.yaml", &child),
        ("shoots.yaml", &before),
    ]);
    let step = |now: &str, more: &[&str]| {
        let args = [
            "image",
            "linux",
            "1.0.1",
            "--now",
            now,
            "-p",
            "profile.yaml",
        ];
        let with = ["--with", "child.yaml", "--with", "shoots.yaml"];
        dir.run(&[&["retire"], &args[..], &with, more].concat())
    };
    // Makes the edit that is due in a file, and checks it as an update.
    let make = |now: &str, file: &str| {
        let old = text_of(&dir, file);
        dir.write("old.yaml", &old);
        let diff = step(now, &["--diff"]);
        assert!(
            diff.stdout.starts_with(&format!("--- {file}\n")),
            "{}",
            diff.stdout
        );
        let ran = step(now, &["--write"]);
        assert_eq!(
            (i32::from(ran.exit.code()), &*ran.stdout),
            (0, ""),
            "{}",
            ran.stderr
        );
        assert!(
            ran.stderr.contains(&format!("cpcap: changed {file}\n")),
            "{}",
            ran.stderr
        );
        let new = text_of(&dir, file);
        assert_ne!(new, old);
        let around = ["profile.yaml", "child.yaml", "shoots.yaml"];
        let around = around.iter().filter(|other| **other != file);
        let with: Vec<&str> = around.flat_map(|other| ["--with", other]).collect();
        let args = [
            "lint", "--now", now, "--old", "old.yaml", file, "-f", "json",
        ];
        let lint = json(&dir.run(&[&args[..], &with].concat()));
        assert_eq!(lint["summary"]["errors"], 0, "{lint}");
        (new, ran.stderr)
    };
    let plan = json(&step(NOW, &["-f", "json"]));
    let steps: Vec<(&str, Option<&str>)> = plan["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (step["code"].as_str().unwrap(), step["date"].as_str()))
        .collect();
    let (date, end) = (Some("2027-05-02T00:00:00Z"), Some("2027-09-01T00:00:00Z"));
    assert_eq!(
        steps,
        [
            ("announce", None),
            ("wait", date),
            ("children", end),
            ("remove", end)
        ]
    );
    make(NOW, "profile.yaml");
    // Somebody is left.
    let late = "2027-10-01";
    let left = json(&step(late, &["-f", "json"]));
    assert_eq!(
        (&left["state"], names(&left["shoots"])),
        (&Value::from("inUse"), vec!["one"])
    );
    let nothing = step(late, &["--write"]);
    assert!(
        nothing
            .stderr
            .contains("nothing changes: 1 Shoot still uses it"),
        "{}",
        nothing.stderr
    );
    dir.write(
        "shoots.yaml",
        before.replace("version: 1.0.1", "version: 1.1.2"),
    );
    let (child, lost) = make(late, "child.yaml");
    assert!(
        !child.contains("machineImages")
            && child.contains("name: own")
            && lost.contains("# longer"),
        "{child}{lost}"
    );
    let (profile, lost) = make(late, "profile.yaml");
    assert!(
        !profile.contains("1.0.1") && lost.contains("# the old one"),
        "{profile}{lost}"
    );
    assert!(
        profile
            .contains("      - {version: 1.1.2, image: a}\n      - {version: 0.9.0, image: c}\n")
    );
    assert_eq!(i32::from(step(late, &[]).exit.code()), 2);
}

/// An entry that nobody uses can go, unless the server keeps it.
#[test]
fn a_removal_is_checked() {
    let own = "{kind: CloudProfile, name: local}";
    let shoots = shoot("one", own, "1.32.5", "1.0.1", false);
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("shoots.yaml", &*shoots)]);
    for (entry, gone) in [
        (&["kubernetes", "1.33.2"][..], "    - version: 1.33.2\n"),
        (
            &["image", "linux", "1.1.2"],
            "    - {version: 1.1.2, classification: supported}\n",
        ),
        (
            &["machine-type", "other"],
            "  - {name: other, cpu: \"2\", gpu: \"0\", memory: 8Gi, usable: false}\n",
        ),
    ] {
        let args = [
            "retire",
            "--now",
            NOW,
            "-p",
            "profile.yaml",
            "--with",
            "shoots.yaml",
            "-f",
            "json",
        ];
        let report = json(&dir.run(&[&args[..1], entry, &args[1..]].concat()));
        assert_eq!(report["state"], "removable", "{report}");
        assert!(PROFILE.contains(gone));
        dir.write("new.yaml", PROFILE.replace(gone, ""));
        let lint = [
            "lint",
            "--now",
            NOW,
            "--old",
            "profile.yaml",
            "new.yaml",
            "--with",
            "shoots.yaml",
            "-f",
            "json",
        ];
        let errors = json(&dir.run(&lint))["summary"]["errors"].as_u64().unwrap();
        assert_eq!(report["removal"]["accepted"], errors == 0, "{report}");
        assert_eq!(errors > 0, entry[1] == "1.33.2", "{report}");
    }
}

#[test]
fn a_text_that_cannot_be_edited_has_a_plan() {
    let dir = landscape();
    let anchored = PROFILE
        .replace(
            "{version: 1.0.1, classification: supported}",
            "&old {version: 1.0.1, classification: supported}",
        )
        .replace(
            "{version: 0.9.0, classification: deprecated}",
            "{<<: *old, version: 0.9.0, classification: deprecated}",
        );
    dir.write("profile.yaml", &anchored);
    let report = json(&retire(&dir, &["image", "linux", "1.0.1", "-f", "json"]));
    assert_eq!(report["edit"]["possible"], false, "{report}");
    assert_eq!(names(&report["shoots"]).len(), 3);
    let ran = retire(&dir, &["image", "linux", "1.0.1", "--write"]);
    assert_eq!(i32::from(ran.exit.code()), 2);
    assert!(ran.stderr.contains("edit it by hand"), "{}", ran.stderr);
}

#[test]
fn edits_keep_the_text() {
    let dir = landscape();
    let ran = retire(&dir, &["image", "linux", "1.0.1", "--diff"]);
    let changed: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| {
            line.starts_with(['+', '-']) && !line.starts_with("+++") && !line.starts_with("---")
        })
        .collect();
    assert_eq!(
        changed,
        [
            "-    - {version: 1.0.1, classification: supported}",
            "+    - {version: 1.0.1, classification: deprecated, expirationDate: \
             \"2027-05-02T00:00:00Z\"}",
        ],
        "{}",
        ran.stderr
    );
    let stages = PROFILE.replace(
        "{version: 1.0.1, classification: supported}",
        "{version: 1.0.1, lifecycle: [{classification: supported}, {classification: expired, \
         startTime: \"2029-01-01T00:00:00Z\"}]}",
    );
    dir.write("profile.yaml", &stages);
    dir.write(
        ".cpcap.yaml",
        "feature-gates: {VersionClassificationLifecycle: true}\n",
    );
    let ran = retire(
        &dir,
        &["image", "linux", "1.0.1", "--notice", "90d", "--write"],
    );
    assert_eq!(i32::from(ran.exit.code()), 0, "{}", ran.stderr);
    let text = text_of(&dir, "profile.yaml");
    assert!(
        text.contains("{classification: supported}, {classification: deprecated, startTime: \"2027-01-31T12:00:00Z\"}, {classification: expired, startTime: \"2027-05-02T00:00:00Z\"}"),
        "{text}"
    );
}

#[test]
fn what_has_no_answer_is_told() {
    let dir = landscape();
    for (args, said) in [
        (
            &["machine-type", "othr"][..],
            "lists machine type `othr`; did you mean `other`?",
        ),
        (&["image", "linux"], "cpcap retire image NAME VERSION"),
        (&["machine-type", "a", "b"], "only `image` takes two names"),
        (
            &["kubernetes", "1.32.3", "--notice", "2020-01-01"],
            "is in the past",
        ),
        (
            &[
                "kubernetes",
                "1.32.3",
                "--now",
                "9999-01-01",
                "--notice",
                "400d",
            ],
            "times end with the year 9999",
        ),
        (
            &["kubernetes", "1.32.3", "--notice", "900000d"],
            "900000d is more than a thousand years",
        ),
        (
            &["kubernetes", "1.32.3", "--notice", "12y"],
            "`y` is no unit of time",
        ),
    ] {
        let ran = retire(&dir, args);
        assert_eq!(i32::from(ran.exit.code()), 2, "{args:?}");
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
    let child = dir.run(&["retire", "kubernetes", "1.32.3", "-p", "child.yaml"]);
    assert!(
        child.stderr.contains("there is no CloudProfile"),
        "{}",
        child.stderr
    );
    dir.write(
        "again.yaml",
        PROFILE.replace("name: local}\nspec", "name: second}\nspec"),
    );
    let both = dir.run(&[
        "retire",
        "kubernetes",
        "1.32.3",
        "-p",
        "profile.yaml",
        "-p",
        "again.yaml",
    ]);
    assert!(
        both.stderr.contains("name one of them with --profile-name"),
        "{}",
        both.stderr
    );
    // Both in one file: one of them changes.
    let second = PROFILE.replace("name: local}\nspec", "name: second}\nspec");
    dir.write("both.yaml", format!("{PROFILE}---\n{second}"));
    let args = ["retire", "machine-type", "m", "-p", "both.yaml", "--write"];
    let picked = |name: &str| dir.run(&[&args[..], &["--profile-name", name]].concat());
    assert_eq!(i32::from(picked("second").exit.code()), 0);
    let text = text_of(&dir, "both.yaml");
    assert!(
        text.starts_with(&format!("{PROFILE}---\n")) && text.matches("usable: false").count() == 3,
        "{text}"
    );
    let none = picked("third");
    assert!(
        none.stderr.contains("there is no CloudProfile `third`"),
        "{}",
        none.stderr
    );
    // What the server refuses is not written.
    for flag in ["--write", "--diff"] {
        let newest = retire(&dir, &["kubernetes", "1.33.2", flag]);
        assert_eq!(i32::from(newest.exit.code()), 1, "{}", newest.stderr);
        assert!(
            newest.stderr.contains("the server refuses the edit"),
            "{}",
            newest.stderr
        );
    }
    assert_eq!(text_of(&dir, "profile.yaml"), PROFILE);
}

/// An error that was there before refuses the edit as well.
#[test]
fn errors_from_before_refuse_the_edit() {
    let said = "so the server refuses this edit too; `cpcap lint` shows it.";
    let stages = PROFILE.replace(
        "{version: 1.0.1, classification: supported}",
        "{version: 1.0.1, lifecycle: [{classification: supported}]}",
    );
    let typed = PROFILE.replace("{name: m,", "{name: \"a: b\",");
    let entries: [(&str, &[&str]); 2] = [
        (&stages, &["image", "linux", "1.0.1"]),
        (&typed, &["machine-type", "a: b"]),
    ];
    for (profile, entry) in entries {
        let dir = Dir::with(&[("profile.yaml", profile)]);
        let run = |more: &[&str]| {
            let args = ["--now", NOW, "-p", "profile.yaml"];
            dir.run(&[&["retire"], entry, &args, more].concat())
        };
        let plan = run(&[]);
        let text = plan.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(said), "{text}");
        let report = run(&["-f", "json"]);
        let edit = &json(&report)["edit"];
        assert_eq!(
            (&edit["accepted"], &edit["remaining"]),
            (&false.into(), &1.into())
        );
        let (diff, written) = (run(&["--diff"]), run(&["--write", "-q"]));
        for ran in [&diff, &written] {
            assert!(ran.stderr.contains(said), "{}", ran.stderr);
            assert!(!ran.stderr.contains("changed"), "{}", ran.stderr);
        }
        assert!(
            diff.stdout.starts_with("--- profile.yaml"),
            "{}",
            diff.stdout
        );
        assert_ne!(text_of(&dir, "profile.yaml"), profile);
        for ran in [plan, report, diff, written] {
            assert_eq!(i32::from(ran.exit.code()), 1, "{}", ran.stderr);
        }
    }
}

fn step<'r>(report: &'r Value, code: &str) -> &'r Value {
    let mut steps = report["steps"].as_array().unwrap().iter();
    steps.find(|step| step["code"] == code).unwrap()
}

/// After the date, the step says of each Shoot what the table says of it.
#[test]
fn the_last_moves_are_those_of_the_table() {
    let late = "2027-03-05";
    let child =
        "Shoots of a NamespacedCloudProfile with a date of its own follow by 2027-09-01T00:00:00Z.";
    let dir = landscape();
    let args = ["kubernetes", "1.32.3", "--now", late, "-f", "json"];
    let report = json(&retire(&dir, &args));
    assert_eq!(
        step(&report, "move")["text"],
        format!("Now: the next maintenance window moves `garden-a/three`. {child}")
    );
    let only = "{kind: NamespacedCloudProfile, name: child}";
    dir.write("shoots.yaml", shoot("four", only, "1.32.3", "1.1.2", false));
    let report = json(&retire(&dir, &args));
    let step_of = step(&report, "move");
    assert_eq!(
        (&step_of["text"], &step_of["date"]),
        (
            &format!("Then: {child}").into(),
            &"2027-09-01T00:00:00Z".into()
        )
    );
    let stuck = PROFILE.replace(
        "{version: 1.1.2, classification: supported}",
        "{version: 1.1.2, expirationDate: \"2027-01-01T00:00:00Z\"}",
    );
    dir.write("profile.yaml", stuck);
    let args = ["image", "linux", "1.1.2", "--now", late, "-f", "json"];
    assert_eq!(
        step(&json(&retire(&dir, &args)), "move")["text"],
        "Now: move `garden-a/four` by hand: maintenance does not move it."
    );
}

/// A NamespacedCloudProfile offers a version until its own date, whoever uses it now.
#[test]
fn a_date_of_a_child_holds() {
    let dir = landscape();
    let own = "{kind: CloudProfile, name: local}";
    dir.write("shoots.yaml", shoot("one", own, "1.32.5", "1.0.1", false));
    let run = |now: &str, more: &[&str]| {
        let args = ["kubernetes", "1.32.3", "--now", now];
        retire(&dir, &[&args, more].concat())
    };
    for now in [NOW, "2027-03-05"] {
        let report = json(&run(now, &["-f", "json"]));
        assert_eq!(step(&report, "children")["date"], "2027-09-01T00:00:00Z");
        assert!(report["childrenRemoval"].is_null(), "{report}");
        let ran = run(now, &["--write"]);
        assert!(
            ran.stderr
                .contains("nothing changes: the next edit waits until 2027-09-01"),
            "{}",
            ran.stderr
        );
    }
    let report = json(&run("2027-09-02", &["-f", "json"]));
    assert_eq!(report["childrenRemoval"]["accepted"], true, "{report}");
}

/// The plan says why nothing is announced.
#[test]
fn what_nobody_uses_can_go_at_once() {
    let own = "{kind: CloudProfile, name: local}";
    let shoots = shoot("one", own, "1.32.5", "1.0.1", false);
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("shoots.yaml", &*shoots)]);
    for (entry, said) in [
        (
            &["image", "linux", "1.1.2"][..],
            "so it can go at once. It is the highest supported version.\n",
        ),
        (&["image", "linux", "0.9.0"], "so it can go at once.\n"),
        (
            &["kubernetes", "1.33.2"],
            "maintenance cannot move `garden-a/one`. It is the highest supported version.\n",
        ),
    ] {
        let args = [
            "--now",
            NOW,
            "-p",
            "profile.yaml",
            "--with",
            "shoots.yaml",
            "-f",
            "markdown",
        ];
        let ran = dir.run(&[&["retire"], entry, &args].concat());
        assert!(ran.stdout.contains(said), "{}", ran.stdout);
    }
}

/// The steps are paragraphs in Markdown, and the heading begins like a sentence.
#[test]
fn markdown_has_no_escaped_numbers() {
    let ran = retire(&landscape(), &["image", "linux", "1.0.1", "-f", "markdown"]);
    let text = &ran.stdout;
    assert!(
        text.starts_with("## Version 1.0.1 of image linux"),
        "{text}"
    );
    assert!(
        text.contains("\n1. Now: deprecate ") && text.contains("\n2. Until "),
        "{text}"
    );
    assert!(!text.contains("1\\."), "{text}");
    let ran = retire(&landscape(), &["image", "linux", "1.0.1"]);
    assert!(
        ran.stdout.contains("\n1. Now: deprecate "),
        "{}",
        ran.stdout
    );
}

/// An entry of a NamespacedCloudProfile alone is told as one, and so are the entries there are.
#[test]
fn an_entry_that_no_profile_lists_is_told() {
    let dir = landscape();
    dir.write(
        "child.yaml",
        format!(
            "{CHILD}  machineTypes: [{{name: m2, cpu: \"2\", gpu: \"0\", memory: 8Gi}}]\n  \
             machineImages: [{{name: custom, versions: [{{version: 1.0.0}}]}}]\n"
        ),
    );
    let child = "; NamespacedCloudProfile `garden-a/child` lists it, and `cpcap retire` looks at \
                 CloudProfiles only";
    for (entry, said) in [
        (&["machine-type", "m2"][..], child),
        (&["image", "custom", "1.0.0"], child),
        (
            &["kubernetes", "7.0"],
            "; its versions there are `1.31.9`, `1.32.3`, `1.32.5` and `1.33.2`",
        ),
    ] {
        let ran = retire(&dir, entry);
        assert_eq!(i32::from(ran.exit.code()), 2);
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}

#[test]
fn many_children_of_a_file_change_at_once() {
    let number = 40;
    let children: Vec<String> = (0..number)
        .map(|at| CHILD.replace("name: child,", &format!("name: child{at},")))
        .collect();
    let own = "{kind: CloudProfile, name: local}";
    let shoots = shoot("one", own, "1.32.5", "1.0.1", false);
    let dir = landscape();
    dir.write("child.yaml", children.join("---\n"));
    dir.write("shoots.yaml", shoots);
    let ran = retire(
        &dir,
        &["kubernetes", "1.32.3", "--now", "2027-10-01", "--write"],
    );
    assert_eq!(i32::from(ran.exit.code()), 0, "{}", ran.stderr);
    let text = text_of(&dir, "child.yaml");
    assert_eq!(
        (
            text.matches("name: child").count(),
            text.matches("1.32.3").count()
        ),
        (number, 0)
    );
    // Objects of one list, too.
    let items: String = children[..3]
        .iter()
        .map(|child| format!("- {}\n", child.trim_end().replace('\n', "\n  ")))
        .collect();
    dir.write(
        "child.yaml",
        format!("apiVersion: v1\nkind: List\nitems:\n{items}"),
    );
    let ran = retire(
        &dir,
        &["kubernetes", "1.32.3", "--now", "2027-10-01", "--write"],
    );
    assert_eq!(i32::from(ran.exit.code()), 0, "{}", ran.stderr);
    let text = text_of(&dir, "child.yaml");
    assert_eq!(
        (
            text.matches("name: child").count(),
            text.matches("1.32.3").count()
        ),
        (3, 0)
    );
}

/// A comment below an entry goes with it, and is told.
#[test]
fn comments_below_an_entry_go_with_it() {
    let below = "    - {version: 1.32.5, expirationDate";
    let profile = PROFILE.replace(below, &format!("      # for the newest only\n{below}"));
    let old = "      expirationDate: \"2027-02-10T00:00:00Z\"\n";
    let profile = profile.replace(old, &format!("{old}      # kept for team A\n"));
    let dir = landscape();
    dir.write("profile.yaml", &profile);
    let own = "{kind: CloudProfile, name: local}";
    dir.write("shoots.yaml", shoot("one", own, "1.32.5", "1.0.1", false));
    dir.write("child.yaml", "");
    let ran = retire(
        &dir,
        &["kubernetes", "1.32.3", "--now", "2027-10-01", "--write"],
    );
    assert_eq!(i32::from(ran.exit.code()), 0, "{}", ran.stderr);
    let text = text_of(&dir, "profile.yaml");
    assert!(
        !text.contains("1.32.3") && !text.contains("team A"),
        "{text}"
    );
    assert!(text.contains("# for the newest only"), "{text}");
    assert!(ran.stderr.contains("# kept for team A"), "{}", ran.stderr);
}

/// The directory of the examples about maintenance.
fn maintained() -> Dir {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata");
    let file = |name: &str| fs::read_to_string(format!("{root}/{name}")).unwrap();
    Dir::with(&[
        ("profile.yaml", &*file("maintain/profile.yaml")),
        ("shoots.yaml", &file("maintain/shoots.yaml")),
        ("alone.yaml", &file("examples/valid.yaml")),
    ])
}

fn plan(dir: &Dir, entry: &[&str], files: &[&str]) -> Ran {
    dir.run(&[&["retire"], entry, &["--now", "2026-11-29"], files].concat())
}

const ALL: [&str; 4] = ["-p", "profile.yaml", "--with", "shoots.yaml"];

/// Others may need a version that nobody uses: `diff` says so of the same edit.
#[test]
fn a_version_that_maintenance_needs_cannot_go_at_once() {
    let dir = maintained();
    let entry = ["image", "gardenlinux", "1592.8.0"];
    let ran = plan(&dir, &entry, &ALL);
    assert_eq!(i32::from(ran.exit.code()), 1, "{}", ran.stdout);
    let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!text.contains("can go at once"), "{text}");
    for said in [
        "without it maintenance cannot move `garden-x/new`.",
        "1. First add a version to move to (`cpcap add`). Then: remove version `1592.8.0`",
        "gets stuck: image version gardenlinux 1592.3.0",
        "another default image: m4.large, m5.large, m6g.large",
        "the next maintenance window: image version gardenlinux 1592.3.0: moves to 1592.8.0 → stays",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let report = json(&plan(&dir, &entry, &[&ALL[..], &["-f", "json"]].concat()));
    assert_eq!(report["fails"], true, "{report}");
    dir.write("old.yaml", text_of(&dir, "profile.yaml"));
    let ran = plan(&dir, &entry, &[&ALL[..], &["--write"]].concat());
    assert_eq!(i32::from(ran.exit.code()), 1, "{}", ran.stderr);
    let said = "nothing changes: without it maintenance cannot move `garden-x/new`; first add";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    let old = text_of(&dir, "profile.yaml");
    assert_eq!(old, text_of(&dir, "old.yaml"));
    let version = "    - version: 1592.8.0\n      cri: *cri\n      capabilityFlavors: *flavors\n";
    assert!(old.contains(version), "{old}");
    let ran = plan(&dir, &entry, &[&ALL[..], &["--diff"]].concat());
    assert!(
        ran.stdout.contains("-    - version: 1592.8.0\n"),
        "{}",
        ran.stdout
    );
    dir.write("profile.yaml", old.replace(version, ""));
    let now = ["--now", "2026-11-29", "--with", "shoots.yaml", "-f", "json"];
    let diff = json(&dir.run(&[&["diff", "old.yaml", "profile.yaml"], &now[..]].concat()));
    let kinds = |report: &Value| -> Vec<String> {
        let impacts = report["objects"][0]["impacts"].as_array().unwrap();
        impacts.iter().map(|of| of["kind"].to_string()).collect()
    };
    assert_eq!(kinds(&report["diff"]), kinds(&diff));
    assert!(kinds(&diff).contains(&"\"stuck\"".to_owned()), "{diff}");
}

/// What maintenance cannot do is not promised, whether or not a Shoot is known.
#[test]
fn users_without_a_way_on_are_not_forced() {
    let dir = maintained();
    for (entry, files, said) in [
        (
            &["image", "suse-chost", "15.6.20250901"][..],
            &ALL[..],
            "maintenance cannot move `garden-x/old`: first add a version to move to",
        ),
        (
            &["image", "local", "1.0.0"],
            &["-p", "alone.yaml"],
            "maintenance fails for every machine type, since",
        ),
        (
            &["image", "local", "1.0.0"],
            &["-p", "alone.yaml"],
            "First add a version to move to (`cpcap add`)",
        ),
    ] {
        let ran = plan(&dir, entry, files);
        assert_eq!(i32::from(ran.exit.code()), 1, "{}", ran.stdout);
        let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(said), "{said}\n{text}");
        assert!(!text.contains("maintenance forces those"), "{text}");
    }
}

/// A plan offers `--write` only where that writes, and both end alike.
#[test]
fn a_plan_says_what_write_does() {
    let dir = maintained();
    for (entry, files) in [
        (
            &["kubernetes", "1.36.0"][..],
            &["-p", "alone.yaml"] as &[&str],
        ),
        (&["image", "gardenlinux", "1592.9.0"], &ALL),
        (&["image", "gardenlinux", "1592.8.0"], &ALL),
        (&["image", "local", "1.0.0"], &["-p", "alone.yaml"]),
        (&["kubernetes", "1.31.13"], &ALL),
    ] {
        let file = files[1];
        let old = text_of(&dir, file);
        let plan_ran = plan(&dir, entry, files);
        let ran = plan(&dir, entry, &[files, &["--write"]].concat());
        let writes = text_of(&dir, file) != old;
        dir.write(file, &old);
        let text = plan_ran.stdout.split_whitespace().collect::<Vec<_>>();
        let text = text.join(" ");
        assert_eq!(
            text.contains("`--write` makes this edit"),
            writes,
            "{text}\n{}",
            ran.stderr
        );
        assert_eq!(plan_ran.exit, ran.exit, "{text}\n{}", ran.stderr);
        assert!(!text.ends_with("What follows is without it."), "{text}");
    }
}

/// The control plane is a user beside the worker pools that name a version of their own.
#[test]
fn the_control_plane_is_named_beside_pools() {
    let dir = maintained();
    let ran = plan(&dir, &["kubernetes", "1.31.13"], &ALL);
    assert!(
        ran.stdout.contains("control plane, stuck"),
        "{}",
        ran.stdout
    );
    let ran = dir.run(&["uses", "profile.yaml", "shoots.yaml"]);
    assert!(
        ran.stdout.contains("garden-x/old (control plane, stuck)"),
        "{}",
        ran.stdout
    );
}

/// A day alone would be read as a whole one.
#[test]
fn dates_say_the_time_unless_the_day_is_over() {
    let dir = maintained();
    let ran = plan(&dir, &["image", "suse-chost", "15.6.20250901"], &ALL);
    let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("After 2027-02-28, maintenance"), "{text}");
    let midnight =
        text_of(&dir, "profile.yaml").replace("2027-02-28T23:59:59Z", "2027-02-28T00:00:00Z");
    dir.write("profile.yaml", midnight);
    let ran = plan(&dir, &["image", "suse-chost", "15.6.20250901"], &ALL);
    let text = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "expires on 2027-02-28T00:00:00Z.",
        "After 2027-02-28T00:00:00Z, maintenance",
        "expired since 2027-02-28T00:00:00Z",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

/// Effects are lists in Markdown, and nothing stands two lines below another.
#[test]
fn markdown_has_lists() {
    let dir = maintained();
    let entry = ["image", "gardenlinux", "1592.8.0"];
    let ran = plan(&dir, &entry, &[&ALL[..], &["-f", "markdown"]].concat());
    let text = &ran.stdout;
    assert!(text.contains("\n- gets stuck: "), "{text}");
    assert!(text.contains("\n  profile.yaml:45:16 → "), "{text}");
    assert!(!text.contains("\\-") && !text.contains("\n\n\n"), "{text}");
}
