//! Tables for a terminal of some width. Columns that do not fit stand in further blocks below; names that are too long wrap.

use std::io::{self, Write};
use std::ops::Range;

use comfy_table::{Attribute, Cell, Color, ColumnConstraint, ContentArrangement, LineStyle, Row as Line, Table, TableStyle, Width};
use owo_colors::{OwoColorize, Style};

use crate::model::lifecycle::{Classification, Current};
use crate::table::matrix::words::{Mood, Words, listed_text, mood, notes};
use crate::table::matrix::wrap::{clean, width, wrap};
use crate::table::matrix::{Column, Kind, Look, Mark, Row, Sheet, each};

/// The widest heading of a column; longer ones wrap, unless there is room for all columns.
const HEADING: usize = 16;
/// The narrowest room for the names of the rows.
const NAMES: usize = 16;
/// Blank columns around a cell.
const PADDING: usize = 2;

/// Writes tables for a terminal.
///
/// # Errors
/// When the writer fails.
pub fn write(sheets: &[Sheet<'_>], look: Look, out: &mut dyn Write) -> io::Result<()> {
    each(sheets, look, out, draw)
}

fn draw(sheet: &Sheet<'_>, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let words = Words::new(look.ascii);
    let bold = if look.color { Style::new().bold() } else { Style::new() };
    for line in wrap(&Words::title(sheet), look.width) {
        writeln!(out, "{}", line.style(bold))?;
    }
    for line in wrap(&words.subtitle(sheet), look.width) {
        writeln!(out, "{line}")?;
    }
    let page = Page::new(sheet, &words, look);
    for block in page.blocks() {
        writeln!(out)?;
        page.block(block, out)?;
    }
    list(&words.legend(sheet), look.width, out)?;
    list(&notes(sheet), look.width, out)
}

/// Everything about a table that its blocks share.
struct Page<'p, 't> {
    sheet: &'p Sheet<'t>,
    words: &'p Words,
    look: Look,
    /// The names of the rows, wrapped.
    names: Vec<String>,
    /// What stands beside the names: the architectures where they differ, or the flavors of a table by regions.
    seconds: Option<(&'static str, Vec<String>)>,
    /// The lines of all cells, by mark.
    cells: Vec<String>,
    columns: Vec<Heading>,
    /// Width of what stands before the columns.
    left: usize,
}

/// The heading of a column.
struct Heading {
    /// The versions or zones.
    names: Vec<String>,
    /// Classification and flavor.
    rest: Vec<String>,
    /// Width of the whole column without padding.
    width: usize,
}

impl<'p, 't> Page<'p, 't> {
    /// Takes the room that there is: where not all columns fit side by side, names of rows and headings get narrow.
    fn new(sheet: &'p Sheet<'t>, words: &'p Words, look: Look) -> Self {
        let headings = sheet.columns.iter().map(|column| longest_word(words, column));
        let versions = sheet.marks.iter().map(|mark| if let Mark::Default { version, .. } = mark { width(&clean(version)) } else { 0 });
        let longest = headings.chain(versions).max().unwrap_or(0);
        for (names, heading) in [(look.width * 2 / 5, longest), (look.width * 2 / 5, HEADING), (look.width * 3 / 10, longest)] {
            let page = Self::with(sheet, words, look, names.max(NAMES), heading.max(HEADING));
            if page.width() <= look.width {
                return page;
            }
        }
        let mut page = Self::with(sheet, words, look, (look.width * 3 / 10).max(NAMES), HEADING);
        page.widen();
        page
    }

    /// With names of rows and headings of some width at most.
    fn with(sheet: &'p Sheet<'t>, words: &'p Words, look: Look, names: usize, headings: usize) -> Self {
        let seconds = seconds(sheet, names);
        let starts = |at: usize| at == 0 || sheet.rows[at].listed.is_none() || !sheet.rows[at].goes_on(&sheet.rows[at - 1]);
        let name = |(at, row)| if starts(at) { wrap(&words.row(row), names).join("\n") } else { String::new() };
        let names: Vec<String> = sheet.rows.iter().enumerate().map(name).collect();
        let mut left = widest(names.iter().map(String::as_str)).max(width(Words::corner(sheet))) + PADDING;
        if let Some((heading, all)) = &seconds {
            left += widest(all.iter().map(String::as_str)).max(width(heading)) + PADDING;
        }
        let cell = |mark| words.cell(mark).iter().flat_map(|line| wrap(line, headings)).collect::<Vec<String>>().join("\n");
        let cells: Vec<String> = sheet.marks.iter().map(cell).collect();
        let widths: Vec<usize> = cells.iter().map(|cell| widest(cell.lines())).collect();
        let columns = sheet.columns.iter().map(|column| heading(sheet, words, column, &widths, headings)).collect();
        Self { sheet, words, look, names, seconds, cells, columns, left }
    }

    /// Width of the table in one block.
    fn width(&self) -> usize {
        self.left + self.columns.iter().map(|column| column.width + PADDING).sum::<usize>()
    }

    /// Gives the name of a group that has one column in a block the room that is left there.
    fn widen(&mut self) {
        for block in self.blocks() {
            let used: usize = self.columns[block.clone()].iter().map(|column| column.width + PADDING).sum();
            let mut spare = self.look.width.saturating_sub(self.left + used);
            for at in block.clone() {
                let group = self.sheet.columns[at].group;
                let same = |at: usize| block.contains(&at) && self.sheet.columns[at].group == group;
                if !same(at + 1) && !at.checked_sub(1).is_some_and(same) {
                    let more = width(&clean(group)).min(HEADING).saturating_sub(self.columns[at].width).min(spare);
                    self.columns[at].width += more;
                    spare -= more;
                }
            }
        }
    }

    /// As many columns in each block as fit, and at least one.
    fn blocks(&self) -> Vec<Range<usize>> {
        let mut blocks: Vec<Range<usize>> = Vec::new();
        let mut used = usize::MAX;
        for (at, column) in self.columns.iter().enumerate() {
            let needed = column.width + PADDING;
            match blocks.last_mut() {
                Some(block) if used + needed <= self.look.width => {
                    block.end = at + 1;
                    used += needed;
                }
                _ => {
                    blocks.push(at..at + 1);
                    used = self.left + needed;
                }
            }
        }
        blocks
    }

    fn block(&self, block: Range<usize>, out: &mut dyn Write) -> io::Result<()> {
        for line in self.groups(block.clone()) {
            writeln!(out, "{line}")?;
        }
        let fill = self.words.rule.chars().next().unwrap_or('-');
        let mut table = Table::new();
        table.load_style(TableStyle::new().header_separator(LineStyle::none().fill(fill)));
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(u16::MAX);
        if self.look.color {
            table.enforce_styling();
        } else {
            table.force_no_tty();
        }
        table.set_header(self.header(block.clone()));
        for (at, row) in self.sheet.rows.iter().enumerate() {
            let mut line = Line::new();
            line.add_cell(Cell::new(&self.names[at]));
            if let Some((_, all)) = &self.seconds {
                line.add_cell(Cell::new(&all[at]));
            }
            for column in &self.sheet.columns[block.clone()] {
                let index = self.sheet.index(row, column);
                let cell = Cell::new(&self.cells[index]);
                line.add_cell(if self.look.color { paint(cell, mood(&self.sheet.marks[index])) } else { cell });
            }
            table.add_row(line);
        }
        let before = 1 + usize::from(self.seconds.is_some());
        for (at, heading) in self.columns[block].iter().enumerate() {
            if let Some(column) = table.column_mut(before + at) {
                let width = u16::try_from(heading.width + PADDING).unwrap_or(u16::MAX);
                column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
            }
        }
        writeln!(out, "{}", table.trim_fmt())
    }

    fn header(&self, block: Range<usize>) -> Line {
        let headings = &self.columns[block.clone()];
        let lines = headings.iter().map(|heading| heading.names.len()).max().unwrap_or(0);
        let mut header = Line::new();
        let plain = |text: &str| if self.look.color { Cell::new(text).add_attribute(Attribute::Bold) } else { Cell::new(text) };
        header.add_cell(plain(Words::corner(self.sheet)));
        if let Some((heading, _)) = &self.seconds {
            header.add_cell(plain(heading));
        }
        for (heading, column) in headings.iter().zip(&self.sheet.columns[block]) {
            // Classifications of neighbours stand on one line.
            let blank = vec![String::new(); lines - heading.names.len()];
            let cell = Cell::new([&heading.names[..], &blank, &heading.rest].concat().join("\n"));
            header.add_cell(if self.look.color { paint_heading(cell, column.classification) } else { cell });
        }
        header
    }

    /// The lines above the headings: the images or regions, each over all its columns.
    fn groups(&self, block: Range<usize>) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut start = self.left;
        let mut at = block.start;
        while at < block.end {
            let group = self.sheet.columns[at].group;
            let end = at + self.sheet.columns[at..block.end].iter().take_while(|column| column.group == group).count();
            let room: usize = self.columns[at..end].iter().map(|column| column.width + PADDING).sum();
            // A table by images has the names of the images as headings, one by regions those of the regions.
            if !matches!(self.sheet.kind, Kind::Images | Kind::Regions) {
                self.group(group, start, room, end - at, &mut lines);
            }
            start += room;
            at = end;
        }
        lines
    }

    fn group(&self, group: &str, start: usize, room: usize, columns: usize, lines: &mut Vec<String>) {
        let mut text = wrap(&clean(group), room - PADDING);
        if let Some(last) = text.last_mut().filter(|_| columns > 1) {
            // The name alone would not show how far it reaches.
            let left = (room - PADDING).saturating_sub(width(last) + 1);
            if left > 0 {
                last.push(' ');
                last.push_str(&self.words.rule.repeat(left));
            }
        }
        for (at, part) in text.iter().enumerate() {
            if lines.len() == at {
                lines.push(String::new());
            }
            let gap = (start + PADDING / 2).saturating_sub(width(&lines[at]));
            lines[at].push_str(&" ".repeat(gap));
            lines[at].push_str(part);
        }
    }
}

/// The heading of a column, wrapped where it is wider than `most`.
fn heading(sheet: &Sheet<'_>, words: &Words, column: &Column<'_>, widths: &[usize], most: usize) -> Heading {
    let wrapped = |lines: Vec<String>| lines.iter().flat_map(|line| wrap(line, most)).collect::<Vec<String>>();
    let names = match sheet.kind {
        Kind::Images => vec![clean(column.group).into_owned()],
        Kind::Regions => words.regions(sheet, column),
        _ if column.names.is_empty() => vec!["(no zones)".to_owned()],
        _ => words.names(column),
    };
    let names = wrapped(names);
    let rest = wrapped(Words::classification(column).into_iter().chain(Words::flavor(column)).collect());
    let headings = widest(names.iter().chain(&rest).map(String::as_str));
    let cells = sheet.rows.iter().map(|row| widths[sheet.index(row, column)]).max().unwrap_or(0);
    // A group that has only this column in a block should not break inside a word.
    let words = clean(column.group).split(['-', '.', '/', '_', ' ']).map(width).max().unwrap_or(0) + 1;
    let group = if sheet.kind == Kind::Regions { 0 } else { words.min(width(&clean(column.group))).min(HEADING) };
    Heading { names, rest, width: headings.max(cells).max(group) }
}

/// The second column of the left side with its heading.
fn seconds(sheet: &Sheet<'_>, most: usize) -> Option<(&'static str, Vec<String>)> {
    if let Some(heading) = Words::second_corner(sheet) {
        let text = |row: &Row<'_>| row.listed.as_deref().map_or_else(String::new, |listed| wrap(&listed_text(listed), most).join("\n"));
        return Some((heading, sheet.rows.iter().map(text).collect()));
    }
    let first = sheet.rows.first().and_then(|row| row.architecture);
    let differ = sheet.rows.iter().any(|row| row.architecture != first);
    differ.then(|| ("Arch", sheet.rows.iter().map(|row| clean(row.architecture.unwrap_or("unknown")).into_owned()).collect()))
}

fn longest_word(words: &Words, column: &Column<'_>) -> usize {
    let longest = |text: &str| text.split(' ').map(width).max().unwrap_or(0);
    let names = words.names(column);
    names.iter().map(|name| longest(name)).chain([longest(&clean(column.group))]).max().unwrap_or(0)
}

fn widest<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    lines.flat_map(str::lines).map(width).max().unwrap_or(0)
}

