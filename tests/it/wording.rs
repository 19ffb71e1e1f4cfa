//! Texts for users keep to `docs/wording.md`: messages, helps and labels as the rule pages record
//! them, summaries of rules, the help of every command, and the prose of the pages for users.

use std::fmt::Write as _;

use clap::CommandFactory;
use regex::Regex;

use crate::common::{files_below, root};

/// Maximum number of words of a clause that the program prints: what is wrong, why, what to do.
const PRINTED: usize = 28;

/// Maximum number of words of a sentence on a page.
const WRITTEN: usize = 32;

/// Banned words of a sentence, and their replacements.
const BANNED: &[(&str, &str)] = &[
    (r"^(Of|So many) ", "put the subject first"),
    (
        r"^(Asked|Compared|Counted|Judged|Left out|Looked for|Meant|Named|Said|Shown)\b.* (is|are)\b",
        "put the subject first",
    ),
    (r"[,;] left out,? ", "say what the default is"),
    (r"\b(that|those) which\b", "say it directly"),
    (r"\b(is|are|was|were) said\b", "say who says it"),
    (r"\bIt is [^,;:.]* that ", "say it directly"),
    (r"\b[Oo]ld(er)? (form|format|pair)\b", "say legacy format"),
    (r"\b[Pp]rovider parts?\b", "say providerConfig"),
    (r"\bis no \w", "negate the verb: is not a"),
    (r"\bis none (that|of)\b", "negate the verb"),
    (r"\bwithout a word\b", "say silently"),
    (r"\bfor want of\b", "say because"),
    (r"\b[Ww]hoever\b", "name the person or the program"),
    (r"\bof which\b", "say whose, or begin a sentence"),
    (r"\bbe told\b", "say is unknown, or look the same"),
    (r"\bof (a|another|one|that) name\b", "say with the name"),
    (
        r"\b(albeit|beside|hence|lest|thereby|therein|thereof|whereby)\b",
        "use a plainer word",
    ),
    (r"\b(in spite of|all the same)\b", "use a plainer word"),
    (r"\b(is|are) to be\b", "say must, or who does it"),
    (r"\bmend(s|ed)?\b", "say fix"),
    (r"\bwould do\b", "say fit"),
    (r"\b(is|are) \w+ since\b", "say has been"),
    (
        r"(^|[^.\w])1 (bytes|entries|errors|files|findings|flavors|nodes|objects|pools|Shoots|types|versions)\b",
        "count one in the singular",
    ),
    (r"\b(is|are) reserved of\b", "say who reserves it"),
    (r"\bstands? twice\b", "say who has it twice"),
    (
        r"\bnot (un|without)|\b([Nn]othing|[Nn]one|[Nn]obody) [\w ]*\b(not|without)\b",
        "negate once",
    ),
    (r";.*;", "write two sentences"),
];

/// Sentences that stay as they are, by a part of them, and why.
const KEPT: &[(&str, &str)] = &[
    (
        "; `1592.9.0`: it is deprecated",
        "a list of versions, each with its reason",
    ),
    (
        "; of the other versions, `1877.2.0`",
        "a list of versions, each with its reason",
    ),
];

/// A text that users read, where it is, and the maximum of words.
struct Text {
    at: String,
    text: String,
    most: usize,
}

