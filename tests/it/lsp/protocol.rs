//! What a client may do wrong, and what a server must bear.

use serde_json::{Value, json};

use super::client::Client;
use super::{PROFILE, after};
use crate::common::Dir;

fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_default()
}

#[test]
fn requests_come_in_their_order() {
    let dir = Dir::new();
    let mut client = Client::start(dir.path());
    let hover =
        || json!({"textDocument": {"uri": "file:///x"}, "position": {"line": 0, "character": 0}});
    assert_eq!(code(&client.ask("textDocument/hover", &hover())), -32002);
    client.tell("textDocument/didOpen", &json!({"nonsense": true}));
    let answer = client.ask(
        "initialize",
        &json!({"processId": null, "rootUri": null, "capabilities": {}}),
    );
    assert_eq!(
        answer["result"]["capabilities"]["positionEncoding"],
        "utf-16"
    );
    assert_eq!(
        code(&client.ask("initialize", &json!({"capabilities": {}}))),
        -32600
    );
    assert_eq!(
        client.ask("textDocument/hover", &hover())["result"],
        Value::Null
    );
    assert_eq!(
        code(&client.ask("textDocument/hover", &json!({"position": 1}))),
        -32602
    );
    assert_eq!(code(&client.ask("no/such/method", &json!(null))), -32601);
    assert_eq!(client.ask("shutdown", &Value::Null)["result"], Value::Null);
    assert_eq!(code(&client.ask("textDocument/hover", &hover())), -32600);
    client.tell("exit", &Value::Null);
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn an_end_without_shutdown_is_a_failure() {
    let dir = Dir::new();
    let mut client = Client::new(dir.path(), &json!({}));
    client.tell("exit", &Value::Null);
    assert_eq!(client.end().code(), Some(1));
    let client = Client::new(dir.path(), &json!({}));
    assert_eq!(client.end().code(), Some(2));
}

#[test]
fn malformed_messages_are_answered_and_passed_over() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let mut client = Client::new(dir.path(), &json!({}));
    for body in [
        "{",
        "[]",
        "null",
        "{\"jsonrpc\": \"2.0\"}",
        "\u{0}",
        "{\"id\": {}}",
    ] {
        client.send(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        let answer = client.next();
        assert_eq!(
            (code(&answer), &answer["id"]),
            (-32700, &Value::Null),
            "{body}"
        );
    }
    client.send(b"No-Length: 1\r\nContent-Type: x\r\n\r\n");
    let body = r#"{"jsonrpc":"2.0","method":"$/unknown","params":{}}"#;
    client.send(format!("content-length:    {}   \r\n\r\n{body}", body.len()).as_bytes());
    let uri = client.open(&dir.path().join("profile.yaml"), PROFILE);
    let position = after(PROFILE, "clasi");
    let answer = client.ask(
        "textDocument/hover",
        &json!({"textDocument": {"uri": uri}, "position": position}),
    );
    assert!(answer.get("error").is_none(), "{answer}");
}

#[test]
fn withdrawn_requests_get_no_other_answer() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let mut client = Client::new(dir.path(), &json!({}));
    // A text that takes its time, so that all messages are there before the first answer is.
    let long: String = (0..150)
        .map(|n| PROFILE.replace("name: shop", &format!("name: shop-{n}")) + "---\n")
        .collect();
    let uri = client.open(&dir.path().join("profile.yaml"), &long);
    let mut all = Vec::new();
    for id in 100..140 {
        let params = json!({"textDocument": {"uri": uri}});
        let body = json!({"jsonrpc": "2.0", "id": id, "method": "textDocument/diagnostic", "params": params})
            .to_string();
        all.extend(format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes());
    }
    for id in 120..140 {
        let body = json!({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": id}})
            .to_string();
        all.extend(format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes());
    }
    client.send(&all);
    let answers: Vec<Value> = (100..140).map(|id| client.answer(id)).collect();
    assert!(
        answers[..20]
            .iter()
            .all(|answer| answer.get("result").is_some())
    );
    let withdrawn = answers[20..]
        .iter()
        .filter(|answer| code(answer) == -32800)
        .count();
    assert!(withdrawn > 0);
    assert!(
        answers[20..]
            .iter()
            .all(|answer| code(answer) == -32800 || answer.get("result").is_some())
    );
}

#[test]
fn positions_beyond_the_text_mean_its_ends() {
    let text = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: \"ü😀\"}\nspec: {typ: x}\n";
    let dir = Dir::with(&[("profile.yaml", text)]);
    for (encodings, column) in [(json!(["utf-16"]), 21), (json!(["utf-8", "utf-16"]), 24)] {
        let mut client = Client::new(
            dir.path(),
            &json!({"general": {"positionEncodings": encodings}}),
        );
        let uri = client.open(&dir.path().join("profile.yaml"), text);
        let ask = |client: &mut Client, line: u64, character: u64| {
            let position = json!({"line": line, "character": character});
            let params = json!({"textDocument": {"uri": uri}, "position": position});
            assert!(
                client
                    .ask("textDocument/hover", &params)
                    .get("error")
                    .is_none()
            );
        };
        for (line, character) in [
            (0, 9999),
            (2, 19),
            (2, 20),
            (3, 0),
            (4, 0),
            (4000, 7),
            (u64::from(u32::MAX), 0),
        ] {
            ask(&mut client, line, character);
        }
        // The name ends before its quote.
        let change = |from: Value, to: Value, text: &str| json!({"range": {"start": from, "end": to}, "text": text});
        let place = |character: u64| json!({"line": 2, "character": character});
        client.tell("textDocument/didChange", &json!({
            "textDocument": {"uri": uri, "version": 2},
            "contentChanges": [change(place(18), place(column), "x"), change(json!({"line": 3, "character": 7}), json!({"line": 3, "character": 10}), "type")],
        }));
        let answer = client.ask(
            "textDocument/diagnostic",
            &json!({"textDocument": {"uri": uri}}),
        );
        let items = answer["result"]["items"].as_array().unwrap();
        let codes: Vec<&str> = items
            .iter()
            .map(|item| item["code"].as_str().unwrap())
            .collect();
        assert!(
            !codes.is_empty()
                && !codes.contains(&"schema/unknown-field")
                && !codes.iter().any(|code| code.starts_with("yaml/")),
            "{codes:?}"
        );
    }
}

#[test]
fn files_of_others_get_nothing() {
    let text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, name: y}\n";
    let dir = Dir::with(&[("config.yaml", text)]);
    let mut client = Client::new(dir.path(), &json!({}));
    client.open(&dir.path().join("config.yaml"), text);
    let told = client.hear("textDocument/publishDiagnostics");
    assert_eq!(told["params"]["diagnostics"], json!([]));
}

/// A text counts as it is in its buffer, for other texts as well, and as it was saved once it is
/// closed.
#[test]
fn unsaved_texts_count() {
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: {name: c, namespace: garden-a}\n\
                 spec:\n  parent: {kind: CloudProfile, name: shop}\n  kubernetes:\n    versions:\n    - {version: 1.32.0, expirationDate: \"2027-05-01T00:00:00Z\"}\n";
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("child.yaml", child)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("child.yaml"), child);
    let codes = |client: &mut Client| -> Vec<String> {
        let answer = client.ask(
            "textDocument/diagnostic",
            &json!({"textDocument": {"uri": uri}}),
        );
        let items = answer["result"]["items"].as_array().unwrap();
        items
            .iter()
            .map(|item| item["code"].as_str().unwrap().to_owned())
            .collect()
    };
    let before = codes(&mut client);
    let parent = client.open(
        &dir.path().join("profile.yaml"),
        &PROFILE.replace("name: shop", "name: other"),
    );
    let meanwhile = codes(&mut client);
    assert!(
        meanwhile.contains(&"namespaced/unknown-parent".to_owned()),
        "{meanwhile:?}"
    );
    client.tell(
        "textDocument/didClose",
        &json!({"textDocument": {"uri": parent}}),
    );
    assert_eq!(codes(&mut client), before);
    std::fs::remove_file(dir.path().join("profile.yaml")).unwrap();
    client.tell(
        "workspace/didChangeWatchedFiles",
        &json!({"changes": [{"uri": parent, "type": 3}]}),
    );
    assert_eq!(codes(&mut client), meanwhile);
}

/// A server with a text of one profile, and the name of this text.
fn with_profile(dir: &Dir) -> (Client, String) {
    let mut client = Client::new(dir.path(), &json!({}));
    let uri = client.open(&dir.path().join("profile.yaml"), PROFILE);
    (client, uri)
}

/// Asserts that a server still works.
fn assert_works(client: &mut Client, uri: &str) {
    let params = json!({"textDocument": {"uri": uri}, "position": after(PROFILE, "updateStra")});
    let answer = client.ask("textDocument/hover", &params);
    assert!(answer["result"]["contents"].is_object(), "{answer}");
}

fn framed(length: &str, body: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {length}\r\n\r\n").as_bytes(), body].concat()
}

/// Whatever a header says, the next message is read.
#[test]
fn lengths_that_lie_cost_one_message() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let (mut client, uri) = with_profile(&dir);
    let body =
        r#"{"jsonrpc":"2.0","id":"x","method":"no/such","params":{"x":"yyyyyyyyyyyyyyyyyy"}}"#;
    let long = body.replace("yy", &"y".repeat(9000));
    for body in [body, &long] {
        let size = body.len();
        for length in [0, 1, size - 1, size + 1, size + 30] {
            client.send(&framed(&length.to_string(), body.as_bytes()));
            // A longer one takes something of this message along.
            client.tell("$/lost", &json!({"x": "x".repeat(5000)}));
            let answer = client.reply();
            assert_eq!(
                (code(&answer), &answer["id"]),
                (-32700, &Value::Null),
                "{length}"
            );
            assert_works(&mut client, &uri);
        }
        for length in [
            "",
            "-5",
            "1.5",
            "x",
            "99999999999999999999",
            "18446744073709551615",
        ] {
            client.send(&framed(length, body.as_bytes()));
            let answer = client.reply();
            assert_eq!(
                (code(&answer), &answer["id"]),
                (-32700, &Value::Null),
                "{length}"
            );
            assert_works(&mut client, &uri);
        }
    }
}

