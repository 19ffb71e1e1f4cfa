//! The merged `providerConfig` of a NamespacedCloudProfile
//! (`docs/gardener/providers/README.md#merging`): the parent's images with the child's. The
//! server's order is random; here the parent's comes first, then what the child adds.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use crate::model::canonical::{self, Purpose};
use crate::model::cursor::Spanned;
use crate::model::schema::Type;
use crate::provider::Provider;
use crate::provider::config::{Config, Image, MachineType, Version};
use crate::provider::part::Part;
use crate::source::Span;

/// The treatment of versions that both have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// The child's replaces the parent's; of several entries of one version the last stays.
    ByVersion,
    /// The child's entries come after the parent's, and all stay.
    Appended,
    /// There is none: the extension has no webhook for NamespacedCloudProfiles, and the parent's
    /// part stays as it is.
    Never,
}

/// Merges the images of a child into those of the parent, and adds its machine types that the
/// parent's part does not name. Of several images or machine types of one name in one text the last
/// stays. The parent's spans are marked as those of another text.
#[must_use]
pub fn images<'t>(merge: Merge, parent: &Config<'t>, child: &Config<'t>) -> Config<'t> {
    if merge == Merge::Never {
        return parent.clone();
    }
    let name = |image: &Image<'t>| *image.name;
    let mut images = last_of_each(&parent.images, name);
    let positions: BTreeMap<&str, usize> = images
        .iter()
        .enumerate()
        .map(|(at, image)| (*image.name, at))
        .collect();
    for image in last_of_each(&child.images, name) {
        match positions
            .get(*image.name)
            .and_then(|at| images.get_mut(*at))
        {
            Some(known) => {
                known.versions = Spanned::new(
                    versions(merge, &known.versions, &image.versions),
                    known.versions.span,
                );
            }
            None => images.push(image),
        }
    }
    let name = |of: &MachineType<'t>| *of.name;
    let mut machine_types = last_of_each(&parent.machine_types, name);
    let names: BTreeSet<&str> = machine_types.iter().map(name).collect();
    machine_types.extend(
        last_of_each(&child.machine_types, name)
            .into_iter()
            .filter(|of| !names.contains(*of.name)),
    );
    Config {
        at: parent.at,
        images: Spanned::new(images, parent.images.span),
        of_regions: parent.of_regions.clone(),
        machine_types,
    }
}

fn versions<'t>(merge: Merge, parent: &[Version<'t>], child: &[Version<'t>]) -> Vec<Version<'t>> {
    let all = parent.iter().chain(child);
    if merge == Merge::Appended {
        return all.cloned().collect();
    }
    let all: Vec<Version<'t>> = all.cloned().collect();
    last_of_each(&all, |version| *version.version)
}

/// The last of several with one name stands in the place of the first.
fn last_of_each<'t, T: Clone>(all: &[T], name: impl Fn(&T) -> &'t str) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in all {
        let at = *positions.entry(name(entry)).or_insert(kept.len());
        match kept.get_mut(at) {
            Some(known) => *known = entry.clone(),
            None => kept.push(entry.clone()),
        }
    }
    kept
}

/// An entry of a version that merging loses.
#[derive(Clone, Copy, Debug)]
pub struct Lost<'c, 't> {
    /// Image and entry, by position in its text.
    pub position: (usize, usize),
    pub image: &'c Image<'t>,
    pub version: &'c Version<'t>,
    /// The entry of that version which the merged part has; none where the whole image is lost.
    pub kept: Option<&'c Version<'t>>,
}

/// The entries of one side that the merged part does not have, and nothing that says the same in
/// their place. What the other side replaces is not among them.
#[must_use]
pub fn lost<'c, 't>(
    provider: &Provider,
    merged: &'c Config<'t>,
    part: &'c Part<'t>,
) -> Vec<Lost<'c, 't>> {
    let entries = || {
        merged.images.iter().flat_map(|image| {
            image
                .versions
                .iter()
                .map(move |version| (*image.name, version))
        })
    };
    let stay: BTreeSet<(&str, Span)> = entries()
        .map(|(image, version)| (image, version.at))
        .collect();
    let kept: BTreeMap<(&str, &str), &Version<'t>> = entries()
        .map(|(image, version)| ((image, *version.version), version))
        .collect();
    let of = provider
        .config
        .and_then(|config| config.at(&["machineImages", "versions"]));
    let says = |version: &Version<'t>| {
        Some(canonical::object(
            part.cursor.tree(),
            version.node?,
            of?,
            Purpose::Encode,
        ))
    };
    let mut lost = Vec::new();
    for (at, image) in part.config.images.iter().enumerate() {
        for (index, version) in image.versions.iter().enumerate() {
            let kept = kept.get(&(*image.name, *version.version)).copied();
            let replaced = |kept: &Version<'t>| {
                kept.at.is_elsewhere() != version.at.is_elsewhere() || says(kept) == says(version)
            };
            if !stay.contains(&(*image.name, version.at)) && !kept.is_some_and(replaced) {
                lost.push(Lost {
                    position: (at, index),
                    image,
                    version,
                    kept,
                });
            }
        }
    }
    lost
}

/// The merged part as the webhook writes it.
#[must_use]
pub fn render(
    provider: &Provider,
    merged: &Config<'_>,
    parent: &Part<'_>,
    child: &Part<'_>,
) -> Option<Json> {
    let of = provider.config?;
    let version_type = of.at(&["machineImages", "versions"])?;
    let mut map = canonical::object(
        parent.cursor.tree(),
        parent.cursor.node()?,
        of,
        Purpose::Encode,
    );
    let images = merged.images.iter().map(|image| {
        let versions = image.versions.iter().map(|version| {
            let part = if version.at.is_elsewhere() {
                parent
            } else {
                child
            };
            self::version(provider, version, part, version_type)
        });
        let mut map = Map::new();
        map.insert("name".to_owned(), Json::from(*image.name));
        let versions: Vec<Json> = versions.collect();
        let listed = !versions.is_empty() || image.lists_versions;
        map.insert(
            "versions".to_owned(),
            if listed {
                Json::Array(versions)
            } else {
                Json::Null
            },
        );
        Json::Object(map)
    });
    map.insert("machineImages".to_owned(), list(images.collect()));
    if let Some(finish) = provider.finish {
        finish(&mut map, merged, child);
    }
    Some(Json::Object(map))
}

fn version(provider: &Provider, version: &Version<'_>, part: &Part<'_>, of: &'static Type) -> Json {
    let mut map = version.node.map_or_else(Map::new, |node| {
        canonical::object(part.cursor.tree(), node, of, Purpose::Encode)
    });
    if let Some(finish) = provider.finish_version {
        finish(version, &mut map);
    }
    Json::Object(map)
}

fn list(items: Vec<Json>) -> Json {
    if items.is_empty() {
        Json::Null
    } else {
        Json::Array(items)
    }
}
