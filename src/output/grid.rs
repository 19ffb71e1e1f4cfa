//! Rows whose columns stand side by side on a terminal, with sentences between them.

use super::terminal::{self, painted};
use super::wrap::{Long, narrowest, width, wrap};
use super::{Block, Look, Paragraph, Span};

const GAP: &str = "  ";
/// No column gives way below this.
const NARROWEST: usize = 8;
/// The room of headings where cells stand below each other.
const LABEL: usize = 14;

/// Rows of cells, and what stands between them.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// The headings of the columns.
    pub heading: &'static [&'static str],
    /// The columns that are left out where all of their cells are empty.
    pub optional: &'static [usize],
    /// The column of names that people copy, which are broken after slashes only.
    pub names: usize,
    /// Whether, on a narrow terminal, names stand on lines of their own, and after that all cells
    /// below each other.
    pub folds: bool,
    /// Blanks before each row.
    pub indent: usize,
    pub rows: Vec<Row>,
}

/// A row of a grid.
#[derive(Clone, Debug)]
pub(crate) enum Row {
    Cells(Vec<Span>),
    Between(Block),
}

/// How wide columns are; what is 0 wide is left out.
struct Columns {
    widths: Vec<usize>,
    /// Whether no line is too long, and no short word broken.
    fits: bool,
}

impl Grid {
    pub(super) fn write(&self, look: Look, out: &mut String) {
        let says = |column: usize| self.cells().any(|cells| !cells[column].text.is_empty());
        let shown: Vec<bool> = (0..self.heading.len())
            .map(|at| !self.optional.contains(&at) || says(at))
            .collect();
        let mut columns = Some(self.columns(&shown, look.width));
        if self.folds && columns.as_ref().is_some_and(|columns| !columns.fits) {
            let mut rest = shown.clone();
            rest[self.names] = false;
            columns = Some(self.columns(&rest, look.width)).filter(|columns| columns.fits);
        }
        if let Some(columns) = columns.as_ref().filter(|_| self.cells().next().is_some()) {
            self.line(
                columns,
                &self
                    .heading
                    .iter()
                    .map(|text| Span::from(*text))
                    .collect::<Vec<_>>(),
                look,
                out,
            );
        }
        for row in &self.rows {
            match (row, &columns) {
                (Row::Between(block), _) => terminal::block(block, look, out),
                (Row::Cells(cells), Some(columns)) => {
                    self.line(columns, cells, look, out);
                    if columns.widths[self.names] == 0 && !cells[self.names].text.is_empty() {
                        let text = format!(
                            "{}: {}",
                            self.heading[self.names].to_lowercase(),
                            cells[self.names].text
                        );
                        below(2 * self.indent, text, look, out);
                    }
                }
                (Row::Cells(cells), None) => self.stacked(cells, &shown, look, out),
            }
        }
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = &Vec<Span>> {
        self.rows.iter().filter_map(|row| {
            if let Row::Cells(cells) = row {
                Some(cells)
            } else {
                None
            }
        })
    }

    /// Columns are as wide as their cells need; where the terminal is narrower, the widest give
    /// way, first as far as no short word breaks.
    fn columns(&self, shown: &[bool], most: usize) -> Columns {
        let mut widths: Vec<usize> = self.heading.iter().map(|text| width(text)).collect();
        let mut least: Vec<usize> = self
            .heading
            .iter()
            .map(|text| narrowest(text, false))
            .collect();
        for cells in self.cells() {
            for (at, cell) in cells.iter().enumerate() {
                widths[at] = widths[at].max(width(&cell.text));
                least[at] = least[at].max(narrowest(&cell.text, at == self.names));
            }
        }
        for (width, shown) in widths.iter_mut().zip(shown) {
            *width *= usize::from(*shown);
        }
        let gaps = GAP.len()
            * shown
                .iter()
                .filter(|shown| **shown)
                .count()
                .saturating_sub(1);
        let room = most.saturating_sub(self.indent + gaps);
        narrow(&mut widths, &least, room);
        let fits = widths.iter().sum::<usize>() <= room;
        let mut broken = vec![NARROWEST; widths.len()];
        broken[self.names] = least[self.names];
        narrow(&mut widths, &broken, room);
        Columns { widths, fits }
    }

    /// A row; cells that are too wide take several lines.
    fn line(&self, columns: &Columns, cells: &[Span], look: Look, out: &mut String) {
        let shown = |(cell, most): (&Span, &usize)| {
            if *most > 0 {
                wrap(&cell.text, *most, *most, Long::Breaks)
            } else {
                Vec::new()
            }
        };
        let wrapped: Vec<Vec<String>> = cells.iter().zip(&columns.widths).map(shown).collect();
        for at in 0..wrapped.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = " ".repeat(self.indent);
            for ((lines, cell), most) in wrapped
                .iter()
                .zip(cells)
                .zip(&columns.widths)
                .filter(|(_, most)| **most > 0)
            {
                let text = lines.get(at).map_or("", String::as_str);
                line.push_str(&painted(text, cell.style, look));
                line.extend(std::iter::repeat_n(
                    ' ',
                    most.saturating_sub(width(text)) + GAP.len(),
                ));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }

    /// Cells below each other, after their headings.
    fn stacked(&self, cells: &[Span], shown: &[bool], look: Look, out: &mut String) {
        let lines = self.heading.iter().zip(cells).zip(shown).enumerate();
        for (at, ((heading, cell), _)) in
            lines.filter(|(_, ((_, cell), shown))| **shown && !cell.text.is_empty())
        {
            let (first, behind) = if at == 0 {
                (self.indent, 0)
            } else {
                (2 * self.indent, LABEL)
            };
            let room = look.width.saturating_sub(first + behind);
            if at == self.names && width(&cell.text) > room {
                below(first, format!("{heading}: {}", cell.text), look, out);
                continue;
            }
            for (n, line) in wrap(&cell.text, room, room, Long::Breaks)
                .iter()
                .enumerate()
            {
                let label = if at > 0 && n == 0 { *heading } else { "" };
                out.push_str(&format!(
                    "{:first$}{label:behind$}{}\n",
                    "",
                    painted(line, cell.style, look)
                ));
            }
        }
    }
}

fn below(indent: usize, text: String, look: Look, out: &mut String) {
    let paragraph = Paragraph {
        text: text.into(),
        first: indent,
        rest: indent,
        breaks: true,
        ..Paragraph::default()
    };
    terminal::block(&Block::Paragraph(paragraph), look, out);
}

fn narrow(widths: &mut [usize], least: &[usize], room: usize) {
    while widths.iter().sum::<usize>() > room {
        let gives = widths
            .iter_mut()
            .zip(least)
            .filter(|(width, least)| **width > **least);
        match gives.max_by_key(|(width, _)| **width) {
            Some((widest, _)) => *widest -= 1,
            None => break,
        }
    }
}
