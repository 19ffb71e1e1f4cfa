//! Text and positions: named texts, byte spans, and lines and columns computed late.
//! Nothing here touches the file system or knows what the text means.

use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

/// A half-open range of bytes in one text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just after the last byte.
    pub end: u32,
}

/// The bit of an offset that says: in the other one of two texts. See [`Span::elsewhere`].
const ELSEWHERE: u32 = 1 << 31;

/// The bytes of the longest text that spans can point into.
pub const LONGEST: u32 = ELSEWHERE - 1;

impl Span {
    /// A span from two byte offsets. Offsets beyond [`LONGEST`] saturate; who reads texts reads no
    /// longer ones.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(LONGEST).min(LONGEST);
        Self {
            start: clamp(start),
            end: clamp(end),
        }
    }

    /// The same bytes, marked as those of another text than the one at hand. A
    /// NamespacedCloudProfile and its parent are merged into one value: there, what comes from the
    /// parent is marked so. No text has bytes at a marked span.
    #[must_use]
    pub const fn elsewhere(self) -> Self {
        Self {
            start: self.start | ELSEWHERE,
            end: self.end | ELSEWHERE,
        }
    }

    /// Whether the bytes are those of the other text.
    #[must_use]
    pub const fn is_elsewhere(self) -> bool {
        self.start & ELSEWHERE != 0
    }

    /// The bytes in their own text, without the mark.
    #[must_use]
    pub const fn unmarked(self) -> Self {
        Self {
            start: self.start & !ELSEWHERE,
            end: self.end & !ELSEWHERE,
        }
    }

    /// An empty span, which points between two bytes.
    #[must_use]
    pub fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The span as a range that slices a text.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The length of the span in bytes.
    #[must_use]
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether the span covers no byte.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

/// The text of a run that a span belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A span in a certain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The text that the span counts in.
    pub file: FileId,
    /// The bytes within that text.
    pub span: Span,
}

/// A position as people and editors count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1. A line ends with LF, CR LF or CR.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A text with its name, as `Sources` keeps it.
#[derive(Debug, Default)]
pub struct Source {
    name: String,
    path: Option<String>,
    root: Option<String>,
    text: String,
    searched: bool,
    is_escaped: bool,
    patch_of: Option<String>,
    lines: OnceLock<Vec<u32>>,
    /// The number of characters that begin before each block of bytes: very long lines need their
    /// columns often.
    characters: OnceLock<Vec<u32>>,
}

/// The rest of a path below a directory.
fn below<'p>(path: &'p str, root: &str) -> Option<&'p str> {
    match root {
        "" | "." if path.starts_with("../") || path.starts_with('/') => None,
        "" | "." => Some(path),
        "/" => path.strip_prefix('/'),
        root => path.strip_prefix(root)?.strip_prefix('/'),
    }
}

/// How many directories two file names begin with in common.
fn common_directories(a: &str, b: &str) -> usize {
    directories(a)
        .zip(directories(b))
        .take_while(|(a, b)| a == b)
        .count()
}

fn directories(name: &str) -> impl Iterator<Item = &str> {
    let directory = name.rsplit_once('/').map_or("", |(directory, _)| directory);
    directory.split('/').filter(|part| !part.is_empty())
}

/// Bytes of a block of [`Source::characters`].
const BLOCK: usize = 1024;

impl Source {
    /// `file:line:column` of a byte.
    #[must_use]
    pub fn place_of(&self, byte: u32) -> String {
        let at = self.position(byte);
        format!("{}:{}:{}", self.name(), at.line, at.column)
    }

