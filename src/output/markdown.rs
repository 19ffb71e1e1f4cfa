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
            Block::Line(spans) => out.extend([&escape(&spans.iter().map(|span| span.text.as_str()).collect::<String>()), "\n"]),
            Block::Paragraph(of) => out.extend([&escape(&of.text.text), "\n"]),
            Block::List(entries) => entries.iter().for_each(|entry| {
                let term = if entry.sign { format!("`{}`", entry.term) } else { escape(&entry.term) };
                out.extend(["- ", &term, ": ", &escape(&entry.text), "\n"]);
            }),
            Block::Table(of) => table(of, &mut out),
            // Rows with sentences between them are for terminals only; a blank line at the end was written above.
            Block::Grid(_) | Block::Blank => {}
        }
    }
    out
}

fn table(of: &Table, out: &mut String) {
    let cells = |cells: &[Cell]| cells.iter().map(|cell| escape(&cell.lines.replace('\n', " "))).collect::<Vec<_>>();
    if of.aligned {
        let mut table = comfy_table::Table::new();
        table.load_style(ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled).force_no_tty();
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

/// A sentence in a comment on a platform, in which nothing is markup but code.
pub(crate) fn escape_comment(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in clean::prose(text).chars() {
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
    escaped
}
