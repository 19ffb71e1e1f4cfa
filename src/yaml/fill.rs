//! Putting values into a text that people wrote: what they wrote, comments included, stays as it is.

use serde_json::{Map, Value as Json};

use super::{Kind, NodeId, Step, Tree, Value, read};

/// The text of one document with more values in it, each at its path. A missing key stands at the end of its map, in the style of the
/// map; a value that is there is replaced.
///
/// None where that is not possible without touching something else: behind an alias, or where the text is not as it seems. The result
/// was read again, and says what it should.
#[must_use]
pub fn fill(text: &str, values: &[(Vec<Step>, Json)]) -> Option<String> {
    let mut expected = whole(text)?;
    let mut filled = text.to_owned();
    for (path, value) in values {
        put(&mut expected, path, value)?;
        filled = fill_one(&filled, path, value)?;
    }
    (whole(&filled)? == expected).then_some(filled)
}

fn whole(text: &str) -> Option<Json> {
    let documents = read(text);
    let [document] = &documents[..] else { return None };
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
            put(json.as_object_mut()?.entry(name.as_str()).or_insert(Json::Null), rest, value)
        }
    }
}

fn fill_one(text: &str, path: &[Step], value: &Json) -> Option<String> {
    let documents = read(text);
    let document = documents.first()?;
    let tree = &document.tree;
    let (mut node, mut rest) = (tree.root()?, path);
    while let Some((step, after)) = rest.split_first() {
        let next = match step {
            Step::Key(name) => tree.get(node, name).map(|entry| entry.value),
            Step::Item(index) => Some(*tree.items(node).get(*index)?),
        };
        let Some(next) = next else { break };
        (node, rest) = (next, after);
    }
    let range = tree.span(node).range();
    let scalar = |value: &Json| scalar(value, document.json);
    let (at, new) = match &tree.node(node).kind {
        // Another place would change too.
        Kind::Alias(_) | Kind::Sequence(_) => return None,
        Kind::Scalar { .. } if rest.is_empty() || tree.value(node) == Value::Null => {
            let new = if rest.is_empty() { scalar(value) } else { format!("{{{}}}", flow(rest, &scalar(value), document.json)?) };
            let new = if range.is_empty() { format!(" {new}") } else { new };
            (range, new)
        }
        Kind::Scalar { .. } => return None,
        Kind::Mapping(_) if rest.is_empty() => return None,
        Kind::Mapping(pairs) => {
            let end = pairs.last().map(|(key, value)| tree.span(*key).end.max(tree.span(*value).end) as usize);
            if text.get(range.clone())?.starts_with('{') {
                let entry = flow(rest, &scalar(value), document.json)?;
                match end {
                    Some(end) => (end..end, format!(", {entry}")),
                    None => (range.start + 1..range.start + 1, entry),
                }
            } else {
                let column = column(text, tree, pairs.first()?.0);
                let line_end = text.get(end?..)?.find('\n').map_or(text.len(), |at| end.unwrap_or_default() + at);
                let line_end = if text[..line_end].ends_with('\r') { line_end - 1 } else { line_end };
                (line_end..line_end, block(rest, &scalar(value), column)?)
            }
        }
    };
    let mut filled = text.to_owned();
    filled.replace_range(at, &new);
    Some(filled)
}

fn column(text: &str, tree: &Tree<'_>, key: NodeId) -> usize {
    super::place::column(text.as_bytes(), tree.span(key).start as usize)
}

/// `a: {b: value}`
fn flow(path: &[Step], value: &str, json: bool) -> Option<String> {
    let (Step::Key(name), rest) = path.split_first()? else { return None };
    let name = if json { Json::String(name.clone()).to_string() } else { name.clone() };
    Some(if rest.is_empty() { format!("{name}: {value}") } else { format!("{name}: {{{}}}", flow(rest, value, json)?) })
}

