//! The server in this process: what it keeps after a day of edits, and that it outlives its own faults.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser as _;
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value as Json, json};

use super::args::LspArgs;
use super::folder::World;
use super::names;
use super::server::Server;
use crate::cli::io::clock;

const PROFILE: &str = include_str!("../../../testdata/maintain/profile.yaml");
const SHOOTS: &str = include_str!("../../../testdata/maintain/shoots.yaml");

#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    args: LspArgs,
}

/// An editor in the same process.
struct Editor<'a> {
    server: Server<'a>,
    asked: i32,
    edits: i32,
}

impl<'a> Editor<'a> {
    /// One that has the directory of the process as its folder.
    fn new(world: World<'a>) -> Self {
        let root = names::uri(world.cwd);
        let mut editor = Self {
            server: Server::new(world),
            asked: 0,
            edits: 0,
        };
        editor.ask(
            "initialize",
            json!({"processId": null, "rootUri": root, "capabilities": {}}),
        );
        editor
    }

    fn tell(&mut self, method: &str, params: Json) {
        let method = method.to_owned();
        let message = Message::Notification(Notification { method, params });
        self.server.take(message, |_| false);
        self.server.outgoing();
    }

    fn ask(&mut self, method: &str, params: Json) {
        let answer = self.request(method, params);
        assert!(answer.error.is_none(), "{method}: {:?}", answer.error);
    }

