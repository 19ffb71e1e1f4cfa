//! The output for people fits the terminal: every command at four widths, and no line that is
//! longer than the terminal is wide unless a word in it is.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::common::{Dir, files_below, golden, recorded, root, run_at};
use clap::CommandFactory as _;
use unicode_width::UnicodeWidthStr;

const WIDTHS: [usize; 4] = [60, 80, 100, 160];

/// Every command that writes for people with the examples that suit it, by the name of its golden
/// file.
pub const COMMANDS: &[(&str, &str)] = &[
    ("lint", "lint testdata/examples --level note"),
    ("lint-shoots", "lint testdata/maintain --level note"),
    (
        "lint-summary",
        "lint testdata/maintain --level note --summary",
    ),
    (
        "match-machine-type",
        "match -m general-medium --profile testdata/examples/valid.yaml --explain",
    ),
    (
        "match-image",
        "match -i gardenlinux --profile testdata/match/lifecycle.yaml",
    ),
    (
        "match-bastion",
        "match --bastion --profile testdata/match/bastion.yaml",
    ),
    ("table", "table testdata/examples/valid.yaml"),
    (
        "table-flavors",
        "table testdata/table/flavors.yaml --by flavor",
    ),
    ("table-regions", "table testdata/regions/aws.yaml --regions"),
    (
        "render",
        "render testdata/render/child.yaml --with testdata/render/parent.yaml --diff",
    ),
    ("verbs", "verbs testdata/examples/namespaced.yaml"),
    ("uses", "uses testdata/uses"),
    (
        "diff",
        "diff testdata/diff/old.yaml testdata/diff/new.yaml --with testdata/diff/shoot.yaml",
    ),
    (
        "resolve",
        "resolve testdata/resolve/shoots.yaml --profile testdata/examples/valid.yaml",
    ),
    ("resolve-artifacts", "resolve testdata/artifacts"),
    ("maintain", "maintain testdata/maintain"),
    (
        "retire",
        "retire kubernetes 1.32.9 --profile testdata/maintain/profile.yaml --with testdata/maintain/shoots.yaml",
    ),
    (
        "retire-image",
        "retire image gardenlinux 1592.3.0 -p testdata/maintain/profile.yaml --with testdata/maintain/shoots.yaml",
    ),
    (
        "add",
        "add image local 1.1.0 --like 1.0.0 -p testdata/examples/valid.yaml --now 2026-12-01",
    ),
    (
        "add-kubernetes",
        "add kubernetes 1.34.3 --like 1.32.9 -p testdata/maintain/profile.yaml --with testdata/maintain/shoots.yaml --now 2026-12-01",
    ),
    ("maintain-explain", "maintain testdata/maintain --explain"),
    (
        "maintain-profile",
        "maintain --profile testdata/maintain/profile.yaml",
    ),
    ("rules", "rules namespaced yaml"),
    ("explain", "explain namespaced/missing-cri"),
];

fn run(args: &str, width: usize) -> String {
    let args: Vec<&str> = args.split_whitespace().collect();
    run_at(&root(), &args, "", &[], Some(width)).stdout
}

/// The lines that are too long and need not be: after the blanks and signs at their beginning no
/// word is as long as what is left. What is shown of a text, in an excerpt or as a block of code,
/// is as long as it is there.
pub fn too_long(text: &str, most: usize) -> Vec<String> {
    let mut code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        code ^= line.starts_with("```");
        let lead = line
            .chars()
            .take_while(|c| " -+~*·│╰─┤".contains(*c))
            .count();
        let longest = line.split_whitespace().map(UnicodeWidthStr::width).max();
        let is_text = code || is_numbered(line);
        if line.width() > most && lead + longest.unwrap_or(0) <= most && !is_text {
            found.push(line.to_owned());
        }
    }
    found
}

/// Whether a line is one of a text, after its number.
fn is_numbered(line: &str) -> bool {
    let number = line.split_once(" │ ").map(|(number, _)| number.trim());
    number.is_some_and(|number| number.parse::<usize>().is_ok())
}

#[test]
fn every_command_at_every_width() {
    let mut wrong = String::new();
    for width in WIDTHS {
        for (name, args) in COMMANDS {
            let text = run(args, width);
            assert!(!text.is_empty(), "{name}");
            golden(format!("testdata/widths/{width}/{name}.txt"), &text);
            for line in too_long(&text, width) {
                writeln!(wrong, "{name} {width}: {line}").unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "lines that are too long:\n{wrong}");
}

/// A narrow output has all words of the wide one, and breaks none that would fit.
#[test]
fn no_word_is_broken_that_fits() {
    let mut wrong = String::new();
    for (name, args) in COMMANDS {
        let wide = run(args, 160);
        for width in [60, 80, 100] {
            let narrow = run(args, width);
            let words: BTreeSet<&str> = narrow.split_whitespace().collect();
            let is_lost = |word: &&str| {
                // Headings that go where rows stand below each other.
                let is_heading = ["Pool", "Artifact", "Object", "After", "Rule"].contains(word);
                let is_word = !is_heading && word.starts_with(|c: char| c.is_alphanumeric());
                is_word && word.width() <= width / 3 && !words.contains(word)
            };
            for word in wide.split_whitespace().filter(is_lost) {
                writeln!(wrong, "{name} {width}: {word}").unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "words that are broken:\n{wrong}");
}

#[test]
fn help_fits() {
    let mut wrong = String::new();
    let all = cpcap::cli::Cli::command();
    let commands: Vec<&str> = all.get_subcommands().map(clap::Command::get_name).collect();
    for width in WIDTHS {
        for command in [&[""], &commands[..]].concat() {
            for flag in ["-h", "--help"] {
                for line in too_long(&run(&format!("{command} {flag}"), width), width) {
                    writeln!(wrong, "{command} {flag} {width}: {line}").unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "lines that are too long:\n{wrong}");
}

/// The files of landscapes that people wrote, where they are at hand.
#[test]
fn real_files_fit() {
    let Some(directory) = recorded::real_files() else {
        return;
    };
    let mut wrong = BTreeMap::<String, usize>::new();
    for file in files_below(directory.to_str().unwrap())
        .iter()
        .filter(|file| {
            file.extension()
                .is_some_and(|extension| extension == "yaml")
        })
    {
        let dir = Dir::with(&[("f.yaml", &std::fs::read_to_string(file).unwrap_or_default())]);
        for width in [60, 100] {
            for command in [
                &["lint", "--level", "note"][..],
                &["match", "-i", "*", "--profile"],
                &["table"],
                &["uses"],
                &["maintain"],
                &["resolve"],
                &["diff", "f.yaml"],
            ] {
                let text = run_at(
                    dir.path(),
                    &[command, &["f.yaml"]].concat(),
                    "",
                    &[],
                    Some(width),
                )
                .stdout;
                for line in too_long(&text, width) {
                    *wrong
                        .entry(format!("{} {width}: {line}", command[0]))
                        .or_default() += 1;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "lines that are too long:\n{wrong:#?}");
}
