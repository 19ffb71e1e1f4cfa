//! The screen of Neovim, which this draws as its user interface (`nvim --embed`), as a picture.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

const PATIENCE: Duration = Duration::from_secs(60);
/// The size of a cell in the picture.
const CELL: (usize, usize) = (8, 18);

pub struct Neovim {
    child: Child,
    stdin: ChildStdin,
    messages: Receiver<Value>,
    asked: u64,
    pub screen: Screen,
}

impl Neovim {
    /// One with a screen of this size, in a directory.
    pub fn start(cwd: &Path, columns: usize, rows: usize) -> Self {
        let mut child = Command::new("nvim")
            .args(["--embed", "-u", "NONE", "-i", "NONE", "-n"])
            .current_dir(cwd)
            .env("CPCAP", env!("CARGO_BIN_EXE_cpcap"))
            .env("XDG_STATE_HOME", cwd)
            .env("XDG_CACHE_HOME", cwd)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Ok(message) = decode(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut neovim = Self {
            child,
            stdin,
            messages,
            asked: 0,
            screen: Screen::new(columns, rows),
        };
        let options = json!({"rgb": true, "ext_linegrid": true});
        neovim.ask("nvim_ui_attach", &json!([columns, rows, options]));
        neovim
    }

    /// Asks for something, and draws what comes before the answer.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let mut bytes = Vec::new();
        encode(&json!([0, self.asked, method, params]), &mut bytes);
        self.stdin.write_all(&bytes).unwrap();
        self.stdin.flush().unwrap();
        loop {
            let message = self.messages.recv_timeout(PATIENCE).unwrap();
            if message[0] == 1 {
                assert!(message[2].is_null(), "{method}: {message}");
                return message[3].clone();
            }
            self.screen.take(&message);
        }
    }

    pub fn lua(&mut self, script: &str) -> Value {
        self.ask("nvim_exec_lua", &json!([script, []]))
    }

    /// Presses keys.
    pub fn keys(&mut self, keys: &str) {
        self.ask("nvim_input", &json!([keys]));
    }

