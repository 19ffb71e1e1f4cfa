//! A headless Chromium that tests drive by its DevTools protocol. It is one for the whole program,
//! reads and writes on a pipe, and ends when that closes, however the program ends: no port, no
//! process and no directory stays. Nothing that a page asks for leaves the machine.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use base64::Engine as _;
use serde_json::{Value, json};

use crate::common::skip;

/// How long the browser may take for one thing.
const PATIENCE: Duration = Duration::from_secs(60);

/// The names under which browsers are installed.
const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Chromium takes its commands from descriptor 3 and answers on 4. The shell waits for it, so that
/// its profile goes too; `timeout` is for a browser that does not see its pipe close.
const START: &str = r#"
profile=$(mktemp -d) || exit
HOME=$profile timeout -k 5 1800 "$@" --user-data-dir="$profile" 3<&0 4>&1 </dev/null >/dev/null 2>&1
rm -rf "$profile"
"#;

const FLAGS: &[&str] = &[
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    // Nothing leaves: neither what pages ask for, nor what the browser does by itself.
    "--proxy-server=127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    // Pictures are the same everywhere, as far as that is possible.
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--font-render-hinting=none",
    "--hide-scrollbars",
];

/// The browser of the program; `None` where none is installed.
static BROWSER: Mutex<State> = Mutex::new(State::Unasked);

enum State {
    Unasked,
    Lacking,
    Running(Browser),
}

struct Browser {
    commands: ChildStdin,
    messages: Receiver<Value>,
    next: u64,
}

/// Runs a test in a new tab, one test at a time. Where no browser is installed, it is skipped.
#[track_caller]
pub fn in_tab(test: impl FnOnce(&mut Tab<'_>)) {
    let mut state = BROWSER.lock().unwrap_or_else(PoisonError::into_inner);
    if matches!(*state, State::Unasked) {
        *state = match find() {
            Some(program) => State::Running(Browser::start(&program)),
            None => State::Lacking,
        };
    }
    match &mut *state {
        State::Running(browser) => test(&mut Tab::new(browser)),
        _ => {
            drop(state);
            skip(&format!(
                "no browser is installed, neither of {}",
                NAMES.join(", ")
            ));
        }
    }
}

fn find() -> Option<std::path::PathBuf> {
    let path = std::env::var_os("PATH")?;
    let dirs: Vec<_> = std::env::split_paths(&path).collect();
    NAMES
        .iter()
        .flat_map(|name| dirs.iter().map(move |dir| dir.join(name)))
        .find(|program| program.is_file())
}

impl Browser {
    fn start(program: &std::path::Path) -> Self {
        let mut child = Command::new("sh")
            .args(["-c", START, "sh"])
            .arg(program)
            .args(FLAGS)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Who interrupts the tests ends the browser by its pipe, and not the shell before.
            .process_group(0)
            .spawn()
            .unwrap();
        let (commands, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (send, messages) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(answers).split(0) {
                let Ok(message) = message else { break };
                let message = serde_json::from_slice(&message).unwrap();
                if send.send(message).is_err() {
                    break;
                }
            }
            drop(child.wait());
        });
        Self {
            commands,
            messages,
            next: 0,
        }
    }

    /// Asks for something; the number of its answer.
    fn send(&mut self, session: Option<&str>, method: &str, params: &Value) -> u64 {
        self.write(session, method, params)
            .unwrap_or_else(|error| panic!("the browser takes no {method}: {error}"));
        self.next
    }

    fn write(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: &Value,
    ) -> std::io::Result<()> {
        self.next += 1;
        let mut message = json!({"id": self.next, "method": method, "params": params});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = serde_json::to_vec(&message).unwrap();
        bytes.push(0);
        self.commands.write_all(&bytes)
    }

    fn receive(&mut self, until: Instant, for_what: &str) -> Value {
        let left = until.saturating_duration_since(Instant::now());
        match self.messages.recv_timeout(left) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => panic!("the browser does not answer {for_what}"),
            Err(RecvTimeoutError::Disconnected) => panic!("the browser has ended at {for_what}"),
        }
    }
}

