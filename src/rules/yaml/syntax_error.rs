use crate::finding::Edit;
use crate::rules::yaml::opened::{self, Opened};
use crate::rules::yaml::problems;
use crate::rules::yaml::reason::{self, Reason};
use crate::rules::{DocumentView, Report, Reporter};
use crate::source::Span;
use crate::yaml::{Document, ProblemKind};

rule!(
    "yaml/syntax-error",
    Input,
    Error,
    Document(check),
    "A text that is neither YAML nor JSON.",
    Part
);

/// Why cpcap stops in a text that kubectl takes.
const GAVE_UP: &str = "too much of this document uses YAML that only kubectl's reader accepts";

fn check(view: &DocumentView<'_>, reporter: &mut Reporter<'_>) {
    for problem in problems(view, &RULE) {
        let at = problem.span.start as usize;
        let (before, line) = around(view.text, at);
        let rest = &view.text[before.len()..];
        let report = match &problem.kind {
            ProblemKind::Syntax(reason) => {
                let (clause, help) = reason::yaml(reason, before, line);
                let tab = tab(view, reason, problem.span);
                // The others are the same fault, whatever other readers would make of them.
                for other in tabs(view).filter(|other| tab.is_some_and(|tab| tab != *other)) {
                    let message = format!("{clause} here, too: kubectl refuses the document");
                    reporter.report(Report::new(other, "", message).help(help));
                }
                if let Some(Opened {
                    span,
                    reason: (clause, help),
                    end,
                }) = opened::yaml(reason, view.text, at)
                {
                    let message = format!(
                        "{clause}: kubectl refuses the document, and cpcap read only a part of it"
                    );
                    reporter.report(
                        Report::new(span, "", message)
                            .help(help)
                            .also(place(problem.span, before, line), end),
                    );
                    continue;
                }
                let (span, (clause, help)) = culprit(view, reason, problem.span);
                Report::new(
                    span,
                    "",
                    format!(
                        "{clause}: kubectl refuses the document, and cpcap read it only up to here"
                    ),
                )
                .help(help)
            }
            ProblemKind::GaveUp => {
                let message = format!("{GAVE_UP}: cpcap read it only up to here");
                let help = "write these places so that other YAML readers accept them too, such \
                    as a blank before each `#` of a comment";
                Report::new(place(problem.span, before, line), "", message).help(help)
            }
            ProblemKind::JsonSyntax(reason) => {
                let (clause, help) = reason::json(reason, before, rest.chars().next());
                let message = format!(
                    "{clause}: a text that begins with `{{` is read as JSON, and kubectl refuses \
                     the document"
                );
                let mut report =
                    Report::new(place(problem.span, before, line), "", message).help(help);
                if let Some(bracket) = opened::json(reason, view.text, at) {
                    report = report.also(bracket, "this bracket is open");
                }
                if let Some(kept) = before
                    .trim_end()
                    .strip_suffix(',')
                    .filter(|_| line.starts_with(['}', ']']))
                {
                    let comma = Span::new(kept.len(), kept.len() + 1);
                    report = report.safe_fix(
                        "remove the comma",
                        vec![Edit {
                            span: comma,
                            text: String::new(),
                        }],
                    );
                }
                match problem.related {
                    // On the same line it is the same fault.
                    Some(yaml)
                        if rest
                            .get(..(yaml.start.saturating_sub(problem.span.start)) as usize)
                            .is_some_and(|text| text.contains('\n')) =>
                    {
                        report.also(yaml, "and this is not valid YAML either")
                    }
                    _ => report,
                }
            }
            _ => continue,
        };
        reporter.report(report);
    }
}

/// The place of a syntax error, and what is wrong there.
fn culprit(view: &DocumentView<'_>, said: &str, stopped: Span) -> (Span, Reason) {
    let at = stopped.start as usize;
    let (before, line) = around(view.text, at);
    let reason = reason::yaml(said, before, line);
    if let Some(tab) = tab(view, said, stopped) {
        return (tab, reason);
    }
    reason::seen(view.text, at).unwrap_or((place(stopped, before, line), reason))
}

/// The text before a place, and the rest of its line.
fn around(text: &str, at: usize) -> (&str, &str) {
    let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
    (before, rest.lines().next().unwrap_or_default())
}

/// Where cpcap stopped reading a document, and why; none where it read all.
pub fn stopped(document: &Document<'_>, text: &str) -> Option<(Span, String)> {
    let view = DocumentView {
        document,
        text,
        template: None,
        templated: false,
    };
    document.problems.iter().find_map(|problem| {
        let at = problem.span.start as usize;
        let (before, line) = around(text, at);
        let here = place(problem.span, before, line);
        Some(match &problem.kind {
            ProblemKind::Syntax(reason) => match opened::yaml(reason, text, at) {
                Some(opened) => (here, opened.reason.0),
                None => {
                    let (span, (clause, _)) = culprit(&view, reason, problem.span);
                    (span, clause)
                }
            },
            ProblemKind::GaveUp => (here, GAVE_UP.to_owned()),
            ProblemKind::JsonSyntax(reason) => {
                let (clause, _) = reason::json(reason, before, text[before.len()..].chars().next());
                (here, clause)
            }
            _ => return None,
        })
    })
}

/// The tab at which the parser stopped, where that is why. (The rule about unportable syntax then
/// leaves it to this one.)
pub(super) fn tab(view: &DocumentView<'_>, reason: &str, stopped: Span) -> Option<Span> {
    tabs(view).find(|tab| reason.contains("tab") && tab.end >= stopped.start)
}

/// The tabs that kubectl does not take.
fn tabs<'v>(view: &'v DocumentView<'_>) -> impl Iterator<Item = Span> + 'v {
    let problems = view.document.problems.iter().filter(|problem| {
        matches!(problem.kind, ProblemKind::Unportable(_))
            && view.text.get(problem.span.range()) == Some("\t")
    });
    problems.map(|problem| problem.span)
}

/// Parsers name a point; shown is the word that begins there, or the last one before the text ends.
fn place(point: Span, before: &str, line: &str) -> Span {
    let at = point.start as usize;
    let word = line.find(|c: char| c.is_whitespace()).unwrap_or(line.len());
    if word > 0 {
        return Span::new(at, at + word);
    }
    let end = before.trim_end().len();
    let start = before[..end]
        .char_indices()
        .rev()
        .find(|(_, c)| c.is_whitespace())
        .map_or(0, |(blank, c)| blank + c.len_utf8());
    // A point in the middle of a line, before blanks, is shown as it is.
    if before[end..].contains(['\n', '\r']) || line.is_empty() {
        Span::new(start, end)
    } else {
        point
    }
}
