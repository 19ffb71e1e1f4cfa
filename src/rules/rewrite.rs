//! Edits that several rules offer. Each keeps comments and everything else that it need not touch,
//! and is none where the text is not plain enough for that.

use crate::finding::Edit;
use crate::rules::removal::whole_lines;
use crate::source::Span;
use crate::yaml::{Kind, NodeId, Tree, Value};

/// Writes another key; it keeps the quotes of the old one.
pub fn rename(tree: &Tree<'_>, text: &str, key: NodeId, name: &str) -> Option<Edit> {
    let span = tree.span(key);
    let raw = text.get(span.range())?;
    let quote = raw
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\''));
    let new = quote.map_or_else(|| name.to_owned(), |quote| format!("{quote}{name}{quote}"));
    matches!(tree.node(key).kind, Kind::Scalar { .. }).then_some(Edit { span, text: new })
}

/// Turns a map from capability names to values into a list of definitions: `a: [b]` becomes `-
/// name: a` and `values: [b]`.
pub fn definitions(tree: &Tree<'_>, text: &str, map: NodeId) -> Option<Vec<Edit>> {
    let Kind::Mapping(pairs) = tree.node(map).kind else {
        return None;
    };
    if pairs.is_empty()
        || !pairs
            .iter()
            .all(|(_, value)| tree.value(*value) == Value::Sequence)
    {
        return None;
    }
    let flow = is_flow(tree, text, map);
    let mut edits = Vec::new();
    let outer = tree.span(map);
    if flow {
        edits.push(Edit {
            span: Span::new(outer.start as usize, outer.start as usize + 1),
            text: "[".to_owned(),
        });
    }
    let last = pairs
        .last()
        .map(|(_, value)| tree.span(*value).end as usize)?;
    // Edits must not meet: what closes the last entry closes the list too, where nothing stands
    // between them.
    let close = outer.end as usize - 1;
    for (key, value) in pairs {
        let (at, raw) = (tree.span(*key), tree.raw(*key, text));
        let values = tree.span(*value);
        if flow {
            // JSON wants its keys in quotes.
            let quote = if raw.starts_with('"') { "\"" } else { "" };
            edits.push(Edit {
                span: at,
                text: format!("{{{quote}name{quote}: {raw}, {quote}values{quote}"),
            });
            if values.end as usize != close {
                edits.push(Edit {
                    span: Span::at(values.end as usize),
                    text: "}".to_owned(),
                });
            }
            continue;
        }
        let column = column(text, at.start as usize);
        // A list below its key must stay below `values`, which moves to the right.
        if !is_flow(tree, text, *value) && self::column(text, values.start as usize) < column + 2 {
            return None;
        }
        edits.push(Edit {
            span: at,
            text: format!(
                "- name: {raw}{}{}values",
                newline(text),
                " ".repeat(column + 2)
            ),
        });
    }
    if flow {
        let text = if last == close { "}]" } else { "]" };
        edits.push(Edit {
            span: Span::new(close, close + 1),
            text: text.to_owned(),
        });
    }
    Some(edits)
}

/// Turns entries that are only a name into objects that have one: `- a` becomes `- name: a`.
pub fn named(tree: &Tree<'_>, text: &str, list: NodeId, field: &str) -> Option<Vec<Edit>> {
    let Kind::Sequence(items) = tree.node(list).kind else {
        return None;
    };
    let flow = is_flow(tree, text, list);
    let quote = if tree.raw(list, text).starts_with('[') && text.trim_start().starts_with('{') {
        "\""
    } else {
        ""
    };
    let mut edits = Vec::new();
    for item in items {
        if !matches!(tree.node(*item).kind, Kind::Scalar { .. })
            || tree.tag(*item).is_some()
            || tree.anchor(*item).is_some()
        {
            return None;
        }
        let span = tree.span(*item);
        let open = if flow { "{" } else { "" };
        edits.push(Edit {
            span: Span::at(span.start as usize),
            text: format!("{open}{quote}{field}{quote}: "),
        });
        if flow {
            edits.push(Edit {
                span: Span::at(span.end as usize),
                text: "}".to_owned(),
            });
        }
    }
    (!edits.is_empty()).then_some(edits)
}

/// Moves a one-line value below a new parent: `a: 1` becomes `parent:` and, in the next line,
/// `name: 1`.
pub fn under(
    tree: &Tree<'_>,
    text: &str,
    map: NodeId,
    (key, value): (NodeId, NodeId),
    parent: &str,
    name: &str,
) -> Option<Edit> {
    let span = tree.span(key);
    let one_line = matches!(tree.node(value).kind, Kind::Scalar { .. })
        && !tree.raw(value, text).contains('\n');
    (one_line && !is_flow(tree, text, map) && begins_line(text, span.start as usize)).then(|| {
        Edit {
            span,
            text: format!(
                "{parent}:{}{}{name}",
                newline(text),
                " ".repeat(column(text, span.start as usize) + 2)
            ),
        }
    })
}

