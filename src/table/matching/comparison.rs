//! The machine type beside the flavors of a version, capability by capability.

use std::collections::BTreeSet;

use crate::capability::Selected;
use crate::matching::{Comparison, Side, ValuesOrigin};
use crate::output::wrap::width;
use crate::output::{Block, Cell, Color, Document, Span, Style, Table, Widths};
use crate::table::matching::pen::{Mark, Pen};
use crate::table::matching::words;
use crate::words::and;

/// The greatest width of a column before it wraps.
const WIDEST: usize = 30;
/// A default that is longer is counted, not listed.
const LONG_DEFAULT: usize = 20;
const INDENT: usize = 4;

/// Writes the table; too many capabilities for the width are shown one block below the other.
pub(super) fn write(comparison: &Comparison<'_>, legacy: bool, pen: Pen, out: &mut Document) {
    let labels = labels(comparison, legacy);
    let label_width = labels
        .iter()
        .map(|(label, _)| width(label))
        .max()
        .unwrap_or(0);
    let room = pen
        .look
        .width
        .saturating_sub(INDENT + label_width + 2)
        .max(20);
    let all: Vec<Column> = (0..comparison.capabilities.len())
        .map(|index| Column {
            index,
            width: natural_width(comparison, index),
        })
        .collect();
    // Where not all columns fit beside each other, the list leaves out those without a restriction.
    let (shown, unrestricted): (Vec<Column>, Vec<Column>) = if total(&all) <= room {
        (all, Vec::new())
    } else {
        all.into_iter()
            .partition(|column| restricted(comparison, column.index))
    };
    for (number, columns) in blocks(&shown, room).into_iter().enumerate() {
        if number > 0 {
            out.blank();
        }
        block(comparison, &labels, (label_width, columns), out);
    }
    if !unrestricted.is_empty() {
        let names: Vec<String> = unrestricted
            .iter()
            .map(|column| comparison.capabilities[column.index].to_owned())
            .collect();
        out.paragraph(
            INDENT,
            format!(
                "Not named on either side, so all values fit: {}",
                and(&names)
            ),
        );
    }
    legend(comparison, legacy, out);
}

/// A capability as a column.
#[derive(Clone, Copy)]
struct Column {
    index: usize,
    width: usize,
}

fn total(columns: &[Column]) -> usize {
    columns
        .iter()
        .map(|column| column.width + 2)
        .sum::<usize>()
        .saturating_sub(2)
}

fn restricted(comparison: &Comparison<'_>, index: usize) -> bool {
    let flavors = comparison
        .flavors
        .iter()
        .map(|flavor| &flavor.values[index]);
    let asks = |asked: &Vec<Option<&str>>| asked[index].is_some();
    comparison.worker.as_ref().is_some_and(asks)
        || std::iter::once(&comparison.machine[index])
            .chain(flavors)
            .any(|side| side.origin != ValuesOrigin::Defaulted)
}

/// The columns in blocks that are no wider than the room.
fn blocks(columns: &[Column], room: usize) -> Vec<&[Column]> {
    let mut blocks = Vec::new();
    let mut rest = columns;
    while !rest.is_empty() {
        let fit = (1..=rest.len())
            .take_while(|count| total(&rest[..*count]) <= room)
            .last()
            .unwrap_or(1);
        let (block, after) = rest.split_at(fit);
        blocks.push(block);
        rest = after;
    }
    blocks
}

fn natural_width(comparison: &Comparison<'_>, index: usize) -> usize {
    let flavors = comparison
        .flavors
        .iter()
        .map(|flavor| cell_text(&flavor.values[index], flavor.clashes[index]));
    let cells = flavors
        .chain([cell_text(&comparison.machine[index], false)])
        .chain(
            comparison
                .worker
                .iter()
                .map(|asked| asked_text(asked[index])),
        )
        .map(|text| width(&text));
    let name = width(comparison.capabilities[index]);
    cells.max().unwrap_or(0).min(WIDEST).max(name)
}

