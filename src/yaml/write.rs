//! Writing YAML that kubectl reads back as it was meant. Hides the serializer crate.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value as Json;

use super::{NodeId, Tree, read};
use crate::source::is_unseen;

/// A step from a value to one in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The value of a key.
    Key(String),
    /// The element of a list.
    Item(usize),
}

/// A value as a YAML document, in blocks, with the keys of objects in the order of the value. Long
/// texts are not folded. What a terminal would obey or hide is written as an escape, which reads as
/// the same.
///
/// # Errors
/// Never in practice: every JSON value can be written.
pub fn write(value: &Json) -> std::io::Result<String> {
    let text = serialized(value)?;
    if !text.contains(is_unseen) {
        return Ok(text);
    }
    let escaped = serialized(&marked(value))?.replace(ESCAPED_MARK, "\\U");
    // A text that holds the mark itself stays as it is.
    Ok(if whole(&escaped) == whole(&text) {
        escaped
    } else {
        text
    })
}

fn serialized(value: &Json) -> std::io::Result<String> {
    let options = serde_yaml::ser_options! { folded_wrap_chars: usize::MAX };
    let text = serde_yaml::to_string_with_options(&Written(value), options)
        .map_err(std::io::Error::other)?;
    Ok(without_separators(text))
}

/// kubectl parts documents at each line that begins with `---`, also where YAML reads a key or a
/// text (`---a: b`). Such a line needs quotes, which the serializer leaves out.
fn without_separators(text: String) -> String {
    if !text.lines().any(|line| line.starts_with("---")) {
        return text;
    }
    let quoted = |line: &str| {
        if !line.starts_with("---") {
            return format!("{line}\n");
        }
        let whole = line.strip_suffix(':').unwrap_or(line).len();
        let (plain, rest) = line.split_at(line.find(": ").unwrap_or(whole));
        format!("'{}'{rest}\n", plain.replace('\'', "''"))
    };
    text.lines().map(quoted).collect()
}

/// No character, which makes the serializer quote a text and escape the mark.
const MARK: char = '\u{fffe}';
const ESCAPED_MARK: &str = "\\uFFFE";

/// The value with a mark and eight digits for each character that a terminal would obey or hide.
fn marked(value: &Json) -> Json {
    let mark = |text: &str| -> String {
        let mut marked = String::with_capacity(text.len());
        for character in text.chars() {
            // The serializer escapes controls itself.
            if !character.is_control() && is_unseen(character) {
                let code = u32::from(character);
                marked.push_str(&format!("{MARK}{code:08X}"));
            } else {
                marked.push(character);
            }
        }
        marked
    };
    match value {
        Json::String(text) => Json::String(mark(text)),
        Json::Array(items) => items.iter().map(marked).collect(),
        Json::Object(entries) => {
            let marked = entries
                .iter()
                .map(|(key, value)| (mark(key), marked(value)));
            Json::Object(marked.collect())
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => value.clone(),
    }
}

/// Puts comments at the end of the lines on which values begin: of a list element that of its dash,
/// of a key that of the key. A text in which the comments would change what is read stays as it is.
#[must_use]
pub fn annotate(text: String, comments: &[(Vec<Step>, String)]) -> String {
    let value = whole(&text);
    let mut places: Vec<(usize, &str)> = Vec::new();
    if let Some(document) = read(&text).first()
        && let Some(root) = document.tree.root()
    {
        for (path, comment) in comments {
            if let Some(at) = find(&document.tree, root, path) {
                places.push((
                    text[at..].find('\n').map_or(text.len(), |end| at + end),
                    comment,
                ));
            }
        }
    }
    places.sort_by_key(|(at, _)| *at);
    let mut annotated = String::with_capacity(text.len() + places.len() * 16);
    let mut done = 0;
    for (at, comment) in places {
        annotated.push_str(&text[done..at]);
        annotated.push_str(" # ");
        let hides = |character: char| character.is_control() || is_unseen(character);
        annotated.push_str(&comment.replace(hides, " "));
        done = at;
    }
    annotated.push_str(&text[done..]);
    if whole(&annotated) == value {
        annotated
    } else {
        text
    }
}

fn whole(text: &str) -> Vec<Option<Json>> {
    read(text)
        .iter()
        .map(|document| document.tree.root().map(|root| document.tree.to_json(root)))
        .collect()
}

/// An offset on the line on which a value begins.
fn find(tree: &Tree<'_>, root: NodeId, path: &[Step]) -> Option<usize> {
    let (mut node, mut at) = (root, 0);
    for step in path {
        (node, at) = match step {
            Step::Key(name) => tree
                .get(node, name)
                .map(|entry| (entry.value, tree.span(entry.key).start))?,
            Step::Item(index) => tree
                .items(node)
                .get(*index)
                .map(|item| (*item, tree.span(*item).start))?,
        };
    }
    Some(at as usize)
}

/// A value for the serializer, which does not know `serde_json`'s numbers.
struct Written<'v>(&'v Json);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Json::Null => serializer.serialize_unit(),
            Json::Bool(value) => serializer.serialize_bool(*value),
            Json::String(text) => serializer.serialize_str(text),
            Json::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
                (Some(number), _, _) => serializer.serialize_i64(number),
                (_, Some(number), _) => serializer.serialize_u64(number),
                (_, _, number) => serializer.serialize_f64(number.unwrap_or(f64::MAX)),
            },
            Json::Array(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                items
                    .iter()
                    .try_for_each(|item| list.serialize_element(&Written(item)))?;
                list.end()
            }
            Json::Object(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                entries
                    .iter()
                    .try_for_each(|(key, value)| map.serialize_entry(key, &Written(value)))?;
                map.end()
            }
        }
    }
}
