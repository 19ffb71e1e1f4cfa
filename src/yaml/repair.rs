//! Edits that let the parser read texts that only kubectl's reader takes. They are small, keep the
//! meaning, and map each byte. Each stands where the parser stopped, or met a token that the two
//! cut differently, so that its context is known.

use std::borrow::Cow;
use std::collections::BTreeMap;

use granit_parser::ErrorKind;

use super::place;
use crate::source::Span;

/// Maximum number of bytes parsed again for repairs; after them the text stays as it is.
const BUDGET: usize = 32 << 20;

/// Other bytes for some bytes of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Edit {
    span: Span,
    with: &'static str,
}

impl Edit {
    fn insert(at: usize, with: &'static str) -> Self {
        Self {
            span: Span::at(at),
            with,
        }
    }

    fn replace(at: usize, length: usize, with: &'static str) -> Self {
        Self {
            span: Span::new(at, at + length),
            with,
        }
    }
}

/// The edits of a chunk, by place.
#[derive(Debug, Default)]
pub(super) struct Repairs {
    edits: BTreeMap<u32, Edit>,
    spent: usize,
    /// There was more to repair than the budget allows.
    pub(super) gave_up: bool,
}

/// A part of the text as the parser gets it.
pub(super) struct Repaired<'s> {
    pub(super) text: Cow<'s, str>,
    base: usize,
    /// The beginning of each edit in the repaired text, and the edit.
    edits: Vec<(usize, Edit)>,
}

impl Repairs {
    /// Takes edits in. Gives back whether parsing once more is worth while.
    pub(super) fn take(&mut self, edits: Vec<Edit>, bytes: usize) -> bool {
        let before = self.edits.len();
        for edit in edits {
            self.edits.entry(edit.span.start).or_insert(edit);
        }
        self.spent += bytes.max(1024);
        let found = self.edits.len() > before;
        self.gave_up = found && self.spent > BUDGET;
        found && !self.gave_up
    }

    /// A part of the text with the edits in it.
    pub(super) fn apply<'s>(&self, text: &'s str, range: Span) -> Repaired<'s> {
        let base = range.start as usize;
        if self.edits.is_empty() {
            return Repaired {
                text: Cow::Borrowed(&text[range.range()]),
                base,
                edits: Vec::new(),
            };
        }
        let (mut repaired, mut at, mut edits) =
            (String::with_capacity(range.len() + 16), base, Vec::new());
        for edit in self
            .edits
            .values()
            .filter(|edit| edit.span.start >= range.start && edit.span.end <= range.end)
        {
            repaired.push_str(&text[at..edit.span.start as usize]);
            edits.push((repaired.len(), edit.clone()));
            repaired.push_str(edit.with);
            at = edit.span.end as usize;
        }
        repaired.push_str(&text[at..range.end as usize]);
        Repaired {
            text: Cow::Owned(repaired),
            base,
            edits,
        }
    }
}

impl Repaired<'_> {
    /// The offset in the whole text for an offset of the parser.
    pub(super) fn original(&self, at: usize) -> usize {
        let Some((start, edit)) = self
            .edits
            .partition_point(|(start, _)| *start <= at)
            .checked_sub(1)
            .map(|last| &self.edits[last])
        else {
            return self.base + at;
        };
        let behind = at - start;
        if behind < edit.with.len() {
            return edit.span.start as usize + behind.min(edit.span.len());
        }
        edit.span.end as usize + behind - edit.with.len()
    }
}

/// Edits for the text at which the parser stopped. `flow`: whether a bracket is open there.
pub(super) fn of_failure(
    text: &str,
    kind: &ErrorKind,
    at: usize,
    end: usize,
    flow: bool,
) -> Vec<Edit> {
    let bytes = &text.as_bytes()[..end];
    match kind {
        // A comment may follow a closing quote or bracket, a comma or the header of a block scalar
        // directly.
        ErrorKind::CommentNotSeparated if bytes.get(at) == Some(&b'#') => {
            vec![Edit::insert(at, " ")]
        }
        ErrorKind::PlainScalarStartsWithDashFlowIndicator if bytes.get(at) == Some(&b'-') => {
            vec![Edit::insert(at, "'"), Edit::insert(at + 1, "'")]
        }
        ErrorKind::InvalidTagTerminator => tag(bytes, at),
        ErrorKind::UnknownQuotedScalarEscape => apostrophes(bytes, at),
        ErrorKind::TabInBlockIndentation if flow => {
            let line = at.min(end) - place::column(bytes, at.min(end));
            let indentation = bytes[line..]
                .iter()
                .take_while(|byte| matches!(byte, b' ' | b'\t'))
                .count();
            (line..line + indentation)
                .filter(|at| bytes[*at] == b'\t')
                .map(|at| Edit::replace(at, 1, " "))
                .collect()
        }
        // Names of aliases end before a colon.
        ErrorKind::SimpleKeyExpected if bytes.get(at) == Some(&b'*') => alias_key(bytes, at),
        _ => Vec::new(),
    }
}

