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
    let (mention, item) = view
        .mention_at(byte)
        .ok_or("nothing here has a name that can change")?;
    let (thing, definers) = (mention.thing, view.definers(item));
    if matches!(thing, Thing::Profile(_)) {
        return Err(
            "the name of an object cannot change: with another one it is another object".to_owned(),
        );
    }
    if new.trim().is_empty() {
        return Err(format!(
            "{} needs a name; an empty one is none",
            words::quoted(thing.name())
        ));
    }
    let old = words::quoted(thing.name());
    if new == thing.name() {
        return Ok(WorkspaceEdit::default());
    }
    let wanted = thing.renamed(thing, new);
    let mut edits = Edits::new();
    // Those of the objects that define the entry.
    let mut first = Edits::new();
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
                let edit = Edit { span, text };
                if is_definer(item) {
                    first.entry(item.file).or_default().push(edit.clone());
                }
                edits.entry(item.file).or_default().push(edit);
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
    let documents = definers.iter().map(|of| (of.file, of.document.index));
    check(view, [&first, &edits], (thing, new), &documents.collect())?;
    let of_file = |(file, edits): (&FileId, &Vec<Edit>)| {
        let positions = Positions::new(view.sources.get(*file), view.encoding);
        let one = |edit: &Edit| TextEdit::new(positions.range(edit.span), edit.text.clone());
        (*file, edits.iter().map(one).collect())
    };
    Ok(edit(names, edits.iter().map(of_file).collect()))
}

/// The edits of texts.
type Edits = BTreeMap<FileId, Vec<Edit>>;

/// A document of a text.
type Document = (FileId, usize);

/// Checks that the edited texts say what they should, and that the server accepts them: it takes one
/// object after the other, first the profile, while all others still have the old name, and then
/// these. Objects may share a text.
fn check(
    view: &View<'_>,
    [first, all]: [&Edits; 2],
    (thing, new_name): (Thing<'_>, &str),
    definers: &BTreeSet<Document>,
) -> Result<(), String> {
    let mut after: Sources = view.sources.clone();
    let mut step = |edits: &Edits| {
        let mut changed: BTreeMap<FileId, FileId> = BTreeMap::new();
        for (file, edits) in edits {
            let source = view.sources.get(*file);
            let text = Patch::new(edits).and_then(|patch| patch.apply(source.text()))?;
            changed.insert(after.add(source.with_text(text)), *file);
        }
        Some(changed)
    };
    let no_edit = "the text does not let cpcap rename this: an alias stands for it";
    let first = step(first).ok_or(no_edit)?;
    let all = step(all).ok_or(no_edit)?;
    let old_file = |file: &FileId| view.files.iter().find(|of| of.file == *file);
    let files_of = |changed: &BTreeMap<FileId, FileId>| {
        let file = |file: &FileId| Input {
            file: *file,
            fault: None,
        };
        let inputs: Vec<Input> = changed.keys().map(file).collect();
        read(&after, &inputs)
    };
    let [first_files, all_files] = [&first, &all].map(files_of);
    let pairs = |new, changed: &BTreeMap<FileId, FileId>| -> Vec<Pair<'_, '_>> {
        let new: &Vec<ReadFile<'_>> = new;
        let old = changed.values().filter_map(old_file);
        new.iter().zip(old).collect()
    };
    let all_pairs = pairs(&all_files, &all);
    for (new, old) in &all_pairs {
        let is = told(new, view, None);
        let expected = told(old, view, Some((thing, new_name)));
        if is != expected {
            return Err(format!(
                "{} does not read as it should afterwards",
                old.source.name()
            ));
        }
    }
    let first_pairs = pairs(&first_files, &first);
    let is_definer = |of: Document| definers.contains(&of);
    let brought = brings(view, &after, &first_pairs, is_definer);
    match brought.or_else(|| brings(view, &after, &all_pairs, |_| true)) {
        None => Ok(()),
        Some(error) => Err(format!("the name cannot change: {error}")),
    }
}

/// A text after a rename, and before it.
type Pair<'p, 's> = (&'p ReadFile<'s>, &'p ReadFile<'s>);

/// The first refusal of changed documents as updates of what they were, beside those that there are
/// already.
fn brings(
    view: &View<'_>,
    after: &Sources,
    pairs: &[Pair<'_, '_>],
    is_asked: impl Fn(Document) -> bool,
) -> Option<String> {
    let is_replaced = |file| pairs.iter().any(|(_, old)| old.file == file);
    let judged = |sources: &Sources, new: &[&ReadFile<'_>]| {
        let outcome = judged_as_update(sources, view.files, new, is_replaced, view.settings);
        let mut findings = outcome.findings;
        findings.retain(|of| of.severity == Severity::Error && of.stage.is_some());
        findings
    };
    let old_of = |file: FileId| {
        let pair = pairs.iter().find(|(new, _)| new.file == file);
        pair.map_or(file, |(_, old)| old.file)
    };
    // A rename moves nothing, so a field stays what it was.
    let key = |finding: &Finding| {
        let (file, document) = (old_of(finding.place.file), finding.subject.document);
        (file, document, finding.rule, finding.field.clone())
    };
    let (new, old): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
    let known: BTreeSet<_> = judged(view.sources, &old).iter().map(key).collect();
    let found = judged(after, &new);
    let mut brings = found.iter().filter(|finding| {
        let document = (old_of(finding.place.file), finding.subject.document);
        is_asked(document) && !known.contains(&key(finding))
    });
    let told = |of: &Finding| format!("{}: {}", of.field, of.message);
    brings.next().map(told)
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
    landscape.all().into_iter().map(of_item).collect()
}
