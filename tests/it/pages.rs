//! Every rule has a page, and what the page shows is what cpcap prints: each console block is run
//! on the blocks of YAML or JSON before it. With `CPCAP_UPDATE=1` the printed output is written
//! into the pages instead.

use std::fmt::Write as _;

use crate::common::{Dir, golden};

/// The examples of a page by file name, and the page with its console blocks filled in anew.
struct Played {
    text: String,
    bad: Vec<String>,
    good: Vec<String>,
}

/// Runs a page. A fence ```` ```yaml FILE ```` gives a file (without a name: `bad.yaml` or
/// `good.yaml`, after the heading above it). Options may follow: `latin-1` writes its bytes in that
/// encoding; with `repeat=N` every line that holds `{n}` stands N times in the file, numbered from
/// 1, for what only large files show.
fn play(page: &str) -> Played {
    let dir = Dir::new();
    let mut played = Played {
        text: String::new(),
        bad: Vec::new(),
        good: Vec::new(),
    };
    let mut heading = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        writeln!(played.text, "{line}").unwrap();
        if let Some(title) = line.strip_prefix("## ") {
            title.to_lowercase().clone_into(&mut heading);
        }
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(command) = block
            .first()
            .and_then(|first| first.strip_prefix("$ cpcap "))
            .filter(|_| info == "console")
        {
            let args: Vec<&str> = command.split_whitespace().collect();
            let ran = dir.run(&args);
            writeln!(
                played.text,
                "$ cpcap {command}\n{}{}```",
                ran.stdout, ran.stderr
            )
            .unwrap();
            if heading.starts_with("bad") {
                &mut played.bad
            } else {
                &mut played.good
            }
            .push(ran.stdout);
            continue;
        }
        for line in &block {
            writeln!(played.text, "{line}").unwrap();
        }
        writeln!(played.text, "```").unwrap();
        let mut words = info.split(' ');
        let language = words.next().unwrap();
        let (options, names): (Vec<&str>, Vec<&str>) =
            words.partition(|word| *word == "latin-1" || word.contains('='));
        let name = match (language, names.first()) {
            (_, Some(name)) => (*name).to_owned(),
            ("yaml" | "json", None) => format!("{}.{language}", heading.split(' ').next().unwrap()),
            _ => continue,
        };
        let times = options
            .iter()
            .find_map(|option| option.strip_prefix("repeat="))
            .map_or(1, |times| times.parse().unwrap());
        let text = repeated(&block, times);
        let latin = options.contains(&"latin-1");
        dir.write(
            &name,
            if latin {
                text.chars().map(|c| u8::try_from(c).unwrap()).collect()
            } else {
                text.into_bytes()
            },
        );
    }
    played
}

/// The lines of a file; those with `{n}` as often as asked.
fn repeated(lines: &[&str], times: usize) -> String {
    let mut text = String::new();
    for line in lines {
        let times = if line.contains("{n}") { times } else { 1 };
        for n in 1..=times {
            writeln!(text, "{}", line.replace("{n}", &n.to_string())).unwrap();
        }
    }
    text
}

#[test]
fn every_page_shows_what_is_printed() {
    for rule in cpcap::rules::all() {
        let played = play(rule.docs);
        golden(format!("docs/rules/{}.md", rule.name), &played.text);
        let title = format!("# {}\n", rule.name);
        assert!(
            rule.docs.starts_with(&title),
            "{}: the page must begin with its name",
            rule.name
        );
        assert!(
            !played.bad.is_empty(),
            "{}: no bad example is run",
            rule.name
        );
        for printed in &played.bad {
            assert!(
                printed.contains(&format!("[{}]", rule.name)),
                "{}: the bad example does not yield it:\n{printed}",
                rule.name
            );
        }
        assert!(
            !played.good.is_empty(),
            "{}: no good example is run",
            rule.name
        );
        for printed in &played.good {
            assert!(
                printed.starts_with("no findings in "),
                "{}: the good example yields findings:\n{printed}",
                rule.name
            );
        }
    }
}

#[test]
fn every_page_belongs_to_a_rule() {
    for path in crate::common::files_below("docs/rules") {
        let name = path
            .strip_prefix(crate::common::root().join("docs/rules"))
            .unwrap()
            .with_extension("");
        let name = name.to_str().unwrap().replace('\\', "/");
        assert!(
            cpcap::rules::find(&name).is_some(),
            "docs/rules/{name}.md belongs to no rule"
        );
    }
}

#[test]
fn rules_are_named_and_told_apart() {
    let mut names: Vec<&str> = cpcap::rules::all().map(|rule| rule.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "two rules share a name");
    for rule in cpcap::rules::all() {
        assert!(
            rule.summary.ends_with('.') && !rule.summary.contains('\n'),
            "{}: the summary is one sentence",
            rule.name
        );
        assert!(
            rule.name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b == b'/' || b == b'-' || b.is_ascii_digit()),
            "{}",
            rule.name
        );
    }
}
