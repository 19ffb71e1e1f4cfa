//! The profiles that the Shoots of a run refer to, as the server uses them. Each is worked out
//! once, whatever the number of Shoots.

use std::collections::BTreeMap;

use crate::config::Preview;
use crate::landscape::{Body, Item, Landscape};
use crate::matching::Matcher;
use crate::model::object::ObjectKind;
use crate::resolution::parents::Parents;
use crate::resolution::references::Profiles;
use crate::resolution::usable::{NoParent, Usable};
use crate::source::Sources;

/// The profiles of the Shoots of a run.
#[derive(Debug)]
pub struct Referred<'a> {
    items: Vec<&'a Item<'a>>,
    index: Profiles<'a>,
    profiles: BTreeMap<usize, Result<Usable<'a>, NoParent<'a>>>,
    /// The first profile of each kind, name and namespace.
    named: BTreeMap<(ObjectKind, &'a str, &'a str), &'a Item<'a>>,
}

/// Profiles with what fits what in them, by the numbers of the profiles.
pub type Matchers<'r, 'a> = BTreeMap<usize, (&'r Usable<'a>, Matcher<'r, 'a>)>;

impl<'a> Referred<'a> {
    /// Finds the profiles of all Shoots that are judged, and of those that they replace (`stored`).
    #[must_use]
    pub fn new(
        landscape: &'a Landscape<'a>,
        context: &'a Landscape<'a>,
        stored: &'a Landscape<'a>,
        parents: &Parents<'a>,
        sources: &'a Sources,
    ) -> Self {
        let items: Vec<&'a Item<'a>> = landscape.items.iter().chain(&context.items).collect();
        let index = Profiles::new(items.iter().copied(), sources);
        let mut profiles = BTreeMap::new();
        for shoot in landscape
            .all()
            .into_iter()
            .chain(&stored.items)
            .filter(|item| matches!(item.body, Body::Shoot(_)))
        {
            if let Some(at) = index.referred_by(shoot)
                && let Some(item) = items.get(at)
                && !profiles.contains_key(&at)
                && let Some(usable) = Usable::new(item, parents, sources)
            {
                profiles.insert(at, usable);
            }
        }
        let mut named = BTreeMap::new();
        for item in items
            .iter()
            .copied()
            .filter(|item| item.object.kind != ObjectKind::Shoot)
        {
            named
                .entry((
                    item.object.kind,
                    *item.object.meta.name,
                    *item.object.meta.namespace,
                ))
                .or_insert(item);
        }
        Self {
            items,
            index,
            profiles,
            named,
        }
    }

    /// Adds what previews bring to the vocabularies that Shoots are matched by.
    #[must_use]
    pub fn with(mut self, preview: Preview) -> Self {
        self.profiles
            .values_mut()
            .flatten()
            .for_each(|usable| usable.add(preview));
        self
    }

    /// The profiles, by an arbitrary number.
    pub fn profiles(&self) -> impl Iterator<Item = (usize, &Usable<'a>)> {
        self.profiles
            .iter()
            .filter_map(|(at, usable)| Some((*at, usable.as_ref().ok()?)))
    }

    /// The matcher of each of them.
    #[must_use]
    pub fn matchers(&self, preview: Preview) -> Matchers<'_, 'a> {
        self.profiles()
            .map(|(at, usable)| (at, (usable, usable.matcher(preview))))
            .collect()
    }

    /// The number of the profile that a Shoot refers to, and the profile; none where it is not
    /// among the files.
    #[must_use]
    pub fn of(&self, shoot: &Item<'a>) -> Option<(usize, &Result<Usable<'a>, NoParent<'a>>)> {
        let at = self.index.referred_by(shoot)?;
        Some((at, self.profiles.get(&at)?))
    }

    /// A profile of that kind and name, in whatever namespace.
    #[must_use]
    pub fn anywhere(&self, kind: ObjectKind, name: &str) -> Option<&'a Item<'a>> {
        self.named
            .range((kind, name, "")..)
            .next()
            .filter(|(key, _)| (key.0, key.1) == (kind, name))
            .map(|(_, item)| *item)
    }

    /// The first profile of that kind and name that an object in a namespace could refer to.
    #[must_use]
    pub fn named(&self, kind: ObjectKind, name: &str, namespace: &str) -> Option<&'a Item<'a>> {
        let all = self
            .named
            .range((kind, name, "")..)
            .take_while(|(key, _)| (key.0, key.1) == (kind, name));
        all.filter(|(key, _)| !kind.namespaced() || key.2 == namespace)
            .map(|(_, item)| *item)
            .next()
    }

    /// The names of the profiles of a kind that an object in a namespace could refer to.
    pub fn names(&self, kind: ObjectKind, namespace: &str) -> impl Iterator<Item = &'a str> {
        let of_kind = self
            .named
            .range((kind, "", "")..)
            .map(|(key, _)| *key)
            .take_while(move |key| key.0 == kind);
        of_kind
            .filter(move |key| !kind.namespaced() || key.2 == namespace)
            .map(|key| key.1)
    }

    /// Whether another profile of the name is as near as the one that a Shoot is taken to mean.
    #[must_use]
    pub fn is_tied(&self, shoot: &Item<'a>) -> bool {
        self.index.is_tied(shoot)
    }

    /// All profiles that a Shoot may mean, where there are several of one name.
    pub fn namesakes(&self, shoot: &Item<'a>) -> impl Iterator<Item = &'a Item<'a>> {
        self.index
            .namesakes(shoot)
            .filter_map(|at| self.items.get(at).copied())
    }
}