/// Bodies that are no messages are answered, and large ones are read.
#[test]
fn odd_and_huge_messages_are_answered() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let (mut client, uri) = with_profile(&dir);
    let deep = "[".repeat(100_000);
    let bodies: [&[u8]; 7] = [
        b"\xff\xfe",
        b"",
        deep.as_bytes(),
        br#"{"jsonrpc":"2.0","id":null,"method":"shutdown"}"#,
        br#"{"jsonrpc":"2.0","id":3000000000,"method":"shutdown"}"#,
        br#"{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}"#,
        br#"[{"jsonrpc":"2.0","id":7,"method":"shutdown"}]"#,
    ];
    for body in bodies {
        client.send(&framed(&body.len().to_string(), body));
        let answer = client.reply();
        assert_eq!(
            (code(&answer), &answer["id"]),
            (-32700, &Value::Null),
            "{body:?}"
        );
    }
    // 64 MB.
    let huge = "x".repeat(64 << 20);
    let answer = client.ask("no/such/method", &json!({"x": huge}));
    assert_eq!(code(&answer), -32601, "{answer}");
    client.tell("no/such/notification", &json!({"x": huge}));
    client.message(&json!({"jsonrpc": "2.0", "id": 999, "result": huge}));
    client.message(&json!({"jsonrpc": "2.0", "id": "a", "method": "no/such", "params": null}));
    let answer = client.reply();
    assert_eq!((code(&answer), &answer["id"]), (-32601, &json!("a")));
    assert_works(&mut client, &uri);
}

