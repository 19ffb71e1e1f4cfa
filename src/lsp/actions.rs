//! Ways out of findings: their fixes, all safe fixes of a text at once, and comments that silence;
//! and what can be made of a profile without a finding.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{CodeAction, CodeActionKind, Command, Diagnostic, Range, TextEdit};
use serde_json::json;

use super::names::{Names, edit};
use super::{Positions, View};
use crate::finding::{Edit, Finding};
use crate::fix::{Patch, is_kept};
use crate::landscape::{Body, Item, ReadFile};
use crate::model::time::Time;
use crate::output::clean::line;
use crate::retire::{NOTICE, announced, next_midnight};
use crate::source::Span;
use crate::uses::{self, Key, What};
use crate::words;

/// A question for actions.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The part of the text.
    pub range: Range,
    /// The kinds of actions that are wanted; none: all.
    pub only: Option<&'a [CodeActionKind]>,
    /// The names of the text.
    pub names: &'a dyn Names,
    /// The diagnostics that the client shows there.
    pub shown: &'a [Diagnostic],
    /// Whether a person asks, and not the editor with each move of the cursor.
    pub by_person: bool,
    /// Whether the client can show the page of a rule.
    pub shows_pages: bool,
}

/// The command that shows the page of a rule. Its argument is the name of the rule.
pub const SHOW_PAGE: &str = "cpcap.showRulePage";

/// What only the folder of a text knows; asked for only where it is wanted.
pub struct Ask<'a> {
    /// The text after all safe fixes.
    pub fixed: &'a dyn Fn() -> Option<String>,
    /// The text after the migration of its profiles.
    pub migrated: &'a dyn Fn() -> Option<String>,
}

/// Maximum number of findings that get quick fixes in one answer: nobody reads more of them.
const MOST: usize = 50;

/// All safe fixes of a text.
pub const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.cpcap");

/// The ways out of the findings in a part of a text. `findings`: those of the text, each with its
/// diagnostic.
#[must_use]
pub fn actions(
    asked: &Asked<'_>,
    findings: &[(&Finding, Diagnostic)],
    view: &View<'_>,
    ask: &Ask<'_>,
) -> Vec<CodeAction> {
    let (file, positions) = (view.file, view.positions);
    let whole = |edits| edit(asked.names, vec![(file.file, edits)]);
    let span = positions.span(asked.range);
    let is_here = |(finding, diagnostic): &&(&Finding, Diagnostic)| {
        let own = finding.place.span;
        own.start <= span.end && span.start <= own.end && asked.is_about(diagnostic)
    };
    let here: Vec<&(&Finding, Diagnostic)> = match asked.wants(&CodeActionKind::QUICKFIX) {
        true => findings.iter().filter(is_here).take(MOST).collect(),
        false => Vec::new(),
    };
    let mut all = Vec::new();
    for ((finding, diagnostic), comment) in here.iter().zip(comments(&here, file)) {
        if let Some(fix) = &finding.fix {
            all.push(CodeAction {
                title: if fix.safe {
                    line(&fix.title).into_owned()
                } else {
                    format!("{} (unsafe: look at the result)", line(&fix.title))
                },
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic.clone()]),
                edit: Some(whole(edits(&fix.edits, positions))),
                is_preferred: Some(fix.safe),
                ..CodeAction::default()
            });
        }
        if let Some(comment) = comment {
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
    let mut all = once(all);
    all.extend(pages(asked, &here));
    let has_safe = findings
        .iter()
        .any(|(finding, _)| finding.fix.as_ref().is_some_and(|fix| fix.safe));
    // An editor that asks on its own shows them only where it names their kind, as on saving.
    if has_safe
        && (asked.by_person || asked.only.is_some())
        && asked.wants(&FIX_ALL)
        && let Some(text) = (ask.fixed)()
    {
        all.push(CodeAction {
            title: "make all safe fixes of cpcap".to_owned(),
            kind: Some(FIX_ALL),
            edit: Some(whole(difference(positions, &text))),
            ..CodeAction::default()
        });
    }
    if asked.by_person && asked.wants(&CodeActionKind::REFACTOR_REWRITE) {
        let rewrites = expirations(view, span);
        let migration = migration(view, span).and_then(|title| Some((title, (ask.migrated)()?)));
        all.extend(
            rewrites
                .into_iter()
                .chain(migration)
                .map(|(title, text)| CodeAction {
                    title: line(&title).into_owned(),
                    kind: Some(CodeActionKind::REFACTOR_REWRITE),
                    edit: Some(whole(difference(positions, &text))),
                    ..CodeAction::default()
                }),
        );
    }
    all
}

