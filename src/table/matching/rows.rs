//! The rows of bits: capability values as columns, 0 and 1 for the machine type and every flavor,
//! and where flavors drop out.

use crate::capability::{Bit, Row, Selection};
use crate::output::Document;
use crate::output::wrap::{padded, width};
use crate::table::matching::ProfileView;
use crate::table::matching::pen::{Mark, Pen, push};

const INDENT: usize = 4;

struct Column<'t> {
    at: usize,
    bit: Bit<'t>,
    width: usize,
}

/// Writes the rows of a machine type and the flavors of a version; both by position.
pub(super) fn write(
    profile: &ProfileView<'_, '_, '_>,
    (machine, version): (usize, usize),
    selection: &Selection<'_>,
    pen: Pen,
    out: &mut Document,
) {
    let matcher = profile.matcher;
    let flavors = &matcher.versions()[version].flavors;
    if matcher.vocabulary().is_empty() || flavors.is_empty() {
        return;
    }
    let mut rows: Vec<(String, &Row<'_>)> =
        vec![("machine type".to_owned(), &matcher.machines()[machine].row)];
    rows.extend(flavors.iter().enumerate().map(|(index, row)| {
        let mark = if selection.compatible.contains(&index) {
            Mark::Yes
        } else {
            Mark::No
        };
        (format!("flavor {index} {}", mark.symbol()), row)
    }));
    let labels = rows
        .iter()
        .map(|(label, _)| width(label))
        .max()
        .unwrap_or(0);
    let text = "As bits: ✓ marks flavors that share a 1 with the machine type in every \
        capability; the largest number wins.";
    out.paragraph(2, text);
    let room = pen.look.width.saturating_sub(INDENT + labels + 2).max(20);
    for block in blocks(&matcher.layout().bits().collect::<Vec<_>>(), room) {
        let line = |label: &str, cell: &dyn Fn(&Column<'_>) -> String| {
            let cells = block
                .iter()
                .map(|column| padded(&cell(column), column.width))
                .collect::<Vec<_>>();
            format!("{}  {}", padded(label, labels), cells.join(" "))
        };
        push(out, INDENT, &format!("{:labels$}  {}", "", names(&block)));
        push(
            out,
            INDENT,
            &line("", &|column| column.bit.value.to_owned()),
        );
        for (label, row) in &rows {
            push(
                out,
                INDENT,
                &line(label, &|column| u8::from(row.has(column.at)).to_string()),
            );
        }
        let step = |column: &Column<'_>| {
            selection
                .steps
                .iter()
                .position(|step| step.bit == column.bit)
        };
        if block.iter().any(|column| step(column).is_some()) {
            push(
                out,
                INDENT,
                &line("step", &|column| {
                    step(column).map_or_else(String::new, |step| (step + 1).to_string())
                }),
            );
        }
    }
}

/// The columns, in blocks that are no wider than the room. The last column of a capability is as
/// wide as its name needs.
fn blocks<'t>(bits: &[(usize, Bit<'t>)], room: usize) -> Vec<Vec<Column<'t>>> {
    let mut blocks: Vec<Vec<Column<'_>>> = vec![Vec::new()];
    let mut used = 0;
    let mut at = 0;
    while at < bits.len() {
        let capability = bits[at].1.capability;
        let values = bits[at..]
            .iter()
            .take_while(|(_, bit)| bit.capability == capability)
            .count();
        let mut columns: Vec<Column<'_>> = bits[at..at + values]
            .iter()
            .map(|(at, bit)| Column {
                at: *at,
                bit: *bit,
                width: width(bit.value) + 1,
            })
            .collect();
        widen(&mut columns);
        let wide: usize = columns.iter().map(|column| column.width + 1).sum();
        if used > 0 && used + wide > room {
            blocks.push(Vec::new());
            used = 0;
        }
        for mut column in columns {
            if used > 0 && used + column.width + 1 > room {
                blocks.push(Vec::new());
                used = 0;
                column.width = column.width.max(width(capability));
            }
            used += column.width + 1;
            if let Some(block) = blocks.last_mut() {
                block.push(column);
            }
        }
        at += values;
    }
    blocks
}

/// The names of the capabilities, each over its columns.
fn names(block: &[Column<'_>]) -> String {
    let groups = block.chunk_by(|a, b| a.bit.capability == b.bit.capability);
    let name = |group: &[Column<'_>]| {
        let wide: usize = group.iter().map(|column| column.width + 1).sum();
        padded(group[0].bit.capability, wide - 1)
    };
    groups.map(name).collect::<Vec<_>>().join(" ")
}

/// Makes room for the capability's name, which stands in its first column and runs over the others.
fn widen(columns: &mut [Column<'_>]) {
    let Some(name) = columns.first().map(|column| width(column.bit.capability)) else {
        return;
    };
    let all: usize = columns.iter().map(|column| column.width + 1).sum();
    if let Some(last) = columns.last_mut() {
        last.width += (name + 2).saturating_sub(all);
    }
}
