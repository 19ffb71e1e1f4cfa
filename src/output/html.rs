//! Documents as HTML: elements and classes only, so that a page can forbid inline styles.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde::Serialize;

use super::{Block, Cell, Color, Document, Entry, Grid, Paragraph, Row, Span, Style, Table};

/// The deepest margin that has a class.
const DEEPEST: usize = 4;

impl Document {
    /// The document as elements; headings have the level of sections in a page.
    pub fn html(&self) -> Markup {
        blocks(&self.blocks)
    }
}

fn blocks(of: &[Block]) -> Markup {
    html! { @for block in of { (self::block(block)) } }
}

fn block(of: &Block) -> Markup {
    match of {
        Block::Heading(text) => html! { h3 { (prose(text)) } },
        Block::Line(spans) => html! { p.line { @for span in spans { (self::span(span)) } } },
        Block::Flow(spans) => html! { p { @for span in spans { (self::span(span)) } } },
        Block::Paragraph(of) => paragraph(of),
        Block::List(entries) => html! {
            dl.list { @for entry in entries { (self::entry(entry)) } }
        },
        Block::Table(of) => table(of),
        Block::Item(_, of) => self::block(of),
        Block::Grid(of) => grid(of),
        Block::Remark(of) => html! { div.remark { (blocks(of)) } },
        Block::Blank => html! {},
    }
}

fn paragraph(of: &Paragraph) -> Markup {
    html! {
        p class=[margin(of.first)] {
            @for span in &of.lead { (self::span(span)) }
            (span(&of.text))
        }
    }
}

/// The class of a margin; none at the edge.
fn margin(blanks: usize) -> Option<String> {
    let deep = (blanks / 2).min(DEEPEST);
    (deep > 0).then(|| format!("in{deep}"))
}

fn entry(of: &Entry) -> Markup {
    html! {
        dt { @if of.sign { b.sign { (of.term) } } @else { (of.term) } }
        dd { (prose(&of.text)) }
    }
}

fn table(of: &Table) -> Markup {
    html! {
        div.scroll tabindex="0" {
            table.plain {
                thead { tr { @for cell in &of.header { th scope="col" { (lines(cell)) } } } }
                tbody { @for row in &of.rows { (self::row(row)) } }
            }
        }
    }
}

fn row(cells: &[Cell]) -> Markup {
    html! {
        tr {
            @for (at, cell) in cells.iter().enumerate() {
                @if at == 0 {
                    th scope="row" class=[class(cell.style)] { (lines(cell)) }
                } @else {
                    td class=[class(cell.style)] { (lines(cell)) }
                }
            }
        }
    }
}

fn lines(cell: &Cell) -> Markup {
    html! {
        @for (at, line) in cell.lines.lines().enumerate() {
            @if at > 0 { br; }
            (prose(line))
        }
    }
}

fn grid(of: &Grid) -> Markup {
    let says = |column: usize| of.cells().any(|cells| !cells[column].text.is_empty());
    let shown: Vec<usize> = (0..of.heading.len())
        .filter(|at| !of.optional.contains(at) || says(*at))
        .collect();
    html! {
        div.scroll tabindex="0" {
            table.plain {
                thead { tr { @for at in &shown { th scope="col" { (of.heading[*at]) } } } }
                tbody {
                    @for row in &of.rows {
                        @match row {
                            Row::Cells(cells) => tr {
                                @for at in &shown { td { (span(&cells[*at])) } }
                            },
                            Row::Between(between) => tr.between {
                                td colspan=(shown.len()) { (block(between)) }
                            },
                        }
                    }
                }
            }
        }
    }
}

fn span(of: &Span) -> Markup {
    match class(of.style) {
        Some(class) => html! { span class=(class) { (prose(&of.text)) } },
        None => prose(&of.text),
    }
}

/// A text with what stands between backticks as code.
pub(crate) fn prose(text: &str) -> Markup {
    let code = super::markdown::code(text);
    let starts = std::iter::once(0).chain(code.iter().map(|code| code.end));
    let plain = starts.zip(code.iter().map(|code| code.start));
    html! {
        @for (plain, code) in plain.map(|(start, end)| &text[start..end]).zip(&code) {
            (plain) code { (text[code.start + 1..code.end - 1]) }
        }
        (text[code.last().map_or(0, |code| code.end)..])
    }
}

