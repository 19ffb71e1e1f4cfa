//! Tables as Markdown: one table a profile, as wide as it is.

use crate::output::{Block, Cell, Document, Style, Table, Widths};
use crate::table::matrix::names::{group_of, listed_names, notes};
use crate::table::matrix::words::Words;
use crate::table::matrix::{Column, Kind, Sheet};

pub(crate) fn document(sheets: &[Sheet<'_>], ascii: bool) -> Document {
    let mut out = Document::default();
    sheets.iter().for_each(|sheet| draw(sheet, ascii, &mut out));
    out
}

fn draw(sheet: &Sheet<'_>, ascii: bool, out: &mut Document) {
    let words = Words::new(ascii);
    out.heading(Words::title(sheet));
    out.paragraph(0, words.subtitle(sheet));
    let before = [Some(Words::corner(sheet)), Words::second_corner(sheet)]
        .into_iter()
        .flatten()
        .map(str::to_owned);
    let columns = sheet
        .columns
        .iter()
        .map(|column| heading(&words, sheet, column));
    let mut table = Table {
        aligned: true,
        ..Table::new(before.chain(columns), Widths::Natural)
    };
    let cells: Vec<Cell> = sheet
        .marks
        .iter()
        .map(|mark| Cell::lines(words.cell(mark), Style::PLAIN))
        .collect();
    let mut listed = listed_names(sheet).into_iter();
    for row in &sheet.rows {
        let before = std::iter::once(words.row(row)).chain(listed.next());
        table.row(
            before.map(Cell::from).chain(
                sheet
                    .columns
                    .iter()
                    .map(|column| cells[sheet.index(row, column)].clone()),
            ),
        );
    }
    out.push(Block::Table(table));
    out.remark(|out| out.list(words.legend(sheet).into_iter().chain(notes(sheet))));
}

/// `gardenlinux 1.0.0 … 1.4.0 (5 deprecated)`
fn heading(words: &Words, sheet: &Sheet<'_>, column: &Column<'_>) -> String {
    if sheet.kind == Kind::Regions {
        return words.regions(sheet, column).join(" ");
    }
    let mut text = group_of(column);
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
