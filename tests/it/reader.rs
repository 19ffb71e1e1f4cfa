//! `with` and `exclude` of the configuration file are settings of the input: they hold for every
//! command that reads files, in every format.

use crate::common::diff::{CHILD, PROFILE, SHOOT};
use crate::common::{Dir, Ran, formats, run_in};

/// The commands: where they are run, and with which arguments. Each of them needs what lies
/// elsewhere.
const WITH: &[(&str, &[&str])] = &[
    ("projects", &["lint", "shop.yaml"]),
    ("projects", &["match", "-m", "m5.large", "-p", "shop.yaml"]),
    ("projects", &["table", "shop.yaml"]),
    ("projects", &["table"]),
    ("landscape", &["uses", "aws.yaml"]),
    ("projects", &["maintain", "web.yaml"]),
    ("projects", &["maintain", "-p", "shop.yaml"]),
    ("projects", &["resolve", "web.yaml"]),
    ("projects", &["render", "shop.yaml"]),
    ("projects", &["diff", "web.yaml", "../moved.yaml"]),
];

/// Directories with a part to leave out.
const EXCLUDE: &[&[&str]] = &[
    &["lint", "new"],
    &["lint", "new", "--old", "old"],
    &["match", "-m", "m5.large", "-p", "new"],
    &["table", "new"],
    &["uses", "new"],
    &["maintain", "new"],
    &["maintain", "-p", "new"],
    &["resolve", "new"],
    &["render", "new"],
    &["verbs", "new"],
    &["verbs", "new", "--old", "old"],
    &["migrate", "new"],
    &["retire", "machine-type", "m5.large", "-p", "new"],
    &[
        "add",
        "kubernetes",
        "1.34.0",
        "--like",
        "1.33.1",
        "-p",
        "new",
    ],
    &["diff", "old", "new"],
];

fn said(ran: &Ran) -> (u8, &str, &str) {
    (ran.exit.code(), &ran.stdout, &ran.stderr)
}

#[test]
fn context_of_the_file_holds_for_every_command() {
    let dir = Dir::with(&[
        ("landscape/aws.yaml", PROFILE),
        ("projects/shop.yaml", CHILD),
        ("projects/web.yaml", SHOOT),
        ("moved.yaml", &SHOOT.replace("1592.9.0", "1877.2.0")),
        (".cpcap.yaml", "with: [landscape, projects]\n"),
    ]);
    for (cwd, args) in WITH {
        for format in formats(args[0]) {
            let run = |more: &[&str]| {
                let line = [args, &["--format", &format][..], more].concat();
                run_in(&dir.path().join(cwd), &line, "", &[])
            };
            let by_file = run(&[]);
            let by_flags = run(&[
                "--no-config",
                "--with",
                "../landscape",
                "--with",
                "../projects",
            ]);
            let without = run(&["--no-config"]);
            assert_eq!(said(&by_file), said(&by_flags), "{args:?} {format}");
            assert_ne!(said(&by_file), said(&without), "{args:?} {format}");
            let elsewhere = run(&["--config", "../.cpcap.yaml"]);
            assert_eq!(said(&by_file), said(&elsewhere), "{args:?} {format}");
        }
    }
}

#[test]
fn every_command_honours_exclude() {
    let dir = Dir::with(&[(".cpcap.yaml", "exclude: [generated/]\n")]);
    for side in ["old", "new"] {
        // An unchanged unreadable document decides nothing.
        let broken =
            format!("apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\n{side}: [\n");
        for (name, text) in [
            ("aws.yaml", PROFILE),
            ("shop.yaml", CHILD),
            ("web.yaml", SHOOT),
            ("generated/broken.yaml", broken.as_str()),
        ] {
            dir.write(&format!("{side}/{name}"), text);
        }
    }
    for args in EXCLUDE {
        for format in formats(args[0]) {
            let run = |more: &[&str]| dir.run(&[args, &["--format", &format][..], more].concat());
            let speaks = |ran: &Ran| ran.stdout.contains("broken") || ran.stderr.contains("broken");
            let (by_file, without) = (run(&[]), run(&["--no-config"]));
            assert!(!speaks(&by_file), "{args:?} {format}: {:?}", said(&by_file));
            assert!(speaks(&without), "{args:?} {format}: {:?}", said(&without));
        }
    }
    // A named file is still read.
    let ran = dir.run(&["table", "new/generated/broken.yaml"]);
    assert!(
        ran.stderr.contains("new/generated/broken.yaml:"),
        "{}",
        ran.stderr
    );
}

/// A file of the question is judged, and is not also context, whatever its spelling.
#[test]
fn named_files_are_not_context() {
    let dir = Dir::with(&[
        ("landscape/aws.yaml", PROFILE),
        ("shop.yaml", CHILD),
        (".cpcap.yaml", "with: landscape\n"),
    ]);
    let file = dir.path().join("landscape/aws.yaml");
    for path in ["landscape/aws.yaml", "landscape", file.to_str().unwrap()] {
        let ran = dir.run(&["table", path, "-f", "json"]);
        let told: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(
            told["tables"].as_array().unwrap().len(),
            1,
            "{path}: {told:#}"
        );
        let ran = dir.run(&["match", "-m", "m5.large", "-q", "-p", path]);
        assert_eq!(
            (ran.exit.code(), ran.stderr.as_str()),
            (0, ""),
            "{path}: {}",
            ran.stdout
        );
    }
}

