//! Changes of one object in its text: the edits, beside what the object is to say afterwards. A text
//! that does not say exactly that is given up.

mod comments;
mod copies;
mod sketch;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

pub(crate) use comments::lost_comments;
pub(crate) use copies::{Copy, in_quotes_of};
pub(crate) use sketch::{Element, Page, Pair, Sketch};

use crate::finding::Edit;
use crate::fix::Patch;
use crate::landscape::Item;
use crate::model::path::{FieldPath, PathStep};
use crate::source::Span;
use crate::yaml::{self, Kind, NodeId, Tree};

/// The edits so far, and the object that they should make.
pub(crate) struct Draft<'a> {
    pub page: Page<'a>,
    pub edits: Vec<Edit>,
    /// The same, to find one among them: a large object has thousands.
    known: BTreeSet<(Span, String)>,
    /// Whether lines end as on Windows.
    crlf: bool,
    /// The object that the edited text must contain.
    pub expected: Json,
    /// The position of the document, and those of the object in the lists around it.
    document: usize,
    place: Vec<usize>,
}

impl<'a> Draft<'a> {
    /// A draft of an object without edits; none if it has no `spec`.
    pub fn new(item: &'a Item<'_>) -> Option<Self> {
        let (tree, root) = (&item.document.tree, item.object.node);
        let spec = tree.get(root, "spec")?.value;
        Some(Self {
            page: Page {
                text: item.text,
                tree,
                json: item.document.json,
                dash: dash(item.text, tree, spec),
            },
            edits: Vec::new(),
            known: BTreeSet::new(),
            crlf: item.text.contains("\r\n"),
            expected: object(tree, root),
            document: item.document.index,
            place: place(tree, root)?,
        })
    }
}

