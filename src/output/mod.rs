//! Bytes out: a document of headings, paragraphs, tables and lists, and one writer for each form.
//! Every text of others is cleaned when it enters a document, before it gets its colour, so that
//! nothing of it is left that a terminal would obey. Nothing here decides anything.

pub(crate) mod clean;
pub(crate) mod csv;
pub(crate) mod excerpt;
mod grid;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod markdown;
mod terminal;
pub(crate) mod wrap;

use std::borrow::Cow;

use crate::finding::Severity;

pub(crate) use grid::{Grid, Row};

/// How a document looks on a terminal, decided once in `cli`.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Width to wrap at, in columns.
    pub width: usize,
    pub color: bool,
}

/// A colour of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Color {
    Red,
    Green,
    Yellow,
    Cyan,
    Grey,
}

/// How a text stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Style {
    color: Option<Color>,
    bold: bool,
    dimmed: bool,
    underlined: bool,
}

impl Style {
    pub const PLAIN: Self = Self {
        color: None,
        bold: false,
        dimmed: false,
        underlined: false,
    };
    pub const BOLD: Self = Self {
        bold: true,
        ..Self::PLAIN
    };
    pub const DIMMED: Self = Self {
        dimmed: true,
        ..Self::PLAIN
    };
    pub const UNDERLINED: Self = Self {
        underlined: true,
        ..Self::PLAIN
    };

    pub const fn new(color: Color) -> Self {
        Self {
            color: Some(color),
            ..Self::PLAIN
        }
    }

    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The colour of a severity.
    pub const fn of(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::new(Color::Red),
            Severity::Warning => Self::new(Color::Yellow),
            Severity::Note => Self::new(Color::Cyan),
        }
    }
}

/// A text on one line without anything that a terminal would obey, and how it stands out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Span {
    text: String,
    style: Style,
}

impl Span {
    pub fn new(text: impl AsRef<str>, style: Style) -> Self {
        Self {
            text: clean::line(text.as_ref()).into_owned(),
            style,
        }
    }

    /// How many columns it takes.
    pub fn width(&self) -> usize {
        wrap::width(&self.text)
    }

    /// A sentence, in which line ends are blanks.
    pub fn prose(text: &str) -> Self {
        Self {
            text: clean::prose(text).into_owned(),
            style: Style::PLAIN,
        }
    }
}

impl From<&str> for Span {
    fn from(text: &str) -> Self {
        Self::new(text, Style::PLAIN)
    }
}

impl From<String> for Span {
    fn from(text: String) -> Self {
        match clean::line(&text) {
            Cow::Borrowed(_) => Self {
                text,
                style: Style::PLAIN,
            },
            Cow::Owned(text) => Self {
                text,
                style: Style::PLAIN,
            },
        }
    }
}

/// A text that is wrapped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paragraph {
    /// Spans before it on its first line, which never wraps.
    pub lead: Vec<Span>,
    pub text: Span,
    /// Blanks before the first line.
    pub first: usize,
    /// Blanks before each other line.
    pub rest: usize,
    /// Whether words that are longer than a line are broken. Others run over the edge, so that they
    /// can be copied.
    pub breaks: bool,
}

/// A table whose widths the terminal writer finds.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub header: Vec<Cell>,
    pub rows: Vec<Vec<Cell>>,
    pub widths: Widths,
    /// Blanks before each line.
    pub indent: usize,
    /// The character that fills the line below the heading; none: no line.
    pub rule: Option<char>,
    /// Blanks on both sides of a cell.
    pub padding: (u16, u16),
    /// Whether columns are aligned in Markdown, too.
    pub aligned: bool,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            header: Vec::new(),
            rows: Vec::new(),
            widths: Widths::Natural,
            indent: 0,
            rule: None,
            padding: (1, 1),
            aligned: false,
        }
    }
}

impl Table {
    /// A table without rows.
    pub fn new<T: Into<Cell>>(header: impl IntoIterator<Item = T>, widths: Widths) -> Self {
        Self {
            header: header.into_iter().map(Into::into).collect(),
            widths,
            ..Self::default()
        }
    }

    pub fn row<T: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

/// How wide the columns of a table are.
#[derive(Clone, Debug, Default)]
pub(crate) enum Widths {
    /// As wide as their cells.
    #[default]
    Natural,
    /// Together no wider than the terminal; cells wrap.
    Within,
    /// The width without padding, where it is given.
    Fixed(Vec<Option<usize>>),
}

/// A cell of a table: lines without anything that a terminal would obey.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    lines: String,
    style: Style,
}

impl Cell {
    pub fn new(text: impl AsRef<str>, style: Style) -> Self {
        Self {
            lines: clean::line(text.as_ref()).into_owned(),
            style,
        }
    }

    /// A cell of several lines.
    pub fn lines<T: AsRef<str>>(lines: impl IntoIterator<Item = T>, style: Style) -> Self {
        let lines: Vec<String> = lines
            .into_iter()
            .map(|line| clean::line(line.as_ref()).into_owned())
            .collect();
        Self {
            lines: lines.join("\n"),
            style,
        }
    }
}

impl<T: AsRef<str>> From<T> for Cell {
    fn from(text: T) -> Self {
        Self::new(text, Style::PLAIN)
    }
}

