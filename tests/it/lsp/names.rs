//! Names that control what shows them, and names that mean something else without quotes.

use serde_json::{Value, json};

use super::client::Client;
use super::{PROFILE, SHOOT, after};
use crate::common::{Dir, root};

/// The texts of a message that a person sees.
fn shown(of: &Value, found: &mut Vec<String>) {
    match of {
        Value::String(text) => found.push(text.clone()),
        Value::Array(all) => all.iter().for_each(|of| shown(of, found)),
        Value::Object(all) => {
            for (name, of) in all {
                if !["newText", "uri", "data"].contains(&name.as_str()) {
                    shown(of, found);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn no_answer_controls_an_editor() {
    let path = root().join("testdata/report/awkward.yaml");
    let text = std::fs::read_to_string(&path).unwrap();
    let dir = Dir::with(&[("awkward.yaml", &text)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("awkward.yaml"), &text);
    let document = json!({"uri": uri});
    let range =
        json!({"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}});
    let mut answers = Vec::new();
    for method in [
        "diagnostic",
        "documentSymbol",
        "codeLens",
        "inlayHint",
        "codeAction",
    ] {
        let params =
            json!({"textDocument": document, "range": range, "context": {"diagnostics": []}});
        answers.push(client.ask(&format!("textDocument/{method}"), &params));
    }
    for line in 0..text.lines().count() {
        for character in [6, 12, 20] {
            for method in ["hover", "completion"] {
                let params = json!({"textDocument": document, "position": {"line": line, "character": character}});
                answers.push(client.ask(&format!("textDocument/{method}"), &params));
            }
        }
    }
    let mut texts = Vec::new();
    answers.iter().for_each(|answer| shown(answer, &mut texts));
    assert!(texts.len() > 100);
    for text in texts {
        let hidden = text
            .chars()
            .find(|c| (c.is_control() && *c != '\n') || ('\u{200b}'..='\u{202e}').contains(c));
        assert_eq!(hidden, None, "{text:?}");
    }
}

#[test]
fn hover_shows_names_as_they_are() {
    let hostile = PROFILE
        .replace(
            "classification: deprecated",
            "classification: \"x](command:foo) <img src=x>\"",
        )
        .replace(
            "[fast, slow]",
            "[\"![x](https://example.org/p.png)\", slow]",
        );
    let dir = Dir::with(&[("profile.yaml", &hostile)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("profile.yaml"), &hostile);
    for mark in ["version: 1.31.", "name: dis"] {
        let params = json!({"textDocument": {"uri": uri}, "position": after(&hostile, mark)});
        let answer = client.ask("textDocument/hover", &params);
        let text = answer["result"]["contents"]["value"].as_str().unwrap();
        // Between backticks all of it is text.
        let outside: String = text.split('`').step_by(2).collect();
        assert!(
            !outside.replace("\\]", "").contains("](") && !outside.contains("<img"),
            "{text}"
        );
        assert_eq!(text.matches('`').count() % 2, 0, "{text}");
    }
}

fn labels(client: &mut Client, uri: &str, text: &str, mark: &str) -> Vec<(String, String)> {
    let params = json!({"textDocument": {"uri": uri}, "position": after(text, mark)});
    let answer = client.ask("textDocument/completion", &params);
    let items = answer["result"]
        .as_array()
        .unwrap_or_else(|| panic!("{answer}"));
    items
        .iter()
        .map(|of| {
            let text = |of: &Value| of.as_str().unwrap().to_owned();
            (text(&of["label"]), text(&of["textEdit"]["newText"]))
        })
        .collect()
}

#[test]
fn values_keep_their_meaning() {
    let text = PROFILE
        .replace("values: [fast, slow]", "values: [\"true\", \"a: b\", fast]")
        .replace("disk: [fast]", "disk: [ ]");
    let dir = Dir::with(&[("profile.yaml", &text)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("profile.yaml"), &text);
    let found = labels(&mut client, &uri, &text, "disk: [");
    let expected = [("true", "\"true\""), ("a: b", "\"a: b\""), ("fast", "fast")];
    assert_eq!(found, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

/// Lists of texts over several lines, and objects after the first one of a text.
#[test]
fn every_document_and_every_layout_is_completed() {
    let shoot = SHOOT.replace(
        "    - name: blue\n",
        "    - name: blue\n      zones:\n      - \n",
    );
    let text = format!(
        "{}---\n{shoot}",
        PROFILE.replace("disk: [fast]", "disk:\n      - \n")
    );
    let dir = Dir::with(&[("all.yaml", &text)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("all.yaml"), &text);
    let names = |found: Vec<(String, String)>| found.into_iter().map(|of| of.0).collect::<Vec<_>>();
    assert_eq!(
        names(labels(&mut client, &uri, &text, "disk:\n      - ")),
        ["fast", "slow"]
    );
    assert_eq!(
        names(labels(&mut client, &uri, &text, "zones:\n      - ")),
        ["eu-a"]
    );
    assert_eq!(
        names(labels(&mut client, &uri, &text, "  region: ")),
        ["eu"]
    );
    assert_eq!(
        names(labels(&mut client, &uri, &text, "    name: sh")),
        ["shop"]
    );
    let fields = names(labels(&mut client, &uri, &text, "      minimum: 1\n      "));
    assert!(
        fields.contains(&"volume".to_owned()) && !fields.contains(&"kind".to_owned()),
        "{fields:?}"
    );
}

/// What completion offers is what the server accepts.
#[test]
fn offered_versions_fit_the_kubelet_too() {
    let profile = PROFILE
        .replace("      clasification: supported\n", "")
        .replace("    - version: 1.0.0\n", "    - version: 1.1.0\n      kubeletVersionConstraint: \"< 1.32\"\n      capabilityFlavors:\n      - architecture: [amd64]\n    - version: 1.0.0\n");
    let dir = Dir::with(&[("profile.yaml", &profile), ("web.yaml", SHOOT)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("web.yaml"), SHOOT);
    let found = labels(&mut client, &uri, SHOOT, "          version: ");
    assert_eq!(
        found.into_iter().map(|of| of.0).collect::<Vec<_>>(),
        ["1.0.0"]
    );
}

/// The profile of a Shoot is where its name leads.
#[test]
fn profiles_are_found_by_their_references() {
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("web.yaml", SHOOT)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let shoot = client.open(&dir.path().join("web.yaml"), SHOOT);
    let profile = client.open(&dir.path().join("profile.yaml"), PROFILE);
    let params = json!({"textDocument": {"uri": shoot}, "position": after(SHOOT, "    name: sh")});
    let answer = client.ask("textDocument/definition", &params);
    assert_eq!(answer["result"][0]["uri"], profile.as_str(), "{answer}");
    let mut params =
        json!({"textDocument": {"uri": profile}, "position": after(PROFILE, "  name: sh")});
    params["context"] = json!({"includeDeclaration": false});
    let answer = client.ask("textDocument/references", &params);
    assert_eq!(answer["result"][0]["uri"], shoot.as_str(), "{answer}");
    params["newName"] = json!("other");
    let answer = client.ask("textDocument/rename", &params);
    assert!(
        answer["error"]["message"]
            .as_str()
            .unwrap()
            .contains("cannot change"),
        "{answer}"
    );
}

#[test]
fn an_empty_name_is_refused_in_words_of_its_own() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("profile.yaml"), PROFILE);
    for new in ["", " "] {
        let position = after(PROFILE, "name: sma");
        let params = json!({"textDocument": {"uri": uri}, "position": position, "newName": new});
        let answer = client.ask("textDocument/rename", &params);
        let said = answer["error"]["message"].as_str().unwrap();
        assert_eq!(said, "`small` needs a name; an empty one is none");
    }
}
