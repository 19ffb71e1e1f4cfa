//! Users that a change removes together with what they use: until they are deleted, the server
//! refuses that it goes.

use std::collections::{BTreeMap, BTreeSet};

use crate::diff::State;
use crate::diff::objects::{Landscapes, Pair};
use crate::landscape::pairing::Standing;
use crate::landscape::{Body, Item};
use crate::resolution::usable::Usable;
use crate::source::Place;
use crate::uses::stored::InFull;
use crate::uses::{ShootOf, Uses, collect, in_use};

/// The users on the old side that the new one lacks.
pub(super) struct Removed<'l, 'a> {
    landscapes: &'l Landscapes<'a>,
    /// Where they stand; whether the user asks about them does not matter.
    users: BTreeSet<Standing<'a>>,
    /// The users of the profiles of the old side; none where nobody is removed.
    uses: Option<Uses<'a>>,
}

impl<'l, 'a> Removed<'l, 'a> {
    pub fn new(all: &[Pair<'a>], landscapes: &'l Landscapes<'a>) -> Self {
        let is_gone = |pair: &&Pair<'a>| pair.state == State::Removed;
        let users: BTreeSet<Standing<'a>> = all
            .iter()
            .filter(is_gone)
            .filter_map(|pair| Some(pair.old?.standing()))
            .collect();
        let uses = (!users.is_empty())
            .then(|| collect(landscapes.old, landscapes.context, landscapes.sources));
        Self {
            landscapes,
            users,
            uses,
        }
    }

    /// The names of those who use what goes from a profile.
    pub fn users_of(&self, pair: &Pair<'a>) -> Vec<Place> {
        self.found(pair).unwrap_or_default()
    }

    fn found(&self, pair: &Pair<'a>) -> Option<Vec<Place>> {
        let (old, new) = (pair.old?, pair.new?);
        let (before, after) = (old.body.profile()?, new.body.profile()?);
        let (parents, sources) = (&self.landscapes.parents, self.landscapes.sources);
        let now = self.landscapes.settings.now;
        let of_profiles = &self.uses.as_ref()?.profiles;
        let uses = of_profiles
            .iter()
            .find(|uses| uses.item.standing() == old.standing())?;
        let mut in_full = InFull::default();
        let through = uses.children.iter().map(|child| (*child, Some(*child)));
        for (profile, through) in std::iter::once((old, None)).chain(through) {
            if let Some(Ok(profile)) = Usable::new(profile, &parents[0], sources) {
                let is_its = |of: &&ShootOf<'a>| {
                    of.through.map(Item::standing) == through.map(Item::standing)
                };
                let shoots = uses.shoots.iter().filter(is_its).map(|of| of.item);
                in_full.add(shoots, &profile, now);
            }
        }
        let found = match &new.body {
            Body::CloudProfile(_) => in_use::of_cloud_profile(before, after, uses, &in_full),
            Body::NamespacedCloudProfile(child) => {
                let parent = parents[1].find(new, child, sources)?.parent;
                in_use::of_namespaced(before, after, Some(&parent.profile), uses, &in_full, now)
            }
            Body::Shoot(_) => return None,
        };
        let users: BTreeMap<Standing<'a>, Place> = found
            .iter()
            .map(|of| (of.user.standing(), of.user.name_at()))
            .filter(|(standing, _)| self.users.contains(standing))
            .collect();
        Some(users.into_values().collect())
    }
}
