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
use crate::lsp::READINGS;
use crate::model::time::Time;

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

/// A directory of a test, with texts.
fn made(name: &str, texts: &[(&str, &str)]) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("cpcap-{name}-{}", std::process::id()));
    for (name, text) in texts {
        let path = dir.join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }
    dir
}

fn uri(path: &Path) -> String {
    names::uri(path).expect("a URI").as_str().to_owned()
}

/// Many findings in one text need no more readings of it than a few do.
#[test]
fn one_reading_is_enough_for_the_comments_of_all_findings() {
    let head = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: a}\n";
    let types = (0..400).map(|at| format!("  - {{name: m{at}, colour: red}}\n"));
    let text = format!(
        "{head}spec:\n  machineTypes:\n{}",
        types.collect::<String>()
    );
    let dir = made("actions", &[]);
    let line = Line::parse_from(["cpcap"]);
    let mut editor = Editor::new(World {
        args: &line.args,
        env: &|_| None,
        clock: &clock,
        cwd: &dir,
    });
    editor.open("untitled:a", &text);
    let document = json!({"uri": "untitled:a"});
    let found = editor.request("textDocument/diagnostic", json!({"textDocument": document}));
    let found = found.result.expect("findings");
    let found: Vec<&Json> = found["items"]
        .as_array()
        .expect("findings")
        .iter()
        .collect();
    assert!(found.len() >= 400, "{}", found.len());
    let mut actions = |context: Json| {
        let range =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
        let params = json!({"textDocument": document, "range": range, "context": context});
        READINGS.set(0);
        let all = editor.request("textDocument/codeAction", params).result;
        let all = all.expect("actions");
        let all = all.as_array().expect("actions").iter();
        let silence = |of: &&Json| {
            of["title"]
                .as_str()
                .is_some_and(|of| of.starts_with("silence"))
        };
        (all.filter(silence).count(), READINGS.get())
    };
    assert_eq!(actions(json!({"diagnostics": []})), (50, 1));
    // What an editor asks when it saves, and what it asks about one finding.
    let only = json!({"diagnostics": found, "only": ["source.fixAll.cpcap"]});
    assert_eq!(actions(only), (0, 0));
    let last = found
        .iter()
        .rfind(|of| of["code"] == "schema/unknown-field");
    assert_eq!(actions(json!({"diagnostics": [last]})), (1, 1));
    // One bad place takes no other one along, and is found by halves.
    let broken = text.replacen(
        "{name: m7, colour: red}",
        "{name: m7,\n    zone: \"a\n  b\",\n    colour: red}",
        1,
    );
    editor.open("untitled:a", &broken);
    let (silenced, readings) = {
        let params = json!({
            "textDocument": document,
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}},
            "context": {"diagnostics": []},
        });
        READINGS.set(0);
        let all = editor.request("textDocument/codeAction", params).result;
        (
            all.expect("actions").as_array().map_or(0, Vec::len),
            READINGS.get(),
        )
    };
    assert!(silenced > 0 && readings <= 13, "{silenced} {readings}");
    fs::remove_dir_all(&dir).ok();
}

