//! Block maps and lists, line by line.

use std::borrow::Cow;

use super::scalar::is_blank;
use super::{LONGEST_KEY, Owed, Reader, Unsure};
use crate::source::Span;
use crate::yaml::tree::{Anchor, Style};
use crate::yaml::{Problem, ProblemKind, place};

const SPACES: &[u8; 8] = b"        ";

impl<'s> Reader<'s> {
    pub(super) fn blocks(&mut self) -> Result<(), Unsure> {
        let marked = self.first_line()?;
        while let Some(column) = self.next_line() {
            if column == 0 && self.rest(self.at).starts_with(b"...") {
                return self.end_document();
            }
            self.line(column)?;
        }
        if marked && self.tree.is_empty() {
            return Err("nothing behind `---`");
        }
        self.end_blocks()
    }

    fn end_blocks(&mut self) -> Result<(), Unsure> {
        while !self.frames.is_empty() {
            self.settle()?;
            self.close(None);
        }
        Ok(())
    }

    /// `...`, after which kubectl drops everything.
    fn end_document(&mut self) -> Result<(), Unsure> {
        let from = self.at;
        self.end_blocks()?;
        self.end_line(from + 3)?;
        if self.tree.is_empty() {
            return Err("the end of a document that did not begin");
        }
        let dropped = place::behind_document(self.text, from, self.bytes.len());
        self.problems.extend(dropped.map(|span| Problem {
            kind: ProblemKind::IgnoredContent,
            span,
            related: None,
        }));
        Ok(())
    }

    /// Reads a `---` that opens a chunk; returns whether there is one.
    fn first_line(&mut self) -> Result<bool, Unsure> {
        let marked = self.rest(self.at).starts_with(b"---");
        if marked {
            self.end_line(self.at + 3)?;
        }
        Ok(marked)
    }