/// A start that fails can be tried again, and an end may come at any time.
#[test]
fn failed_starts_and_early_ends() {
    let dir = Dir::new();
    let mut client = Client::start(dir.path());
    assert_eq!(code(&client.ask("shutdown", &Value::Null)), -32002);
    for params in [
        json!(null),
        json!([]),
        json!({"capabilities": 5}),
        json!({}),
    ] {
        assert_eq!(code(&client.ask("initialize", &params)), -32602, "{params}");
    }
    let roots = [
        "file:///no/such/folder",
        "http://example.com/",
        "untitled:x",
    ];
    let folders: Vec<Value> = roots
        .iter()
        .map(|uri| json!({"uri": uri, "name": "x"}))
        .collect();
    let params = json!({"processId": null, "workspaceFolders": folders, "capabilities": {}});
    let answer = client.ask("initialize", &params);
    assert_eq!(answer["result"]["serverInfo"]["name"], "cpcap", "{answer}");
    client.tell("exit", &Value::Null);
    assert_eq!(client.end().code(), Some(1));
    let mut client = Client::start(dir.path());
    client.tell("exit", &Value::Null);
    assert_eq!(client.end().code(), Some(1));
    // Half a message, and half a header.
    for bytes in [&b"Content-Length: 9\r\n\r\n{"[..], b"Content-Le", b""] {
        let mut client = Client::start(dir.path());
        client.send(bytes);
        assert_eq!(client.end().code(), Some(2));
    }
}