    /// Waits until an expression of Lua is true, and the screen shows that.
    pub fn wait(&mut self, what: &str) {
        let until = Instant::now() + PATIENCE;
        while self.lua(&format!("return {what}")) != true {
            assert!(
                Instant::now() < until,
                "nothing came of {what}:\n{}",
                self.screen.text()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        self.ask("nvim_command", &json!(["redraw"]));
        self.lua("return 0");
    }
}

impl Drop for Neovim {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// A cell: its character, and the number of its colours.
type Cell = (String, u64);

/// What Neovim has drawn.
pub struct Screen {
    rows: Vec<Vec<Cell>>,
    colours: BTreeMap<u64, Value>,
    /// Of what has none of its own: the text, and what is behind it.
    usual: (u64, u64),
    cursor: (usize, usize),
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

impl Screen {
    fn new(columns: usize, rows: usize) -> Self {
        Self {
            rows: vec![vec![(" ".to_owned(), 0); columns]; rows],
            colours: BTreeMap::new(),
            usual: (0, 0xff_ffff),
            cursor: (0, 0),
        }
    }

    fn take(&mut self, message: &Value) {
        if message[1] != "redraw" {
            return;
        }
        for event in message[2].as_array().unwrap() {
            let (name, all) = event.as_array().unwrap().split_first().unwrap();
            for args in all {
                self.draw(name.as_str().unwrap(), args);
            }
        }
    }

    fn draw(&mut self, event: &str, args: &Value) {
        let at = |index: usize| number(&args[index]);
        match event {
            "grid_clear" => self
                .rows
                .iter_mut()
                .flatten()
                .for_each(|cell| *cell = (" ".to_owned(), 0)),
            "grid_cursor_goto" => self.cursor = (at(1), at(2)),
            "default_colors_set" => {
                let colour = |index: usize, usual| args[index].as_u64().unwrap_or(usual);
                self.usual = (colour(0, 0), colour(1, 0xff_ffff));
            }
            "hl_attr_define" => {
                self.colours
                    .insert(args[0].as_u64().unwrap(), args[1].clone());
            }
            "grid_line" => {
                let (mut column, mut colour) = (at(2), 0);
                for cell in args[3].as_array().unwrap() {
                    colour = cell.get(1).and_then(Value::as_u64).unwrap_or(colour);
                    let times = cell.get(2).map_or(1, number);
                    for _ in 0..times {
                        let text = cell[0].as_str().unwrap().to_owned();
                        self.rows[at(1)][column] = (text, colour);
                        column += 1;
                    }
                }
            }
            "grid_scroll" => {
                let (top, bottom, left, right) = (at(1), at(2), at(3), at(4));
                let by = isize::try_from(args[5].as_i64().unwrap()).unwrap();
                let old = self.rows.clone();
                for row in top..bottom {
                    let from = row
                        .checked_add_signed(by)
                        .filter(|of| (top..bottom).contains(of));
                    if let Some(from) = from {
                        self.rows[row][left..right].clone_from_slice(&old[from][left..right]);
                    }
                }
            }
            _ => {}
        }
    }

    /// The text without colours.
    pub fn text(&self) -> String {
        let line = |row: &Vec<Cell>| row.iter().map(|cell| cell.0.as_str()).collect::<String>();
        self.rows
            .iter()
            .map(|row| line(row).trim_end().to_owned() + "\n")
            .collect()
    }

    /// The text and what is behind it, as colours, and whether it is bold or in italics.
    fn look(&self, cell: &Cell, cursor: bool) -> (u64, u64, bool, bool) {
        let of = self.colours.get(&cell.1).unwrap_or(&Value::Null);
        let colour = |name: &str, usual| of[name].as_u64().unwrap_or(usual);
        let (text, behind) = (
            colour("foreground", self.usual.0),
            colour("background", self.usual.1),
        );
        let is = |name: &str| of[name] == true;
        if is("reverse") != cursor {
            (behind, text, is("bold"), is("italic"))
        } else {
            (text, behind, is("bold"), is("italic"))
        }
    }

    /// The screen as a picture, with a text for those who do not see it. Each row is one text, so
    /// that it reads as one, and its parts have places of their own, whatever the font is.
    pub fn svg(&self, title: &str, note: &str) -> String {
        let (columns, rows) = (self.rows[0].len(), self.rows.len());
        let (wide, high) = (columns * CELL.0, rows * CELL.1);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" \
             height=\"{high}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
             font-size=\"13\">\n<title>{}</title>\n<desc>{}</desc>\n<rect width=\"100%\" height=\"100%\" \
             fill=\"#{:06x}\"/>\n",
            escaped(title),
            escaped(note),
            self.usual.1
        );
        for (at, row) in self.rows.iter().enumerate() {
            let looks: Vec<_> = row
                .iter()
                .enumerate()
                .map(|(column, cell)| self.look(cell, self.cursor == (at, column)))
                .collect();
            let y = at * CELL.1;
            let mut text = String::new();
            let mut column = 0;
            let end = row.iter().rposition(|cell| !cell.0.trim().is_empty());
            for look in looks.chunk_by(|a, b| a == b) {
                let cells = &row[column..column + look.len()];
                let (x, width) = (column * CELL.0, look.len() * CELL.0);
                let (front, behind, bold, italic) = look[0];
                if behind != self.usual.1 {
                    writeln!(
                        svg,
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{}\" fill=\"#{behind:06x}\"/>",
                        CELL.1
                    )
                    .unwrap();
                }
                if end.is_some_and(|end| column <= end) {
                    let said: String = cells.iter().map(|cell| cell.0.as_str()).collect();
                    let bold = if bold { " font-weight=\"bold\"" } else { "" };
                    let italic = if italic { " font-style=\"italic\"" } else { "" };
                    write!(
                        text,
                        "<tspan x=\"{x}\" textLength=\"{width}\" fill=\"#{front:06x}\"{bold}{italic}>{}</tspan>",
                        escaped(&said)
                    )
                    .unwrap();
                }
                column += look.len();
            }
            if !text.is_empty() {
                writeln!(
                    svg,
                    "<text y=\"{}\" xml:space=\"preserve\">{text}</text>",
                    y + 14
                )
                .unwrap();
            }
        }
        svg + "</svg>\n"
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Writes a value as MessagePack, with the longest form of each type, which is a form as well.
fn encode(value: &Value, to: &mut Vec<u8>) {
    let length = |length: usize| u32::try_from(length).unwrap().to_be_bytes();
    match value {
        Value::Null => to.push(0xc0),
        Value::Bool(of) => to.push(if *of { 0xc3 } else { 0xc2 }),
        Value::Number(of) => {
            to.push(0xcf);
            to.extend(of.as_u64().unwrap().to_be_bytes());
        }
        Value::String(of) => {
            to.push(0xdb);
            to.extend(length(of.len()));
            to.extend(of.as_bytes());
        }
        Value::Array(of) => {
            to.push(0xdd);
            to.extend(length(of.len()));
            of.iter().for_each(|of| encode(of, to));
        }
        Value::Object(of) => {
            to.push(0xdf);
            to.extend(length(of.len()));
            for (name, of) in of {
                encode(&json!(name), to);
                encode(of, to);
            }
        }
    }
}

/// Reads a value in MessagePack; null for what JSON does not have.
fn decode(from: &mut impl Read) -> io::Result<Value> {
    let mut big = |bytes: usize| -> io::Result<u64> {
        let mut all = [0; 8];
        from.read_exact(&mut all[8 - bytes..])?;
        Ok(u64::from_be_bytes(all))
    };
    let first = u8::try_from(big(1)?).unwrap();
    let signed = |value: u64, bits: u32| (value << (64 - bits)).cast_signed() >> (64 - bits);
    let (kind, length) = match first {
        0x00..=0x7f => return Ok(json!(first)),
        0xe0..=0xff => return Ok(json!(first.cast_signed())),
        0x80..=0x8f => ('m', u64::from(first & 15)),
        0x90..=0x9f => ('a', u64::from(first & 15)),
        0xa0..=0xbf => ('s', u64::from(first & 31)),
        0xc2 | 0xc3 => return Ok(json!(first == 0xc3)),
        0xc4..=0xc6 => ('s', big(1 << (first - 0xc4))?),
        0xc7..=0xc9 => ('x', big(1 << (first - 0xc7))? + 1),
        0xca | 0xcb => ('x', if first == 0xca { 4 } else { 8 }),
        0xcc..=0xcf => return Ok(json!(big(1 << (first - 0xcc))?)),
        0xd0..=0xd3 => {
            let bytes = 1 << (first - 0xd0);
            return Ok(json!(signed(
                big(bytes)?,
                8 * u32::try_from(bytes).unwrap()
            )));
        }
        0xd4..=0xd8 => ('x', (1 << (first - 0xd4)) + 1),
        0xd9..=0xdb => ('s', big(1 << (first - 0xd9))?),
        0xdc | 0xdd => ('a', big(2 << (first - 0xdc))?),
        0xde | 0xdf => ('m', big(2 << (first - 0xde))?),
        0xc0 | 0xc1 => return Ok(Value::Null),
    };
    Ok(match kind {
        'a' => Value::Array(
            (0..length)
                .map(|_| decode(from))
                .collect::<io::Result<_>>()?,
        ),
        'm' => {
            let mut all = Map::new();
            for _ in 0..length {
                let name = decode(from)?.as_str().unwrap_or_default().to_owned();
                all.insert(name, decode(from)?);
            }
            Value::Object(all)
        }
        _ => {
            let mut bytes = Vec::new();
            from.take(length).read_to_end(&mut bytes)?;
            if kind == 's' {
                json!(String::from_utf8_lossy(&bytes))
            } else {
                Value::Null
            }
        }
    })
}
