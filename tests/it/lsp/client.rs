//! A client of `cpcap lsp`, which runs as a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// A server that hangs fails the test instead of stopping it.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Client {
    child: Child,
    messages: Receiver<Value>,
    asked: i64,
    /// Notifications and requests of the server, which nobody has looked at yet.
    pub heard: Vec<Value>,
}

impl Client {
    /// A server in a directory, without a word said to it.
    pub fn start(cwd: &Path) -> Self {
        Self::start_with(cwd, &[])
    }

    /// The same with options.
    pub fn start_with(cwd: &Path, options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cpcap"))
            .args(["lsp", "--stdio", "--now", "2026-11-27T00:00:00Z"])
            .args(options)
            .current_dir(cwd)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            messages,
            asked: 0,
            heard: Vec::new(),
        }
    }

    /// A server that has the directory as its folder, for a client with these capabilities.
    pub fn new(cwd: &Path, capabilities: &Value) -> Self {
        let mut client = Self::start(cwd);
        client.greet(cwd, capabilities, &Value::Null);
        client
    }

    /// Agrees with the server: the folder, what the client can do, and its settings.
    pub fn greet(&mut self, cwd: &Path, capabilities: &Value, settings: &Value) {
        let answer = self.ask(
            "initialize",
            &json!({
                "processId": null,
                "rootUri": uri(cwd),
                "capabilities": capabilities,
                "initializationOptions": settings,
            }),
        );
        assert_eq!(answer["result"]["serverInfo"]["name"], "cpcap", "{answer}");
        self.tell("initialized", &json!({}));
    }

    /// Waits for a request of the server.
    pub fn asked(&mut self, method: &str) -> Value {
        let known = self.heard.iter().position(|of| of["method"] == method);
        match known {
            Some(at) => self.heard.remove(at),
            None => self.hear(method),
        }
    }

    /// Answers a request of the server.
    pub fn respond(&mut self, request: &Value, result: &Value) {
        self.message(&json!({"jsonrpc": "2.0", "id": request["id"], "result": result}));
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        let stdin = self.child.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    pub fn message(&mut self, message: &Value) {
        let body = message.to_string();
        self.send(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Sends a notification.
    pub fn tell(&mut self, method: &str, params: &Value) {
        self.message(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request, and waits for its answer.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// Sends a request.
    pub fn request(&mut self, method: &str, params: &Value) -> i64 {
        self.asked += 1;
        let id = self.asked;
        self.message(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: i64) -> Value {
        loop {
            let message = self.next();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// The next message of the server.
    pub fn next(&mut self) -> Value {
        self.messages.recv_timeout(PATIENCE).unwrap()
    }

    /// The next answer of the server, whatever it answers.
    pub fn reply(&mut self) -> Value {
        loop {
            let message = self.next();
            if message.get("method").is_none() {
                return message;
            }
        }
    }

    /// Waits for a notification.
    pub fn hear(&mut self, method: &str) -> Value {
        loop {
            let message = self.next();
            if message["method"] == method {
                return message;
            }
        }
    }

    pub fn open(&mut self, path: &Path, text: &str) -> String {
        let uri = uri(path);
        self.tell(
            "textDocument/didOpen",
            &json!({"textDocument": {"uri": uri, "languageId": "yaml", "version": 1, "text": text}}),
        );
        uri
    }

    /// Waits for the end of the server.
    pub fn end(mut self) -> ExitStatus {
        drop(self.child.stdin.take());
        self.child.wait().unwrap()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

pub fn uri(path: &Path) -> String {
    format!("file://{}", path.to_str().unwrap())
}

fn read(from: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).unwrap())
}

/// A text after the edits of a server, whose columns count UTF-16.
pub fn applied(text: &str, edits: &Value) -> String {
    let byte = |place: &Value| {
        let line = usize::try_from(place["line"].as_u64().unwrap()).unwrap();
        let mut left = place["character"].as_u64().unwrap();
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut at = start;
        for c in text[start..].chars() {
            if left == 0 {
                break;
            }
            left -= c.len_utf16() as u64;
            at += c.len_utf8();
        }
        at
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            let new = edit["newText"].as_str().unwrap();
            (byte(&range["start"]), byte(&range["end"]), new)
        })
        .collect();
    edits.sort_unstable();
    let mut out = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}
