//! The last edits of the way out: NamespacedCloudProfiles, and then the profile, list an entry no
//! longer.

use std::collections::BTreeMap;

use super::announce::{Located, locate};
use crate::config::{Operation, Settings};
use crate::draft::Draft;
use crate::fix::Patch;
use crate::landscape::{Body, Input, Item, ReadFile, read};
use crate::lint::{Outcome, brought, lint_read};
use crate::model::cloudprofile::CloudProfile;
use crate::provider::Provider;
use crate::resolution::written::lists;
use crate::source::{FileId, Sources};
use crate::uses::{Key, What};
use crate::yaml::{self, NodeId};

/// The removal of an entry from objects.
#[derive(Debug)]
pub struct Removal {
    /// The texts without the entry; none where one cannot be edited.
    pub texts: Option<BTreeMap<FileId, String>>,
    /// What the server refuses of it, beside the errors that the objects have already.
    pub refused: Vec<String>,
    /// How many of these errors stay.
    pub remaining: usize,
}

/// Removes an entry from profiles, with what `providerConfig` says of it.
pub(super) fn remove(
    items: &[&Item<'_>],
    entry: Key<'_>,
    (sources, files): (&Sources, &[ReadFile<'_>]),
    provider: Option<&'static Provider>,
    settings: &Settings,
) -> Removal {
    let (mut refused, mut remaining) = (Vec::new(), 0);
    let Some(texts) = texts(items, entry, provider) else {
        return Removal {
            texts: None,
            refused,
            remaining,
        };
    };
    let mut after = sources.clone();
    let inputs: BTreeMap<FileId, Input> = texts
        .iter()
        .map(|(old, text)| {
            let file = after.add(sources.get(*old).with_text(text.as_str()));
            (*old, Input { file, fault: None })
        })
        .collect();
    let new: Vec<Input> = inputs.values().copied().collect();
    let new = read(&after, &new);
    let (old, others): (Vec<&ReadFile<'_>>, Vec<&ReadFile<'_>>) = files
        .iter()
        .partition(|file| texts.contains_key(&file.file));
    let settings = Settings {
        operation: Operation::Update,
        silences: false,
        ..settings.clone()
    };
    // Once for all objects: a text may hold a hundred of them.
    let judged = |sources: &Sources, files: &[&ReadFile<'_>]| -> Outcome {
        lint_read(sources, [files, &others, &old], &settings, &mut |_, _| {})
    };
    let before = judged(sources, &old);
    let judged = judged(&after, &new.iter().collect::<Vec<_>>());
    let documents: BTreeMap<(FileId, usize), FileId> = items
        .iter()
        .filter_map(|item| {
            let new = inputs.get(&item.file)?.file;
            Some(((item.file, item.document.index), new))
        })
        .collect();
    for ((file, document), new) in documents {
        let errors = judged.errors_of(new, document);
        let all = errors.len();
        let brings = brought(&before.errors_of(file, document), errors);
        remaining += all - brings.len();
        refused.extend(brings);
    }
    Removal {
        texts: Some(texts),
        refused,
        remaining,
    }
}

/// The texts without the entry.
fn texts(
    items: &[&Item<'_>],
    entry: Key<'_>,
    provider: Option<&'static Provider>,
) -> Option<BTreeMap<FileId, String>> {
    let mut drafts: BTreeMap<FileId, Vec<(&Item<'_>, Draft<'_>)>> = BTreeMap::new();
    for item in items {
        let draft = without(item, entry, provider)?;
        drafts.entry(item.file).or_default().push((*item, draft));
    }
    drafts
        .into_iter()
        .map(|(file, drafts)| Some((file, edited(&drafts)?)))
        .collect()
}

/// The text with the edits of all drafts, where each object says what its draft expects and all
/// else stays.
fn edited(drafts: &[(&Item<'_>, Draft<'_>)]) -> Option<String> {
    if let [(_, draft)] = drafts {
        return draft.finish();
    }
    let old = drafts.first()?.0.text;
    let mut edits: Vec<_> = drafts
        .iter()
        .flat_map(|(_, draft)| draft.edits.iter().cloned())
        .collect();
    edits.sort_by_key(|edit| edit.span);
    let text = Patch::new(&edits)?.apply(old)?;
    let mut expected: BTreeMap<usize, serde_json::Value> = BTreeMap::new();
    for (item, draft) in drafts {
        let tree = &item.document.tree;
        let root = tree.root()?;
        let whole = expected
            .entry(item.document.index)
            .or_insert_with(|| tree.to_json(root));
        if item.object.node == root {
            whole.clone_from(&draft.expected);
        } else {
            let list = tree.items(tree.get(root, "items")?.value);
            let mut at = list.iter().map(|node| tree.target(*node));
            let at = at.position(|node| node == item.object.node)?;
            let place = whole.get_mut("items")?.get_mut(at)?;
            place.clone_from(&draft.expected);
        }
    }
    let (before, after) = (yaml::read(old), yaml::read(&text));
    let says = |of: &yaml::Document<'_>| of.tree.root().map(|root| of.tree.to_json(root));
    let holds = before.len() == after.len()
        && before
            .iter()
            .zip(&after)
            .enumerate()
            .all(|(at, (old, new))| match expected.remove(&at) {
                Some(expected) => says(new) == Some(expected),
                None => says(old) == says(new),
            });
    holds.then_some(text)
}

/// A draft of an object without the entry.
fn without<'i>(
    item: &'i Item<'_>,
    entry: Key<'_>,
    provider: Option<&Provider>,
) -> Option<Draft<'i>> {
    let spec: &CloudProfile<'_> = match &item.body {
        Body::CloudProfile(profile) => profile,
        Body::NamespacedCloudProfile(child) => &child.spec,
        Body::Shoot(_) => return None,
    };
    let Located { path, .. } = locate(item, spec, entry)?;
    let mut draft = Draft::new(item)?;
    let (list, at) = path.rsplit_once('/')?;
    take(&mut draft, item, list, &[at.parse().ok()?])?;
    let in_part = provider.filter(|_| entry.what == What::ImageVersion);
    let lists = in_part.map_or_else(Vec::new, |provider| {
        lists(item, &provider.fields, entry.image)
    });
    for list in lists {
        let versions = list.versions.iter().enumerate();
        let all: Vec<usize> = versions
            .filter(|(_, listed)| listed.version == entry.name)
            .map(|(at, _)| at)
            .collect();
        take(&mut draft, item, &list.pointer, &all)?;
    }
    Some(draft)
}

/// Takes elements out of a list. A list without elements goes itself, with the map that has nothing
/// else to say: an image without versions, and `kubernetes`.
fn take(draft: &mut Draft<'_>, item: &Item<'_>, list: &str, all: &[usize]) -> Option<()> {
    let tree = &item.document.tree;
    let node = node_at(item, list)?;
    let items = tree.items(node);
    if all.is_empty() || items.len() > all.len() {
        for at in all.iter().rev() {
            draft.remove_element(node, *items.get(*at)?)?;
            let says = draft.expected.pointer_mut(list)?.as_array_mut()?;
            (*at < says.len()).then(|| says.remove(*at))?;
        }
        return Some(());
    }
    let (map, name) = list.rsplit_once('/')?;
    let (outer, of_map) = map.rsplit_once('/')?;
    if let Ok(at) = of_map.parse() {
        return take(draft, item, outer, &[at]);
    }
    let is_alone = tree.entries(node_at(item, map)?).len() == 1;
    let (map, name) = if is_alone && of_map == "kubernetes" {
        (outer, of_map)
    } else {
        (map, name)
    };
    draft.remove(map, node_at(item, map)?, name)
}

/// The node that a pointer leads to.
fn node_at(item: &Item<'_>, pointer: &str) -> Option<NodeId> {
    let tree = &item.document.tree;
    pointer
        .split('/')
        .skip(1)
        .try_fold(item.object.node, |node, step| match step.parse::<usize>() {
            Ok(at) => tree.items(node).get(at).copied(),
            Err(_) => tree.get(node, step).map(|entry| entry.value),
        })
}
