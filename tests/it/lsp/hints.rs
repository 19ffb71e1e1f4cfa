//! Remarks in the text, and the settings that switch them off.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::client::{Client, uri};
use super::hovers::{PROVIDERS, landscape, shoot};
use super::{ENCODINGS, PROFILE, SHOOT};
use crate::common::{Dir, golden, root};

fn everything() -> Value {
    json!({"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}})
}

/// The remarks of a text, each with what stands before it on its line.
fn hints(client: &mut Client, uri: &str, text: &str, bytes: bool) -> Vec<(String, String)> {
    let params = json!({"textDocument": {"uri": uri}, "range": everything()});
    let answer = client.ask("textDocument/inlayHint", &params);
    let all = answer["result"]
        .as_array()
        .unwrap_or_else(|| panic!("{answer}"));
    let hint = |of: &Value| {
        let line = usize::try_from(of["position"]["line"].as_u64().unwrap()).unwrap();
        let mut left = usize::try_from(of["position"]["character"].as_u64().unwrap()).unwrap();
        let mut before = String::new();
        for c in text.lines().nth(line).unwrap().chars() {
            if left == 0 {
                break;
            }
            left -= if bytes { c.len_utf8() } else { c.len_utf16() };
            before.push(c);
        }
        (before, of["label"].as_str().unwrap().to_owned())
    };
    all.iter().map(hint).collect()
}

#[test]
fn what_the_server_fills_in_is_told() {
    let dir = landscape();
    let aws = shoot("in-part", "aws", "aws", "eu-west-1", "m7i.large");
    let parts = [
        (
            "image.yaml",
            aws.replace("m7i.large", "m7i.large, image: {name: gardenlinux}"),
        ),
        (
            "version.yaml",
            aws.replace(
                "m7i.large",
                "m7i.large, image: {name: gardenlinux, version: \"2.1\"}",
            ),
        ),
        (
            "pool.yaml",
            aws.replace("name: blue", "name: blue, kubernetes: {version: \"1.34\"}"),
        ),
        ("control.yaml", aws.replace("version: \"1.34\"", "")),
    ];
    for (name, text) in &parts {
        dir.write(name, text);
    }
    for (encoding, bytes) in ENCODINGS {
        let mut client = Client::new(
            dir.path(),
            &json!({"general": {"positionEncodings": [encoding]}}),
        );
        let mut page = String::new();
        let names = parts.iter().map(|(name, _)| (*name).to_owned());
        let of_providers = PROVIDERS.iter().map(|(name, ..)| format!("of-{name}.yaml"));
        for name in of_providers.chain(names) {
            let path = dir.path().join(&name);
            let text = std::fs::read_to_string(&path).unwrap();
            let uri = client.open(&path, &text);
            writeln!(page, "# {name}").unwrap();
            for (before, label) in hints(&mut client, &uri, &text, bytes) {
                writeln!(page, "{} «{label}»", before.trim_start()).unwrap();
            }
        }
        golden(root().join("testdata/lsp/hints.txt"), &page);
    }
}

/// The labels of the remarks and lenses in a profile and a Shoot of it.
fn labels(client: &mut Client, dir: &Dir) -> Vec<String> {
    let mut all = Vec::new();
    for (name, text) in [("profile.yaml", PROFILE), ("web.yaml", SHOOT)] {
        let uri = uri(&dir.path().join(name));
        all.extend(hints(client, &uri, text, false).into_iter().map(|of| of.1));
    }
    let document = json!({"textDocument": {"uri": uri(&dir.path().join("profile.yaml"))}});
    let lenses = client.ask("textDocument/codeLens", &document);
    let titles = lenses["result"].as_array().unwrap();
    all.extend(
        titles
            .iter()
            .map(|of| of["command"]["title"].as_str().unwrap().to_owned()),
    );
    all.sort();
    all.dedup();
    all
}

const DATE: &str = "in 65 days";
const DEFAULT: &str = "→ 1.32.0";
const FLAVOR: &str = "flavor 0";
const USES: &str = "used by 1 Shoot";

/// Every kind of remark can be switched off, in every way in which clients say their settings.
#[test]
fn every_kind_of_remark_can_be_switched_off() {
    let shoot = SHOOT.replace("version: 1.32.0", "version: \"1.32\"");
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("web.yaml", &shoot)]);
    let kinds = [
        (["inlayHints", "dates"], DATE),
        (["inlayHints", "defaults"], DEFAULT),
        (["inlayHints", "flavors"], FLAVOR),
        (["codeLens", "uses"], USES),
    ];
    let whole = [FLAVOR, DATE, USES, DEFAULT];
    let open = |client: &mut Client| {
        client.open(&dir.path().join("profile.yaml"), PROFILE);
        client.open(&dir.path().join("web.yaml"), &shoot);
    };
    let docs = std::fs::read_to_string(root().join("docs/editors.md")).unwrap();
    for ([group, name], gone) in kinds {
        assert!(
            docs.contains(&format!("| `{group}.{name}` |")),
            "{group}.{name}"
        );
        let off = json!({group: {name: false}});
        let rest: Vec<&str> = whole.into_iter().filter(|label| *label != gone).collect();
        // From the start.
        let mut client = Client::start(dir.path());
        client.greet(dir.path(), &json!({}), &off);
        open(&mut client);
        assert_eq!(labels(&mut client, &dir), rest);
        // A client that says what changes; what it does not say is as at the start.
        let say = |client: &mut Client, settings: &Value| {
            let params = json!({"settings": settings});
            client.tell("workspace/didChangeConfiguration", &params);
        };
        let mut client = Client::new(dir.path(), &json!({}));
        open(&mut client);
        assert_eq!(labels(&mut client, &dir), whole);
        say(&mut client, &json!({"cpcap": off}));
        assert_eq!(labels(&mut client, &dir), rest);
        say(&mut client, &json!({"cpcap": {}}));
        assert_eq!(labels(&mut client, &dir), whole);
        // A client that is asked.
        let can = json!({"workspace": {
            "configuration": true,
            "didChangeConfiguration": {"dynamicRegistration": true},
            "inlayHint": {"refreshSupport": true},
            "codeLens": {"refreshSupport": true},
        }});
        let mut client = Client::new(dir.path(), &can);
        open(&mut client);
        let asked = client.asked("workspace/configuration");
        assert_eq!(asked["params"]["items"], json!([{"section": "cpcap"}]));
        client.respond(&asked, &json!([off]));
        assert_eq!(labels(&mut client, &dir), rest);
        client.asked("workspace/inlayHint/refresh");
        client.asked("workspace/codeLens/refresh");
        say(&mut client, &Value::Null);
        let asked = client.asked("workspace/configuration");
        client.respond(&asked, &json!([null]));
        assert_eq!(labels(&mut client, &dir), whole);
    }
}

#[test]
fn settings_of_another_type_change_nothing_and_are_told() {
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("web.yaml", SHOOT)]);
    let mut client = Client::start(dir.path());
    let wrong = json!({"inlayHints": {"dates": "no"}, "codeLens": 5, "path": "x"});
    client.greet(dir.path(), &json!({}), &wrong);
    client.open(&dir.path().join("profile.yaml"), PROFILE);
    client.open(&dir.path().join("web.yaml"), SHOOT);
    assert_eq!(labels(&mut client, &dir), [FLAVOR, DATE, USES]);
    let logged: Vec<&Value> = client
        .heard
        .iter()
        .filter(|of| of["method"] == "window/logMessage")
        .collect();
    let [told] = logged[..] else {
        panic!("{logged:?}");
    };
    let told = told["params"]["message"].as_str().unwrap();
    assert!(
        told.contains("`cpcap.inlayHints.dates` must be true or false"),
        "{told}"
    );
}
