//! Documents as HTML: elements and classes only, so that a page can forbid inline styles.

use std::collections::BTreeMap;

use maud::{Markup, html};
use serde::Serialize;

use crate::model::time::Time;

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
            (timed(line))
        }
    }
}

/// A text whose times do not break across lines.
fn timed(text: &str) -> Markup {
    let is_time = |word: &str| Time::parse(word.trim_matches([',', ';', '.'])).is_ok();
    if text.contains('`') || !text.split(' ').any(is_time) {
        return prose(text);
    }
    html! {
        @for (at, word) in text.split(' ').enumerate() {
            @if at > 0 { " " }
            @if is_time(word) { span.time { (word) } } @else { (word) }
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
        let parts = self.parts(&document.blocks);
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

    fn parts(&mut self, blocks: &[Block]) -> Vec<usize> {
        blocks.iter().flat_map(|block| self.part(block)).collect()
    }

    fn part(&mut self, block: &Block) -> Vec<usize> {
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
            Block::List(entries) => {
                let entries = entries.iter().map(|entry| {
                    let term = self.text(&entry.term, Style::BOLD);
                    vec![
                        term,
                        self.text(&format!(" {}", entry.text), Style::default()),
                    ]
                });
                let rows: Vec<Vec<usize>> = entries.collect();
                let parts = rows
                    .into_iter()
                    .map(|row| self.blocks.add(Part::Paragraph(0, row)));
                return parts.collect();
            }
            Block::Grid(of) => return self.grid(of),
            Block::Remark(of) => return self.parts(of),
            Block::Blank => return Vec::new(),
        };
        vec![self.blocks.add(part)]
    }

    /// A table, which ends where a block stands between its rows.
    fn grid(&mut self, of: &Grid) -> Vec<usize> {
        let heading: Vec<usize> = of
            .heading
            .iter()
            .map(|text| self.text(text, Style::default()))
            .collect();
        let heading = self.lines.add(heading);
        let (mut parts, mut rows) = (Vec::new(), vec![heading]);
        for row in &of.rows {
            match row {
                Row::Cells(cells) => {
                    let cells = cells.iter().map(|cell| self.text(&cell.text, cell.style));
                    let cells = cells.collect();
                    rows.push(self.lines.add(cells));
                }
                Row::Between(between) => {
                    if rows.len() > 1 {
                        let rows = std::mem::replace(&mut rows, vec![heading]);
                        parts.push(self.blocks.add(Part::Table(rows)));
                    }
                    parts.extend(self.part(between));
                }
            }
        }
        if rows.len() > 1 {
            parts.push(self.blocks.add(Part::Table(rows)));
        }
        parts
    }

    fn text(&mut self, text: &str, style: Style) -> usize {
        let text = text.to_owned();
        self.texts.add(match class(style) {
            Some(class) => Text::Styled(text, class),
            None => Text::Plain(text),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_shared_with_all_its_texts() {
        let mut document = Document::default();
        document.list([Entry::name("term", "meaning")]);
        document.blocks.push(Block::Heading("heading".into()));
        document
            .blocks
            .push(Block::Remark(vec![Block::Flow(vec![Span::new(
                "remark",
                Style::default(),
            )])]));
        let cell = |text: &str| Span::new(text, Style::default());
        document.blocks.push(Block::Grid(Grid {
            heading: &["column"],
            optional: &[],
            names: 0,
            folds: false,
            indent: 0,
            rows: vec![
                Row::Cells(vec![cell("first")]),
                Row::Between(Block::Line(vec![cell("between")])),
                Row::Cells(vec![cell("second")]),
            ],
        }));
        let mut shared = Shared::default();
        shared.add(&document);
        let data = serde_json::to_value(shared.data()).unwrap();
        let texts = data["texts"].to_string();
        for text in [
            "term", "meaning", "heading", "remark", "column", "first", "between", "second",
        ] {
            assert!(texts.contains(text), "{text}: {data}");
        }
        // A table, what stands between its rows, and the rest of it.
        assert_eq!(data["documents"][0].as_array().unwrap().len(), 6, "{data}");
    }
}