impl Draft<'_> {
    fn edit(&mut self, start: usize, end: usize, text: String) {
        let text = if self.crlf {
            text.replace('\n', "\r\n")
        } else {
            text
        };
        let span = Span::new(start, end);
        if self.known.insert((span, text.clone())) {
            self.edits.push(Edit { span, text });
        }
    }

    /// What the object is to say at a path.
    pub fn says(&mut self, at: &FieldPath) -> Option<&mut Json> {
        let mut steps = at.steps().iter();
        steps.try_fold(&mut self.expected, |value, step| match step {
            PathStep::Index(at) => value.get_mut(*at),
            PathStep::Name(name) => value.get_mut(&**name),
        })
    }

    fn own(&self, map: NodeId, name: &str) -> Option<(NodeId, NodeId)> {
        match self.page.tree.node(self.page.tree.target(map)).kind {
            Kind::Mapping(pairs) => pairs
                .iter()
                .find(|(key, _)| self.page.tree.key(*key) == name)
                .copied(),
            _ => None,
        }
    }

    /// Sets an entry of a map: in its place, in that of `beside` if `instead` holds, after `beside`, or
    /// at the end. `at`: the path of the map in the object.
    pub fn set(
        &mut self,
        at: &FieldPath,
        map: NodeId,
        name: &'static str,
        value: Sketch,
        (beside, instead): (&str, bool),
    ) -> Option<()> {
        let page = self.page;
        let map = page.tree.target(map);
        let says = page.value(&value);
        let pair = Pair::New(name, value);
        let object = self.says(at)?.as_object_mut()?;
        object.insert(name.to_owned(), says);
        if instead {
            object.remove(beside);
        }
        let replaced = self
            .own(map, name)
            .or_else(|| self.own(map, beside).filter(|_| instead));
        let flow = page.is_flow(map);
        if let Some((key, value)) = replaced {
            let (start, end) = (page.start(key), page.end(value).max(page.end(key)));
            let text = if flow {
                page.flow_pair(&pair)
            } else {
                page.block_pair(&pair, page.column(start))
            };
            self.edit(start, end, text);
            return Some(());
        }
        let Kind::Mapping(pairs) = page.tree.node(map).kind else {
            return None;
        };
        let first = pairs.first()?.0;
        let (key, value) = self.own(map, beside).or_else(|| pairs.last().copied())?;
        let end = page.end(value).max(page.end(key));
        if flow {
            self.edit(end, end, format!(", {}", page.flow_pair(&pair)));
        } else {
            let (at, column) = (page.line_end(end), page.column(page.start(first)));
            self.edit(
                at,
                at,
                format!("\n{:column$}{}", "", page.block_pair(&pair, column)),
            );
        }
        Some(())
    }

    /// Sets a field like [`Draft::set`], and puts a new one before an entry and the comments above it.
    pub fn set_before(
        &mut self,
        at: &FieldPath,
        map: NodeId,
        name: &'static str,
        value: Sketch,
        before: &[&str],
    ) -> Option<()> {
        let page = self.page;
        let found = before
            .iter()
            .filter_map(|name| self.own(map, name))
            .min_by_key(|(key, _)| page.start(*key));
        let Some((key, _)) = found.filter(|_| self.own(map, name).is_none()) else {
            return self.set(at, map, name, value, ("", false));
        };
        self.says(at)?
            .as_object_mut()?
            .insert(name.to_owned(), page.value(&value));
        let pair = Pair::New(name, value);
        let start = page.start(key);
        if page.is_flow(map) {
            self.edit(start, start, format!("{}, ", page.flow_pair(&pair)));
            return Some(());
        }
        let column = page.column(start);
        let lead = page.lead_start(key, false);
        if page.line_start(start) + column == start
            && page
                .text
                .get(page.line_start(start)..start)?
                .trim()
                .is_empty()
        {
            self.edit(
                lead,
                lead,
                format!("{:column$}{}\n", "", page.block_pair(&pair, column)),
            );
        } else {
            // The first entry of an element stands after its dash.
            self.edit(
                start,
                start,
                format!("{}\n{:column$}", page.block_pair(&pair, column), ""),
            );
        }
        Some(())
    }

    /// Takes an entry out of a map. None if the entry comes from elsewhere, such as a merge.
    pub fn remove(&mut self, at: &FieldPath, map: NodeId, name: &str) -> Option<()> {
        let page = self.page;
        let map = page.tree.target(map);
        if page.tree.get(map, name).is_none() {
            return Some(());
        }
        self.says(at)?.as_object_mut()?.remove(name);
        let Kind::Mapping(pairs) = page.tree.node(map).kind else {
            return None;
        };
        let here = pairs
            .iter()
            .position(|(key, _)| page.tree.key(*key) == name)?;
        let (key, value) = pairs[here];
        let (start, end) = (page.start(key), page.end(value).max(page.end(key)));
        let next = pairs.get(here + 1).map(|(key, _)| page.start(*key));
        if page.is_flow(map) {
            let last = here
                .checked_sub(1)
                .and_then(|at| pairs.get(at))
                .map(|(key, value)| page.end(*value).max(page.end(*key)));
            match (next, last) {
                (Some(next), _) => self.edit(start, next, String::new()),
                (None, Some(last)) => self.edit(last, end, String::new()),
                (None, None) => self.edit(start, end, String::new()),
            }
            return Some(());
        }
        let line = page.line_start(start);
        if page.text.get(line..start)?.trim().is_empty() {
            self.edit(line, after_line(page, page.line_end(end)), String::new());
        } else {
            self.edit(start, next?, String::new());
        }
        Some(())
    }

    /// Puts another value in the place of an element of a list.
    pub fn replace_element(&mut self, item: NodeId, value: &Sketch) {
        let page = self.page;
        let (start, end) = (page.inner(item), page.end(item));
        let text = if matches!(value, Sketch::Line(_)) {
            page.flow(value)
        } else {
            page.block(value, page.column(start))
        };
        // A value over several lines brings its comments along.
        let own = matches!(page.tree.node(item).kind, Kind::Mapping(_)) && !page.is_flow(item);
        self.edit(start, if own { page.line_end(end) } else { end }, text);
    }

    /// Takes an element out of a list, with the comments above it.
    pub fn remove_element(&mut self, list: NodeId, item: NodeId) -> Option<()> {
        let page = self.page;
        let items = page.tree.items(list);
        let here = items.iter().position(|known| *known == item)?;
        if page.is_flow(list) {
            match (
                here.checked_sub(1).and_then(|at| items.get(at)),
                items.get(here + 1),
            ) {
                (Some(last), _) => self.edit(page.end(*last), page.end(item), String::new()),
                (None, Some(next)) => self.edit(page.start(item), page.start(*next), String::new()),
                (None, None) => return None,
            }
            return Some(());
        }
        self.edit(
            before_element(page, items, here)?,
            after_element(page, item),
            String::new(),
        );
        Some(())
    }

    /// The changed text, where it says what it should and all other documents stay.
    pub fn finish(&self) -> Option<String> {
        finish(std::slice::from_ref(self))
    }

    /// Puts the expected object in its place in the document.
    fn expect(&self, document: &mut Json) -> Option<()> {
        let mut place = document;
        for index in &self.place {
            place = place.get_mut("items")?.get_mut(*index)?;
        }
        place.clone_from(&self.expected);
        Some(())
    }

    /// Prints a value anew, whatever was written there.
    pub fn print_anew(&mut self, map: NodeId, name: &str, value: &Json) -> Option<()> {
        let page = self.page;
        let (key, old) = self.own(map, name)?;
        let (start, end) = (page.end(key), page.end(old));
        let last = page.line_end(end);
        let stays = |span: Span| (span.start as usize) < start || span.start as usize > last;
        self.edits.retain(|edit| stays(edit.span));
        self.known.retain(|(span, _)| stays(*span));
        let text = if page.json || page.is_flow(map) {
            format!(": {value}")
        } else {
            let column = page.column(page.start(key)) + page.dash;
            let lines = yaml::write(value).ok()?;
            let lines = lines.trim_end().lines().map(|line| {
                if line.is_empty() {
                    "\n".to_owned()
                } else {
                    format!("\n{:column$}{line}", "")
                }
            });
            format!(":{}", lines.collect::<String>())
        };
        self.edit(
            start,
            if page.json || page.is_flow(map) {
                end
            } else {
                page.line_end(end)
            },
            text,
        );
        Some(())
    }
}