/// Folders are read again for what changed, once for many messages, and not because a text was saved.
#[test]
fn folders_are_read_again_only_for_what_they_do_not_have() {
    let dir = made(
        "watch",
        &[("profile.yaml", PROFILE), ("shoots.yaml", SHOOTS)],
    );
    let line = Line::parse_from(["cpcap"]);
    let mut editor = Editor::new(World {
        args: &line.args,
        env: &|_| None,
        clock: &clock,
        cwd: &dir,
    });
    let [profile, shoots, new] =
        ["profile.yaml", "shoots.yaml", "new.yaml"].map(|name| uri(&dir.join(name)));
    editor.open(&profile, PROFILE);
    let readings = |editor: &mut Editor<'_>, changes: &[(&str, u8)], expected: usize| {
        let before = editor.server.readings;
        for (uri, kind) in changes {
            let changes = json!([{"uri": uri, "type": kind}]);
            editor.tell(
                "workspace/didChangeWatchedFiles",
                json!({"changes": changes}),
            );
        }
        editor.ask(
            "textDocument/diagnostic",
            json!({"textDocument": {"uri": profile}}),
        );
        editor.server.tell();
        assert_eq!(editor.server.readings - before, expected, "{changes:?}");
    };
    readings(&mut editor, &[(&profile, 2)], 0);
    editor.edit(&profile);
    readings(&mut editor, &[(&profile, 2), (&shoots, 2)], 0);
    fs::write(dir.join("shoots.yaml"), format!("# x\n{SHOOTS}")).expect("a file");
    readings(&mut editor, &[(&profile, 2), (&shoots, 2), (&shoots, 2)], 1);
    readings(&mut editor, &[(&shoots, 2)], 0);
    // A text that is saved for the first time.
    editor.open(&new, SHOOTS);
    fs::write(dir.join("new.yaml"), SHOOTS).expect("a file");
    readings(&mut editor, &[(&new, 1), (&new, 2)], 1);
    readings(&mut editor, &[(&new, 2)], 0);
    // Settings count as saved.
    let settings = uri(&dir.join(".cpcap.yaml"));
    fs::write(dir.join(".cpcap.yaml"), "").expect("a file");
    editor.open(&settings, "");
    readings(&mut editor, &[(&settings, 2)], 1);
    readings(&mut editor, &[(&shoots, 3)], 1);
    fs::remove_dir_all(&dir).ok();
}

/// Findings are those of the day, and the same as long as nothing changes on it.
#[test]
fn findings_follow_the_day() {
    let dir = made("day", &[]);
    let line = Line::parse_from(["cpcap"]);
    let time = Cell::new("2027-02-28T10:00:00Z");
    let clock = || Time::parse(time.get()).expect("a time");
    let mut editor = Editor::new(World {
        args: &line.args,
        env: &|_| None,
        clock: &clock,
        cwd: &dir,
    });
    editor.open("untitled:a", PROFILE);
    let mut answers = Vec::new();
    for now in [
        "2027-02-28T10:00:00Z",
        "2027-02-28T20:00:00Z",
        "2027-03-01T00:00:01Z",
    ] {
        time.set(now);
        let document = json!({"uri": "untitled:a"});
        let found = editor.request("textDocument/diagnostic", json!({"textDocument": document}));
        let range =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
        let hints = editor.request(
            "textDocument/inlayHint",
            json!({"textDocument": document, "range": range}),
        );
        let at = editor.server.known.values().map(|known| known.at).max();
        assert!(hints.error.is_none());
        answers.push((found.result, at, editor.server.now(1)));
    }
    assert_eq!(answers[0], answers[1]);
    assert_ne!(answers[1].0, answers[2].0);
    assert_eq!(answers[2].1, Some(answers[2].2));
    // An editor that is told hears of it without a change.
    time.set("2027-03-02T00:00:01Z");
    editor.ask(
        "textDocument/documentSymbol",
        json!({"textDocument": {"uri": "untitled:a"}}),
    );
    assert!(editor.server.has_news());
    fs::remove_dir_all(&dir).ok();
}

/// A directory outside of all folders is there as long as a text of its own is open, also where it
/// has another one as context.
#[test]
fn directories_go_with_their_last_text() {
    let settings = "with: [../b]\n";
    let texts = [
        ("work/x.yaml", ""),
        ("a/.cpcap.yaml", settings),
        ("a/y.yaml", SHOOTS),
        ("b/x.yaml", PROFILE),
    ];
    let dir = made("leave", &texts);
    let (line, work) = (Line::parse_from(["cpcap"]), dir.join("work"));
    let mut editor = Editor::new(World {
        args: &line.args,
        env: &|_| None,
        clock: &clock,
        cwd: &work,
    });
    let [a, b] = ["a/y.yaml", "b/x.yaml"].map(|name| uri(&dir.join(name)));
    editor.open(&a, SHOOTS);
    editor.open(&b, PROFILE);
    assert_eq!(editor.server.folders.len(), 3);
    for (uri, left) in [(&a, 2), (&b, 1)] {
        let document = json!({"textDocument": {"uri": uri}});
        editor.tell("textDocument/didClose", document);
        assert_eq!(editor.server.folders.len(), left, "{uri}");
        editor.edit(&b);
        editor.server.tell();
    }
    fs::remove_dir_all(&dir).ok();
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
