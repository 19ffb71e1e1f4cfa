//! JSON with spans, as Go's `encoding/json` reads a stream of values. Fills the same tree as the
//! YAML builder.

use std::borrow::Cow;

use super::build::MAX_DEPTH;
use super::resolve::Scalar;
use super::tree::{NodeId, Style, Tree};
use super::{Document, Problem, ProblemKind, merge, number};
use crate::source::Span;

/// How a stream that began like JSON ended.
pub(super) enum End {
    Done,
    /// A YAML separator follows the JSON values; from this offset on the text is YAML.
    Separator(usize),
    /// Not even the first value is JSON, and why.
    NotJson(Problem),
}

/// Reads the values of a text.
pub(super) fn read<'s>(text: &'s str, documents: &mut Vec<Document<'s>>) -> End {
    let mut at = 0;
    // The whole text may begin with more than JSON's blanks.
    let mut first = Some(text.len() - text.trim_start().len());
    loop {
        let start = first.take().unwrap_or_else(|| blanks(text.as_bytes(), at));
        if start == text.len() {
            return End::Done;
        }
        // Of many values, the next one is probably as long as the last one.
        let rest = text.len() - start;
        let bytes = documents
            .last()
            .map_or(rest, |last: &Document<'_>| last.span.len().min(rest));
        let mut reader = Reader {
            text,
            at: start,
            tree: Tree::of(text, bytes, true),
            problems: Vec::new(),
            pending: Vec::new(),
        };
        let failure = reader.value(0).err();
        let incomplete = failure.is_some();
        if let Some(problem) = failure {
            if documents.is_empty() && at == 0 {
                return End::NotJson(problem);
            }
            if text[at..].trim_start().starts_with("---") {
                return End::Separator(at);
            }
            reader.problems.push(problem);
        }
        let end = if incomplete { text.len() } else { reader.at };
        let empty = reader
            .tree
            .root
            .is_none_or(|root| reader.tree.raw(root, text) == "null");
        if incomplete || !empty {
            reader
                .problems
                .sort_by_key(|problem| (problem.span.start, problem.span.end));
            let (mut tree, problems) = (reader.tree, reader.problems);
            tree.trim();
            documents.push(Document {
                index: documents.len(),
                span: Span::new(start, end),
                tree,
                problems,
                json: true,
                incomplete,
                quick: false,
            });
        }
        if incomplete {
            return End::Done;
        }
        at = end;
    }
}

/// A JSON number, `true`, `false` or `null`.
pub(super) fn number_or_word(text: &str) -> Scalar {
    match text.as_bytes().first() {
        Some(b't') => return Scalar::Bool(true),
        Some(b'f') => return Scalar::Bool(false),
        None | Some(b'n') => return Scalar::Null,
        _ => {}
    }
    number::integer(text).map_or_else(
        || Scalar::Float(text.parse().unwrap_or(f64::NAN)),
        Scalar::Int,
    )
}

fn blanks(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..]
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
        .count()
}

struct Reader<'s> {
    text: &'s str,
    at: usize,
    tree: Tree<'s>,
    problems: Vec<Problem>,
    /// Children of all open collections, in order.
    pending: Vec<NodeId>,
}

