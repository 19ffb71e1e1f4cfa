//! Completion scripts and manual pages are fresh, and what scripts ask is answered from the profile
//! at hand.

use std::collections::BTreeSet;
use std::process::Command;

use crate::common::{Dir, golden};
use clap::CommandFactory;

const PROFILE: &str = include_str!("../../testdata/examples/valid.yaml");
/// The file of each shell's script, as packages install it.
const SCRIPTS: [(&str, &str); 5] = [
    ("bash", "cpcap.bash"),
    ("zsh", "_cpcap"),
    ("fish", "cpcap.fish"),
    ("powershell", "_cpcap.ps1"),
    ("elvish", "cpcap.elv"),
];

#[test]
fn scripts() {
    let dir = Dir::new();
    for (shell, file) in SCRIPTS {
        let ran = dir.run(&["completions", shell]);
        assert!(
            ran.stdout.contains("CPCAP_COMPLETE"),
            "{shell}: {}",
            ran.stdout
        );
        golden(format!("completions/{file}"), &ran.stdout);
    }
    assert!(dir.run(&["completions", "bsh"]).stderr.contains("bash"));
}

#[test]
fn manual_pages() {
    let dir = Dir::new();
    let commands: Vec<String> = cpcap::cli::Cli::command()
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    assert!(commands.len() > 5);
    let mut files = BTreeSet::from(["cpcap.1".to_owned()]);
    golden("docs/man/cpcap.1", &dir.run(&["man"]).stdout);
    for command in &commands {
        let page = dir.run(&["man", command]).stdout;
        assert!(page.contains(&format!(".TH cpcap-{command} 1")), "{page}");
        golden(format!("docs/man/cpcap-{command}.1"), &page);
        files.insert(format!("cpcap-{command}.1"));
    }
    let found: BTreeSet<String> = crate::common::files_below("docs/man")
        .iter()
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(found, files, "a page without a command");
    let ran = dir.run(&["man", "lnt"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr.contains("did you mean `lint`?"),
        "{}",
        ran.stderr
    );
}

/// The candidates for the last word of a line.
fn offered(dir: &Dir, line: &[&str], env: &[(&str, &str)]) -> Vec<String> {
    let args: Vec<&str> = ["--", "cpcap"]
        .into_iter()
        .chain(line.iter().copied())
        .collect();
    let ran = dir.run_with(&args, "", &[&[("CPCAP_COMPLETE", "fish")], env].concat());
    assert_eq!((ran.exit.code(), ran.stderr.as_str()), (0, ""));
    ran.stdout
        .lines()
        .map(|line| line.split('\t').next().unwrap().to_owned())
        .collect()
}

#[test]
fn names_come_from_the_profile_at_hand() {
    let other = PROFILE.replace("general-medium", "special-medium");
    let dir = Dir::with(&[
        ("profile.yaml", PROFILE),
        ("far/other.yaml", &other),
        ("empty/none.txt", ""),
    ]);
    let here = Dir::with(&[("profile.yaml", PROFILE)]);
    assert_eq!(
        offered(&here, &["match", "--machine-type", ""], &[]),
        ["general-medium", "metal-medium", "arm-medium"]
    );
    assert_eq!(
        offered(&here, &["match", "-m", "me"], &[]),
        ["metal-medium"]
    );
    assert_eq!(offered(&here, &["table", "--image", ""], &[]), ["local"]);
    assert_eq!(
        offered(&here, &["match", "--image", "local", "--version", ""], &[]),
        ["1.0.0"]
    );
    assert_eq!(
        offered(
            &here,
            &["table", "--machine-type", "general-medium,me"],
            &[]
        ),
        ["general-medium,metal-medium"]
    );
    assert_eq!(
        offered(
            &dir,
            &[
                "match",
                "--profile",
                "far/other.yaml",
                "--machine-type",
                "s"
            ],
            &[]
        ),
        ["special-medium"]
    );
    assert_eq!(
        offered(
            &dir,
            &["match", "--machine-type", "s"],
            &[("CPCAP_PROFILE", "far/other.yaml")]
        ),
        ["special-medium"]
    );
    // An unreadable document has no findings.
    here.write("profile.yaml", "a: b: c");
    assert_eq!(offered(&here, &["match", "-m", ""], &[]), [""; 0]);
}

#[test]
fn names_of_rules_and_settings_are_known() {
    let dir = Dir::new();
    assert_eq!(
        offered(&dir, &["lint", "--select", "suppression/un"], &[]),
        ["suppression/unused"]
    );
    assert_eq!(
        offered(&dir, &["lint", "--ignore", "yaml,desi"], &[])[0],
        "yaml,design"
    );
    assert_eq!(
        offered(&dir, &["explain", "suppression/mi"], &[]),
        ["suppression/missing-reason"]
    );
    assert_eq!(
        offered(&dir, &["lint", "--gardener-version", "1.14"], &[]).len(),
        10
    );
    assert_eq!(
        offered(&dir, &["lint", "--feature-gate", "In"], &[]),
        ["InPlaceNodeUpdates=true", "InPlaceNodeUpdates=false"]
    );
    assert_eq!(offered(&dir, &["lint", "--format", "s"], &[]), ["sarif"]);
    assert_eq!(offered(&dir, &["compl"], &[]), ["completions"]);
    assert_eq!(offered(&dir, &["man", "comp"], &[]), ["completions"]);
    assert_eq!(
        offered(&dir, &["lint", "--severity", "suppression/un"], &[]),
        ["suppression/unused="]
    );
    let levels = ["error", "warning", "note"].map(|level| format!("size=note,yaml={level}"));
    assert_eq!(
        offered(&dir, &["lint", "--severity", "size=note,yaml="], &[]),
        levels
    );
    assert_eq!(
        offered(&dir, &["config", "--severity=yaml=n"], &[]),
        ["--severity=yaml=note"]
    );
    assert_eq!(
        offered(&dir, &["lint", "--provider-rules", "o"], &[]),
        ["off", "openstack"]
    );
    assert_eq!(
        offered(&dir, &["table", "--classification", "supported,pre"], &[]),
        ["supported,preview"]
    );
    assert_eq!(
        offered(&dir, &["diff", "--deny-impact", "an"], &[]),
        ["any"]
    );
    assert_eq!(
        offered(&dir, &["config", "--format", ""], &[]),
        ["yaml", "json"]
    );
}

/// After `--git`: branches and tags, on both sides of the dots.
#[test]
fn revisions_of_the_repository_are_offered() {
    let dir = Dir::with(&[("a.yaml", "")]);
    assert!(
        offered(&dir, &["diff", "--git", ""], &[]).is_empty(),
        "no repository"
    );
    let git = |args: &[&str]| {
        let who = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        assert!(
            Command::new("git")
                .args(who)
                .args(args)
                .current_dir(dir.path())
                .status()
                .unwrap()
                .success()
        );
    };
    for args in [
        &["init", "-q", "-b", "main"][..],
        &["add", "."],
        &["commit", "-qm", "first"],
        &["branch", "topic"],
        &["tag", "v1"],
    ] {
        git(args);
    }
    assert_eq!(
        offered(&dir, &["diff", "--git", ""], &[]),
        ["main", "topic", "v1"]
    );
    assert_eq!(
        offered(&dir, &["diff", "--git", "main...t"], &[]),
        ["main...topic"]
    );
    assert_eq!(
        offered(&dir, &["diff", "--git", "v1..m"], &[]),
        ["v1..main"]
    );
}

#[test]
fn files_are_offered_behind_a_form() {
    let dir = Dir::with(&[("findings.sarif", ""), ("other.txt", "")]);
    assert_eq!(
        offered(&dir, &["lint", "--format", "sarif=f"], &[]),
        ["sarif=findings.sarif"]
    );
    assert_eq!(
        offered(&dir, &["lint", "--format=sarif=f"], &[]),
        ["--format=sarif=findings.sarif"]
    );
    assert!(offered(&dir, &["lint", "--baseline", ""], &[]).contains(&"other.txt".to_owned()));
}

/// Every flag of every command, from the definition of the arguments.
fn flags() -> Vec<(String, Vec<String>)> {
    let mut cli = cpcap::cli::Cli::command();
    cli.build();
    let long = |command: &clap::Command| {
        let visible = command.get_arguments().filter(|arg| !arg.is_hide_set());
        visible
            .filter_map(|arg| arg.get_long())
            .map(|name| format!("--{name}"))
            .collect::<Vec<_>>()
    };
    let of = cli
        .get_subcommands()
        .filter(|command| command.get_name() != "help");
    of.map(|command| (command.get_name().to_owned(), long(command)))
        .collect()
}

#[test]
fn every_flag_is_in_help_completions_and_manual_pages() {
    let dir = Dir::new();
    let mut count = 0;
    for (command, flags) in flags() {
        let help = dir.run(&[&command, "--help"]).stdout;
        let short = dir.run(&[&command, "-h"]).stdout;
        let page = dir.run(&["man", &command]).stdout.replace("\\-", "-");
        let offered = offered(&dir, &[&command, "--"], &[]);
        // The help shows all known names, and no others.
        let word = |line: &str| {
            line.split_whitespace()
                .find_map(|word| word.strip_prefix("--"))
                .map(str::to_owned)
        };
        let lines = help
            .lines()
            .take_while(|line| *line != "Examples:")
            .filter(|line| {
                line.trim_start().starts_with('-') && !line.trim_start().starts_with("- ")
            });
        let shown: BTreeSet<String> = lines
            .filter_map(word)
            .map(|name| format!("--{}", name.split(['[', '=', ',']).next().unwrap()))
            .collect();
        assert_eq!(shown, flags.iter().cloned().collect(), "{command}");
        for flag in &flags {
            assert!(
                short.contains(flag.as_str()),
                "{command} -h does not show {flag}"
            );
            assert!(
                page.contains(flag.as_str()),
                "the manual page of {command} does not show {flag}"
            );
            assert!(
                offered.contains(flag),
                "{command} {flag} is not offered: {offered:?}"
            );
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

/// Every value that help lists is offered, too: names of schemas, formats.
#[test]
fn every_name_of_a_schema_is_offered() {
    let offered = offered(&Dir::new(), &["schema", ""], &[]);
    let known = cpcap::editor::names()
        .into_iter()
        .map(|(name, _)| name)
        .chain(["lint".to_owned(), "config".to_owned()]);
    known.for_each(|name| assert!(offered.contains(&name), "{name}: {offered:?}"));
}

/// Runs a line in a real shell, in a directory with a profile and the shell's script; none where
/// there is no such shell.
fn in_shell(shell: &str, args: &[&str], script: &str) -> Option<String> {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_cpcap"))
        .parent()
        .unwrap();
    let path = format!(
        "{}:{}",
        binary.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    dir.write(script, dir.run(&["completions", shell]).stdout);
    let mut command = std::process::Command::new(shell);
    command
        .args(args)
        .current_dir(dir.path())
        .env("PATH", path)
        .env("HOME", dir.path())
        .env("TERM", "dumb");
    match command.output() {
        Ok(ran) => {
            assert!(
                ran.status.success(),
                "{shell}: {}",
                String::from_utf8_lossy(&ran.stderr)
            );
            Some(String::from_utf8(ran.stdout).unwrap())
        }
        Err(error) => {
            crate::common::skip(&format!("{shell} cannot be run: {error}"));
            None
        }
    }
}

/// The script in real Bash, loaded as the help says.
#[test]
fn bash_completes() {
    let line = "source ./cpcap.bash; COMP_WORDS=(cpcap match -m arm); COMP_CWORD=3; COMP_TYPE=9; \
        _clap_complete_cpcap cpcap arm -m; echo \"${COMPREPLY[@]}\"; complete -p cpcap";
    let out = in_shell("bash", &["--norc", "-c", line], "cpcap.bash").expect("bash is everywhere");
    assert!(
        out.starts_with("arm-medium\n") && out.contains("_clap_complete_cpcap"),
        "{out}"
    );
}

/// Bash parts words at `=`, and takes the last part for the whole word.
#[test]
fn bash_completes_behind_equals_signs() {
    for (words, current, expected) in [
        ("cpcap lint --format = sar", "sar", "sarif"),
        (
            "cpcap lint --severity yaml/duplicate-key =",
            "",
            "error warning note",
        ),
        ("cpcap lint --severity = size = no", "no", "note"),
        ("cpcap match -m arm", "arm", "arm-medium"),
    ] {
        let line = format!(
            "source ./cpcap.bash; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             COMP_TYPE=9; _clap_complete_cpcap cpcap '{current}' x; IFS=' '; echo \
             \"${{COMPREPLY[*]}}\""
        );
        let out =
            in_shell("bash", &["--norc", "-c", &line], "cpcap.bash").expect("bash is everywhere");
        assert_eq!(out.trim_end(), expected, "{words}");
    }
}

/// The script in real Zsh: its completion system calls the function, and what the function adds is
/// printed.
#[test]
fn zsh_completes() {
    let line = "autoload -Uz compinit; compinit -u -d ./dump; source ./_cpcap; [[ -n \
        ${_comps[cpcap]} ]] || exit 3; _describe() { print -l -- ${(P)3} }; words=(cpcap match -m \
        arm); CURRENT=4; ${_comps[cpcap]}";
    if let Some(out) = in_shell("zsh", &["-f", "-c", line], "_cpcap") {
        assert!(
            out.contains("arm-medium") && !out.contains("metal-medium"),
            "{out}"
        );
    }
}

/// A name that wants a value gets no space after it.
#[test]
fn zsh_leaves_room_for_values() {
    let line = "autoload -Uz compinit; compinit -u -d ./dump; source ./_cpcap; _describe() \
        { print -- \"${(P)3}\" ${@[4,-1]} }; words=(cpcap lint --severity suppression/un); \
        CURRENT=4; ${_comps[cpcap]}; words[4]=suppression/unused=n; ${_comps[cpcap]}";
    if let Some(out) = in_shell("zsh", &["-f", "-c", line], "_cpcap") {
        let lines: Vec<&str> = out.lines().collect();
        assert!(
            lines[0].starts_with("suppression/unused=:") && lines[0].ends_with(" -S"),
            "{out}"
        );
        assert_eq!(lines[1..], ["suppression/unused=note"], "{out}");
    }
}

/// The script in real Fish, found where the help puts it.
#[test]
fn fish_completes() {
    let line = "complete -C 'cpcap match -m arm'; echo; complete -C 'cpcap lint --max-f'";
    if let Some(out) = in_shell("fish", &["-c", line], ".config/fish/completions/cpcap.fish") {
        assert!(
            out.starts_with("arm-medium\n") || out.starts_with("arm-medium\t"),
            "{out}"
        );
        assert!(out.contains("--max-findings"), "{out}");
    }
}

#[test]
fn completions_leave_out_entries_that_a_list_has() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let all = offered(&dir, &["lint", "--select", "lifecycle,"], &[]);
    assert!(
        all.contains(&"lifecycle,yaml".to_owned())
            && !all.contains(&"lifecycle,lifecycle".to_owned()),
        "{all:?}"
    );
    assert_eq!(
        offered(&dir, &["lint", "--select=yaml,size,siz"], &[])
            .iter()
            .filter(|name| name.ends_with(",size"))
            .count(),
        0
    );
    assert_eq!(
        offered(&dir, &["table", "--machine-type", "metal-medium,"], &[]),
        ["metal-medium,general-medium", "metal-medium,arm-medium"]
    );
}

#[test]
fn versions_are_those_of_the_image_on_the_line() {
    let dir = Dir::with(&[(
        "landscape/profile.yaml",
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: a}\nspec:\n  \
         machineImages:\n  - {name: linux, versions: [{version: 1.0.0}, {version: 2.0.0}]}\n  - {name: \
         other, versions: [{version: 2.0.0}, {version: 3.0.0}]}\n  machineTypes: [{name: small}]\n",
    )]);
    for (line, wanted) in [
        (
            &["match", "-i", "linux", "--version", ""][..],
            &["1.0.0", "2.0.0"][..],
        ),
        (
            &["match", "--image=other", "--version", ""],
            &["2.0.0", "3.0.0"],
        ),
        (
            &["table", "-i", "'oth*'", "--version", ""],
            &["2.0.0", "3.0.0"],
        ),
        (
            &["match", "-m", "small", "--version", ""],
            &["1.0.0", "2.0.0", "3.0.0"],
        ),
        (&["match", "-p", "landscape", "-m", ""], &["small"]),
    ] {
        assert_eq!(offered(&dir, line, &[]), wanted, "{line:?}");
    }
}

#[test]
fn every_completion_of_explain_has_an_explanation() {
    let dir = Dir::new();
    let offers = offered(&dir, &["explain", ""], &[]);
    assert!(
        offers.iter().any(|offer| offer == "lifecycle"),
        "{offers:?}"
    );
    for offer in offers.iter().filter(|offer| !offer.starts_with('-')) {
        assert_eq!(dir.run(&["explain", offer]).exit.code(), 0, "{offer}");
    }
}