    fn request(&mut self, method: &str, params: Json) -> Response {
        self.asked += 1;
        let message = Message::Request(Request {
            id: self.asked.into(),
            method: method.to_owned(),
            params,
        });
        self.server.take(message, |_| false);
        let answer = self.server.outgoing().into_iter().find_map(|of| match of {
            Message::Response(response) => Some(response),
            Message::Request(_) | Message::Notification(_) => None,
        });
        answer.expect("an answer")
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Types a key, or takes it back.
    fn edit(&mut self, uri: &str) {
        let (end, text) = if self.edits % 2 == 0 {
            (0, "# x\n")
        } else {
            (1, "")
        };
        let start = json!({"line": 0, "character": 0});
        let range = json!({"start": start, "end": {"line": end, "character": 0}});
        self.edits += 1;
        self.tell(
            "textDocument/didChange",
            json!({
                "textDocument": {"uri": uri, "version": self.edits + 1},
                "contentChanges": [{"range": range, "text": text}],
            }),
        );
    }

    /// The numbers of all that the server keeps.
    fn kept(&self) -> Vec<usize> {
        let of = &self.server;
        let mut kept = vec![
            of.open.len(),
            of.news.len(),
            of.known.len(),
            of.said.len(),
            of.outgoing.len(),
            of.folders.len(),
        ];
        kept.extend(of.folders.iter().flat_map(super::folder::Folder::kept));
        kept
    }
}

/// An hour: texts come, change and go, files get other names, settings change. All is in the end as
/// it was at first; only names that come once are new in each round.
fn hour(editor: &mut Editor<'_>, round: usize, dir: &Path) {
    let uri = |path: PathBuf| names::uri(&path).map(|uri| uri.as_str().to_owned());
    let texts = [
        (uri(dir.join("work/profile.yaml")), PROFILE),
        (uri(dir.join("work/shoots.yaml")), SHOOTS),
        // Not saved yet, without a file, and outside of all folders.
        (uri(dir.join(format!("work/new-{round}.yaml"))), SHOOTS),
        (Some(format!("untitled:Untitled-{round}")), PROFILE),
        (uri(dir.join(format!("elsewhere-{round}/a.yaml"))), SHOOTS),
    ]
    .map(|(uri, text)| (uri.expect("a URI"), text));
    for (uri, text) in &texts {
        editor.open(uri, text);
    }
    for _ in 0..20 {
        for (uri, _) in &texts {
            // Two edits leave the text as it was.
            editor.edit(uri);
            editor.edit(uri);
        }
    }
    editor.server.tell();
    editor.server.outgoing();
    let (uri, _) = &texts[round % texts.len()];
    let position = json!({"line": 3, "character": 4});
    let document = json!({"uri": uri});
    editor.ask(
        "textDocument/hover",
        json!({"textDocument": document, "position": position}),
    );
    editor.ask("textDocument/diagnostic", json!({"textDocument": document}));
    if round.is_multiple_of(40) {
        let (old, new) = (dir.join("work/other.yaml"), dir.join("work/renamed.yaml"));
        let settings = dir.join("work/.cpcap.yaml");
        for (from, to, text) in [(&old, &new, "ignore: [lifecycle]\n"), (&new, &old, "")] {
            fs::rename(from, to).expect("a file");
            fs::write(&settings, text).expect("a file");
            editor.tell("workspace/didChangeWatchedFiles", json!({"changes": []}));
        }
    }
    for (uri, _) in &texts {
        editor.tell(
            "textDocument/didClose",
            json!({"textDocument": {"uri": uri}}),
        );
    }
    editor.server.tell();
    editor.server.outgoing();
}

#[test]
fn a_day_of_edits_needs_no_more_than_half_a_day() {
    let dir = std::env::temp_dir().join(format!("cpcap-soak-{}", std::process::id()));
    fs::create_dir_all(dir.join("work")).expect("a directory");
    for (name, text) in [("profile", PROFILE), ("shoots", SHOOTS), ("other", SHOOTS)] {
        fs::write(dir.join(format!("work/{name}.yaml")), text).expect("a file");
    }
    fs::write(dir.join("work/.cpcap.yaml"), "").expect("a file");
    let line = Line::parse_from(["cpcap"]);
    let work = dir.join("work");
    let mut editor = Editor::new(World {
        args: &line.args,
        env: &|_| None,
        clock: &clock,
        cwd: &work,
    });
    let mut kept = Vec::new();
    for round in 0..100 {
        hour(&mut editor, round, &dir);
        // Each is at another distance from the last time that all files were read.
        if [9, 59, 99].contains(&round) {
            kept.push(editor.kept());
        }
    }
    fs::remove_dir_all(&dir).expect("a directory");
    assert_eq!(editor.edits, 20_000);
    assert!(kept.iter().all(|of| *of == kept[0]), "{kept:?}");
}

/// Nothing that fails while an answer is made ends the server: here, the clock.
#[test]
fn a_crash_ends_one_answer() {
    let dir = std::env::temp_dir().join(format!("cpcap-crash-{}", std::process::id()));
    fs::create_dir_all(&dir).expect("a directory");
    let line = Line::parse_from(["cpcap"]);
    let broken = Cell::new(false);
    let clock = || {
        assert!(!broken.get(), "the clock is broken, as this test wants");
        clock()
    };
    let mut editor = Editor::new(World {
        args: &line.args,
        env: &|_| None,
        clock: &clock,
        cwd: &dir,
    });
    let uri = "untitled:a";
    let document = json!({"textDocument": {"uri": uri}});
    let place = json!({"textDocument": {"uri": uri}, "position": {"line": 3, "character": 4}});
    let asked = [
        ("textDocument/diagnostic", &document),
        ("textDocument/documentSymbol", &document),
        ("textDocument/hover", &place),
        ("textDocument/completion", &place),
    ];
    editor.open(uri, PROFILE);
    for _ in 0..3 {
        broken.set(true);
        // The cached answer needs no clock.
        editor.edit(uri);
        for (method, params) in asked {
            let error = editor.request(method, params.clone()).error;
            let code = error.map(|error| error.code);
            assert_eq!(code, Some(ErrorCode::InternalError as i32), "{method}");
        }
        editor.server.tell();
        let said = editor.server.outgoing();
        let logs = |of: &Message| matches!(of, Message::Notification(of) if of.method == "window/logMessage");
        assert!(!said.is_empty() && said.iter().all(logs), "{said:?}");
        // A text that cannot be put into its folder does not take others along.
        editor.open("untitled:b", PROFILE);
        editor.tell("workspace/didChangeWatchedFiles", json!({"changes": []}));
        broken.set(false);
        editor.open(uri, PROFILE);
        editor.open("untitled:b", PROFILE);
        for (method, params) in asked {
            editor.ask(method, params.clone());
        }
    }
    fs::remove_dir_all(&dir).expect("a directory");
}
