//! Parts of a document as they are to be: what stays as it was written, moved and indented, and
//! what is new. A sketch says its value and its text, in the style of what it takes the place of.

use serde_json::{Map, Value as Json};

use crate::yaml::{Kind, NodeId, Tree};

pub(crate) enum Sketch {
    /// A node of the text.
    Node(NodeId),
    /// A small value, written in one line.
    Flow(Json),
    Map(Vec<Pair>),
    /// A map in one line.
    Line(Vec<Pair>),
    List(Vec<Element>),
}

pub(crate) enum Pair {
    /// A key and its value, with their comments.
    Kept(NodeId, NodeId),
    New(&'static str, Sketch),
    /// A key that a user chose.
    Named(String, Sketch),
}

pub(crate) struct Element {
    /// The element whose comments stand above this one.
    pub lead: Option<NodeId>,
    pub value: Sketch,
}

/// The document that sketches are about.
#[derive(Clone, Copy)]
pub(crate) struct Page<'a> {
    pub text: &'a str,
    pub tree: &'a Tree<'a>,
    pub json: bool,
    /// How far lists are indented relative to their key.
    pub dash: usize,
}

impl Page<'_> {
    /// The value of a sketch.
    pub fn value(&self, sketch: &Sketch) -> Json {
        match sketch {
            Sketch::Node(node) => self.tree.to_json(*node),
            Sketch::Flow(value) => value.clone(),
            Sketch::List(elements) => elements
                .iter()
                .map(|element| self.value(&element.value))
                .collect(),
            Sketch::Map(pairs) | Sketch::Line(pairs) => {
                let pair = |pair: &Pair| match pair {
                    Pair::Kept(key, value) => {
                        (self.tree.key(*key).to_owned(), self.tree.to_json(*value))
                    }
                    Pair::New(name, value) => ((*name).to_owned(), self.value(value)),
                    Pair::Named(name, value) => (name.clone(), self.value(value)),
                };
                Json::Object(pairs.iter().map(pair).collect::<Map<String, Json>>())
            }
        }
    }

    pub fn flow(&self, sketch: &Sketch) -> String {
        match sketch {
            Sketch::Node(node) => self.slice(self.start(*node), self.end(*node)).to_owned(),
            Sketch::Flow(value) => self.flow_value(value),
            Sketch::List(elements) => {
                format!(
                    "[{}]",
                    elements
                        .iter()
                        .map(|element| self.flow(&element.value))
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            }
            Sketch::Map(pairs) | Sketch::Line(pairs) => {
                format!(
                    "{{{}}}",
                    pairs
                        .iter()
                        .map(|pair| self.flow_pair(pair))
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            }
        }
    }

    pub fn flow_pair(&self, pair: &Pair) -> String {
        match pair {
            Pair::Kept(key, value) => self
                .slice(self.start(*key), self.end(*value).max(self.end(*key)))
                .to_owned(),
            Pair::New(name, value) => self.flow_entry(name, value),
            Pair::Named(name, value) => self.flow_entry(name, value),
        }
    }

    fn flow_entry(&self, name: &str, value: &Sketch) -> String {
        let name = self.flow_value(&Json::from(name));
        format!("{name}: {}", self.flow(value))
    }

    fn flow_value(&self, value: &Json) -> String {
        match value {
            value if self.json => value.to_string(),
            Json::String(text) if is_plain(text) => text.clone(),
            Json::Array(items) => format!(
                "[{}]",
                items
                    .iter()
                    .map(|item| self.flow_value(item))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            Json::Object(map) => {
                let pairs = map.iter().map(|(key, value)| {
                    format!(
                        "{}: {}",
                        self.flow_value(&Json::from(key.as_str())),
                        self.flow_value(value)
                    )
                });
                format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
            }
            value => value.to_string(),
        }
    }

    /// Lines of their own: the first one has already begun, and the others begin at a column.
    pub fn block(&self, sketch: &Sketch, column: usize) -> String {
        match sketch {
            Sketch::Node(node) => {
                self.moved(self.start(*node), self.line_end(self.end(*node)), column)
            }
            Sketch::Flow(_) | Sketch::Line(_) | Sketch::List(_) => self.flow(sketch),
            Sketch::Map(pairs) => {
                let mut out = String::new();
                for (at, pair) in pairs.iter().enumerate() {
                    if at > 0 {
                        out.push('\n');
                        if let Pair::Kept(key, _) = pair {
                            self.lead(*key, false)
                                .iter()
                                .for_each(|line| out.push_str(&format!("{:column$}{line}\n", "")));
                        }
                        out.push_str(&" ".repeat(column));
                    }
                    out.push_str(&self.block_pair(pair, column));
                }
                out
            }
        }
    }

    pub fn block_pair(&self, pair: &Pair, column: usize) -> String {
        let (name, value) = match pair {
            Pair::Kept(key, value) => {
                return self.moved(
                    self.start(*key),
                    self.line_end(self.end(*value).max(self.end(*key))),
                    column,
                );
            }
            Pair::New(name, value) => ((*name).to_owned(), value),
            Pair::Named(name, value) => (self.flow_value(&Json::from(name.as_str())), value),
        };
        let mut out = format!("{name}:");
        match value {
            Sketch::Map(_) => {
                let inner = column + 2;
                out.push_str(&format!("\n{:inner$}{}", "", self.block(value, inner)));
            }
            Sketch::List(elements) => {
                let dash = column + self.dash;
                for element in elements {
                    out.push('\n');
                    let lead = element
                        .lead
                        .map_or_else(Vec::new, |node| self.lead(node, true));
                    lead.iter()
                        .for_each(|line| out.push_str(&format!("{:dash$}{line}\n", "")));
                    out.push_str(&format!(
                        "{:dash$}- {}",
                        "",
                        self.block(&element.value, dash + 2)
                    ));
                    let in_line = element.lead.filter(|node| {
                        self.is_flow(*node) && !matches!(element.value, Sketch::Node(_))
                    });
                    if let Some(end) = in_line.map(|node| self.end(node)) {
                        out.push_str(self.slice(end, self.line_end(end)));
                    }
                }
            }
            Sketch::Node(_) | Sketch::Flow(_) | Sketch::Line(_) => {
                out.extend([" ", &self.flow(value)]);
            }
        }
        out
    }

    fn slice(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Where a node begins, with its anchor and tag.
    pub fn start(&self, node: NodeId) -> usize {
        let own = self.tree.span(node).start;
        let anchor = self
            .tree
            .anchor(node)
            .map_or(own, |anchor| anchor.span.start);
        self.tree
            .tag(node)
            .map_or(own, |tag| tag.span.start)
            .min(own)
            .min(anchor) as usize
    }

    pub fn end(&self, node: NodeId) -> usize {
        self.tree.span(node).end as usize
    }

    /// Where a node itself begins.
    pub fn inner(&self, node: NodeId) -> usize {
        self.tree.span(node).start as usize
    }

    /// Whether a collection is written in brackets.
    pub fn is_flow(&self, node: NodeId) -> bool {
        let node = self.tree.target(node);
        let collection = matches!(
            self.tree.node(node).kind,
            Kind::Mapping(_) | Kind::Sequence(_)
        );
        !collection
            || self
                .text
                .get(self.inner(node)..)
                .is_some_and(|rest| rest.starts_with(['{', '[']))
    }

    /// The end of the line where nothing but a comment follows; else the place itself.
    pub fn line_end(&self, at: usize) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let line = rest
            .split(['\n', '\r'])
            .next()
            .unwrap_or_default()
            .trim_end();
        let comment = line.trim_start();
        if comment.is_empty() || (comment.starts_with('#') && comment.len() < line.len()) {
            at + line.len()
        } else {
            at
        }
    }

    pub fn line_start(&self, at: usize) -> usize {
        self.text
            .get(..at)
            .and_then(|before| before.rfind('\n'))
            .map_or(0, |eol| eol + 1)
    }

    pub fn column(&self, at: usize) -> usize {
        at - self.line_start(at)
    }

    /// The beginning of the comments above a node that is the first of its line, or of its line
    /// after a dash.
    pub fn lead_start(&self, node: NodeId, dash: bool) -> usize {
        let at = self.start(node);
        let mut from = self.line_start(at);
        let before = self.slice(from, at).trim();
        if !(before.is_empty() || dash && before == "-") {
            return at;
        }
        while from > 0 {
            let above = self.line_start(from - 1);
            if !self.slice(above, from).trim_start().starts_with('#') {
                break;
            }
            from = above;
        }
        from
    }

    fn lead(&self, node: NodeId, dash: bool) -> Vec<&str> {
        let (from, to) = (
            self.lead_start(node, dash),
            self.line_start(self.start(node)),
        );
        if from >= to {
            Vec::new()
        } else {
            self.slice(from, to).lines().map(str::trim).collect()
        }
    }

    /// Bytes of the text, indented so that they begin at a column.
    fn moved(&self, start: usize, end: usize, column: usize) -> String {
        let from = self.column(start);
        let mut out = String::new();
        for (at, line) in self.slice(start, end).lines().enumerate() {
            if at > 0 {
                out.push('\n');
                let blanks = line.len() - line.trim_start_matches(' ').len();
                if line.trim().is_empty() {
                    continue;
                }
                out.push_str(&" ".repeat((blanks + column).saturating_sub(from)));
                out.push_str(&line[blanks..]);
            } else {
                out.push_str(line);
            }
        }
        out
    }
}

/// Whether a text needs no quotes.
fn is_plain(text: &str) -> bool {
    let words = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
        && !words.contains(&text.to_ascii_lowercase().as_str())
}
