//! The names that a position can refer to: those of the vocabulary, and those of the profile of a
//! Shoot.

use super::completions::Place;
use crate::landscape::{Body, Item};
use crate::model::cloudprofile::CloudProfile;
use crate::model::schema::Shape;
use crate::yaml::Tree;

/// A name and what is to be said of it.
type Named = (String, Option<String>);

/// The names of capabilities that can be keys of a map.
pub(super) fn keys(item: &Item<'_>, items: &[&Item<'_>], place: &Place<'_>) -> Vec<Named> {
    let Some(profile) =
        profile(item, items).filter(|_| is_capabilities(&item.document.tree, place))
    else {
        return Vec::new();
    };
    let all = profile.machine_capabilities.iter();
    all.map(|of| {
        let values: Vec<&str> = of.values.iter().map(|value| value.value).collect();
        ((*of.name).to_owned(), Some(values.join(", ")))
    })
    .collect()
}

/// The values that can stand under a key.
pub(super) fn values(
    item: &Item<'_>,
    items: &[&Item<'_>],
    place: &Place<'_>,
    key: &str,
) -> Vec<Named> {
    let Some(profile) = profile(item, items) else {
        return Vec::new();
    };
    if is_capabilities(&item.document.tree, place) {
        let all = profile.machine_capabilities.iter();
        return all
            .filter(|of| *of.name == key)
            .flat_map(|of| of.values.iter())
            .map(|value| (value.value.to_owned(), None))
            .collect();
    }
    Vec::new()
}

/// The profile whose vocabulary counts in an object: its own, or that of its parent in the text.
fn profile<'i>(item: &'i Item<'_>, items: &[&'i Item<'_>]) -> Option<&'i CloudProfile<'i>> {
    match &item.body {
        Body::CloudProfile(profile) => Some(profile),
        Body::NamespacedCloudProfile(child) => items.iter().find_map(|of| match &of.body {
            Body::CloudProfile(profile) if *of.object.meta.name == *child.parent.name => {
                Some(&**profile)
            }
            _ => None,
        }),
        Body::Shoot(_) => None,
    }
}

/// Whether a place is a map of capabilities: under `capabilities`, or a flavor of the core part.
fn is_capabilities(_tree: &Tree<'_>, place: &Place<'_>) -> bool {
    matches!(place.shape, Some(Shape::Map(_)))
        && place.around.iter().rev().take(2).any(|level| {
            level
                .field
                .is_some_and(|of| matches!(of.field.name, "capabilities" | "capabilityFlavors"))
        })
}
