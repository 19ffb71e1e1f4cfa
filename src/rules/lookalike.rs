//! Characters that look like blanks and are none to a parser: they come from copying out of web
//! pages and chats.

/// Blanks that look like those of the keyboard, and characters without any looks.
pub(super) const LOOKALIKES: &[char] = &[
    '\u{a0}', '\u{2002}', '\u{2003}', '\u{2007}', '\u{2009}', '\u{200b}', '\u{202f}', '\u{3000}',
    '\u{feff}',
];

/// Advice about the first such character of a text, if it has one.
pub(super) fn help(text: &str) -> Option<String> {
    let found = text.chars().find(|c| LOOKALIKES.contains(c))?;
    Some(format!(
        "replace the character U+{:04X} by a blank: it only looks like one; such characters come \
         from text copied from web pages and chats",
        u32::from(found)
    ))
}
