//! The last edits of the way out: NamespacedCloudProfiles, and then the profile, list an entry no
//! longer.

use std::collections::BTreeMap;

use super::announce::{Located, locate};
use crate::config::Settings;
use crate::draft::Draft;
use crate::landscape::{Body, Input, Item, Landscape, ReadFile, read};
use crate::lint::{brought, errors_as_update};
use crate::model::cloudprofile::CloudProfile;
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
}

/// Removes an entry from profiles, with what `providerConfig` says of it.
pub(super) fn remove(
    items: &[&Item<'_>],
    entry: Key<'_>,
    (sources, files): (&Sources, &[ReadFile<'_>]),
    provider: Option<&'static Provider>,
    settings: &Settings,
) -> Removal {
    let Some(texts) = texts(items, entry, (sources, files), provider) else {
        return Removal {
            texts: None,
            refused: Vec::new(),
        };
    };
    let mut after = sources.clone();
    let inputs: Vec<(FileId, Input)> = texts
        .iter()
        .map(|(old, text)| {
            let file = after.add(sources.get(*old).with_text(text.as_str()));
            (*old, Input { file, fault: None })
        })
        .collect();
    let mut refused = Vec::new();
    for item in items {
        let own = files.iter().filter(|file| file.file == item.file);
        let before: Vec<String> = own
            .flat_map(|file| errors_as_update(sources, files, file, item, settings))
            .collect();
        let new = inputs.iter().filter(|(old, _)| *old == item.file);
        for (_, input) in new {
            for file in read(&after, &[*input]) {
                let errors = errors_as_update(&after, files, &file, item, settings);
                refused.extend(brought(&before, errors));
            }
        }
    }
    Removal {
        texts: Some(texts),
        refused,
    }
}

/// The texts without the entry, one object after the other.
fn texts(
    items: &[&Item<'_>],
    entry: Key<'_>,
    (sources, files): (&Sources, &[ReadFile<'_>]),
    provider: Option<&'static Provider>,
) -> Option<BTreeMap<FileId, String>> {
    let mut texts: BTreeMap<FileId, String> = BTreeMap::new();
    let whole = Landscape::new(files);
    for item in items {
        let of_file = whole.items.iter().filter(|of| of.file == item.file);
        let position = of_file
            .map(|of| (of.document.index, of.object.node))
            .position(|of| of == (item.document.index, item.object.node))?;
        let mut current = Sources::default();
        let text = texts
            .get(&item.file)
            .map_or(item.text, |text| text.as_str());
        let file = current.add(sources.get(item.file).with_text(text));
        let read = read(&current, &[Input { file, fault: None }]);
        let landscape = Landscape::new(&read);
        let text = without(landscape.items.get(position)?, entry, provider)?;
        texts.insert(item.file, text);
    }
    Some(texts)
}

fn without(item: &Item<'_>, entry: Key<'_>, provider: Option<&Provider>) -> Option<String> {
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
    draft.finish()
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
