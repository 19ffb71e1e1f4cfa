//! Columns side by side on a terminal, for tables that hold sentences between their rows.

use std::fmt::Write as _;

use owo_colors::{OwoColorize, Style};

use crate::table::matrix::wrap::{narrowest, width, wrap};

/// What stands between columns.
const GAP: &str = "  ";
/// No column gives way below this.
const NARROWEST: usize = 8;

/// Some columns and their widths; what is 0 wide is left out.
#[derive(Clone, Copy, Debug)]
pub(in crate::table) struct Columns<const N: usize> {
    widths: [usize; N],
    indent: usize,
    fits: bool,
}

impl<const N: usize> Columns<N> {
    /// As wide as the cells need; where that is more than the terminal has, the widest give way, first as far as no short word is broken.
    /// `names`: a column of names that people copy, which are broken behind slashes only.
    pub(in crate::table) fn new(
        heading: [&str; N],
        shown: [bool; N],
        cells: &[[String; N]],
        names: usize,
        (indent, most): (usize, usize),
    ) -> Self {
        let mut widths = heading.map(width);
        let mut least = heading.map(|text| narrowest(text, false));
        for cells in cells {
            for (at, cell) in cells.iter().enumerate() {
                widths[at] = widths[at].max(width(cell));
                least[at] = least[at].max(narrowest(cell, at == names));
            }
        }
        for (width, shown) in widths.iter_mut().zip(shown) {
            *width *= usize::from(shown);
        }
        let gaps = GAP.len() * shown.iter().filter(|shown| **shown).count().saturating_sub(1);
        let mut columns = Self { widths, indent, fits: true };
        columns.narrow(least, gaps, most);
        columns.fits = columns.width(gaps) <= most;
        let mut broken = [NARROWEST; N];
        if let (Some(broken), Some(least)) = (broken.get_mut(names), least.get(names)) {
            *broken = *least;
        }
        columns.narrow(broken, gaps, most);
        columns
    }

    /// Whether no line is too long, and no short word broken.
    pub(in crate::table) fn fits(&self) -> bool {
        self.fits
    }

    /// Whether a column is shown at all.
    pub(in crate::table) fn shows(&self, column: usize) -> bool {
        self.widths.get(column).is_some_and(|width| *width > 0)
    }

    fn width(&self, gaps: usize) -> usize {
        self.indent + self.widths.iter().sum::<usize>() + gaps
    }

    fn narrow(&mut self, least: [usize; N], gaps: usize, most: usize) {
        while self.width(gaps) > most {
            let gives = self.widths.iter_mut().zip(least).filter(|(width, least)| **width > *least);
            match gives.max_by_key(|(width, _)| **width) {
                Some((widest, _)) => *widest -= 1,
                None => break,
            }
        }
    }

    /// A row; cells that are too wide take several lines. One column may have a style.
    pub(in crate::table) fn row(&self, cells: &[String; N], styled: Option<(usize, Style)>, out: &mut String) {
        let shown = |(cell, width): (&String, &usize)| if *width > 0 { wrap(cell, *width) } else { Vec::new() };
        let wrapped: Vec<Vec<String>> = cells.iter().zip(&self.widths).map(shown).collect();
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let mut line = " ".repeat(self.indent);
            for (column, (lines, most)) in wrapped.iter().zip(self.widths).enumerate().filter(|(_, (_, most))| *most > 0) {
                let text = lines.get(at).map_or("", String::as_str);
                let padding = most.saturating_sub(width(text));
                let style = styled.filter(|(styled, _)| *styled == column && !text.is_empty());
                let text = style.map_or_else(|| text.to_owned(), |(_, style)| text.style(style).to_string());
                let _ = write!(line, "{text}{:padding$}{GAP}", "");
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

/// A paragraph, wrapped.
pub(in crate::table) fn paragraph(indent: usize, text: &str, most: usize, out: &mut String) {
    for line in wrap(text, most.saturating_sub(indent)) {
        let _ = writeln!(out, "{:indent$}{line}", "");
    }
}