/// Notifications in a wrong order, about texts that are not open, or with positions that are none.
#[test]
fn edits_out_of_order_are_borne() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let (mut client, uri) = with_profile(&dir);
    let other = format!("{uri}x");
    let range = |from: Value, to: Value| json!({"start": from, "end": to});
    let place = |line: u64, character: u64| json!({"line": line, "character": character});
    let change = |uri: &str, range: &Value| {
        json!({
            "textDocument": {"uri": uri, "version": 2},
            "contentChanges": [{"range": range, "text": "x"}],
        })
    };
    let backwards = range(place(9, 3), place(2, 1));
    let beyond = range(
        place(9999, 3),
        place(u64::from(u32::MAX), u64::from(u32::MAX)),
    );
    client.tell(
        "textDocument/didClose",
        &json!({"textDocument": {"uri": other}}),
    );
    client.tell("textDocument/didChange", &change(&other, &beyond));
    client.tell("textDocument/didChange", &change(&uri, &backwards));
    client.tell("textDocument/didChange", &change(&uri, &beyond));
    client.tell("textDocument/didChange", &json!({"contentChanges": 1}));
    client.tell("$/cancelRequest", &json!({"id": 12345}));
    client.tell("$/cancelRequest", &json!({"id": "no-such-request"}));
    client.tell("$/cancelRequest", &json!({}));
    client.tell(
        "workspace/didChangeWorkspaceFolders",
        &json!({"event": {"added": [], "removed": [
            {"uri": "file:///no/such", "name": "x"},
        ]}}),
    );
    // Opened again, a text is as it is now.
    client.open(&dir.path().join("profile.yaml"), PROFILE);
    assert_works(&mut client, &uri);
    for _ in 0..2 {
        client.tell(
            "textDocument/didClose",
            &json!({"textDocument": {"uri": uri}}),
        );
    }
    let params = json!({"textDocument": {"uri": uri}, "position": place(0, 0)});
    for method in [
        "hover",
        "completion",
        "definition",
        "prepareRename",
        "codeLens",
        "foldingRange",
    ] {
        let answer = client.ask(&format!("textDocument/{method}"), &params);
        assert_eq!(answer.get("result"), Some(&Value::Null), "{answer}");
    }
}

/// The file, its directory and the whole folder may go while their texts are open.
#[test]
fn folders_that_vanish_leave_open_texts() {
    let dir = Dir::with(&[
        ("work/a/profile.yaml", PROFILE),
        ("work/b/x.yaml", "a: 1\n"),
    ]);
    let work = dir.path().join("work");
    let mut client = Client::new(&work, &json!({}));
    let uri = client.open(&work.join("a/profile.yaml"), PROFILE);
    for gone in [work.join("a"), work.clone()] {
        std::fs::remove_dir_all(gone).unwrap();
        assert_works(&mut client, &uri);
        client.tell(
            "workspace/didChangeWatchedFiles",
            &json!({"changes": [{"uri": uri, "type": 3}]}),
        );
        assert_works(&mut client, &uri);
    }
    client.tell(
        "textDocument/didClose",
        &json!({"textDocument": {"uri": uri}}),
    );
    client.open(&work.join("a/profile.yaml"), PROFILE);
    assert_works(&mut client, &uri);
    assert_eq!(client.ask("shutdown", &Value::Null)["result"], Value::Null);
    client.tell("exit", &Value::Null);
    assert_eq!(client.end().code(), Some(0));
}
