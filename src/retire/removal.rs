//! The last edits of the way out: NamespacedCloudProfiles, and then the profile, list an entry no
//! longer.

use std::collections::BTreeMap;

use super::announce::{Located, locate};
use crate::config::Settings;
use crate::draft::{Draft, finish};
use crate::finding::Finding;
use crate::landscape::{Input, Item, ReadFile, read};
use crate::lint::{brought, judged_as_update};
use crate::model::path::FieldPath;
use crate::provider::Provider;
use crate::resolution::written::lists;
use crate::source::{FileId, Sources};
use crate::uses::{Key, What};
use crate::yaml::NodeId;

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
    // Once for all objects: a text may hold a hundred of them.
    let is_replaced = |file| texts.contains_key(&file);
    let judged = |sources: &Sources, new: &[&ReadFile<'_>]| {
        judged_as_update(sources, files, new, is_replaced, settings)
    };
    let old: Vec<_> = files.iter().filter(|of| is_replaced(of.file)).collect();
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
        refused.extend(brings.iter().map(Finding::told));
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
    let mut drafts: BTreeMap<FileId, Vec<Draft<'_>>> = BTreeMap::new();
    for item in items {
        let draft = without(item, entry, provider)?;
        drafts.entry(item.file).or_default().push(draft);
    }
    drafts
        .into_iter()
        .map(|(file, drafts)| Some((file, finish(&drafts)?)))
        .collect()
}

/// A draft of an object without the entry.
fn without<'i>(
    item: &'i Item<'_>,
    entry: Key<'_>,
    provider: Option<&Provider>,
) -> Option<Draft<'i>> {
    let Located { path, .. } = locate(item, item.body.profile()?, entry)?;
    let mut draft = Draft::new(item)?;
    take(&mut draft, item, &path.parent()?, &[position(&path)?])?;
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
        take(&mut draft, item, &list.path, &all)?;
    }
    Some(draft)
}

/// Takes elements out of a list. A list without elements goes itself, with the map that has nothing
/// else to say: an image without versions, and `kubernetes`.
fn take(draft: &mut Draft<'_>, item: &Item<'_>, list: &FieldPath, all: &[usize]) -> Option<()> {
    let tree = &item.document.tree;
    let node = node_at(item, list)?;
    let items = tree.items(node);
    if all.is_empty() || items.len() > all.len() {
        for at in all.iter().rev() {
            draft.remove_element(node, *items.get(*at)?)?;
            let says = draft.says(list)?.as_array_mut()?;
            (*at < says.len()).then(|| says.remove(*at))?;
        }
        return Some(());
    }
    let map = list.parent()?;
    if let Some(at) = position(&map) {
        return take(draft, item, &map.parent()?, &[at]);
    }
    let is_alone = tree.entries(node_at(item, &map)?).len() == 1;
    let (map, name) = if is_alone && map.last_name() == "kubernetes" {
        (map.parent()?, map.last_name())
    } else {
        (map.clone(), list.last_name())
    };
    draft.remove(&map, node_at(item, &map)?, name)
}

/// The position of an element in its list.
fn position(path: &FieldPath) -> Option<usize> {
    path.steps().last()?.position()
}

/// The node that a path of the object leads to.
fn node_at(item: &Item<'_>, path: &FieldPath) -> Option<NodeId> {
    let (tree, mut steps) = (&item.document.tree, path.steps().iter());
    steps.try_fold(item.object.node, |node, step| step.node(tree, node))
}
