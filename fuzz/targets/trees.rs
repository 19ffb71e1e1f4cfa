//! Texts for the two readers of YAML, and whether their trees are the same: the reader that needs
//! one pass must never have an opinion of its own. Shared by `main.rs` and the integration tests.

use cpcap::yaml;
use fastrand::Rng;

/// The tokens of generated lines.
const TOKENS: &[&str] = &[
    "a: ",
    "b: ",
    "a:",
    "\"c\": ",
    "'d': ",
    "- ",
    "-",
    "x",
    "1",
    "yes",
    "text of words",
    "\"q\"",
    "'it''s'",
    "\"a\\nb\"",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "[x, y]",
    "{a: b, c: [d]}",
    "[]",
    "{}",
    ", ",
    ",",
    ":",
    ": ",
    "?",
    "? ",
    "|",
    "|-",
    ">",
    ">-",
    "|+",
    ">2",
    "# c",
    " # c",
    "#",
    "&e ",
    "&e",
    "*e",
    "*e ",
    "<<: *e",
    "<<: ",
    "!!str ",
    "!t",
    "%",
    "@",
    "`",
    "~",
    "null",
    ".inf",
    "-.inf",
    "-1",
    "+1",
    ".5",
    "---",
    "--- ",
    "...",
    " ",
    "  ",
    "\t",
    "\r",
    "\u{feff}",
    "é",
    "\u{a0}",
    "\u{85}",
    "\u{2028}",
    "\\",
    "//",
    "http://x?y",
    "a#b",
    "a:b",
    "0x1F",
    "2026-01-01",
    "=",
    "<<",
    "\0",
    "\u{7f}",
    "\u{fffd}",
    "\u{1f600}",
];

/// Whole lines, so that cpcap can read more of the generated text.
const LINES: &[&str] = &[
    "a:",
    "b:",
    "a: x",
    "\"b\": 'x'",
    "- x",
    "-",
    "- a: b",
    "- - x",
    "- a:",
    "a: |",
    "b: >-",
    "- |+",
    "a: >",
    "a: &e",
    "b: &e x",
    "- &e",
    "c: *e",
    "- *e",
    "<<: *e",
    "a: [x,",
    "b: {a: b,",
    "- [",
    "x, y",
    "]",
    "}",
    "x]",
    "a: b}",
    "[x, {a: y}]",
    "",
    "# c",
    "text",
    "more text # c",
    "a:   # c",
    "- # c",
    "a: 'it''s' # c",
    "a: \"b\\n\"",
    "{}",
    "a: []",
    "- {a: b, c: [d]} # e",
    "a: - b",
    "...",
    "a b: c d",
    "a: b: c",
    "http://x:80/",
    "é: ü",
    "a: x#y",
    "  ",
    "'d':",
    "- \"q\": x",
];

/// What is put in the place of others.
pub const CHARACTERS: &[char] = &[
    ' ', ' ', '\n', '\n', ':', '-', '#', '\'', '"', '[', ']', '{', '}', ',', '&', '*', '!', '|',
    '>', '?', '%', '@', '`', '\\', '\t', '\r', 'x', '.', '~', '<', '=', 'é', '\u{85}', '\u{feff}',
    '+', '0', '/', '_',
];

/// Where the trees of a text differ; otherwise how many documents it has, and how many of them were
/// read in one pass.
pub fn compare(text: &str) -> Result<(usize, usize), String> {
    let mut documents = yaml::read(text);
    let judge = yaml::read_by_parser(text);
    let quick = documents.iter().filter(|document| document.quick).count();
    for document in &mut documents {
        document.quick = false;
    }
    if documents == judge {
        return Ok((documents.len(), quick));
    }
    let (ours, theirs) = (format!("{documents:?}"), format!("{judge:?}"));
    let same = ours
        .bytes()
        .zip(theirs.bytes())
        .take_while(|(our, their)| our == their)
        .count();
    let part = |debug: &str| -> String {
        let debug = String::from_utf8_lossy(&debug.as_bytes()[same.saturating_sub(150)..]);
        debug.chars().take(300).collect()
    };
    Err(format!(
        "{text:?}\n  in one pass:   … {} …\n  by the parser: … {} …",
        part(&ours),
        part(&theirs)
    ))
}