/// The text with the edits of all drafts of it, where each object says what its draft expects and
/// all other objects and documents stay.
pub(crate) fn finish(drafts: &[Draft<'_>]) -> Option<String> {
    let text = drafts.first()?.page.text;
    let edits: Vec<Edit> = drafts
        .iter()
        .flat_map(|of| of.edits.iter().cloned())
        .collect();
    let edited = Patch::new(&joined(&edits))?.apply(text)?;
    let mut by_document: BTreeMap<usize, Vec<&Draft<'_>>> = BTreeMap::new();
    for draft in drafts {
        by_document.entry(draft.document).or_default().push(draft);
    }
    let (before, after) = (yaml::read(text), yaml::read(&edited));
    let whole = |tree: &Tree<'_>| tree.root().map(|root| tree.to_json(root));
    let holds = before.len() == after.len()
        && before
            .iter()
            .zip(&after)
            .enumerate()
            .all(|(at, (old, new))| {
                let drafts = by_document.get(&at).map_or(&[][..], Vec::as_slice);
                let (mut old, new) = (whole(&old.tree), whole(&new.tree));
                let mut expect = |of: &Draft<'_>| of.expect(old.as_mut()?);
                drafts.iter().all(|draft| expect(draft).is_some()) && old == new
            });
    holds.then_some(edited)
}

/// Edits, with what follows another one without a gap joined to it.
fn joined(edits: &[Edit]) -> Vec<Edit> {
    let mut sorted = edits.to_vec();
    sorted.sort_by_key(|edit| edit.span);
    let mut joined: Vec<Edit> = Vec::new();
    for edit in sorted {
        match joined.last_mut() {
            Some(last) if last.span.end == edit.span.start && edit.span.is_empty() => {
                last.text.push_str(&edit.text);
            }
            _ => joined.push(edit),
        }
    }
    joined
}

/// The place after an element of a list in lines, with the comments below it that stand deeper than
/// its dash: they speak of it.
fn after_element(page: Page<'_>, item: NodeId) -> usize {
    let start = page.start(item);
    let line = page.line_start(start);
    let before = page.text.get(line..start).unwrap_or_default();
    let end = after_line(page, page.line_end(page.end(item)));
    // A dash on a line above says nothing of how deep comments stand.
    let Some(dash) = before.find('-') else {
        return end;
    };
    let (mut at, mut after) = (end, end);
    for line in page
        .text
        .get(end..)
        .unwrap_or_default()
        .split_inclusive('\n')
    {
        let text = line.trim_start_matches(' ');
        after += line.len();
        if text.starts_with('#') && line.len() - text.len() > dash {
            at = after;
        } else if !text.trim().is_empty() {
            break;
        }
    }
    at
}

/// The beginning of an element of a list in lines: that of the comments above it, without those of
/// the element before.
fn before_element(page: Page<'_>, items: &[NodeId], at: usize) -> Option<usize> {
    let start = page.lead_start(*items.get(at)?, true);
    let last = at.checked_sub(1).and_then(|last| items.get(last));
    Some(last.map_or(start, |last| start.max(after_element(page, *last))))
}

/// The place after the end of a line.
fn after_line(page: Page<'_>, at: usize) -> usize {
    let rest = page.text.get(at..).unwrap_or_default();
    at + rest.find('\n').map_or(rest.len(), |eol| {
        if rest[..eol].trim().is_empty() {
            eol + 1
        } else {
            0
        }
    })
}

/// A list of new elements.
pub(crate) fn list(elements: impl IntoIterator<Item = Sketch>) -> Sketch {
    Sketch::List(
        elements
            .into_iter()
            .map(|value| Element { lead: None, value })
            .collect(),
    )
}

/// The value of a path that begins at an object.
fn object(tree: &Tree<'_>, node: NodeId) -> Json {
    let json = tree.to_json(node);
    if json.is_object() {
        json
    } else {
        Json::Object(Map::new())
    }
}

/// How far the lists of this text are indented relative to their keys.
fn dash(text: &str, tree: &Tree<'_>, spec: NodeId) -> usize {
    let page = Page {
        text,
        tree,
        json: false,
        dash: 0,
    };
    let lists = ["machineImages", "machineTypes", "regions"]
        .into_iter()
        .filter_map(|name| tree.get(spec, name));
    let found = lists.filter_map(|entry| {
        let item = *tree.items(entry.value).first()?;
        let (line, start) = (page.line_start(page.start(item)), page.start(item));
        let dash = text.get(line..start)?.find('-')?;
        dash.checked_sub(page.column(page.start(entry.key)))
    });
    found.into_iter().next().unwrap_or(0)
}

/// The place of an object in its document: the positions in lists.
fn place(tree: &Tree<'_>, object: NodeId) -> Option<Vec<usize>> {
    let root = tree.root()?;
    if root == object {
        return Some(Vec::new());
    }
    let items = tree.get(root, "items")?.value;
    Some(vec![
        tree.items(items)
            .iter()
            .position(|item| tree.target(*item) == object)?,
    ])
}
