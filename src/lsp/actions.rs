//! Ways out of findings: their fixes, all safe fixes of a text at once, and comments that silence.

use lsp_types::{CodeAction, CodeActionKind, Diagnostic, Range, TextEdit};

use super::names::{Names, edit};
use super::{Positions, View};
use crate::finding::{Edit, Finding};
use crate::fix::{Patch, is_kept};
use crate::landscape::ReadFile;
use crate::output::clean::line;
use crate::source::Span;

/// A question for actions.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The part of the text.
    pub range: Range,
    /// The kinds of actions that are wanted; none: all.
    pub only: Option<&'a [CodeActionKind]>,
    /// The names of the text.
    pub names: &'a dyn Names,
}

/// All safe fixes of a text.
pub const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.cpcap");

/// The ways out of the findings in a part of a text. `findings`: those of the text, each with its
/// diagnostic; `fixed`: the text after all safe fixes, asked for only where it is wanted.
#[must_use]
pub fn actions(
    asked: &Asked<'_>,
    findings: &[(&Finding, Diagnostic)],
    view: &View<'_>,
    fixed: impl FnOnce() -> Option<String>,
) -> Vec<CodeAction> {
    let (file, positions) = (view.file, view.positions);
    let whole = |edits| edit(asked.names, vec![(file.file, edits)]);
    let span = positions.span(asked.range);
    let mut all = Vec::new();
    for (finding, diagnostic) in findings {
        let own = finding.place.span;
        if own.start > span.end || span.start > own.end {
            continue;
        }
        if let Some(fix) = finding
            .fix
            .as_ref()
            .filter(|_| asked.wants(&CodeActionKind::QUICKFIX))
        {
            all.push(CodeAction {
                title: if fix.safe {
                    line(&fix.title).into_owned()
                } else {
                    format!("{} (look at the result)", line(&fix.title))
                },
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic.clone()]),
                edit: Some(whole(edits(&fix.edits, positions))),
                is_preferred: Some(fix.safe),
                ..CodeAction::default()
            });
        }
        if let Some(comment) =
            silence(finding, file).filter(|_| asked.wants(&CodeActionKind::QUICKFIX))
        {
            all.push(CodeAction {
                title: format!("silence {} here with a comment", finding.rule),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic.clone()]),
                edit: Some(whole(edits(&[comment], positions))),
                is_preferred: Some(false),
                ..CodeAction::default()
            });
        }
    }
    let has_safe = findings
        .iter()
        .any(|(finding, _)| finding.fix.as_ref().is_some_and(|fix| fix.safe));
    if has_safe
        && asked.wants(&FIX_ALL)
        && let Some(text) = fixed()
    {
        all.push(CodeAction {
            title: "make all safe fixes of cpcap".to_owned(),
            kind: Some(FIX_ALL),
            edit: Some(whole(difference(positions, &text))),
            ..CodeAction::default()
        });
    }
    all
}

impl Asked<'_> {
    /// Whether an action of a kind is wanted: kinds with dots have kinds below them.
    fn wants(&self, kind: &CodeActionKind) -> bool {
        self.only.is_none_or(|only| {
            only.iter().any(|wanted| {
                let rest = kind.as_str().strip_prefix(wanted.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
        })
    }
}

fn edits(edits: &[Edit], positions: Positions<'_>) -> Vec<TextEdit> {
    let one = |edit: &Edit| TextEdit::new(positions.range(edit.span), edit.text.clone());
    edits.iter().map(one).collect()
}

/// The part that differs, as one edit.
fn difference(positions: Positions<'_>, new: &str) -> Vec<TextEdit> {
    let old = positions.source().text();
    let same = |(a, b): &(char, char)| a == b;
    let size = |(a, _): (char, char)| a.len_utf8();
    let start: usize = old
        .chars()
        .zip(new.chars())
        .take_while(same)
        .map(size)
        .sum();
    let (left, right) = (&old[start..], &new[start..]);
    let end: usize = left
        .chars()
        .rev()
        .zip(right.chars().rev())
        .take_while(same)
        .map(size)
        .sum();
    let span = Span::new(start, old.len() - end);
    let text = new[start..new.len() - end].to_owned();
    vec![TextEdit::new(positions.range(span), text)]
}

/// A comment on a line of its own above the finding; none where the text would not read as before,
/// as in JSON, which has no comments.
fn silence(finding: &Finding, file: &ReadFile<'_>) -> Option<Edit> {
    let source = file.source;
    let line = source.line_span(source.line_index(finding.place.span.start));
    let text = source.slice(line);
    let indent = text.len() - text.trim_start_matches(' ').len();
    let end = if source.text().contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let edit = Edit {
        span: Span::at(line.start as usize),
        text: format!("{:indent$}# cpcap: ignore[{}]{end}", "", finding.rule),
    };
    let patch = Patch::new([&edit])?;
    let new = patch.apply(file.text)?;
    is_kept(file.text, &file.documents, &patch, &new).then_some(edit)
}