    /// A text and the name under which it is shown.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
            ..Self::default()
        }
    }

    /// The same text under the path of its file: its name says more, such as the revision, or less.
    #[must_use]
    pub fn at(self, path: impl Into<String>) -> Self {
        Self {
            path: Some(path.into()),
            ..self
        }
    }

    /// The same text, found below this directory.
    #[must_use]
    pub fn below(self, root: Option<String>) -> Self {
        Self { root, ..self }
    }

    /// The same text, found by the search of a directory.
    #[must_use]
    pub fn found(self, searched: bool) -> Self {
        Self { searched, ..self }
    }

    /// The same text, of a file whose name shows bytes by their numbers that are not UTF-8.
    #[must_use]
    pub fn escaped(self, is_escaped: bool) -> Self {
        Self { is_escaped, ..self }
    }

    /// The same text, a patch by the words of a file with this name.
    #[must_use]
    pub fn patch_of(self, by: Option<String>) -> Self {
        Self {
            patch_of: by,
            ..self
        }
    }

    /// Another text in the place of this one.
    #[must_use]
    pub fn with_text(&self, text: impl Into<String>) -> Self {
        Self {
            name: self.name.clone(),
            path: self.path.clone(),
            root: self.root.clone(),
            text: text.into(),
            searched: self.searched,
            is_escaped: self.is_escaped,
            patch_of: self.patch_of.clone(),
            ..Self::default()
        }
    }

    /// Whether a search found it.
    #[must_use]
    pub fn was_searched(&self) -> bool {
        self.searched
    }

    /// Whether its name only shows which file it is, and leads to none.
    #[must_use]
    pub fn is_escaped(&self) -> bool {
        self.is_escaped
    }

    /// The file that says that this is a patch, where that file is not read itself.
    #[must_use]
    pub fn is_patch_of(&self) -> Option<&str> {
        self.patch_of.as_deref()
    }

    /// The name under which the text is shown.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of its file, whatever the revision, and however it was named.
    #[must_use]
    pub fn path(&self) -> &str {
        self.path.as_deref().unwrap_or(&self.name)
    }

    /// The path below the searched directory; for a named file its name.
    #[must_use]
    pub fn place(&self) -> &str {
        self.root
            .as_deref()
            .and_then(|root| below(self.path(), root))
            .unwrap_or(&self.name)
    }

    /// Whether the search that found it would also come to another text.
    #[must_use]
    pub fn is_searched_with(&self, other: &Self) -> bool {
        self.root
            .as_deref()
            .is_some_and(|root| below(other.path(), root).is_some())
    }

    /// How near another text is, as what compares as greater where it is nearer: the number of
    /// directories that both paths begin with, the same below the searched directories, and the
    /// fewest directories on the way between the two.
    #[must_use]
    pub fn nearness(&self, other: &Self) -> (usize, usize, Reverse<usize>) {
        let common = common_directories(self.path(), other.path());
        let depth = |of: &Self| directories(of.path()).count();
        (
            common,
            common_directories(self.place(), other.place()),
            Reverse(depth(self) + depth(other) - 2 * common),
        )
    }

    /// Whether another text stands in the same directory.
    #[must_use]
    pub fn is_beside(&self, other: &Self) -> bool {
        directories(self.path()).eq(directories(other.path()))
    }

    /// The text as it was read, with its line ends.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty when the span does not lie on character boundaries of this text.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Offsets of the first byte of every line.
    #[must_use]
    pub fn line_starts(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let mut starts = vec![0];
            for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
                // CR LF is one line end, counted at its LF.
                if bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n') {
                    continue;
                }
                starts.push(Span::at(at + 1).start);
            }
            starts
        })
    }

    /// The line of a byte offset, from 0.
    #[must_use]
    pub fn line_index(&self, offset: u32) -> usize {
        self.line_starts()
            .partition_point(|start| *start <= offset)
            .saturating_sub(1)
    }

    /// The bytes of a line (from 0), without its line end.
    #[must_use]
    pub fn line_span(&self, line: usize) -> Span {
        let starts = self.line_starts();
        let start = starts.get(line).copied().unwrap_or(0) as usize;
        let end = starts
            .get(line + 1)
            .map_or(self.text.len(), |next| *next as usize);
        let kept = self.text[start..end].trim_end_matches(['\n', '\r']).len();
        Span::new(start, start + kept)
    }

    /// Line and column of a byte offset.
    #[must_use]
    pub fn position(&self, offset: u32) -> LineColumn {
        let line = self.line_index(offset);
        let start = self.line_starts()[line] as usize;
        let mut end = (offset as usize).clamp(start, self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        // Only in a very long line does it pay to count the characters of the whole text once.
        let before = match self.text.as_bytes().get(start..end) {
            Some(bytes) if bytes.len() <= BLOCK => characters(bytes),
            _ => self.characters_before(end) - self.characters_before(start),
        };
        let column = before + 1;
        LineColumn {
            line: Span::at(line + 1).start,
            column,
        }
    }

    /// How many characters begin before a byte offset.
    fn characters_before(&self, offset: usize) -> u32 {
        let bytes = self.text.as_bytes();
        let blocks = self.characters.get_or_init(|| {
            let mut before = 0;
            bytes
                .chunks(BLOCK)
                .map(|block| {
                    let here = before;
                    before += characters(block);
                    here
                })
                .collect()
        });
        let block = offset / BLOCK;
        match blocks.get(block) {
            Some(before) => before + characters(&bytes[block * BLOCK..offset]),
            None => blocks.last().map_or(0, |before| {
                before + characters(&bytes[(blocks.len() - 1) * BLOCK..])
            }),
        }
    }
}

