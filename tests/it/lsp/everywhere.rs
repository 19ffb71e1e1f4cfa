//! Every request at every position of real files is answered, without a failure.

use fastrand::Rng;
use serde_json::{Value, json};

use super::ENCODINGS;
use super::client::Client;
use crate::common::{Dir, files_below, recorded, root};

/// The requests about a position.
const AT: [&str; 8] = [
    "hover",
    "completion",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
    "rename",
    "codeAction",
];

/// The requests about a text.
const OF: [&str; 7] = [
    "diagnostic",
    "documentSymbol",
    "foldingRange",
    "documentLink",
    "inlayHint",
    "codeLens",
    "selectionRange",
];

/// Texts with fewer bytes are short.
const SHORT: usize = 700;

/// How many requests are on their way at once.
const AT_ONCE: usize = 200;

fn texts() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut take = |below: &str, most: usize, step: usize| {
        let mut found: Vec<String> = files_below(below)
            .iter()
            .filter_map(|path| std::fs::read_to_string(path).ok())
            .filter(|text| text.contains("gardener.cloud") && text.len() < most)
            .collect();
        found.sort();
        all.extend(found.into_iter().step_by(step));
    };
    let own = root().join("testdata");
    let steps = if recorded::all_cases() {
        [2, 6]
    } else {
        [20, 80]
    };
    take(own.to_str().unwrap(), 6_000, steps[0]);
    if let Some(real) = recorded::real_files() {
        take(real.to_str().unwrap(), 12_000, steps[1]);
    }
    all
}

/// Positions of a text, behind the ends of lines too: all of a short one in a run over all cases,
/// else some.
fn positions(text: &str, bytes: bool, rng: &mut Rng) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (line, of) in text.lines().enumerate() {
        let end = if bytes {
            of.len()
        } else {
            of.encode_utf16().count()
        };
        all.extend((0..=end + 1).map(|at| (line, at)));
    }
    let most = match recorded::all_cases() {
        true if text.len() < SHORT => all.len(),
        true => 200,
        false => 40,
    };
    rng.shuffle(&mut all);
    all.truncate(most);
    all
}

#[test]
fn every_request_is_answered_at_every_position() {
    let all = texts();
    assert!(all.len() > 3);
    let mut rng = Rng::with_seed(7);
    let mut asked = 0;
    for (number, text) in all.iter().enumerate() {
        let (encoding, bytes) = ENCODINGS[number % 2];
        let dir = Dir::with(&[("a.yaml", text)]);
        let can = json!({
            "general": {"positionEncodings": [encoding]},
            "textDocument": {"completion": {"completionItem": {"snippetSupport": number % 3 > 0}}},
        });
        let mut client = Client::new(dir.path(), &can);
        let uri = client.open(&dir.path().join("a.yaml"), text);
        let mut requests: Vec<(String, Value)> = Vec::new();
        let place =
            |(line, character): (usize, usize)| json!({"line": line, "character": character});
        for at in positions(text, bytes, &mut rng) {
            // A name that would break the text, one that is there, and a plain one.
            let new = ["x: [", "amd64", "other"][(at.0 + at.1) % 3];
            // A migration is worked out when a person asks for it only.
            let kind = if at.1 % 41 == 0 { 1 } else { 2 };
            for method in AT {
                let params = json!({
                    "textDocument": {"uri": uri},
                    "position": place(at),
                    "range": {"start": place(at), "end": place(at)},
                    "newName": new,
                    "context": {"includeDeclaration": true, "diagnostics": [], "triggerKind": kind},
                });
                requests.push((format!("textDocument/{method}"), params));
            }
        }
        let end = (text.lines().count(), 0);
        for method in OF {
            let params = json!({
                "textDocument": {"uri": uri},
                "range": {"start": place((0, 0)), "end": place(end)},
                "positions": [place((0, 0)), place(end)],
            });
            requests.push((format!("textDocument/{method}"), params));
        }
        for chunk in requests.chunks(AT_ONCE) {
            let ids: Vec<i64> = chunk
                .iter()
                .map(|(method, params)| client.request(method, params))
                .collect();
            for (id, (method, params)) in ids.into_iter().zip(chunk) {
                let answer = client.answer(id);
                let code = answer["error"]["code"].as_i64();
                // A rename that the server would refuse says so.
                let is_sound = code.is_none() || method.ends_with("rename") && code == Some(-32803);
                assert!(is_sound, "{method} {params}\n{answer}\n{text}");
                asked += 1;
            }
        }
    }
    assert!(asked > 2_000, "{asked}");
}
