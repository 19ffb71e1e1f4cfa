//! The line at a position, and where it belongs. A line that is being written seldom has its place in
//! the tree, so its column decides.

use std::collections::BTreeSet;

use super::fields::{Level, levels};
use crate::landscape::{Item, ReadFile};
use crate::model::schema::{Shape, Type};
use crate::source::Span;
use crate::yaml::{Kind, Tree, Value};

/// The line at a position.
#[derive(Clone, Copy)]
pub(super) struct Line<'t> {
    /// The bytes in front of the first key, dashes included.
    pub column: usize,
    /// The column of the first dash.
    pub dash: usize,
    /// Whether a dash begins a new element here.
    pub is_element: bool,
    /// The key of the line, where the position is in its value.
    pub key: Option<&'t str>,
    /// The word that is to be completed, up to the position and behind it.
    pub word: [&'t str; 2],
    /// Whether a colon follows it, so that it is a key already.
    pub is_key: bool,
    /// Whether it stands in brackets.
    pub in_brackets: bool,
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
            let last = value.rsplit(['{', '[', ',', ' ', '"', '\'']).next();
            (Some(key), last.unwrap_or(value))
        }
        None => (None, rest),
    };
    let (behind, is_key) = behind(file.text, byte, prefix, false)?;
    Some(Line {
        column,
        dash,
        is_element,
        key: key.map(|key| key.trim_matches(['"', '\''])),
        word: [prefix, behind],
        is_key,
        in_brackets: false,
        start: span.start,
    })
}

/// The rest of a word behind a byte, and whether a colon follows. `prefix`: what stands before it.
fn behind<'t>(
    text: &'t str,
    byte: u32,
    prefix: &str,
    in_brackets: bool,
) -> Option<(&'t str, bool)> {
    let (before, rest) = text.split_at_checked(byte as usize)?;
    let rest = rest.split(['\n', '\r']).next()?;
    let quote = before
        .strip_suffix(prefix)
        .and_then(|before| before.chars().next_back())
        .filter(|last| matches!(last, '"' | '\''));
    let is_end = |(at, c): &(usize, char)| {
        let next = rest[at + c.len_utf8()..].chars().next();
        match c {
            '"' | '\'' => true,
            _ if quote.is_some() => false,
            ',' | '[' | ']' | '{' | '}' if in_brackets => true,
            ':' => next.is_none_or(|next| next.is_whitespace() || in_brackets),
            c => c.is_whitespace(),
        }
    };
    let end = rest.char_indices().find(is_end);
    let end = end.map_or(rest.len(), |(at, _)| at);
    let mut after = &rest[end..];
    if let Some(quote) = quote {
        after = after.strip_prefix(quote).unwrap_or(after);
    }
    Some((&rest[..end], after.trim_start().starts_with(':')))
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
    /// The other elements of that list.
    pub others: Vec<&'t str>,
}

/// The place between the brackets around a byte of an object, and what stands there of it.
pub(super) fn in_brackets<'t>(
    item: &'t Item<'_>,
    file: &ReadFile<'t>,
    byte: u32,
) -> Option<(Line<'t>, Place<'t>)> {
    let tree = &item.document.tree;
    let levels = levels(item, byte);
    let at = levels.iter().rposition(|level| {
        let span = tree.span(level.node);
        let text = file.text.get(span.range()).unwrap_or_default();
        span.start < byte && byte < span.end && text.starts_with(['{', '['])
    })?;
    let level = levels[at];
    // Within a block there are no brackets, and a text in quotes may have any.
    let is_innermost = levels[at + 1..]
        .iter()
        .all(|inner| matches!(tree.node(inner.node).kind, Kind::Scalar { .. }));
    let open = tree.span(level.node).start as usize;
    let (start, written) = begun(file.text.get(open + 1..byte as usize)?)?;
    if !is_innermost {
        return None;
    }
    let is_here = |span: Span| (start + open + 1) as u32 <= span.end && span.start <= byte;
    let is_map = matches!(tree.node(level.node).kind, Kind::Mapping(_));
    let (key, prefix) = match colon(written).filter(|_| is_map) {
        Some((key, value)) => (Some(key), value),
        None => (None, written),
    };
    let prefix = prefix.trim_start().trim_start_matches(['"', '\'']);
    let (behind, is_key) = behind(file.text, byte, prefix, true)?;
    let line = Line {
        column: 0,
        dash: 0,
        is_element: false,
        key: key.map(|key| key.trim().trim_matches(['"', '\''])),
        word: [prefix, behind],
        is_key,
        in_brackets: true,
        start: file.source.line_span(file.source.line_index(byte)).start,
    };
    if is_map {
        let others = tree.entries(level.node);
        let others = others.filter(|entry| !is_here(tree.span(entry.key)));
        let keys = others.map(|entry| tree.key(entry.key)).collect();
        return Some((line, Place::new(level.shape, keys, levels[..=at].to_vec())));
    }
    let around = levels.get(..at)?.to_vec();
    let is_texts = matches!(level.shape, Some(Shape::List(Shape::String)));
    let shape = around.last().and_then(|around| around.shape);
    let mut place = Place::new(shape.filter(|_| is_texts), BTreeSet::new(), around);
    if is_texts {
        place.list = level.key.map(|key| tree.key(key));
        place.others = texts(tree, level, |span| !is_here(span));
    }
    Some((line, place))
}

/// The texts of a list that stand where they should.
fn texts<'t>(tree: &'t Tree<'_>, list: Level, wanted: impl Fn(Span) -> bool) -> Vec<&'t str> {
    let all = tree.items(list.node).iter();
    all.filter(|of| wanted(tree.span(**of)))
        .filter_map(|of| match tree.value(*of) {
            Value::String(text) => Some(text),
            _ => None,
        })
        .collect()
}

/// What is begun at the end of a text between brackets, behind the last comma, and where that is;
/// none where other brackets are open.
fn begun(text: &str) -> Option<(usize, &str)> {
    let (mut start, mut depth, mut quote, mut last) = (0, 0_usize, None, ' ');
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            // Within a word a quote is a letter.
            (None, '"' | '\'') if !last.is_alphanumeric() => quote = Some(c),
            (None, '{' | '[') => depth += 1,
            (None, '}' | ']') => depth = depth.checked_sub(1)?,
            (None, ',') if depth == 0 => start = at + 1,
            _ => {}
        }
        last = c;
    }
    (depth == 0).then(|| (start, &text[start..]))
}

/// A key and what stands behind its colon.
fn colon(text: &str) -> Option<(&str, &str)> {
    let is_colon = |at: &usize| {
        let (key, rest) = (text[..*at].trim_end(), &text[at + 1..]);
        rest.starts_with([' ', '\n', '\r']) || key.ends_with(['"', '\''])
    };
    let at = text.match_indices(':').map(|(at, _)| at).find(is_colon)?;
    Some((&text[..at], &text[at + 1..]))
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
            // The key on this line may become another one.
            let is_here =
                |at: u32| file.source.line_span(file.source.line_index(at)).start == line.start;
            tree.entries(level.node)
                .filter(|entry| !is_here(tree.span(entry.key).start))
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
    let here = file.source.line_index(line.start);
    let is_elsewhere = |span: Span| file.source.line_index(span.start) != here;
    place.others = texts(tree, levels[at], is_elsewhere);
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
            others: Vec::new(),
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
