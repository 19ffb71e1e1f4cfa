//! Keys of a map as the server sees them: stringified, checked for duplicates, merge keys applied
//! (`docs/gardener/reading.md#keys`).

use std::borrow::Cow;
use std::collections::HashMap;

use super::resolve::{self, Scalar};
use super::tree::{Entry, Kind, NodeId, Style, Tree};
use super::view::is_same;
use super::{Problem, ProblemKind, number};

/// Up to this many keys are compared pair by pair; more are hashed.
const FEW: usize = 16;

/// The Go type of a key: keys of two types can be equal only as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Text,
    Bool,
    Int,
    Float,
    /// Not a key; an error says so.
    None,
}

/// Checks the keys of a complete map without merge keys. With one: false, and nothing is done; see
/// [`apply`].
pub(super) fn settle(tree: &mut Tree<'_>, mapping: NodeId, problems: &mut Vec<Problem>) -> bool {
    let Kind::Mapping(pairs) = tree.node(mapping).kind else {
        return true;
    };
    if distinct(tree, pairs) {
        return true;
    }
    if !tree.json && pairs.iter().any(|(key, _)| is_merge_key(tree, *key)) {
        return false;
    }
    apply(tree, mapping, problems);
    true
}

/// The common case, without allocation: few keys, all of them ordinary text and different.
fn distinct(tree: &Tree<'_>, pairs: &[(NodeId, NodeId)]) -> bool {
    if pairs.len() > FEW {
        return false;
    }
    let mut seen = [""; FEW];
    for (at, (key, _)) in pairs.iter().enumerate() {
        let Kind::Scalar { text, style } = tree.node(*key).kind else {
            return false;
        };
        let typed = !tree.json
            && style == Style::Plain
            && (resolve::plain(text) != Scalar::Text || text == "<<");
        if typed
            || tree.beside().tags.contains_key(key)
            || seen[..at].iter().any(|other| is_same(other, text))
        {
            return false;
        }
        seen[at] = text;
    }
    true
}

/// Whether a key means "merge": `<<`, plain and untagged, or tagged as one.
pub(super) fn is_merge_key(tree: &Tree<'_>, key: NodeId) -> bool {
    let Kind::Scalar { text, style } = tree.node(key).kind else {
        return false;
    };
    text == "<<"
        && match tree.beside().tags.get(&key) {
            None => style == Style::Plain,
            // `!` alone makes any style count as plain for go-yaml.
            Some(tag) => tag.name == "!" || resolve::core_type(&tag.name) == Some("merge"),
        }
}

/// A key's text for the server.
fn stringify<'t>(tree: &'t Tree<'_>, id: NodeId) -> Result<(Sort, Cow<'t, str>), &'static str> {
    let target = tree.target(id);
    let (text, style) = match tree.node(target).kind {
        Kind::Scalar { text, style } => (text, style),
        Kind::Alias(_) => return Ok((Sort::None, Cow::Borrowed(""))),
        _ => return Err("a list or a map cannot be a key"),
    };
    // JSON keys are strings.
    if tree.json {
        return Ok((Sort::Text, Cow::Borrowed(text)));
    }
    Ok(match tree.scalar(target, text, style) {
        None => (Sort::None, Cow::Borrowed("")),
        Some(Scalar::Null) => return Err("null cannot be a key"),
        Some(Scalar::Bool(value)) => (
            Sort::Bool,
            Cow::Borrowed(if value { "true" } else { "false" }),
        ),
        Some(Scalar::Int(value)) if value > i128::from(i64::MAX) => {
            return Err("an integer above 9223372036854775807 cannot be a key");
        }
        Some(Scalar::Int(value)) => (Sort::Int, Cow::Owned(value.to_string())),
        Some(Scalar::Float(value)) => (Sort::Float, Cow::Owned(number::key_float(value))),
        Some(Scalar::Text) => (
            Sort::Text,
            Cow::Borrowed(
                tree.beside()
                    .decoded
                    .get(&target)
                    .map_or(text, String::as_str),
            ),
        ),
    })
}

/// The facts about one collected entry.
struct Known {
    sort: Sort,
    text: String,
    /// The key that set it first.
    first: NodeId,
    /// Set by a key of the map itself, not by a merge.
    explicit: bool,
}

/// The entries of a map while they are collected.
#[derive(Default)]
struct Collected {
    entries: Vec<Entry>,
    known: Vec<Known>,
    /// Positions by key, once there are many.
    index: HashMap<String, usize>,
    /// Whether they differ from the written ones.
    changed: bool,
}

impl Collected {
    fn find(&self, key: &str) -> Option<usize> {
        if self.index.is_empty() {
            self.known.iter().position(|known| known.text == key)
        } else {
            self.index.get(key).copied()
        }
    }

