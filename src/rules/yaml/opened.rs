//! Finds the bracket or quote that opens, and that a parser misses lines below: a person must look
//! there.

use crate::rules::yaml::reason::Reason;
use crate::source::Span;

/// A quote or bracket that opens, and does not close as intended.
pub struct Opened {
    pub span: Span,
    /// The fault, with its advice.
    pub reason: Reason,
    /// The text at which the parser stopped.
    pub end: &'static str,
}

/// Finds the bracket or quote on an earlier line that causes a message of the YAML parser at a
/// place.
pub fn yaml(reason: &str, text: &str, at: usize) -> Option<Opened> {
    let open = Open::before(text, at);
    let above = |opened: usize| {
        text.get(opened..at)
            .is_some_and(|between| between.contains('\n'))
    };
    if reason.contains("illegal placement of ':'") || reason.contains("expected ',' or") {
        let opened = open
            .brackets
            .last()
            .copied()
            .filter(|opened| above(*opened))?;
        let reason = (
            "a bracket opens here and never closes".to_owned(),
            "close the bracket, or separate its entries by commas",
        );
        return Some(Opened {
            span: Span::new(opened, opened + 1),
            reason,
            end: "the text after this is not an entry of it",
        });
    }
    if reason.contains("content after double-quoted")
        || reason.contains("content after single-quoted")
    {
        let opened = open.quote.filter(|opened| above(*opened))?;
        let reason = (
            "a quote opens here, and closes only at a quote some lines below".to_owned(),
            "close the quote on its line",
        );
        return Some(Opened {
            span: Span::new(opened, opened + 1),
            reason,
            end: "text follows its closing quote",
        });
    }
    None
}

/// Finds the open bracket for a message of the JSON reader at a place, where another one closes it.
pub fn json(reason: &str, text: &str, at: usize) -> Option<Span> {
    let found = text.get(at..)?.chars().next()?;
    let wrong = reason.contains("array element") && found == '}'
        || reason.contains("key:value pair") && found == ']';
    let opened = Open::before(text, at)
        .brackets
        .last()
        .copied()
        .filter(|_| wrong)?;
    Some(Span::new(opened, opened + 1))
}

/// A quote or bracket that is open at a place.
#[derive(Default)]
struct Open {
    /// The brackets that are open, from outside to inside.
    brackets: Vec<usize>,
    /// The place of the last quote before.
    quote: Option<usize>,
}

impl Open {
    /// Reads the document up to a place, well enough to separate brackets and quotes from those in
    /// texts and comments.
    fn before(text: &str, at: usize) -> Self {
        let Some(text) = text.get(..at) else {
            return Self::default();
        };
        let start = text.rfind("\n---").map_or(0, |line| line + 4);
        let mut open = Self::default();
        let mut quoted: Option<u8> = None;
        // Whether a value may begin here, and what stands directly before.
        let (mut fresh, mut before) = (true, b'\n');
        let mut skip = false;
        for (offset, byte) in text.bytes().enumerate().skip(start) {
            if std::mem::take(&mut skip) {
                before = byte;
                continue;
            }
            match (quoted, byte) {
                (Some(b'"'), b'\\') => skip = true,
                (Some(quote), _) if quote == byte => {
                    // Two single quotes are one in the text.
                    if quote == b'\'' && text.as_bytes().get(offset + 1) == Some(&b'\'') {
                        skip = true;
                    } else {
                        quoted = None;
                    }
                }
                (Some(b'#'), b'\n') => (quoted, fresh) = (None, true),
                (Some(_), _) => {}
                (None, b'#') if before.is_ascii_whitespace() => quoted = Some(b'#'),
                (None, b'"' | b'\'') if fresh => {
                    (quoted, open.quote, fresh) = (Some(byte), Some(offset), false);
                }
                (None, b'[' | b'{') if fresh => open.brackets.push(offset),
                (None, b']' | b'}') if !open.brackets.is_empty() => {
                    open.brackets.pop();
                    fresh = false;
                }
                (None, b'\n' | b',') => fresh = byte == b'\n' || !open.brackets.is_empty(),
                (None, b' ' | b'\t' | b'\r') => fresh |= matches!(before, b':' | b'-' | b'?'),
                (None, b':')
                    if text
                        .as_bytes()
                        .get(offset + 1)
                        .is_some_and(u8::is_ascii_whitespace) => {}
                (None, b':' | b'-') if before == b'"' || fresh => {
                    fresh = byte == b':' && before == b'"';
                }
                (None, _) => fresh = false,
            }
            before = byte;
        }
        open
    }
}

#[cfg(test)]
mod tests {
    use super::Open;

    #[test]
    fn brackets_and_quotes_in_texts_and_comments_open_nothing() {
        let open = |text: &str| {
            let open = Open::before(text, text.len());
            (open.brackets, open.quote)
        };
        assert_eq!(open("a: [b, {c: d}\ne"), (vec![3], None));
        assert_eq!(
            open("a: b[c # {\nd: 'it''s [' # \"\ne: {"),
            (vec![31], Some(14))
        );
        assert_eq!(open("- \"a\\\"[\"\n- x{\n- {y: [z]}\n"), (vec![], Some(2)));
        assert_eq!(open("a: [\n---\nb: {c"), (vec![12], None));
        assert_eq!(open("{\"a\":[{\"b\":1},\n"), (vec![0, 5], Some(7)));
    }
}
