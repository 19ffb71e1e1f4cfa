//! Cuts a text into the chunks that kubectl reads one document from each
//! (`docs/gardener/reading.md#documents`). Knows lines, not YAML.

use super::{Problem, ProblemKind};
use crate::source::Span;

/// The text that kubectl gives to the YAML reader at once.
#[derive(Debug, PartialEq)]
pub(super) struct Chunk {
    /// Its bytes in the text.
    pub(super) span: Span,
    /// The separator line that keeps kubectl from reading it.
    pub(super) separator: Option<Problem>,
}

/// The chunks of a text, from an offset on. Empty ones are left out.
pub(super) fn chunks(text: &str, from: usize) -> Vec<Chunk> {
    let bytes = text.as_bytes();
    let mut chunks = Vec::new();
    let (mut start, mut line) = (from, from);
    let mut separator = None;
    while line < bytes.len() {
        let next = memchr::memchr(b'\n', &bytes[line..]).map_or(bytes.len(), |at| line + at + 1);
        if let Some(rest) = text[line..next].strip_prefix("---") {
            let content = rest.trim();
            let bad = !content.is_empty() && !content.starts_with('#');
            // A separator line that nothing precedes becomes part of the chunk after it.
            let closes = line > start || bad;
            if bad {
                let problem = Problem {
                    kind: ProblemKind::Separator,
                    span: Span::new(line, line + text[line..next].trim_end().len()),
                    related: None,
                };
                if line > start {
                    // kubectl meets the line before it passes on the chunk in front of it, and
                    // drops both.
                    chunks.push(Chunk {
                        span: Span::new(start, line),
                        separator: Some(problem),
                    });
                } else {
                    separator = Some(problem);
                }
                // Content on such a line, as YAML allows it, belongs to the document that the line
                // opens.
                start = if rest.starts_with([' ', '\t']) {
                    line
                } else {
                    next
                };
            } else if closes {
                chunks.push(Chunk {
                    span: Span::new(start, line),
                    separator: separator.take(),
                });
                start = next;
            }
        }
        line = next;
    }
    if start < bytes.len() || separator.is_some() {
        chunks.push(Chunk {
            span: Span::new(start, bytes.len()),
            separator,
        });
    }
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(&str, bool)> {
        chunks(text, 0)
            .into_iter()
            .map(|chunk| (&text[chunk.span.range()], chunk.separator.is_some()))
            .collect()
    }

    #[test]
    fn lines_of_dashes_separate() {
        assert_eq!(
            cut("a: 1\n---\nb: 2\n"),
            [("a: 1\n", false), ("b: 2\n", false)]
        );
        assert_eq!(
            cut("---\na: 1\n--- # next\r\nb: 2"),
            [("---\na: 1\n", false), ("b: 2", false)]
        );
        assert_eq!(cut(" ---\na: |\n  ---\n"), [(" ---\na: |\n  ---\n", false)]);
        assert_eq!(cut(""), []);
        assert_eq!(cut("---\n---\n"), [("---\n", false)]);
    }

    #[test]
    fn a_separator_with_content_spoils_the_chunk_before_it() {
        assert_eq!(
            cut("a: 1\n---x\nb: 2\n"),
            [("a: 1\n", true), ("b: 2\n", false)]
        );
        assert_eq!(cut("--- {a: 1}\n"), [("--- {a: 1}\n", true)]);
        assert_eq!(cut("----\n"), [("", true)]);
        assert_eq!(cut("----\n---\na: 1\n"), [("---\na: 1\n", true)]);
    }
}