    fn add(&mut self, entry: Entry, known: Known) {
        if self.entries.len() == FEW {
            self.index = self
                .known
                .iter()
                .enumerate()
                .map(|(at, known)| (known.text.clone(), at))
                .collect();
        }
        if self.entries.len() >= FEW {
            self.index.insert(known.text.clone(), self.entries.len());
        }
        self.entries.push(entry);
        self.known.push(known);
    }

    /// Adds an entry of the map itself; returns the one that it repeats.
    fn set(&mut self, entry: Entry, sort: Sort, text: Cow<'_, str>) -> Option<(NodeId, bool)> {
        let Some(at) = self.find(&text) else {
            self.add(
                entry,
                Known {
                    sort,
                    text: text.into_owned(),
                    first: entry.key,
                    explicit: true,
                },
            );
            return None;
        };
        self.changed = true;
        self.entries[at] = entry;
        let known = &mut self.known[at];
        let repeated = known.explicit.then_some((known.first, known.sort != sort));
        if repeated.is_none() {
            known.first = entry.key;
        }
        (known.sort, known.explicit) = (sort, true);
        repeated
    }

    /// Adds an entry of a merge; returns the explicit key that overrides it.
    fn merge(&mut self, entry: Entry, sort: Sort, text: &str) -> Option<NodeId> {
        let Some(at) = self.find(text) else {
            self.add(
                entry,
                Known {
                    sort,
                    text: text.to_owned(),
                    first: entry.key,
                    explicit: false,
                },
            );
            return None;
        };
        self.entries[at] = entry;
        let known = &mut self.known[at];
        let overridden = known.explicit.then_some(known.first);
        (known.sort, known.explicit) = (sort, false);
        overridden
    }
}

/// Works out the effective entries of a map and notes what is wrong with its keys. Maps that it
/// merges must have been through here before.
pub(super) fn apply(tree: &mut Tree<'_>, mapping: NodeId, problems: &mut Vec<Problem>) {
    let Kind::Mapping(pairs) = tree.node(mapping).kind else {
        return;
    };
    let mut collected = Collected::default();
    let mut texts = Vec::new();
    for &(key, value) in pairs {
        if !tree.json && is_merge_key(tree, key) {
            collected.changed = true;
            merge(tree, key, value, &mut collected, problems);
            continue;
        }
        let (sort, text) = match stringify(tree, key) {
            Ok((Sort::None, _)) => {
                collected.changed = true;
                continue;
            }
            Ok(found) => found,
            Err(reason) => {
                problems.push(Problem {
                    kind: ProblemKind::Key(reason),
                    span: tree.span(key),
                    related: None,
                });
                collected.changed = true;
                continue;
            }
        };
        if sort != Sort::Text {
            texts.push((key, text.to_string()));
        }
        if let Some((first, random)) = collected.set(Entry { key, value }, sort, text.clone()) {
            let kind = ProblemKind::DuplicateKey {
                key: text.into_owned(),
                random,
            };
            problems.push(Problem {
                kind,
                span: tree.span(key),
                related: Some(tree.span(first)),
            });
        }
    }
    if !texts.is_empty() {
        tree.beside_mut().key_texts.extend(texts);
    }
    if collected.changed {
        tree.beside_mut()
            .effective
            .insert(mapping, collected.entries);
    }
}

fn merge(
    tree: &Tree<'_>,
    key: NodeId,
    value: NodeId,
    collected: &mut Collected,
    problems: &mut Vec<Problem>,
) {
    let mut overridden = Vec::new();
    let mut first = None;
    let sources: Vec<NodeId> = match tree.node(value).kind {
        // The earlier element wins: go-yaml applies them backwards.
        Kind::Sequence(items) => items.iter().rev().copied().collect(),
        _ => vec![value],
    };
    for source in sources {
        match tree.node(tree.target(source)).kind {
            Kind::Mapping(_) => {}
            // Unknown or cut loose: reported already.
            Kind::Alias(_) => continue,
            _ => {
                problems.push(Problem {
                    kind: ProblemKind::MergeValue,
                    span: tree.span(source),
                    related: Some(tree.span(key)),
                });
                continue;
            }
        }
        for entry in tree.entries(source) {
            let Ok((sort, text)) = stringify(tree, entry.key) else {
                continue;
            };
            if sort == Sort::None {
                continue;
            }
            if let Some(explicit) = collected.merge(entry, sort, &text) {
                first.get_or_insert(tree.span(explicit));
                overridden.push(text.into_owned());
            }
        }
    }
    if !overridden.is_empty() {
        problems.push(Problem {
            kind: ProblemKind::LateMerge { keys: overridden },
            span: tree.span(key),
            related: first,
        });
    }
}
