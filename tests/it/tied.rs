//! Two profiles of one name that are equally near and say different things: nothing is concluded
//! from the one that happens to be read first.

use cpcap::cli::Exit;

use crate::common::{Dir, Ran};
use crate::repeated::{CHILD, PROFILE, SHOOT, shorter};

const NAMES: &str = "d/a.yaml:3 and d/b.yaml:3 have this name, say different things";

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
            &[
                "retire",
                "kubernetes",
                "1.33.1",
                "-p",
                "d/a.yaml",
                "--with",
                "d/b.yaml",
                "--with",
                "d/s.yaml",
            ],
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
    let of_child = SHOOT.replace(
        "kind: CloudProfile, name: example",
        "kind: NamespacedCloudProfile, name: own",
    );
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
            &[
                "retire",
                "kubernetes",
                "1.33.1",
                "-p",
                "d/a.yaml",
                "--with",
                "d/b.yaml",
                "--with",
                "d/c.yaml",
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
fn copies_and_other_landscapes_are_no_question() {
    let copy = format!("# A copy.\n{PROFILE}");
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
