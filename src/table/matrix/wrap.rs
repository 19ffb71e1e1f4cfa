//! Names and lists on lines of some width, and how wide a text is on a terminal.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

/// Width of a text on a terminal, in columns.
pub(in crate::table) fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// A text from a profile as it may be shown: control characters, which could steer a terminal, as escapes.
pub(in crate::table) fn clean(text: &str) -> Cow<'_, str> {
    if text.is_empty() {
        Cow::Borrowed("\"\"")
    } else if text.chars().any(char::is_control) {
        Cow::Owned(text.chars().map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() }).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Behind these a long word may be broken.
const PUNCTUATION: [char; 5] = ['-', '.', '_', ':', ','];
/// A word of so many columns is never broken where there is another way.
const SHORT: usize = 24;

/// How many columns a text takes that is broken only where nobody minds: at blanks, in long words behind slashes, and in parts that are
/// still long behind other punctuation; not there, where `names` are to be copied.
pub(in crate::table) fn narrowest(text: &str, names: bool) -> usize {
    let pieces = text.split(' ').flat_map(|word| {
        let is_long = |text: &str| width(text) > SHORT;
        let parts: Vec<&str> = if is_long(word) { word.split_inclusive('/').collect() } else { vec![word] };
        parts.into_iter().flat_map(
            move |part| {
                if is_long(part) && !names { part.split_inclusive(PUNCTUATION).collect() } else { vec![part] }
            },
        )
    });
    pieces.map(width).max().unwrap_or(0)
}

/// Breaks a text into lines: at blanks; words that are too long behind slashes, then behind other punctuation; and what is still too
/// long anywhere.
/// Nothing is left out but the blanks at line ends.
pub(in crate::table) fn wrap(text: &str, most: usize) -> Vec<String> {
    let most = most.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(' ') {
        if width(word.trim_end()) <= most {
            add(word, most, &mut line, &mut lines);
            continue;
        }
        for part in word.split_inclusive('/') {
            if width(part.trim_end()) <= most {
                add(part, most, &mut line, &mut lines);
                continue;
            }
            for piece in part.split_inclusive(PUNCTUATION) {
                add(piece, most, &mut line, &mut lines);
            }
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(take(&mut line));
    }
    lines
}

fn add(piece: &str, most: usize, line: &mut String, lines: &mut Vec<String>) {
    if width(line) + width(piece.trim_end()) > most && !line.is_empty() {
        lines.push(take(line));
    }
    line.push_str(piece);
    while width(line.trim_end()) > most {
        let rest = line.split_off(fitting(line, most));
        lines.push(take(line));
        *line = rest;
    }
}

fn take(line: &mut String) -> String {
    let end = line.trim_end().len();
    line.truncate(end);
    std::mem::take(line)
}

/// How many bytes of a text fit, at least one character.
fn fitting(text: &str, most: usize) -> usize {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        used += width(c.encode_utf8(&mut [0; 4]));
        if used > most && at > 0 {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_where_a_reader_would() {
        assert_eq!(wrap("m5.large, m5.xlarge, and more", 12), ["m5.large,", "m5.xlarge,", "and more"]);
        assert_eq!(wrap("at 12:00, m5.xlarge", 9), ["at 12:00,", "m5.xlarge"]);
        assert_eq!(wrap("memoryone-gardenlinux", 16), ["memoryone-", "gardenlinux"]);
        assert_eq!(wrap("projects/a-b/global/images/x-y-1.2", 14), ["projects/a-b/", "global/images/", "x-y-1.2"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("größe", 3), ["grö", "ße"]);
        assert_eq!(wrap("漢字漢字", 5), ["漢字", "漢字"]);
        assert_eq!(wrap("漢字", 1), ["漢", "字"]);
    }

    #[test]
    fn short_words_stay_whole() {
        assert_eq!(narrowest("gardenlinux (expired)", false), 11);
        assert_eq!(narrowest("projects/gardener/images/gardenlinux-gcp-amd64-1592", true), 26);
        assert_eq!(narrowest("projects/gardener/images/gardenlinux-gcp-amd64-1592", false), 12);
    }

    #[test]
    fn shows_what_cannot_be_seen() {
        assert_eq!(clean("a"), "a");
        assert_eq!(clean(""), "\"\"");
        assert_eq!(clean("a\u{1b}[1m\n"), "a\\u{1b}[1m\\n");
    }
}
