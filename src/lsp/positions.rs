//! Positions of the protocol: lines from 0, and columns in the units that both sides agreed on.

use lsp_types::{Position, PositionEncodingKind, Range};

use crate::source::{Source, Span};

/// The unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Halves of characters beyond the first 65,536 count as well: what every client knows.
    #[default]
    Utf16,
}

impl Encoding {
    /// All of them, the best first.
    pub const ALL: [Self; 2] = [Self::Utf8, Self::Utf16];

    /// The best of those that a client offers.
    #[must_use]
    pub fn of(offered: &[PositionEncodingKind]) -> Self {
        if offered.contains(&PositionEncodingKind::UTF8) {
            Self::Utf8
        } else {
            Self::Utf16
        }
    }

    /// Its name in the protocol.
    #[must_use]
    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// Positions in one text.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'s> {
    source: &'s Source,
    encoding: Encoding,
}

impl<'s> Positions<'s> {
    /// The positions in a text.
    #[must_use]
    pub fn new(source: &'s Source, encoding: Encoding) -> Self {
        Self { source, encoding }
    }

    /// The text.
    #[must_use]
    pub fn source(&self) -> &'s Source {
        self.source
    }

    /// The position of a byte; within a character, that of the character.
    #[must_use]
    pub fn position(&self, byte: u32) -> Position {
        let line = self.source.line_index(byte);
        let span = self.source.line_span(line);
        let text = self.source.slice(span);
        let mut end = (byte.clamp(span.start, span.end) - span.start) as usize;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let character = match self.encoding {
            Encoding::Utf8 => end,
            Encoding::Utf16 => text[..end].encode_utf16().count(),
        };
        Position::new(Span::at(line).start, Span::at(character).start)
    }

    /// The range of a span.
    #[must_use]
    pub fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// The byte of a position. What lies behind the end of a line or of the text means that end, as
    /// the protocol says; what lies within a character means its begin.
    #[must_use]
    pub fn byte(&self, position: Position) -> u32 {
        let line = position.line as usize;
        if line >= self.source.line_starts().len() {
            return Span::at(self.source.text().len()).start;
        }
        let span = self.source.line_span(line);
        let mut left = position.character as usize;
        let mut at = span.start;
        for character in self.source.slice(span).chars() {
            let units = match self.encoding {
                Encoding::Utf8 => character.len_utf8(),
                Encoding::Utf16 => character.len_utf16(),
            };
            if units > left {
                break;
            }
            left -= units;
            at += Span::at(character.len_utf8()).start;
        }
        at
    }

    /// The span of a range; empty where its end comes before its start.
    #[must_use]
    pub fn span(&self, range: Range) -> Span {
        let start = self.byte(range.start);
        Span {
            start,
            end: self.byte(range.end).max(start),
        }
    }
}
