//! Copies of a list's elements in the same list, as they are written: without their comments, which
//! speak of the original, and without anchors, which stand for one value.

use serde_json::Value as Json;

use super::{Draft, Page, after_element, after_line, before_element, joined};
use crate::finding::Edit;
use crate::fix::Patch;
use crate::model::path::FieldPath;
use crate::source::Span;
use crate::yaml::{self, Kind, NodeId, Value};

/// An element to copy, and what differs.
pub(crate) struct Copy {
    /// The element as written.
    pub item: NodeId,
    /// The edits in it that the copy gets.
    pub edits: Vec<Edit>,
    /// What the copy is to say.
    pub says: Json,
}

impl Draft<'_> {
    /// Puts copies into a list, in front of the element at `position` or at its end. `at`: the
    /// path of the list in the object.
    pub fn insert(
        &mut self,
        at: &FieldPath,
        list: NodeId,
        position: usize,
        copies: Vec<Copy>,
    ) -> Option<()> {
        let page = self.page;
        let list = page.tree.target(list);
        let items = page.tree.items(list);
        let text = if page.is_flow(list) {
            self.in_line(list, items, position, &copies)?
        } else {
            self.in_lines(items, position, &copies)?
        };
        self.edit(text.span.start as usize, text.span.end as usize, text.text);
        let all = self.says(at)?.as_array_mut()?;
        for (offset, copy) in copies.into_iter().enumerate() {
            if position + offset > all.len() {
                return None;
            }
            all.insert(position + offset, copy.says);
        }
        Some(())
    }

    /// Elements on lines of their own.
    fn in_lines(&self, items: &[NodeId], position: usize, copies: &[Copy]) -> Option<Edit> {
        let page = self.page;
        let mut text = String::new();
        for copy in copies {
            let start = page.start(copy.item);
            let line = page.line_start(start);
            let lead = page.text.get(line..start)?;
            if lead.trim() != "-" {
                return None;
            }
            if page.is_shared(copy.item) {
                let written = page.laid_out(copy.item, &copy.says);
                let dash = lead.find('-')?;
                for (at, line) in written.trim_end().lines().enumerate() {
                    let sign = if at == 0 { "- " } else { "  " };
                    text.push_str(&format!("{:dash$}{sign}{line}\n", ""));
                }
                continue;
            }
            let end = after_line(page, page.line_end(page.end(copy.item)));
            let copied = self.copied(copy, line, end)?;
            text.push_str(copied.trim_end());
            text.push('\n');
        }
        let at = match before_element(page, items, position) {
            Some(at) => at,
            None => after_element(page, *items.last()?),
        };
        if at > 0 && !page.text.get(..at)?.ends_with('\n') {
            // The last line of the text has no end.
            text = format!("\n{}", text.trim_end());
        }
        Some(Edit {
            span: Span::new(at, at),
            text,
        })
    }

    /// Elements in brackets, with what stands between two of them.
    fn in_line(
        &self,
        list: NodeId,
        items: &[NodeId],
        position: usize,
        copies: &[Copy],
    ) -> Option<Edit> {
        let page = self.page;
        let first = *items.first()?;
        let gap = page.text.get(page.inner(list) + 1..page.start(first))?;
        let gap = if gap.contains('\n') && gap.trim().is_empty() {
            gap.replace("\r\n", "\n")
        } else {
            " ".to_owned()
        };
        let mut parts = Vec::new();
        for copy in copies {
            parts.push(if page.is_shared(copy.item) {
                page.flow(&super::Sketch::Flow(copy.says.clone()))
            } else {
                self.copied(copy, page.start(copy.item), page.end(copy.item))?
            });
        }
        let text = parts.join(&format!(",{gap}"));
        let (at, text) = match items.get(position) {
            Some(next) => (page.start(*next), format!("{text},{gap}")),
            None => (page.end(*items.last()?), format!(",{gap}{text}")),
        };
        Some(Edit {
            span: Span::new(at, at),
            text,
        })
    }

    /// Bytes of the text with the edits of a copy.
    fn copied(&self, copy: &Copy, from: usize, to: usize) -> Option<String> {
        let page = self.page;
        let is_inside =
            |span: Span| from <= span.start as usize && span.end as usize <= to && !span.is_empty();
        let mut edits: Vec<Edit> = copy.edits.clone();
        let mut leave_out = |span: Span| {
            let meets = |edit: &Edit| edit.span.start < span.end && span.start < edit.span.end;
            if !edits.iter().any(meets) {
                edits.push(Edit {
                    span,
                    text: String::new(),
                });
            }
        };
        let is_blank = |c: char| c == ' ' || c == '\t';
        for id in page.tree.ids() {
            if let Some(anchor) = page.tree.anchor(id).filter(|of| is_inside(of.span)) {
                let (start, end) = (anchor.span.start as usize, anchor.span.end as usize);
                let after = page.text.get(end..)?;
                if after.starts_with(is_blank) {
                    leave_out(Span::new(start, end + 1));
                } else {
                    let before = page.text.get(..start)?.trim_end_matches(is_blank);
                    leave_out(Span::new(before.len(), end));
                }
            }
        }
        for comment in yaml::all_comments(page.text, &yaml::read(page.text)) {
            let span = comment.span;
            if !is_inside(span) {
                continue;
            }
            let (start, end) = (span.start as usize, span.end as usize);
            if comment.alone {
                leave_out(Span::new(page.line_start(start), after_line(page, end)));
            } else {
                let before = page.text.get(..start)?.trim_end_matches(is_blank);
                leave_out(Span::new(before.len(), end));
            }
        }
        let shift = |at: u32| (at as usize).checked_sub(from);
        let shifted: Vec<Edit> = edits
            .into_iter()
            .map(|edit| {
                Some(Edit {
                    span: Span::new(shift(edit.span.start)?, shift(edit.span.end)?),
                    text: edit.text,
                })
            })
            .collect::<Option<_>>()?;
        let text = Patch::new(&joined(&shifted))?.apply(page.text.get(from..to)?)?;
        Some(text.replace("\r\n", "\n"))
    }

    /// A text as a value, in the quotes of another one.
    pub fn in_quotes_of(&self, node: NodeId, text: &str) -> String {
        let page = self.page;
        let written = page.text.get(page.inner(node)..).unwrap_or_default();
        in_quotes_of(written, page.json, text)
    }
}

