//! Edits that rules offer: small, exact replacements on the original text.

use crate::finding::Edit;
use crate::source::Span;

/// Plain words that YAML reads as something else than text.
const TYPED_WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// Replaces a scalar, in the quotes that it has. None where the bytes do not spell it out: for an alias, escapes, or an absent value.
pub(super) fn replace_scalar(text: &str, span: Span, old: &str, new: &str) -> Option<Edit> {
    let raw = text.get(span.range())?;
    let quote = raw.chars().next().filter(|first| matches!(first, '"' | '\''));
    let inner = quote.map_or(Some(raw), |quote| raw.strip_prefix(quote)?.strip_suffix(quote))?;
    if inner != old {
        return None;
    }
    let name_like = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'));
    if !name_like(new) {
        return None;
    }
    let text = match quote {
        Some(quote) => format!("{quote}{new}{quote}"),
        None if new.starts_with(|c: char| c.is_ascii_alphabetic()) && !TYPED_WORDS.contains(&new.to_ascii_lowercase().as_str()) => {
            new.to_owned()
        }
        None => format!("\"{new}\""),
    };
    Some(Edit { span, text })
}

/// Removes an element of a list that follows another, with what stands between them. None where a comment stands there.
pub(super) fn remove_item(text: &str, previous: Span, item: Span) -> Option<Edit> {
    let gap = Span { start: previous.end, end: item.start };
    if previous.end > item.start || text.get(gap.range())?.contains('#') {
        return None;
    }
    Some(Edit { span: Span { start: previous.end, end: item.end }, text: String::new() })
}

/// Edits in order, each once; none if two of them touch the same bytes.
pub(super) fn sorted(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by(|a, b| (a.span, &a.text).cmp(&(b.span, &b.text)));
    edits.dedup();
    let overlap = edits.windows(2).any(|pair| matches!(pair, [a, b] if a.span.end > b.span.start));
    if overlap { Vec::new() } else { edits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_quotes_and_types() {
        let text = |raw: &str, new: &str| replace_scalar(raw, Span::new(0, raw.len()), "a", new).map(|edit| edit.text);
        assert_eq!(text("a", "b-c").as_deref(), Some("b-c"));
        assert_eq!(text("'a'", "b").as_deref(), Some("'b'"));
        assert_eq!(text("\"a\"", "true").as_deref(), Some("\"true\""));
        assert_eq!(text("a", "On").as_deref(), Some("\"On\""));
        assert_eq!(text("a", "1.30").as_deref(), Some("\"1.30\""));
        assert_eq!(text("*a", "b"), None);
        assert_eq!(text("a", "b: c"), None);
    }

    #[test]
    fn removes_items() {
        let text = "[a, b, a]";
        assert_eq!(remove_item(text, Span::new(4, 5), Span::new(7, 8)).map(|edit| edit.span), Some(Span::new(5, 8)));
        let text = "- a # x\n- a\n";
        assert_eq!(remove_item(text, Span::new(2, 3), Span::new(10, 11)), None);
    }
}
