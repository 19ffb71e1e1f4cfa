//! Anchors: the place of a finding, in words that stay when lines and list entries move. They
//! identify findings across runs; nothing is decided here.

use std::collections::BTreeMap;

use crate::finding::Finding;
use crate::landscape::ReadFile;
use crate::source::{FileId, Span};
use crate::yaml::{Kind, NodeId, Tree, Turn};

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
    let document = file.document_at(span.start);
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

/// The keys that lead to a byte.
fn way(tree: &Tree<'_>, text: &str, at: u32) -> String {
    let mut out = String::new();
    for turn in tree.way_to(at) {
        match turn {
            Turn::Key(key) => {
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(tree.key(key));
            }
            Turn::Item(_, item) => {
                out.push('[');
                out.extend(called(tree, item, text).chars().take(LONGEST));
                out.push(']');
            }
        }
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
