//! Two profiles of one name that are equally near and say different things: nothing is concluded
//! from the one that happens to be read first.

use cpcap::cli::Exit;

use crate::common::{Dir, Ran};
use crate::repeated::{CHILD, PROFILE, SHOOT, of_child, shorter};

const NAMES: &str =
    "d/a.yaml:3 and d/b.yaml:3 have this name, are equally near and may lead to different answers";

fn said(ran: &Ran) -> String {
    format!("{}{}", ran.stdout, ran.stderr)
}

/// A directory with two profiles of one name, in both orders, and what refers to them.
fn each_order(then: impl Fn(&Dir)) {
    let [whole, other] = [PROFILE.to_owned(), shorter()];
    for (first, last) in [(&whole, &other), (&other, &whole)] {
        then(&Dir::with(&[
            ("d/a.yaml", first),
            ("d/b.yaml", last),
            ("d/s.yaml", SHOOT),
        ]));
    }
}

#[test]
fn what_a_shoot_means_is_not_known() {
    each_order(|dir| {
        for line in [
            &["resolve", "d"][..],
            &["resolve", "d/s.yaml", "-p", "d/a.yaml", "-p", "d/b.yaml"],
            &["resolve", "d/s.yaml", "--with", "d", "--write"],
            &["maintain", "d"],
            &["maintain", "d/s.yaml", "-p", "d"],
            &["uses", "d"],
        ] {
            let ran = dir.run(line);
            let said = said(&ran);
            assert_eq!(ran.exit, Exit::Failure, "{line:?}: {said}");
            assert!(said.contains(NAMES), "{line:?}: {said}");
            assert!(
                said.contains("which one Shoot `garden-a/web` means"),
                "{line:?}: {said}"
            );
            let answers = ran.stdout.contains("web") && line[0] != "uses";
            assert!(!answers, "{line:?}: {said}");
        }
        // Each may be the one that is used.
        let uses = dir.run(&["uses", "d"]).stdout;
        assert_eq!(uses.matches("used by 1 Shoot").count(), 2, "{uses}");
    });
}

#[test]
fn what_a_child_becomes_is_not_known() {
    let of_child = of_child();
    each_order(|dir| {
        dir.write("d/c.yaml", CHILD);
        dir.write("d/s.yaml", &of_child);
        for line in [
            &["resolve", "d"][..],
            &["maintain", "d"],
            &["maintain", "-p", "d/c.yaml", "--with", "d"],
            &["uses", "d"],
            &["render", "d"],
            &["table", "d/c.yaml", "--with", "d"],
            &[
                "match",
                "-p",
                "d/c.yaml",
                "--with",
                "d",
                "--machine-type",
                "small",
            ],
        ] {
            let ran = dir.run(line);
            let said = said(&ran);
            assert_eq!(ran.exit, Exit::Failure, "{line:?}: {said}");
            let means = "which one NamespacedCloudProfile `garden-a/own` means";
            assert!(
                said.contains(NAMES) && said.contains(means),
                "{line:?}: {said}"
            );
            assert!(
                ran.stdout.is_empty() || line[0] == "uses",
                "{line:?}: {said}"
            );
        }
        let uses = dir.run(&["uses", "d"]).stdout;
        let through = "used by 1 NamespacedCloudProfile and 1 Shoot through them";
        assert_eq!(uses.matches(through).count(), 2, "{uses}");
    });
}

