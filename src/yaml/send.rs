//! The JSON that kubectl would send: as a value, and its size without building it.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value as Json};

use super::number;
use super::tree::{Kind, NodeId, Tree, Value};

impl Tree<'_> {
    /// The JSON that kubectl would send for this node. Integers are exact, floats have Go's text,
    /// JSON numbers keep theirs (but for the case of the exponent); a value that JSON lacks is
    /// null.
    #[must_use]
    pub fn to_json(&self, id: NodeId) -> Json {
        match self.value(id) {
            Value::Null | Value::Invalid => Json::Null,
            Value::Bool(value) => Json::Bool(value),
            Value::Int(_) | Value::Float(_) => self
                .number_text(id)
                .parse::<Number>()
                .map_or(Json::Null, Json::Number),
            Value::String(text) => Json::String(text.to_owned()),
            Value::Sequence => Json::Array(
                self.items(id)
                    .iter()
                    .map(|item| self.to_json(*item))
                    .collect(),
            ),
            Value::Mapping => {
                let entries = self.entries(id);
                let mut map = Map::new();
                for entry in entries {
                    map.insert(self.key(entry.key).to_owned(), self.to_json(entry.value));
                }
                Json::Object(map)
            }
        }
    }

    /// Whether the compact JSON certainly takes at most so many bytes, as far as that shows without
    /// measuring. No byte of the text becomes more than eight, unless aliases repeat it.
    #[must_use]
    pub fn is_surely_within(&self, id: NodeId, bytes: u64) -> bool {
        self.beside().anchors.is_empty() && self.span(id).len() as u64 * 8 + 8 <= bytes
    }

    /// The bytes of the compact JSON that kubectl would send for this node, with Go's escaping.
    /// Linear in the nodes written, however often aliases repeat them.
    #[must_use]
    pub fn json_size(&self, id: NodeId) -> u64 {
        self.size(id, &mut BTreeMap::new(), &mut |_, _| {})
    }

    /// The same of this node and of the larger values in it.
    #[must_use]
    pub fn json_sizes(&self, id: NodeId) -> Sizes {
        let mut large = Vec::new();
        let whole = self.size(id, &mut BTreeMap::new(), &mut |id, size| {
            if size >= LARGE {
                large.push((id, size));
            }
        });
        large.sort_unstable();
        Sizes { whole, large }
    }

    /// `met` hears of each list and map.
    fn size(
        &self,
        id: NodeId,
        known: &mut BTreeMap<NodeId, u64>,
        met: &mut impl FnMut(NodeId, u64),
    ) -> u64 {
        if let Some(text) = self.sure_text(id) {
            return string_size(text);
        }
        let target = self.target(id);
        // Only what can be met again is worth remembering: targets of aliases, and values that a
        // merge shares.
        let beside = self.beside();
        let repeats = !beside.anchors.is_empty() || !beside.effective.is_empty();
        if repeats && let Some(size) = known.get(&target) {
            return *size;
        }
        let size = match self.value(target) {
            Value::Null | Value::Invalid => 4,
            Value::Bool(value) => 5 - u64::from(value),
            Value::Int(_) | Value::Float(_) => self.number_text(target).len() as u64,
            Value::String(text) => string_size(text),
            Value::Sequence => {
                let items = self.items(target);
                let commas = (items.len() as u64).saturating_sub(1);
                let size = items.iter().fold(2 + commas, |sum, item| {
                    sum.saturating_add(self.size(*item, known, met))
                });
                met(target, size);
                size
            }
            Value::Mapping => {
                let entries = self.entries(target);
                let commas = (entries.len() as u64).saturating_sub(1);
                let size = entries.fold(2 + commas, |sum, entry| {
                    sum.saturating_add(string_size(self.key(entry.key)) + 1)
                        .saturating_add(self.size(entry.value, known, met))
                });
                met(target, size);
                size
            }
        };
        if repeats && (beside.anchors.contains_key(&target) || !beside.effective.is_empty()) {
            known.insert(target, size);
        }
        size
    }

    /// The text of a number as kubectl would send it: `0x10` is `16`, `1_000` is `1000`. Empty for
    /// anything else.
    #[must_use]
    pub fn number_text(&self, id: NodeId) -> String {
        let id = self.target(id);
        if self.json
            && let Kind::Scalar { text, .. } = &self.node(id).kind
        {
            return text.to_string();
        }
        match self.value(id) {
            Value::Int(value) => value.to_string(),
            Value::Float(value) => number::json_float(value),
            _ => String::new(),
        }
    }
}

/// From so many bytes on a value of an object is worth remembering.
const LARGE: u64 = 128;

/// The bytes of a value as compact JSON, and those of the larger values in it.
#[derive(Clone, Debug)]
pub struct Sizes {
    whole: u64,
    /// In the order of the nodes.
    large: Vec<(NodeId, u64)>,
}

impl Sizes {
    /// The bytes of all.
    #[must_use]
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// The bytes of a value in it.
    #[must_use]
    pub fn of(&self, tree: &Tree<'_>, id: NodeId) -> u64 {
        let target = tree.target(id);
        let at = self.large.binary_search_by_key(&target, |(id, _)| *id);
        match at.ok().and_then(|at| self.large.get(at)) {
            Some((_, size)) => *size,
            None => tree.json_size(id),
        }
    }
}

/// Whether a byte may need an escape in Go's JSON.
const ESCAPED: [bool; 256] = {
    let mut escaped = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        escaped[byte] = matches!(
            byte as u8,
            0..b' ' | b'"' | b'\\' | b'<' | b'>' | b'&' | 0xE2
        );
        byte += 1;
    }
    escaped
};

/// The bytes of a JSON string as Go's encoder writes it, quotes included.
fn string_size(text: &str) -> u64 {
    let mut size = text.len() as u64 + 2;
    // Most texts need no escape.
    if !text.bytes().any(|byte| ESCAPED[usize::from(byte)]) {
        return size;
    }
    for (at, byte) in text.bytes().enumerate() {
        size += match byte {
            b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0C => 1,
            0..0x20 | b'<' | b'>' | b'&' => 5,
            // U+2028 and U+2029 are three bytes of text and six as an escape.
            0xE2 if matches!(
                text.as_bytes().get(at + 1..at + 3),
                Some([0x80, 0xA8 | 0xA9])
            ) =>
            {
                3
            }
            _ => 0,
        };
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_measured_with_go_escapes() {
        for (text, size) in [
            ("", 2),
            ("ab", 4),
            ("\"\\", 6),
            ("<&>", 20),
            ("\u{1}", 8),
            ("\n\t", 6),
            ("ü", 4),
            ("\u{2028}", 8),
            ("\u{2027}", 5),
            ("\u{7f}", 3),
        ] {
            assert_eq!(string_size(text), size, "{text:?}");
        }
    }
}
