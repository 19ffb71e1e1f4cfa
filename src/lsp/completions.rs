//! What can stand at a position: fields that are not there yet, and values that the server knows. A
//! line that is being written seldom has its place in the tree, so its column decides.

use std::collections::BTreeSet;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent,
    MarkupKind, TextEdit,
};

use super::View;
use super::fields::{Level, levels};
use super::hover::{described, shape};
use super::values::{keys, values};
use crate::editor;
use crate::landscape::{Item, ReadFile};
use crate::model::schema::{Field, Shape, Type};
use crate::source::Span;
use crate::yaml::{Kind, Tree};

/// The line at a position, up to it.
struct Line<'t> {
    /// The bytes in front of the first key, dashes included.
    column: usize,
    /// Whether a dash begins a new element here.
    is_element: bool,
    /// The key of the line, where the position is in its value.
    key: Option<&'t str>,
    /// What is written already of what is to be completed.
    prefix: &'t str,
    start: u32,
}

/// The completions at a byte.
#[must_use]
pub fn completions(view: &View<'_>, byte: u32) -> Vec<CompletionItem> {
    let (file, positions) = (view.file, view.positions);
    let Some(line) = line(file, byte) else {
        return Vec::new();
    };
    let Some((item, place)) = view
        .items
        .iter()
        .find_map(|item| Some((*item, place(item, file, &line)?)))
    else {
        return Vec::new();
    };
    let replaced = Span {
        start: byte - Span::at(line.prefix.len()).start,
        end: byte,
    };
    let complete = |label: &str, text: String| CompletionItem {
        label: label.to_owned(),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(
            positions.range(replaced),
            text,
        ))),
        ..CompletionItem::default()
    };
    match line.key {
        Some(key) => {
            let known = place
                .owner
                .and_then(|owner| Some((owner, owner.field(key)?)));
            let mut found = Vec::new();
            let mut add = |value: &str, detail: Option<String>| {
                found.push(CompletionItem {
                    kind: Some(CompletionItemKind::VALUE),
                    detail,
                    sort_text: Some(format!("{:05}", found.len())),
                    ..complete(value, value.to_owned())
                });
            };
            if let Some((owner, field)) = known {
                let listed = editor::values(owner, field.name);
                listed.iter().for_each(|value| add(value, None));
                if matches!(field.shape, Shape::Bool) {
                    ["true", "false"].iter().for_each(|value| add(value, None));
                }
            }
            for (value, detail) in values(view, item, &place, key) {
                add(&value, detail);
            }
            found
        }
        None => {
            let mut found = Vec::new();
            let fields = place
                .owner
                .into_iter()
                .flat_map(|owner| owner.fields.iter().map(move |field| (owner, field)));
            for (owner, field) in fields {
                if place.keys.contains(field.name) {
                    continue;
                }
                found.push(CompletionItem {
                    kind: Some(CompletionItemKind::FIELD),
                    detail: Some(shape(&field.shape)),
                    documentation: Some(Documentation::MarkupContent(MarkupContent {
                        kind: MarkupKind::Markdown,
                        value: described(owner, field),
                    })),
                    ..complete(field.name, opening(field, line.column))
                });
            }
            for (name, detail) in keys(view, item, &place) {
                if !place.keys.contains(&*name) {
                    found.push(CompletionItem {
                        kind: Some(CompletionItemKind::FIELD),
                        detail,
                        ..complete(&name, format!("{name}: "))
                    });
                }
            }
            found
        }
    }
}

/// A field with what comes behind its colon.
fn opening(field: &Field, column: usize) -> String {
    let name = field.name;
    match field.shape {
        Shape::List(_) => format!("{name}:\n{:column$}- ", ""),
        Shape::Map(_) | Shape::Object(_) | Shape::Raw => {
            format!("{name}:\n{:1$}", "", column + 2)
        }
        _ => format!("{name}: "),
    }
}

fn line<'t>(file: &ReadFile<'t>, byte: u32) -> Option<Line<'t>> {
    let span = file.source.line_span(file.source.line_index(byte));
    let before = file.text.get(span.start as usize..byte as usize)?;
    let mut column = before.len() - before.trim_start_matches(' ').len();
    let mut is_element = false;
    while before[column..].starts_with("- ") {
        is_element = true;
        let rest = &before[column + 1..];
        column = before.len() - rest.trim_start_matches(' ').len();
    }
    let rest = &before[column..];
    if rest.starts_with('#') || rest.contains(" #") {
        return None;
    }
    let (key, prefix) = match rest.split_once(": ") {
        Some((key, value)) => {
            let value = value.trim_start_matches(' ');
            let last = value.rsplit(['[', ',', ' ', '"', '\'']).next();
            (Some(key), last.unwrap_or(value))
        }
        None => (None, rest),
    };
    Some(Line {
        column,
        is_element,
        key: key.map(|key| key.trim_matches(['"', '\''])),
        prefix,
        start: span.start,
    })
}

/// Where a line belongs.
pub(super) struct Place<'t> {
    /// The type of the map that the line is an entry of.
    pub owner: Option<&'static Type>,
    /// The shape of that map.
    pub shape: Option<Shape>,
    /// The keys that it has already.
    pub keys: BTreeSet<&'t str>,
    /// The values around it, from the outermost on.
    pub around: Vec<Level>,
}

/// The place of a line in an object, from what stands before it.
fn place<'t>(item: &'t Item<'_>, file: &ReadFile<'_>, line: &Line<'_>) -> Option<Place<'t>> {
    let before = file.text.get(..line.start as usize)?;
    // Comments and empty lines say nothing about the place.
    let last = before
        .lines()
        .rev()
        .map(|line| (line, line.trim()))
        .find(|(_, text)| !text.is_empty() && !text.starts_with('#'))?
        .0;
    let end = last.as_ptr() as usize - before.as_ptr() as usize + last.trim_end().len();
    let at = Span::at(end.checked_sub(1)?).start;
    let tree = &item.document.tree;
    let levels = levels(item, at);
    let column = |level: &Level| first_column(tree, *level, file);
    let found = levels
        .iter()
        .rposition(|level| column(level) == Some(line.column));
    if let Some(index) = found {
        let level = levels[index];
        let keys = if line.is_element {
            BTreeSet::new()
        } else {
            tree.entries(level.node)
                .map(|entry| tree.key(entry.key))
                .collect()
        };
        return Some(Place::new(level.shape, keys, levels[..=index].to_vec()));
    }
    // The first line below a key that has no value yet.
    let deepest = levels.last()?;
    let is_below = levels
        .iter()
        .filter_map(column)
        .next_back()
        .is_none_or(|column| column < line.column || line.is_element);
    let shape = match deepest.shape {
        Some(Shape::List(inner)) => Some(*inner),
        shape => shape,
    };
    is_below.then(|| Place::new(shape, BTreeSet::new(), levels.clone()))
}

impl<'t> Place<'t> {
    fn new(shape: Option<Shape>, keys: BTreeSet<&'t str>, around: Vec<Level>) -> Self {
        let owner = match shape {
            Some(Shape::Object(of)) => Some(of),
            _ => None,
        };
        Self {
            owner,
            shape,
            keys,
            around,
        }
    }
}

/// The column of the first key of a block map.
fn first_column(tree: &Tree<'_>, level: Level, file: &ReadFile<'_>) -> Option<usize> {
    let Kind::Mapping(pairs) = tree.node(level.node).kind else {
        return None;
    };
    let start = tree.span(pairs.first()?.0).start;
    let line = file.source.line_span(file.source.line_index(start));
    Some((start - line.start) as usize)
}
