//! Documents for a terminal of some width.

use comfy_table::{
    Attribute, Color as CellColor, ColumnConstraint, ContentArrangement, LineStyle, TableStyle,
    Width,
};
use owo_colors::OwoColorize;

use super::wrap::{Long, width, wrap};
use super::{Block, Cell, Color, Entry, Look, Paragraph, Span, Style, Table, Widths};

/// The text of some blocks.
pub(super) fn text(blocks: &[Block], look: Look) -> String {
    let mut out = String::new();
    blocks
        .iter()
        .for_each(|block| self::block(block, look, &mut out));
    out
}

pub(super) fn block(block: &Block, look: Look, out: &mut String) {
    match block {
        Block::Heading(text) => {
            for line in wrap(text, look.width, look.width, Long::Breaks) {
                push(0, &painted(&line, Style::BOLD, look), out);
            }
        }
        Block::Line(spans) => push(0, &line(spans, look), out),
        Block::Paragraph(of) => paragraph(of, look, out),
        Block::List(entries) => list(entries, look.width, out),
        Block::Table(of) => table(of, look, out),
        Block::Grid(of) => of.write(look, out),
        Block::Blank => out.push('\n'),
    }
}

fn paragraph(of: &Paragraph, look: Look, out: &mut String) {
    let lead: usize = of.lead.iter().map(|span| width(&span.text)).sum();
    let long = if of.breaks {
        Long::Breaks
    } else {
        Long::RunsOver
    };
    let (first, rest) = (
        look.width.saturating_sub(of.first + lead),
        look.width.saturating_sub(of.rest),
    );
    for (at, text) in wrap(&of.text.text, first, rest, long)
        .into_iter()
        .enumerate()
    {
        let text = painted(&text, of.text.style, look);
        if at == 0 {
            push(of.first, &(line(&of.lead, look) + &text), out);
        } else {
            push(of.rest, &text, out);
        }
    }
}

/// A line, without blanks at its end.
fn push(indent: usize, line: &str, out: &mut String) {
    let line = line.trim_end();
    if !line.is_empty() {
        out.extend(std::iter::repeat_n(' ', indent));
        out.push_str(line);
    }
    out.push('\n');
}

fn line(spans: &[Span], look: Look) -> String {
    spans
        .iter()
        .map(|span| painted(&span.text, span.style, look))
        .collect()
}

/// A text that was cleaned, with its colour.
pub(super) fn painted(text: &str, style: Style, look: Look) -> String {
    if !look.color || style == Style::PLAIN || text.is_empty() {
        return text.to_owned();
    }
    text.style(escapes(style)).to_string()
}

fn escapes(style: Style) -> owo_colors::Style {
    let mut escapes = owo_colors::Style::new();
    escapes = match style.color {
        None => escapes,
        Some(Color::Red) => escapes.red(),
        Some(Color::Green) => escapes.green(),
        Some(Color::Yellow) => escapes.yellow(),
        Some(Color::Cyan) => escapes.cyan(),
        Some(Color::Grey) => escapes.bright_black(),
    };
    if style.bold {
        escapes = escapes.bold();
    }
    if style.dimmed {
        escapes = escapes.dimmed();
    }
    if style.underlined {
        escapes.underline()
    } else {
        escapes
    }
}

/// Terms with their meanings below each other.
fn list(entries: &[Entry], most: usize, out: &mut String) {
    let longest = entries
        .iter()
        .map(|entry| width(&entry.term))
        .max()
        .unwrap_or(0)
        .min(most / 2);
    let room = most.saturating_sub(longest + 3);
    for entry in entries {
        let mut terms = wrap(&entry.term, longest, longest, Long::Breaks).into_iter();
        let mut texts = wrap(&entry.text, room, room, Long::Breaks).into_iter();
        loop {
            let (term, text) = match (terms.next(), texts.next()) {
                (None, None) => break,
                (term, text) => (term.unwrap_or_default(), text.unwrap_or_default()),
            };
            let blank = " ".repeat(longest.saturating_sub(width(&term)));
            push(1, &format!("{term}{blank}  {text}"), out);
        }
    }
}

fn table(of: &Table, look: Look, out: &mut String) {
    let mut table = comfy_table::Table::new();
    table.load_style(match of.rule {
        Some(fill) => TableStyle::new().header_separator(LineStyle::none().fill(fill)),
        None => comfy_table::presets::NOTHING,
    });
    if look.color {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    match &of.widths {
        Widths::Natural => {}
        Widths::Within => {
            table
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(columns(look.width));
        }
        Widths::Fixed(_) => {
            table
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(u16::MAX);
        }
    }
    let cells = |cells: &[Cell]| cells.iter().map(|of| cell(of, look)).collect::<Vec<_>>();
    table.set_header(cells(&of.header));
    table.add_rows(of.rows.iter().map(|row| cells(row)));
    for (at, column) in table.column_iter_mut().enumerate() {
        column.set_padding(of.padding);
        let fixed = if let Widths::Fixed(all) = &of.widths {
            all.get(at).copied().flatten()
        } else {
            None
        };
        if let Some(fixed) = fixed {
            let all = columns(fixed + usize::from(of.padding.0 + of.padding.1));
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(all)));
        }
    }
    table
        .trim_fmt()
        .lines()
        .for_each(|line| push(of.indent, line, out));
}

fn columns(width: usize) -> u16 {
    width.try_into().unwrap_or(u16::MAX)
}

fn cell(of: &Cell, look: Look) -> comfy_table::Cell {
    let cell = comfy_table::Cell::new(&of.lines);
    if !look.color {
        return cell;
    }
    let cell = match of.style.color {
        None => cell,
        Some(Color::Red) => cell.fg(CellColor::Red),
        Some(Color::Green) => cell.fg(CellColor::Green),
        Some(Color::Yellow) => cell.fg(CellColor::Yellow),
        Some(Color::Cyan) => cell.fg(CellColor::Cyan),
        Some(Color::Grey) => cell.fg(CellColor::DarkGrey),
    };
    if of.style.bold {
        cell.add_attribute(Attribute::Bold)
    } else {
        cell
    }
}