/// The classes of a style; none for a plain text.
fn class(style: Style) -> Option<String> {
    let color = style.color.map(|color| match color {
        Color::Red => "red",
        Color::Green => "green",
        Color::Yellow => "yellow",
        Color::Cyan => "cyan",
        Color::Grey => "grey",
    });
    let more = [
        (style.bold, "bold"),
        (style.dimmed, "dim"),
        (style.underlined, "under"),
    ];
    let more = more.iter().filter(|(set, _)| *set).map(|(_, name)| *name);
    let all: Vec<&str> = color.into_iter().chain(more).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// Documents whose equal parts stand once: texts, rows of tables, blocks, and documents of blocks.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    texts: Once<Text>,
    lines: Once<Vec<usize>>,
    blocks: Once<Part>,
    documents: Once<Vec<usize>>,
}

/// A text, with its classes where it has some.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
enum Text {
    Plain(String),
    Styled(String, String),
}

/// A block, of texts and rows by position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
enum Part {
    /// A paragraph: its margin, and its texts.
    #[serde(rename = "p")]
    Paragraph(usize, Vec<usize>),
    /// A table: its rows, the heading first.
    #[serde(rename = "t")]
    Table(Vec<usize>),
}

/// Values, each once, by position.
#[derive(Debug)]
struct Once<T> {
    all: Vec<T>,
    known: BTreeMap<T, usize>,
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            known: BTreeMap::new(),
        }
    }
}

impl<T: Clone + Ord> Once<T> {
    fn add(&mut self, value: T) -> usize {
        if let Some(at) = self.known.get(&value) {
            return *at;
        }
        self.known.insert(value.clone(), self.all.len());
        self.all.push(value);
        self.all.len() - 1
    }
}

/// What [`Shared`] holds, for the data of a page.
#[derive(Debug, Default, Serialize)]
pub(crate) struct SharedData {
    texts: Vec<Text>,
    lines: Vec<Vec<usize>>,
    blocks: Vec<Part>,
    documents: Vec<Vec<usize>>,
}

impl Shared {
    /// Adds a document of paragraphs and tables, and gives its position.
    pub fn add(&mut self, document: &Document) -> usize {
        let parts = document.blocks.iter().filter_map(|block| self.part(block));
        let parts: Vec<usize> = parts.collect();
        self.documents.add(parts)
    }

    /// Adds a text, and gives its position.
    pub fn span(&mut self, span: &Span) -> usize {
        self.text(&span.text, span.style)
    }

    pub fn data(self) -> SharedData {
        SharedData {
            texts: self.texts.all,
            lines: self.lines.all,
            blocks: self.blocks.all,
            documents: self.documents.all,
        }
    }

    fn part(&mut self, block: &Block) -> Option<usize> {
        let part = match block {
            Block::Paragraph(of) => {
                let spans = of.lead.iter().chain([&of.text]);
                let spans = spans.map(|span| self.text(&span.text, span.style));
                Part::Paragraph((of.first / 2).min(DEEPEST), spans.collect())
            }
            Block::Line(spans) | Block::Flow(spans) => {
                let spans = spans.iter().map(|span| self.text(&span.text, span.style));
                Part::Paragraph(0, spans.collect())
            }
            Block::Heading(text) => Part::Paragraph(0, vec![self.text(text, Style::BOLD)]),
            Block::Table(of) => {
                let rows = std::iter::once(&of.header).chain(&of.rows);
                let rows = rows.map(|row| {
                    let cells = row.iter().map(|cell| self.text(&cell.lines, cell.style));
                    let cells = cells.collect();
                    self.lines.add(cells)
                });
                Part::Table(rows.collect())
            }
            Block::Item(_, of) => return self.part(of),
            // No answer about a pair has these.
            Block::List(_) | Block::Grid(_) | Block::Remark(_) | Block::Blank => return None,
        };
        Some(self.blocks.add(part))
    }

    fn text(&mut self, text: &str, style: Style) -> usize {
        let text = text.to_owned();
        self.texts.add(match class(style) {
            Some(class) => Text::Styled(text, class),
            None => Text::Plain(text),
        })
    }
}
