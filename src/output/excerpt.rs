//! Excerpts of texts with labels below their lines. The one place that talks to miette.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError,
    MietteSpanContents, Severity as MietteSeverity, SourceCode, SourceSpan, SpanContents,
    ThemeCharacters, ThemeStyles,
};
use textwrap::{WordSeparator, WordSplitter};

use crate::finding::Severity;
use crate::output::wrap::{Long, width, wrap};
use crate::output::{Look, clean};
use crate::source::{FileId, Place, Source, Sources, Span};

/// Lines of context around a label.
const CONTEXT_LINES: usize = 1;
/// Lines of context that are longer are left out, and a line with a label on it is cut around the
/// label.
pub(crate) const LONG_LINE: usize = 400;
/// The width of line numbers with the rule beside them.
const GUTTER: usize = 8;
/// The width to the left of labels beside their column: the number, the rule and the hook.
const LABEL_GUTTER: usize = 12;
/// Lines of labels are never narrower.
const NARROWEST: usize = 12;
/// The least width of an excerpt, in columns.
const MIN_WIDTH: usize = 60;

/// The message about a place of a text, and the lines to show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Excerpt<'e> {
    pub message: &'e str,
    /// A title, such as the path to a value.
    pub title: Option<Title<'e>>,
    pub severity: Severity,
    pub help: Option<&'e str>,
    pub place: Place,
    /// Other places of the same text, and what is there.
    pub labels: &'e [(Span, &'e str)],
}

/// The title of an excerpt: what is ours and may hold a hyperlink, and what is not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Title<'e> {
    pub own: &'e str,
    /// How many columns that takes.
    pub own_width: usize,
    /// The part from an input.
    pub of_input: &'e str,
}

impl Title<'_> {
    /// On one line, or on several where that is too long.
    fn text(self, most: usize) -> String {
        let of_input = clean::line(self.of_input);
        if self.own.is_empty() || of_input.is_empty() {
            return format!("{}{of_input}", self.own);
        }
        if self.own_width + 1 + width(&of_input) <= most {
            return format!("{} {of_input}", self.own);
        }
        let room = most.saturating_sub(2);
        let lines = wrap(&of_input, room, room, Long::RunsOver);
        format!("{}\n  {}", self.own, lines.join("\n  "))
    }
}

pub(crate) struct Artist<'a> {
    sources: &'a Sources,
    handler: GraphicalReportHandler,
    width: usize,
    /// The texts as they may be shown.
    texts: BTreeMap<FileId, Cow<'a, str>>,
}

impl<'a> Artist<'a> {
    pub fn new(sources: &'a Sources, look: Look) -> Self {
        let theme = GraphicalTheme {
            characters: ThemeCharacters::unicode(),
            styles: if look.color {
                ThemeStyles::ansi()
            } else {
                ThemeStyles::none()
            },
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(look.width)
            .with_links(false)
            .with_context_lines(CONTEXT_LINES)
            .with_wrap_lines(true)
            // Names, dates and paths stay whole.
            .with_word_separator(WordSeparator::AsciiSpace)
            .with_word_splitter(WordSplitter::NoHyphenation)
            .without_cause_chain();
        Self {
            sources,
            handler,
            width: look.width,
            texts: BTreeMap::new(),
        }
    }

    /// Adds the drawing of an excerpt.
    pub fn draw(&mut self, of: &Excerpt<'_>, out: &mut String) -> io::Result<()> {
        let source = self.sources.get(of.place.file);
        let text = self
            .texts
            .entry(of.place.file)
            .or_insert_with(|| clean::masked(source.text()));
        let window = self.width.max(MIN_WIDTH).saturating_sub(GUTTER);
        let label = |(span, text): &(Span, &str)| {
            let hook = span.start as usize + span_of(source, *span).len() / 2;
            let line = source.line_span(source.line_index(span.start)).range();
            // A cut line only has a window.
            let cut = window_of(source, of.place.span, window)
                .filter(|start| line.contains(start))
                .unwrap_or(line.start);
            let column = source.text().get(cut..hook).map_or(0, width);
            let room = self.width.saturating_sub(LABEL_GUTTER + column);
            let room = room.max(NARROWEST);
            let lines = wrap(&clean::text(text), room, room, Long::RunsOver);
            LabeledSpan::new_with_span(Some(lines.join("\n")), span_of(source, *span))
        };
        let first = LabeledSpan::new_primary_with_span(None, span_of(source, of.place.span));
        let picture = Picture {
            message: clean::text(of.message).into_owned(),
            code: of.title.map(|title| title.text(self.width)),
            severity: of.severity,
            help: of.help.map(|help| clean::text(help).into_owned()),
            source: Lines {
                source,
                text,
                window,
            },
            labels: std::iter::once(first)
                .chain(of.labels.iter().map(label))
                .collect(),
        };
        let start = out.len();
        self.handler
            .render_report(out, &picture)
            .map_err(|_| io::Error::other("an excerpt could not be drawn"))?;
        // miette leaves a blank line between the title and the message; excerpts are many, so it
        // goes.
        if let Some(blank) = out[start..].find("\n\n").filter(|_| of.title.is_some()) {
            out.remove(start + blank);
        }
        Ok(())
    }
}

impl Artist<'_> {
    /// Only the lines of an excerpt, below the place where they are from; none where they could not
    /// be drawn.
    pub fn lines(&mut self, place: Place, labels: &[(Span, &str)]) -> Option<String> {
        let of = Excerpt {
            message: "",
            title: None,
            severity: Severity::Note,
            help: None,
            place,
            labels,
        };
        let mut text = String::new();
        self.draw(&of, &mut text).ok()?;
        let (lines, _) = text.split_once('╭')?.1.rsplit_once('╰')?;
        let (place, lines) = lines.trim_end().split_once('\n')?;
        let place = place.trim_matches(['─', '[', ']']);
        Some(format!("{place}\n{lines}"))
    }
}

