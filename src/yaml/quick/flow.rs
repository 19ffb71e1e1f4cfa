//! Collections in brackets.

use std::borrow::Cow;

use super::scalar::{Read, is_blank};
use super::{LONGEST_KEY, Reader, Unsure};
use crate::yaml::tree::Style;

impl<'s> Reader<'s> {
    /// Reads a collection in brackets whose further lines are indented deeper than a column;
    /// returns its end.
    pub(super) fn flow(&mut self, start: usize, column: usize) -> Result<usize, Unsure> {
        let outside = self.frames.len();
        let mut at = self.open_bracket(start, column)?;
        loop {
            // An entry, or the end of the collection.
            at = self.to_token(at, column)?;
            match self.bytes.get(at) {
                Some(b']' | b'}') => at = self.close_bracket(at)?,
                Some(b'[' | b'{') if self.in_sequence() => {
                    at = self.open_bracket(at, column)?;
                    continue;
                }
                _ if self.in_sequence() => at = self.flow_value(at)?,
                _ => {
                    at = self.flow_key(at)?;
                    if matches!(self.bytes.get(at), Some(b'[' | b'{')) {
                        at = self.open_bracket(at, column)?;
                        continue;
                    }
                    at = self.flow_value(at)?;
                }
            }
            // The end of an entry.
            loop {
                if self.frames.len() == outside {
                    return Ok(at);
                }
                at = self.to_token(at, column)?;
                match self.bytes.get(at) {
                    Some(b',') => break,
                    Some(b']' | b'}') => at = self.close_bracket(at)?,
                    _ => return Err("something behind an entry in brackets"),
                }
            }
            at += 1;
        }
    }

    fn in_sequence(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.sequence)
    }

    fn open_bracket(&mut self, at: usize, column: usize) -> Result<usize, Unsure> {
        self.open(self.bytes.get(at) == Some(&b'['), at, column)?;
        Ok(at + 1)
    }

    fn close_bracket(&mut self, at: usize) -> Result<usize, Unsure> {
        if self.in_sequence() != (self.bytes.get(at) == Some(&b']')) {
            return Err("brackets that do not fit");
        }
        self.close(Some(at + 1));
        Ok(at + 1)
    }

    /// The next token, maybe on another line.
    fn to_token(&self, from: usize, column: usize) -> Result<usize, Unsure> {
        let mut at = self.behind_spaces(from);
        loop {
            match self.bytes.get(at) {
                None => return Err("open brackets"),
                Some(b'#') if !is_blank(at.checked_sub(1).and_then(|at| self.bytes.get(at))) => {
                    return Err("a comment without a blank");
                }
                Some(b'#') => {
                    let length = memchr::memchr(b'\n', self.rest(at)).ok_or("open brackets")?;
                    at += length;
                }
                Some(b'\n') => {
                    let line = at + 1;
                    at = self.behind_spaces(line);
                    let empty = matches!(self.bytes.get(at), Some(b'\n' | b'#'));
                    if !empty && at - line <= column {
                        return Err("brackets over lines without indentation");
                    }
                }
                Some(_) => return Ok(at),
            }
        }
    }

    /// Reads a key; returns the beginning of its value.
    fn flow_key(&mut self, at: usize) -> Result<usize, Unsure> {
        let (text, style, end, colon) = self.flow_scalar(at)?;
        let colon = colon.ok_or("a key without a value in brackets")?;
        if end - at > LONGEST_KEY {
            return Err("a long key");
        }
        self.push_scalar(text, style, at, end);
        Ok(self.behind_spaces(colon + 1))
    }

    fn flow_value(&mut self, at: usize) -> Result<usize, Unsure> {
        let (text, style, end, colon) = self.flow_scalar(at)?;
        if colon.is_some() {
            return Err("a pair in a list");
        }
        self.value_scalar(text, style, at, end)?;
        Ok(end)
    }

    fn flow_scalar(&self, at: usize) -> Result<Read<'s>, Unsure> {
        if let Some((text, style, end)) = self.quoted(at)? {
            let colon = self.bytes.get(end) == Some(&b':') && is_blank(self.bytes.get(end + 1));
            return Ok((text, style, end, colon.then_some(end)));
        }
        let usual = |byte: &u8| {
            byte.is_ascii_alphanumeric() || *byte >= 0x80 || matches!(byte, b'.' | b'_' | b'/')
        };
        let first = match self.bytes.get(at) {
            Some(b'-' | b'+') => self.bytes.get(at + 1),
            first => first,
        };
        if !first.is_some_and(usual) {
            return Err("an indicator in brackets");
        }
        let mut stop = at + 1;
        let mut colon = None;
        while let Some(byte) = self.bytes.get(stop) {
            match byte {
                b'\n' | b',' | b']' | b'}' => break,
                b'[' | b'{' | b'?' => return Err("an indicator in brackets"),
                b':' => match self.bytes.get(stop + 1) {
                    None | Some(b'\r' | b'\n' | b',' | b'[' | b']' | b'{' | b'}') => {
                        return Err("a colon in brackets");
                    }
                    Some(b' ') => {
                        colon = Some(stop);
                        break;
                    }
                    Some(_) => stop += 1,
                },
                b'#' if self.bytes.get(stop - 1) == Some(&b' ') => break,
                _ => stop += 1,
            }
        }
        let (text, end) = self.trimmed(at, stop);
        Ok((Cow::Borrowed(text), Style::Plain, end, colon))
    }
}
