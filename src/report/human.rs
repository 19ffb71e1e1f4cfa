//! Findings as excerpts of the source, for people. The one place that talks to miette.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, Severity as MietteSeverity,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use owo_colors::{OwoColorize, Style};
use textwrap::{WordSeparator, WordSplitter};

use crate::finding::{Finding, Label, Severity};
use crate::lint::Outcome;
use crate::report::alike::{Alike, alike};
use crate::report::compact::{self, severity_style};
use crate::report::fold::fold;
use crate::report::safe::{escaped, masked};
use crate::report::{Look, summary};
use crate::source::{FileId, Place, Source, Sources, Span};

/// Lines of context around a label.
const CONTEXT_LINES: usize = 1;
/// How many lines a related place may be away and still share the finding's excerpt.
const NEAR_LINES: usize = 4;
/// How many columns of one line a related place may be away and still share the finding's excerpt.
const NEAR_COLUMNS: u32 = 80;
/// Lines of context that are longer are left out, and a line with a label on it is cut around the label.
const LONG_LINE: usize = 400;
/// What line numbers and the rule beside them take of the width.
const GUTTER: usize = 8;
/// Excerpts are never narrower.
const MIN_WIDTH: usize = 60;

pub(super) fn write(outcome: &Outcome, sources: &Sources, look: Look<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut pen = Pen { sources, handler: handler(look), look, texts: BTreeMap::new() };
    let groups = look.folded.then(|| fold(&outcome.findings));
    let findings: Vec<&Finding> = match &groups {
        Some(groups) => groups.iter().map(|group| group.first).collect(),
        // The server reports some errors twice on update; once is enough for a person.
        None => outcome.findings.chunk_by(|a, b| a == b).map(|same| &same[0]).collect(),
    };
    let folded = |at: usize| groups.as_ref().and_then(|groups| groups.get(at)).filter(|group| group.count > 1);
    let all = look.max_findings == usize::MAX;
    let alike = alike(&findings, |at| all || folded(at).is_some());
    // The worst come first when not all are shown; those that are shown keep their order.
    let shown = shown(&alike, look.max_findings);
    let mut text = String::new();
    for (one, _) in alike.iter().zip(&shown).filter(|(_, shown)| **shown) {
        if let Some(group) = folded(one.at) {
            compact::folded(group, sources, look, out)?;
            writeln!(out)?;
            continue;
        }
        text.clear();
        pen.render(one.first, &mut text).map_err(|_| io::Error::other("a finding could not be drawn"))?;
        out.write_all(text.as_bytes())?;
        if let Some(more) = one.more(sources) {
            writeln!(out, "  {more}")?;
        }
        out.write_all(b"\n")?;
    }
    let hidden: usize = alike.iter().zip(&shown).filter(|(_, shown)| !**shown).map(|(one, _)| one.others.len() + 1).sum();
    if hidden > 0 {
        writeln!(out, "{hidden} more not shown (--max-findings {}; --max-findings 0 shows all)", look.max_findings)?;
    }
    let line = summary(&outcome.summary);
    let worst = Severity::ALL.into_iter().find(|severity| outcome.findings.iter().any(|finding| finding.severity == *severity));
    let style = if look.color { worst.map_or(Style::new().green().bold(), severity_style) } else { Style::new() };
    writeln!(out, "{}", line.style(style))
}

