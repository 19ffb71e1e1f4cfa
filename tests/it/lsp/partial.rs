//! Versions of which a Shoot names the beginning: what `cpcap uses` says is what an editor shows.

use serde_json::{Value, json};

use super::client::{Client, uri};
use super::{PROFILE, SHOOT, after};
use crate::common::Dir;

const NAMES: [&str; 2] = ["profile.yaml", "web.yaml"];

#[test]
fn beginnings_mean_versions_in_full() {
    let shoot = SHOOT
        .replace("version: 1.32.0", "version: \"1.32\"")
        .replace("version: 1.0.0", "version: \"1\"");
    let texts = [PROFILE, &shoot];
    let dir = Dir::with(&[(NAMES[0], PROFILE), (NAMES[1], &shoot)]);
    let said = dir.run(&["uses", "."]);
    assert!(said.stdout.contains("made of 1.32"), "{}", said.stdout);
    let mut client = Client::new(dir.path(), &json!({}));
    for (name, text) in NAMES.iter().zip(texts) {
        client.open(&dir.path().join(name), text);
    }
    // The entry in the profile, and its beginning in the Shoot.
    for (entry, beginning) in [
        ("version: 1.32.", "version: \"1.3"),
        ("version: 1.0.", "          version: \"1"),
    ] {
        let line = |text: &str, mark: &str| after(text, mark)["line"].clone();
        let at = |name: usize, mark: &str| {
            let document = uri(&dir.path().join(NAMES[name]));
            json!({"textDocument": {"uri": document}, "position": after(texts[name], mark)})
        };
        for (name, mark) in [(0, entry), (1, beginning)] {
            let hover = client.ask("textDocument/hover", &at(name, mark));
            let told = hover["result"]["contents"]["value"].as_str().unwrap();
            assert!(told.contains("Used by garden-a/web"), "{mark}: {told}");
            let defined = client.ask("textDocument/definition", &at(name, mark));
            let [place] = &defined["result"].as_array().unwrap()[..] else {
                panic!("{mark}: {defined}");
            };
            assert_eq!(place["range"]["start"]["line"], line(PROFILE, entry));
            let mut params = at(name, mark);
            params["context"] = json!({"includeDeclaration": true});
            let used = client.ask("textDocument/references", &params);
            let used: Vec<&Value> = used["result"].as_array().unwrap().iter().collect();
            let lines = |name: usize| {
                let document = uri(&dir.path().join(NAMES[name]));
                let here = used.iter().filter(move |of| of["uri"] == document);
                let lines = here.map(|of| of["range"]["start"]["line"].clone());
                lines.collect::<Vec<_>>()
            };
            assert_eq!(lines(0), [line(PROFILE, entry)], "{mark}");
            assert_eq!(lines(1), [line(&shoot, beginning)], "{mark}");
        }
        let lenses = client.ask("textDocument/codeLens", &at(0, entry));
        let lenses = lenses["result"].as_array().unwrap();
        let lens = |of: &&Value| of["range"]["start"]["line"] == line(PROFILE, entry);
        let lens = lenses.iter().find(lens).unwrap();
        assert_eq!(lens["command"]["title"], "used by 1 Shoot");
    }
}

/// The server gives a version in preview only to who names it.
#[test]
fn nobody_gets_a_preview_unasked() {
    let profile = PROFILE.replace("clasification: supported", "classification: preview");
    let shoot = SHOOT.replace("          version: 1.0.0\n", "");
    let dir = Dir::with(&[(NAMES[0], &profile), (NAMES[1], &shoot)]);
    let said = dir.run(&["uses", ".", "--format", "json"]);
    let report: Value = serde_json::from_str(&said.stdout).unwrap();
    let entries = report["profiles"][0]["entries"].as_array().unwrap();
    let may_be_used = |name: &str| {
        let is = |of: &&Value| of["name"] == name && of["image"] == "linux";
        entries.iter().find(is).unwrap()["mayBeUsed"].clone()
    };
    assert_eq!(may_be_used("1.0.0"), true);
    assert_eq!(may_be_used("2.0.0"), Value::Null);
}