/// Lines of a file, or such as nobody wrote, with some changes.
pub fn input(corpus: &[String], rng: &mut Rng) -> String {
    let mut text = match rng.u8(..8) {
        0..3 => generated(rng),
        _ => piece(&corpus[rng.usize(..corpus.len())], rng),
    };
    for _ in 0..rng.usize(..4).saturating_sub(rng.usize(..2)) {
        change(&mut text, rng);
    }
    if rng.u8(..6) == 0 {
        text = text.replace('\n', "\r\n");
    }
    text
}

fn generated(rng: &mut Rng) -> String {
    let mut text = String::new();
    let mut indentation = 0;
    for _ in 0..rng.usize(1..8) {
        indentation = match rng.u8(..8) {
            0 => 0,
            1 => indentation + 1,
            2 | 3 => indentation + 2,
            4 => rng.usize(..5),
            _ => indentation,
        };
        text.extend(std::iter::repeat_n(' ', indentation));
        if rng.u8(..4) > 0 {
            text.push_str(LINES[rng.usize(..LINES.len())]);
        } else {
            for _ in 0..rng.usize(..5) {
                text.push_str(token(rng));
            }
        }
        if rng.u8(..30) > 0 {
            text.push('\n');
        }
    }
    text
}

fn token(rng: &mut Rng) -> &'static str {
    // What is common comes first.
    let end = if rng.bool() { 40 } else { TOKENS.len() };
    TOKENS[rng.usize(..end)]
}

/// Some lines of a text, often with the first one at the margin.
fn piece(text: &str, rng: &mut Rng) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if lines.is_empty() {
        return String::new();
    }
    let from = rng.usize(..lines.len());
    let lines = &lines[from..(from + rng.usize(1..12)).min(lines.len())];
    let indentation = if rng.u8(..8) == 0 {
        0
    } else {
        lines[0].len() - lines[0].trim_start_matches(' ').len()
    };
    let cut = |line: &&str| {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        line[blanks.min(indentation)..].to_owned()
    };
    lines.iter().map(cut).collect()
}

/// An offset of a character, or that of the end.
fn place(text: &str, rng: &mut Rng) -> usize {
    let mut at = rng.usize(..=text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// One change, as people and accidents make them.
pub fn change(text: &mut String, rng: &mut Rng) {
    let at = place(text, rng);
    match rng.u8(..14) {
        0 => text.truncate(at),
        1 | 2 => text.insert_str(at, token(rng)),
        3 | 4 => text.insert(at, CHARACTERS[rng.usize(..CHARACTERS.len())]),
        5 | 6 => {
            if at < text.len() {
                text.remove(at);
                if rng.bool() {
                    text.insert(at, CHARACTERS[rng.usize(..CHARACTERS.len())]);
                }
            }
        }
        7 => {
            let other = place(text, rng);
            text.drain(at.min(other)..at.max(other));
        }
        kind => lines(text, kind, rng),
    }
}

fn lines(text: &mut String, kind: u8, rng: &mut Rng) {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    if lines.is_empty() {
        return;
    }
    let (one, other) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
    match kind {
        8 => drop(lines.remove(one)),
        9 => {
            let line = lines[one].clone();
            lines.insert(other, line);
        }
        10 => lines.swap(one, other),
        11 => lines[one].insert_str(0, &" ".repeat(rng.usize(1..3))),
        12 => {
            let blanks = lines[one].len() - lines[one].trim_start_matches(' ').len();
            lines[one].drain(..blanks.min(rng.usize(1..3)));
        }
        _ => {
            let deeper = rng.usize(1..3);
            for line in lines.iter_mut().skip(one).take(rng.usize(1..5)) {
                line.insert_str(0, &" ".repeat(deeper));
            }
        }
    }
    *text = lines.concat();
}
