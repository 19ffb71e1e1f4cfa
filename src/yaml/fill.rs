//! Putting values into a text that people wrote: what they wrote, comments included, stays as it
//! is.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Map, Value as Json};

use super::place::column;
use super::{Kind, NodeId, Step, Tree, Value, read};

/// The text of one document with more values in it, each at its path. A missing key stands at the
/// end of its map, in the style of the map; a value that is there is replaced.
///
/// None where that is not possible without touching something else: after an alias, or where the
/// text is not as it seems. The result was read again, and says what it should.
#[must_use]
pub fn fill(text: &str, values: &[(Vec<Step>, Json)]) -> Option<String> {
    let documents = read(text);
    let [document] = &documents[..] else {
        return None;
    };
    let (tree, json) = (&document.tree, document.json);
    let root = tree.root()?;
    let mut expected = tree.to_json(root);
    // By the deepest node that is there.
    let mut filled: BTreeMap<NodeId, Missing> = BTreeMap::new();
    for (path, value) in values {
        put(&mut expected, path, value)?;
        let (node, rest) = deepest(tree, root, path)?;
        // A value that an alias repeats is filled in once; reading the result again shows whether
        // that is right everywhere.
        filled
            .entry(tree.target(node))
            .or_insert_with(|| Missing::Map(Vec::new()))
            .add(rest, value)?;
    }
    let edits = filled
        .iter()
        .map(|(node, missing)| edit(text, tree, *node, missing, json));
    let mut edits: Vec<Edit> = edits.collect::<Option<_>>()?;
    // The entries of the inner one come first where maps end together.
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end, Reverse(edit.column)));
    let mut new = String::with_capacity(text.len() + 256);
    let mut done = 0;
    for edit in edits {
        new.push_str(text.get(done..edit.range.start)?);
        new.push_str(&edit.new);
        done = edit.range.end;
    }
    new.push_str(text.get(done..)?);
    (whole(&new)? == expected).then_some(new)
}

/// The part that a node lacks.
enum Missing {
    Value(Json),
    /// Keys, in the order in which they came.
    Map(Vec<(String, Missing)>),
}

impl Missing {
    fn add(&mut self, path: &[Step], value: &Json) -> Option<()> {
        let Some((step, rest)) = path.split_first() else {
            *self = Self::Value(value.clone());
            return Some(());
        };
        let (Self::Map(entries), Step::Key(name)) = (self, step) else {
            return None;
        };
        if let Some((_, missing)) = entries.iter_mut().find(|(known, _)| known == name) {
            return missing.add(rest, value);
        }
        let mut missing = Self::Map(Vec::new());
        missing.add(rest, value)?;
        entries.push((name.clone(), missing));
        Some(())
    }

    /// `value`, `{a: {b: value}}`
    fn flow(&self, json: bool) -> String {
        match self {
            Self::Value(value) => scalar(value, json),
            Self::Map(entries) => format!("{{{}}}", Self::flow_entries(entries, json)),
        }
    }