/// A text in the quotes of what is written: as plain as that where it means the same.
pub(crate) fn in_quotes_of(written: &str, json: bool, text: &str) -> String {
    let quoted = Json::from(text).to_string();
    match written.chars().next() {
        Some('"') => quoted,
        Some('\'') if text.chars().all(|c| c.is_ascii_graphic() && c != '\'') => {
            format!("'{text}'")
        }
        _ if !json && is_text(text) => text.to_owned(),
        _ => quoted,
    }
}

/// Whether a text needs no quotes to be read as this text.
fn is_text(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || ".-+_".contains(c);
    let line = format!("[{text}]");
    text.chars().all(is_word)
        && yaml::read(&line).first().is_some_and(|document| {
            let tree = &document.tree;
            let root = tree.root().map_or(&[][..], |root| tree.items(root));
            matches!(root, [one] if tree.value(*one) == Value::String(text))
        })
}

impl Page<'_> {
    /// A value with the layout of a node, in lines without a margin: the order of its keys, and what
    /// stands in one line. Aliases are written out.
    fn laid_out(&self, node: NodeId, says: &Json) -> String {
        let node = self.tree.target(node);
        let inside = |text: &str, sign: &str| {
            let lines = text.lines().enumerate();
            let lines = lines.map(|(at, line)| match at {
                0 => format!("{sign}{line}\n"),
                _ => format!("{:1$}{line}\n", "", sign.len()),
            });
            lines.collect::<String>()
        };
        let kind = &self.tree.node(node).kind;
        match (kind, says) {
            (Kind::Mapping(_), Json::Object(map)) if !self.is_flow(node) && !map.is_empty() => {
                let mut pairs: Vec<(&str, NodeId)> = Vec::new();
                self.in_order(node, &mut pairs);
                let known = |name: &str| pairs.iter().any(|(known, _)| *known == name);
                let new = map.keys().filter(|name| !known(name));
                let new = new.map(|name| (name.as_str(), None));
                let old = pairs.iter().map(|(name, value)| (*name, Some(*value)));
                let mut text = String::new();
                for (name, node) in old.chain(new) {
                    let Some(value) = map.get(name) else {
                        continue;
                    };
                    let written = match node {
                        Some(node) => self.laid_out(node, value),
                        None => self.flow(&super::Sketch::Flow(value.clone())),
                    };
                    let key = self.flow(&super::Sketch::Flow(Json::from(name)));
                    let is_block = node.is_some_and(|node| self.is_block(node, value));
                    text += &if is_block {
                        let margin = if value.is_array() { "" } else { "  " };
                        format!("{key}:\n{}", inside(&inside(&written, ""), margin))
                    } else {
                        format!("{key}: {written}\n")
                    };
                }
                text
            }
            (Kind::Sequence(items), Json::Array(all)) if self.is_block(node, says) => items
                .iter()
                .zip(all)
                .map(|(item, value)| inside(&self.laid_out(*item, value), "- "))
                .collect(),
            (Kind::Scalar { .. }, _) if self.tree.to_json(node) == *says => {
                let written = self.text.get(self.inner(node)..self.end(node));
                written.filter(|text| !text.contains('\n')).map_or_else(
                    || self.flow(&super::Sketch::Flow(says.clone())),
                    str::to_owned,
                )
            }
            (Kind::Scalar { .. }, Json::String(text)) => {
                let written = self.text.get(self.inner(node)..).unwrap_or_default();
                in_quotes_of(written, self.json, text)
            }
            _ => self.flow(&super::Sketch::Flow(says.clone())),
        }
    }

    /// Whether a value stands below its key.
    fn is_block(&self, node: NodeId, says: &Json) -> bool {
        let node = self.tree.target(node);
        match (&self.tree.node(node).kind, says) {
            (Kind::Mapping(_), Json::Object(map)) => !self.is_flow(node) && !map.is_empty(),
            (Kind::Sequence(items), Json::Array(all)) => {
                !self.is_flow(node) && !all.is_empty() && items.len() == all.len()
            }
            _ => false,
        }
    }

    /// The entries of a map, those that it merges where it does so, each once.
    fn in_order<'p>(&'p self, node: NodeId, pairs: &mut Vec<(&'p str, NodeId)>) {
        let node = self.tree.target(node);
        let Kind::Mapping(all) = &self.tree.node(node).kind else {
            for item in self.tree.items(node) {
                self.in_order(*item, pairs);
            }
            return;
        };
        for (key, value) in *all {
            let name = self.tree.key(*key);
            let known = pairs.iter().position(|(known, _)| *known == name);
            match known {
                _ if name == "<<" => self.in_order(*value, pairs),
                // Its own entry comes before a merged one.
                Some(at) => pairs[at].1 = *value,
                None => pairs.push((name, *value)),
            }
        }
    }

    /// Whether a node takes a part from elsewhere in the text.
    pub fn is_shared(&self, node: NodeId) -> bool {
        match &self.tree.node(node).kind {
            Kind::Alias(_) => true,
            Kind::Scalar { .. } => false,
            Kind::Sequence(items) => items.iter().any(|item| self.is_shared(*item)),
            Kind::Mapping(pairs) => pairs.iter().any(|(key, value)| {
                self.tree.key(*key) == "<<" || self.is_shared(*key) || self.is_shared(*value)
            }),
        }
    }
}
