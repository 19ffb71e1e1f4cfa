//! Finds in the source what the parser's events do not locate: dashes, block scalar headers,
//! colons. Looks only at text between two tokens.

use crate::source::Span;

/// The first byte at or after `from` that is neither blank, line end nor inside a comment.
pub(super) fn next_token(bytes: &[u8], from: usize, end: usize) -> usize {
    let mut at = from;
    while at < end {
        match bytes[at] {
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            // kubectl takes it for a comment where a token may begin, even without a blank before
            // it.
            b'#' => {
                at = memchr::memchr2(b'\n', b'\r', &bytes[at..end]).map_or(end, |eol| at + eol);
            }
            _ => break,
        }
    }
    at
}

/// The first dash of a list that hangs under a key without indentation, after the key's end.
pub(super) fn first_dash(bytes: &[u8], from: usize, end: usize) -> Option<usize> {
    find_behind_properties(bytes, from, end, b":?", |byte| byte == b'-')
}

/// The `|` or `>` of a block scalar after the token before it.
pub(super) fn block_header(bytes: &[u8], from: usize, end: usize) -> Option<usize> {
    find_behind_properties(bytes, from, end, b":?-", |byte| matches!(byte, b'|' | b'>'))
}

/// Passes over indicators, anchors and tags.
fn find_behind_properties(
    bytes: &[u8],
    from: usize,
    end: usize,
    indicators: &[u8],
    wanted: impl Fn(u8) -> bool,
) -> Option<usize> {
    let mut at = from;
    loop {
        at = next_token(bytes, at, end);
        let byte = *bytes[..end].get(at)?;
        if wanted(byte) {
            return Some(at);
        } else if indicators.contains(&byte) {
            at += 1;
        } else if matches!(byte, b'&' | b'!') {
            at += bytes[at..end]
                .iter()
                .take_while(|byte| !byte.is_ascii_whitespace())
                .count();
        } else {
            return None;
        }
    }
}

/// The offset just after the colon that follows a key, or the key's end when there is none.
pub(super) fn behind_colon(bytes: &[u8], key_end: usize, end: usize) -> usize {
    let at = next_token(bytes, key_end, end);
    if at < end && bytes[at] == b':' {
        at + 1
    } else {
        key_end
    }
}

/// The offset just after the dash whose item is missing.
pub(super) fn behind_dash(bytes: &[u8], from: usize, at: usize) -> usize {
    let mut end = at;
    while end > from && matches!(bytes[end - 1], b' ' | b'\t') {
        end -= 1;
    }
    if end > from && bytes[end - 1] == b'-' {
        end
    } else {
        at
    }
}

/// The rest of a text after the end of its document: `...`, maybe several times, and blanks lie
/// between.
pub(super) fn behind_document(text: &str, from: usize, end: usize) -> Option<Span> {
    let bytes = text.as_bytes();
    let mut at = next_token(bytes, from, end);
    while text[at..end].starts_with("...") && (at == 0 || matches!(bytes[at - 1], b'\n' | b'\r')) {
        at = next_token(bytes, at + 3, end);
    }
    let kept = text[at..end].trim_end().len();
    (kept > 0).then(|| Span::new(at, at + kept))
}

/// The end of a block scalar's content: the event's range also holds the blank lines and the
/// indentation after it.
pub(super) fn block_end(bytes: &[u8], start: usize, end: usize) -> usize {
    let kept = bytes[start..end]
        .iter()
        .rposition(|byte| !matches!(byte, b' ' | b'\n' | b'\r'))
        .map_or(0, |last| last + 1);
    start + kept.max(1)
}

/// The column of an offset, in bytes from its line's start.
pub(super) fn column(bytes: &[u8], at: usize) -> usize {
    at - memchr::memrchr2(b'\n', b'\r', &bytes[..at]).map_or(0, |eol| eol + 1)
}