/// Removes an entry with its lines. Not the only one of a map, and not one that shares its line.
pub fn remove(
    tree: &Tree<'_>,
    text: &str,
    map: NodeId,
    key: NodeId,
    value: NodeId,
) -> Option<Edit> {
    let Kind::Mapping(pairs) = tree.node(map).kind else {
        return None;
    };
    let start = tree.span(key).start as usize;
    let line = start - column(text, start);
    if pairs.len() < 2 || is_flow(tree, text, map) || !text.get(line..start)?.trim().is_empty() {
        return None;
    }
    let end = tree.span(key).to(tree.span(value)).end as usize;
    let rest = text.get(end..)?;
    let to_end = rest.find('\n').map_or(rest.len(), |at| at + 1);
    let behind = rest[..to_end].trim();
    (behind.is_empty() || behind == ":" || behind.starts_with('#')).then(|| Edit {
        span: whole_lines(text, line, end + to_end),
        text: String::new(),
    })
}

/// Adds entries before the first one of a map. The values must be texts that need no quotes.
pub fn insert(tree: &Tree<'_>, text: &str, map: NodeId, lines: &[(&str, &str)]) -> Option<Edit> {
    let Kind::Mapping(pairs) = tree.node(map).kind else {
        return None;
    };
    let start = tree.span(map).start as usize;
    let first = pairs.first().map(|(key, _)| *key);
    if is_flow(tree, text, map) {
        let json = first.map_or_else(
            || text.trim_start().starts_with('{'),
            |key| tree.raw(key, text).starts_with('"'),
        );
        let quote = if json { "\"" } else { "" };
        let one =
            |(name, value): &(&str, &str)| format!("{quote}{name}{quote}: {quote}{value}{quote}");
        let entries: Vec<String> = lines.iter().map(one).collect();
        let rest = if first.is_some() { ", " } else { "" };
        return Some(Edit {
            span: Span::at(start + 1),
            text: format!("{}{rest}", entries.join(", ")),
        });
    }
    let at = tree.span(first?).start as usize;
    let gap = format!("{}{}", newline(text), " ".repeat(column(text, at)));
    let entries: String = lines
        .iter()
        .map(|(name, value)| format!("{name}: {value}{gap}"))
        .collect();
    begins_line(text, at).then(|| Edit {
        span: Span::at(at),
        text: entries,
    })
}

/// A value as YAML and as JSON.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    pub yaml: &'a str,
    pub json: &'a str,
}

/// Adds an entry to a map, after one of one line.
pub fn insert_behind(
    tree: &Tree<'_>,
    text: &str,
    map: NodeId,
    before: &str,
    name: &str,
    value: Written<'_>,
) -> Option<Edit> {
    let entry = tree
        .get(map, before)
        .filter(|_| tree.get(map, name).is_none() && tree.target(map) == map)?;
    let (at, of_value) = (tree.span(entry.key), tree.span(entry.value));
    if text.get(of_value.range())?.contains('\n') || of_value.is_empty() {
        return None;
    }
    let end = of_value.end as usize;
    let start = at.start as usize;
    if is_flow(tree, text, map) {
        let json = tree.raw(entry.key, text).starts_with('"');
        let (quote, value) = if json {
            ("\"", value.json)
        } else {
            ("", value.yaml)
        };
        // The entry goes like the one before it: after it on its line, or in a line of its own.
        let lead = text.get(start - column(text, start)..start)?;
        let gap = if lead.trim().is_empty() {
            format!("{}{lead}", newline(text))
        } else {
            " ".to_owned()
        };
        return Some(Edit {
            span: Span::at(end),
            text: format!(",{gap}{quote}{name}{quote}: {value}"),
        });
    }
    let line_end = text
        .get(end..)?
        .find(['\n', '\r'])
        .map_or(text.len(), |line_end| end + line_end);
    Some(Edit {
        span: Span::at(line_end),
        text: format!(
            "{}{}{name}: {}",
            newline(text),
            " ".repeat(column(text, start)),
            value.yaml
        ),
    })
}

/// Whether a collection is written with brackets or braces.
pub fn is_flow(tree: &Tree<'_>, text: &str, node: NodeId) -> bool {
    tree.raw(node, text).starts_with(['[', '{'])
}