    fn flow_entries(entries: &[(String, Self)], json: bool) -> String {
        let key = |name: &str| {
            if json {
                Json::String(name.to_owned()).to_string()
            } else {
                name.to_owned()
            }
        };
        entries
            .iter()
            .map(|(name, missing)| format!("{}: {}", key(name), missing.flow(json)))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The same in lines of their own, each after a line end.
    fn block_entries(entries: &[(String, Self)], column: usize, out: &mut String) {
        for (name, missing) in entries {
            out.push_str(&format!("\n{:column$}{name}:", ""));
            match missing {
                Self::Value(value) => out.extend([" ", &scalar(value, false)]),
                Self::Map(entries) => Self::block_entries(entries, column + 2, out),
            }
        }
    }
}

fn whole(text: &str) -> Option<Json> {
    let documents = read(text);
    let [document] = &documents[..] else {
        return None;
    };
    Some(document.tree.to_json(document.tree.root()?))
}

fn put(json: &mut Json, path: &[Step], value: &Json) -> Option<()> {
    let Some((step, rest)) = path.split_first() else {
        json.clone_from(value);
        return Some(());
    };
    match step {
        Step::Item(index) => put(json.get_mut(*index)?, rest, value),
        Step::Key(name) => {
            if json.is_null() {
                *json = Json::Object(Map::new());
            }
            put(
                json.as_object_mut()?
                    .entry(name.as_str())
                    .or_insert(Json::Null),
                rest,
                value,
            )
        }
    }
}

/// The last node on a path that is there, and the rest of the path.
fn deepest<'p>(tree: &Tree<'_>, root: NodeId, path: &'p [Step]) -> Option<(NodeId, &'p [Step])> {
    let (mut node, mut rest) = (root, path);
    while let Some((step, after)) = rest.split_first() {
        let next = match step {
            Step::Key(name) => tree.get(node, name).map(|entry| entry.value),
            Step::Item(index) => Some(*tree.items(node).get(*index)?),
        };
        let Some(next) = next else { break };
        (node, rest) = (next, after);
    }
    Some((node, rest))
}

/// A change of the text.
struct Edit {
    range: Range<usize>,
    new: String,
    /// How far lines are indented; the most for what belongs on the line itself.
    column: usize,
}

fn edit(text: &str, tree: &Tree<'_>, node: NodeId, missing: &Missing, json: bool) -> Option<Edit> {
    let on_line = |range, new| Edit {
        range,
        new,
        column: usize::MAX,
    };
    let range = tree.span(node).range();
    match (tree.node(node).kind, missing) {
        (Kind::Scalar { .. }, missing)
            if matches!(missing, Missing::Value(_)) || tree.value(node) == Value::Null =>
        {
            let new = missing.flow(json);
            Some(if range.is_empty() {
                on_line(range, format!(" {new}"))
            } else {
                on_line(range, new)
            })
        }
        (Kind::Mapping(pairs), Missing::Map(entries)) => {
            let end = pairs
                .last()
                .map(|(key, value)| tree.span(*key).end.max(tree.span(*value).end) as usize);
            if text.get(range.clone())?.starts_with('{') {
                let entries = Missing::flow_entries(entries, json);
                return Some(match end {
                    Some(end) => on_line(end..end, format!(", {entries}")),
                    None => on_line(range.start + 1..range.start + 1, entries),
                });
            }
            let (end, first) = (end?, pairs.first()?.0);
            let column = column(text.as_bytes(), tree.span(first).start as usize);
            let mut new = String::new();
            Missing::block_entries(entries, column, &mut new);
            let line_end = text
                .get(end..)?
                .find('\n')
                .map_or(text.len(), |at| end + at);
            let line_end = if text[..line_end].ends_with('\r') {
                line_end - 1
            } else {
                line_end
            };
            Some(Edit {
                range: line_end..line_end,
                new,
                column,
            })
        }
        // Another place would change too, or something would be lost.
        (Kind::Alias(_) | Kind::Sequence(_) | Kind::Scalar { .. } | Kind::Mapping(_), _) => None,
    }
}