    pub(super) fn rest(&self, at: usize) -> &'s [u8] {
        self.bytes.get(at..).unwrap_or_default()
    }

    /// The offset behind spaces. A carriage return stands only before a line feed, and means as much
    /// there as a space.
    pub(super) fn behind_spaces(&self, from: usize) -> usize {
        let mut at = from;
        // Lines are indented far.
        while self.bytes.get(at..at + SPACES.len()) == Some(SPACES) {
            at += SPACES.len();
        }
        while matches!(self.bytes.get(at), Some(b' ' | b'\r')) {
            at += 1;
        }
        at
    }

    /// The offset of the line end at or after an offset, or that of the chunk's end.
    pub(super) fn line_end(&self, from: usize) -> usize {
        memchr::memchr(b'\n', self.rest(from)).map_or(self.bytes.len(), |at| from + at)
    }

    /// Goes to the next line with more than a comment; returns its beginning.
    fn next_line(&mut self) -> Option<usize> {
        loop {
            let at = self.behind_spaces(self.at);
            match self.bytes.get(at)? {
                b'\n' => self.at = at + 1,
                b'#' => self.at = (self.line_end(at) + 1).min(self.bytes.len()),
                _ => {
                    let column = at - self.at;
                    self.at = at;
                    return Some(column);
                }
            }
        }
    }

    /// Whether a line has nothing but a comment from an offset on.
    pub(super) fn is_end(&self, at: usize) -> bool {
        match self.bytes.get(at) {
            None | Some(b'\n') => true,
            Some(b'#') => is_blank(at.checked_sub(1).and_then(|at| self.bytes.get(at))),
            Some(_) => false,
        }
    }

    /// Leaves a line on which nothing but a comment may follow.
    pub(super) fn end_line(&mut self, from: usize) -> Result<(), Unsure> {
        let at = self.behind_spaces(from);
        if !self.is_end(at) {
            return Err("something behind a value");
        }
        let end = if self.bytes.get(at) == Some(&b'\n') {
            at
        } else {
            self.line_end(at)
        };
        self.at = (end + 1).min(self.bytes.len());
        Ok(())
    }

    fn is_dash(&self, at: usize) -> bool {
        self.bytes.get(at) == Some(&b'-') && is_blank(self.bytes.get(at + 1))
    }

    /// A value that does not come.
    fn settle(&mut self) -> Result<(), Unsure> {
        match std::mem::replace(&mut self.owed, Owed::Nothing) {
            Owed::Nothing => Ok(()),
            Owed::Item => Err("a dash without anything"),
            Owed::Value(_) if self.anchor.is_some() => Err("an anchor without a value"),
            Owed::Value(at) => {
                self.push_scalar(Cow::Borrowed(""), Style::Plain, at, at);
                Ok(())
            }
        }
    }

    /// A line: an entry of an open collection, or what the one before it waits for.
    fn line(&mut self, column: usize) -> Result<(), Unsure> {
        let at = self.at;
        let dash = self.is_dash(at);
        loop {
            let Some(frame) = self.frames.last() else {
                if !self.tree.is_empty() {
                    return Err("something behind the document");
                }
                self.open(dash, at, column)?;
                break;
            };
            let sequence = frame.sequence;
            if column > frame.column {
                if matches!(self.owed, Owed::Nothing) {
                    return Err("a line that continues a value");
                }
                self.owed = Owed::Nothing;
                if !dash {
                    return self.item(at, column);
                }
                self.open(true, at, column)?;
                break;
            }
            if column == frame.column && sequence == dash {
                self.settle()?;
                break;
            }
            if column == frame.column && dash {
                // A list may hang under its key without indentation.
                if !matches!(self.owed, Owed::Value(_)) || self.anchor.is_some() {
                    return Err("a list among keys");
                }
                self.owed = Owed::Nothing;
                self.open(true, at, column)?;
                break;
            }
            self.settle()?;
            self.close(None);
        }
        if dash {
            return self.dashes(at, column);
        }
        let (text, style, end, colon) = self.scalar(at)?;
        let colon = colon.ok_or("a line without a key")?;
        self.pair(text, style, at, end, colon)
    }

    /// One dash or several, and what stands after the last.
    fn dashes(&mut self, dash: usize, column: usize) -> Result<(), Unsure> {
        let (line, mut at) = (dash - column, dash);
        loop {
            at = self.behind_spaces(at + 1);
            if self.is_end(at) {
                self.owed = Owed::Item;
                return self.end_line(at);
            }
            if !self.is_dash(at) {
                return self.item(at, at - line);
            }
            self.open(true, at, at - line)?;
        }
    }

    /// Reads the node after a dash, or on a line of its own after a key or a dash.
    fn item(&mut self, at: usize, column: usize) -> Result<(), Unsure> {
        match self.bytes.get(at) {
            Some(b'&') => {
                let at = self.named(at)?;
                if self.is_end(at) {
                    self.owed = Owed::Item;
                    return self.end_line(at);
                }
                self.node(at)
            }
            Some(b'[' | b'{' | b'|' | b'>' | b'*') => self.node(at),
            _ => {
                let (text, style, end, colon) = self.scalar(at)?;
                if let Some(colon) = colon {
                    self.open(false, at, column)?;
                    self.pair(text, style, at, end, colon)
                } else {
                    self.last_scalar(text, style, at, end)
                }
            }
        }
    }

    /// A key, and what of its value stands on the line.
    fn pair(
        &mut self,
        key: Cow<'s, str>,
        style: Style,
        start: usize,
        end: usize,
        colon: usize,
    ) -> Result<(), Unsure> {
        if end - start > LONGEST_KEY {
            return Err("a long key");
        }
        self.push_scalar(key, style, start, end);
        let mut at = self.behind_spaces(colon + 1);
        if self.bytes.get(at) == Some(&b'&') {
            at = self.named(at)?;
        }
        if self.is_end(at) {
            self.owed = Owed::Value(colon + 1);
            return self.end_line(at);
        }
        self.node(at)
    }

    /// Reads an anchor; returns the beginning of its node.
    fn named(&mut self, at: usize) -> Result<usize, Unsure> {
        let (name, end) = self.name(at)?;
        if self.anchor.is_some() {
            return Err("two anchors");
        }
        self.anchor = Some(Anchor {
            name: name.to_owned(),
            span: Span::new(at, end),
        });
        Ok(self.behind_spaces(end))
    }

    /// The name of an anchor or an alias.
    fn name(&self, at: usize) -> Result<(&'s str, usize), Unsure> {
        let rest = self.rest(at + 1);
        let known = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let length = rest.iter().take_while(known).count();
        if length == 0 || !is_blank(rest.get(length)) {
            return Err("an unusual anchor");
        }
        let end = at + 1 + length;
        Ok((self.text.get(at + 1..end).unwrap_or_default(), end))
    }

    /// A value that begins on the line of its key or dash, and is not a block collection.
    fn node(&mut self, at: usize) -> Result<(), Unsure> {
        let column = self.frames.last().map_or(0, |frame| frame.column);
        match self.bytes.get(at) {
            Some(b'[' | b'{') => {
                let end = self.flow(at, column)?;
                self.end_line(end)
            }
            Some(b'|' | b'>') => self.block_scalar(at, column),
            Some(b'*') => {
                let (name, end) = self.name(at)?;
                if self.anchor.is_some() {
                    return Err("an anchor before an alias");
                }
                let target = *self.anchors.get(name).ok_or("an unknown alias")?;
                if self.frames.iter().any(|frame| frame.id == target) {
                    return Err("an alias inside its anchor");
                }
                self.aliases = true;
                let id = self.tree.push_alias(Some(target), Span::new(at, end));
                self.push(id);
                self.end_line(end)
            }
            _ => {
                let (text, style, end, colon) = self.scalar(at)?;
                if colon.is_some() {
                    return Err("a key behind a key");
                }
                self.last_scalar(text, style, at, end)
            }
        }
    }
}