/// The line end that a text uses: its first one.
pub fn newline(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// The column of an offset in bytes, from 0.
pub fn column(text: &str, at: usize) -> usize {
    at - text
        .get(..at)
        .and_then(|before| before.rfind(['\n', '\r']))
        .map_or(0, |end| end + 1)
}

/// Whether a key can be followed by another line of its map: only blanks and dashes stand before
/// it.
fn begins_line(text: &str, at: usize) -> bool {
    text.get(at - column(text, at)..at)
        .is_some_and(|before| before.bytes().all(|byte| matches!(byte, b' ' | b'-')))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::yaml::Document;

    /// Applies edits that a function makes for the entry `a` of the root map; none when it makes
    /// none.
    fn rewritten(
        text: &str,
        edits: impl Fn(&Tree<'_>, NodeId, (NodeId, NodeId)) -> Option<Vec<Edit>>,
    ) -> Option<String> {
        let documents: Vec<Document<'_>> = crate::yaml::read(text);
        let tree = &documents[0].tree;
        let entry = tree.get(tree.root().unwrap(), "a").unwrap();
        let mut out = text.to_owned();
        let mut edits = edits(tree, tree.root().unwrap(), (entry.key, entry.value))?;
        edits.reverse();
        for edit in edits {
            out.replace_range(edit.span.range(), &edit.text);
        }
        Some(out)
    }

    #[test]
    fn maps_become_definitions() {
        let list =
            |text: &str| rewritten(text, |tree, _, (_, value)| definitions(tree, text, value));
        assert_eq!(
            list("a: # c\n  x: [y] # d\n").unwrap(),
            "a: # c\n  - name: x\n    values: [y] # d\n"
        );
        assert_eq!(
            list("a:\n  x:\n    - y\n").unwrap(),
            "a:\n  - name: x\n    values:\n    - y\n"
        );
        assert_eq!(
            list("{\"a\": {\"x\": [\"y\"]}}").unwrap(),
            "{\"a\": [{\"name\": \"x\", \"values\": [\"y\"]}]}"
        );
        assert_eq!(
            list("a: {x: [y], z: []}").unwrap(),
            "a: [{name: x, values: [y]}, {name: z, values: []}]"
        );
        assert_eq!(
            list("a:\n  x:\n  - y\n"),
            None,
            "the list would end up beside `values`"
        );
        assert_eq!(list("a: {x: y}"), None);
        assert_eq!(list("a: {}"), None);
    }

    #[test]
    fn names_become_objects() {
        let objects =
            |text: &str| rewritten(text, |tree, _, (_, value)| named(tree, text, value, "name"));
        assert_eq!(
            objects("a:\n- x # c\n- 'y'\n").unwrap(),
            "a:\n- name: x # c\n- name: 'y'\n"
        );
        assert_eq!(objects("a: [x, y]").unwrap(), "a: [{name: x}, {name: y}]");
        assert_eq!(
            objects("{\"a\": [\"x\"]}").unwrap(),
            "{\"a\": [{\"name\": \"x\"}]}"
        );
        assert_eq!(objects("a: [{x: y}]"), None);
        assert_eq!(objects("a: [&x y]"), None);
    }

    #[test]
    fn completions_list_entries_first() {
        let added = |text: &str| {
            rewritten(text, |tree, map, _| {
                Some(vec![insert(tree, text, map, &[("x", "1/y"), ("z", "w")])?])
            })
        };
        assert_eq!(added("# c\na: 1\n").unwrap(), "# c\nx: 1/y\nz: w\na: 1\n");
        assert_eq!(added("{a: 1}").unwrap(), "{x: 1/y, z: w, a: 1}");
        assert_eq!(
            added("{\"a\": 1}").unwrap(),
            "{\"x\": \"1/y\", \"z\": \"w\", \"a\": 1}"
        );
        let inner = |text: &str| {
            rewritten(text, |tree, _, (_, value)| {
                Some(vec![insert(tree, text, value, &[("x", "y")])?])
            })
        };
        assert_eq!(
            inner("a:\r\n  b: 1\r\n").unwrap(),
            "a:\r\n  x: y\r\n  b: 1\r\n"
        );
        assert_eq!(inner("a: {}").unwrap(), "a: {x: y}");
        assert_eq!(inner("a: &n\n  b: 1\n").unwrap(), "a: &n\n  x: y\n  b: 1\n");
    }

    #[test]
    fn values_move_or_disappear() {
        let moved = |text: &str| {
            rewritten(text, |tree, map, entry| {
                Some(vec![under(tree, text, map, entry, "p", "n")?])
            })
        };
        assert_eq!(
            moved("a: 1 # c\r\nb: 2\r\n").unwrap(),
            "p:\r\n  n: 1 # c\r\nb: 2\r\n"
        );
        assert_eq!(moved("{a: 1}"), None);
        assert_eq!(moved("a:\n  b: 1\n"), None);
        let gone = |text: &str| {
            rewritten(text, |tree, map, (key, value)| {
                Some(vec![remove(tree, text, map, key, value)?])
            })
        };
        assert_eq!(gone("a: 1 # c\nb: 2\n").unwrap(), "b: 2\n");
        assert_eq!(gone("b: 2\na:\n  c: 1\n").unwrap(), "b: 2\n");
        assert_eq!(gone("b: 2\na: 1").unwrap(), "b: 2");
        assert_eq!(gone("a: 1\n"), None);
        assert_eq!(gone("{a: 1, b: 2}"), None);
    }
}
