//! The machine type beside the flavors of a version, capability by capability.

use std::collections::BTreeSet;

use comfy_table::presets::NOTHING;
use comfy_table::{Cell, Color, ColumnConstraint, ContentArrangement, Table, Width};
use owo_colors::Style;

use crate::capability::Selected;
use crate::matching::{Comparison, Side, ValuesOrigin};
use crate::table::matching::pen::{Mark, Pen, push, width};
use crate::table::matching::words;

/// A column is no wider before it is wrapped.
const WIDEST: usize = 30;
const INDENT: usize = 4;

/// Writes the table; too many capabilities for the width are shown one block below the other.
pub(super) fn write(comparison: &Comparison<'_>, legacy: bool, pen: Pen, out: &mut String) {
    let labels = labels(comparison, legacy);
    let label_width = labels.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
    let columns: Vec<usize> = (0..comparison.capabilities.len()).map(|index| natural_width(comparison, index)).collect();
    let room = pen.look.width.saturating_sub(INDENT + label_width + 2).max(20);
    let mut start = 0;
    while start < columns.len() {
        let mut end = start + 1;
        let mut used = columns[start] + 2;
        while end < columns.len() && used + columns[end] <= room {
            used += columns[end] + 2;
            end += 1;
        }
        block(comparison, &labels, (label_width, &columns), start..end, pen, out);
        start = end;
    }
    legend(comparison, legacy, pen, out);
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
    (label_width, widths): (usize, &[usize]),
    range: std::ops::Range<usize>,
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
    let header = range.clone().map(|index| Cell::new(comparison.capabilities[index]));
    table.set_header(std::iter::once(Cell::new("")).chain(header));
    for (row, (label, mark)) in labels.iter().enumerate() {
        let cells = range.clone().map(|index| {
            let (side, clash) = match row.checked_sub(1).and_then(|flavor| comparison.flavors.get(flavor)) {
                Some(flavor) => (&flavor.values[index], flavor.clashes[index]),
                None => (&comparison.machine[index], false),
            };
            cell(side, clash, pen)
        });
        table.add_row(std::iter::once(painted(Cell::new(label), *mark, pen)).chain(cells));
    }
    let constraint = |width: usize| ColumnConstraint::Absolute(Width::Fixed((width + 2).try_into().unwrap_or(u16::MAX)));
    for (column, width) in table.column_iter_mut().zip(std::iter::once(&label_width).chain(&widths[range])) {
        column.set_padding((0, 2)).set_constraint(constraint(*width));
    }
    for line in table.lines() {
        push(out, INDENT, &line);
    }
}

fn cell_text(side: &Side<'_>, clash: bool) -> String {
    let sign = words::origin_sign(side.origin);
    format!("{}{sign}{}", words::values(&side.values), if clash { " ✗" } else { "" })
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
        let text = if legacy { "* left out, so the default counts" } else { "* left out, so every value of the definition counts" };
        pen.styled(out, INDENT, text, dim);
    }
    if origins.contains(&ValuesOrigin::Converted) {
        pen.styled(out, INDENT, "† from the legacy architectures, as the server converts a profile that gets machineCapabilities", dim);
    }
}