#[test]
fn texts_keep_to_the_page() {
    let bans: Vec<(Regex, &str)> = BANNED
        .iter()
        .map(|(pattern, instead)| (Regex::new(pattern).unwrap(), *instead))
        .collect();
    let (mut faults, mut kept) = (String::new(), vec![false; KEPT.len()]);
    for text in texts() {
        for sentence in sentences(&text.text) {
            if let Some(index) = KEPT.iter().position(|(part, _)| sentence.contains(part)) {
                kept[index] = true;
                continue;
            }
            let plain = plain(&sentence);
            let clauses: &[&str] = if text.most == PRINTED {
                &[": ", "; "]
            } else {
                &[]
            };
            let words = longest(&plain, clauses);
            if words > text.most {
                writeln!(faults, "{}: {words} words: {sentence}", text.at).unwrap();
            }
            for (ban, instead) in &bans {
                if let Some(found) = ban.find(&plain) {
                    let found = found.as_str();
                    writeln!(faults, "{}: `{found}`, {instead}: {sentence}", text.at).unwrap();
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "docs/wording.md says how to write these ({}):\n{faults}",
        faults.lines().count()
    );
    for (index, (part, why)) in KEPT.iter().enumerate() {
        assert!(kept[index], "no text has `{part}` any more, kept as {why}");
    }
}

#[test]
fn each_pattern_finds_its_example() {
    for (pattern, sentence) in BANNED.iter().map(|(pattern, _)| *pattern).zip([
        "Of a Shoot the server judges this.",
        "Counted is compact JSON.",
        "use `major`; left out, it is `major`",
        "the value is that which wins",
        "What is said of it.",
        "It is the last that counts.",
        "the old format",
        "the provider part",
        "`a` is no version",
        "`a` is none that Gardener knows",
        "dropped without a word",
        "refused for want of flavors",
        "Whoever reads it.",
        "flavors of which one wins",
        "it cannot be told",
        "an image of that name",
        "the image beside it",
        "it is kept all the same",
        "what is to be kept",
        "the error is mended",
        "these would do",
        "the version is expired since 2026-10-31",
        "the limit becomes 1 nodes",
        "`2` is reserved of the cpu",
        "the image stands twice",
        "Nothing is left that does not fit.",
        "one; two; three",
    ]) {
        assert!(
            Regex::new(pattern).unwrap().is_match(&plain(sentence)),
            "{pattern} does not find: {sentence}"
        );
    }
    assert!(!plain("There is no version, and it is no longer there.").contains("is no "));
}

/// Code spans as one word each, without the negations that are plain English.
fn plain(sentence: &str) -> String {
    let mut plain = String::new();
    for (index, piece) in sentence.split('`').enumerate() {
        plain.push_str(if index % 2 == 0 { piece } else { "X" });
    }
    plain
        .replace("here is no ", "here is a ")
        .replace("is no longer", "was")
        .replace("told apart", "separated")
        .replace("is no more", "is more")
}

/// The number of words of the longest part between these ends.
fn longest(text: &str, ends: &[&str]) -> usize {
    match ends.split_first() {
        Some((end, rest)) => text
            .split(end)
            .map(|part| longest(part, rest))
            .max()
            .unwrap_or_default(),
        None => text.split_whitespace().count(),
    }
}

/// The sentences of a text. A stop before a capital, a code span or a bracket ends one.
fn sentences(text: &str) -> Vec<String> {
    let end = Regex::new(r"[.!?][)*]* +([A-Z0-9`*(\[]|cpcap |kubectl )").unwrap();
    let (mut found, mut from) = (Vec::new(), 0);
    for stop in end.captures_iter(text) {
        let next = stop.get(1).unwrap().start();
        let sentence = text[from..next].trim();
        // `e.g. X`, and a stop inside of code.
        if sentence.matches('`').count().is_multiple_of(2) {
            found.push(sentence.to_owned());
            from = next;
        }
    }
    found.push(text[from..].trim().to_owned());
    found
}

fn texts() -> Vec<Text> {
    let mut texts: Vec<Text> = cpcap::rules::all()
        .map(|rule| Text {
            at: format!("summary of {}", rule.name),
            text: rule.summary.to_owned(),
            most: PRINTED,
        })
        .collect();
    command("", &cpcap::cli::Cli::command(), &mut texts);
    for path in files_below("docs/rules") {
        let page = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        prose(&name, &page, &mut texts);
        recorded(&name, &page, &mut texts);
    }
    for name in [
        "README.md",
        "docs/ci.md",
        "docs/editors.md",
        "docs/migrate.md",
        "docs/output.md",
        "docs/performance.md",
        "docs/reading.md",
        "docs/reliability.md",
    ] {
        prose(
            name,
            &std::fs::read_to_string(root().join(name)).unwrap(),
            &mut texts,
        );
    }
    texts
}

/// The help of a command and of those below it.
fn command(above: &str, command: &clap::Command, texts: &mut Vec<Text>) {
    let name = format!("{above}{}", command.get_name());
    let mut add = |at: String, text: Option<&clap::builder::StyledStr>| {
        for paragraph in text
            .map(ToString::to_string)
            .unwrap_or_default()
            .split("\n\n")
        {
            texts.push(Text {
                at: at.clone(),
                text: paragraph.replace('\n', " "),
                most: PRINTED,
            });
        }
    };
    add(name.clone(), command.get_about());
    add(name.clone(), command.get_long_about());
    for arg in command.get_arguments() {
        add(format!("{name} {}", arg.get_id()), arg.get_help());
        add(format!("{name} {}", arg.get_id()), arg.get_long_help());
    }
    for below in command.get_subcommands() {
        self::command(&format!("{name} "), below, texts);
    }
}

/// Paragraphs and entries of lists; no code, headings and tables.
fn prose(name: &str, page: &str, texts: &mut Vec<Text>) {
    let (mut fenced, mut open) = (false, false);
    for (index, line) in page.lines().enumerate() {
        let line = line.trim();
        if line.starts_with("```") {
            fenced = !fenced;
            open = false;
            continue;
        }
        if fenced || line.is_empty() || line.starts_with(['#', '|', '<']) {
            open = false;
            continue;
        }
        let entry = line.strip_prefix("- ").or_else(|| {
            line.split_once(". ")
                .filter(|(n, _)| n.parse::<u8>().is_ok())
                .map(|(_, rest)| rest)
        });
        match (entry, texts.last_mut()) {
            (None, Some(last)) if open => {
                last.text.push(' ');
                last.text.push_str(line);
            }
            (entry, _) => texts.push(Text {
                at: format!("{name}:{}", index + 1),
                text: entry.unwrap_or(line).to_owned(),
                most: WRITTEN,
            }),
        }
        open = true;
    }
}

/// Messages, helps and labels of related places in what a page records.
fn recorded(name: &str, page: &str, texts: &mut Vec<Text>) {
    let (mut console, mut open) = (false, false);
    for (index, line) in page.lines().enumerate() {
        if line.starts_with("```") {
            console = line == "```console";
            open = false;
            continue;
        }
        if !console {
            continue;
        }
        let begun = ["  × ", "  ⚠ ", "  ☞ ", "  help: "]
            .iter()
            .find_map(|begin| line.strip_prefix(begin));
        let more = line
            .strip_prefix("  │ ")
            .or_else(|| line.strip_prefix("        "));
        match (begun, more, texts.last_mut()) {
            (Some(text), ..) => {
                texts.push(Text {
                    at: format!("{name}:{}", index + 1),
                    text: text.to_owned(),
                    most: PRINTED,
                });
                open = true;
            }
            (None, Some(text), Some(last)) if open => {
                last.text.push(' ');
                last.text.push_str(text.trim());
            }
            _ => open = false,
        }
    }
}
