//! Tables for a terminal of some width. Columns that do not fit stand in further blocks below;
//! names that are too long wrap.

use std::ops::Range;

use crate::model::lifecycle::{Classification, Current};
use crate::output::clean::named as clean;
use crate::output::wrap::{Long, width};
use crate::output::{Block, Cell, Color, Document, Style, Table, Widths};
use crate::table::matrix::names::{group_of, listed_names, notes};
use crate::table::matrix::words::{Mood, Words, mood};
use crate::table::matrix::{Column, Kind, Look, Mark, Sheet};

/// The widest heading of a column; longer ones wrap, unless there is room for all columns.
const HEADING: usize = 16;
/// The narrowest room for the names of the rows.
const NAMES: usize = 16;
/// Blank columns around a cell.
const PADDING: usize = 2;

pub(crate) fn document(sheets: &[Sheet<'_>], look: Look) -> Document {
    let mut out = Document::default();
    for (at, sheet) in sheets.iter().enumerate() {
        if at > 0 {
            out.blank();
        }
        draw(sheet, look, &mut out);
    }
    out
}

fn draw(sheet: &Sheet<'_>, look: Look, out: &mut Document) {
    let words = Words::new(look.ascii);
    out.heading(Words::title(sheet));
    out.wrapped(0, words.subtitle(sheet));
    let page = Page::new(sheet, &words, look);
    for block in page.blocks() {
        out.blank();
        page.block(block, out);
    }
    for entries in [words.legend(sheet), notes(sheet)] {
        if !entries.is_empty() {
            out.remark(|out| {
                out.blank();
                out.list(entries);
            });
        }
    }
}

fn wrap(text: &str, most: usize) -> Vec<String> {
    crate::output::wrap::wrap(text, most, most, Long::Breaks)
}

/// Everything about a table that its blocks share.
struct Page<'p, 't> {
    sheet: &'p Sheet<'t>,
    words: &'p Words,
    look: Look,
    /// The names of the rows, wrapped.
    names: Vec<String>,
    /// A second column beside the names: the architectures where they differ, or the flavors of a
    /// table by regions.
    seconds: Option<(&'static str, Vec<String>)>,
    /// The lines of all cells, by mark.
    cells: Vec<String>,
    columns: Vec<Heading>,
    /// Width of what stands before the columns.
    left: usize,
}

/// The heading of a column.
struct Heading {
    names: Vec<String>,
    rest: Vec<String>,
    /// Width of the whole column without padding.
    width: usize,
}

impl<'p, 't> Page<'p, 't> {
    /// Takes the room that there is: where not all columns fit side by side, names of rows and
    /// headings get narrow.
    fn new(sheet: &'p Sheet<'t>, words: &'p Words, look: Look) -> Self {
        let headings = sheet
            .columns
            .iter()
            .map(|column| longest_word(words, column));
        let versions = sheet.marks.iter().map(|mark| {
            if let Mark::Default { version, .. } = mark {
                width(&clean(version))
            } else {
                0
            }
        });
        let longest = headings.chain(versions).max().unwrap_or(0);
        for (names, heading) in [
            (look.width * 2 / 5, longest),
            (look.width * 2 / 5, HEADING),
            (look.width * 3 / 10, longest),
        ] {
            let page = Self::with(sheet, words, look, names.max(NAMES), heading.max(HEADING));
            if page.width() <= look.width {
                return page;
            }
        }
        let mut page = Self::with(
            sheet,
            words,
            look,
            (look.width * 3 / 10).max(NAMES),
            HEADING,
        );
        page.widen();
        page
    }

    /// With names of rows and headings of some width at most.
    fn with(
        sheet: &'p Sheet<'t>,
        words: &'p Words,
        look: Look,
        names: usize,
        headings: usize,
    ) -> Self {
        let seconds = seconds(sheet, names);
        let starts = |at: usize| {
            at == 0
                || sheet.rows[at].listed.is_none()
                || !sheet.rows[at].goes_on(&sheet.rows[at - 1])
        };
        let name = |(at, row)| {
            if starts(at) {
                wrap(&words.row(row), names).join("\n")
            } else {
                String::new()
            }
        };
        let names: Vec<String> = sheet.rows.iter().enumerate().map(name).collect();
        let mut left =
            widest(names.iter().map(String::as_str)).max(width(Words::corner(sheet))) + PADDING;
        if let Some((heading, all)) = &seconds {
            left += widest(all.iter().map(String::as_str)).max(width(heading)) + PADDING;
        }
        let cell = |mark| {
            words
                .cell(mark)
                .iter()
                .flat_map(|line| wrap(line, headings))
                .collect::<Vec<String>>()
                .join("\n")
        };
        let cells: Vec<String> = sheet.marks.iter().map(cell).collect();
        let widths: Vec<usize> = cells.iter().map(|cell| widest(cell.lines())).collect();
        let columns = sheet
            .columns
            .iter()
            .map(|column| heading(sheet, words, column, &widths, headings))
            .collect();
        Self {
            sheet,
            words,
            look,
            names,
            seconds,
            cells,
            columns,
            left,
        }
    }

    /// Width of the table in one block.
    fn width(&self) -> usize {
        self.left
            + self
                .columns
                .iter()
                .map(|column| column.width + PADDING)
                .sum::<usize>()
    }

    /// Gives the name of a group that has one column in a block the room that is left there.
    fn widen(&mut self) {
        for block in self.blocks() {
            let used: usize = self.columns[block.clone()]
                .iter()
                .map(|column| column.width + PADDING)
                .sum();
            let mut spare = self.look.width.saturating_sub(self.left + used);
            for at in block.clone() {
                let group = self.sheet.columns[at].group;
                let same = |at: usize| block.contains(&at) && self.sheet.columns[at].group == group;
                if !same(at + 1) && !at.checked_sub(1).is_some_and(same) {
                    let more = width(&clean(group))
                        .min(HEADING)
                        .saturating_sub(self.columns[at].width)
                        .min(spare);
                    self.columns[at].width += more;
                    spare -= more;
                }
            }
        }
    }

    /// Each block has as many columns as fit, and at least one.
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

    fn block(&self, block: Range<usize>, out: &mut Document) {
        for line in self.groups(block.clone()) {
            out.line([line]);
        }
        let before = 1 + usize::from(self.seconds.is_some());
        let columns = self.columns[block.clone()]
            .iter()
            .map(|heading| Some(heading.width));
        let widths = Widths::Fixed(std::iter::repeat_n(None, before).chain(columns).collect());
        let mut table = Table {
            rule: self.words.rule.chars().next(),
            ..Table::new(self.header(block.clone()), widths)
        };
        for (at, row) in self.sheet.rows.iter().enumerate() {
            let mut line = vec![Cell::lines(self.names[at].lines(), Style::PLAIN)];
            line.extend(
                self.seconds
                    .iter()
                    .map(|(_, all)| Cell::lines(all[at].lines(), Style::PLAIN)),
            );
            line.extend(self.sheet.columns[block.clone()].iter().map(|column| {
                let index = self.sheet.index(row, column);
                Cell::lines(
                    self.cells[index].lines(),
                    colour(mood(&self.sheet.marks[index])),
                )
            }));
            table.row(line);
        }
        out.push(Block::Table(table));
    }

    fn header(&self, block: Range<usize>) -> Vec<Cell> {
        let headings = &self.columns[block.clone()];
        let lines = headings
            .iter()
            .map(|heading| heading.names.len())
            .max()
            .unwrap_or(0);
        let mut header = vec![Cell::new(Words::corner(self.sheet), Style::BOLD)];
        header.extend(
            self.seconds
                .iter()
                .map(|(heading, _)| Cell::new(heading, Style::BOLD)),
        );
        header.extend(
            headings
                .iter()
                .zip(&self.sheet.columns[block])
                .map(|(heading, column)| {
                    // Classifications of neighbours stand on one line.
                    let blank = vec![String::new(); lines - heading.names.len()];
                    Cell::lines(
                        heading.names.iter().chain(&blank).chain(&heading.rest),
                        heading_colour(column.classification),
                    )
                }),
        );
        header
    }

    /// The lines above the headings: the images or regions, each over all its columns.
    fn groups(&self, block: Range<usize>) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut start = self.left;
        let mut at = block.start;
        while at < block.end {
            let group = self.sheet.columns[at].group;
            let end = at
                + self.sheet.columns[at..block.end]
                    .iter()
                    .take_while(|column| column.group == group)
                    .count();
            let room: usize = self.columns[at..end]
                .iter()
                .map(|column| column.width + PADDING)
                .sum();
            // A table by images has the names of the images as headings, one by regions those of
            // the regions.
            if !matches!(self.sheet.kind, Kind::Images | Kind::Regions) {
                self.group(group, start, room, end - at, &mut lines);
            }
            start += room;
            at = end;
        }
        lines
    }

    fn group(
        &self,
        group: &str,
        start: usize,
        room: usize,
        columns: usize,
        lines: &mut Vec<String>,
    ) {
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
fn heading(
    sheet: &Sheet<'_>,
    words: &Words,
    column: &Column<'_>,
    widths: &[usize],
    most: usize,
) -> Heading {
    let wrapped = |lines: Vec<String>| {
        lines
            .iter()
            .flat_map(|line| wrap(line, most))
            .collect::<Vec<String>>()
    };
    let names = match sheet.kind {
        Kind::Images => vec![group_of(column)],
        Kind::Regions => words.regions(sheet, column),
        _ if column.names.is_empty() => vec!["(no zones)".to_owned()],
        _ => words.names(column),
    };
    let names = wrapped(names);
    let rest = wrapped(
        Words::classification(column)
            .into_iter()
            .chain(Words::flavor(column))
            .collect(),
    );
    let headings = widest(names.iter().chain(&rest).map(String::as_str));
    let cells = sheet
        .rows
        .iter()
        .map(|row| widths[sheet.index(row, column)])
        .max()
        .unwrap_or(0);
    // A group that has only this column in a block should not break inside a word.
    let words = group_of(column)
        .split(['-', '.', '/', '_', ' '])
        .map(width)
        .max()
        .unwrap_or(0)
        + 1;
    let group = if sheet.kind == Kind::Regions {
        0
    } else {
        words.min(width(&group_of(column))).min(HEADING)
    };
    Heading {
        names,
        rest,
        width: headings.max(cells).max(group),
    }
}

/// The second column of the left side with its heading.
fn seconds(sheet: &Sheet<'_>, most: usize) -> Option<(&'static str, Vec<String>)> {
    if let Some(heading) = Words::second_corner(sheet) {
        let text = |name: String| wrap(&name, most).join("\n");
        return Some((heading, listed_names(sheet).into_iter().map(text).collect()));
    }
    let first = sheet.rows.first().and_then(|row| row.architecture);
    let differ = sheet.rows.iter().any(|row| row.architecture != first);
    differ.then(|| {
        (
            "Arch",
            sheet
                .rows
                .iter()
                .map(|row| clean(row.architecture.unwrap_or("unknown")).into_owned())
                .collect(),
        )
    })
}

fn longest_word(words: &Words, column: &Column<'_>) -> usize {
    let longest = |text: &str| text.split(' ').map(width).max().unwrap_or(0);
    let names = words.names(column);
    names
        .iter()
        .map(|name| longest(name))
        .chain([longest(&group_of(column))])
        .max()
        .unwrap_or(0)
}

fn widest<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    lines.flat_map(str::lines).map(width).max().unwrap_or(0)
}

fn colour(mood: Mood) -> Style {
    match mood {
        Mood::Good => Style::new(Color::Green),
        Mood::Mixed => Style::new(Color::Yellow),
        Mood::No => Style::new(Color::Grey),
        Mood::Wrong => Style::new(Color::Red).bold(),
    }
}

fn heading_colour(classification: Option<Current<'_>>) -> Style {
    match classification {
        Some(Current::Known(Classification::Preview)) => Style::new(Color::Cyan),
        Some(Current::Known(Classification::Deprecated)) => Style::new(Color::Yellow),
        Some(Current::Known(Classification::Expired)) => Style::new(Color::Red),
        Some(Current::Known(Classification::Unavailable)) => Style::new(Color::Grey),
        _ => Style::BOLD,
    }
}
