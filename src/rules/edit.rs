//! Replacing names in the text: they may need quotes, and several places may change at once.

use crate::finding::Edit;
use crate::model::cursor::Spanned;
use crate::rules::{Report, literal};
use crate::source::Span;
use crate::yaml::{self, Document, Value};

/// Plain words that YAML reads as something else than text.
const TYPED_WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// Replaces a name, in the quotes that it has or with those that the new one needs. None where the
/// bytes do not spell it out.
pub(super) fn replace_name(text: &str, span: Span, old: &str, new: &str) -> Option<Edit> {
    if !is_name_like(new) {
        return None;
    }
    let edit = literal::replace(text, Spanned::new(old, span), new)?;
    let unquoted = edit.span == span;
    Some(if unquoted && !is_text(new) {
        Edit {
            text: format!("\"{new}\""),
            ..edit
        }
    } else {
        edit
    })
}

fn is_name_like(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}

/// Whether a name is read as text without quotes.
fn is_text(name: &str) -> bool {
    let documents = yaml::read(name);
    let is_string = |document: &Document<'_>| {
        let root = document.tree.root();
        root.is_some_and(|root| document.tree.value(root) == Value::String(name))
    };
    !TYPED_WORDS.contains(&name.to_ascii_lowercase().as_str())
        && matches!(&documents[..], [one] if is_string(one))
}

/// A name as it stands in YAML; `None` where it is not a plain name.
pub(super) fn written(name: &str) -> Option<String> {
    is_name_like(name).then(|| {
        if is_text(name) {
            name.to_owned()
        } else {
            format!("\"{name}\"")
        }
    })
}

/// Offers to write the name that was most likely meant, for a person to look at.
pub(super) fn write_instead(
    report: Report,
    text: &str,
    old: Spanned<&str>,
    meant: Option<&str>,
) -> Report {
    offer(report, "write", text, old, meant)
}

/// The same in the words of a value, not of a name.
pub(super) fn replace_by(
    report: Report,
    text: &str,
    old: Spanned<&str>,
    meant: Option<&str>,
) -> Report {
    offer(report, "replace it by", text, old, meant)
}

fn offer(
    report: Report,
    verb: &str,
    text: &str,
    old: Spanned<&str>,
    meant: Option<&str>,
) -> Report {
    let edit =
        meant.and_then(|meant| Some((meant, replace_name(text, old.span, old.value, meant)?)));
    match edit {
        Some((meant, edit)) => report.unsafe_fix(format!("{verb} `{meant}`"), vec![edit]),
        None => report,
    }
}

/// Replaces a name that may hold slashes, as an `apiVersion` does, in the quotes that it has.
pub(super) fn replace_path(text: &str, span: Span, old: &str, new: &str) -> Option<Edit> {
    let path_like = new.starts_with(|c: char| c.is_ascii_alphabetic())
        && !new.contains([':', '#', '"', '\'', '\\', ' ']);
    path_like
        .then(|| literal::replace(text, Spanned::new(old, span), new))
        .flatten()
}

/// Edits in order, each once; none if two of them touch the same bytes.
pub(super) fn sorted(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by(|a, b| (a.span, &a.text).cmp(&(b.span, &b.text)));
    edits.dedup();
    let overlap = edits
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a.span.end > b.span.start));
    if overlap { Vec::new() } else { edits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_quotes_and_types() {
        let text = |raw: &str, new: &str| {
            let edit = replace_name(raw, Span::new(0, raw.len()), "a", new)?;
            let mut text = raw.to_owned();
            text.replace_range(edit.span.range(), &edit.text);
            Some(text)
        };
        assert_eq!(text("a", "b-c").as_deref(), Some("b-c"));
        assert_eq!(text("'a'", "b").as_deref(), Some("'b'"));
        assert_eq!(text("\"a\"", "true").as_deref(), Some("\"true\""));
        assert_eq!(text("a", "On").as_deref(), Some("\"On\""));
        assert_eq!(text("a", "1.30").as_deref(), Some("\"1.30\""));
        assert_eq!(text("*a", "b"), None);
        assert_eq!(text("a", "b: c"), None);
    }

    #[test]
    fn edits_are_sorted_and_do_not_overlap() {
        let edit = |start, end| Edit {
            span: Span::new(start, end),
            text: "x".to_owned(),
        };
        assert_eq!(
            sorted(vec![edit(4, 5), edit(1, 2), edit(4, 5)]),
            [edit(1, 2), edit(4, 5)]
        );
        assert_eq!(sorted(vec![edit(1, 3), edit(2, 4)]), []);
    }
}
