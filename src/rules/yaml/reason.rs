//! Rewords what the parsers say about broken texts for people who do not know how a parser thinks.

use crate::rules::lookalike::LOOKALIKES;
use crate::source::Span;

/// A clause that says what is wrong, and what to do.
pub type Reason = (String, &'static str);

/// Parts of the YAML parser's reasons, what they come down to and what usually helps. The first
/// that fits counts.
const YAML: &[(&str, &str, &str)] = &[
    (
        "mapping values are not allowed",
        "a `: ` is at a place where no key can be",
        "put a value that contains `: ` in quotes, or give the line the indentation of the keys \
         that it belongs to",
    ),
    (
        "illegal placement of ':'",
        "a key begins here while a bracket is still open",
        "close the earlier bracket, or separate its entries by commas",
    ),
    (
        "mapping keys are not allowed",
        "a key cannot begin here",
        "give the line the indentation of the keys that it belongs to, or put the value in quotes",
    ),
    (
        "simple key",
        "this line is not of the form `key: value`",
        "write a colon and a blank after the key; if the line continues the text above, indent it \
         deeper than its key",
    ),
    (
        "did not find expected key",
        "this line does not fit into the map above it",
        "give the line the indentation of the keys that it belongs to, and check that the text \
         before it is complete",
    ),
    (
        "expected '-' indicator",
        "this line does not continue the list above it",
        "begin each entry of the list with `-` in the same column, or indent the line to the keys \
         of its entry",
    ),
    (
        "block sequence entries are not allowed",
        "a list cannot begin here",
        "put the `-` on its own line below the key, with at least its indentation",
    ),
    (
        "\"-\" is only valid inside a block",
        "`-` cannot stand inside brackets",
        "separate the entries of a bracketed list by commas, without dashes",
    ),
    (
        "'-' must be followed",
        "a blank is missing after `-`",
        "write a blank between `-` and the entry",
    ),
    (
        "cannot start with '-'",
        "a blank is missing after `-`",
        "write a blank between `-` and the entry, or put the value in quotes",
    ),
    (
        "unclosed quote",
        "a quote opens here and never closes",
        "close the quote",
    ),
    (
        "quoted scalar, found unexpected document indicator",
        "a quote is still open where the document ends",
        "close the quote",
    ),
    (
        "content after single-quoted",
        "text follows the closing quote",
        "double a quote inside single quotes (`''`), or put the whole value in quotes",
    ),
    (
        "content after double-quoted",
        "text follows the closing quote",
        "write `\\\"` for a quote inside double quotes, or put the whole value in quotes",
    ),
    (
        "unclosed bracket",
        "a bracket opens here and never closes",
        "close the bracket",
    ),
    (
        "mismatched bracket",
        "a bracket of the other kind closes this one",
        "close `[` with `]` and `{` with `}`",
    ),
    (
        "misplaced bracket",
        "a closing bracket has no opening one",
        "remove the bracket, or put the value in quotes",
    ),
    (
        "expected ',' or",
        "a comma or the closing bracket is missing",
        "separate the entries by commas, and close the bracket",
    ),
    (
        "EOF while parsing a flow",
        "the text ends before a bracket closes",
        "close the bracket",
    ),
    (
        "tab",
        "a tab is used as indentation",
        "indent with blanks only",
    ),
    (
        "comments must be separated",
        "a `#` directly follows a value",
        "write a blank before `#` if a comment begins there; otherwise put the value in quotes",
    ),
    (
        "comment intercepting",
        "a comment interrupts a multi-line text",
        "move the comment, or put the text in quotes or after `|`",
    ),
    (
        "escape character",
        "double quotes do not support this escape",
        "write `\\\\` for a backslash, or use single quotes, which have no escapes",
    ),
    (
        "hexadecimal number",
        "an escape lacks its hexadecimal digits",
        "write two digits after `\\x`, four after `\\u` and eight after `\\U`",
    ),
    (
        "block scalar",
        "the text after `|` or `>` does not have the indentation of its first line",
        "indent every line of the text by the same number of blanks",
    ),
    (
        "invalid indentation",
        "the line needs a deeper indentation than the key that it continues",
        "indent the line deeper than the key that it belongs to",
    ),
    (
        "anchor or alias",
        "`&` or `*` begins an anchor or alias here, which needs a name",
        "put the value in quotes if it begins with `&` or `*`",
    ),
    (
        "tag",
        "`!` begins a tag here, which is malformed",
        "put the value in quotes if it begins with `!`",
    ),
    (
        "handle wasn't declared",
        "`!` begins a tag here, which nobody declares",
        "put the value in quotes if it begins with `!`",
    ),
    (
        "BOM",
        "the text contains a byte order mark",
        "delete the invisible character, a trace of joined files",
    ),
    (
        "content after document end",
        "text follows `...` on its line",
        "`...` ends a document; put the text in quotes, or make it a comment",
    ),
    ("EOF", "the text breaks off", "complete the last value"),
    (
        "node content",
        "a value is missing",
        "write the value, or put it in quotes if it begins with a special character",
    ),
    (
        "document start",
        "text follows the end of the document",
        "indent the text, or separate documents with `---`",
    ),
];

/// Rewords the YAML parser's reason. `before` is the text before the place, `line` the rest of its
/// line.
pub fn yaml(reason: &str, before: &str, line: &str) -> Reason {
    if left_out(before, line) {
        return (
            "`...` is not valid YAML here".to_owned(),
            "if it marks omitted text, write a comment (`# …`) instead; a lone `...` ends the \
             document",
        );
    }
    if let Some(first) = line
        .chars()
        .next()
        .filter(|_| reason.contains("unexpected character"))
    {
        return (
            format!("a value cannot begin with `{first}`"),
            "put the value in quotes",
        );
    }
    match YAML.iter().find(|(part, ..)| reason.contains(part)) {
        Some((_, clause, help)) => ((*clause).to_owned(), help),
        None => (
            reason.to_owned(),
            "check quotes, brackets and indentation around this place",
        ),
    }
}

/// Number of lines searched from the place on: parsers stop at the beginning of what they could not
/// finish.
const LINES: usize = 3;

/// The fault that a person sees at once in the lines from a place on: its bytes and its reason.
pub fn seen(text: &str, at: usize) -> Option<(Span, Reason)> {
    let first = text.len()
        - text
            .trim_start_matches(['\u{feff}', ' ', '\t', '\n', '\r'])
            .len();
    if let Some(comment) = ["//", "/*"]
        .into_iter()
        .find(|comment| text[first..].starts_with(comment))
    {
        let clause = format!(
            "the text begins with `{comment}`, which is not a comment: JSON has none, and \
             comments of YAML begin with `#`"
        );
        return Some((
            Span::new(first, first + comment.len()),
            (
                clause,
                "remove the comment, or write it after `#` if the rest is YAML",
            ),
        ));
    }
    let here = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    // A marker of git reads as the beginning of a text that goes on in the next line.
    let before = text[..here].trim_end_matches('\n');
    let mut start = before.rfind('\n').map_or(0, |end| end + 1);
    for line in text[start..].split_inclusive('\n').take(1 + LINES) {
        let line_start = start;
        start += line.len();
        let line = line.trim_end();
        if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
            .iter()
            .any(|marker| line.strip_prefix(marker).is_some_and(ends_marker))
        {
            let reason = (
                "this is a conflict marker of git".to_owned(),
                "resolve the conflict: keep the right lines and remove the markers",
            );
            return Some((Span::new(line_start, line_start + line.len()), reason));
        }
        if line_start < here {
            continue;
        }
        let indentation = line.len()
            - line
                .trim_start_matches(|c: char| c == ' ' || LOOKALIKES.contains(&c))
                .len();
        if let Some((offset, found)) = line[..indentation]
            .char_indices()
            .find(|(_, c)| LOOKALIKES.contains(c))
        {
            let clause = format!(
                "the indentation has the character U+{:04X}, which only looks like a blank",
                u32::from(found)
            );
            let place = Span::new(line_start + offset, line_start + offset + found.len_utf8());
            return Some((
                place,
                (
                    clause,
                    "replace it by a blank; such characters come from text copied from web pages \
                     and chats",
                ),
            ));
        }
    }
    None
}

fn ends_marker(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(' ')
}

/// Whether the place is at or just after a line that only says that something was left out.
fn left_out(before: &str, line: &str) -> bool {
    let only_dots = |line: &str| {
        let line = line
            .trim()
            .trim_start_matches(['-', '[', '<', '(', ' '])
            .trim_end_matches([']', '>', ')', ' ']);
        let dots = line.trim_end_matches(|last: char| last != '.' && last != '…');
        matches!(dots, "..." | "…")
            && (line == dots || line[dots.len()..].trim_start().starts_with('#'))
    };
    let mut lines = before.rsplit('\n');
    let begun = lines.next().unwrap_or_default();
    let previous = lines
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    only_dots(&format!("{begun}{line}")) || only_dots(previous)
}

/// Rewords what Go's JSON reader says. `before` is the text before the place, `found` the character
/// that stands there.
pub fn json(reason: &str, before: &str, found: Option<char>) -> Reason {
    let last = before.trim_end().chars().next_back();
    match (last, found) {
        (_, None) => (
            "the text ends before all brackets and quotes close".to_owned(),
            "complete the text",
        ),
        (Some(','), Some(close @ ('}' | ']'))) => (
            format!("`{close}` follows a comma"),
            "remove the comma after the last entry: JSON does not allow it",
        ),
        (Some('{' | '[' | ','), Some(',')) => (
            "an entry is missing before this comma".to_owned(),
            "remove the comma, or write the entry",
        ),
        (_, Some('}')) if reason.contains("array element") => (
            "`}` stands where the list is still open".to_owned(),
            "close the list with `]` before it",
        ),
        (_, Some(']')) if reason.contains("key:value pair") => (
            "`]` stands where the map is still open".to_owned(),
            "close the map with `}` before it",
        ),
        (_, Some('\'')) => ("JSON has no single quotes".to_owned(), "use double quotes"),
        (_, Some('/' | '#')) => (
            "JSON has no comments".to_owned(),
            "remove the comment, or write YAML",
        ),
        (_, Some('"' | '{' | '['))
            if reason.contains("key:value pair") || reason.contains("array element") =>
        {
            (
                "a comma is missing".to_owned(),
                "write a comma between the two entries",
            )
        }
        (Some('{' | ','), Some(_)) if reason.contains("object key") => (
            "a key without double quotes".to_owned(),
            "put the key in double quotes",
        ),
        (_, Some('\n' | '\r')) => (
            "a line ends inside quotes".to_owned(),
            "close the quote, or write `\\n` for the line end",
        ),
        _ => (
            reason.to_owned(),
            "check quotes, commas and brackets around this place",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_stand_for_something_left_out() {
        for (before, line) in [
            ("a:\n  ", "..."),
            ("a:\n  - ", "..."),
            ("a: 1\n  ...\n", "b: 2"),
            ("", "… # more"),
            ("a:\n", "[...]"),
        ] {
            assert!(left_out(before, line), "{before:?} {line:?}");
        }
        for (before, line) in [("a: ", "1"), ("a: x...\n", "b"), ("", "")] {
            assert!(!left_out(before, line), "{before:?} {line:?}");
        }
    }

    #[test]
    fn json_faults_are_told_apart() {
        let after = "invalid character '\"' after object key:value pair";
        for (reason, before, found, clause) in [
            ("", "{\"a\": 1,", Some('}'), "`}` follows a comma"),
            (after, "{\"a\": 1 ", Some('"'), "a comma is missing"),
            (
                "",
                "{\"a\": 1,",
                Some(','),
                "an entry is missing before this comma",
            ),
            ("", "[", Some(','), "an entry is missing before this comma"),
            (
                after,
                "{\"a\": [{\"b\": 1",
                Some(']'),
                "`]` stands where the map is still open",
            ),
            (
                "invalid character '}' after array element",
                "[1",
                Some('}'),
                "`}` stands where the list is still open",
            ),
            ("", "{\"a\": ", Some('\''), "JSON has no single quotes"),
            (
                "looking for beginning of object key string",
                "{",
                Some('a'),
                "a key without double quotes",
            ),
            (
                "",
                "{\"a\"",
                None,
                "the text ends before all brackets and quotes close",
            ),
            ("something else", "{\"a\": ", Some('?'), "something else"),
        ] {
            assert_eq!(json(reason, before, found).0, clause, "{before:?}");
        }
    }
}
