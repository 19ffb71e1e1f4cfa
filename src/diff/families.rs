//! NamespacedCloudProfiles that stay as they are while their parent changes: the parent reports its
//! effects on their Shoots.

use std::collections::{BTreeMap, BTreeSet};

use crate::diff::{ChangedObject, State};
use crate::impact::{Impact, Kind, United};
use crate::landscape::pairing::Standing;
use crate::landscape::{Body, Item};
use crate::model::natural::natural_all;

/// Moves to each changed parent what it does to its children; what concerns their own entries stays
/// with them, and who has nothing of that is left out.
pub(super) fn unite<'m, 'p>(
    mut views: Vec<ChangedObject<'m>>,
    parent_of: impl Fn(&'m Item<'m>) -> Option<Standing<'p>>,
) -> Vec<ChangedObject<'m>> {
    let mut families: BTreeMap<Standing<'p>, Vec<usize>> = BTreeMap::new();
    for (at, view) in views.iter().enumerate() {
        if view.state == State::Same
            && let Some(parent) = parent_of(view.item)
        {
            families.entry(parent).or_default().push(at);
        }
    }
    for (standing, children) in families {
        let is_parent = |view: &ChangedObject<'_>| {
            view.state == State::Changed && view.item.standing() == standing
        };
        let Some(parent) = views.iter().position(is_parent) else {
            continue;
        };
        let mut all = United::of_parent(std::mem::take(&mut views[parent].impacts));
        for child in children {
            let view = &mut views[child];
            let own = own(view.item);
            all.take(&mut view.impacts, |impact| own.concerns(impact));
        }
        views[parent].impacts = all.done();
    }
    views.retain(|view| view.state != State::Same || !view.impacts.is_empty());
    views.sort_by(|a, b| {
        let key = |view: &ChangedObject<'_>| (view.state == State::Same, view.item.object.kind);
        let (of_a, of_b) = (&a.item.object.meta, &b.item.object.meta);
        key(a)
            .cmp(&key(b))
            .then_with(|| natural_all([*of_a.namespace, *of_a.name], [*of_b.namespace, *of_b.name]))
            .then_with(|| a.item.source.place().cmp(b.item.source.place()))
    });
    views
}

/// The own entries of a NamespacedCloudProfile.
#[derive(Default)]
pub(super) struct Own<'a> {
    types: BTreeSet<&'a str>,
    images: BTreeSet<&'a str>,
    versions: BTreeSet<(&'a str, &'a str)>,
}

impl Own<'_> {
    /// Whether it brings nothing that worker pools run.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty() && self.images.is_empty()
    }

    /// Whether the effects of the parent's change concern that; the parent reports the rest.
    fn concerns(&self, impact: &Impact<'_>) -> bool {
        // All kinds, so that a new one is not left out.
        let pairs = match impact.kind() {
            Kind::Incompatible
            | Kind::Compatible
            | Kind::NoArtifact
            | Kind::Flavor
            | Kind::Artifact
            | Kind::Default
            | Kind::Stuck => true,
            Kind::Impossible
            | Kind::Removed
            | Kind::Changed
            | Kind::Maintenance
            | Kind::Classification
            | Kind::Format
            | Kind::Vocabulary
            | Kind::Added => false,
        };
        let of_image = |image: &(&str, &str)| {
            if image.1.is_empty() {
                self.images.contains(image.0)
            } else {
                self.versions.contains(image)
            }
        };
        pairs
            && (impact
                .machine_types
                .iter()
                .any(|of| self.types.contains(of))
                || impact.images.iter().any(of_image))
    }
}

pub(super) fn own<'a>(item: &'a Item<'a>) -> Own<'a> {
    let Body::NamespacedCloudProfile(child) = &item.body else {
        return Own::default();
    };
    let images = || child.spec.machine_images.iter();
    Own {
        types: child.spec.machine_types.iter().map(|of| *of.name).collect(),
        images: images().map(|of| *of.name).collect(),
        versions: images()
            .flat_map(|of| {
                of.versions
                    .iter()
                    .map(|version| (*of.name, *version.version()))
            })
            .collect(),
    }
}
