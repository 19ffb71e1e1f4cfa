//! Clocks at both ends, languages and time zones, and terminals without a size.

use std::process::Command;

use clap::CommandFactory as _;
use cpcap::model::time::Time;

use super::{FAULTY, cpcap, quiet_world, reads_well, reads_well_all, said};
use crate::common::{Dir, root, run_in, run_to};
use crate::quiet::MORE;
use crate::widths::COMMANDS;

fn lines() -> impl Iterator<Item = &'static str> {
    COMMANDS
        .iter()
        .map(|(_, line)| *line)
        .chain(MORE.iter().copied())
}

/// Every command that takes a time, at the first and the last second that can be written; and with a
/// clock beyond them.
#[test]
fn clocks_at_both_ends() {
    let cli = cpcap::cli::Cli::command();
    let mut asked = 0;
    for line in lines() {
        let mut args: Vec<&str> = line.split_whitespace().collect();
        let command = cli.find_subcommand(args[0]).unwrap();
        if let Some(at) = args.iter().position(|arg| *arg == "--now") {
            args.drain(at..at + 2);
        }
        if command.get_arguments().any(|arg| arg.get_id() == "now") {
            for now in ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"] {
                let ran = run_in(&root(), &[&args[..], &["--now", now]].concat(), "", &[]);
                assert!(
                    !ran.stderr.contains("Usage"),
                    "{line} --now {now}: {}",
                    ran.stderr
                );
                reads_well_all(&ran);
            }
            asked += 1;
        }
        for now in [
            Time::MIN,
            Time::from_unix(i64::MIN),
            Time::MAX,
            Time::from_unix(i64::MAX),
        ] {
            let (_, stderr) = run_to(&root(), &args, &mut Vec::new(), now);
            reads_well(&stderr);
        }
    }
    println!("{asked} command lines take a time");
    assert!(asked > 35, "{asked}");
}

/// Neither language nor time zone changes a byte.
#[test]
fn languages_and_time_zones_change_nothing() {
    let dir = Dir::with(&[("a.yaml", FAULTY)]);
    for args in [
        "lint a.yaml --now 2026-11-27T23:30:00Z",
        "lint a.yaml --format json --now 2026-11-27T23:30:00Z",
        "maintain -p a.yaml --now 2026-11-27T23:30:00Z",
        "maintain -p a.yaml --format html --now 2026-11-27T23:30:00Z",
        "table a.yaml --now 2026-11-27T23:30:00Z",
        "lint no-such-file.yaml",
        "lint a.yaml --no-such-flag",
    ] {
        let usual = said(&mut cpcap(dir.path(), args));
        for (language, zone) in [
            ("tr_TR.UTF-8", "Pacific/Kiritimati"),
            ("C", "Pacific/Pago_Pago"),
            ("ar_EG.UTF-8", "Asia/Kathmandu"),
            ("no-such-language", "no-such-zone"),
            ("", ""),
        ] {
            let mut command = cpcap(dir.path(), args);
            for name in ["LANG", "LC_ALL", "LC_TIME", "LC_NUMERIC", "LANGUAGE"] {
                command.env(name, language);
            }
            let other = said(command.env("TZ", zone));
            assert_eq!(
                (usual.code, &usual.stdout, &usual.stderr),
                (other.code, &other.stdout, &other.stderr),
                "{args} with {language} in {zone}"
            );
        }
    }
}

/// A terminal without a size counts as one of 80 columns.
#[test]
fn a_terminal_without_a_size_has_80_columns() {
    let dir = Dir::with(&[("a.yaml", FAULTY)]);
    let on_terminal = |columns: u32| {
        let script = format!(
            "stty cols {columns} rows {}; \"$CPCAP\" lint a.yaml; \"$CPCAP\" lint --help",
            if columns == 0 { 0 } else { 24 }
        );
        let mut command = Command::new("script");
        command
            .current_dir(dir.path())
            .args(["-qec", &script, "/dev/null"]);
        quiet_world(&mut command);
        command.env("TERM", "dumb");
        String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned()
    };
    let none = on_terminal(0);
    assert!(none.contains("unknown-update-strategy"), "{none}");
    assert_eq!(none, on_terminal(80));
    assert_ne!(none, on_terminal(40));
}