/// A label covers one line at most: a whole block is pointed at by its first.
fn span_of(source: &Source, span: Span) -> SourceSpan {
    let line_end = source.line_span(source.line_index(span.start)).end;
    let end = span.end.min(line_end).max(span.start);
    (span.start as usize, (end - span.start) as usize).into()
}

#[derive(Debug)]
struct Picture<'a> {
    message: String,
    code: Option<String>,
    severity: Severity,
    help: Option<String>,
    source: Lines<'a>,
    labels: Vec<LabeledSpan>,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Picture<'_> {}

impl Diagnostic for Picture<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code
            .as_ref()
            .map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<MietteSeverity> {
        Some(match self.severity {
            Severity::Error => MietteSeverity::Error,
            Severity::Warning => MietteSeverity::Warning,
            Severity::Note => MietteSeverity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

/// Gives miette the lines around a span from the line table, where its own sources scan the text
/// from the start.
#[derive(Debug)]
struct Lines<'a> {
    source: &'a Source,
    /// The source's text as it may be shown: as many bytes, in the same places.
    text: &'a str,
    /// How many columns of a line fit.
    window: usize,
}

impl SourceCode for Lines<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (source, text) = (self.source, self.text);
        let (from, to) = (span.offset(), span.offset() + span.len());
        if to > text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let line_of = |offset: usize| source.line_index(Span::at(offset).start);
        let bounds = |line: usize| source.line_span(line).range();
        let (first, last) = (line_of(from), line_of(to.saturating_sub(1).max(from)));
        let is_short = |line: &usize| bounds(*line).len() <= LONG_LINE;
        let above = (first.saturating_sub(before)..first)
            .rev()
            .take_while(is_short)
            .last()
            .unwrap_or(first);
        let below = (last + 1..=last + after)
            .take_while(|line| *line < source.line_starts().len())
            .take_while(is_short)
            .last();
        let mut line = above;
        // Without context miette asks for the position of the span itself.
        let mut start = if before == 0 {
            from
        } else {
            bounds(above).start
        };
        let mut end = bounds(below.unwrap_or(last)).end;
        // A line that is too long is shown as a window around the span.
        if let Some(cut) =
            window_of(source, Span::new(from, to), self.window).filter(|_| before > 0)
        {
            start = cut;
            line = first;
        }
        if bounds(last).len() > LONG_LINE {
            end = boundary(
                text,
                (start.max(bounds(last).start) + self.window)
                    .max(to)
                    .min(bounds(last).end),
            );
        }
        let column = source.position(Span::at(start).start).column as usize - 1;
        let data = &text.as_bytes()[start..end];
        // miette joins two excerpts when the lines of one reach to the other.
        let lines = below.unwrap_or(last) + 1 - line;
        Ok(Box::new(MietteSpanContents::new_named(
            clean::line(source.name()).into_owned(),
            data,
            (start, end - start).into(),
            line,
            column,
            lines,
        )))
    }
}

/// The beginning of the window around a span, if its end lies so far to the right in its line that the
/// beginning of the line has to go.
fn window_of(source: &Source, span: Span, window: usize) -> Option<usize> {
    let line = source.line_span(source.line_index(span.start)).range();
    let end = (span.end as usize).min(line.end);
    if line.len() <= window || end.saturating_sub(line.start) <= window {
        return None;
    }
    let start = (span.start as usize).saturating_sub(window / 3);
    Some(boundary(source.text(), start.max(line.start)))
}

fn boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