/// A term and what it means.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    term: String,
    text: String,
    /// Whether the term is a sign of ours, and no name.
    sign: bool,
}

impl Entry {
    pub fn name(term: impl AsRef<str>, text: impl AsRef<str>) -> Self {
        let [term, text] =
            [term.as_ref(), text.as_ref()].map(|text| clean::line(text).into_owned());
        Self {
            term,
            text,
            sign: false,
        }
    }

    pub fn sign(term: impl AsRef<str>, text: impl AsRef<str>) -> Self {
        Self {
            sign: true,
            ..Self::name(term, text)
        }
    }
}

/// The mark of an entry of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    Bullet,
    /// From 1.
    Number(usize),
    /// None: it goes on with the entry above.
    Below,
}

/// A part of a document.
#[derive(Clone, Debug)]
pub(crate) enum Block {
    Heading(String),
    /// A line; it goes on below only where it is longer than the terminal is wide.
    Line(Vec<Span>),
    /// A text of parts that stand out differently, wrapped.
    Flow(Vec<Span>),
    /// A text that is wrapped.
    Paragraph(Paragraph),
    /// Terms with their meanings, side by side.
    List(Vec<Entry>),
    Table(Table),
    /// A part of a list whose marks and margins a terminal gets from the block itself.
    Item(Mark, Box<Block>),
    /// Rows with sentences between them.
    Grid(Grid),
    /// An explanation beside the answer.
    Remark(Vec<Block>),
    Blank,
}

impl Block {
    /// Takes remarks out of it, and says whether it is an answer.
    fn is_answer(&mut self) -> bool {
        if let Self::Grid(of) = self {
            of.rows.retain_mut(|row| match row {
                Row::Cells(_) => true,
                Row::Between(block) => block.is_answer(),
            });
        }
        !matches!(self, Self::Remark(_))
    }
}

/// A text for people.
#[derive(Clone, Debug, Default)]
pub(crate) struct Document {
    blocks: Vec<Block>,
}

impl Document {
    /// A document of one line.
    pub fn of_line(spans: impl IntoIterator<Item = impl Into<Span>>) -> Self {
        let mut document = Self::default();
        document.line(spans);
        document
    }

    pub fn push(&mut self, block: Block) {
        self.blocks.push(block);
    }

    /// Adds all of another document.
    pub fn append(&mut self, other: Self) {
        self.blocks.extend(other.blocks);
    }

    /// Adds an explanation beside the answer, such as a legend.
    pub fn remark(&mut self, say: impl FnOnce(&mut Self)) {
        let mut remark = Self::default();
        say(&mut remark);
        if !remark.blocks.is_empty() {
            self.push(Block::Remark(remark.blocks));
        }
    }

    /// The document itself, or only the answer without remarks.
    pub fn quiet(mut self, quiet: bool) -> Self {
        if quiet {
            self.blocks.retain_mut(Block::is_answer);
        }
        self
    }

    pub fn blank(&mut self) {
        self.push(Block::Blank);
    }

    pub fn heading(&mut self, text: impl AsRef<str>) {
        self.push(Block::Heading(clean::line(text.as_ref()).into_owned()));
    }

    /// A line; it goes on below only where it is longer than the terminal is wide.
    pub fn line(&mut self, spans: impl IntoIterator<Item = impl Into<Span>>) {
        self.push(Block::Line(spans.into_iter().map(Into::into).collect()));
    }

    /// A text of parts that stand out differently, wrapped.
    pub fn flow(&mut self, spans: Vec<Span>) {
        self.push(Block::Flow(spans));
    }

    /// A text that is wrapped below a margin.
    pub fn paragraph(&mut self, indent: usize, text: impl Into<Span>) {
        self.push(Block::Paragraph(Paragraph {
            text: text.into(),
            first: indent,
            rest: indent,
            ..Paragraph::default()
        }));
    }

    /// The same with long words broken, so that nothing runs over the edge.
    pub fn wrapped(&mut self, indent: usize, text: impl Into<Span>) {
        self.push(Block::Paragraph(Paragraph {
            text: text.into(),
            first: indent,
            rest: indent,
            breaks: true,
            ..Paragraph::default()
        }));
    }

    /// Takes what `say` adds as a part of a list.
    pub fn item(&mut self, mark: Mark, say: impl FnOnce(&mut Self)) {
        let mut item = Self::default();
        say(&mut item);
        let blocks = item.blocks.into_iter();
        self.blocks.extend(blocks.enumerate().map(|(at, block)| {
            let mark = if at == 0 { mark } else { Mark::Below };
            Block::Item(mark, Box::new(block))
        }));
    }

    /// A list; nothing where it has no entries.
    pub fn list(&mut self, entries: impl IntoIterator<Item = Entry>) {
        let entries: Vec<Entry> = entries.into_iter().collect();
        if !entries.is_empty() {
            self.push(Block::List(entries));
        }
    }

    /// The document for a terminal.
    pub fn text(&self, look: Look) -> String {
        terminal::text(&self.blocks, look)
    }

    pub fn markdown(&self) -> String {
        markdown::text(&self.blocks)
    }
}