/// A tab, with all that its pages asked for and complained of so far.
pub struct Tab<'b> {
    browser: &'b mut Browser,
    target: String,
    session: String,
    loaded: bool,
    /// The addresses that pages asked for, those of the pages too.
    pub requests: Vec<String>,
    /// Errors and warnings on the console, uncaught exceptions, and what the page's policy refused.
    pub complaints: Vec<String>,
}

impl<'b> Tab<'b> {
    fn new(browser: &'b mut Browser) -> Self {
        let mut tab = Self {
            browser,
            target: String::new(),
            session: String::new(),
            loaded: false,
            requests: Vec::new(),
            complaints: Vec::new(),
        };
        let made = tab.call("Target.createTarget", &json!({"url": "about:blank"}));
        tab.target = made["targetId"].as_str().unwrap().to_owned();
        let to = &json!({"targetId": tab.target, "flatten": true});
        let attached = tab.call("Target.attachToTarget", to);
        tab.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Runtime", "Network", "Log", "Audits"] {
            tab.call(&format!("{domain}.enable"), &json!({}));
        }
        tab.size(1280, 800);
        tab
    }

    /// Asks for something by its name in the protocol.
    pub fn call(&mut self, method: &str, params: &Value) -> Value {
        let session = Some(self.session.as_str()).filter(|session| !session.is_empty());
        let id = self.browser.send(session, method, params);
        let until = Instant::now() + PATIENCE;
        loop {
            let mut message = self.browser.receive(until, method);
            if message["id"] == json!(id) {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].take();
            }
            self.note(&message);
        }
    }

    /// Keeps what an event says.
    fn note(&mut self, message: &Value) {
        if message["sessionId"].as_str() != Some(&self.session) {
            return;
        }
        let params = &message["params"];
        match message["method"].as_str().unwrap_or_default() {
            "Page.loadEventFired" => self.loaded = true,
            "Network.requestWillBeSent" => {
                let url = params["request"]["url"].as_str().unwrap_or_default();
                self.requests.push(url.to_owned());
            }
            "Network.webSocketCreated" => self.requests.push(params["url"].to_string()),
            "Runtime.exceptionThrown" => {
                let details = params["exceptionDetails"].to_string();
                self.complaints.push(format!("exception: {details}"));
            }
            "Runtime.consoleAPICalled"
                if ["error", "warning", "assert"].contains(&params["type"].as_str().unwrap()) =>
            {
                self.complaints.push(format!("console: {}", params["args"]));
            }
            "Log.entryAdded" if params["entry"]["level"] != "verbose" => {
                let entry = &params["entry"];
                self.complaints
                    .push(format!("{}: {}", entry["source"], entry["text"]));
            }
            "Audits.issueAdded" if params["issue"]["code"] == "ContentSecurityPolicyIssue" => {
                self.complaints.push(format!("policy: {}", params["issue"]));
            }
            _ => {}
        }
    }

    /// Opens an address and waits until it is loaded; a part of the page that is open already just
    /// moves there.
    pub fn open(&mut self, url: &str) {
        self.loaded = false;
        let answer = self.call("Page.navigate", &json!({"url": url}));
        assert!(answer["errorText"].is_null(), "{url}: {answer}");
        if answer["loaderId"].is_string() {
            self.wait_until_loaded(url);
        } else {
            // Its script hears of that a little later.
            self.eval("new Promise(done => setTimeout(done, 50))");
        }
    }

    /// Opens a file.
    pub fn open_file(&mut self, path: &std::path::Path) {
        self.open(&format!("file://{}", path.display()));
    }

    /// Loads the page again.
    pub fn reload(&mut self) {
        self.loaded = false;
        self.call("Page.reload", &json!({}));
        self.wait_until_loaded("reload");
    }

    fn wait_until_loaded(&mut self, what: &str) {
        let until = Instant::now() + PATIENCE;
        while !self.loaded {
            let message = self.browser.receive(until, what);
            self.note(&message);
        }
    }

    /// The value of an expression, also where scripts of the page do not run.
    #[track_caller]
    pub fn eval(&mut self, script: &str) -> Value {
        let mut answer = self.call(
            "Runtime.evaluate",
            &json!({"expression": script, "returnByValue": true, "awaitPromise": true}),
        );
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{script}\n{thrown}");
        answer["result"]["value"].take()
    }

    /// The same as a text.
    #[track_caller]
    pub fn text(&mut self, script: &str) -> String {
        match self.eval(script) {
            Value::String(text) => text,
            other => panic!("{script}: {other} is not a text"),
        }
    }

    /// Presses a key: `Tab`, `Shift+Tab`, `Enter`, `Escape`, `Space`, an arrow, or a character.
    pub fn press(&mut self, key: &str) {
        let (shift, key) = match key.strip_prefix("Shift+") {
            Some(key) => (8, key),
            None => (0, key),
        };
        let codes: BTreeMap<&str, (u32, &str)> = BTreeMap::from([
            ("Tab", (9, "")),
            ("Enter", (13, "\r")),
            ("Escape", (27, "")),
            ("Space", (32, " ")),
            ("End", (35, "")),
            ("Home", (36, "")),
            ("ArrowLeft", (37, "")),
            ("ArrowUp", (38, "")),
            ("ArrowRight", (39, "")),
            ("ArrowDown", (40, "")),
            ("Backspace", (8, "")),
        ]);
        let (code, text) = codes.get(key).copied().unwrap_or((0, key));
        let name = if key == "Space" { " " } else { key };
        let event = |kind: &str, text: &str| {
            json!({
                "type": kind, "key": name, "code": key, "text": text, "modifiers": shift,
                "windowsVirtualKeyCode": code,
            })
        };
        let down = if text.is_empty() {
            "rawKeyDown"
        } else {
            "keyDown"
        };
        self.call("Input.dispatchKeyEvent", &event(down, text));
        self.call("Input.dispatchKeyEvent", &event("keyUp", ""));
    }

    /// Types a text, key by key.
    pub fn type_text(&mut self, text: &str) {
        for key in text.chars() {
            self.press(&key.to_string());
        }
    }

    /// Clicks on the middle of the first element that a selector finds.
    #[track_caller]
    pub fn click(&mut self, selector: &str) {
        let find = format!(
            "(() => {{ const e = document.querySelector({selector:?}); if (!e) return null; \
             e.scrollIntoView({{block: 'center', inline: 'center'}}); \
             const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        );
        let at = self.eval(&find);
        assert!(at.is_array(), "the page has no {selector}");
        for kind in ["mousePressed", "mouseReleased"] {
            self.call(
                "Input.dispatchMouseEvent",
                &json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}),
            );
        }
    }

    /// The size of the window.
    pub fn size(&mut self, width: u32, height: u32) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
    }

    /// The medium, `print` or `screen`, and what the reader prefers: `prefers-color-scheme`, `dark`.
    pub fn media(&mut self, medium: &str, preferences: &[(&str, &str)]) {
        let features: Vec<Value> = preferences
            .iter()
            .map(|(name, value)| json!({"name": name, "value": value}))
            .collect();
        self.call(
            "Emulation.setEmulatedMedia",
            &json!({"media": medium, "features": features}),
        );
    }

    /// Whether scripts of pages that are opened from now on run.
    pub fn scripts(&mut self, run: bool) {
        self.call(
            "Emulation.setScriptExecutionDisabled",
            &json!({"value": !run}),
        );
    }

    /// The window as a picture, in PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        let answer = self.call("Page.captureScreenshot", &json!({"format": "png"}));
        base64::engine::general_purpose::STANDARD
            .decode(answer["data"].as_str().unwrap())
            .unwrap()
    }
}

impl Drop for Tab<'_> {
    fn drop(&mut self) {
        // Not `call`: a test that fails closes its tab as well, and must not fail again.
        let target = json!({"targetId": self.target});
        drop(self.browser.write(None, "Target.closeTarget", &target));
    }
}
