//! Texts of others: what a terminal would obey or hide is shown, never sent.

use std::borrow::Cow;

use crate::source::is_unseen;

/// A text with escapes for what cannot be shown; its line ends and tabs stay.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    escaped(text, is_unseen)
}

/// A text on one line, such as a name: line ends and tabs are escaped, too.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |character| {
        matches!(character, '\n' | '\t') || is_unseen(character)
    })
}

/// A sentence on one line: line ends and tabs become blanks.
pub(crate) fn prose(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\t', '\r']) {
        self::text(&text.split_whitespace().collect::<Vec<_>>().join(" "))
            .into_owned()
            .into()
    } else {
        self::text(text)
    }
}

/// A name as it is shown: an empty one as `""`.
pub(crate) fn named(name: &str) -> Cow<'_, str> {
    if name.is_empty() {
        Cow::Borrowed("\"\"")
    } else {
        line(name)
    }
}

fn escaped(text: &str, hides: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&hides) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            character if !hides(character) => shown.push(character),
            '\n' | '\t' => shown.extend(character.escape_default()),
            character => shown.extend(character.escape_unicode()),
        }
    }
    Cow::Owned(shown)
}

/// The characters that may be unsafe: all but the printed ones of ASCII and its line ends. Texts of
/// megabytes have few of them, so blocks of bytes are passed over at once.
fn unusual(text: &str) -> impl Iterator<Item = (usize, char)> {
    const BLOCK: usize = 64;
    let is_usual = |byte: u8| matches!(byte, b' '..=b'~' | b'\n');
    let blocks = text.as_bytes().chunks(BLOCK).enumerate();
    blocks
        .filter(move |(_, block)| {
            let usual = block.iter().fold(true, |all, byte| all & is_usual(*byte));
            !usual
        })
        .flat_map(move |(at, block)| (at * BLOCK..).zip(block))
        .filter(move |(_, byte)| !is_usual(**byte))
        .filter_map(|(at, _)| Some((at, text.get(at..)?.chars().next()?)))
}

/// A text with a stand-in for what cannot be shown: each as many bytes as the character, so that
/// all spans stay right.
pub(crate) fn masked(text: &str) -> Cow<'_, str> {
    // A carriage return before a line feed belongs to the line end, and a byte order mark may open
    // a text.
    let masks = |(at, character): (usize, char)| {
        is_unseen(character)
            && !text[at..].starts_with("\r\n")
            && (at, character) != (0, '\u{feff}')
    };
    if !unusual(text).any(masks) {
        return Cow::Borrowed(text);
    }
    let stand_in = |(at, character): (usize, char)| -> &str {
        match character.len_utf8() {
            length if !masks((at, character)) => &text[at..at + length],
            1 if character == '\0' => " ",
            1 => "?",
            2 => "\u{bf}",
            3 => "\u{fffd}",
            // No stand-in has as many bytes in as few columns.
            _ => "\u{fffd}?",
        }
    };
    Cow::Owned(text.char_indices().map(stand_in).collect())
}

#[cfg(test)]
mod tests {
    use super::{line, masked, named, prose, text};

    #[test]
    fn nothing_reaches_a_terminal_that_it_would_obey() {
        assert_eq!(text("plain ü\n"), "plain ü\n");
        assert_eq!(text("a\u{1b}[31m\u{202e}b"), "a\\u{1b}[31m\\u{202e}b");
        assert_eq!(
            line("a\u{1b}[1m\n\tb\u{200b}"),
            "a\\u{1b}[1m\\n\\tb\\u{200b}"
        );
        assert_eq!(prose("a\n  b\u{7}"), "a b\\u{7}");
        assert_eq!([named("a"), named("")], ["a", "\"\""]);
        for text in [
            "a\u{1b}[31mb",
            "\u{9b}31m\r\nx\ry",
            "\u{202e}\0",
            "tags \u{e0041}",
            "plain\r\n",
        ] {
            let shown = masked(text);
            assert_eq!(shown.len(), text.len());
            assert!(
                !shown.contains(['\u{1b}', '\u{9b}', '\u{202e}', '\0', '\u{e0041}']),
                "{shown:?}"
            );
            assert_eq!(
                shown.matches("\r\n").count(),
                shown.matches('\r').count(),
                "{shown:?}"
            );
        }
    }
}