fn paint(cell: Cell, mood: Mood) -> Cell {
    match mood {
        Mood::Good => cell.fg(Color::Green),
        Mood::Mixed => cell.fg(Color::Yellow),
        Mood::No => cell.fg(Color::DarkGrey),
        Mood::Wrong => cell.fg(Color::Red).add_attribute(Attribute::Bold),
    }
}

fn paint_heading(cell: Cell, classification: Option<Current<'_>>) -> Cell {
    match classification {
        Some(Current::Known(Classification::Preview)) => cell.fg(Color::Cyan),
        Some(Current::Known(Classification::Deprecated)) => cell.fg(Color::Yellow),
        Some(Current::Known(Classification::Expired)) => cell.fg(Color::Red),
        Some(Current::Known(Classification::Unavailable)) => cell.fg(Color::DarkGrey),
        _ => cell.add_attribute(Attribute::Bold),
    }
}

/// What names and symbols mean, with the meanings below each other.
fn list(entries: &[(String, String)], most: usize, out: &mut dyn Write) -> io::Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let longest = widest(entries.iter().map(|(name, _)| name.as_str())).min(most / 2);
    for (name, text) in entries {
        let mut names = wrap(name, longest).into_iter();
        let mut texts = wrap(text, (most - longest - 3).max(1)).into_iter();
        loop {
            let (name, text) = match (names.next(), texts.next()) {
                (None, None) => break,
                (name, text) => (name.unwrap_or_default(), text.unwrap_or_default()),
            };
            let line = format!(" {name}{}  {text}", " ".repeat(longest - width(&name).min(longest)));
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}
