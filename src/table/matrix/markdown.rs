//! Tables as Markdown: one table a profile, as wide as it is.

use std::io::{self, Write};

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{ContentArrangement, Row as Line, Table};

use crate::table::markdown::escape;
use crate::table::matrix::words::{Words, listed_text, notes};
use crate::table::matrix::wrap::clean;
use crate::table::matrix::{Column, Kind, Look, Sheet, each};

/// Writes tables as Markdown.
///
/// # Errors
/// When the writer fails.
pub fn write(sheets: &[Sheet<'_>], look: Look, out: &mut dyn Write) -> io::Result<()> {
    each(sheets, look, out, draw)
}

fn draw(sheet: &Sheet<'_>, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let words = Words::new(look.ascii);
    writeln!(out, "## {}\n\n{}\n", escape(&Words::title(sheet)), escape(&words.subtitle(sheet)))?;
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled).force_no_tty();
    let mut header = Line::new();
    header.add_cell(Words::corner(sheet).into());
    if let Some(second) = Words::second_corner(sheet) {
        header.add_cell(second.into());
    }
    for column in &sheet.columns {
        header.add_cell(escape(&heading(&words, sheet, column)).into());
    }
    table.set_header(header);
    let cells: Vec<String> = sheet.marks.iter().map(|mark| escape(&words.cell(mark).join(" "))).collect();
    for row in &sheet.rows {
        let mut line = Line::new();
        line.add_cell(escape(&words.row(row)).into());
        if let Some(listed) = &row.listed {
            line.add_cell(escape(&listed_text(listed)).into());
        }
        for column in &sheet.columns {
            line.add_cell(cells[sheet.index(row, column)].as_str().into());
        }
        table.add_row(line);
    }
    writeln!(out, "{table}\n")?;
    for (symbol, text) in &words.legend(sheet) {
        writeln!(out, "- `{symbol}`: {}", escape(text))?;
    }
    for (name, text) in &notes(sheet) {
        writeln!(out, "- {}: {}", escape(name), escape(text))?;
    }
    Ok(())
}

/// `gardenlinux 1.0.0 … 1.4.0 (5 deprecated)`
fn heading(words: &Words, sheet: &Sheet<'_>, column: &Column<'_>) -> String {
    if sheet.kind == Kind::Regions {
        return words.regions(sheet, column).join(" ");
    }
    let mut text = clean(column.group).into_owned();
    let names = words.names(column);
    if names.is_empty() && sheet.kind != Kind::Images {
        text.push_str(" (no zones)");
    }
    for name in names {
        text.push(' ');
        text.push_str(&name);
    }
    if let Some(classification) = Words::classification(column) {
        text.push_str(&format!(" ({classification})"));
    }
    if let Some(flavor) = Words::flavor(column) {
        text.push_str(&format!(" {flavor}"));
    }
    text
}
