//! The line at a position, and where it belongs. A line that is being written seldom has its place in
//! the tree, so its column decides.

use std::collections::BTreeSet;

use super::fields::{Level, levels};
use crate::landscape::{Item, ReadFile};
use crate::model::schema::{Shape, Type};
use crate::source::Span;
use crate::yaml::{Kind, Tree};

/// The line at a position, up to it.
pub(super) struct Line<'t> {
    /// The bytes in front of the first key, dashes included.
    pub column: usize,
    /// The column of the first dash.
    pub dash: usize,
    /// Whether a dash begins a new element here.
    pub is_element: bool,
    /// The key of the line, where the position is in its value.
    pub key: Option<&'t str>,
    /// What is written already of what is to be completed.
    pub prefix: &'t str,
    pub start: u32,
}

/// The line at a byte; none in a comment.
pub(super) fn line<'t>(file: &ReadFile<'t>, byte: u32) -> Option<Line<'t>> {
    let span = file.source.line_span(file.source.line_index(byte));
    let before = file.text.get(span.start as usize..byte as usize)?;
    let mut column = before.len() - before.trim_start_matches(' ').len();
    let dash = column;
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
        dash,
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
    /// The key of the list of texts that the line is an element of.
    pub list: Option<&'t str>,
}

/// The place of a line in an object, from what stands before it.
pub(super) fn place<'t>(
    item: &'t Item<'_>,
    file: &ReadFile<'_>,
    line: &Line<'_>,
) -> Option<Place<'t>> {
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
    // Each document has its own tree.
    if file.document_at(at)?.index != item.document.index {
        return None;
    }
    let levels = levels(item, at);
    if let Some(place) = in_list(tree, &levels, file, line) {
        return Some(place);
    }
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

/// The place of a line that is an element of a list of texts.
fn in_list<'t>(
    tree: &'t Tree<'_>,
    levels: &[Level],
    file: &ReadFile<'_>,
    line: &Line<'_>,
) -> Option<Place<'t>> {
    if !line.is_element || line.key.is_some() {
        return None;
    }
    let at = levels.iter().rposition(|level| {
        let is_texts = matches!(level.shape, Some(Shape::List(of)) if matches!(of, Shape::String));
        let key = level.key.map(|key| column_of(tree.span(key).start, file));
        is_texts && key.is_some_and(|column| column <= line.dash)
    })?;
    let around = levels.get(..at)?.to_vec();
    let mut place = Place::new(around.last()?.shape, BTreeSet::new(), around);
    place.list = levels[at].key.map(|key| tree.key(key));
    Some(place)
}

fn column_of(byte: u32, file: &ReadFile<'_>) -> usize {
    let line = file.source.line_span(file.source.line_index(byte));
    (byte - line.start) as usize
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
            list: None,
        }
    }
}

/// The column of the first key of a block map.
fn first_column(tree: &Tree<'_>, level: Level, file: &ReadFile<'_>) -> Option<usize> {
    let Kind::Mapping(pairs) = tree.node(level.node).kind else {
        return None;
    };
    Some(column_of(tree.span(pairs.first()?.0).start, file))
}
