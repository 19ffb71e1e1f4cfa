//! Documents for a terminal of some width.

use comfy_table::{
    Attribute, Color as CellColor, ColumnConstraint, ContentArrangement, LineStyle, TableStyle,
    Width,
};
use owo_colors::OwoColorize;

use super::wrap::{Long, padded, width, wrap};
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
        Block::Line(spans) => lines(spans, HANGING, look, out),
        Block::Flow(spans) => lines(spans, 0, look, out),
        Block::Paragraph(of) => paragraph(of, look, out),
        Block::List(entries) => list(entries, look.width, out),
        Block::Table(of) => table(of, look, out),
        Block::Item(_, of) => self::block(of, look, out),
        Block::Grid(of) => of.write(look, out),
        Block::Remark(blocks) => {
            for block in blocks {
                self::block(block, look, out);
            }
        }
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

/// A line; what does not fit goes on below, so much further to the right.
fn lines(spans: &[Span], hanging: usize, look: Look, out: &mut String) {
    if spans.iter().map(Span::width).sum::<usize>() <= look.width {
        return push(0, &line(spans, look), out);
    }
    let text: String = spans.iter().map(|span| span.text.as_str()).collect();
    let indent = text.len() - text.trim_start().len() + hanging;
    let rest = look.width.saturating_sub(indent);
    let mut at = 0;
    for (n, part) in wrap(&text, look.width, rest, Long::RunsOver)
        .iter()
        .enumerate()
    {
        // Nothing but blanks lies between two lines.
        at += text[at..].find(part.as_str()).unwrap_or(0);
        let end = at + part.len();
        push(
            if n > 0 { indent } else { 0 },
            &cut(spans, at, end, look),
            out,
        );
        at = end;
    }
}

/// The indentation of the further lines of a wrapped one.
const HANGING: usize = 2;

/// A part of a line, by bytes of its text.
fn cut(spans: &[Span], from: usize, to: usize, look: Look) -> String {
    let mut start = 0;
    let mut out = String::new();
    for span in spans {
        let range = from.max(start)..to.min(start + span.text.len());
        if let Some(text) = span
            .text
            .get(range.start.saturating_sub(start)..range.end.saturating_sub(start))
        {
            out.push_str(&painted(text, span.style, look));
        }
        start += span.text.len();
    }
    out
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

/// The columns that a table needs for its texts on one line, or for its longest words, each with
/// its
/// padding.
fn needs(of: &Table, text: impl Fn(&str) -> usize) -> Vec<usize> {
    let padding = usize::from(of.padding.0 + of.padding.1);
    let rows = || std::iter::once(&of.header).chain(&of.rows);
    let needed = |at: usize| {
        rows()
            .filter_map(|row| row.get(at))
            .flat_map(|cell| cell.lines.lines())
            .map(&text)
            .max()
    };
    (0..of.header.len())
        .map(|at| needed(at).unwrap_or(0) + padding)
        .collect()
}

/// The cells of each row below each other, after their headings.
fn stacked(of: &Table, look: Look, out: &mut String) {
    let indent = of.indent + usize::from(of.padding.0);
    let labels = of
        .header
        .iter()
        .skip(1)
        .map(|cell| width(&cell.lines))
        .max();
    let (first, rest) = (indent + HANGING, labels.unwrap_or(0) + HANGING);
    for row in &of.rows {
        let texts = |cell: &Cell, room: usize| -> Vec<String> {
            cell.lines
                .lines()
                .flat_map(|line| wrap(line, room, room, Long::RunsOver))
                .map(|line| painted(&line, cell.style, look))
                .collect()
        };
        for (at, cell) in row.iter().enumerate() {
            let behind = if at == 0 { indent } else { first + rest };
            for (n, text) in texts(cell, look.width.saturating_sub(behind))
                .iter()
                .enumerate()
            {
                match of.header.get(at).filter(|_| at > 0) {
                    Some(heading) => {
                        let label = if n == 0 { heading.lines.as_str() } else { "" };
                        push(first, &(padded(label, rest) + text), out);
                    }
                    None => push(behind, text, out),
                }
            }
        }
    }
}

fn table(of: &Table, look: Look, out: &mut String) {
    let fixed = matches!(of.widths, Widths::Fixed(_));
    let room = look.width.saturating_sub(of.indent);
    let fits = |needs: &[usize]| fixed || needs.iter().sum::<usize>() <= room;
    let words = needs(of, |line| line.split(' ').map(width).max().unwrap_or(0));
    if !fits(&words) {
        return stacked(of, look, out);
    }
    let within = matches!(of.widths, Widths::Within) || !fits(&needs(of, width));
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
        Widths::Natural | Widths::Within if within => {
            table
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(columns(room));
        }
        Widths::Natural | Widths::Within => {}
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
        } else if within && let Some(word) = words.get(at) {
            // No word is broken.
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(columns(
                *word,
            ))));
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