/// The same in lines of their own, each behind a line end.
fn block(path: &[Step], value: &str, column: usize) -> Option<String> {
    let (Step::Key(name), rest) = path.split_first()? else { return None };
    let line = format!("\n{:column$}{name}:", "");
    Some(if rest.is_empty() { format!("{line} {value}") } else { format!("{line}{}", block(rest, value, column + 2)?) })
}

/// A value as it is written: plain where that reads back as the same.
fn scalar(value: &Json, json: bool) -> String {
    if let (Json::String(text), false) = (value, json) {
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'));
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
        path.split('.').map(|step| step.parse().map_or_else(|_| Step::Key(step.to_owned()), Step::Item)).collect()
    }

    fn filled(text: &str, values: &[(&str, Json)]) -> Option<String> {
        let values: Vec<(Vec<Step>, Json)> = values.iter().map(|(at, value)| (path(at), value.clone())).collect();
        fill(text, &values)
    }

    #[test]
    fn what_is_missing_stands_at_the_end_of_its_map() {
        let text = "a:\n  list:\n  - name: x # the first\n    # about b\n    b: 1\n  - name: y\n# the end\n";
        let new =
            filled(text, &[("a.list.0.image.name", json!("i")), ("a.list.0.image.version", json!("1.2.3")), ("a.list.1.c", json!(true))]);
        let expected = "a:\n  list:\n  - name: x # the first\n    # about b\n    b: 1\n    image:\n      name: i\n      version: 1.2.3\n  - name: y\n    \
                        c: true\n# the end\n";
        assert_eq!(new.as_deref(), Some(expected));
    }

    #[test]
    fn flow_maps_and_json_keep_their_style() {
        assert_eq!(
            filled("a: {b: {c: 1}, d: [x]}\n", &[("a.b.e", json!("1.30"))]).as_deref(),
            Some("a: {b: {c: 1, e: \"1.30\"}, d: [x]}\n")
        );
        assert_eq!(filled("a: {}\n", &[("a.b.c", json!(0))]).as_deref(), Some("a: {b: {c: 0}}\n"));
        assert_eq!(filled("{\"a\": {\"b\": 1}}", &[("a.c", json!("x"))]).as_deref(), Some("{\"a\": {\"b\": 1, \"c\": \"x\"}}"));
    }

    #[test]
    fn what_is_there_is_replaced() {
        assert_eq!(filled("v: \"1.30\" # why\n", &[("v", json!("1.30.5"))]).as_deref(), Some("v: 1.30.5 # why\n"));
        assert_eq!(filled("v:\nw: 1\n", &[("v", json!("yes"))]).as_deref(), Some("v: \"yes\"\nw: 1\n"));
        assert_eq!(filled("v:\nw: 1\n", &[("v.x", json!(1))]).as_deref(), Some("v: {x: 1}\nw: 1\n"));
        assert_eq!(filled("v: null\n", &[("v.x", json!(1))]).as_deref(), Some("v: {x: 1}\n"));
    }

    #[test]
    fn what_would_change_more_is_left_alone() {
        assert_eq!(filled("a: &a {b: 1}\nc: *a\n", &[("c.d", json!(1))]), None);
        assert_eq!(filled("a: &a {b: 1}\nc: *a\n", &[("a.d", json!(1))]), None, "the alias would change with it");
        assert_eq!(filled("a: [1]\n", &[("a.1", json!(1))]), None);
        assert_eq!(filled("a: x\n", &[("a.b", json!(1))]), None);
        assert_eq!(filled("a: 1\n---\nb: 1\n", &[("a", json!(2))]), None, "two documents");
    }

    #[test]
    fn line_ends_and_missing_ones_are_kept() {
        assert_eq!(filled("a:\r\n  b: 1\r\nc: 1\r\n", &[("a.d", json!(1))]).as_deref(), Some("a:\r\n  b: 1\n  d: 1\r\nc: 1\r\n"));
        assert_eq!(
            filled("a:\n  b: |\n    text\n\n  c: x", &[("a.d", json!(1))]).as_deref(),
            Some("a:\n  b: |\n    text\n\n  c: x\n  d: 1")
        );
    }
}