/// Each action once: a profile and the profiles below it have the same findings. It is the way out of
/// all of them.
fn once(all: Vec<CodeAction>) -> Vec<CodeAction> {
    let mut found: Vec<CodeAction> = Vec::new();
    for action in all {
        let same = |of: &&mut CodeAction| of.title == action.title && of.edit == action.edit;
        match found.iter_mut().find(same) {
            Some(known) => {
                let diagnostics = known.diagnostics.get_or_insert_default();
                for diagnostic in action.diagnostics.unwrap_or_default() {
                    if !diagnostics.contains(&diagnostic) {
                        diagnostics.push(diagnostic);
                    }
                }
            }
            None => found.push(action),
        }
    }
    found
}

/// The commands that show the pages of the rules of findings, each once.
fn pages(asked: &Asked<'_>, findings: &[&(&Finding, Diagnostic)]) -> Vec<CodeAction> {
    if !asked.shows_pages {
        return Vec::new();
    }
    let mut of_rule: BTreeMap<&str, Vec<Diagnostic>> = BTreeMap::new();
    for (finding, diagnostic) in findings {
        let known = of_rule.entry(finding.rule).or_default();
        known.push(diagnostic.clone());
    }
    let action = |(rule, diagnostics): (&str, Vec<Diagnostic>)| {
        let title = format!("show the page of {rule}");
        CodeAction {
            title: title.clone(),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(diagnostics),
            command: Some(Command {
                title,
                command: SHOW_PAGE.to_owned(),
                arguments: Some(vec![json!(rule)]),
            }),
            is_preferred: Some(false),
            ..CodeAction::default()
        }
    };
    of_rule.into_iter().map(action).collect()
}

/// For the versions at a position that never expire: the text that says that they do, as the first
/// edit of `cpcap retire` does.
fn expirations(view: &View<'_>, span: Span) -> Vec<(String, String)> {
    let now = view.settings.now;
    let date = next_midnight(Time::from_unix(now.unix().saturating_add(NOTICE)));
    let texts = (view.sources, view.files);
    let mut found = Vec::new();
    for item in &view.items {
        let Body::CloudProfile(profile) = &item.body else {
            continue;
        };
        let kubernetes = profile.kubernetes_versions.iter().map(|of| {
            let key = (What::KubernetesVersion, "");
            (key, of)
        });
        let images = profile.machine_images.iter().flat_map(|image| {
            let key = (What::ImageVersion, *image.name);
            image.versions.iter().map(move |of| (key, &of.expirable))
        });
        for ((what, image), version) in kubernetes.chain(images) {
            let own = version.node.map(|node| item.document.tree.span(node));
            let is_here = |own: &Span| own.start <= span.start && span.start <= own.end;
            let key = Key {
                what,
                image,
                name: *version.version,
            };
            if own.filter(is_here).is_some()
                && let Some(text) = announced(item, key, date, texts, view.settings)
            {
                let title = format!(
                    "let {} expire on {}, and deprecate it",
                    uses::title(key),
                    date.date()
                );
                found.push((title, text));
            }
        }
    }
    found
}

