//! Recognises several manifests in one document, because a separator is missing: `apiVersion` and
//! `kind` stand there more than once.

use crate::source::Span;
use crate::yaml::{Document, Kind, NodeId};

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
