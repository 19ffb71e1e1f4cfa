//! The fixes to try together: in a fixed order, without any that would change the bytes of another;
//! in a value that several places share by aliases, only edits that all these places ask for.

use std::collections::{BTreeMap, BTreeSet};

use super::patch::{Patch, meet};
use crate::finding::{Edit, Finding};
use crate::model::path::FieldPath;
use crate::source::{FileId, Sources, Span};
use crate::yaml::{self, Kind};

/// A fix and the findings that it is for.
#[derive(Clone, Debug)]
pub(super) struct Candidate<'f> {
    pub file: FileId,
    pub edits: &'f [Edit],
    /// Positions of the findings that offer it.
    pub findings: Vec<usize>,
}

/// Names a finding from one round to the next.
pub(super) type Key = (FileId, &'static str, FieldPath, String);

pub(super) fn key(finding: &Finding) -> Key {
    (
        finding.place.file,
        finding.rule,
        finding.field.clone(),
        finding.message.clone(),
    )
}

/// Takes safe fixes before others, and else the first in the order of the findings.
pub(super) fn choose<'f>(
    findings: &'f [Finding],
    sources: &Sources,
    files: &BTreeSet<FileId>,
    with_unsafe: bool,
    refused: &BTreeSet<Key>,
) -> Vec<Candidate<'f>> {
    let mut chosen: Vec<Candidate<'f>> = Vec::new();
    let mut by_edits: BTreeMap<(FileId, Bytes<'_>), usize> = BTreeMap::new();
    let mut taken: BTreeMap<FileId, BTreeSet<Span>> = BTreeMap::new();
    let mut shared: BTreeMap<FileId, Vec<Shared>> = BTreeMap::new();
    let offers = offers(findings);
    let levels: &[bool] = if with_unsafe { &[true, false] } else { &[true] };
    for safe in levels {
        for (index, finding) in findings.iter().enumerate() {
            let file = finding.place.file;
            let Some(fix) = finding
                .fix
                .as_ref()
                .filter(|fix| fix.safe == *safe && !fix.edits.is_empty())
            else {
                continue;
            };
            if !files.contains(&file) || refused.contains(&key(finding)) {
                continue;
            }
            let edits = (file, same_edits(&fix.edits));
            if let Some(at) = by_edits.get(&edits) {
                chosen[*at].findings.push(index);
                continue;
            }
            let taken = taken.entry(file).or_default();
            if Patch::new(&fix.edits).is_none()
                || fix.edits.iter().any(|edit| is_taken(taken, edit.span))
            {
                continue;
            }
            let text = sources.get(file).text();
            let shared = shared.entry(file).or_insert_with(|| shared_values(text));
            if !all_places_ask(finding, &fix.edits, shared, &offers) {
                continue;
            }
            taken.extend(fix.edits.iter().map(|edit| edit.span));
            by_edits.insert(edits, chosen.len());
            chosen.push(Candidate {
                file,
                edits: &fix.edits,
                findings: vec![index],
            });
        }
    }
    chosen
}

/// The replaced bytes and their replacements, in order.
type Bytes<'f> = Vec<(Span, &'f str)>;

fn same_edits(edits: &[Edit]) -> Bytes<'_> {
    let mut edits: Vec<_> = edits
        .iter()
        .map(|edit| (edit.span, edit.text.as_str()))
        .collect();
    edits.sort_unstable();
    edits
}

/// The taken ones are apart from each other, so only neighbours can be in the way.
fn is_taken(taken: &BTreeSet<Span>, span: Span) -> bool {
    let last = Span {
        start: span.end,
        end: u32::MAX,
    };
    taken
        .range(..=last)
        .rev()
        .take(3)
        .any(|other| meet(*other, span))
}

/// A value that aliases repeat.
#[derive(Debug)]
struct Shared {
    at: Span,
    aliases: Vec<Span>,
}

fn shared_values(text: &str) -> Vec<Shared> {
    if !text.contains('&') {
        return Vec::new();
    }
    let mut all = Vec::new();
    for document in yaml::read(text) {
        let tree = &document.tree;
        let mut aliases: BTreeMap<_, Vec<Span>> = BTreeMap::new();
        for id in tree.ids() {
            if let Kind::Alias(Some(target)) = tree.node(id).kind {
                aliases.entry(target).or_default().push(tree.span(id));
            }
        }
        all.extend(aliases.into_iter().map(|(target, aliases)| Shared {
            at: tree.span(target),
            aliases,
        }));
    }
    all
}

/// The places where each rule finds something: its edits there, and the bytes.
type Offers<'f> = BTreeMap<(&'static str, FileId), Vec<&'f Finding>>;

fn offers(findings: &[Finding]) -> Offers<'_> {
    let mut offers: Offers<'_> = BTreeMap::new();
    for finding in findings {
        offers
            .entry((finding.rule, finding.place.file))
            .or_default()
            .push(finding);
    }
    offers
}

/// Whether every place that an edit would change has the same finding.
fn all_places_ask(
    finding: &Finding,
    edits: &[Edit],
    shared: &[Shared],
    offers: &Offers<'_>,
) -> bool {
    let around: Vec<&Shared> = shared
        .iter()
        .filter(|shared| {
            edits
                .iter()
                .any(|edit| edit.span.start <= shared.at.end && shared.at.start <= edit.span.end)
        })
        .collect();
    let [only] = around[..] else {
        return around.is_empty();
    };
    let same = |other: &&&Finding| {
        let edits_too = other
            .fix
            .as_ref()
            .is_some_and(|fix| same_edits(&fix.edits) == same_edits(edits));
        edits_too || only.aliases.contains(&other.place.span)
    };
    let of_rule = offers
        .get(&(finding.rule, finding.place.file))
        .map_or(&[][..], Vec::as_slice);
    let places: BTreeSet<(usize, &FieldPath)> = of_rule
        .iter()
        .filter(same)
        .map(|other| (other.subject.document, &other.field))
        .collect();
    places.len() > only.aliases.len()
}
