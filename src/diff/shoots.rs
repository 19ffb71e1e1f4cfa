//! The profiles of Shoots that change themselves, on both sides.

use std::collections::BTreeMap;

use crate::impact::{self, Impact, OfShoot, Side};
use crate::landscape::Item;
use crate::matching::Matcher;
use crate::model::time::Time;
use crate::resolution::referred::Referred;
use crate::resolution::usable::Usable;

/// The profiles of one side, prepared for questions about what fits what.
pub(super) type Matchers<'m> = BTreeMap<usize, (&'m Usable<'m>, Matcher<'m, 'm>)>;

/// Prepares the profiles that Shoots of one side refer to.
pub(super) fn matchers<'m>(referred: &'m Referred<'m>) -> Matchers<'m> {
    referred.profiles().map(|(at, usable)| (at, (usable, Matcher::new(&usable.profile)))).collect()
}

/// The profiles of one side.
pub(super) struct OneSide<'m> {
    referred: &'m Referred<'m>,
    sides: BTreeMap<usize, Side<'m>>,
}

impl<'m> OneSide<'m> {
    pub fn new(referred: &'m Referred<'m>, matchers: &'m Matchers<'m>, now: Time) -> Self {
        let sides = matchers.iter().map(|(at, (usable, matcher))| (*at, Side::new(usable, matcher, now))).collect();
        Self { referred, sides }
    }

    fn of(&self, item: &'m Item<'m>) -> OfShoot<'_, 'm> {
        OfShoot { item, profile: self.referred.of(item).and_then(|(at, _)| self.sides.get(&at)) }
    }
}

/// What the change of a Shoot does.
pub(super) fn compare<'m>(old: &OneSide<'m>, new: &OneSide<'m>, items: (&'m Item<'m>, &'m Item<'m>), now: Time) -> Vec<Impact<'m>> {
    impact::compare_shoots(old.of(items.0), new.of(items.1), now)
}