/// How many characters begin in some bytes.
fn characters(bytes: &[u8]) -> u32 {
    Span::at(bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()).start
}

/// All texts of a run. A copy shares them.
#[derive(Clone, Debug, Default)]
pub struct Sources(Vec<Arc<Source>>);

impl Sources {
    /// Adds a text, and returns the id that places refer to it by.
    pub fn add(&mut self, source: Source) -> FileId {
        self.0.push(Arc::new(source));
        FileId(Span::at(self.0.len() - 1).start)
    }

    /// The text of an id that this collection gave out.
    #[must_use]
    pub fn get(&self, id: FileId) -> &Source {
        &self.0[id.0 as usize]
    }

    /// `file:line:column` of the first byte of a place.
    #[must_use]
    pub fn place_of(&self, place: Place) -> String {
        self.get(place.file).place_of(place.span.start)
    }

    /// Puts another text in the place of one, under the same id, name and path.
    pub fn replace(&mut self, id: FileId, text: impl Into<String>) {
        if let Some(source) = self.0.get_mut(id.0 as usize) {
            *source = Arc::new(source.with_text(text));
        }
    }

    /// Puts another text, with its own name and path, in the place of one that nothing needs any more.
    pub fn reuse(&mut self, id: FileId, source: Source) {
        if let Some(place) = self.0.get_mut(id.0 as usize) {
            *place = Arc::new(source);
        }
    }

    /// All texts with their ids, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        self.0
            .iter()
            .enumerate()
            .map(|(n, source)| (FileId(Span::at(n).start), &**source))
    }

    /// How many texts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether a terminal obeys a character, shows what follows in another order, or shows nothing at
/// all, or a blank that is none.
pub(crate) fn is_unseen(character: char) -> bool {
    match character {
        ' '..='~' | '\n' | '\t' => false,
        // Blanks that are none to a parser.
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => {
            true
        }
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        _ => character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_lf_crlf_or_cr() {
        let source = Source::new("x", "a\r\nbü\rc\n");
        assert_eq!(source.line_starts(), [0, 3, 7, 9]);
        assert_eq!(source.position(6), LineColumn { line: 2, column: 3 });
        assert_eq!(source.slice(source.line_span(1)), "bü");
        assert_eq!(source.position(9), LineColumn { line: 4, column: 1 });
    }

    #[test]
    fn columns_of_long_lines_count_characters() {
        let text = "aü".repeat(3000);
        let source = Source::new("x", text.as_str());
        for (column, (offset, _)) in text.char_indices().chain([(text.len(), ' ')]).enumerate() {
            let offset = u32::try_from(offset).unwrap();
            assert_eq!(source.position(offset).column as usize, column + 1);
        }
    }

    #[test]
    fn a_position_inside_a_character_counts_as_its_start() {
        let source = Source::new("x", "ü");
        assert_eq!(source.position(1), LineColumn { line: 1, column: 1 });
    }
}