impl<'s> Reader<'s> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip(&mut self) {
        self.at = blanks(self.text.as_bytes(), self.at);
    }

    /// The problem in Go's words about a character that fits nothing here.
    fn unexpected(&self, context: &str) -> Problem {
        let reason = match self.text[self.at..].chars().next() {
            None => "unexpected end of JSON input".to_owned(),
            Some(found) => format!("invalid character {found:?} {context}"),
        };
        Problem {
            kind: ProblemKind::JsonSyntax(reason),
            span: Span::at(self.at),
            related: None,
        }
    }

    /// The bytes from an offset up to here.
    fn since(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    fn push_scalar(&mut self, text: Cow<'_, str>, style: Style, start: usize) -> NodeId {
        let id = self.tree.push_scalar(text, style, self.since(start));
        self.tree.root.get_or_insert(id);
        id
    }

    /// Depth is bounded, so recursion is too.
    fn value(&mut self, depth: usize) -> Result<NodeId, Problem> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => {
                let text = self.string()?;
                Ok(self.push_scalar(text, Style::DoubleQuoted, start))
            }
            Some(open @ (b'{' | b'[')) => {
                if depth >= MAX_DEPTH {
                    return Err(Problem {
                        kind: ProblemKind::Depth,
                        span: Span::at(start),
                        related: None,
                    });
                }
                self.at += 1;
                let id = self.tree.push_collection(open == b'[', self.since(start));
                self.tree.root.get_or_insert(id);
                let first = self.pending.len();
                let result = if open == b'[' {
                    self.items(depth)
                } else {
                    self.pairs(depth)
                };
                if result.is_err() {
                    self.tree.beside_mut().open.push(id);
                    let last = self.tree.ids().next_back();
                    self.at = last
                        .map_or(self.at, |last| self.tree.span(last).end as usize)
                        .max(start + 1);
                }
                let span = self.since(start);
                let children = self.pending.get(first..).unwrap_or_default();
                self.tree.set_children(id, children, span);
                self.pending.truncate(first);
                // JSON has no merge keys, so this always settles.
                merge::settle(&mut self.tree, id, &mut self.problems);
                result.map(|()| id)
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
                let text = &self.text[start..self.at];
                if matches!(number_or_word(text), Scalar::Float(value) if !value.is_finite()) {
                    self.problems.push(Problem {
                        kind: ProblemKind::NotFinite,
                        span: Span::new(start, self.at),
                        related: None,
                    });
                }
                Ok(self.push_scalar(Cow::Borrowed(text), Style::Plain, start))
            }
            Some(first @ (b't' | b'f' | b'n')) => {
                let word = match first {
                    b't' => "true",
                    b'f' => "false",
                    _ => "null",
                };
                for expected in word.bytes() {
                    if self.peek() != Some(expected) {
                        return Err(self.unexpected(&format!(
                            "in literal {word} (expecting '{}')",
                            char::from(expected)
                        )));
                    }
                    self.at += 1;
                }
                Ok(self.push_scalar(Cow::Borrowed(word), Style::Plain, start))
            }
            _ => Err(self.unexpected("looking for beginning of value")),
        }
    }

    fn items(&mut self, depth: usize) -> Result<(), Problem> {
        self.each(b']', "after array element", |reader| {
            // The node of a broken element is kept too.
            let next = reader.tree.next();
            let result = reader.value(depth + 1);
            if next < reader.tree.next() {
                reader.pending.push(next);
            }
            result.map(drop)
        })
    }

    fn pairs(&mut self, depth: usize) -> Result<(), Problem> {
        self.each(b'}', "after object key:value pair", |reader| {
            if reader.peek() != Some(b'"') {
                return Err(reader.unexpected("looking for beginning of object key string"));
            }
            let key = reader.value(depth + 1)?;
            let behind_key = reader.at;
            reader.skip();
            let (value, result) = if reader.peek() == Some(b':') {
                reader.at += 1;
                let behind_colon = reader.at;
                reader.skip();
                let next = reader.tree.next();
                let result = reader.value(depth + 1).map(drop);
                let read = next < reader.tree.next();
                (if read { Ok(next) } else { Err(behind_colon) }, result)
            } else {
                (Err(behind_key), Err(reader.unexpected("after object key")))
            };
            let value = value.unwrap_or_else(|at| {
                reader
                    .tree
                    .push_scalar(Cow::Borrowed(""), Style::Plain, Span::at(at))
            });
            reader.pending.extend([key, value]);
            result
        })
    }

    /// The loop of both collections: elements between commas up to the closing bracket.
    fn each(
        &mut self,
        close: u8,
        after: &str,
        mut element: impl FnMut(&mut Self) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        self.skip();
        if self.peek() == Some(close) {
            self.at += 1;
            return Ok(());
        }
        loop {
            element(self)?;
            self.skip();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == close => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.unexpected(after)),
            }
            self.skip();
        }
    }

    fn number(&mut self) -> Result<(), Problem> {
        self.at += usize::from(self.peek() == Some(b'-'));
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits("in numeric literal")?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits("after decimal point in numeric literal")?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits("in exponent of numeric literal")?;
        }
        Ok(())
    }

    fn digits(&mut self, context: &str) -> Result<(), Problem> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start {
            Err(self.unexpected(context))
        } else {
            Ok(())
        }
    }

    /// A string; borrowed unless it holds escapes.
    fn string(&mut self) -> Result<Cow<'s, str>, Problem> {
        self.at += 1;
        let mut text = Cow::Borrowed("");
        loop {
            let bytes = &self.text.as_bytes()[self.at..];
            let plain = bytes
                .iter()
                .position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))
                .unwrap_or(bytes.len());
            let run = &self.text[self.at..self.at + plain];
            match &mut text {
                Cow::Borrowed("") => text = Cow::Borrowed(run),
                text => text.to_mut().push_str(run),
            }
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    self.at += 1;
                    let character = self.escape()?;
                    text.to_mut().push(character);
                }
                _ => return Err(self.unexpected("in string literal")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Problem> {
        let character = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                let unit = self.unit()?;
                // A lone surrogate becomes U+FFFD, as in Go.
                if (0xD800..0xDC00).contains(&unit)
                    && self.text.as_bytes()[self.at..].starts_with(b"\\u")
                {
                    let behind = self.at;
                    self.at += 2;
                    let low = self.unit()?;
                    if let Some(Ok(character)) = char::decode_utf16([unit, low]).next() {
                        return Ok(character);
                    }
                    self.at = behind;
                }
                return Ok(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            _ => return Err(self.unexpected("in string escape code")),
        };
        self.at += 1;
        Ok(character)
    }

    fn unit(&mut self) -> Result<u16, Problem> {
        let mut unit = 0;
        for _ in 0..4 {
            let Some(digit) = self.peek().and_then(|byte| char::from(byte).to_digit(16)) else {
                return Err(self.unexpected("in \\u hexadecimal character escape"));
            };
            unit = unit << 4 | digit as u16;
            self.at += 1;
        }
        Ok(unit)
    }
}
