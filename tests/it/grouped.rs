//! What the human form says of findings that it shows as one holds for each of them: the helps that
//! it names are those of the findings, as JSON lists them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::common::{Dir, files_below, run_at};
use serde_json::Value;

/// The number of copies of each example; more findings than are ever shown one by one.
const COPIES: usize = 8;
/// Maximum number of helps that a group names.
const NAMED: usize = 4;

/// The blocks of the bad example of a page, by file name, and the words of its command.
type Example = (Vec<(String, String)>, Vec<String>);

fn example(page: &str) -> Option<Example> {
    let bad = page.split("\n## ").find(|part| part.starts_with("Bad"))?;
    let (mut files, mut lines) = (Vec::new(), bad.lines());
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(command) = block[0].strip_prefix("$ cpcap lint ") {
            return Some((files, command.split(' ').map(str::to_owned).collect()));
        }
        let words: Vec<&str> = info.split(' ').collect();
        if words
            .iter()
            .any(|word| word.contains('=') || *word == "latin-1")
        {
            return None;
        }
        let name = words
            .get(1)
            .map_or_else(|| format!("bad.{}", words[0]), |name| (*name).to_owned());
        files.push((name, block.join("\n") + "\n"));
    }
    None
}

/// The text of a copy: other values where there are two that mean the same to a rule, and other
/// names.
fn copy(text: &str, n: usize) -> String {
    let text = if n % 2 == 1 {
        text.replace("amd64", "\0")
            .replace("arm64", "amd64")
            .replace('\0', "arm64")
    } else {
        text.to_owned()
    };
    let text = if n % 4 > 1 {
        text.replace("gardenlinux", "suse-chost")
    } else {
        text
    };
    text.replace("1877.2.0", &format!("1877.{}.0", n + 2))
}

/// A rule and a help, and how many findings have them.
type Helps = BTreeMap<(String, String), usize>;

/// The helps in JSON: each finding once for people, who read equal ones once.
fn of_json(text: &str) -> Helps {
    let report: Value = serde_json::from_str(text).unwrap();
    let mut helps = Helps::new();
    let mut last = &Value::Null;
    for finding in report["findings"].as_array().unwrap() {
        if finding != last {
            let help = finding["help"].as_str().unwrap_or_default();
            let key = (finding["rule"].as_str().unwrap().to_owned(), squeezed(help));
            *helps.entry(key).or_default() += 1;
        }
        last = finding;
    }
    helps
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The helps in the human form: of all findings whose help it names; and how many findings of
/// a rule it names none, since they stand behind their cause or have one of many other helps.
fn of_human(text: &str) -> (Helps, BTreeMap<String, usize>) {
    let (mut helps, mut unnamed) = (Helps::new(), BTreeMap::new());
    let (mut rule, mut help) = (String::new(), String::new());
    let rule_of = |line: &str| {
        let line = line.split_once('[')?;
        ["error", "warning", "note"]
            .contains(&line.0)
            .then(|| line.1.split(']').next().unwrap().to_owned())
    };
    // The blocks of findings end with a blank line.
    for block in text.split("\n\n") {
        let Some(own) = rule_of(block.lines().next().unwrap_or_default()) else {
            continue;
        };
        rule.clone_from(&own);
        help.clear();
        let mut in_help = false;
        let mut more = Vec::new();
        for line in block.lines() {
            if let Some(text) = line.strip_prefix("  help: ") {
                text.clone_into(&mut help);
                in_help = true;
            } else if in_help && line.starts_with("        ") {
                help.push(' ');
                help.push_str(line);
            } else {
                in_help = false;
                more.push(line);
            }
        }
        let help = squeezed(&help);
        *helps.entry((rule.clone(), help.clone())).or_default() += 1;
        for line in more {
            let line = line.trim();
            if let Some(line) = line.strip_prefix("which most likely leads to: ") {
                *unnamed.entry(rule_of(line).unwrap()).or_insert(0) += 1;
                continue;
            }
            let Some((number, rest)) = line.split_once(" more like this") else {
                continue;
            };
            let Ok(number) = number.parse::<usize>() else {
                continue;
            };
            let rest = rest.trim_end_matches(" (--max-findings 0 shows all)");
            if rest.starts_with(", each with help of its own") {
                *unnamed.entry(rule.clone()).or_insert(0) += number;
                continue;
            }
            let said = rest
                .split_once(" help: ")
                .map_or(help.clone(), |(_, help)| squeezed(help));
            *helps.entry((rule.clone(), said)).or_default() += number;
        }
    }
    (helps, unnamed)
}

#[test]
fn what_a_group_says_holds_for_each_finding() {
    let (mut faults, mut groups, mut several) = (String::new(), 0, 0);
    for path in files_below("docs/rules") {
        let page = std::fs::read_to_string(&path).unwrap();
        let Some((files, flags)) = example(&page) else {
            continue;
        };
        let dir = Dir::new();
        let mut args = vec!["lint".to_owned()];
        let mut names = flags.iter();
        while let Some(flag) = names.next() {
            // The copies of files and of what stands beside them take the place of paths.
            match flag.as_str() {
                "--with" | "--old" => {
                    let name = names.next().unwrap();
                    for n in 0..COPIES {
                        args.extend([flag.clone(), format!("{n}/{name}")]);
                    }
                }
                "--max-findings" | "--format" => {
                    names.next();
                }
                name if files.iter().any(|(file, _)| file == name) => {
                    args.extend((0..COPIES).map(|n| format!("{n}/{name}")));
                }
                flag => args.push(flag.to_owned()),
            }
        }
        for n in 0..COPIES {
            for (name, text) in &files {
                dir.write(&format!("{n}/{name}"), copy(text, n));
            }
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let json = dir.run(&[&args[..], &["--format", "json"]].concat());
        let human = run_at(dir.path(), &args, "", &[], Some(10_000));
        let (expected, (said, mut unnamed)) = (of_json(&json.stdout), of_human(&human.stdout));
        groups += human.stdout.matches(" more like this").count();
        several +=
            human.stdout.matches("help: ").count() - human.stdout.matches("\n  help: ").count();
        let name = path.display();
        for (key, number) in &said {
            let known = expected.get(key).copied().unwrap_or_default();
            if *number > known {
                writeln!(
                    faults,
                    "{name}: {number} times {key:?}, which {known} findings say"
                )
                .unwrap();
            }
        }
        for (key, number) in &expected {
            let mut left = number - said.get(key).copied().unwrap_or_default().min(*number);
            let of_rule = unnamed.entry(key.0.clone()).or_default();
            let taken = left.min(*of_rule);
            *of_rule -= taken;
            left -= taken;
            if left > 0 {
                writeln!(faults, "{name}: {left} findings with {key:?} are not shown").unwrap();
            }
        }
        for line in human
            .stdout
            .lines()
            .filter(|line| line.contains("each with help of its own"))
        {
            assert!(expected.len() >= NAMED, "{name}: {line}");
        }
    }
    assert!(faults.is_empty(), "{faults}");
    assert!(
        groups > 100 && several > 10,
        "{groups} groups, {several} with other helps"
    );
}