/// The settings of the server count where a command asks what the server would say.
#[test]
fn settings_of_the_server_hold_beside_lint() {
    let dir = Dir::with(&[
        ("aws.yaml", &PROFILE.replace("ami: ami-1", "amy: ami-1")),
        ("shop.yaml", CHILD),
        (".cpcap.yaml", "provider-rules: off\n"),
    ]);
    for args in [
        &[
            "match",
            "-m",
            "m5.large",
            "-i",
            "gardenlinux",
            "-p",
            "aws.yaml",
        ][..],
        &["render", "shop.yaml", "--with", "aws.yaml"],
        &["table", "--regions", "aws.yaml"],
    ] {
        let run = |more: &[&str]| dir.run(&[args, more].concat());
        let (by_file, by_flags) = (run(&[]), run(&["--no-config", "--provider-rules", "off"]));
        assert_eq!(said(&by_file), said(&by_flags), "{args:?}");
        assert_ne!(said(&by_file), said(&run(&["--no-config"])), "{args:?}");
    }
}

/// Of two manifests without a separator one is lost: every command says so, and none answers as if
/// it had read both.
#[test]
fn a_manifest_that_is_lost_is_said() {
    let other = PROFILE.replace("name: aws", "name: gcp");
    let (both, split) = (
        format!("{PROFILE}{other}"),
        format!("{PROFILE}---\n{other}"),
    );
    let dir = Dir::with(&[
        ("aws.yaml", PROFILE),
        ("shop.yaml", CHILD),
        ("web.yaml", SHOOT),
    ]);
    for args in [
        &["lint", "-"][..],
        &["table", "-"],
        &["uses", "-"],
        &["match", "-m", "m5.large", "-p", "-"],
        &["maintain", "-p", "-"],
        &["migrate", "-"],
        &["retire", "machine-type", "m5.large", "-p", "-"],
        &["add", "kubernetes", "1.34.0", "--like", "1.33.1", "-p", "-"],
        &["verbs", "shop.yaml", "-"],
        &["render", "shop.yaml", "-", "--with", "aws.yaml"],
        &["resolve", "web.yaml", "-p", "-", "--with", "aws.yaml"],
        &["maintain", "web.yaml", "-p", "-", "--with", "aws.yaml"],
        &["diff", "aws.yaml", "-"],
    ] {
        let lost = dir.run_with(args, &both, &[]);
        let said = [lost.stdout.as_str(), &lost.stderr].concat();
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let code = if args[0] == "lint" { 1 } else { 2 };
        assert_eq!(lost.exit.code(), code, "{args:?}: {said}");
        assert!(
            said.contains("a second manifest begins here"),
            "{args:?}: {said}"
        );
        let whole = dir.run_with(args, &split, &[]);
        let told = [whole.stdout.as_str(), &whole.stderr].concat();
        assert!(!told.contains("second manifest"), "{args:?}: {told}");
    }
}

/// What cannot be read is said with its reason, and where it was named.
#[test]
fn what_is_missing_is_said_with_its_reason() {
    let dir = Dir::with(&[
        ("set/.cpcap.yaml", "exclude: [left/]\nwith:\n- ../nowhere\n"),
        ("set/left/aws.yaml", PROFILE),
        ("set/mixed/left/aws.yaml", PROFILE),
        ("set/mixed/own/aws.yaml", PROFILE),
        ("set/.gitignore", "own/\n"),
        ("set/held/own/aws.yaml", PROFILE),
        ("set/aws.yaml", PROFILE),
    ]);
    std::fs::create_dir_all(dir.path().join("set/.git")).unwrap();
    std::fs::create_dir_all(dir.path().join("set/none")).unwrap();
    let at = dir.path().join("set");
    for command in [
        &["lint"][..],
        &["uses"],
        &["table"],
        &["match", "-m", "m5.large", "-p"],
    ] {
        for (path, why) in [
            ("none", "this directory has no *.yaml, *.yml or *.json file"),
            ("left", "`exclude` of the configuration file leaves out all"),
            (
                "held",
                "hidden, or git ignores them; --no-ignore reads them",
            ),
            (
                "mixed",
                "leaves out some, and the others are hidden, or git",
            ),
            ("gone.yaml", "no such file or directory"),
            (
                "HEAD:set/aws.yaml",
                "write it to a file first: `git show HEAD:set/aws.yaml > old.yaml`",
            ),
        ] {
            let ran = run_in(&at, &[command, &[path]].concat(), "", &[]);
            let said = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
            let start = format!("cannot read {path}: ");
            assert!(
                said.contains(&start) && said.contains(why),
                "{command:?} {path}: {said}"
            );
            assert_eq!(ran.exit.code(), 2, "{command:?} {path}");
        }
        let ran = run_in(&at, &[command, &["aws.yaml"]].concat(), "", &[]);
        assert!(
            ran.stderr.contains(
                "cannot read ../nowhere: no such file or directory; `with` names it at \
                 .cpcap.yaml:3:3"
            ),
            "{command:?}: {}",
            ran.stderr
        );
        let ran = run_in(
            &at,
            &[
                command,
                &["aws.yaml", "--no-config", "--with", "../nowhere"],
            ]
            .concat(),
            "",
            &[],
        );
        assert!(!ran.stderr.contains("`with` names it"), "{}", ran.stderr);
    }
}
