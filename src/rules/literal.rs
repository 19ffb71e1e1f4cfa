//! Values as they stand in the text, for pointing into them and replacing them. Only those that are
//! written without escapes, tags or aliases: for these the bytes of the text are the value's.

use crate::finding::Edit;
use crate::model::cursor::Spanned;
use crate::source::Span;

/// The bytes of a value without its quotes.
pub(super) fn contents(text: &str, value: Spanned<&str>) -> Option<Span> {
    let raw = text.get(value.span.range())?;
    let range = value.span.range();
    if raw == value.value {
        return Some(value.span);
    }
    let inner = ['"', '\'']
        .into_iter()
        .find_map(|quote| raw.strip_prefix(quote)?.strip_suffix(quote))?;
    (inner == value.value).then(|| Span::new(range.start + 1, range.end - 1))
}

/// Writes something else in place of a value and keeps its quotes. The new text must be one that
/// needs none.
pub(super) fn replace(text: &str, value: Spanned<&str>, new: &str) -> Option<Edit> {
    Some(Edit {
        span: contents(text, value)?,
        text: new.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_bytes_of_a_value() {
        let text = r#"a: x, b: "y", c: 'z', d: "\n", e: *f, g: """#;
        let at = |start, end, value| {
            contents(text, Spanned::new(value, Span::new(start, end))).map(Span::range)
        };
        assert_eq!(at(3, 4, "x"), Some(3..4));
        assert_eq!(at(9, 12, "y"), Some(10..11));
        assert_eq!(at(17, 20, "z"), Some(18..19));
        assert_eq!(at(25, 29, "\n"), None);
        assert_eq!(at(34, 36, "f"), None);
        assert_eq!(at(41, 43, ""), Some(42..42));
    }
}
