//! `-q` leaves out what explains the answer: it never changes the exit code, and never prints more.

use std::collections::BTreeSet;

use crate::common::{Dir, root, run_in};
use crate::widths::COMMANDS;
use clap::CommandFactory as _;

/// Command lines beside those whose widths are tested: machine formats, failures, and commands that
/// print nothing but their answer.
pub const MORE: &[&str] = &[
    "lint testdata/examples/valid.yaml",
    "lint testdata/examples --format json --verbose",
    "lint testdata/examples --format compact",
    "lint testdata/maintain --statistics",
    "lint no-such-file.yaml",
    "lint testdata/examples --diff",
    "match -m * --profile testdata/examples/valid.yaml --format json",
    "match -m no-such-type --profile testdata/examples/valid.yaml",
    "match -m general-medium --profile testdata/examples/valid.yaml --expand",
    "table testdata/examples/valid.yaml --by image --format markdown",
    "table testdata/examples/valid.yaml --availability --ascii",
    "table testdata/examples/valid.yaml --format csv",
    "render testdata/render/child.yaml --with testdata/render/parent.yaml",
    "render testdata/render/child.yaml",
    "render testdata/render/child.yaml --with testdata/render/parent.yaml --operation create --now 2031-01-01",
    "verbs testdata/examples/namespaced.yaml --rbac --user somebody",
    "uses testdata/uses --format markdown",
    "uses testdata/maintain/shoots.yaml",
    "diff testdata/diff/old.yaml testdata/diff/new.yaml --format markdown",
    "diff testdata/diff/old.yaml testdata/diff/new.yaml --format html",
    "maintain testdata/maintain --format html",
    "resolve testdata/resolve/shoots.yaml --profile testdata/examples/valid.yaml --write",
    "resolve testdata/artifacts --format markdown",
    "maintain testdata/maintain --format csv",
    "maintain testdata/maintain --settle",
    "migrate testdata/small/legacy.yaml --diff",
    "migrate testdata/examples/valid.yaml",
    "add image local 1.1.0 --like 1.0.0 -p testdata/examples/valid.yaml --diff",
    "add image local 1.1.0 --like 1.0.0 -p testdata/examples/valid.yaml --format json",
    "add image local 1.0.0 --like 1.0.0 -p testdata/examples/valid.yaml",
    "retire machine-type no-such-type -p testdata/examples/valid.yaml",
    "rules --format json",
    "rules namespaced",
    "explain lifecycle",
    "explain no/such-rule",
    "config --no-config",
    "config --no-config --format json",
    "schema lint",
    "completions bash",
    "man lint",
];

#[test]
fn quiet_prints_no_more_and_ends_alike() {
    let commands: Vec<&str> = COMMANDS.iter().map(|(_, args)| *args).collect();
    let mut shorter = BTreeSet::new();
    for line in commands.iter().chain(MORE) {
        let args: Vec<&str> = line.split_whitespace().collect();
        let usual = run_in(&root(), &args, "", &[]);
        for flag in ["-q", "--quiet"] {
            let quiet = run_in(&root(), &[&args[..], &[flag]].concat(), "", &[]);
            assert_eq!(quiet.exit, usual.exit, "{line} {flag}: {}", quiet.stderr);
            assert!(
                quiet.stdout.len() <= usual.stdout.len()
                    && quiet.stderr.len() <= usual.stderr.len(),
                "{line} {flag} prints more:\n{}{}",
                quiet.stdout,
                quiet.stderr
            );
            if quiet.stdout.len() + quiet.stderr.len() < usual.stdout.len() + usual.stderr.len() {
                shorter.insert(args[0]);
            }
        }
        // An answer in JSON is for programs, whatever people want to read.
        if line.contains(" json") {
            let quiet = run_in(&root(), &[&args[..], &["-q"]].concat(), "", &[]);
            assert_eq!(quiet.stdout, usual.stdout, "{line}");
        }
    }
    let dir = || Dir::with(&[]);
    let [usual, quiet] = [&["init"][..], &["init", "-q"]].map(|args| dir().run(args));
    assert_eq!(usual.stdout, "wrote .cpcap.yaml\n");
    assert_eq!((quiet.exit, quiet.stdout.as_str()), (usual.exit, ""));
    shorter.insert("init");
    let profile = root().join("testdata/examples/valid.yaml");
    let report = |flags: &[&str]| {
        let args = ["report", profile.to_str().unwrap(), "-o", "site"];
        dir().run(&[&args, flags].concat())
    };
    let [usual, quiet] = [report(&[]), report(&["-q"])];
    assert!(
        usual
            .stderr
            .ends_with("wrote the pages of 1 profile: site/index.html\n"),
        "{}",
        usual.stderr
    );
    assert_eq!((quiet.exit, quiet.stderr.as_str()), (usual.exit, ""));
    shorter.insert("report");
    let here = dir();
    let check = |flags: &[&str]| here.run(&[&["lsp", "--check"], flags].concat());
    let [usual, quiet] = [check(&[]), check(&["-q"])];
    assert_eq!(quiet.exit, usual.exit);
    assert!(usual.stdout.starts_with(&quiet.stdout) && usual.stdout != quiet.stdout);
    shorter.insert("lsp");
    // What has remarks leaves some out; the rest is nothing but an answer.
    for command in cpcap::cli::Cli::command().get_subcommands() {
        let name = command.get_name();
        let silent = ["schema", "completions", "man"].contains(&name);
        assert_eq!(shorter.contains(name), !silent, "{name}");
    }
}

/// The last of two flags that contradict each other counts.
#[test]
fn the_last_of_quiet_and_verbose_counts() {
    let run = |flags: &[&str]| {
        let args = [&["lint", "testdata/small"], flags].concat();
        run_in(&root(), &args, "", &[]).stderr
    };
    assert_eq!(run(&["-v", "-q"]), run(&["-q"]));
    assert_eq!(run(&["-q", "-v"]), run(&["-v"]));
    assert_ne!(run(&["-q"]), run(&["-v"]));
}

/// A quiet answer is a part of the usual one.
#[test]
fn quiet_leaves_out_and_adds_nothing() {
    for (name, line) in COMMANDS {
        // Names for scripts, and the one sentence of a page, are forms of their own.
        if line.starts_with("match ") || ["rules", "explain"].contains(name) {
            continue;
        }
        let args: Vec<&str> = line.split_whitespace().collect();
        let usual = run_in(&root(), &args, "", &[]).stdout;
        let quiet = run_in(&root(), &[&args[..], &["-q"]].concat(), "", &[]).stdout;
        let mut rest = usual.lines();
        for line in quiet.lines() {
            assert!(rest.any(|other| other == line), "{name}: {line}");
        }
    }
}
