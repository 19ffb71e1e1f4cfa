//! Texts of others on a terminal: what it would obey or hide is shown, never sent.

use std::borrow::Cow;

/// Whether a terminal obeys a character instead of showing it, or shows what follows in another order.
fn is_unsafe(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => true,
        _ => character.is_control(),
    }
}

/// A text with escapes for what cannot be shown.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_unsafe(character) { shown.extend(character.escape_unicode()) } else { shown.push(character) }
    }
    Cow::Owned(shown)
}

/// The same for a text that has its colours already: these stay.
pub(crate) fn escaped_around_colors(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for (n, part) in text.split('\u{1b}').enumerate() {
        let color =
            part.strip_prefix('[').is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').starts_with('m'));
        if n > 0 {
            shown.push_str(if color { "\u{1b}" } else { "\\u{1b}" });
        }
        shown.push_str(&escaped(part));
    }
    shown
}

/// A text with a stand-in for what cannot be shown: each as many bytes as the character, so that all spans stay right.
pub(super) fn masked(text: &str) -> Cow<'_, str> {
    // A carriage return before a line feed belongs to the line end, and a byte order mark may open a text.
    let masks =
        |(at, character): (usize, char)| is_unsafe(character) && !text[at..].starts_with("\r\n") && (at, character) != (0, '\u{feff}');
    if !text.char_indices().any(masks) {
        return Cow::Borrowed(text);
    }
    let stand_in = |(at, character): (usize, char)| match character.len_utf8() {
        _ if !masks((at, character)) => character,
        1 if character == '\0' => ' ',
        1 => '?',
        2 => '\u{bf}',
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.char_indices().map(stand_in).collect())
}

#[cfg(test)]
mod tests {
    use super::{escaped, escaped_around_colors, masked};

    #[test]
    fn nothing_reaches_a_terminal_that_it_would_obey() {
        assert_eq!(escaped("plain ü\n"), "plain ü\n");
        assert_eq!(escaped("a\u{1b}[31m\u{202e}b"), "a\\u{1b}[31m\\u{202e}b");
        assert_eq!(escaped_around_colors("\u{1b}[1;31mred\u{1b}[0m \u{1b}]0;title\u{7}"), "\u{1b}[1;31mred\u{1b}[0m \\u{1b}]0;title\\u{7}");
        for text in ["a\u{1b}[31mb", "\u{9b}31m\r\nx\ry", "\u{202e}\0", "plain\r\n"] {
            let shown = masked(text);
            assert_eq!(shown.len(), text.len());
            assert!(!shown.contains(['\u{1b}', '\u{9b}', '\u{202e}', '\0']), "{shown:?}");
            assert_eq!(shown.matches("\r\n").count(), shown.matches('\r').count(), "{shown:?}");
        }
    }
}
