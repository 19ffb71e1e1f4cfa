//! A new name for an entry of a profile, everywhere that it is used.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{Range, TextEdit, WorkspaceEdit};

use super::mentions::{Mention, Thing, mentions};
use super::names::{Names, edit};
use super::{Positions, View};
use crate::draft::in_quotes_of;
use crate::finding::{Edit, Finding, Severity};
use crate::fix::Patch;
use crate::landscape::{Input, Item, Landscape, ReadFile, read};
use crate::lint::judged_as_update;
use crate::source::{FileId, Sources};
use crate::words;

/// The bytes of the name at a byte of the open text, where it can be renamed.
#[must_use]
pub fn renamable(view: &View<'_>, byte: u32) -> Option<(Range, String)> {
    let all = view.items.iter().flat_map(|item| mentions(item));
    let mut here = all.filter(|of| of.span.start <= byte && byte <= of.span.end);
    let mention = here.next()?;
    Some((
        view.positions.range(mention.span),
        mention.thing.name().to_owned(),
    ))
}

/// The edits that give the entry at a byte another name, in all texts of the folder.
///
/// # Errors
/// Why the name cannot change: a sentence.
pub fn rename(
    view: &View<'_>,
    byte: u32,
    new: &str,
    names: &dyn Names,
) -> Result<WorkspaceEdit, String> {
    let (thing, definers) = view
        .entry_at(byte)
        .ok_or("nothing here has a name that can change")?;
    if matches!(thing, Thing::Profile(_)) {
        return Err(
            "the name of an object cannot change: with another one it is another object".to_owned(),
        );
    }
    let old = words::quoted(thing.name());
    if new == thing.name() {
        return Ok(WorkspaceEdit::default());
    }
    let wanted = thing.renamed(thing, new);
    let mut edits: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
    for item in view.all() {
        let is_definer = |of: &Item<'_>| definers.iter().any(|known| std::ptr::eq(*known, of));
        if !view.definers(item).into_iter().any(is_definer) {
            continue;
        }
        for mention in mentions(item) {
            if mention.thing == wanted && mention.defines {
                return Err(format!(
                    "{} has {} already",
                    words::object(item),
                    words::quoted(new)
                ));
            }
            if mention.thing == thing {
                let written = item.text.get(mention.span.range()).unwrap_or_default();
                let text = in_quotes_of(written, item.document.json, new);
                let span = mention.span;
                edits
                    .entry(item.file)
                    .or_default()
                    .push(Edit { span, text });
            }
        }
    }
    let around = view.files.get(view.own..).unwrap_or_default();
    if let Some(file) = around.iter().find(|file| edits.contains_key(&file.file)) {
        return Err(format!(
            "{} uses {old} too, and only gives context: a rename does not change it",
            file.source.name()
        ));
    }
    let files = definers.iter().map(|item| item.file).collect();
    check(view, &edits, (thing, new), &files)?;
    let of_file = |(file, edits): (&FileId, &Vec<Edit>)| {
        let positions = Positions::new(view.sources.get(*file), view.encoding);
        let one = |edit: &Edit| TextEdit::new(positions.range(edit.span), edit.text.clone());
        (*file, edits.iter().map(one).collect())
    };
    Ok(edit(names, edits.iter().map(of_file).collect()))
}

/// Checks that the edited texts say what they should, and that the server accepts them.
fn check(
    view: &View<'_>,
    edits: &BTreeMap<FileId, Vec<Edit>>,
    (thing, new_name): (Thing<'_>, &str),
    definers: &BTreeSet<FileId>,
) -> Result<(), String> {
    let mut after: Sources = view.sources.clone();
    let mut changed: BTreeMap<FileId, FileId> = BTreeMap::new();
    for (file, edits) in edits {
        let source = view.sources.get(*file);
        let text = Patch::new(edits).and_then(|patch| patch.apply(source.text()));
        let text = text.ok_or("the text does not let cpcap rename this: an alias stands for it")?;
        changed.insert(after.add(source.with_text(text)), *file);
    }
    let inputs: Vec<Input> = changed
        .keys()
        .map(|file| Input {
            file: *file,
            fault: None,
        })
        .collect();
    let new_files = read(&after, &inputs);
    let old_file = |file: &FileId| view.files.iter().find(|of| of.file == *file);
    let old_files: Vec<&ReadFile<'_>> = changed.values().filter_map(old_file).collect();
    for (new, old) in new_files.iter().zip(&old_files) {
        let is = told(new, view, None);
        let expected = told(old, view, Some((thing, new_name)));
        if is != expected {
            return Err(format!(
                "{} does not read as it should afterwards",
                old.source.name()
            ));
        }
    }
    let pairs: Vec<Pair<'_, '_>> = new_files.iter().zip(old_files).collect();
    // The server takes one object after the other: first the profile, while all others still have
    // the old name, then these.
    let alone: Vec<Pair<'_, '_>> = pairs
        .iter()
        .filter(|(_, old)| definers.contains(&old.file))
        .copied()
        .collect();
    match brings(view, &after, &alone).or_else(|| brings(view, &after, &pairs)) {
        None => Ok(()),
        Some(error) => Err(format!("the server refuses the result: {error}")),
    }
}

/// A text after a rename, and before it.
type Pair<'p, 's> = (&'p ReadFile<'s>, &'p ReadFile<'s>);

/// The first refusal of changed texts as updates of what they were, beside those that there are
/// already.
fn brings(view: &View<'_>, after: &Sources, pairs: &[Pair<'_, '_>]) -> Option<String> {
    let is_replaced = |file| pairs.iter().any(|(_, old)| old.file == file);
    let judged = |sources: &Sources, new: &[&ReadFile<'_>]| {
        let outcome = judged_as_update(sources, view.files, new, is_replaced, view.settings);
        let mut findings = outcome.findings;
        findings.retain(|of| of.severity == Severity::Error && of.stage.is_some());
        findings
    };
    // A rename moves nothing, so a field stays what it was.
    let key = |finding: &Finding| {
        let file = finding.place.file;
        let pair = pairs.iter().find(|(new, _)| new.file == file);
        let file = pair.map_or(file, |(_, old)| old.file);
        let document = finding.subject.document;
        (file, document, finding.rule, finding.field.clone())
    };
    let (new, old): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
    let known: BTreeSet<_> = judged(view.sources, &old).iter().map(key).collect();
    let found = judged(after, &new);
    let mut brings = found
        .iter()
        .filter(|finding| !known.contains(&key(finding)));
    brings.next().map(Finding::told)
}

/// The names of each object of a text, as words; after a rename, if there is one.
fn told(
    file: &ReadFile<'_>,
    view: &View<'_>,
    renamed: Option<(Thing<'_>, &str)>,
) -> Vec<Vec<(String, bool)>> {
    let landscape = Landscape::with_preview([file], view.settings.preview);
    let of_item = |item| {
        let told = |of: Mention<'_>| {
            let thing = renamed.map_or(of.thing, |(old, new)| of.thing.renamed(old, new));
            (format!("{thing:?}"), of.defines)
        };
        mentions(item).into_iter().map(told).collect()
    };
    landscape.items.iter().map(of_item).collect()
}