#[test]
fn which_of_two_children_is_meant_is_not_known() {
    let of_child = of_child();
    let later = CHILD.replace("2027-12", "2028-01");
    for (first, last) in [(CHILD, &*later), (&*later, CHILD)] {
        let dir = Dir::with(&[
            ("d/p.yaml", PROFILE),
            ("d/a.yaml", first),
            ("d/b.yaml", last),
            ("d/s.yaml", &of_child),
        ]);
        let retire = [
            "retire",
            "kubernetes",
            "1.32.5",
            "-p",
            "d/p.yaml",
            "--with",
            "d",
        ];
        for line in [
            &["resolve", "d"][..],
            &["maintain", "d"],
            &["uses", "d"],
            &retire,
        ] {
            let ran = dir.run(line);
            let said = said(&ran);
            assert_eq!(ran.exit, Exit::Failure, "{line:?}: {said}");
            assert!(said.contains(NAMES), "{line:?}: {said}");
        }
        // The parent has one Shoot.
        let uses = dir.run(&["uses", "d"]).stdout;
        assert!(
            uses.contains("2 NamespacedCloudProfiles and 1 Shoot through them"),
            "{uses}"
        );
        assert!(!uses.contains("(w, w)"), "{uses}");
    }
}

/// Children that say the same are not the same where their parents differ.
#[test]
fn equal_children_of_other_parents_are_two() {
    let of_child = of_child();
    let other = shorter();
    for (first, last, exit) in [
        (PROFILE, &*other, Exit::Failure),
        (&*other, PROFILE, Exit::Failure),
        (PROFILE, PROFILE, Exit::Success),
    ] {
        let dir = Dir::with(&[
            ("a/p.yaml", first),
            ("a/c.yaml", CHILD),
            ("b/p.yaml", last),
            ("b/c.yaml", CHILD),
            ("c/s.yaml", &of_child),
        ]);
        for line in ["resolve", "maintain"] {
            let ran = dir.run(&[line, "."]);
            assert_eq!(ran.exit, exit, "{line}: {}{}", ran.stdout, ran.stderr);
        }
    }
}

/// Whichever profile is meant, the server refuses.
#[test]
fn what_all_of_them_refuse_is_refused() {
    let other = PROFILE.replace("33.1", "33.2");
    let dir = Dir::with(&[
        ("o/a/p.yaml", PROFILE),
        ("o/b/p.yaml", &other),
        ("n/a/p.yaml", &shorter()),
        ("n/b/p.yaml", &shorter().replace("33.1", "33.2")),
        ("o/s/s.yaml", SHOOT),
        ("n/s/s.yaml", SHOOT),
    ]);
    for line in [&["lint", "n", "--old", "o"][..], &["diff", "o", "n"]] {
        let ran = dir.run(line);
        let said = said(&ran);
        assert_eq!(ran.exit, Exit::Findings, "{line:?}: {said}");
        assert!(said.contains("change/removed-in-use"), "{line:?}: {said}");
    }
}

/// The profile of `-p` is meant where nobody asked about the others.
#[test]
fn retire_takes_the_profile_that_it_is_given() {
    each_order(|dir| {
        let line = [
            "retire",
            "kubernetes",
            "1.33.1",
            "-p",
            "d/a.yaml",
            "--with",
            "d",
        ];
        let ran = dir.run(&line);
        assert_ne!(ran.exit, Exit::Failure, "{}{}", ran.stdout, ran.stderr);
        assert!(
            ran.stdout.contains("of CloudProfile example (d/a.yaml:8)"),
            "{}",
            ran.stdout
        );
    });
}

/// A refusal that only one of them makes is none.
#[test]
fn nothing_is_refused_by_one_of_them() {
    let newer = SHOOT.replace("version: 1.32.5", "version: 1.33.1");
    each_order(|dir| {
        dir.write("o/s.yaml", &newer);
        let lint = dir.run(&["lint", "d"]);
        assert_eq!(lint.exit, Exit::Success, "{}", lint.stdout);
        assert!(
            lint.stdout
                .contains("cpcap checked this Shoot against none"),
            "{}",
            lint.stdout
        );
        let mut lines = vec![vec!["diff", "o/s.yaml", "d/s.yaml", "--with", "d"]];
        // Another file loses what the Shoot uses.
        for file in ["a", "b"] {
            let (old, new) = (format!("d/{file}.yaml"), format!("n/{file}.yaml"));
            dir.write(&new, shorter().replace("33.1", "33.2"));
            let text = std::fs::read_to_string(dir.path().join(&old)).unwrap();
            if text == PROFILE {
                let line = ["diff", &old, &new, "--with", "d"].map(|word| &*word.to_owned().leak());
                lines.push(line.to_vec());
            }
        }
        for line in lines {
            let ran = dir.run(&line);
            let said = said(&ran);
            assert!(!said.contains("Refused"), "{line:?}: {said}");
            assert!(
                said.contains("not known") || said.contains("Not known"),
                "{line:?}: {said}"
            );
        }
    });
}