/// The title of the migration of a text, where a position is in a profile without capabilities.
fn migration(view: &View<'_>, span: Span) -> Option<String> {
    let profiles = view
        .items
        .iter()
        .filter(|item| item.body.profile().is_some());
    let is_legacy = |item: &&&Item<'_>| match &item.body {
        Body::CloudProfile(profile) => profile.machine_capabilities.is_empty(),
        Body::NamespacedCloudProfile(child) => {
            let images = child.spec.machine_images.iter();
            let mut versions = images.flat_map(|image| image.versions.iter());
            versions.all(|version| version.capability_flavors.is_empty())
        }
        Body::Shoot(_) => false,
    };
    let is_here = |item: &&&Item<'_>| {
        let own = item.document.tree.span(item.object.node);
        own.start <= span.start && span.start <= own.end
    };
    let here = profiles.clone().filter(is_legacy).find(is_here)?;
    Some(match profiles.count() {
        1 => format!("migrate {} to capabilities", words::object(here)),
        _ => "migrate the profiles of this file to capabilities".to_owned(),
    })
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

    /// Whether it is about a finding: one that the client shows, where it shows any of cpcap.
    fn is_about(&self, finding: &Diagnostic) -> bool {
        let is_ours = |of: &&Diagnostic| of.source == finding.source;
        let mut shown = self.shown.iter().filter(is_ours).peekable();
        let is_same = |of: &Diagnostic| {
            let (a, b) = (of.range, finding.range);
            of.code == finding.code && a.start <= b.end && b.start <= a.end
        };
        shown.peek().is_none() || shown.any(is_same)
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

/// For each finding a comment that silences it, on a line of its own above it; none where the text
/// would not read as before, as in JSON, which has no comments.
fn comments(findings: &[&(&Finding, Diagnostic)], file: &ReadFile<'_>) -> Vec<Option<Edit>> {
    let comment = |(finding, _): &&(&Finding, Diagnostic)| comment(finding, file);
    let all: Vec<Option<Edit>> = findings.iter().map(comment).collect();
    // What a comment says changes nothing, only where it stands.
    let places: BTreeMap<Span, &Edit> = all.iter().flatten().map(|of| (of.span, of)).collect();
    let places: Vec<&Edit> = places.into_values().collect();
    let kept = kept(&places, file);
    let is_kept = |edit: &Edit| kept.contains(&edit.span);
    all.into_iter().map(|edit| edit.filter(is_kept)).collect()
}

fn comment(finding: &Finding, file: &ReadFile<'_>) -> Option<Edit> {
    let (source, at) = (file.source, finding.place.span.start);
    let is_around = |span: Span| span.start <= at && at <= span.end;
    let mut documents = file.documents.iter();
    if documents.any(|document| document.json && is_around(document.span)) {
        return None;
    }
    let line = source.line_span(source.line_index(at));
    let text = source.slice(line);
    let indent = text.len() - text.trim_start_matches(' ').len();
    let end = if source.text().contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    Some(Edit {
        span: Span::at(line.start as usize),
        text: format!("{:indent$}# cpcap: ignore[{}]{end}", "", finding.rule),
    })
}

/// The places of those lines after which the text reads as before. Most do, so that one reading is
/// enough for all; where some do not, halves are read until these are found.
fn kept(lines: &[&Edit], file: &ReadFile<'_>) -> BTreeSet<Span> {
    if lines.is_empty() {
        return BTreeSet::new();
    }
    if reads_as_before(lines, file) {
        return lines.iter().map(|line| line.span).collect();
    }
    let (first, rest) = lines.split_at(lines.len() / 2);
    if first.is_empty() {
        return BTreeSet::new();
    }
    let mut all = kept(first, file);
    all.extend(kept(rest, file));
    all
}

fn reads_as_before(lines: &[&Edit], file: &ReadFile<'_>) -> bool {
    #[cfg(test)]
    READINGS.set(READINGS.get() + 1);
    let Some(patch) = Patch::new(lines.iter().copied()) else {
        return false;
    };
    let new = patch.apply(file.text);
    new.is_some_and(|new| is_kept(file.text, &file.documents, &patch, &new))
}

#[cfg(test)]
std::thread_local! {
    /// How often a text was read with comments in it.
    pub static READINGS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}
