//! Documents as Markdown.

use comfy_table::ContentArrangement;
use comfy_table::presets::ASCII_MARKDOWN;

use super::{Block, Cell, Table, clean};

/// The text of some blocks, with blank lines between them.
pub(super) fn text(blocks: &[Block]) -> String {
    let mut out = String::new();
    for (at, block) in blocks.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        match block {
            Block::Heading(text) => out.extend(["## ", &escape(text), "\n"]),
            Block::Line(spans) => out.extend([
                &escape(
                    &spans
                        .iter()
                        .map(|span| span.text.as_str())
                        .collect::<String>(),
                ),
                "\n",
            ]),
            Block::Paragraph(of) => out.extend([&escape(&of.text.text), "\n"]),
            Block::List(entries) => entries.iter().for_each(|entry| {
                let term = if entry.sign {
                    format!("`{}`", entry.term)
                } else {
                    escape(&entry.term)
                };
                out.extend(["- ", &term, ": ", &escape(&entry.text), "\n"]);
            }),
            Block::Table(of) => table(of, &mut out),
            // Rows with sentences between them are for terminals only; a blank line at the end was
            // written above.
            Block::Grid(_) | Block::Blank => {}
        }
    }
    out
}

fn table(of: &Table, out: &mut String) {
    let cells = |cells: &[Cell]| {
        cells
            .iter()
            .map(|cell| escape(&cell.lines.replace('\n', " ")))
            .collect::<Vec<_>>()
    };
    if of.aligned {
        let mut table = comfy_table::Table::new();
        table
            .load_style(ASCII_MARKDOWN)
            .set_content_arrangement(ContentArrangement::Disabled)
            .force_no_tty();
        table.set_header(cells(&of.header));
        table.add_rows(of.rows.iter().map(|row| cells(row)));
        return out.extend([&table.to_string(), "\n"]);
    }
    let mut line = |cells: &[String]| out.extend(["| ", &cells.join(" | "), " |\n"]);
    line(&cells(&of.header));
    line(&vec!["---".to_owned(); of.header.len()]);
    of.rows.iter().for_each(|row| line(&cells(row)));
}

/// Text in which nothing is markup.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in clean::line(text).chars() {
        if matches!(c, '\\' | '|' | '*' | '_' | '`' | '<' | '>' | '[' | ']') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A sentence in a comment on a platform, in which nothing is markup but code between single
/// backticks. There nothing is escaped, since there nothing can be.
pub(crate) fn escape_comment(text: &str) -> String {
    let text = clean::prose(text);
    let mut escaped = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some(at) = rest.find('`') {
        plain(&rest[..at], &mut escaped);
        let behind = rest[at..].trim_start_matches('`');
        let run = rest.len() - at - behind.len();
        // Code ends at the next backtick that stands alone, as its first one does.
        let end = if run == 1 {
            lone_backtick(behind)
        } else {
            None
        };
        match end.filter(|end| !behind[..*end].contains('\n')) {
            Some(end) => {
                escaped.extend(["`", &behind[..end], "`"]);
                rest = &behind[end + 1..];
            }
            None => {
                escaped.push_str(&"\\`".repeat(run));
                rest = behind;
            }
        }
    }
    plain(rest, &mut escaped);
    escaped
}

/// Where a backtick stands that has none beside it.
fn lone_backtick(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_backtick = |at: usize| bytes.get(at) == Some(&b'`');
    (0..bytes.len())
        .find(|at| is_backtick(*at) && !is_backtick(at + 1) && !(*at > 0 && is_backtick(at - 1)))
}

fn plain(text: &str, escaped: &mut String) {
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // A name must not call people.
            '@' => escaped.push_str("&#64;"),
            '\\' | '|' | '*' | '_' | '[' | ']' | '#' => escaped.extend(['\\', c]),
            _ => escaped.push(c),
        }
    }
}

/// A text inside an element of HTML, where Markdown is not read.
pub(crate) fn escape_html(text: &str) -> String {
    clean::line(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_kept_and_all_else_is_escaped() {
        for (text, escaped) in [
            (
                "image `Standard_D4s_v5`: a_b",
                "image `Standard_D4s_v5`: a\\_b",
            ),
            (
                "constraint `>= 1.33`, a < b",
                "constraint `>= 1.33`, a &lt; b",
            ),
            ("`a` and `b`", "`a` and `b`"),
            ("an open `<img>", "an open \\`&lt;img&gt;"),
            ("two ``<b>`` of them", "two \\`\\`&lt;b&gt;\\`\\` of them"),
            ("`a``<b>`", "`a``<b>`"),
            ("@me `@you`", "&#64;me `@you`"),
        ] {
            assert_eq!(escape_comment(text), escaped, "{text}");
        }
        assert_eq!(escape_html("`a_b` <x> & y"), "`a_b` &lt;x&gt; &amp; y");
    }
}
