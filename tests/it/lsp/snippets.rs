//! Whole new entries, laid out as their neighbours.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::client::{Client, applied};
use super::{ENCODINGS, PROFILE, after_in};
use crate::common::{Dir, golden, root};

/// A text with a new element behind the first place of a mark, up to its dash.
fn with_dash(text: &str, mark: &str, column: usize) -> (String, String) {
    let at = text.find(mark).unwrap_or_else(|| panic!("no {mark}")) + mark.len();
    let begun = format!("{}{:column$}- ", &text[..at], "");
    (format!("{begun}\n{}", &text[at..]), begun)
}

fn new_entry(client: &mut Client, uri: &str, position: &Value) -> Option<Value> {
    let params = json!({"textDocument": {"uri": uri}, "position": position});
    let answer = client.ask("textDocument/completion", &params);
    let all = answer["result"]
        .as_array()
        .unwrap_or_else(|| panic!("{answer}"));
    all.iter()
        .find(|of| of["label"].as_str().unwrap().starts_with("new "))
        .cloned()
}

/// A snippet with the places to fill in filled: as an editor would insert it on a line of that
/// indentation.
fn filled(snippet: &str, indent: usize) -> String {
    let mut out = String::new();
    let mut rest = snippet;
    while let Some(at) = rest.find(['$', '\\']) {
        out.push_str(&rest[..at]);
        if let Some(escaped) = rest[at..].strip_prefix('\\') {
            out.push_str(&escaped[..1]);
            rest = &escaped[1..];
            continue;
        }
        let hole = rest[at..].strip_prefix("${").unwrap();
        let (_, hole) = hole.split_once(':').unwrap();
        let end = hole.find('}').unwrap();
        let default = &hole[..end];
        out.push_str(if default.is_empty() { "9.9.9" } else { default });
        rest = &hole[end + 1..];
    }
    out.push_str(rest);
    out.replace('\n', &format!("\n{:indent$}", ""))
}

/// Where new entries can begin, by file of `testdata`: the mark before, and the column of the dash.
const PLACES: [(&str, &str, usize); 13] = [
    ("examples/valid.yaml", "    versions:\n", 4),
    ("examples/valid.yaml", "  machineTypes:\n", 2),
    ("examples/valid.yaml", "      capabilityFlavors:\n", 6),
    ("regions/aws.yaml", "  machineTypes:\n", 2),
    (
        "regions/aws.yaml",
        "  - name: gardenlinux\n    versions:\n",
        4,
    ),
    ("regions/aws.yaml", "      capabilityFlavors:\n", 6),
    (
        "regions/aws.yaml",
        "    - name: gardenlinux\n      versions:\n",
        6,
    ),
    ("regions/aws.yaml", "        capabilityFlavors:\n", 8),
    (
        "regions/gcp.yaml",
        "  - name: gardenlinux\n    versions:\n",
        4,
    ),
    (
        "regions/gcp.yaml",
        "    - name: gardenlinux\n      versions:\n",
        6,
    ),
    ("regions/openstack.yaml", "    versions:\n", 4),
    (
        "regions/openstack.yaml",
        "    - name: gardenlinux\n      versions:\n",
        6,
    ),
    ("regions/openstack.yaml", "  machineTypes:\n", 2),
];

#[test]
fn new_entries_are_laid_out_as_their_neighbours() {
    let mut page = String::new();
    for (file, mark, column) in PLACES {
        let text = std::fs::read_to_string(root().join("testdata").join(file)).unwrap();
        // Characters that count differently stand on the line of no place, but before all of them.
        let text = format!("# ü😀\n{text}");
        let dir = Dir::with(&[("profile.yaml", &text)]);
        let schema = |text: &str| {
            dir.write("profile.yaml", text);
            let ran = dir.run(&[
                "lint",
                "profile.yaml",
                "--select",
                "schema",
                "--select",
                "yaml",
                "--format",
                "json",
            ]);
            let report: Value = serde_json::from_str(&ran.stdout).unwrap();
            report["findings"].as_array().unwrap().len()
        };
        let known = schema(&text);
        let (edited, begun) = with_dash(&text, mark, column);
        for ((encoding, bytes), snippets) in ENCODINGS.into_iter().zip([true, false]) {
            let can = json!({
                "general": {"positionEncodings": [encoding]},
                "textDocument": {"completion": {"completionItem": {"snippetSupport": snippets}}},
            });
            let mut client = Client::new(dir.path(), &can);
            let uri = client.open(&dir.path().join("profile.yaml"), &edited);
            let position = after_in(&edited, &begun, bytes);
            let entry = new_entry(&mut client, &uri, &position);
            let entry = entry.unwrap_or_else(|| panic!("{file}: {mark}"));
            assert_eq!(entry["insertTextFormat"], if snippets { 2 } else { 1 });
            let new = entry["textEdit"]["newText"].as_str().unwrap();
            if snippets {
                let label = entry["label"].as_str().unwrap();
                let place = mark.trim_end().replace('\n', " / ");
                writeln!(page, "# {file}: {label} below {}\n- {new}\n", place.trim()).unwrap();
            }
            let new = if snippets {
                filled(new, column)
            } else {
                new.to_owned()
            };
            let mut edit = entry["textEdit"].clone();
            edit["newText"] = json!(new);
            let whole = applied(&edited, &json!([edit]));
            if snippets {
                assert_eq!(schema(&whole), known, "{file}: {mark}\n{whole}");
            } else {
                // What is to fill in is missing, and nothing else.
                dir.write("profile.yaml", &whole);
                let ran = dir.run(&["lint", "profile.yaml", "--select", "yaml"]);
                assert!(
                    ran.stdout.is_empty() || !ran.stdout.contains("yaml/"),
                    "{}",
                    ran.stdout
                );
            }
        }
    }
    golden(root().join("testdata/lsp/snippets.txt"), &page);
}

/// Without neighbours the vocabulary says what a new entry has.
#[test]
fn first_entries_follow_the_vocabulary() {
    let start = PROFILE.find("  machineTypes:").unwrap();
    let end = PROFILE.find("  machineImages:").unwrap();
    let text = format!(
        "{}  machineTypes:\n  - \n{}",
        &PROFILE[..start],
        &PROFILE[end..]
    );
    let dir = Dir::with(&[("profile.yaml", &text)]);
    let can = json!({"textDocument": {"completion": {"completionItem": {"snippetSupport": true}}}});
    let mut client = Client::new(dir.path(), &can);
    let uri = client.open(&dir.path().join("profile.yaml"), &text);
    let position = after_in(&text, "machineTypes:\n  - ", false);
    let entry = new_entry(&mut client, &uri, &position).unwrap();
    let new = entry["textEdit"]["newText"].as_str().unwrap();
    assert_eq!(
        new,
        "name: ${1:}\n  cpu: \"${2:2}\"\n  gpu: \"${3:0}\"\n  memory: ${4:8Gi}\n  capabilities:\n    \
         architecture: [${5:amd64}]\n    disk: [${6:fast, slow}]"
    );
}

/// Other lists, and elements that are written already, have none.
#[test]
fn other_places_have_no_new_entries() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("profile.yaml"), PROFILE);
    for mark in [
        "  - name: ",
        "machineCapabilities:\n  - ",
        "values: [",
        "    - version: ",
    ] {
        let position = after_in(PROFILE, mark, false);
        assert_eq!(new_entry(&mut client, &uri, &position), None, "{mark}");
    }
}
