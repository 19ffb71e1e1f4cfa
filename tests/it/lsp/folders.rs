//! Which texts count for which: folders in folders, texts without a file, settings with faults.

use std::path::Path;

use serde_json::{Value, json};

use super::client::{Client, uri};
use super::{PROFILE, SHOOT};
use crate::common::Dir;

fn codes(client: &mut Client, uri: &str) -> Vec<String> {
    let params = json!({"textDocument": {"uri": uri}});
    let answer = client.ask("textDocument/diagnostic", &params);
    let items = answer["result"]["items"].as_array().unwrap();
    let mut codes: Vec<String> = items
        .iter()
        .map(|item| item["code"].as_str().unwrap().to_owned())
        .collect();
    codes.sort();
    codes
}

/// A server with these folders.
fn with_folders(cwd: &Path, folders: &[&Path]) -> Client {
    let mut client = Client::start(cwd);
    let folders: Vec<Value> = folders
        .iter()
        .map(|folder| json!({"uri": uri(folder), "name": "x"}))
        .collect();
    client.ask(
        "initialize",
        &json!({"processId": null, "workspaceFolders": folders, "capabilities": {}}),
    );
    client.tell("initialized", &json!({}));
    client
}

fn unknown_profile() -> Vec<String> {
    vec!["shoot/unknown-profile".to_owned()]
}

#[test]
fn texts_without_a_file_are_apart() {
    let dir = Dir::new();
    let mut client = Client::new(dir.path(), &json!({}));
    let bad = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: x}\nspec: {typ: x}\n";
    let names = [
        "untitled:Untitled-1",
        "untitled:Untitled-2",
        "git:/x.yaml?HEAD",
        "file:///a%ff.yaml",
        "file://",
    ];
    for (name, text) in names.iter().zip([PROFILE, bad, bad, PROFILE, bad]) {
        client.tell(
            "textDocument/didOpen",
            &json!({"textDocument": {"uri": name, "languageId": "yaml", "version": 1, "text": text}}),
        );
    }
    let is_unknown = |codes: &[String]| {
        codes
            .iter()
            .filter(|of| *of == "schema/unknown-field")
            .count()
    };
    for name in names {
        let found = codes(&mut client, name);
        assert_eq!(is_unknown(&found), 1, "{name}: {found:?}");
    }
    // An edit of one changes no other.
    client.tell(
        "textDocument/didChange",
        &json!({"textDocument": {"uri": names[1], "version": 2}, "contentChanges": [{"text": ""}]}),
    );
    assert_eq!(codes(&mut client, names[1]), [""; 0]);
    assert_eq!(is_unknown(&codes(&mut client, names[0])), 1);
    assert_eq!(is_unknown(&codes(&mut client, names[2])), 1);
    // A closed one counts for nobody.
    client.tell(
        "textDocument/didClose",
        &json!({"textDocument": {"uri": names[0]}}),
    );
    let shoot = client.open(&dir.path().join("web.yaml"), SHOOT);
    assert_eq!(codes(&mut client, &shoot), unknown_profile());
}

#[test]
fn an_open_text_counts_in_all_folders_that_have_it() {
    let dir = Dir::with(&[("in/profile.yaml", PROFILE), ("web.yaml", SHOOT)]);
    let inner = dir.path().join("in");
    let mut client = with_folders(dir.path(), &[dir.path(), &inner]);
    let shoot = client.open(&dir.path().join("web.yaml"), SHOOT);
    assert_eq!(codes(&mut client, &shoot), [""; 0]);
    let renamed = PROFILE.replace("name: shop", "name: other");
    let profile = client.open(&inner.join("profile.yaml"), &renamed);
    assert_eq!(codes(&mut client, &shoot), unknown_profile());
    client.tell(
        "textDocument/didClose",
        &json!({"textDocument": {"uri": profile}}),
    );
    assert_eq!(codes(&mut client, &shoot), [""; 0]);
}

#[test]
fn folders_come_and_go() {
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("sub/web.yaml", SHOOT)]);
    let sub = dir.path().join("sub");
    let mut client = with_folders(dir.path(), &[&sub]);
    let shoot = client.open(&sub.join("web.yaml"), SHOOT);
    assert_eq!(codes(&mut client, &shoot), unknown_profile());
    let change = |client: &mut Client, added: &[&Path], removed: &[&Path]| {
        let all = |folders: &[&Path]| -> Vec<Value> {
            folders
                .iter()
                .map(|folder| json!({"uri": uri(folder), "name": "x"}))
                .collect()
        };
        let event = json!({"event": {"added": all(added), "removed": all(removed)}});
        client.tell("workspace/didChangeWorkspaceFolders", &event);
    };
    change(&mut client, &[dir.path()], &[&sub]);
    assert_eq!(codes(&mut client, &shoot), [""; 0]);
    change(&mut client, &[], &[dir.path()]);
    assert_eq!(codes(&mut client, &shoot), unknown_profile());
    change(&mut client, &[dir.path()], &[]);
    assert_eq!(codes(&mut client, &shoot), [""; 0]);
}

/// Files that a search leaves out count while they are open only.
#[test]
fn left_out_files_count_while_they_are_open() {
    let dir = Dir::with(&[
        ("profile.yaml", PROFILE),
        ("web.yaml", SHOOT),
        ("old/profile.yaml", PROFILE),
        (".cpcap.yaml", "exclude: [old/]\n"),
    ]);
    let mut client = Client::new(dir.path(), &json!({}));
    let shoot = client.open(&dir.path().join("web.yaml"), SHOOT);
    assert_eq!(codes(&mut client, &shoot), [""; 0]);
    let old = client.open(&dir.path().join("old/profile.yaml"), PROFILE);
    client.tell(
        "textDocument/didClose",
        &json!({"textDocument": {"uri": old}}),
    );
    assert_eq!(codes(&mut client, &shoot), [""; 0]);
}

#[test]
fn settings_with_faults_take_no_file_away() {
    let dir = Dir::with(&[
        ("profile.yaml", PROFILE),
        ("web.yaml", SHOOT),
        (".cpcap.yaml", "igno"),
    ]);
    let mut client = Client::new(dir.path(), &json!({}));
    let shoot = client.open(&dir.path().join("web.yaml"), SHOOT);
    assert_eq!(codes(&mut client, &shoot), [""; 0]);
    let logged = |client: &Client| {
        let heard = client.heard.iter();
        heard
            .filter(|of| of["method"] == "window/logMessage")
            .count()
    };
    assert_eq!(logged(&client), 1);
    // The same again is no news.
    client.tell("workspace/didChangeWatchedFiles", &json!({"changes": []}));
    assert_eq!(codes(&mut client, &shoot), [""; 0]);
    assert_eq!(logged(&client), 1);
}

/// Each directory without a folder has its own settings.
#[test]
fn directories_outside_of_folders_have_their_own_settings() {
    let dir = Dir::with(&[("b/.cpcap.yaml", "ignore: [schema]\n")]);
    let text = PROFILE;
    for order in [["x.yaml", "b/y.yaml"], ["b/y.yaml", "x.yaml"]] {
        let mut client = with_folders(dir.path(), &[]);
        let uris = order.map(|name| client.open(&dir.path().join(name), text));
        for (name, uri) in order.iter().zip(&uris) {
            let has = codes(&mut client, uri).contains(&"schema/unknown-field".to_owned());
            assert_eq!(has, *name == "x.yaml", "{order:?} {name}");
        }
    }
}
