//! The structure of texts: symbols, parts to fold, and selections that grow.

use lsp_types::{
    DocumentSymbol, FoldingRange, FoldingRangeKind, Position, SelectionRange, SymbolKind,
};

use super::{Positions, View};
use crate::landscape::ReadFile;
use crate::output::clean::named;
use crate::source::Span;
use crate::yaml::{Kind, NodeId, Tree, Value};

/// The keys whose text names an entry of a list.
const NAMES: [&str; 3] = ["name", "version", "key"];

/// The objects of a text; in each the lists of its `spec`, and their entries by name.
#[must_use]
pub fn symbols(view: &View<'_>) -> Vec<DocumentSymbol> {
    let positions = view.positions;
    view.items
        .iter()
        .map(|item| {
            let tree = &item.document.tree;
            let span = tree.span(item.object.node);
            let name = match item.object.meta.name.value {
                "" => item.object.kind.as_str(),
                name => name,
            };
            let children = tree
                .get(item.object.node, "spec")
                .map_or_else(Vec::new, |spec| below(tree, spec.value, positions, 3));
            symbol(
                name,
                Some(item.object.kind.as_str()),
                SymbolKind::CLASS,
                (span, first_line(span, positions)),
                children,
                positions,
            )
        })
        .collect()
}

/// The entries of a map or list that have a name, down to some depth.
fn below(
    tree: &Tree<'_>,
    node: NodeId,
    positions: Positions<'_>,
    depth: usize,
) -> Vec<DocumentSymbol> {
    if depth == 0 {
        return Vec::new();
    }
    match &tree.node(node).kind {
        Kind::Mapping(pairs) => pairs
            .iter()
            .filter(|(_, value)| !matches!(tree.node(*value).kind, Kind::Scalar { .. }))
            .map(|(key, value)| {
                let children = below(tree, *value, positions, depth - 1);
                let span = tree.span(*key).to(tree.span(*value));
                symbol(
                    tree.key(*key),
                    None,
                    SymbolKind::FIELD,
                    (span, tree.span(*key)),
                    children,
                    positions,
                )
            })
            .collect(),
        Kind::Sequence(items) => items
            .iter()
            .filter_map(|item| {
                let entry = NAMES.iter().find_map(|name| tree.get(*item, name))?;
                let Value::String(name) = tree.value(entry.value) else {
                    return None;
                };
                let children = below(tree, *item, positions, depth - 1);
                let spans = (tree.span(*item), tree.span(entry.value));
                let kind = SymbolKind::OBJECT;
                Some(symbol(name, None, kind, spans, children, positions))
            })
            .collect(),
        Kind::Scalar { .. } | Kind::Alias(_) => Vec::new(),
    }
}

fn symbol(
    name: &str,
    detail: Option<&str>,
    kind: SymbolKind,
    (whole, own): (Span, Span),
    children: Vec<DocumentSymbol>,
    positions: Positions<'_>,
) -> DocumentSymbol {
    // An alias may name bytes outside of its entry, which the protocol forbids.
    let own = if whole.start <= own.start && own.end <= whole.end {
        own
    } else {
        first_line(whole, positions)
    };
    #[allow(deprecated, reason = "the type has this field still")]
    DocumentSymbol {
        name: named(name).into_owned(),
        detail: detail.map(str::to_owned),
        kind,
        tags: None,
        deprecated: None,
        range: positions.range(whole),
        selection_range: positions.range(own),
        children: (!children.is_empty()).then_some(children),
    }
}

/// The part of a span on its first line.
fn first_line(span: Span, positions: Positions<'_>) -> Span {
    let source = positions.source();
    let end = source.line_span(source.line_index(span.start)).end;
    Span {
        start: span.start,
        end: span.end.min(end).max(span.start),
    }
}

/// The maps and lists of a text that take several lines, and its comments that do.
#[must_use]
pub fn folds(view: &View<'_>) -> Vec<FoldingRange> {
    let file = view.file;
    let line = |byte: u32| Span::at(file.source.line_index(byte)).start;
    let fold = |start: u32, end: u32, kind| FoldingRange {
        start_line: start,
        end_line: end,
        kind: Some(kind),
        ..FoldingRange::default()
    };
    let mut found = Vec::new();
    for document in &file.documents {
        let tree = &document.tree;
        for id in tree.ids() {
            let Kind::Mapping(pairs) = tree.node(id).kind else {
                continue;
            };
            for (key, value) in pairs {
                let span = tree.span(*value);
                let (start, end) = (line(tree.span(*key).start), last_line(file, span));
                if !span.is_empty() && end > start {
                    found.push(fold(start, end, FoldingRangeKind::Region));
                }
            }
        }
    }
    found.sort_by_key(|fold| (fold.start_line, fold.end_line));
    found.dedup();
    found
}

/// The line of the last byte that is no blank.
fn last_line(file: &ReadFile<'_>, span: Span) -> u32 {
    let text = file.text.get(span.range()).unwrap_or_default();
    let end = span.start as usize + text.trim_end().len();
    Span::at(
        file.source
            .line_index(Span::at(end.saturating_sub(1)).start),
    )
    .start
}

/// For each position the values around it, from the innermost on.
#[must_use]
pub fn selections(view: &View<'_>, at: &[Position]) -> Vec<SelectionRange> {
    let (file, positions) = (view.file, view.positions);
    at.iter()
        .map(|at| {
            let byte = positions.byte(*at);
            let mut spans = vec![Span::new(0, file.text.len())];
            if let Some(document) = file.document_at(byte) {
                let tree = &document.tree;
                let around = tree.ids().map(|id| tree.span(id));
                let mut around: Vec<Span> = around
                    .filter(|span| span.start <= byte && byte <= span.end)
                    .collect();
                around.sort_by_key(|span| std::cmp::Reverse(span.len()));
                spans.extend(around);
                spans.dedup();
            }
            let mut selection = None;
            for span in spans {
                selection = Some(SelectionRange {
                    range: positions.range(span),
                    parent: selection.map(Box::new),
                });
            }
            selection.unwrap_or(SelectionRange {
                range: positions.range(Span::at(byte as usize)),
                parent: None,
            })
        })
        .collect()
}
