//! A day of edits: the memory of the process stays flat. What it keeps is counted in
//! `src/cli/lsp/tests.rs`.

use serde_json::json;

use super::client::Client;
use super::{PROFILE, SHOOT};
use crate::common::{Dir, skip};

const EDITS: usize = 10_000;

#[test]
fn half_a_day_more_takes_no_more_memory() {
    if !cfg!(target_os = "linux") {
        return skip("only Linux says in /proc what memory a process has");
    }
    let dir = Dir::with(&[("profile.yaml", PROFILE), ("web.yaml", SHOOT)]);
    let mut client = Client::new(dir.path(), &json!({}));
    let mut resident = Vec::new();
    for half in 0..3 {
        for edit in 0..EDITS {
            let names = ["profile.yaml", "web.yaml"].map(|name| dir.path().join(name));
            if edit % 500 == 0 {
                client.open(&names[0], PROFILE);
                client.open(&names[1], SHOOT);
            }
            let uri = super::uri(&names[edit / 2 % 2]);
            let (end, text) = if edit % 2 == 0 { (0, "# x\n") } else { (1, "") };
            let range =
                json!({"start": {"line": 0, "character": 0}, "end": {"line": end, "character": 0}});
            client.tell(
                "textDocument/didChange",
                &json!({
                    "textDocument": {"uri": uri, "version": edit + 2},
                    "contentChanges": [{"range": range, "text": text}],
                }),
            );
            if edit % 500 == 499 {
                let document = json!({"textDocument": {"uri": uri}});
                client.ask("textDocument/diagnostic", &document);
                client.tell("textDocument/didClose", &document);
                client.heard.clear();
            }
        }
        // The first half warms up.
        if half > 0 {
            resident.push(client.resident_pages());
        }
    }
    // One text kept for each edit would be 2,000 pages, one message kept 600.
    assert!(resident[1] <= resident[0] + 256, "{resident:?} pages");
}