/// kubectl lets a tag reach up to the next blank, over brackets and commas. None of the tags that
/// mean something holds these.
fn tag(bytes: &[u8], at: usize) -> Vec<Edit> {
    let known =
        |byte: &u8| byte.is_ascii_alphanumeric() || b"_-;/?:@&=+$,.!~*'()[]%".contains(byte);
    let Some(rest) = bytes.get(at..).filter(|rest| rest.starts_with(b"!")) else {
        return Vec::new();
    };
    let length = rest.iter().take_while(|byte| known(byte)).count();
    if !is_blank(rest.get(length)) {
        return Vec::new();
    }
    (at..at + length)
        .filter(|at| matches!(bytes[*at], b'[' | b']' | b','))
        .map(|at| Edit::replace(at, 1, "_"))
        .collect()
}

/// The backslashes before single quotes in double quotes that begin at an offset.
fn apostrophes(bytes: &[u8], at: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut next = at + 1;
    while let Some(found) = bytes
        .get(next..)
        .and_then(|rest| memchr::memchr2(b'"', b'\\', rest))
    {
        let place = next + found;
        if bytes[place] == b'"' {
            break;
        }
        if bytes.get(place + 1) == Some(&b'\'') {
            edits.push(Edit::replace(place, 1, ""));
        }
        next = place + 2;
    }
    edits
}

/// `*name: value`: a blank before the colon.
pub(super) fn alias_key(bytes: &[u8], at: usize) -> Vec<Edit> {
    let colon = behind_name(bytes, at + 1);
    let is_key =
        colon > at + 1 && bytes.get(colon) == Some(&b':') && is_blank(bytes.get(colon + 1));
    if is_key {
        vec![Edit::insert(colon, " ")]
    } else {
        Vec::new()
    }
}

/// `&name:text`, outside of brackets: the name ends where kubectl's ends, and text follows.
pub(super) fn anchor(bytes: &[u8], at: usize) -> Vec<Edit> {
    let end = behind_name(bytes, at + 1);
    let text_follows = end > at + 1
        && matches!(bytes.get(end), Some(b':' | b'?'))
        && !is_blank(bytes.get(end + 1));
    if text_follows {
        vec![Edit::insert(end, " ")]
    } else {
        Vec::new()
    }
}

fn behind_name(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        .count()
}

/// An unquoted text between brackets that kubectl cuts differently: `?` before it is an indicator,
/// blank or not, and a colon that no blank follows belongs to it.
pub(super) fn in_flow(bytes: &[u8], span: Span) -> Vec<Edit> {
    let (start, end) = (span.start as usize, span.end as usize);
    if bytes[start] == b'?' {
        return if end > start + 1 {
            vec![Edit::insert(start + 1, " ")]
        } else {
            Vec::new()
        };
    }
    if bytes.get(end) != Some(&b':') || is_blank(bytes.get(end + 1)) {
        return Vec::new();
    }
    let mut behind = end;
    while let Some(byte) = bytes
        .get(behind)
        .filter(|byte| !is_blank(Some(byte)) && !b",?[]{}".contains(byte))
    {
        if *byte == b':' && is_blank(bytes.get(behind + 1)) {
            break;
        }
        behind += 1;
    }
    // Between quotes it would have to be written differently.
    let raw = &bytes[start..behind];
    let quote = match (
        raw.contains(&b'\''),
        raw.contains(&b'"') || raw.contains(&b'\\'),
    ) {
        (false, _) => "'",
        (true, false) => "\"",
        (true, true) => return Vec::new(),
    };
    vec![Edit::insert(start, quote), Edit::insert(behind, quote)]
}

/// Characters that end a line in YAML 1.1.
pub(super) fn line_ends(places: impl Iterator<Item = Span>) -> Vec<Edit> {
    places.map(|span| Edit { span, with: "\n" }).collect()
}

/// Whether a byte is a blank or a line end, or the text ends.
fn is_blank(byte: Option<&u8>) -> bool {
    byte.is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_lead_back_to_the_text() {
        let text = "a: [-, b]#c";
        let mut repairs = Repairs::default();
        assert!(repairs.take(
            vec![
                Edit::insert(4, "'"),
                Edit::insert(5, "'"),
                Edit::insert(9, " ")
            ],
            text.len()
        ));
        let repaired = repairs.apply(text, Span::new(0, text.len()));
        assert_eq!(repaired.text, "a: ['-', b] #c");
        let original: Vec<usize> = (0..=repaired.text.len())
            .map(|at| repaired.original(at))
            .collect();
        assert_eq!(original, [0, 1, 2, 3, 4, 4, 5, 5, 6, 7, 8, 9, 9, 10, 11]);
        assert!(!repairs.take(vec![Edit::insert(9, " ")], text.len()));
    }

    #[test]
    fn parts_of_a_text_keep_their_offsets() {
        let text = "---\na: \"\"#\u{2028}b";
        let mut repairs = Repairs::default();
        repairs.take(line_ends([Span::new(10, 13)].into_iter()), 1);
        let repaired = repairs.apply(text, Span::new(4, text.len()));
        assert_eq!(repaired.text, "a: \"\"#\nb");
        assert_eq!(
            (
                repaired.original(0),
                repaired.original(6),
                repaired.original(7),
                repaired.original(8)
            ),
            (4, 10, 13, 14)
        );
    }
}
