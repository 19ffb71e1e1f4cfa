//! Help and pages of rules at every width: nothing is too wide, and examples stay commands.

use std::fmt::Write as _;

use crate::common::{root, run_at};
use crate::widths::too_long;
use clap::CommandFactory as _;
use regex::Regex;

fn printed(args: &[&str], width: usize) -> String {
    run_at(&root(), args, "", &[], Some(width)).stdout
}

#[test]
fn pages_of_rules_and_groups_fit() {
    let (mut wrong, mut names) = (String::new(), Vec::new());
    for rule in cpcap::rules::all() {
        names.extend([rule.name, rule.group()]);
    }
    names.sort_unstable();
    names.dedup();
    for width in [60, 80, 100] {
        for name in &names {
            for line in too_long(&printed(&["explain", name], width), width) {
                writeln!(wrong, "explain {name} {width}: {line}").unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "lines that are too long:\n{wrong}");
}

/// The commands among the examples of a help, as a shell reads them.
fn examples(help: &str) -> Vec<String> {
    let Some((_, examples)) = help.split_once("Examples:\n") else {
        return Vec::new();
    };
    let joined = Regex::new(r" \\\n +").unwrap().replace_all(examples, " ");
    let commands = joined.lines().filter_map(|line| line.strip_prefix("  "));
    commands
        .filter(|line| line.contains("cpcap") && !line.starts_with("  "))
        .map(|line| {
            let (left, right) = line.split_once("  ").unwrap_or((line, ""));
            // A single word names a shell.
            if left.contains(' ') { left } else { right }
                .trim()
                .to_owned()
        })
        .filter(|command| !command.is_empty())
        .collect()
}

#[test]
fn narrow_examples_are_the_same_commands() {
    let all = cpcap::cli::Cli::command();
    for command in all.get_subcommands().map(clap::Command::get_name) {
        for flag in ["-h", "--help"] {
            let wide = examples(&printed(&[command, flag], 100));
            for width in [60, 80] {
                let narrow = printed(&[command, flag], width);
                assert_eq!(examples(&narrow), wide, "{command} {flag} {width}");
            }
        }
    }
    assert!(examples(&printed(&["lint", "--help"], 100)).len() > 8);
}

/// Paragraphs flow: a line ends where the width does, or a sentence.
#[test]
fn paragraphs_have_no_line_ends_of_their_own() {
    let all = cpcap::cli::Cli::command();
    for command in all.get_subcommands() {
        let after = command
            .get_after_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        for line in after.lines().filter(|line| !line.starts_with("  ")) {
            let ends = line.is_empty() || line.ends_with(['.', ':']);
            assert!(ends, "{}: {line}", command.get_name());
        }
    }
}
