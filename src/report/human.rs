//! Findings as excerpts of the source, for people. The one place that talks to miette.

use std::fmt;
use std::io::{self, Write};

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, Severity as MietteSeverity,
    SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles,
};
use owo_colors::{OwoColorize, Style};

use crate::finding::{Finding, Label, Severity};
use crate::lint::Outcome;
use crate::report::compact::severity_style;
use crate::report::{Look, summary};
use crate::source::{Source, Sources, Span};

/// Lines of context around a label.
const CONTEXT_LINES: usize = 1;
/// How many lines a related place may be away and still share the finding's excerpt.
const NEAR_LINES: usize = 4;
/// Columns of a line that are shown before and after a label; only lines that are longer (minified JSON) are cut.
const LINE_WINDOW: usize = 400;

pub(super) fn write(outcome: &Outcome, sources: &Sources, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let theme = GraphicalTheme {
        characters: ThemeCharacters::unicode(),
        styles: if look.color { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(look.width)
        .with_links(false)
        .with_context_lines(CONTEXT_LINES)
        .with_wrap_lines(true)
        .without_cause_chain();
    // The worst come first when not all are shown; those that are shown keep their order.
    let shown = shown(&outcome.findings, look.max_findings);
    let mut text = String::new();
    let mut last: Option<&Finding> = None;
    for finding in outcome.findings.iter().zip(&shown).filter(|(_, shown)| **shown).map(|(finding, _)| finding) {
        // The server reports some errors twice on update; once is enough for a person.
        if last == Some(finding) {
            continue;
        }
        last = Some(finding);
        text.clear();
        render(finding, sources, &handler, look, &mut text).map_err(|_| io::Error::other("a finding could not be drawn"))?;
        out.write_all(text.as_bytes())?;
        out.write_all(b"\n")?;
    }
    let hidden = shown.iter().filter(|shown| !**shown).count();
    if hidden > 0 {
        writeln!(out, "{hidden} more not shown (--max-findings {}; --max-findings 0 shows all)", look.max_findings)?;
    }
    if look.verbose {
        for skipped in &outcome.skipped {
            let what = match (&skipped.api_version, &skipped.kind) {
                (Some(version), Some(kind)) => format!("{kind} of {version}"),
                (_, Some(kind)) => format!("{kind} without apiVersion"),
                (Some(version), None) => format!("an object of {version} without kind"),
                (None, None) => "no Kubernetes object".to_owned(),
            };
            writeln!(out, "skipped: {} (document {}): {what}", sources.get(skipped.file).name(), skipped.document)?;
        }
    }
    let line = summary(&outcome.summary);
    let worst = Severity::ALL.into_iter().find(|severity| outcome.findings.iter().any(|finding| finding.severity == *severity));
    let style = if look.color { worst.map_or(Style::new().green().bold(), severity_style) } else { Style::new() };
    writeln!(out, "{}", line.style(style))
}

/// Which findings are shown when at most `most` may be.
fn shown(findings: &[Finding], most: usize) -> Vec<bool> {
    let mut shown = vec![findings.len() <= most; findings.len()];
    let mut left = if findings.len() <= most { 0 } else { most };
    for severity in Severity::ALL {
        for (finding, shown) in findings.iter().zip(&mut shown) {
            if left > 0 && finding.severity == severity {
                *shown = true;
                left -= 1;
            }
        }
    }
    shown
}

fn render(finding: &Finding, sources: &Sources, handler: &GraphicalReportHandler, look: Look, out: &mut String) -> fmt::Result {
    let source = sources.get(finding.place.file);
    // The finding itself comes first, with what stands near it; places further off or in other files follow with excerpts of their own.
    let near = |label: &&Label| {
        label.place.file == finding.place.file
            && source.line_index(label.place.span.start).abs_diff(source.line_index(finding.place.span.start)) <= NEAR_LINES
    };
    let (near, far): (Vec<&Label>, Vec<&Label>) = finding.related.iter().partition(near);
    let mut labels = vec![LabeledSpan::new_primary_with_span(None, span_of(source, finding.place.span))];
    labels.extend(near.into_iter().map(|label| LabeledSpan::new_with_span(Some(label.text.clone()), span_of(source, label.place.span))));
    let code = if finding.field.is_empty() {
        format!("{}[{}]", finding.severity, link(finding.rule, look))
    } else {
        format!("{}[{}] {}", finding.severity, link(finding.rule, look), finding.field)
    };
    let picture = Picture {
        message: finding.message.clone(),
        code: Some(code),
        severity: finding.severity,
        help: finding.help.clone(),
        source: Excerpt(source),
        labels,
    };
    let start = out.len();
    handler.render_report(out, &picture)?;
    // miette leaves a blank line between the code and the message; findings are many, so it goes.
    if let Some(blank) = out[start..].find("\n\n") {
        out.remove(start + blank);
    }
    for label in far {
        let source = sources.get(label.place.file);
        let picture = Picture {
            message: label.text.clone(),
            code: None,
            severity: Severity::Note,
            help: None,
            source: Excerpt(source),
            labels: vec![LabeledSpan::new_primary_with_span(None, span_of(source, label.place.span))],
        };
        handler.render_report(out, &picture)?;
    }
    Ok(())
}

/// The rule's name, as a terminal hyperlink to its page where the terminal and the build allow it.
fn link(rule: &str, look: Look) -> String {
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
struct Excerpt<'a>(&'a Source);

impl SourceCode for Excerpt<'_> {
    fn read_span<'a>(&'a self, span: &SourceSpan, before: usize, after: usize) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let source = self.0;
        let text = source.text();
        if span.offset() + span.len() > text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let line_of = |offset: usize| source.line_index(Span::at(offset).start);
        let first = line_of(span.offset()).saturating_sub(before);
        let last_covered = line_of((span.offset() + span.len().saturating_sub(1)).max(span.offset()));
        let last = (last_covered + after).min(source.line_starts().len() - 1);
        // Without context miette asks for the position of the span itself.
        let mut start = if before == 0 { span.offset() } else { source.line_span(first).start as usize };
        let mut end = source.line_span(last).end as usize;
        // A long line is shown as a window around the span.
        let mut line = first;
        if span.offset().saturating_sub(start) > LINE_WINDOW {
            start = boundary(text, span.offset().saturating_sub(LINE_WINDOW / 4).max(source.line_span(last_covered).start as usize));
            line = line_of(start);
        }
        if end - (span.offset() + span.len()) > LINE_WINDOW {
            end = boundary(text, (span.offset() + span.len() + LINE_WINDOW / 4).min(source.line_span(last_covered).end as usize));
        }
        let column = source.position(Span::at(start).start).column as usize - 1;
        let data = &text.as_bytes()[start..end];
        let contents = MietteSpanContents::new_named(
            source.name().to_owned(),
            data,
            (start, end - start).into(),
            line,
            column,
            // miette joins two excerpts when the lines of one reach to the other.
            last + 1 - line,
        );
        Ok(Box::new(contents))
    }
}

fn boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