/// A value as it is written: plain where that reads back as the same.
fn scalar(value: &Json, json: bool) -> String {
    if let (Json::String(text), false) = (value, json) {
        let plain = !text.is_empty()
            && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'));
        let read_back = || whole(&format!("a: {text}\n")).and_then(|read| read.get("a").cloned());
        if plain && read_back().as_ref() == Some(value) {
            return text.clone();
        }
    }
    value.to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use super::*;

    fn path(path: &str) -> Vec<Step> {
        path.split('.')
            .map(|step| {
                step.parse()
                    .map_or_else(|_| Step::Key(step.to_owned()), Step::Item)
            })
            .collect()
    }

    fn filled(text: &str, values: &[(&str, Json)]) -> Option<String> {
        let values: Vec<(Vec<Step>, Json)> = values
            .iter()
            .map(|(at, value)| (path(at), value.clone()))
            .collect();
        fill(text, &values)
    }

    #[test]
    fn what_is_missing_stands_at_the_end_of_its_map() {
        let text = "a:\n  list:\n  - name: x # the first\n    # about b\n    b: 1\n  - name: y\n# \
            the end\n";
        let new = filled(
            text,
            &[
                ("a.list.0.image.name", json!("i")),
                ("a.list.0.image.version", json!("1.2.3")),
                ("a.list.1.c", json!(true)),
            ],
        );
        let expected = "a:\n  list:\n  - name: x # the first\n    # about b\n    b: 1\n    \
            image:\n      name: i\n      version: 1.2.3\n  - name: y\n    c: true\n# the end\n";
        assert_eq!(new.as_deref(), Some(expected));
    }

    #[test]
    fn maps_that_end_together_keep_their_own() {
        let values = [
            ("a.x", json!(1)),
            ("a.b.x", json!(2)),
            ("a.b.c.x", json!(3)),
            ("a.b.c.d", json!(4)),
        ];
        assert_eq!(
            filled("a:\n  b:\n    c:\n      d:\n", &values).as_deref(),
            Some("a:\n  b:\n    c:\n      d: 4\n      x: 3\n    x: 2\n  x: 1\n")
        );
    }

    #[test]
    fn flow_maps_and_json_keep_their_style() {
        assert_eq!(
            filled("a: {b: {c: 1}, d: [x]}\n", &[("a.b.e", json!("1.30"))]).as_deref(),
            Some("a: {b: {c: 1, e: \"1.30\"}, d: [x]}\n")
        );
        assert_eq!(
            filled("a: {}\n", &[("a.b.c", json!(0))]).as_deref(),
            Some("a: {b: {c: 0}}\n")
        );
        assert_eq!(
            filled("{\"a\": {\"b\": 1}}", &[("a.c", json!("x"))]).as_deref(),
            Some("{\"a\": {\"b\": 1, \"c\": \"x\"}}")
        );
    }

    #[test]
    fn what_is_there_is_replaced() {
        assert_eq!(
            filled("v: \"1.30\" # why\n", &[("v", json!("1.30.5"))]).as_deref(),
            Some("v: 1.30.5 # why\n")
        );
        assert_eq!(
            filled("v:\nw: 1\n", &[("v", json!("yes"))]).as_deref(),
            Some("v: \"yes\"\nw: 1\n")
        );
        assert_eq!(
            filled("v:\nw: 1\n", &[("v.x", json!(1))]).as_deref(),
            Some("v: {x: 1}\nw: 1\n")
        );
        assert_eq!(
            filled("v: null\n", &[("v.x", json!(1))]).as_deref(),
            Some("v: {x: 1}\n")
        );
    }

    #[test]
    fn what_would_change_more_is_left_alone() {
        assert_eq!(filled("a: &a {b: 1}\nc: *a\n", &[("c.d", json!(1))]), None);
        assert_eq!(
            filled("a: &a {b: 1}\nc: *a\n", &[("a.d", json!(1))]),
            None,
            "the alias would change with it"
        );
        assert_eq!(filled("a: [1]\n", &[("a.1", json!(1))]), None);
        assert_eq!(filled("a: x\n", &[("a.b", json!(1))]), None);
        assert_eq!(
            filled("a: 1\n---\nb: 1\n", &[("a", json!(2))]),
            None,
            "two documents"
        );
    }

    #[test]
    fn line_ends_and_missing_ones_are_kept() {
        assert_eq!(
            filled("a:\r\n  b: 1\r\nc: 1\r\n", &[("a.d", json!(1))]).as_deref(),
            Some("a:\r\n  b: 1\n  d: 1\r\nc: 1\r\n")
        );
        assert_eq!(
            filled("a:\n  b: |\n    text\n\n  c: x", &[("a.d", json!(1))]).as_deref(),
            Some("a:\n  b: |\n    text\n\n  c: x\n  d: 1")
        );
    }
}