/// Nor is one that only one of the parents makes of a Shoot behind a child.
#[test]
fn nothing_is_refused_by_one_of_the_parents() {
    let of_child = of_child();
    let child = CHILD.replace("1.32.5", "1.33.1");
    let other = PROFILE.replace("8Gi", "16Gi");
    for (first, last) in [("a", "b"), ("b", "a")] {
        let dir = Dir::with(&[("d/c.yaml", &child), ("d/s.yaml", &of_child)]);
        dir.write(&format!("d/{first}.yaml"), PROFILE);
        dir.write(&format!("d/{last}.yaml"), &other);
        let new = format!("n/{first}.yaml");
        dir.write(&new, shorter());
        let old = format!("d/{first}.yaml");
        let said = said(&dir.run(&["lint", &new, "--old", &old, "--with", "d"]));
        assert!(!said.contains("removed-in-use"), "{said}");
        let diff = dir.run(&["diff", &old, &new, "--with", "d"]).stdout;
        assert!(
            !diff.contains("Refused") && diff.contains("Not known"),
            "{diff}"
        );
    }
}

/// The Shoots of another landscape say nothing of who uses this profile.
#[test]
fn shoots_of_a_nearer_profile_are_no_answer() {
    let other = format!(
        "# Another.\n{}",
        PROFILE.replace("- version: 1.33.1", "- version: 1.33.2")
    );
    for copy in [PROFILE, &*other] {
        let dir = Dir::with(&[
            ("new/p.yaml", PROFILE),
            ("land/p.yaml", copy),
            ("land/s.yaml", SHOOT),
        ]);
        let line = [
            "retire",
            "kubernetes",
            "1.32.5",
            "-p",
            "new/p.yaml",
            "--with",
            "land",
        ];
        let retire = dir.run(&line);
        let told = said(&retire);
        assert!(
            !told.contains("it can go at once") && !told.contains("no announcement"),
            "{told}"
        );
        assert!(told.contains("nearer to another profile"), "{told}");
        let ran = dir.run(&["uses", "--unused", "new/p.yaml", "--with", "land"]);
        let told = said(&ran);
        assert_eq!(ran.exit, Exit::Failure, "{told}");
        assert!(told.contains("nearer to another profile"), "{told}");
    }
}

#[test]
fn copies_and_other_landscapes_are_no_question() {
    let copy = PROFILE.replace("{name: example}", "{name: example, uid: x, labels: {a: b}}");
    let equal = [
        ("d/a.yaml", PROFILE),
        ("d/b.yaml", &*copy),
        ("d/s.yaml", SHOOT),
    ];
    let other = shorter();
    let apart = [
        ("d/a.yaml", PROFILE),
        ("e/a.yaml", &*other),
        ("d/s.yaml", SHOOT),
    ];
    for files in [&equal, &apart] {
        let dir = Dir::with(files);
        for line in [&["resolve", "."][..], &["maintain", "."], &["uses", "."]] {
            let ran = dir.run(line);
            assert_eq!(
                (ran.exit, &*ran.stderr),
                (Exit::Success, ""),
                "{line:?}: {}",
                ran.stdout
            );
            assert!(ran.stdout.contains("web"), "{line:?}: {}", ran.stdout);
        }
    }
}
