//! What concerns more than the open text: findings of all files, configuration files, files outside
//! of the folder, and renames within one file.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::client::{Client, uri};
use super::{PROFILE, SHOOT, after};
use crate::common::Dir;

/// The findings of all files, by the name of the file; and what is known now.
fn pull(client: &mut Client, dir: &Dir, known: &[Value]) -> (BTreeMap<String, Value>, Vec<Value>) {
    let params = json!({"previousResultIds": known});
    let answer = client.ask("workspace/diagnostic", &params);
    let items = answer["result"]["items"].as_array();
    let items = items.unwrap_or_else(|| panic!("{answer}"));
    let folder = format!("{}/", uri(dir.path()));
    let name = |of: &Value| of["uri"].as_str().unwrap().replace(&folder, "");
    let all = items.iter().map(|of| (name(of), of.clone())).collect();
    let id = |of: &Value| json!({"uri": of["uri"], "value": of["resultId"]});
    (all, items.iter().map(id).collect())
}

/// The rules that found something in a file.
fn codes(report: &Value) -> Vec<&str> {
    let items = report["items"].as_array();
    let items = items.unwrap_or_else(|| panic!("{report}"));
    let mut codes: Vec<&str> = items
        .iter()
        .map(|of| of["code"].as_str().unwrap())
        .collect();
    codes.sort_unstable();
    codes
}

#[test]
fn findings_of_all_files_are_those_of_lint() {
    let lost = SHOOT
        .replace("name: shop", "name: lost")
        .replace("name: web", "name: lost");
    let dir = Dir::with(&[
        ("profile.yaml", PROFILE),
        ("shoots/web.yaml", SHOOT),
        ("shoots/lost.yaml", &lost),
        ("other.yaml", "a: 1\n"),
    ]);
    let mut client = Client::new(dir.path(), &json!({}));
    let (all, known) = pull(&mut client, &dir, &[]);
    let ran = dir.run(&[
        "lint",
        ".",
        "--format",
        "json",
        "--now",
        "2026-11-27T00:00:00Z",
    ]);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let mut expected: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for finding in report["findings"].as_array().unwrap() {
        let codes = expected
            .entry(finding["file"].as_str().unwrap())
            .or_default();
        codes.push(finding["rule"].as_str().unwrap());
    }
    expected
        .values_mut()
        .for_each(|codes| codes.sort_unstable());
    let found: BTreeMap<&str, Vec<&str>> = all
        .iter()
        .map(|(name, report)| (name.as_str(), codes(report)))
        .collect();
    assert_eq!(found, expected);
    assert!(found.len() == 2, "{found:?}");
    // The same again is not said again.
    let (all, known) = pull(&mut client, &dir, &known);
    assert!(all.values().all(|of| of["kind"] == "unchanged"), "{all:?}");
    assert_eq!(all.len(), 2);
    // An edit that is not saved shows in files that nobody has open.
    let path = dir.path().join("profile.yaml");
    client.open(&path, &PROFILE.replace("name: shop", "name: lost"));
    let (all, known) = pull(&mut client, &dir, &known);
    assert_eq!(all["profile.yaml"]["version"], 1);
    assert_eq!(codes(&all["shoots/web.yaml"]), ["shoot/unknown-profile"]);
    assert_eq!(codes(&all["shoots/lost.yaml"]), [""; 0]);
    // A file that goes has no findings any more.
    std::fs::remove_file(dir.path().join("shoots/web.yaml")).unwrap();
    client.tell("workspace/didChangeWatchedFiles", &json!({"changes": []}));
    let (all, known) = pull(&mut client, &dir, &known);
    assert_eq!(codes(&all["shoots/web.yaml"]), [""; 0]);
    let (all, _) = pull(&mut client, &dir, &known);
    assert!(all.values().all(|of| of["kind"] == "unchanged"), "{all:?}");
}

/// The text of a file from one place to another, with columns in UTF-16.
fn cut(text: &str, range: &Value) -> String {
    let byte = |place: &Value| {
        let line = usize::try_from(place["line"].as_u64().unwrap()).unwrap();
        let column = usize::try_from(place["character"].as_u64().unwrap()).unwrap();
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let units: Vec<u16> = text[start..].encode_utf16().take(column).collect();
        start + String::from_utf16(&units).unwrap().len()
    };
    text[byte(&range["start"])..byte(&range["end"])].to_owned()
}