/// The rows with their marks: the machine type, what the worker pool asks for, then the flavors.
fn labels(comparison: &Comparison<'_>, legacy: bool) -> Vec<(String, Option<Mark>)> {
    let mut labels = vec![("machine type".to_owned(), None)];
    if comparison.worker.is_some() {
        labels.push(("worker pool".to_owned(), None));
    }
    for (index, flavor) in comparison.flavors.iter().enumerate() {
        let (mark, says) = match &comparison.selection.selected {
            _ if !flavor.fits() => (Mark::No, ""),
            Selected::One(taken) if *taken == index => (Mark::Yes, " taken"),
            Selected::Ambiguous(ties) if ties.contains(&index) => (Mark::Beware, " ties"),
            _ => (Mark::Yes, ""),
        };
        let name = if legacy {
            "version".to_owned()
        } else {
            format!("flavor {index}")
        };
        labels.push((format!("{name} {}{says}", mark.symbol()), Some(mark)));
    }
    labels
}

fn block(
    comparison: &Comparison<'_>,
    labels: &[(String, Option<Mark>)],
    (label_width, columns): (usize, &[Column]),
    out: &mut Document,
) {
    let widths = std::iter::once(label_width).chain(columns.iter().map(|column| column.width));
    let header = columns
        .iter()
        .map(|column| comparison.capabilities[column.index]);
    let widths = Widths::Fixed(widths.map(Some).collect());
    let mut table = Table {
        indent: INDENT,
        padding: (0, 2),
        ..Table::new(std::iter::once("").chain(header), widths)
    };
    for (row, (label, mark)) in labels.iter().enumerate() {
        let cells = columns.iter().map(|column| {
            let index = column.index;
            match (row, &comparison.worker) {
                (0, _) => cell(&comparison.machine[index], false),
                (1, Some(asked)) => Cell::from(asked_text(asked[index])),
                (row, asked) => {
                    let flavor = &comparison.flavors[row - 1 - usize::from(asked.is_some())];
                    cell(&flavor.values[index], flavor.clashes[index])
                }
            }
        });
        table
            .row(std::iter::once(Cell::new(label, mark.map_or(Style::PLAIN, colour))).chain(cells));
    }
    out.push(Block::Table(table));
}

/// The demand of a worker pool; without one, any value of the machine type fits.
fn asked_text(asked: Option<&str>) -> String {
    asked.map_or_else(|| "any".to_owned(), |value| words::values(&[value]))
}

fn cell_text(side: &Side<'_>, clash: bool) -> String {
    let sign = words::origin_sign(side.origin);
    let values = match side.origin {
        ValuesOrigin::Defaulted
            if side.values.len() > 2 && width(&words::values(&side.values)) > LONG_DEFAULT =>
        {
            format!("all {}", side.values.len())
        }
        _ => words::values(&side.values),
    };
    format!("{values}{sign}{}", if clash { " ✗" } else { "" })
}

fn cell(side: &Side<'_>, clash: bool) -> Cell {
    let style = match side.origin {
        _ if clash => colour(Mark::No),
        ValuesOrigin::Defaulted | ValuesOrigin::Converted => Style::new(Color::Grey),
        ValuesOrigin::Written => Style::PLAIN,
    };
    Cell::new(cell_text(side, clash), style)
}

fn colour(mark: Mark) -> Style {
    match mark {
        Mark::Yes => Style::new(Color::Green),
        Mark::No => Style::new(Color::Red),
        Mark::Beware => Style::new(Color::Yellow),
        Mark::Idle => Style::PLAIN,
    }
}

/// The meaning of the signs in the table.
fn legend(comparison: &Comparison<'_>, legacy: bool, out: &mut Document) {
    let flavors = comparison.flavors.iter().flat_map(|flavor| &flavor.values);
    let origins: BTreeSet<ValuesOrigin> = comparison
        .machine
        .iter()
        .chain(flavors)
        .map(|side| side.origin)
        .collect();
    if origins.contains(&ValuesOrigin::Defaulted) {
        let text = if legacy {
            "* not named, which means amd64"
        } else {
            "* not named, so every value of the definition counts"
        };
        out.paragraph(INDENT, Span::new(text, Style::DIMMED));
    }
    if origins.contains(&ValuesOrigin::Converted) {
        let text = "† from the legacy architectures, as the server converts a profile that gets \
            machineCapabilities";
        out.paragraph(INDENT, Span::new(text, Style::DIMMED));
    }
}
