//! At every step of random edits the server finds what `cpcap lint` finds in the same text, in both
//! units of columns.

use fastrand::Rng;
use serde_json::{Value, json};

use super::client::Client;
use crate::common::{Dir, files_below, recorded};

/// What people write into such files.
const PIECES: &[&str] = &[
    "\n",
    " ",
    "  ",
    "- ",
    ": ",
    "x",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    "#",
    "ü",
    "😀",
    "\r\n",
    "\t",
    "1.31.0",
    "name: a\n",
    "spec:\n",
    "---\n",
    "classification: deprecated\n",
    "<<: *a",
    "&a ",
    "null",
    "arm64",
    "kind: Shoot",
];

/// A finding: its rule, its text, and where it is, in characters.
type Told = (String, String, [usize; 4]);

fn of_lint(dir: &Dir) -> Vec<Told> {
    let ran = dir.run(&["lint", ".", "--format", "json"]);
    let report: Value =
        serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}", ran.stderr));
    let findings = report["findings"].as_array().unwrap();
    let mut all: Vec<Told> = findings
        .iter()
        .map(|of| {
            let at = |side: &str, name: &str| {
                usize::try_from(of["span"][side][name].as_u64().unwrap()).unwrap() - 1
            };
            let places = [
                at("start", "line"),
                at("start", "column"),
                at("end", "line"),
                at("end", "column"),
            ];
            (
                of["rule"].as_str().unwrap().to_owned(),
                of["message"].as_str().unwrap().to_owned(),
                places,
            )
        })
        .collect();
    all.sort_by(|a, b| (&a.0, a.2).cmp(&(&b.0, b.2)));
    all
}

fn of_server(client: &mut Client, uri: &str, text: &str, bytes: bool) -> Vec<Told> {
    let answer = client.ask(
        "textDocument/diagnostic",
        &json!({"textDocument": {"uri": uri}}),
    );
    let lines = lines(text);
    let items = answer["result"]["items"]
        .as_array()
        .unwrap_or_else(|| panic!("{answer}"));
    let mut all: Vec<Told> = items
        .iter()
        .map(|of| {
            let at = |side: &str| {
                let place = &of["range"][side];
                let line = usize::try_from(place["line"].as_u64().unwrap()).unwrap();
                let units = usize::try_from(place["character"].as_u64().unwrap()).unwrap();
                let mut left = units;
                let mut column = 0;
                for c in lines[line].chars() {
                    if left == 0 {
                        break;
                    }
                    left -= if bytes { c.len_utf8() } else { c.len_utf16() };
                    column += 1;
                }
                assert_eq!(left, 0, "{of}");
                (line, column)
            };
            let ((a, b), (c, d)) = (at("start"), at("end"));
            (
                of["code"].as_str().unwrap().to_owned(),
                of["message"].as_str().unwrap().to_owned(),
                [a, b, c, d],
            )
        })
        .collect();
    all.sort_by(|a, b| (&a.0, a.2).cmp(&(&b.0, b.2)));
    all
}

/// A text without what an editor could obey.
fn plain(text: &str) -> String {
    let blank = |c: char| c.is_whitespace() || c.is_control();
    let words: Vec<&str> = text.split(blank).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The lines of a text, as the protocol counts them.
fn lines(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\n', '\r']) {
        all.push(&rest[..at]);
        let end = if rest[at..].starts_with("\r\n") {
            at + 2
        } else {
            at + 1
        };
        rest = &rest[end..];
    }
    all.push(rest);
    all
}

fn position(text: &str, at: usize, bytes: bool) -> Value {
    let before = lines(&text[..at]);
    // A position between CR and LF is none.
    let last = before.last().unwrap();
    let units = if bytes {
        last.len()
    } else {
        last.encode_utf16().count()
    };
    json!({"line": before.len() - 1, "character": units})
}

#[test]
fn the_server_says_what_lint_says() {
    let Some(real) = recorded::real_files() else {
        return;
    };
    let mut files: Vec<String> = files_below(real.to_str().unwrap())
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .filter(|text| text.len() < 20_000 && text.contains("CloudProfile"))
        .collect();
    files.sort();
    let steps = if recorded::all_cases() { 10_000 } else { 300 };
    let mut rng = Rng::with_seed(22);
    let dir = Dir::with(&[("a.yaml", "")]);
    let path = dir.path().join("a.yaml");
    let encodings = [("utf-8", true), ("utf-16", false)];
    let mut clients = encodings.map(|(encoding, _)| {
        Client::new(
            dir.path(),
            &json!({"general": {"positionEncodings": [encoding]}}),
        )
    });
    let (mut text, mut uri, mut version, mut with_findings) = (String::new(), String::new(), 0, 0);
    for step in 0..steps {
        if step % 40 == 0 {
            if !uri.is_empty() {
                for client in &mut clients {
                    client.tell(
                        "textDocument/didClose",
                        &json!({"textDocument": {"uri": uri}}),
                    );
                }
            }
            text.clone_from(&files[rng.usize(..files.len())]);
            for client in &mut clients {
                uri = client.open(&path, &text);
            }
        } else {
            let boundaries = |at: usize| {
                text.is_char_boundary(at)
                    && !(text[..at].ends_with('\r') && text[at..].starts_with('\n'))
            };
            let spot = |rng: &mut Rng| loop {
                let at = rng.usize(..=text.len());
                if boundaries(at) {
                    break at;
                }
            };
            let from = spot(&mut rng);
            let to = if rng.u8(..3) == 0 {
                let mut to = (from + rng.usize(..30)).min(text.len());
                while !boundaries(to) {
                    to += 1;
                }
                to
            } else {
                from
            };
            let piece = if rng.u8(..5) == 0 {
                ""
            } else {
                PIECES[rng.usize(..PIECES.len())]
            };
            version += 1;
            for (client, (_, bytes)) in clients.iter_mut().zip(encodings) {
                let range = json!({"start": position(&text, from, bytes), "end": position(&text, to, bytes)});
                client.tell(
                    "textDocument/didChange",
                    &json!({
                        "textDocument": {"uri": uri, "version": version},
                        "contentChanges": [{"range": range, "text": piece}],
                    }),
                );
            }
            text.replace_range(from..to, piece);
        }
        dir.write("a.yaml", &text);
        let lint = of_lint(&dir);
        with_findings += usize::from(!lint.is_empty());
        for (client, (_, bytes)) in clients.iter_mut().zip(encodings) {
            let server = of_server(client, &uri, &text, bytes);
            let places = |all: &[Told]| -> Vec<(String, [usize; 4])> {
                all.iter()
                    .map(|(rule, _, at)| (rule.clone(), *at))
                    .collect()
            };
            assert_eq!(places(&server), places(&lint), "step {step}\n{text}");
            for ((_, says, _), (_, message, _)) in server.iter().zip(&lint) {
                assert!(
                    plain(says).contains(&plain(message)),
                    "step {step}: {says} / {message}"
                );
            }
        }
    }
    assert!(with_findings * 2 > steps, "{with_findings} of {steps}");
}