/// Faults of a configuration file stand at their place, in the words of `cpcap lint`.
#[test]
fn configuration_files_have_diagnostics() {
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (text, at) in [
        ("igno: [schema]\n", "igno"),
        ("ignore: [\"😀\", shema]\n", "shema"),
        ("deny: sometimes\n", "sometimes"),
        ("with: [../nowhere]\n", "../nowhere"),
        (
            "overrides:\n- paths: [a]\n  ignore: [nothing/such]\n",
            "nothing/such",
        ),
        ("level: error\nlevel: note\n", "level"),
        ("feature-gates: {NoSuchGate: true}\n", "NoSuchGate"),
    ] {
        let dir = Dir::with(&[("profile.yaml", PROFILE), (".cpcap.yaml", "")]);
        let mut client = Client::new(dir.path(), &json!({}));
        // As it stands in the buffer, and not as it was saved.
        let file = client.open(&dir.path().join(".cpcap.yaml"), text);
        let told = client.hear("textDocument/publishDiagnostics");
        let params = json!({"textDocument": {"uri": file}});
        let pulled = client.ask("textDocument/diagnostic", &params);
        let found = told["params"]["diagnostics"].as_array().unwrap();
        assert_eq!(pulled["result"]["items"].as_array().unwrap(), found);
        assert!(!found.is_empty(), "{text}");
        let places: Vec<String> = found.iter().map(|of| cut(text, &of["range"])).collect();
        assert!(
            places.iter().any(|place| place.contains(at)),
            "{text}: {places:?}"
        );
        dir.write(".cpcap.yaml", text);
        let said = joined(
            &dir.run(&["lint", "."])
                .stderr
                .replace(['│', '╭', '╰', '─', '·'], " "),
        );
        for of in found {
            let message = of["message"].as_str().unwrap().lines().next().unwrap();
            let words = message
                .split_once(": ")
                .map_or(message, |(_, message)| message);
            assert!(
                said.contains(&joined(words)) || said.contains(&joined(message)),
                "{message}\n{said}"
            );
        }
    }
    let good = "ignore: [schema]\nwith: [.]\n";
    let dir = Dir::with(&[(".cpcap.yaml", "igno")]);
    let mut client = Client::new(dir.path(), &json!({}));
    client.open(&dir.path().join(".cpcap.yaml"), good);
    let told = client.hear("textDocument/publishDiagnostics");
    assert_eq!(told["params"]["diagnostics"], json!([]));
}

/// The directories that a registration watches.
fn watched(request: &Value) -> Vec<&str> {
    let all = &request["params"]["registrations"][0]["registerOptions"]["watchers"];
    let watchers = all.as_array().unwrap_or_else(|| panic!("{request}"));
    let base = |of: &Value| of["globPattern"]["baseUri"].as_str().map(str::to_owned);
    assert!(watchers.iter().all(|of| base(of).is_some()), "{request}");
    watchers
        .iter()
        .map(|of| of["globPattern"]["baseUri"].as_str().unwrap())
        .collect()
}

#[test]
fn context_outside_of_the_folder_is_watched() {
    let dir = Dir::with(&[
        ("here/web.yaml", SHOOT),
        ("here/.cpcap.yaml", "with: [../around, .]\n"),
        (
            "around/profile.yaml",
            &PROFILE.replace("name: shop", "name: other"),
        ),
        ("more/profile.yaml", PROFILE),
    ]);
    let here = dir.path().join("here");
    let can = json!({"workspace": {"didChangeWatchedFiles": {
        "dynamicRegistration": true,
        "relativePatternSupport": true,
    }}});
    let mut client = Client::new(&here, &can);
    let own = client.asked("client/registerCapability");
    assert_eq!(own["params"]["registrations"][0]["id"], "files");
    let around = client.asked("client/registerCapability");
    assert_eq!(watched(&around), [uri(&dir.path().join("around"))]);
    let shoot = client.open(&here.join("web.yaml"), SHOOT);
    let found = |client: &mut Client| {
        let params = json!({"textDocument": {"uri": shoot}});
        let answer = client.ask("textDocument/diagnostic", &params);
        answer["result"]["items"].as_array().unwrap().len()
    };
    assert_eq!(found(&mut client), 1);
    // A file outside of the folder changes on disk.
    dir.write("around/profile.yaml", PROFILE);
    let changed =
        json!({"changes": [{"uri": uri(&dir.path().join("around/profile.yaml")), "type": 2}]});
    client.tell("workspace/didChangeWatchedFiles", &changed);
    assert_eq!(found(&mut client), 0);
    // Other directories give context.
    dir.write("here/.cpcap.yaml", "with: [../more/profile.yaml]\n");
    client.tell("workspace/didChangeWatchedFiles", &json!({"changes": []}));
    let gone = client.asked("client/unregisterCapability");
    assert_eq!(gone["params"]["unregisterations"][0]["id"], "files around");
    let around = client.asked("client/registerCapability");
    assert_eq!(watched(&around), [uri(&dir.path().join("more"))]);
    assert_eq!(found(&mut client), 0);
}

/// A rename is taken or refused alike, whether a profile and its Shoots share a file or not.
#[test]
fn renames_do_not_depend_on_files() {
    let one = format!("{PROFILE}---\n{SHOOT}");
    let together = Dir::with(&[("all.yaml", &one)]);
    let apart = Dir::with(&[("profile.yaml", PROFILE), ("web.yaml", SHOOT)]);
    let mut refused = 0;
    for (mark, new) in [
        ("name: lin", "other"),
        ("name: sma", "tiny"),
        ("version: 1.32", "1.32.9"),
        ("version: 1.0.", "1.0.9"),
        ("  - name: e", "us"),
        ("name: dis", "storage"),
        ("disk: [slo", "cold"),
        ("disk: [slo", "fast"),
    ] {
        let mut answers = Vec::new();
        for (dir, name, text) in [
            (&together, "all.yaml", one.as_str()),
            (&apart, "profile.yaml", PROFILE),
        ] {
            let mut client = Client::new(dir.path(), &json!({}));
            let uri = client.open(&dir.path().join(name), text);
            let params = json!({"textDocument": {"uri": uri}, "position": after(text, mark), "newName": new});
            let answer = client.ask("textDocument/rename", &params);
            let edits = answer["result"]["changes"].as_object().map(|files| {
                let all = files.values().map(|edits| edits.as_array().unwrap().len());
                all.sum::<usize>()
            });
            let why = answer["error"]["message"].as_str().map(str::to_owned);
            answers.push((edits, why));
        }
        refused += usize::from(answers[0].1.is_some());
        assert_eq!(answers[0], answers[1], "{mark}");
    }
    assert!((2..7).contains(&refused), "{refused}");
}
