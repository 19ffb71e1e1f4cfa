//! The merged provider part of a NamespacedCloudProfile (`spec/providers.md`, 3.3): the parent's images with the child's. The server's order
//! is random; here the parent's comes first, then what the child adds.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use crate::model::canonical::{self, Purpose};
use crate::model::cursor::Spanned;
use crate::model::schema::Type;
use crate::provider::Provider;
use crate::provider::config::{Config, Image, Version};
use crate::provider::part::Part;

/// What becomes of versions that both have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// The child's replaces the parent's; of several entries of one version the last stays.
    ByVersion,
    /// The child's entries come after the parent's, and all stay.
    Appended,
    /// There is none: the extension has no webhook for NamespacedCloudProfiles, and the parent's part stays as it is.
    Never,
}

/// Merges the images of a child into those of the parent, and adds its machine types that the parent's part does not name. The
/// parent's spans are marked as those of another text.
#[must_use]
pub fn images<'t>(merge: Merge, parent: &Config<'t>, child: &Config<'t>) -> Config<'t> {
    if merge == Merge::Never {
        return parent.clone();
    }
    let mut images: Vec<Image<'t>> = Vec::new();
    let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
    // Of several images of one name in one text the last stays.
    for image in parent.images.iter() {
        let at = *positions.entry(*image.name).or_insert(images.len());
        match images.get_mut(at) {
            Some(known) => *known = image.clone(),
            None => images.push(image.clone()),
        }
    }
    let of_parent = images.len();
    for image in child.images.iter() {
        let at = *positions.entry(*image.name).or_insert(images.len());
        match images.get_mut(at) {
            None => images.push(image.clone()),
            Some(known) if at >= of_parent => *known = image.clone(),
            Some(known) => known.versions = Spanned::new(versions(merge, &known.versions, &image.versions), known.versions.span),
        }
    }
    let mut machine_types = parent.machine_types.clone();
    let mut names: BTreeSet<&str> = machine_types.iter().map(|of| *of.name).collect();
    machine_types.extend(child.machine_types.iter().filter(|of| names.insert(*of.name)));
    Config { at: parent.at, images: Spanned::new(images, parent.images.span), of_regions: parent.of_regions.clone(), machine_types }
}

fn versions<'t>(merge: Merge, parent: &[Version<'t>], child: &[Version<'t>]) -> Vec<Version<'t>> {
    let all = parent.iter().chain(child);
    if merge == Merge::Appended {
        return all.cloned().collect();
    }
    let mut merged: Vec<Version<'t>> = Vec::new();
    let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
    for version in all {
        let at = *positions.entry(*version.version).or_insert(merged.len());
        match merged.get_mut(at) {
            Some(known) => *known = version.clone(),
            None => merged.push(version.clone()),
        }
    }
    merged
}

/// The merged part as the webhook writes it.
#[must_use]
pub fn render(provider: &Provider, merged: &Config<'_>, parent: &Part<'_>, child: &Part<'_>) -> Option<Json> {
    let of = provider.config?;
    let version_type = of.at(&["machineImages", "versions"])?;
    let mut map = canonical::object(parent.cursor.tree(), parent.cursor.node()?, of, Purpose::Print);
    let images = merged.images.iter().map(|image| {
        let versions = image.versions.iter().map(|version| {
            let part = if version.at.is_elsewhere() { parent } else { child };
            self::version(provider, version, part, version_type)
        });
        let mut map = Map::new();
        map.insert("name".to_owned(), Json::from(*image.name));
        map.insert("versions".to_owned(), list(versions.collect()));
        Json::Object(map)
    });
    map.insert("apiVersion".to_owned(), Json::from(provider.api_version));
    map.insert("kind".to_owned(), Json::from(super::part::CONFIG_KIND));
    map.insert("machineImages".to_owned(), list(images.collect()));
    if let Some(finish) = provider.finish {
        finish(&mut map, merged, child);
    }
    Some(Json::Object(map))
}

fn version(provider: &Provider, version: &Version<'_>, part: &Part<'_>, of: &'static Type) -> Json {
    let mut map = version.node.map_or_else(Map::new, |node| canonical::object(part.cursor.tree(), node, of, Purpose::Print));
    if let Some(finish) = provider.finish_version {
        finish(version, &mut map);
    }
    Json::Object(map)
}

fn list(items: Vec<Json>) -> Json {
    if items.is_empty() { Json::Null } else { Json::Array(items) }
}
