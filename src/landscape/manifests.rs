//! Recognises several manifests in one document, because a separator is missing: `apiVersion` and
//! `kind` stand there more than once, or another manifest follows where the document ends or its
//! text breaks off.

use crate::source::Span;
use crate::yaml::{Document, Kind, NodeId, ProblemKind};

/// Where one of two manifests in a document is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The first key of the second one.
    pub key: Span,
    /// Whether the second one is lost. Else it takes the place of the first.
    pub is_second: bool,
}

/// The first manifest that is lost in a document, or takes the place of another.
pub fn lost(document: &Document<'_>, text: &str) -> Option<Lost> {
    if let Some(manifest) = starts(document, text).into_iter().next() {
        return Some(Lost {
            key: manifest.key,
            is_second: false,
        });
    }
    let behind = document.problems.iter().find_map(|problem| {
        let from = problem.span.start as usize;
        match problem.kind {
            // A nested `kind` is further in than what is dropped.
            ProblemKind::IgnoredContent => {
                begins(text, from, problem.span.end as usize, column(text, from))
            }
            ref kind if kind.rejects() && document.incomplete => {
                begins(text, from, document.span.end as usize, 0)
            }
            _ => None,
        }
    });
    behind.map(|key| Lost {
        key,
        is_second: true,
    })
}

/// The first key between two offsets that a manifest begins with, no further in than a column.
fn begins(text: &str, from: usize, to: usize, column_at_most: usize) -> Option<Span> {
    let mut start = from - column(text, from);
    for line in text.get(start..to)?.split_inclusive(['\n', '\r']) {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let before =
            line[indent..].len() - line[indent..].trim_start_matches(['{', '"', '\'']).len();
        let key = &line[indent + before..];
        let found = ["apiVersion", "kind"].into_iter().find(|name| {
            key.strip_prefix(name)
                .is_some_and(|rest| rest.trim_start_matches(['"', '\'', ' ']).starts_with(':'))
        });
        let at = start + indent + before;
        if let Some(name) = found.filter(|_| indent <= column_at_most && at >= from) {
            return Some(Span::new(at, at + name.len()));
        }
        start += line.len();
    }
    None
}

/// The column of an offset.
fn column(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    at - before.rfind(['\n', '\r']).map_or(0, |end| end + 1)
}

/// A manifest that begins inside the document of another.
#[derive(Debug)]
pub struct Manifest {
    /// Where a separator belongs: the start of its first line.
    pub start: usize,
    /// The first key of the manifest.
    pub key: Span,
    /// The first key of the manifest before it.
    pub earlier: Span,
    /// Its keys at the top.
    pub repeats: Vec<Span>,
}

/// The manifests of a document but the first, which has no separator to miss.
pub fn starts(document: &Document<'_>, text: &str) -> Vec<Manifest> {
    let tree = &document.tree;
    let Some(Kind::Mapping(pairs)) = tree.root().map(|root| tree.node(root).kind) else {
        return Vec::new();
    };
    let count = |name: &str| {
        pairs
            .iter()
            .filter(|(key, _)| tree.key(*key) == name)
            .count()
    };
    let identifies = |key: NodeId| matches!(tree.key(key), "apiVersion" | "kind");
    if document.json || count("apiVersion") < 2 || count("kind") < 2 {
        return Vec::new();
    }
    let mut manifests: Vec<Manifest> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    let mut earlier = pairs
        .first()
        .map(|(key, _)| tree.span(*key))
        .unwrap_or_default();
    for key in pairs.iter().map(|(key, _)| *key) {
        let span = tree.span(key);
        if identifies(key) {
            if seen.contains(&tree.key(key)) {
                seen.clear();
                manifests.push(Manifest {
                    start: span.start as usize,
                    key: span,
                    earlier,
                    repeats: Vec::new(),
                });
                earlier = span;
            }
            seen.push(tree.key(key));
        }
        if let Some(manifest) = manifests.last_mut() {
            manifest.repeats.push(span);
        }
    }
    // Only where each begins a line of its own can a separator stand.
    let begins_line = |at: usize| {
        at == 0
            || text
                .as_bytes()
                .get(at - 1)
                .is_some_and(|byte| matches!(byte, b'\n' | b'\r'))
    };
    if manifests.iter().all(|manifest| begins_line(manifest.start)) {
        manifests
    } else {
        Vec::new()
    }
}
