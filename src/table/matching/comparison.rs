//! The machine type beside the flavors of a version, capability by capability.

use std::collections::BTreeSet;

use comfy_table::presets::NOTHING;
use comfy_table::{Cell, Color, ColumnConstraint, ContentArrangement, Table, Width};
use owo_colors::Style;

use crate::capability::Selected;
use crate::matching::{Comparison, Side, ValuesOrigin};
use crate::table::matching::pen::{Mark, Pen, and, push, width};
use crate::table::matching::words;

/// A column is no wider before it is wrapped.
const WIDEST: usize = 30;
/// A default that is longer is counted, not listed.
const LONG_DEFAULT: usize = 20;
const INDENT: usize = 4;

/// Writes the table; too many capabilities for the width are shown one block below the other.
pub(super) fn write(comparison: &Comparison<'_>, legacy: bool, pen: Pen, out: &mut String) {
    let labels = labels(comparison, legacy);
    let label_width = labels.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
    let room = pen.look.width.saturating_sub(INDENT + label_width + 2).max(20);
    let all: Vec<Column> =
        (0..comparison.capabilities.len()).map(|index| Column { index, width: natural_width(comparison, index) }).collect();
    // Where not all fit beside each other, those that nobody restricts can be missed.
    let (shown, unrestricted): (Vec<Column>, Vec<Column>) =
        if total(&all) <= room { (all, Vec::new()) } else { all.into_iter().partition(|column| restricted(comparison, column.index)) };
    for (number, columns) in blocks(&shown, room).into_iter().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        block(comparison, &labels, (label_width, columns), pen, out);
    }
    if !unrestricted.is_empty() {
        let names: Vec<String> = unrestricted.iter().map(|column| comparison.capabilities[column.index].to_owned()).collect();
        pen.paragraph(out, INDENT, &format!("Left out on both sides, so all values fit: {}", and(&names)));
    }
    legend(comparison, legacy, pen, out);
}

/// A capability as a column.
#[derive(Clone, Copy)]
struct Column {
    index: usize,
    width: usize,
}

fn total(columns: &[Column]) -> usize {
    columns.iter().map(|column| column.width + 2).sum::<usize>().saturating_sub(2)
}

fn restricted(comparison: &Comparison<'_>, index: usize) -> bool {
    let flavors = comparison.flavors.iter().map(|flavor| &flavor.values[index]);
    std::iter::once(&comparison.machine[index]).chain(flavors).any(|side| side.origin != ValuesOrigin::Defaulted)
}

/// The columns in blocks that are no wider than the room.
fn blocks(columns: &[Column], room: usize) -> Vec<&[Column]> {
    let mut blocks = Vec::new();
    let mut rest = columns;
    while !rest.is_empty() {
        let fit = (1..=rest.len()).take_while(|count| total(&rest[..*count]) <= room).last().unwrap_or(1);
        let (block, after) = rest.split_at(fit);
        blocks.push(block);
        rest = after;
    }
    blocks
}

fn natural_width(comparison: &Comparison<'_>, index: usize) -> usize {
    let flavors = comparison.flavors.iter().map(|flavor| cell_text(&flavor.values[index], flavor.clashes[index]));
    let cells = flavors.chain([cell_text(&comparison.machine[index], false)]).map(|text| width(&text));
    let name = width(comparison.capabilities[index]);
    cells.max().unwrap_or(0).min(WIDEST).max(name)
}

/// The rows with their marks: the machine type, then the flavors.
fn labels(comparison: &Comparison<'_>, legacy: bool) -> Vec<(String, Option<Mark>)> {
    let mut labels = vec![("machine type".to_owned(), None)];
    for (index, flavor) in comparison.flavors.iter().enumerate() {
        let (mark, says) = match &comparison.selection.selected {
            _ if !flavor.fits() => (Mark::No, ""),
            Selected::One(taken) if *taken == index => (Mark::Yes, " taken"),
            Selected::Ambiguous(ties) if ties.contains(&index) => (Mark::Beware, " ties"),
            _ => (Mark::Yes, ""),
        };
        let name = if legacy { "version".to_owned() } else { format!("flavor {index}") };
        labels.push((format!("{name} {}{says}", mark.symbol()), Some(mark)));
    }
    labels
}

fn block(
    comparison: &Comparison<'_>,
    labels: &[(String, Option<Mark>)],
    (label_width, columns): (usize, &[Column]),
    pen: Pen,
    out: &mut String,
) {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_width(u16::MAX);
    if pen.look.color {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    let header = columns.iter().map(|column| Cell::new(comparison.capabilities[column.index]));
    table.set_header(std::iter::once(Cell::new("")).chain(header));
    for (row, (label, mark)) in labels.iter().enumerate() {
        let cells = columns.iter().map(|column| {
            let index = column.index;
            let (side, clash) = match row.checked_sub(1).and_then(|flavor| comparison.flavors.get(flavor)) {
                Some(flavor) => (&flavor.values[index], flavor.clashes[index]),
                None => (&comparison.machine[index], false),
            };
            cell(side, clash, pen)
        });
        table.add_row(std::iter::once(painted(Cell::new(label), *mark, pen)).chain(cells));
    }
    let constraint = |width: usize| ColumnConstraint::Absolute(Width::Fixed((width + 2).try_into().unwrap_or(u16::MAX)));
    let widths = std::iter::once(label_width).chain(columns.iter().map(|column| column.width));
    for (column, width) in table.column_iter_mut().zip(widths) {
        column.set_padding((0, 2)).set_constraint(constraint(width));
    }
    for line in table.lines() {
        push(out, INDENT, &line);
    }
}

fn cell_text(side: &Side<'_>, clash: bool) -> String {
    let sign = words::origin_sign(side.origin);
    let values = match side.origin {
        ValuesOrigin::Defaulted if side.values.len() > 2 && width(&words::values(&side.values)) > LONG_DEFAULT => {
            format!("all {}", side.values.len())
        }
        _ => words::values(&side.values),
    };
    format!("{values}{sign}{}", if clash { " ✗" } else { "" })
}

fn cell(side: &Side<'_>, clash: bool, pen: Pen) -> Cell {
    let cell = Cell::new(cell_text(side, clash));
    match side.origin {
        _ if clash => painted(cell, Some(Mark::No), pen),
        ValuesOrigin::Defaulted | ValuesOrigin::Converted if pen.look.color => cell.fg(Color::DarkGrey),
        _ => cell,
    }
}

fn painted(cell: Cell, mark: Option<Mark>, pen: Pen) -> Cell {
    match mark {
        _ if !pen.look.color => cell,
        Some(Mark::Yes) => cell.fg(Color::Green),
        Some(Mark::No) => cell.fg(Color::Red),
        Some(Mark::Beware) => cell.fg(Color::Yellow),
        Some(Mark::Idle) | None => cell,
    }
}

/// What the signs in the table mean.
fn legend(comparison: &Comparison<'_>, legacy: bool, pen: Pen, out: &mut String) {
    let flavors = comparison.flavors.iter().flat_map(|flavor| &flavor.values);
    let origins: BTreeSet<ValuesOrigin> = comparison.machine.iter().chain(flavors).map(|side| side.origin).collect();
    let dim = Style::new().dimmed();
    if origins.contains(&ValuesOrigin::Defaulted) {
        let text = if legacy { "* left out, which means amd64" } else { "* left out, so every value of the definition counts" };
        pen.styled(out, INDENT, text, dim);
    }
    if origins.contains(&ValuesOrigin::Converted) {
        pen.styled(out, INDENT, "† from the legacy architectures, as the server converts a profile that gets machineCapabilities", dim);
    }
}
