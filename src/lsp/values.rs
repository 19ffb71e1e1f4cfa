//! The names that can stand at a position: of the vocabulary, and of the profile of a Shoot.

use super::View;
use super::line::Place;
use crate::landscape::{Body, Item};
use crate::matching::Matcher;
use crate::model::cloudprofile::{CloudProfile, ExpirableVersion};
use crate::model::lifecycle::Classification;
use crate::model::schema::Shape;
use crate::model::shoot::Worker;
use crate::resolution::prepared::Prepared;
use crate::resolution::usable::Usable;
use crate::yaml::Value;

/// A name and what is to be said of it.
pub(super) type Named = (String, Option<String>);

/// The names of capabilities that can be keys of a map.
pub(super) fn keys<'v>(view: &View<'v>, item: &'v Item<'v>, place: &Place<'_>) -> Vec<Named> {
    if !is_capabilities(place) {
        return Vec::new();
    }
    let all = |profile: &Usable<'v>| {
        let all = profile.profile.machine_capabilities.iter();
        all.map(|of| {
            let values: Vec<&str> = of.values.iter().map(|value| value.value).collect();
            ((*of.name).to_owned(), Some(values.join(", ")))
        })
        .collect()
    };
    view.with_profile(item, all).unwrap_or_default()
}

/// The names that can stand under a key.
pub(super) fn values<'v>(
    view: &View<'v>,
    item: &'v Item<'v>,
    place: &Place<'_>,
    key: &str,
) -> Vec<Named> {
    let mut path: Vec<&str> = place
        .around
        .iter()
        .filter_map(|level| level.field.map(|known| known.field.name))
        .collect();
    path.push(key);
    if path == ["spec", "cloudProfile", "name"] {
        return profiles(view, item, place);
    }
    view.with_profile(item, |profile| {
        let spec = &profile.profile;
        if is_capabilities(place) {
            let all = spec.machine_capabilities.iter();
            return all
                .filter(|of| *of.name == key)
                .flat_map(|of| of.values.iter())
                .map(|value| (value.value.to_owned(), None))
                .collect();
        }
        if !matches!(item.body, Body::Shoot(_)) {
            return Vec::new();
        }
        match &path[..] {
            [.., "machine", "type"] => machine_types(spec),
            [.., "machine", "image", "name"] => {
                names(spec.machine_images.iter().map(|of| *of.name))
            }
            [.., "machine", "image", "version"] => versions(view, item, place, profile),
            ["spec", "kubernetes", "version"] | [.., "workers", "kubernetes", "version"] => {
                by_stage(view, spec.kubernetes_versions.iter().collect())
            }
            ["spec", "region"] => names(spec.regions.iter().map(|of| *of.name)),
            [.., "workers", "zones"] => {
                let region = text(item, item.object.node, &["spec", "region"]);
                let regions = spec.regions.iter().filter(|of| Some(*of.name) == region);
                names(regions.flat_map(|of| of.zones.iter().map(|zone| *zone.name)))
            }
            [.., "volume", "type"] => names(
                spec.volume_types
                    .iter()
                    .filter(|of| *of.usable != Some(false))
                    .map(|of| *of.name),
            ),
            _ => Vec::new(),
        }
    })
    .unwrap_or_default()
}

fn names<'a>(all: impl Iterator<Item = &'a str>) -> Vec<Named> {
    all.map(|name| (name.to_owned(), None)).collect()
}

/// The profiles that a Shoot can refer to.
fn profiles(view: &View<'_>, item: &Item<'_>, place: &Place<'_>) -> Vec<Named> {
    let kind = place
        .around
        .last()
        .and_then(|level| match item.document.tree.get(level.node, "kind") {
            Some(entry) => match item.document.tree.value(entry.value) {
                Value::String(kind) => Some(kind),
                _ => None,
            },
            None => None,
        })
        .unwrap_or("CloudProfile");
    let fits = |of: &&Item<'_>| {
        of.object.kind.as_str() == kind
            && (!of.object.kind.namespaced()
                || *of.object.meta.namespace == *item.object.meta.namespace)
    };
    let mut all: Vec<Named> = Vec::new();
    for of in view.all().filter(fits) {
        let (name, file) = (*of.object.meta.name, of.source.name().to_owned());
        match all.iter_mut().find(|(known, _)| known == name) {
            Some((_, Some(files))) => *files += &format!(", {file}"),
            _ => all.push((name.to_owned(), Some(file))),
        }
    }
    all
}

