//! Anchors: the place of a finding, in words that stay when lines and list entries move. They
//! identify findings across runs; nothing is decided here.

use std::collections::BTreeMap;

use crate::finding::Finding;
use crate::landscape::ReadFile;
use crate::source::{FileId, Span};
use crate::yaml::{Document, Kind, NodeId, Tree};

/// By these keys an entry of a list is called, the first that it has.
const NAMES: [&str; 3] = ["name", "version", "key"];
/// Maximum number of keys of an entry searched for its name.
const FIRST: usize = 50;
/// Longer texts are cut, in characters.
const LONGEST: usize = 100;

/// Gives each finding its anchor: the keys that lead to its bytes, entries of lists by their names,
/// and what stands there. `files`: those that findings point into.
pub fn set_anchors<'f, 's: 'f>(
    findings: &mut [Finding],
    files: impl Iterator<Item = &'f ReadFile<'s>>,
) {
    let files: BTreeMap<FileId, &ReadFile<'_>> = files.map(|file| (file.file, file)).collect();
    for finding in findings {
        if let Some(file) = files.get(&finding.place.file) {
            finding.anchor = anchor(file, finding.place.span);
        }
    }
}

fn anchor(file: &ReadFile<'_>, span: Span) -> String {
    let behind = file
        .documents
        .partition_point(|document| document.span.start <= span.start);
    let document: Option<&Document<'_>> = behind
        .checked_sub(1)
        .and_then(|index| file.documents.get(index));
    let mut out = document.map_or_else(String::new, |document| {
        way(&document.tree, file.text, span.start)
    });
    let here = file
        .text
        .get(span.range())
        .unwrap_or_default()
        .lines()
        .next()
        .unwrap_or_default()
        .trim();
    if !here.is_empty() {
        if !out.is_empty() {
            out.push_str(": ");
        }
        out.extend(here.chars().take(LONGEST));
    }
    out
}

/// The keys that lead to a byte. Children stand in the order of the text, so each step is a binary
/// search.
fn way(tree: &Tree<'_>, text: &str, at: u32) -> String {
    let mut out = String::new();
    let mut node = tree.root();
    while let Some(id) = node {
        node = match &tree.node(id).kind {
            Kind::Mapping(pairs) => {
                let behind = pairs.partition_point(|(key, _)| tree.span(*key).start <= at);
                behind
                    .checked_sub(1)
                    .and_then(|index| pairs.get(index))
                    .and_then(|(key, value)| {
                        let inside = tree.span(*value).end > at || tree.span(*key).end > at;
                        if inside {
                            if !out.is_empty() {
                                out.push('.');
                            }
                            out.push_str(tree.key(*key));
                        }
                        (tree.span(*value).start <= at && inside).then_some(*value)
                    })
            }
            Kind::Sequence(items) => {
                let behind = items.partition_point(|item| tree.span(*item).start <= at);
                behind
                    .checked_sub(1)
                    .and_then(|index| items.get(index))
                    .filter(|item| tree.span(**item).end > at)
                    .map(|item| {
                        out.push('[');
                        out.extend(called(tree, *item, text).chars().take(LONGEST));
                        out.push(']');
                        *item
                    })
            }
            Kind::Scalar { .. } | Kind::Alias(_) => None,
        };
    }
    out
}

/// The name of an entry of a list; empty where nothing names it.
fn called<'t>(tree: &'t Tree<'_>, item: NodeId, text: &'t str) -> &'t str {
    let scalar = |id: NodeId| matches!(tree.node(tree.target(id)).kind, Kind::Scalar { .. });
    if scalar(item) {
        return tree.raw(item, text);
    }
    let find = |name: &&str| {
        tree.entries(item)
            .take(FIRST)
            .find(|entry| tree.key(entry.key) == *name && scalar(entry.value))
    };
    let name = NAMES.iter().find_map(find);
    name.map_or("", |entry| tree.raw(entry.value, text))
        .trim_matches(['"', '\''])
}