/// How excerpts look.
fn handler(look: Look<'_>) -> GraphicalReportHandler {
    let theme = GraphicalTheme {
        characters: ThemeCharacters::unicode(),
        styles: if look.color { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    GraphicalReportHandler::new_themed(theme)
        .with_width(look.width)
        .with_links(false)
        .with_context_lines(CONTEXT_LINES)
        .with_wrap_lines(true)
        // Names, dates and paths stay whole.
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation)
        .without_cause_chain()
}

/// Draws an excerpt of a text that keeps cpcap from its work, such as a configuration file. `what`: a title, such as the path to
/// the value.
///
/// # Errors
/// When the writer fails.
pub fn failure(
    what: &str,
    message: &str,
    help: Option<&str>,
    place: Place,
    sources: &Sources,
    look: Look<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut pen = Pen { sources, handler: handler(look), look, texts: BTreeMap::new() };
    let labels = vec![LabeledSpan::new_primary_with_span(None, span_of(sources.get(place.file), place.span))];
    let mut text = String::new();
    let drawn = pen.draw(place.file, message, Some(escaped(what).into_owned()), Severity::Error, help, labels, &mut text);
    drawn.map_err(|_| io::Error::other("a failure could not be drawn"))?;
    writeln!(out, "{}", text.replacen("\n\n", "\n", 1))
}

/// Which are shown when at most `most` may be.
fn shown(findings: &[Alike<'_>], most: usize) -> Vec<bool> {
    let mut shown = vec![findings.len() <= most; findings.len()];
    let mut left = if findings.len() <= most { 0 } else { most };
    for severity in Severity::ALL {
        for (finding, shown) in findings.iter().zip(&mut shown) {
            if left > 0 && finding.first.severity == severity {
                *shown = true;
                left -= 1;
            }
        }
    }
    shown
}

/// Draws findings.
struct Pen<'a> {
    sources: &'a Sources,
    handler: GraphicalReportHandler,
    look: Look<'a>,
    /// The texts as they may be shown.
    texts: BTreeMap<FileId, Cow<'a, str>>,
}

impl Pen<'_> {
    fn render(&mut self, finding: &Finding, out: &mut String) -> fmt::Result {
        let source = self.sources.get(finding.place.file);
        // The finding itself comes first, with what stands near it; places further off or in other files follow with excerpts of their own.
        let near = |label: &&Label| label.place.file == finding.place.file && is_near(source, finding.place.span, label.place.span);
        let (near, far): (Vec<&Label>, Vec<&Label>) = finding.related.iter().partition(near);
        let label = |label: &Label| LabeledSpan::new_with_span(Some(escaped(&label.text).into_owned()), span_of(source, label.place.span));
        let mut labels = vec![LabeledSpan::new_primary_with_span(None, span_of(source, finding.place.span))];
        labels.extend(near.into_iter().map(label));
        let mut code = format!("{}[{}]", finding.severity, link(finding.rule, self.look));
        if !finding.field.is_empty() {
            code.push(' ');
            code.push_str(&escaped(&finding.field));
        }
        let start = out.len();
        let help = finding.help.as_deref();
        self.draw(finding.place.file, &finding.message, Some(code), finding.severity, help, labels, out)?;
        // miette leaves a blank line between the code and the message; findings are many, so it goes.
        if let Some(blank) = out[start..].find("\n\n") {
            out.remove(start + blank);
        }
        for label in far {
            let source = self.sources.get(label.place.file);
            let labels = vec![LabeledSpan::new_primary_with_span(None, span_of(source, label.place.span))];
            self.draw(label.place.file, &label.text, None, Severity::Note, None, labels, out)?;
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn draw(
        &mut self,
        file: FileId,
        message: &str,
        code: Option<String>,
        severity: Severity,
        help: Option<&str>,
        labels: Vec<LabeledSpan>,
        out: &mut String,
    ) -> fmt::Result {
        let source = self.sources.get(file);
        let text = self.texts.entry(file).or_insert_with(|| masked(source.text()));
        let window = self.look.width.max(MIN_WIDTH).saturating_sub(GUTTER);
        let picture = Picture {
            message: escaped(message).into_owned(),
            code,
            severity,
            help: help.map(|help| escaped(help).into_owned()),
            source: Excerpt { source, text, window },
            labels,
        };
        self.handler.render_report(out, &picture)
    }
}

/// Whether two places fit into one excerpt.
fn is_near(source: &Source, a: Span, b: Span) -> bool {
    match source.line_index(a.start).abs_diff(source.line_index(b.start)) {
        0 => a.start.abs_diff(b.start) <= NEAR_COLUMNS,
        // Between them lie whole lines.
        lines => lines <= NEAR_LINES && (a.start.abs_diff(b.start) as usize) < LONG_LINE,
    }
}

/// The rule's name, as a terminal hyperlink to its page where the terminal and the build allow it.
fn link(rule: &str, look: Look<'_>) -> String {
    match (look.links, crate::docs_url(rule)) {
        (true, Some(url)) => format!("\u{1b}]8;;{url}\u{1b}\\{rule}\u{1b}]8;;\u{1b}\\"),
        _ => rule.to_owned(),
    }
}

/// A label covers one line at most: a whole block is pointed at by its first.
fn span_of(source: &Source, span: Span) -> SourceSpan {
    let line_end = source.line_span(source.line_index(span.start)).end;
    let end = span.end.min(line_end).max(span.start);
    (span.start as usize, (end - span.start) as usize).into()
}

/// What miette draws.
#[derive(Debug)]
struct Picture<'a> {
    message: String,
    code: Option<String>,
    severity: Severity,
    help: Option<String>,
    source: Excerpt<'a>,
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
        self.code.as_ref().map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<MietteSeverity> {
        Some(match self.severity {
            Severity::Error => MietteSeverity::Error,
            Severity::Warning => MietteSeverity::Warning,
            Severity::Note => MietteSeverity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

/// Gives miette the lines around a span from the line table, where its own sources scan the text from the start.
#[derive(Debug)]
struct Excerpt<'a> {
    source: &'a Source,
    /// The source's text as it may be shown: as many bytes, in the same places.
    text: &'a str,
    /// How many columns of a line fit.
    window: usize,
}

impl SourceCode for Excerpt<'_> {
    fn read_span<'a>(&'a self, span: &SourceSpan, before: usize, after: usize) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (source, text) = (self.source, self.text);
        let (from, to) = (span.offset(), span.offset() + span.len());
        if to > text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let line_of = |offset: usize| source.line_index(Span::at(offset).start);
        let bounds = |line: usize| source.line_span(line).range();
        let (first, last) = (line_of(from), line_of(to.saturating_sub(1).max(from)));
        let is_short = |line: &usize| bounds(*line).len() <= LONG_LINE;
        let above = (first.saturating_sub(before)..first).rev().take_while(is_short).last().unwrap_or(first);
        let below = (last + 1..=last + after).take_while(|line| *line < source.line_starts().len()).take_while(is_short).last();
        let mut line = above;
        // Without context miette asks for the position of the span itself.
        let mut start = if before == 0 { from } else { bounds(above).start };
        let mut end = bounds(below.unwrap_or(last)).end;
        // A line that is too long is shown as a window around the span.
        if before > 0 && is_cut(bounds(first), to.min(bounds(first).end), self.window) {
            start = boundary(text, from.saturating_sub(self.window / 3).max(bounds(first).start));
            line = first;
        }
        if bounds(last).len() > LONG_LINE {
            end = boundary(text, (start.max(bounds(last).start) + self.window).max(to).min(bounds(last).end));
        }
        let column = source.position(Span::at(start).start).column as usize - 1;
        let data = &text.as_bytes()[start..end];
        // miette joins two excerpts when the lines of one reach to the other.
        let lines = below.unwrap_or(last) + 1 - line;
        Ok(Box::new(MietteSpanContents::new_named(
            escaped(source.name()).into_owned(),
            data,
            (start, end - start).into(),
            line,
            column,
            lines,
        )))
    }
}

/// Whether the end of a span lies so far to the right in its line that the beginning of the line has to go.
fn is_cut(line: std::ops::Range<usize>, end: usize, window: usize) -> bool {
    line.len() > window && end.saturating_sub(line.start) > window
}

fn boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
