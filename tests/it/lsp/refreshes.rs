//! When the server says that a client should ask again.

use serde_json::{Value, json};

use super::client::Client;
use super::{PROFILE, SHOOT};
use crate::common::Dir;

const REFRESHES: [&str; 3] = [
    "workspace/diagnostic/refresh",
    "workspace/inlayHint/refresh",
    "workspace/codeLens/refresh",
];

/// The names are those of the protocol: `diagnostics` is a plural.
#[test]
fn changes_elsewhere_ask_for_everything_again() {
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("web.yaml", SHOOT)]);
    let can = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {
            "diagnostics": {"refreshSupport": true},
            "inlayHint": {"refreshSupport": true},
            "codeLens": {"refreshSupport": true},
        },
    });
    let mut client = Client::new(dir.path(), &can);
    let shoot = client.open(&dir.path().join("web.yaml"), SHOOT);
    let pause = || std::thread::sleep(std::time::Duration::from_millis(300));
    let refreshes = |client: &mut Client| -> Vec<String> {
        client.ask(
            "textDocument/hover",
            &json!({
                "textDocument": {"uri": shoot},
                "position": {"line": 0, "character": 0},
            }),
        );
        let heard = client.heard.drain(..);
        let methods = heard.filter_map(|of| of["method"].as_str().map(str::to_owned));
        let all: Vec<String> = methods.filter(|of| of.ends_with("/refresh")).collect();
        all
    };
    // What a client sees of its own text, it asks for itself.
    pause();
    assert_eq!(refreshes(&mut client), Vec::<String>::new());
    let changed = json!({"changes": []});
    for (name, text) in [
        ("profile.yaml", "a: 1\n"),
        (".cpcap.yaml", "select: [shoot]\n"),
    ] {
        dir.write(name, text);
        client.tell("workspace/didChangeWatchedFiles", &changed);
        for method in REFRESHES {
            client.asked(method);
        }
    }
    // So they do while another text is open.
    client.open(&dir.path().join("profile.yaml"), PROFILE);
    for method in REFRESHES {
        client.asked(method);
    }
    client.tell(
        "textDocument/didChange",
        &json!({
            "textDocument": {"uri": shoot, "version": 2},
            "contentChanges": [{"text": SHOOT}],
        }),
    );
    for method in REFRESHES {
        client.asked(method);
    }
}

/// Without an open text the list of all findings is old, too.
#[test]
fn folders_without_open_texts_are_told() {
    let dir = Dir::with(&[("profile.yaml", PROFILE)]);
    let can = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": true}},
    });
    let mut client = Client::new(dir.path(), &can);
    dir.write("profile.yaml", "a: 1\n");
    client.tell("workspace/didChangeWatchedFiles", &json!({"changes": []}));
    let asked = client.asked(REFRESHES[0]);
    assert_eq!(asked["params"], Value::Null);
}
