//! Scalars: unquoted and quoted ones of one line, and block scalars.

use std::borrow::Cow;

use super::{Reader, Unsure};
use crate::yaml::resolve::{self, Scalar};
use crate::yaml::tree::Style;

/// A scalar: its text, its style, where it ends, and the colon after it if it is a key.
pub(super) type Read<'s> = (Cow<'s, str>, Style, usize, Option<usize>);

/// Whether a byte is a blank or a line end, or the text ends.
pub(super) fn is_blank(byte: Option<&u8>) -> bool {
    byte.is_none_or(|byte| matches!(byte, b' ' | b'\r' | b'\n'))
}

impl<'s> Reader<'s> {
    fn slice(&self, start: usize, end: usize) -> &'s str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// A scalar outside of brackets.
    pub(super) fn scalar(&self, at: usize) -> Result<Read<'s>, Unsure> {
        if let Some((text, style, end)) = self.quoted(at)? {
            let colon = self.bytes.get(end) == Some(&b':') && is_blank(self.bytes.get(end + 1));
            return Ok((text, style, end, colon.then_some(end)));
        }
        self.check_start(at)?;
        let (text, end, colon) = self.plain(at);
        Ok((Cow::Borrowed(text), Style::Plain, end, colon))
    }

    /// The part of an unquoted text that stands on one line.
    fn plain(&self, at: usize) -> (&'s str, usize, Option<usize>) {
        let mut stop = at;
        let mut colon = None;
        loop {
            let Some(found) = memchr::memchr3(b'\n', b':', b'#', self.rest(stop)) else {
                stop = self.bytes.len().max(stop);
                break;
            };
            stop += found;
            match self.bytes.get(stop) {
                Some(b':') if is_blank(self.bytes.get(stop + 1)) => {
                    colon = Some(stop);
                    break;
                }
                Some(b'#') if stop > at && self.bytes.get(stop - 1) == Some(&b' ') => break,
                Some(b':' | b'#') => stop += 1,
                _ => break,
            }
        }
        let (text, end) = self.trimmed(at, stop);
        (text, end, colon)
    }

    /// A scalar that is the last on its line and no key. An unquoted one may go on below, on lines
    /// that are indented deeper than the collection.
    pub(super) fn last_scalar(
        &mut self,
        mut text: Cow<'s, str>,
        style: Style,
        start: usize,
        mut end: usize,
    ) -> Result<(), Unsure> {
        let column = self.frames.last().map_or(0, |frame| frame.column);
        while let Some((next, blank_lines)) = self.more(style, end, column) {
            let (more, stop, colon) = self.plain(next);
            if colon.is_some() {
                return Err("a key over several lines");
            }
            let text = text.to_mut();
            if blank_lines == 0 {
                text.push(' ');
            }
            text.extend(std::iter::repeat_n('\n', blank_lines));
            text.push_str(more);
            end = stop;
        }
        self.value_scalar(text, style, start, end)?;
        self.end_line(end)
    }

    /// The next line of an unquoted text that goes on below, and how many blank lines stand before
    /// it.
    fn more(&self, style: Style, end: usize, column: usize) -> Option<(usize, usize)> {
        let line_end = self.behind_spaces(end);
        if style != Style::Plain || self.bytes.get(line_end) != Some(&b'\n') {
            return None;
        }
        let (mut line, mut blank_lines) = (line_end + 1, 0);
        let mut next = self.behind_spaces(line);
        while self.bytes.get(next) == Some(&b'\n') {
            blank_lines += 1;
            line = next + 1;
            next = self.behind_spaces(line);
        }
        let goes_on = next - line > column && !matches!(self.bytes.get(next), None | Some(b'#'));
        goes_on.then_some((next, blank_lines))
    }

    /// An unquoted text without the spaces after it.
    pub(super) fn trimmed(&self, at: usize, mut end: usize) -> (&'s str, usize) {
        while end > at && matches!(self.bytes.get(end - 1), Some(b' ' | b'\r')) {
            end -= 1;
        }
        (self.slice(at, end), end)
    }

    /// Whether an unquoted text may begin here.
    fn check_start(&self, at: usize) -> Result<(), Unsure> {
        match self.bytes.get(at) {
            Some(b'-') if !is_blank(self.bytes.get(at + 1)) => Ok(()),
            None
            | Some(
                b'-' | b'?' | b':' | b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!'
                | b'|' | b'>' | b'\'' | b'"' | b'%' | b'@' | b'`' | b' ' | b'\r' | b'\n',
            ) => Err("an indicator"),
            Some(_) => Ok(()),
        }
    }

    /// A scalar that is no key.
    pub(super) fn value_scalar(
        &mut self,
        text: Cow<'s, str>,
        style: Style,
        start: usize,
        end: usize,
    ) -> Result<(), Unsure> {
        if style == Style::Plain
            && matches!(text.as_bytes().first(), Some(b'.' | b'+' | b'-'))
            && matches!(resolve::plain(&text), Scalar::Float(value) if !value.is_finite())
        {
            return Err("a number that JSON lacks");
        }
        self.push_scalar(text, style, start, end);
        Ok(())
    }

    /// A quoted text of one line, if one begins here.
    pub(super) fn quoted(&self, at: usize) -> Result<Option<(Cow<'s, str>, Style, usize)>, Unsure> {
        Ok(match self.bytes.get(at) {
            Some(b'"') => {
                let (text, end) = self.double(at + 1)?;
                Some((text, Style::DoubleQuoted, end))
            }
            Some(b'\'') => {
                let (text, end) = self.single(at + 1)?;
                Some((text, Style::SingleQuoted, end))
            }
            _ => None,
        })
    }

    fn double(&self, start: usize) -> Result<(Cow<'s, str>, usize), Unsure> {
        let (mut text, mut from) = (Cow::Borrowed(""), start);
        loop {
            let found =
                memchr::memchr3(b'"', b'\\', b'\n', self.rest(from)).ok_or("open quotes")?;
            let stop = from + found;
            append(&mut text, self.slice(from, stop));
            match self.bytes.get(stop) {
                Some(b'"') => return Ok((text, stop + 1)),
                Some(b'\\') => {
                    let character = match self.bytes.get(stop + 1) {
                        Some(b'"') => '"',
                        Some(b'\\') => '\\',
                        Some(b'n') => '\n',
                        Some(b't') => '\t',
                        Some(b'r') => '\r',
                        _ => return Err("an unusual escape"),
                    };
                    text.to_mut().push(character);
                    from = stop + 2;
                }
                _ => return Err("quotes over several lines"),
            }
        }
    }

    fn single(&self, start: usize) -> Result<(Cow<'s, str>, usize), Unsure> {
        let (mut text, mut from) = (Cow::Borrowed(""), start);
        loop {
            let found = memchr::memchr2(b'\'', b'\n', self.rest(from)).ok_or("open quotes")?;
            let stop = from + found;
            append(&mut text, self.slice(from, stop));
            match (self.bytes.get(stop), self.bytes.get(stop + 1)) {
                (Some(b'\''), Some(b'\'')) => {
                    text.to_mut().push('\'');
                    from = stop + 2;
                }
                (Some(b'\''), _) => return Ok((text, stop + 1)),
                _ => return Err("quotes over several lines"),
            }
        }
    }

    /// `|` or `>`, and the lines below it that are indented deeper than a column.
    pub(super) fn block_scalar(&mut self, start: usize, column: usize) -> Result<(), Unsure> {
        let folded = self.bytes.get(start) == Some(&b'>');
        let chomping = self.bytes.get(start + 1).copied();
        let chomping = chomping.filter(|byte| matches!(byte, b'-' | b'+'));
        self.end_line(start + 1 + usize::from(chomping.is_some()))?;
        let indentation = self.behind_spaces(self.at) - self.at;
        let (mut text, mut end, mut blank_lines) = (String::new(), start, 0_usize);
        loop {
            let line = self.at;
            let content = self.behind_spaces(line);
            let stop = match memchr::memchr(b'\n', self.rest(content)) {
                Some(length) => content + length,
                None if content >= self.bytes.len() && content == line => break,
                None => return Err("a block scalar without a line end"),
            };
            if stop == content {
                if content - line > indentation || text.is_empty() {
                    return Err("blank lines in a block scalar");
                }
                blank_lines += 1;
            } else if content - line < indentation || indentation <= column {
                break;
            } else {
                if folded && content - line > indentation {
                    return Err("lines of their own in a folded scalar");
                }
                match (text.is_empty(), folded, blank_lines) {
                    (true, ..) => {}
                    (false, true, 0) => text.push(' '),
                    (false, true, lines) => text.extend(std::iter::repeat_n('\n', lines)),
                    (false, false, lines) => text.extend(std::iter::repeat_n('\n', lines + 1)),
                }
                blank_lines = 0;
                let written = self.slice(line + indentation, stop);
                text.push_str(written.strip_suffix('\r').unwrap_or(written));
                end = self.trimmed(content, stop).1;
            }
            self.at = stop + 1;
        }
        if text.is_empty() {
            return Err("an empty block scalar");
        }
        match chomping {
            Some(b'-') => {}
            Some(_) => text.extend(std::iter::repeat_n('\n', blank_lines + 1)),
            None => text.push('\n'),
        }
        let style = if folded {
            Style::Folded
        } else {
            Style::Literal
        };
        self.push_scalar(Cow::Owned(text), style, start, end);
        Ok(())
    }
}

fn append<'s>(text: &mut Cow<'s, str>, run: &'s str) {
    match text {
        Cow::Borrowed("") => *text = Cow::Borrowed(run),
        text => text.to_mut().push_str(run),
    }
}
