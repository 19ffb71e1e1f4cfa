//! Completion scripts and manual pages are fresh, and what scripts ask is answered from the profile at hand.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod common;

use std::collections::BTreeSet;

use clap::CommandFactory;
use common::{Dir, golden};

const PROFILE: &str = include_str!("../testdata/examples/valid.yaml");
/// The file of each shell's script, as packages install it.
const SCRIPTS: [(&str, &str); 5] =
    [("bash", "cpcap.bash"), ("zsh", "_cpcap"), ("fish", "cpcap.fish"), ("powershell", "_cpcap.ps1"), ("elvish", "cpcap.elv")];

#[test]
fn scripts() {
    let dir = Dir::new();
    for (shell, file) in SCRIPTS {
        let ran = dir.run(&["completions", shell]);
        assert!(ran.stdout.contains("CPCAP_COMPLETE"), "{shell}: {}", ran.stdout);
        golden(format!("completions/{file}"), &ran.stdout);
    }
    assert!(dir.run(&["completions", "bsh"]).stderr.contains("bash"));
}

#[test]
fn manual_pages() {
    let dir = Dir::new();
    let commands: Vec<String> = cpcap::cli::Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
    assert!(commands.len() > 5);
    let mut files = BTreeSet::from(["cpcap.1".to_owned()]);
    golden("docs/man/cpcap.1", &dir.run(&["man"]).stdout);
    for command in &commands {
        let page = dir.run(&["man", command]).stdout;
        assert!(page.contains(&format!(".TH cpcap-{command} 1")), "{page}");
        golden(format!("docs/man/cpcap-{command}.1"), &page);
        files.insert(format!("cpcap-{command}.1"));
    }
    let found: BTreeSet<String> =
        common::files_below("docs/man").iter().map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(found, files, "a page without a command");
    let ran = dir.run(&["man", "lnt"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(ran.stderr.contains("did you mean `lint`?"), "{}", ran.stderr);
}

/// What a shell is offered for the last word of a line.
fn offered(dir: &Dir, line: &[&str], env: &[(&str, &str)]) -> Vec<String> {
    let args: Vec<&str> = ["--", "cpcap"].into_iter().chain(line.iter().copied()).collect();
    let ran = dir.run_with(&args, "", &[&[("CPCAP_COMPLETE", "fish")], env].concat());
    assert_eq!((ran.exit.code(), ran.stderr.as_str()), (0, ""));
    ran.stdout.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

#[test]
fn names_come_from_the_profile_at_hand() {
    let other = PROFILE.replace("general-medium", "special-medium");
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("far/other.yaml", &other), ("empty/none.txt", "")]);
    let here = Dir::with(&[("profile.yaml", PROFILE)]);
    assert_eq!(offered(&here, &["match", "--machine-type", ""], &[]), ["general-medium", "metal-medium", "arm-medium"]);
    assert_eq!(offered(&here, &["match", "-m", "me"], &[]), ["metal-medium"]);
    assert_eq!(offered(&here, &["table", "--image", ""], &[]), ["local"]);
    assert_eq!(offered(&here, &["match", "--image", "local", "--version", ""], &[]), ["1.0.0"]);
    assert_eq!(offered(&here, &["table", "--machine-type", "general-medium,me"], &[]), ["general-medium,metal-medium"]);
    assert_eq!(offered(&dir, &["match", "--profile", "far/other.yaml", "--machine-type", "s"], &[]), ["special-medium"]);
    assert_eq!(offered(&dir, &["match", "--machine-type", "s"], &[("CPCAP_PROFILE", "far/other.yaml")]), ["special-medium"]);
    // Nothing is said where nothing can be read.
    here.write("profile.yaml", "a: b: c");
    assert_eq!(offered(&here, &["match", "-m", ""], &[]), [""; 0]);
}

#[test]
fn names_of_rules_and_settings_are_known() {
    let dir = Dir::new();
    assert_eq!(offered(&dir, &["lint", "--select", "suppression/un"], &[]), ["suppression/unused"]);
    assert_eq!(offered(&dir, &["lint", "--ignore", "yaml,desi"], &[])[0], "yaml,design");
    assert_eq!(offered(&dir, &["explain", "suppression/mi"], &[]), ["suppression/missing-reason"]);
    assert_eq!(offered(&dir, &["lint", "--gardener-version", "1.14"], &[]).len(), 10);
    assert_eq!(offered(&dir, &["lint", "--feature-gate", "In"], &[]), ["InPlaceNodeUpdates=true", "InPlaceNodeUpdates=false"]);
    assert_eq!(offered(&dir, &["lint", "--format", "s"], &[]), ["sarif"]);
    assert_eq!(offered(&dir, &["compl"], &[]), ["completions"]);
}

/// The script in a real shell, where there is one.
#[test]
fn bash_completes() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_cpcap")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let script = dir.path().join("script");
    std::fs::write(&script, dir.run(&["completions", "bash"]).stdout).unwrap();
    let line = "source \"$1\"; COMP_WORDS=(cpcap match -m arm); COMP_CWORD=3; COMP_TYPE=9; _clap_complete_cpcap cpcap arm -m; echo \"${COMPREPLY[@]}\"";
    let ran = std::process::Command::new("bash").args(["-c", line, "bash"]).arg(script).current_dir(dir.path()).env("PATH", path).output();
    if let Ok(ran) = ran {
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "arm-medium\n", "{}", String::from_utf8_lossy(&ran.stderr));
    }
}
