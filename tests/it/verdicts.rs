//! The verdict of every command, in all of its formats, on changes of a repository with two
//! landscapes of equal names.

use crate::common::diff::{PROFILE, SHOOT, without};
use crate::common::formats;
use crate::landscapes::{Change, Files, added, both, landscape, removed};

/// The commands, by what the table below calls them.
const COMMANDS: &[(&str, &[&str])] = &[
    (
        "lint --old",
        &["lint", "new", "--old", "old", "--select", "change"],
    ),
    ("uses", &["uses", "new"]),
    ("resolve", &["resolve", "new"]),
    ("table", &["table", "new"]),
    ("match", &["match", "-m", "m4.large", "-p", "new"]),
    ("verbs --old", &["verbs", "new", "--old", "old"]),
    (
        "render --old",
        &["render", "new", "--old", "old", "--provider-rules", "off"],
    ),
];

/// A change with its name.
type Case = (&'static str, Files, Files);

fn cases() -> Vec<Case> {
    let all = || both(PROFILE, PROFILE);
    let only = |files: Files, keep: &str| -> Files {
        files
            .into_iter()
            .filter(|(at, _)| at.contains(keep))
            .collect()
    };
    let moved = |to: &str, profile: &str| -> Files {
        let mut files = all();
        let file = files
            .iter_mut()
            .find(|(at, _)| at == "live/profiles/aws.yaml")
            .unwrap();
        *file = (to.to_owned(), profile.to_owned());
        files
    };
    let with = |from: &str, to: &str, mut files: Files| -> Files {
        files
            .iter_mut()
            .for_each(|(_, text)| *text = text.replace(from, to));
        files
    };
    let partial = |profile: &str| {
        with(
            "{version: 1.32.5}",
            "{version: \"1.32\"}",
            both(profile, PROFILE),
        )
    };
    let gone = without(PROFILE, "  - {name: m5.large", "  - {name: m4.large");
    let twins = |a: &str, b: &str| -> Files {
        let at = |name: &str, version: &str| {
            let profile = PROFILE.replace("version: 1.33.1", &format!("version: {version}"));
            (name.to_owned(), profile)
        };
        vec![
            at(&format!("{a}/aws.yaml"), a),
            at(&format!("{b}/aws.yaml"), b),
        ]
    };
    let (removed, added) = (removed(), added());
    vec![
        ("nothing changes", all(), all()),
        ("one adds", all(), both(&added, PROFILE)),
        ("both add", all(), both(&added, &added)),
        ("one removes", all(), both(&removed, PROFILE)),
        ("both remove", all(), both(&removed, &removed)),
        ("one adds, one removes", all(), both(&added, &removed)),
        (
            "a file moves",
            all(),
            moved("live/aws/profile.yaml", PROFILE),
        ),
        (
            "a file moves and removes",
            all(),
            moved("live/aws/profile.yaml", &removed),
        ),
        (
            "a version in part is removed",
            partial(PROFILE),
            partial(&removed),
        ),
        (
            "a machine type goes under a pool",
            all(),
            both(&gone, PROFILE),
        ),
        (
            "no Shoots in either landscape",
            only(all(), "profiles"),
            only(both(&removed, PROFILE), "profiles"),
        ),
        (
            "no Shoots in the one that removes",
            [
                only(landscape("dev", PROFILE), "profiles"),
                landscape("live", PROFILE),
            ]
            .concat(),
            [
                only(landscape("dev", &removed), "profiles"),
                landscape("live", PROFILE),
            ]
            .concat(),
        ),
        (
            "no profiles",
            only(all(), "shoots/web"),
            with("1592.9.0", "1877.2.0", only(all(), "shoots/web")),
        ),
        (
            "no pairs",
            twins("1.33.1", "1.33.2"),
            twins("1.33.3", "1.33.4"),
        ),
    ]
}

/// The expectation: the verdict of `diff`, its exit code without and with `--deny-unchecked`, and
/// the exit codes of the other commands, in their order.
const EXPECTED: &[(&str, &str, [i32; 2], [u8; 7])] = &[
    ("nothing changes", "accepted", [0, 0], [0, 0, 0, 0, 0, 0, 0]),
    ("one adds", "accepted", [0, 0], [0, 0, 0, 0, 0, 0, 0]),
    ("both add", "accepted", [0, 0], [0, 0, 0, 0, 0, 0, 0]),
    ("one removes", "refused", [1, 1], [1, 0, 1, 0, 0, 0, 0]),
    ("both remove", "refused", [1, 1], [1, 0, 1, 0, 0, 0, 0]),
    (
        "one adds, one removes",
        "refused",
        [1, 1],
        [1, 0, 1, 0, 0, 0, 0],
    ),
    ("a file moves", "accepted", [0, 0], [0, 0, 0, 0, 0, 0, 0]),
    (
        "a file moves and removes",
        "refused",
        [1, 1],
        [1, 0, 1, 0, 0, 0, 0],
    ),
    (
        "a version in part is removed",
        "refused",
        [1, 1],
        [1, 0, 1, 0, 0, 0, 0],
    ),
    (
        "a machine type goes under a pool",
        "refused",
        [1, 1],
        [1, 0, 1, 0, 0, 0, 0],
    ),
    (
        "no Shoots in either landscape",
        "notKnown",
        [0, 1],
        [0, 0, 2, 0, 0, 2, 2],
    ),
    (
        "no Shoots in the one that removes",
        "notKnown",
        [0, 1],
        [0, 0, 0, 0, 0, 0, 0],
    ),
    ("no profiles", "notKnown", [0, 1], [0, 2, 2, 2, 2, 2, 2]),
    ("no pairs", "notKnown", [2, 2], [2, 0, 2, 0, 0, 2, 2]),
];

#[test]
fn every_command_says_the_same_in_every_format() {
    let cases = cases();
    let mut told = Vec::new();
    for (name, old, new) in &cases {
        let change = Change::new(old, new);
        let (verdict, code, _) = change.verdict(&[], &[]);
        let (_, denied, _) = change.verdict(&[], &["--deny-unchecked"]);
        let codes = COMMANDS.iter().map(|(command, args)| {
            let code = |format: &String| {
                change
                    .plain
                    .run(&[args, &["--format", format][..]].concat())
                    .exit
                    .code()
            };
            let codes: Vec<u8> = formats(args[0]).iter().map(code).collect();
            assert!(
                codes.iter().all(|code| *code == codes[0]),
                "{name}: {command}: {codes:?}"
            );
            codes[0]
        });
        told.push((*name, verdict, [code, denied], codes.collect::<Vec<u8>>()));
    }
    let expected: Vec<_> = EXPECTED
        .iter()
        .map(|(name, verdict, codes, others)| {
            (*name, (*verdict).to_owned(), *codes, others.to_vec())
        })
        .collect();
    let names: Vec<&str> = COMMANDS.iter().map(|(name, ..)| *name).collect();
    assert_eq!(told, expected, "the commands: {names:?}\n{told:#?}");
}

/// Paths choose what is judged, and the verdict is that of the landscape that they name.
#[test]
fn the_verdict_for_a_path_concerns_only_that_path() {
    let change = Change::new(&both(PROFILE, PROFILE), &both(&added(), &removed()));
    for (paths, verdict, code) in [
        (&["dev"][..], "accepted", 0),
        (&["dev/profiles/aws.yaml"], "accepted", 0),
        (&["live"], "refused", 1),
        (&["live/profiles"], "refused", 1),
        (&["dev", "live"], "refused", 1),
        (&["dev/profiles", "live/shoots"], "accepted", 0),
    ] {
        let (said, found, report) = change.verdict(paths, &[]);
        assert_eq!(
            (said.as_str(), found),
            (verdict, code),
            "{paths:?}: {report:#}"
        );
    }
    // A Shoot alone is judged with its profile around it.
    let worse = SHOOT.replace("1592.9.0", "1.2.3");
    let mut new = both(PROFILE, PROFILE);
    new.iter_mut()
        .filter(|(at, _)| at == "live/shoots/web.yaml")
        .for_each(|(_, text)| text.clone_from(&worse));
    let change = Change::new(&both(PROFILE, PROFILE), &new);
    let (said, code, report) = change.verdict(&["live/shoots/web.yaml"], &[]);
    assert_eq!((said.as_str(), code), ("refused", 1), "{report:#}");
}

/// The note and the heading of `diff` word the effect of a first vocabulary on image versions
/// alike: with the flavors that the extension's webhook writes.
#[test]
fn a_first_vocabulary_is_told_alike() {
    let flavors = |text: &str, names: &[&str], instead: &str| {
        let (mut text, mut at) = (text.to_owned(), 0);
        while let Some(found) = text[at..].find("      capabilityFlavors:\n") {
            let start = at + found;
            let lines = text[start..].split_inclusive('\n').skip(1);
            let ours =
                lines.take_while(|line| names.iter().any(|name| line.trim().starts_with(name)));
            let length: usize = ours.map(str::len).sum();
            let end = start + "      capabilityFlavors:\n".len() + length;
            text.replace_range(start..end, instead);
            at = start + instead.len();
        }
        text
    };
    let core = flavors(
        &PROFILE.replace("values: [amd64]", "values: [amd64, arm64]"),
        &["- architecture:", "boot:"],
        "      architectures: [amd64]\n",
    );
    let (new, _) = core.split_once("  providerConfig:\n").unwrap();
    let old = without(new, "  machineCapabilities:", "  machineImages:")
        .replace(", capabilities: {architecture: [amd64]}", "")
        .replace(", capabilities: {architecture: [amd64], boot: [bios]}", "");
    let with_flavors = &PROFILE[PROFILE.find("  providerConfig:\n").unwrap()..];
    let at = |text: String| vec![("dev/aws.yaml".to_owned(), text)];
    let change = Change::new(&at(old), &at(format!("{new}{with_flavors}")));
    for (rules, refused) in [(&[][..], false), (&["--provider-rules", "off"], true)] {
        let diff = change
            .plain
            .run(&[&["diff", "old", "new"], rules].concat())
            .stdout;
        let diff = diff.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            diff.contains("create of the same file fails because it lacks flavors"),
            refused,
            "{diff}"
        );
        let only = [
            "lint",
            "new",
            "--old",
            "old",
            "--select",
            "change/first-migration",
            "-f",
            "compact",
        ];
        let lint = change.plain.run(&[&only[..], rules].concat()).stdout;
        assert_eq!(
            lint.contains("a create of the same file fails because it lacks flavors"),
            refused,
            "{lint}"
        );
        assert_eq!(
            diff.contains("a create of the same file fails because it lacks flavors"),
            refused,
            "{diff}"
        );
    }
}