fn machine_types(spec: &CloudProfile<'_>) -> Vec<Named> {
    let usable = spec
        .machine_types
        .iter()
        .filter(|of| *of.usable != Some(false));
    usable
        .map(|of| {
            let text = |of: Option<&crate::model::quantity::Quantity>| {
                of.map_or_else(String::new, ToString::to_string)
            };
            let detail = format!(
                "cpu {}, memory {}",
                text(of.cpu.value.as_ref()),
                text(of.memory.value.as_ref())
            );
            ((*of.name).to_owned(), Some(detail))
        })
        .collect()
}

/// Versions that are not expired: supported ones first, else in the order that they come in.
fn by_stage(view: &View<'_>, versions: Vec<&ExpirableVersion<'_>>) -> Vec<Named> {
    let now = view.settings.now;
    let mut all: Vec<&ExpirableVersion<'_>> = versions;
    all.retain(|of| of.classification_at(now) != Classification::Expired);
    all.sort_by_key(|of| of.classification_at(now) != Classification::Supported);
    let named = |of: &&ExpirableVersion<'_>| {
        let detail = of.classification_at(now).as_str().to_owned();
        ((*of.version).to_owned(), Some(detail))
    };
    all.iter().map(named).collect()
}

/// The versions of an image that a pool can have, the best first.
fn versions<'v>(
    view: &View<'v>,
    item: &'v Item<'v>,
    place: &Place<'_>,
    profile: &Usable<'v>,
) -> Vec<Named> {
    let Some(shoot) = item.shoot() else {
        return Vec::new();
    };
    let (tree, mut levels) = (&item.document.tree, place.around.iter());
    let machine = levels.find(|level| level.field.is_some_and(|of| of.field.name == "machine"));
    let Some(machine) = machine.map(|level| level.node) else {
        return Vec::new();
    };
    let span = tree.span(machine);
    let is_here = |of: &Worker<'_>| {
        let at = of.machine_type.span.start;
        span.start <= at && at < span.end
    };
    let image = text(item, machine, &["image", "name"]).unwrap_or_default();
    let matcher = Matcher::new(&profile.profile);
    let prepared = Prepared::new(profile, &matcher, view.settings.now);
    let stored = prepared.stored(&shoot).shoot;
    let Some(image) = prepared.offer.image(image) else {
        return Vec::new();
    };
    // The server has filled in its architecture.
    let workers = shoot.workers.iter().zip(stored.workers.iter());
    let worker = workers
        .filter(|(written, _)| is_here(written))
        .map(|(_, of)| of)
        .next();
    let listed = |version: &str| {
        let at = matcher
            .range_of(image)
            .find(|at| *matcher.versions()[*at].version.version() == version)?;
        Some(&matcher.versions()[at].version.expirable)
    };
    let fitting = match worker {
        Some(worker) => prepared.offer.fitting(&stored, worker, image),
        None => Vec::new(),
    };
    by_stage(view, fitting.into_iter().filter_map(listed).collect())
}

/// The text at a path below a map.
fn text<'t>(item: &'t Item<'_>, map: crate::yaml::NodeId, path: &[&str]) -> Option<&'t str> {
    let tree = &item.document.tree;
    let mut steps = path.iter();
    let node = steps.try_fold(map, |node, name| Some(tree.get(node, name)?.value))?;
    match tree.value(node) {
        Value::String(text) => Some(text),
        _ => None,
    }
}

/// Whether a place is a map of capabilities: under `capabilities`, or a flavor of the core part.
fn is_capabilities(place: &Place<'_>) -> bool {
    matches!(place.shape, Some(Shape::Map(_)))
        && place.around.iter().rev().take(2).any(|level| {
            level
                .field
                .is_some_and(|of| matches!(of.field.name, "capabilities" | "capabilityFlavors"))
        })
}
